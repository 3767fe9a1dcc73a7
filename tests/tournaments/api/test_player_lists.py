"""A list of players by the API: columns assigned, lines left out, cells corrected."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournaments import make

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parents[1] / "data" / "lists"


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
