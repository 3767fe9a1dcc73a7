"""The one place where a command says who acts: in a named person's name, from the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import transaction

from tournaments.domain import logbook
from tournaments.models import User

DOOR = "command"


def person(username: str) -> User:
    """Return the user of a name. Raises CommandError where nobody (active) has it."""
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        raise CommandError(f"There is no user {username!r}. Name one with --as.")
    return user


@contextmanager
def acting(user: User) -> Iterator[None]:
    """Open a transaction, and log everything written in it as done by ``user`` from the command line."""
    with logbook.acting(user, door=DOOR), transaction.atomic():
        yield
