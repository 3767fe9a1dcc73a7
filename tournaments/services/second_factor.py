"""Setting a second factor up, giving it up, and taking it from somebody who lost theirs."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournaments.accounts import second_factor
from tournaments.accounts.signin import log
from tournaments.domain.access import require_installation
from tournaments.domain.errors import Refused
from tournaments.domain.logbook import audited
from tournaments.models import Passkey, RecoveryCode
from tournaments.services import accounts

MOST_PASSKEYS = 20


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
    accounts.end_others(by=by, but=session_key)
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
def reset(user: Any, *, by: Any) -> None:
    """Take the second factor from somebody who lost theirs, and end their sessions. Raises PermissionDenied."""
    require_installation(by, _("Only an organiser of this installation can reset a second factor."))
    _clear(user)
    accounts.end_all(user, by=by)
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
