"""The one place where a command says who acts: in a named person's name, from the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import connection, transaction

from tournaments.models import User

CHANNEL = "command line"


def person(username: str) -> User:
    """The user of a name. Raises CommandError where nobody (active) has it."""
    found = User.objects.filter(username=username, is_active=True).first()
    if found is None:
        raise CommandError(f"Nobody signs in as {username!r}. Name a user with --as.")
    return found


@contextmanager
def acting(user: User) -> Iterator[None]:
    """A transaction in which everything that is written is ``user``'s, done from the command line.

    What records changes reads it from the settings of the transaction: ``viertal.actor`` (the user's id) and
    ``viertal.channel``.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('viertal.actor', %s, true)", [str(user.pk)])
            cursor.execute("SELECT set_config('viertal.channel', %s, true)", [CHANNEL])
        yield
