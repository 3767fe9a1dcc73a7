"""Accounts: their passwords, set anew by whoever forgot theirs; their second factor, sessions, tokens and language; and
those at a federation's provider."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournaments.accounts import passwords, second_factor, sessions
from tournaments.accounts.oidc import Identity
from tournaments.accounts.signin import log
from tournaments.domain.access import require_installation
from tournaments.domain.errors import Refused
from tournaments.domain.logbook import audited
from tournaments.models import ApiToken, Passkey, ProviderAccount, RecoveryCode, User
from tournaments.models.mail import Kind
from tournaments.models.user import PREFIX, digest_of
from tournaments.services import mails

SELDOM = timedelta(minutes=1)
"""How exactly it is kept when a token was last used."""
MOST_ACCOUNTS = 5
"""Accounts of one e-mail address that are written to; a family shares one at most."""
MOST_PASSKEYS = 20


@audited
def make_token(*, by: Any, name: str, scope: str, expires_at: datetime | None = None) -> tuple[ApiToken, str]:
    """Make a new token of a person; return it and its secret, which nobody can read again."""
    token = ApiToken(user=by, name=name, scope=scope, expires_at=expires_at)
    secret = token.give_secret()
    token.save()
    return token, secret


@audited
def revoke_token(token_id: int, *, by: Any) -> None:
    """End a token, for good."""
    token = ApiToken.objects.get(pk=token_id)
    if token.user_id != by.pk and not by.is_superuser:
        raise PermissionDenied(_("This token is somebody else's."))
    ApiToken.objects.filter(pk=token_id, revoked_at__isnull=True).update(revoked_at=timezone.now())


@audited
def revoke_tokens(user: Any, *, by: Any) -> int:
    """End all tokens of a user; return how many worked until then. Raises PermissionDenied."""
    if user.pk != by.pk and not by.is_superuser:
        raise PermissionDenied(_("These tokens are somebody else's."))
    working = ApiToken.objects.filter(user=user, revoked_at__isnull=True)
    count: int = working.update(revoked_at=timezone.now())
    log.info("tokens ended: %d of %r by %r", count, user.get_username(), by.get_username())
    return count


def note_use(secret: str) -> ApiToken | None:
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


@audited
def set_password(password: str, *, by: Any, where: str, end_tokens: bool = False) -> None:
    """Set a user's own password, and end all their sessions. Their second factor stays, and their API tokens unless
    ``end_tokens``. Raises ValidationError for a password that is refused."""
    validate_password(password, by)
    by.set_password(password)
    by.save(update_fields=["password"])
    for shown in sessions.of(by):
        shown.session.delete()
    if end_tokens:
        revoke_tokens(by, by=by)
    log.warning("password set: %r %s", by.get_username(), where)


@audited
def set_password_by_link(uid: str, token: str, password: str) -> None:
    """Set the password of the user whose link it is. Raises PermissionDenied where it does not count any more, and
    ValidationError for a password that is refused."""
    named = passwords.user_of(uid, token)
    user = User.objects.select_for_update().filter(pk=named.pk).first() if named is not None else None
    # looked at again: of two who use one link in the same moment, the second is late
    if user is None or passwords.user_of(uid, token) != user:
        raise PermissionDenied(_("This link no longer works. Ask for a new one."))
    set_password(password, by=user, where="by a link", end_tokens=True)


@audited
def hand_password_link(user: User, *, by: Any) -> str:
    """Return the path of a link by which a user sets a new password; whoever makes it hands it over. Raises
    PermissionDenied."""
    require_installation(by, _("Only an organiser of this installation can do this."))
    log.warning("password link made: for %r by %r", user.get_username(), by.get_username())
    return passwords.path_of(user, passwords.HANDED)


@audited
def send_password_links(name: str, language: str) -> None:
    """Send a link to everybody of that user name or e-mail address who may log in with a password. Nobody is told
    whether there was such a person, nor does the time tell: where there is none, the same is done and undone."""
    wanted = Q(username__iexact=name) | Q(email__iexact=name)
    people = User.objects.filter(wanted, is_active=True, is_staff=True, is_temporary=False).exclude(email="")
    found = [user for user in people.order_by("pk")[:MOST_ACCOUNTS] if user.has_usable_password()]
    for user in found or [User(pk=0, username="nobody", email="nobody@example.org")]:
        with suppress(_Undone), transaction.atomic():
            _send_link(user, language)
            if user not in found:
                raise _Undone
    # asked for besides the mail, which may be undone: whoever is meant, a worker is sent for
    mails.send_on_commit()


class _Undone(Exception):
    """Nothing of it is kept."""


def _send_link(user: User, language: str) -> None:
    path = passwords.path_of(user, passwords.MAILED)
    mails.send_later(Kind.PASSWORD, user.email, user.language or language, username=user.get_username(), path=path)
    log.info("password link asked for: %r", user.get_username())


@audited
def choose_language(language: str, *, by: Any) -> None:
    """Keep the language of a user's desk, for all their devices; empty: each browser's own. Raises Refused."""
    if language and language not in dict(settings.LANGUAGES):
        raise Refused(_("The site does not know this language."))
    User.objects.filter(pk=by.pk).update(language=language)


@audited
def end_others(*, by: Any, but: str) -> int:
    """End all of a person's own sessions except the one with this key; return how many were ended."""
    keys = [shown.session for shown in sessions.of(by) if shown.session.session_key != but]
    for session in keys:
        session.delete()
    log.info("sessions ended: %d of %r by themselves", len(keys), by.get_username())
    return len(keys)


