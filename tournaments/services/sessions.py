"""Ending sessions: one's own in other browsers, and anybody's for an organiser of the installation."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from tournaments.accounts import sessions
from tournaments.accounts.signin import log
from tournaments.domain.access import require_installation
from tournaments.domain.logbook import audited


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
