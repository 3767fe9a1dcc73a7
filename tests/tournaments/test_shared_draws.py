"""Points for a drawn game of Quatro Chess: half of the winner's from now on; events made before share (QC 6.3)."""

from __future__ import annotations

import json
from importlib import import_module

import pytest
from django.apps import apps

from tests.tournaments import make
from tournaments.domain.setup import options_of
from tournaments.models import GameRecord, Tournament

pytestmark = pytest.mark.django_db

migration = import_module("tournaments.migrations.0048_shared_draws")


def record(**options):
    return json.dumps({"game": "quatro-chess", "options": options, "seats": [None] * 4, "setup": {}, "moves": []})


def test_a_new_event_gives_half_of_the_winners_points():
    assert options_of(make.tournament(4))["draw_points"] == "half"


def test_what_was_made_before_shares_and_says_so():
    planned, begun = make.tournament(4), make.tournament(4, options={"teams": None})
    Tournament.objects.filter(pk=begun.pk).update(state="running")
    chosen = make.tournament(4, options={"draw_points": "half"})
    other = make.duel(4)
    migration.keep_shares(apps, None)
    assert dict(Tournament.objects.values_list("pk", "options")) == {
        planned.pk: {"draw_points": "share"},
        begun.pk: {"teams": None, "draw_points": "share"},
        chosen.pk: {"draw_points": "half"},
        other.pk: other.options,
    }
    assert options_of(Tournament.objects.get(pk=planned.pk))["draw_points"] == "share"


def test_records_handed_in_before_mean_what_they_meant():
    boss = make.organiser()
    evening = make.tournament(4)
    table = make.published(evening, boss).tables.get()
    texts = [record(), record(draw_points="half"), "no record", "[" * 50_000, '{"game": "quarto", "options": {}}']
    kept = [GameRecord.objects.create(table=table, text=text).pk for text in texts]
    migration.keep_shares(apps, None)
    now = dict(GameRecord.objects.values_list("pk", "text"))
    assert json.loads(now[kept[0]]) == json.loads(record(draw_points="share"))
    assert [now[pk] for pk in kept[1:]] == texts[1:]
