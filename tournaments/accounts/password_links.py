"""Links by which somebody sets a new password: Django's tokens, which count once and end.

A token is made of what changes with a sign-in or a new password, so it is void after either; nothing is kept of it.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.urls import reverse
from django.utils.encoding import force_str
from django.utils.http import base36_to_int, urlsafe_base64_decode, urlsafe_base64_encode

from tournaments.models import User


class Links(PasswordResetTokenGenerator):
    """Links that last so many seconds."""

    def __init__(self, purpose: str, seconds: int) -> None:
        super().__init__()
        self.key_salt, self.seconds = f"viertal.password.{purpose}", seconds

    def check_token(self, user: Any, token: str | None) -> bool:
        """Return whether a token is this user's, unused and not too old."""
        if user is None or not token or not super().check_token(user, token):
            return False
        age = self._num_seconds(self._now()) - base36_to_int(token.partition("-")[0])  # type: ignore[attr-defined]
        return bool(0 <= age <= self.seconds)


HANDED = Links("handed", 7 * 24 * 3600)
"""What an organiser of the installation hands over: a week."""
MAILED = Links("mailed", 3600)
"""What is sent by mail because somebody asked for it: an hour."""


def path_of(user: User, links: Links) -> str:
    """Return the path of a new link of a user."""
    uid = urlsafe_base64_encode(str(user.pk).encode())
    return reverse("new_password", args=[uid, links.make_token(user)])


def user_of(uid: str, token: str) -> User | None:
    """Return the user who may set a password by a link now; None where it does not count."""
    try:
        number = int(force_str(urlsafe_base64_decode(uid)))
    except (ValueError, OverflowError):
        return None
    if not 0 < number < 2**63:
        return None
    user = User.objects.filter(pk=number, is_active=True, is_temporary=False).first()
    return user if any(links.check_token(user, token) for links in (HANDED, MAILED)) else None
