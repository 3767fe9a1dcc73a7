"""Passwords: set anew by whoever forgot theirs."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.password_validation import validate_password

from tournaments.accounts import sessions
from tournaments.accounts.signin import log
from tournaments.domain.logbook import audited


@audited
def set_own(password: str, *, by: Any, where: str) -> None:
    """Set a user's own password, and end all their sessions. Their API tokens and their second factor stay. Raises
    ValidationError for a password that is refused."""
    validate_password(password, by)
    by.set_password(password)
    by.save(update_fields=["password"])
    for shown in sessions.of(by):
        shown.session.delete()
    log.warning("password set: %r %s", by.get_username(), where)