@audited
def end_all(user: Any, *, by: Any) -> int:
    """End every session of a user, but revoke no token; return how many were ended. Raises PermissionDenied."""
    require_installation(by, _("Only an organiser of this installation can log others out."))
    keys = [shown.session for shown in sessions.of(user)]
    for session in keys:
        session.delete()
    log.info("sessions ended: %d of %r by %r", len(keys), user.get_username(), by.get_username())
    return len(keys)


def user_of_identity(identity: Identity) -> User | None:
    """Return the user whose account at the provider this is; None where there is none, or they may not log in. The
    e-mail address is not looked at: a provider may let people write in whatever they like."""
    known = ProviderAccount.objects.filter(issuer=identity.issuer, subject=identity.subject)
    account = known.select_related("user").first()
    if account is None or not account.user.is_active:
        return None
    known.update(used_at=timezone.now())
    return account.user


def is_known_identity(identity: Identity) -> bool:
    """Return whether an account at the provider is anybody's here, also of somebody who may not log in."""
    return ProviderAccount.objects.filter(issuer=identity.issuer, subject=identity.subject).exists()


@audited
def link_identity(identity: Identity, *, by: Any) -> None:
    """Link an account at the provider to the user who proved both. Raises Refused where it is somebody else's."""
    account, made = ProviderAccount.objects.get_or_create(
        issuer=identity.issuer, subject=identity.subject, defaults={"user": by}
    )
    if account.user_id != by.pk:
        raise Refused(_("This account is already linked to another user here."))
    if made:
        log.info("provider account linked: %r", by.get_username())


@audited
def unlink_identity(account_id: int, *, by: Any) -> None:
    """Let an own account at the provider go. Raises Refused where it is the only way in."""
    if not by.has_usable_password() and by.provider_accounts.count() < 2:
        raise Refused(_("This is your only way to log in. Ask an organiser for a link to set a password first."))
    ProviderAccount.objects.filter(pk=account_id, user=by).delete()
    log.info("provider account let go: %r", by.get_username())


@audited
def make_user_of_identity(identity: Identity, *, by: Any) -> User:
    """Make a user, who may do nothing yet, of somebody whom the provider vouches for (``by``: nobody yet)."""
    name = identity.name or _("New user")
    username = f"{slugify(name)[:40] or 'user'}-{get_random_string(6).lower()}"
    user = User(username=username, first_name=name, email=identity.email, is_staff=True)
    user.set_unusable_password()
    user.save()
    ProviderAccount.objects.create(user=user, issuer=identity.issuer, subject=identity.subject)
    log.info("user made by provider: %r", username)
    return user


