"""Who may sign in, in the words of who organises: nothing of how passwords are kept."""

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
    """Whoever may sign in works at a desk: without being staff they could not even sign in there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password"]
        if self.instance.pk and not self.instance.is_staff:
            self.initial["is_active"] = False


class NewPasswordForm(unfold.AdminPasswordChangeForm):
    """A new password for somebody else."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("usable_password", None)
        for name, label in (("password1", _("New password")), ("password2", _("Repeat the new password"))):
            self.fields[name].required, self.fields[name].label = True, label
