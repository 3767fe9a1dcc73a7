"""Accounts at a federation's provider: linked to a user, let go, or made for somebody new."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tournaments.accounts.oidc import Identity
from tournaments.accounts.signin import log
from tournaments.domain.errors import Refused
from tournaments.domain.logbook import audited
from tournaments.models import ProviderAccount, User


def user_of(identity: Identity) -> User | None:
    """Return the user whose account at the provider this is; None where there is none, or they may not log in. The
    e-mail address is not looked at: a provider may let people write in whatever they like."""
    known = ProviderAccount.objects.filter(issuer=identity.issuer, subject=identity.subject)
    account = known.select_related("user").first()
    if account is None or not account.user.is_active:
        return None
    known.update(used_at=timezone.now())
    return account.user


def is_known(identity: Identity) -> bool:
    """Return whether an account at the provider is anybody's here, also of somebody who may not log in."""
    return ProviderAccount.objects.filter(issuer=identity.issuer, subject=identity.subject).exists()


@audited
def link(identity: Identity, *, by: Any) -> None:
    """Link an account at the provider to the user who proved both. Raises Refused where it is somebody else's."""
    account, made = ProviderAccount.objects.get_or_create(
        issuer=identity.issuer, subject=identity.subject, defaults={"user": by}
    )
    if account.user_id != by.pk:
        raise Refused(_("This account is already linked to another user here."))
    if made:
        log.info("provider account linked: %r", by.get_username())


@audited
def unlink(account_id: int, *, by: Any) -> None:
    """Let an own account at the provider go. Raises Refused where it is the only way in."""
    if not by.has_usable_password() and by.provider_accounts.count() < 2:
        raise Refused(_("This is your only way to log in. Ask an organiser for a link to set a password first."))
    ProviderAccount.objects.filter(pk=account_id, user=by).delete()
    log.info("provider account let go: %r", by.get_username())


@audited
def make_user(identity: Identity, *, by: Any) -> User:
    """Make a user, who may do nothing yet, of somebody whom the provider vouches for (``by``: nobody yet)."""
    name = identity.name or _("New user")
    username = f"{slugify(name)[:40] or 'user'}-{get_random_string(6).lower()}"
    user = User(username=username, first_name=name, email=identity.email, is_staff=True)
    user.set_unusable_password()
    user.save()
    ProviderAccount.objects.create(user=user, issuer=identity.issuer, subject=identity.subject)
    log.info("user made by provider: %r", username)
    return user
