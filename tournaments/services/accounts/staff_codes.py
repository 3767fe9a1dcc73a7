"""The staff of an evening: codes are made, scanned and ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from tournaments.accounts import staff_codes
from tournaments.accounts.signin import log
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.locks import hold_giver, lock, locked_tournament, require_giver
from tournaments.domain.logbook import audited
from tournaments.models import Appointment, StaffCode, User
from tournaments.text import is_visible

ROLES = (Appointment.Role.HELPER, Appointment.Role.JUDGE, Appointment.Role.ARBITER)
"""What somebody without an account may be. Whoever decides, or appoints others, has one."""

MOST = 200
LONGEST = timedelta(days=31)


@audited
def make(
    tournament_id: int, name: str, role: str, *, by: Any, until: datetime, tables: Sequence[int] = ()
) -> StaffCode:
    """Make a code by which somebody works at a tournament without an account. Raises Refused."""
    tournament = locked_tournament(tournament_id, by, Action.EDIT)
    require_giver(by, tournament=tournament)
    name = " ".join(name.split())
    if role not in ROLES:
        raise Refused(_("By code somebody is a helper, a table judge or an arbiter. For other roles invite them."))
    if not name or len(name) > 60 or not is_visible(name):
        raise Refused(_("Enter the person's name, of at most 60 characters."))
    if not timezone.now() < until <= timezone.now() + LONGEST:
        raise Refused(_("Choose an end in the future, at most 31 days from now."))
    if role == Appointment.Role.JUDGE and not tables:
        raise Refused(_("Enter the tables of the table judge, such as 1-3, 7."))
    working = StaffCode.objects.filter(tournament=tournament, ended_at=None).select_related("user")
    if any(code.user.first_name.casefold() == name.casefold() for code in working):
        raise Refused(_("%(name)s has a code already. End it first, or use another name.") % {"name": name})
    if len(working) >= MOST:
        raise Refused(_("There are %(most)d codes. End some of them first.") % {"most": MOST})
    user = User(username=f"code-{get_random_string(12).lower()}", first_name=name, is_staff=True, is_temporary=True)
    user.set_unusable_password()
    user.save()
    kept = sorted({*tables}) if role == Appointment.Role.JUDGE else []
    Appointment.objects.create(tournament=tournament, user=user, role=role, tables=kept)
    return StaffCode.objects.create(tournament=tournament, user=user, until=until, made_by=by)


@audited
def scan(code_id: int, *, by: Any, browser: str) -> StaffCode:
    """Let a phone in by a code, in the place of an earlier one. Raises Refused for a code that has ended."""
    to = StaffCode.objects.values_list("tournament_id", "made_by_id").get(pk=code_id)
    giver = hold_giver(to[1], tournament=lock(to[0]))
    code = StaffCode.objects.select_related("user").get(pk=code_id)
    if giver is None or not code.works:
        raise Refused(_("This code has ended. Ask at the desk for a new one."))
    code.scans, code.scanned_at, code.browser = code.scans + 1, timezone.now(), browser[:200]
    code.save(update_fields=["scans", "scanned_at", "browser"])
    return code


@audited
def end(code_id: int, *, by: Any) -> None:
    """End a code, and with it the session of its phone. One that has ended stays so."""
    tournament_id = StaffCode.objects.values_list("tournament_id", flat=True).get(pk=code_id)
    locked_tournament(tournament_id, by, Action.EDIT)
    end_now(StaffCode.objects.select_related("user").get(pk=code_id))


def end_expired() -> None:
    """End the codes whose time has come: the program does so by itself, at midnight as a rule."""
    for code_id, tournament_id in staff_codes.expired().values_list("pk", "tournament_id"):
        _end_when_locked(code_id, tournament_id)


@audited
def _end_when_locked(code_id: int, tournament_id: int) -> None:
    lock(tournament_id)
    end_now(StaffCode.objects.select_related("user").get(pk=code_id))


def end_now(code: StaffCode) -> None:
    """End a code; its tournament or its giver is locked."""
    if code.ended_at is not None:
        return
    code.ended_at = timezone.now()
    code.save(update_fields=["ended_at"])
    code.user.is_active = False
    code.user.save(update_fields=["is_active"])
    Appointment.objects.filter(user=code.user).delete()
    log.info("staff code ended: %r", code.user.get_username())
