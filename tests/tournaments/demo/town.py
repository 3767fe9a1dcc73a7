"""The demonstration town as a world: whole, or only its beginning."""

from __future__ import annotations

from django.db import connection

from tests.tournaments import make
from tournaments import demo
from tournaments.demo.town import build_next
from tournaments.models import User


def begun() -> User:
    """Load the demonstration as a first start does; its organiser."""
    boss = make.organiser()
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('tournaments_tournament_id_seq', 1, false)")
    demo.load(by=boss)
    return boss


def whole() -> User:
    """Build all of the town, as the worker does behind the first start; its organiser."""
    boss = begun()
    while build_next():
        pass
    # as autovacuum does it in time: without figures the database searches all tables for each row that is taken away
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return boss
