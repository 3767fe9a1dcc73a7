"""API tokens: a person makes and revokes their own; an organiser of the installation may revoke anybody's."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.accounts.signin import log
from tournaments.domain.logbook import audited
from tournaments.models import ApiToken
from tournaments.models.user import PREFIX, digest_of

SELDOM = timedelta(minutes=1)
"""How exactly it is kept when a token was last used."""


@audited
def make(*, by: Any, name: str, scope: str, expires_at: datetime | None = None) -> tuple[ApiToken, str]:
    """Make a new token of a person; return it and its secret, which nobody can read again."""
    token = ApiToken(user=by, name=name, scope=scope, expires_at=expires_at)
    secret = token.give_secret()
    token.save()
    return token, secret


@audited
def revoke(token_id: int, *, by: Any) -> None:
    """End a token, for good."""
    token = ApiToken.objects.get(pk=token_id)
    if token.user_id != by.pk and not by.is_superuser:
        raise PermissionDenied(_("This token is somebody else's."))
    ApiToken.objects.filter(pk=token_id, revoked_at__isnull=True).update(revoked_at=timezone.now())


@audited
def revoke_all(user: Any, *, by: Any) -> int:
    """End all tokens of a user; return how many worked until then. Raises PermissionDenied."""
    if user.pk != by.pk and not by.is_superuser:
        raise PermissionDenied(_("These tokens are somebody else's."))
    working = ApiToken.objects.filter(user=user, revoked_at__isnull=True)
    count: int = working.update(revoked_at=timezone.now())
    log.info("tokens ended: %d of %r by %r", count, user.get_username(), by.get_username())
    return count


def used(secret: str) -> ApiToken | None:
    """Return the working token that a secret belongs to, with its user; None where there is none. One query, as a
    rule."""
    if not secret.startswith(PREFIX) or len(secret) > 100:
        return None
    token = ApiToken.objects.select_related("user").filter(digest=digest_of(secret)).first()
    if token is None or not token.works or not token.user.is_active:
        return None
    now = timezone.now()
    stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=now - SELDOM)
    if token.last_used_at is None or token.last_used_at < now - SELDOM:
        ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)
    token.user.token_scope = token.scope
    return token
