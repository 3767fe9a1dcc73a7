"""The form with which people sign in, and the one with which they prove it once more."""

from __future__ import annotations

from math import ceil
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from unfold.forms import AuthenticationForm
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldAdminTextInputWidget

from tournaments.accounts import second_factor, signin


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