@audited
def begin_app(*, by: Any) -> TOTPDevice:
    """Make the secret that an app is to keep. It counts when a code of it was given."""
    TOTPDevice.objects.filter(user=by, confirmed=False).delete()
    return TOTPDevice.objects.create(user=by, name="app", confirmed=False)


@audited
def confirm_app(code: str, *, by: Any, session_key: str) -> list[str]:
    """Take the app whose code this is, in the place of an earlier one; recovery codes, where there were none. Raises
    Refused for a wrong code."""
    device = TOTPDevice.objects.select_for_update().filter(user=by, confirmed=False).first()
    if device is None or not device.verify_token("".join(code.split())):
        raise Refused(
            _(
                "This is not the app's current code. Check that both devices show the same time, then enter the "
                "next code."
            )
        )
    TOTPDevice.objects.filter(user=by, confirmed=True).delete()
    device.confirmed = True
    device.save(update_fields=["confirmed"])
    log.info("second factor set up: an app of %r", by.get_username())
    return _begun(by, session_key)


@audited
def add_passkey(key: Passkey, name: str, *, by: Any, session_key: str) -> list[str]:
    """Keep a passkey that a browser made; recovery codes, where there were none. Raises Refused for too many."""
    if Passkey.objects.filter(user=by).count() >= MOST_PASSKEYS:
        raise Refused(_("You have %(most)d passkeys. Remove one first.") % {"most": MOST_PASSKEYS})
    key.name = name.strip()[:60] or key.host
    key.save()
    log.info("second factor set up: a passkey of %r at %s", by.get_username(), key.host)
    return _begun(by, session_key)


def _begun(by: Any, session_key: str) -> list[str]:
    """End the sessions that began without a second factor. Return new recovery codes if the user has none."""
    end_others(by=by, but=session_key)
    return [] if RecoveryCode.objects.filter(user=by, used_at=None).exists() else make_codes(by=by)


@audited
def make_codes(*, by: Any) -> list[str]:
    """Make new recovery codes in the place of all earlier ones. They are told once: only their hashes are kept."""
    if not second_factor.has_one(by):
        raise Refused(_("Set up an app or a passkey first."))
    RecoveryCode.objects.filter(user=by).delete()
    codes = [second_factor.new_code() for _number in range(second_factor.CODES)]
    RecoveryCode.objects.bulk_create([RecoveryCode(user=by, digest=second_factor.digest_of(code)) for code in codes])
    log.info("recovery codes made: %r", by.get_username())
    return codes


@audited
def remove_app(*, by: Any) -> None:
    """Give the app up. Raises Refused where one is required and no passkey is left."""
    _refuse_last(Passkey.objects.filter(user=by).exists())
    TOTPDevice.objects.filter(user=by).delete()
    _ended(by, "an app")


@audited
def remove_passkey(passkey_id: int, *, by: Any) -> None:
    """Give a passkey up. Raises Refused where one is required and nothing else is left."""
    others = Passkey.objects.filter(user=by).exclude(pk=passkey_id).exists()
    _refuse_last(others or second_factor.app_of(by) is not None)
    Passkey.objects.filter(user=by, pk=passkey_id).delete()
    _ended(by, "a passkey")


@audited
def reset_second_factor(user: Any, *, by: Any) -> None:
    """Take the second factor from somebody who lost theirs, and end their sessions. Raises PermissionDenied."""
    require_installation(by, _("Only an organiser of this installation can reset a second factor."))
    _clear(user)
    end_all(user, by=by)
    log.warning("second factor reset: of %r by %r", user.get_username(), by.get_username())


def _refuse_last(left: bool) -> None:
    if settings.SECOND_FACTOR_REQUIRED and not left:
        raise Refused(_("A second factor is required here. Set up another one first."))


def _ended(by: Any, what: str) -> None:
    log.warning("second factor removed: %s of %r", what, by.get_username())
    if not second_factor.has_one(by):
        RecoveryCode.objects.filter(user=by).delete()


def _clear(user: Any) -> None:
    TOTPDevice.objects.filter(user=user).delete()
    Passkey.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()
