"""The form with which people sign in, and the one with which they prove it once more."""

from __future__ import annotations

from math import ceil
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.forms import AuthenticationForm
from unfold.widgets import UnfoldAdminPasswordWidget

from tournaments.accounts import signin


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
        return cleaned


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

    def clean_password(self) -> str:
        user: Any = self.request.user
        refuse_guesses(self.request, user.get_username())
        password = str(self.cleaned_data["password"])
        if not user.check_password(password):
            signin.log.warning("proof failed: %r from %s", user.get_username(), signin.address(self.request))
            raise ValidationError(gettext("This is not your password."))
        signin.give_back(self.request, user.get_username())
        return password
