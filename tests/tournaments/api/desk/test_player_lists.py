"""A list of players by the API: columns assigned, lines left out, cells corrected."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournaments import make

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parents[2] / "data" / "lists"


def test_a_program_assigns_and_leaves_out(program):
    evening = make.tournament(0)
    address = f"/tournaments/{evening.slug}/player-lists/"
    sent = program("POST", address, (DATA / "2-cellen.xlsx").read_bytes())
    one = f"{address}{sent.json()['id']}/"
    chosen = program(
        "PATCH", one, {"columns": {"Club": ""}, "skip": [3], "cells": {"5": {"birth_year": "1999"}}}
    ).json()
    assert chosen["counts"]["new"] == 3 and {"heading": "Club", "meaning": ""} in chosen["columns"]
    assert program("PATCH", one, {"columns": {"Elo": "rating"}}).status_code == 422
    assert program("PATCH", one, {"cells": {"x": {}}}).status_code in (400, 422)
    done = program("POST", one, {"stamp": chosen["stamp"]}).json()
    assert done["state"] == "done" and sorted(evening.entries.values_list("player__name", flat=True)) == [
        "Jan de Vries",
        "Piet Jansen",
        "Piet Jansen",
    ]


def test_a_program_assigns_columns_and_corrects_cells_of_teams_and_results_too(program):
    event = make.duel(4)
    address = f"/tournaments/{event.slug}/lists/teams/"
    sent = program("POST", address, b"Wie;Kort\nRooks;A\n=1;B\nPawns;C\n").json()
    assert sent["heading_line"] == 0 and sent["columns"][0] == {"heading": "", "meaning": "team"}
    one = f"{address}{sent['id']}/"
    asked = {"heading": 1, "columns": {"Wie": "team", "Kort": "key"}, "skip": [4], "cells": {"3": {"team": "Bishops"}}}
    chosen = program("PATCH", one, asked).json()
    assert chosen["counts"]["new"] == 2 and chosen["lines"][2]["remarks"] == ["Left out by you."]
    assert program("PATCH", one, {"columns": {"Wie": "round"}}).status_code == 422
    assert program("PATCH", one, {"columns": {"Wie": "rating"}}).status_code == 400
    assert program("POST", one, {"stamp": chosen["stamp"], "rest": True}).json()["state"] == "done"
    assert list(event.teams.order_by("key").values_list("key", "name")) == [("A", "Rooks"), ("B", "Bishops")]
