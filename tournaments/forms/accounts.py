"""The forms of accounts: signing in and proving it once more; users, in an organiser's words, their invitations, and
who works at which tables."""

from __future__ import annotations

from math import ceil
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.forms import UsernameField
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from unfold import forms as unfold
from unfold.forms import AuthenticationForm
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldAdminTextInputWidget

from tournaments.accounts import second_factor, signin
from tournaments.forms.seen_values import SeenForm
from tournaments.models import Appointment, User
from tournaments.services.accounts.staff_codes import ROLES
from tournaments.text import read_tables, write_tables


def refuse_guesses(request: HttpRequest, name: str) -> None:
    """Raise ValidationError where a password may not be tried at this moment."""
    if wait := signin.take(request, name):
        raise ValidationError(
            gettext("Too many wrong passwords. Wait %(seconds)d seconds, then try again.") % {"seconds": ceil(wait)},
            code="throttled",
        )


class LoginForm(AuthenticationForm):
    """Asks how often a password was tried before it is looked at."""

    def clean(self) -> Any:
        name = self.cleaned_data.get("username") or ""
        if name and self.cleaned_data.get("password"):
            refuse_guesses(self.request, name)
        cleaned = super().clean()
        signin.give_back(self.request, name)
        user = self.get_user()
        if user is not None and second_factor.has_one(user):
            raise second_factor.SecondFactorDue(user)
        return cleaned


class CodeForm(forms.Form):
    """The code of an app, or a recovery code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=40,
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "one-time-code", "autofocus": True}),
    )
    kind = ""

    def __init__(self, request: HttpRequest, user: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.user = request, user

    def clean_code(self) -> str:
        refuse_guesses(self.request, self.user.get_username())
        code = str(self.cleaned_data["code"])
        self.kind = right_code(self.request, self.user, code)
        signin.give_back(self.request, self.user.get_username())
        return code


def right_code(request: HttpRequest, user: Any, code: str) -> str:
    """Use a code up, and say of which kind it was. Raises ValidationError where it is not right."""
    if kind := second_factor.use(user, code):
        return kind
    signin.log.warning("second factor failed: a code of %r from %s", user.get_username(), signin.address(request))
    if wait := second_factor.seconds_to_wait(user):
        raise ValidationError(
            ngettext(
                "This code is wrong or has already been used. Wait %(seconds)d second, or for the next code in the "
                "app, then try again.",
                "This code is wrong or has already been used. Wait %(seconds)d seconds, or for the next code in the "
                "app, then try again.",
                wait,
            )
            % {"seconds": wait}
        )
    raise ValidationError(gettext("This code is wrong."))


class AgainForm(forms.Form):
    """The password of who is signed in, once more."""

    password = forms.CharField(
        label=_("Password"),
        strip=False,
        widget=UnfoldAdminPasswordWidget(attrs={"autocomplete": "current-password", "autofocus": True}),
    )

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        # whoever has a passkey is asked for it on a page of its own, which takes codes as well
        self.asks_second = request.user.passkeys.exists()
        if not self.asks_second and second_factor.app_of(request.user) is not None:
            self.fields["code"] = forms.CharField(
                label=_("The code from your app, or a recovery code"),
                max_length=40,
                widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "one-time-code"}),
            )

    def clean_code(self) -> str:
        """Check the code, but only where the password was right."""
        code = str(self.cleaned_data["code"])
        if "password" in self.cleaned_data:
            right_code(self.request, self.request.user, code)
        return code

    def clean_password(self) -> str:
        user: Any = self.request.user
        refuse_guesses(self.request, user.get_username())
        password = str(self.cleaned_data["password"])
        if not user.check_password(password):
            signin.log.warning("proof failed: %r from %s", user.get_username(), signin.address(self.request))
            raise ValidationError(gettext("This is not your password."))
        signin.give_back(self.request, user.get_username())
        return password


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


class TablesField(forms.CharField):
    """A field for them; its value is a list of numbers."""

    default_error_messages = {
        "tables": _("“%(part)s” is not a table number. Separate numbers with commas, such as 1-3, 7."),
    }

    def prepare_value(self, value: Any) -> Any:
        return write_tables(value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> Any:
        if isinstance(value, list | tuple):
            return list(value)
        try:
            return read_tables(value or "")
        except ValueError as error:
            raise ValidationError(self.error_messages["tables"], code="tables", params={"part": error}) from None

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return sorted(initial or []) != read_tables(data or "")
        except ValueError:
            return True


class AppointmentForm(SeenForm, forms.ModelForm):
    """A user's role; for a table judge, at which tables."""

    tables = TablesField(
        label=_("tables"), required=False, max_length=200, help_text=_("For a table judge, such as 1-3, 7.")
    )

    class Meta:
        model = Appointment
        fields = ("user", "role", "tables")


class InvitationForm(forms.Form):
    """A name, an e-mail address where there is one, a role, and a table judge's tables."""

    name = forms.CharField(label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    email = forms.EmailField(label=_("E-mail address, if you have it"), required=False)
    role = forms.ChoiceField(label=_("Role"), choices=Appointment.Role, initial=Appointment.Role.ARBITER)
    tables = TablesField(label=_("Tables of a table judge, such as 1-3, 7"), required=False, max_length=200)

    def clean(self) -> Any:
        values = super().clean() or {}
        if values.get("role") == Appointment.Role.JUDGE and not values.get("tables") and "tables" not in self.errors:
            self.add_error("tables", _("Enter the tables of the table judge, such as 1-3, 7."))
        return values


class StaffCodeForm(forms.Form):
    """A name, a role, a table judge's tables, and until when."""

    name = forms.CharField(label=_("Name"), max_length=60, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    role = forms.ChoiceField(label=_("Role"), choices=[(role.value, role.label) for role in ROLES])
    tables = TablesField(label=_("Tables of a table judge, such as 1-3, 7"), required=False, max_length=200)
    until = forms.DateTimeField(
        label=_("Valid until"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def clean(self) -> Any:
        values = super().clean() or {}
        if values.get("role") == Appointment.Role.JUDGE and not values.get("tables") and "tables" not in self.errors:
            self.add_error("tables", _("Enter the tables of the table judge, such as 1-3, 7."))
        return values
