"""The one place where a command says who acts: in a named person's name, from the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management.base import CommandError
from django.db import connection, transaction

from tournaments.models import User

DOOR = "command"


def person(username: str) -> User:
    """The user of a name. Raises CommandError where nobody (active) has it."""
    found = User.objects.filter(username=username, is_active=True).first()
    if found is None:
        raise CommandError(f"Nobody signs in as {username!r}. Name a user with --as.")
    return found


@contextmanager
def acting(user: User) -> Iterator[None]:
    """A transaction in which everything that is written is ``user``'s, done from the command line.

    What records changes reads it from the transaction's setting ``viertal.actor``.
    """
    said = {"id": user.pk, "name": str(user), "super": user.is_superuser, "door": DOOR}
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('viertal.actor', %s, true)", [json.dumps(said)])
        yield
