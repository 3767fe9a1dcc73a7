"""The demonstration town: built part by part, told apart, and gone with one click."""

from __future__ import annotations

import time

import pytest
from django.db import connection

from tests.tournaments import make
from tournaments import demo
from tournaments.demo.town import PARTS, build_next
from tournaments.models import Tournament
from tournaments.services import demonstration

pytestmark = pytest.mark.django_db


def test_it(django_assert_max_num_queries):
    boss = make.organiser()
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('tournaments_tournament_id_seq', 1, false)")
    t = time.time()
    demo.load(by=boss)
    print("load", time.time() - t)
    for p in PARTS:
        t = time.time()
        build_next()
        print(time.time() - t)
    for e in Tournament.objects.all():
        print(e, e.state, e.entries.count(), e.rounds.count())
    t = time.time()
    print(demonstration.remove(by=boss), time.time() - t)
