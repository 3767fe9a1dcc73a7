"""The forms for users, in an organiser's words: nothing about how passwords are stored."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from unfold import forms as unfold


class NewUserForm(unfold.UserCreationForm):
    """A name and a password; everybody here signs in with one."""

    usable_password = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("password1", "password2"):
            self.fields[name].required = True


class UserForm(unfold.UserChangeForm):
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
    """A new password for somebody else."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("usable_password", None)
        for name, label in (("password1", _("New password")), ("password2", _("Repeat the new password"))):
            self.fields[name].required, self.fields[name].label = True, label
