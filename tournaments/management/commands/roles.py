from __future__ import annotations

from itertools import groupby
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from tournaments.domain.access import (
    AT_OWN_TABLES,
    EVERYTHING,
    PLAYER_ACTIONS,
    PUBLIC_ACTIONS,
    ROLE_ACTIONS,
    Action,
)
from tournaments.models import Appointment

PAGE = "docs/roles.md"
HEAD = """# Who may do what

Made by `manage.py roles --write` from `tournaments/domain/access.py`, where it is decided for pages, admin, API and
live channel alike. Roles are given for each tournament (*Appointments* in its settings). An organiser of a club has
these rights at every tournament of that club, makes its tournaments and keeps its people; of other clubs they see what
is public. Only an organiser of the installation (a superuser) makes clubs and reads all logs. Players need no account:
what they do, they do by a personal link.

A helper, a table judge or an arbiter may also come in by a code of the page *Staff*: then they have their role's rights
at the desk of that one event, on one phone, until the code ends (at midnight, as a rule), and nothing else: no
settings, no tokens, not the API.

"""


def text() -> str:
    """Write the page from the code."""
    columns: dict[str, frozenset[Action]] = {
        "organiser of the installation": EVERYTHING,
        "organiser of the club": EVERYTHING,
    }
    with translation.override("en"):
        columns |= {str(Appointment.Role(role).label): allowed for role, allowed in ROLE_ACTIONS.items()}
        judge = str(Appointment.Role.JUDGE.label)
    columns |= {"player": PLAYER_ACTIONS, "public": PUBLIC_ACTIONS}
    cells = {
        role: tuple(
            "" if action not in allowed else "their tables" if role == judge and action in AT_OWN_TABLES else "yes"
            for action in Action
        )
        for role, allowed in columns.items()
    }
    # neighbours who may do the same share a column
    shared = {", ".join(roles): column for column, roles in groupby(cells, key=lambda role: cells[role])}
    lines = [f"| | {' | '.join(shared)} |", f"| --- |{' --- |' * len(shared)}"]
    for action, *row in zip(Action, *shared.values(), strict=True):
        lines.append(f"| {action.value} | {' | '.join(row)} |")
    return HEAD + "\n".join(lines) + "\n\nWhat is public is so only while the tournament is published.\n"


class Command(BaseCommand):
    help = "Print the table of roles and actions; --write puts it into docs/roles.md, --check compares."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help=f"write {PAGE}")
        parser.add_argument("--check", action="store_true", help=f"fail where {PAGE} is different")

    def handle(self, *args: Any, **options: Any) -> None:
        path = settings.BASE_DIR / PAGE
        if options["write"]:
            path.write_text(text(), encoding="utf-8")
        elif not options["check"]:
            self.stdout.write(text())
        elif not path.exists() or path.read_text(encoding="utf-8") != text():
            raise CommandError(f"{PAGE} differs from the code. Run `manage.py roles --write`.")
