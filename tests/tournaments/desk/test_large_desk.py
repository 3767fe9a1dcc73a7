"""The desk of two hundred tables: how long its pages and actions take, and what they ask of the database."""

from __future__ import annotations

import threading

import pytest

from config.warmup import settle
from tests.support.pace import slowness
from tests.tournaments.walk import Hall
from tournaments.models import Result

pytestmark = pytest.mark.django_db

PAGES = {
    "desk with a draft",
    "review",
    "review: what each place would cost",
    "desk with a round under way",
    "a result and the desk after it",
    "players",
    "check-in",
    "penalties",
    "log",
    "settings and players",
}
COMPARED = {"a correction: what it changes", "a penalty: what it changes"}
"""Answers for which the standings of eight hundred players are computed twice."""
QUERIES = {"a result": 12, "check-in by number": 16, "a late entry": 24, "closed": 12, "published": 14}
MOST_QUERIES = 42


def test_every_page_and_action_is_quick_and_asks_as_much_whatever_the_size(boss):
    settle()  # as a process that serves; the tests before have filled this one's memory
    before = slowness()
    hall = Hall(200, boss)
    settle()  # what filled the database is no part of what serves
    large = {one.name: one for one in hall.walk()}
    pace = max(before, slowness())
    small = {one.name: one for one in Hall(20, boss, turns=1).walk()}
    assert Result.objects.filter(table__round=hall.round, is_current=True).count() == 200
    slow = {
        name: f"{one.ms:.0f} ms"
        for name, one in large.items()
        if one.ms > pace * (1000 if name in PAGES else 400 if name in COMPARED else 200)
    }
    assert not slow, (pace, [thread.name for thread in threading.enumerate()])
    assert not {name: one.queries for name, one in large.items() if one.queries > small[name].queries}
    many = {name: one.queries for name, one in large.items() if one.queries > QUERIES.get(name, MOST_QUERIES)}
    assert not many
