"""The one place where a command says who acts: in a named person's name, from the command line; and for which club."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import transaction

from tournaments.domain import logbook
from tournaments.domain.access import clubs_of, may_create
from tournaments.models import Club, User
from tournaments.selectors import clubs

DOOR = "command"


def person(username: str) -> User:
    """Return the user of a name. Raises CommandError where nobody (active) has it."""
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        raise CommandError(f"There is no user {username!r}. Name one with --as.")
    return user


def club_named(slug: str, by: User) -> Club | None:
    """Return the club that ``--club`` names; None where there is only one to think of. Raises CommandError where the
    user organises several and names none, and Refused for an address that no club has."""
    club = clubs.named(slug)
    if club is None and may_create(by):
        mine = list(clubs_of(by))
        if len(mine) > 1:
            addresses = ", ".join(club.slug for club in mine)
            raise CommandError(f"You organise several clubs. Name one of them with --club: {addresses}.")
    return club


@contextmanager
def acting(user: User) -> Iterator[None]:
    """Open a transaction, and log everything written in it as done by ``user`` from the command line."""
    with logbook.acting(user, door=DOOR), transaction.atomic():
        yield
