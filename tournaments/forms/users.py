"""The forms for users, in an organiser's words: nothing about how passwords are stored."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib.auth.forms import UsernameField
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold import forms as unfold
from unfold.widgets import UnfoldAdminTextInputWidget

from tournaments.forms.seen_values import SeenForm
from tournaments.models import User


class NewUserForm(forms.ModelForm):
    """A name; the person sets a password by a link."""

    class Meta:
        model = User
        fields = ("username", "first_name", "last_name", "email")

    def clean_username(self) -> str:
        username = str(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(gettext("There is already a user with this name. Choose another one."))
        return username


class AccountForm(unfold.UserCreationForm):
    """A name and a password of somebody's own choice."""

    usable_password = None

    class Meta:
        model = User
        fields = ("username",)
        field_classes: ClassVar = {"username": UsernameField}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget = UnfoldAdminTextInputWidget(attrs={"autocomplete": "username"})
        for name in ("password1", "password2"):
            self.fields[name].required = True


class ForgottenForm(forms.Form):
    """The name of somebody who forgot their password."""

    name = forms.CharField(
        label=_("Your user name or e-mail address"),
        max_length=254,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "username", "autofocus": True}),
    )


class UserForm(SeenForm, unfold.UserChangeForm):
    """A user: a tick says whether they may sign in. Only staff may sign in at a desk, so others show no tick."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password"]
        if self.instance.pk and not self.instance.is_staff:
            self.initial["is_active"] = False

    def clean_is_active(self) -> bool:
        """Keep what is stored where the tick was not touched."""
        return bool(self.cleaned_data["is_active"] if "is_active" in self.changed_data else self.instance.is_active)


class NewPasswordForm(unfold.AdminPasswordChangeForm):
    """A new password, by a link."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("usable_password", None)
        for name, label in (("password1", _("New password")), ("password2", _("Repeat the new password"))):
            self.fields[name].required, self.fields[name].label = True, label
