"""The sender of a request: a program with a token, or a person's page with the site's session (and its CSRF token)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.services import tokens


class TokenAuthentication(BaseAuthentication):
    """``Authorization: Bearer vt_…``."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        parts = get_authorization_header(request).split()
        if not parts:
            return None
        if len(parts) != 2 or parts[0].lower() != b"bearer":
            raise AuthenticationFailed(
                _("Send the header “Authorization: Bearer”, followed by the token."), "invalid_token"
            )
        token = tokens.used(parts[1].decode("ascii", "replace"))
        if token is None:
            raise AuthenticationFailed(_("This token is unknown, revoked or expired."), "invalid_token")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="Viertal"'
