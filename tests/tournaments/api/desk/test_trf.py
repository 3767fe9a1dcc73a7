"""Report files of two-player events come in and go out by a program, as they do at the site."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import make
from tests.tournaments.api.programs import API, Program
from tournaments.api.desk.exports import A_FILE
from tournaments.models import KeptAnswer, Player, Tournament
from tournaments.services.events import trf

pytestmark = pytest.mark.django_db
SWISS = Path(__file__).parents[3] / "scoring" / "data" / "trf" / "tec-swiss.trf"
BRING = "/trf/?game=quarto"


def taken(program: Program, slug: str, query: str = "") -> Any:
    bearer = {"authorization": f"Bearer {program.secret}", "accept": "text/plain"}
    return Client().get(f"{API}/tournaments/{slug}/trf/{query}", headers=bearer)


def test_a_file_comes_in_once_and_goes_out_as_the_desk_gives_it(program: Program, boss: Any) -> None:
    for _time in (1, 2):
        made = program("POST", BRING, SWISS.read_bytes(), **{"Idempotency-Key": "swiss"})
        assert made.status_code == 201, made.said
    assert made["Location"].endswith(f"/tournaments/{made.said['slug']}/")
    assert (made.said["published"], made.said["pairing"]["system"]) == (False, "swiss")
    club = Tournament.objects.get()
    assert KeptAnswer.objects.count() == 1 and club.entries.count() == 16
    for query, version in (("", "trf26"), ("?version=trf16", "trf16")):
        out = taken(program, club.slug, query)
        assert out["Content-Type"] == "text/plain; charset=utf-8" and version in out["Content-Disposition"]
        assert out.content == trf.export_report(club, by=boss, version=version)
    berger = program("POST", f"{BRING}&system=berger", SWISS.read_bytes())
    assert berger.said["pairing"]["system"] == "berger"


def test_the_example_of_the_schema_is_a_file(program: Program) -> None:
    assert program("POST", BRING, A_FILE.encode()).status_code == 201
    assert set(Player.objects.values_list("name", flat=True)) == {"Anna", "Bert"}


def test_what_is_wrong_is_told_with_its_place_and_nothing_is_made(program: Program) -> None:
    bad = SWISS.read_bytes().replace(b"0009 w 1", b"0009 w ?", 1)
    answer = program("POST", BRING, bad, **{"Idempotency-Key": "bad"})
    assert (answer.status_code, answer["Content-Type"]) == (422, "application/problem+json")
    assert (answer.said["code"], answer.said["line"], answer.said["column"]) == ("refused", 5, 99)
    assert answer.said["detail"].startswith("Line 5, column 99: ")
    assert answer.said["notice"]["code"] == "at-line-and-column"
    assert answer.said["notice"]["params"]["why"]["code"] == "report-no-result"
    assert not Tournament.objects.exists() and not Player.objects.exists()
    fixed = program("POST", BRING, SWISS.read_bytes(), **{"Idempotency-Key": "bad"})
    assert fixed.said["code"] == "idempotency_key_reused" and not Tournament.objects.exists()


@pytest.mark.parametrize("query", ["", "?game=quatro-chess", "?game=quarto&system=tables"])
def test_a_choice_that_there_is_not_is_an_invalid_request(program: Program, query: str) -> None:
    assert program("POST", f"/trf/{query}", SWISS.read_bytes()).said["code"] == "invalid"


def test_what_is_too_large_is_not_read(program: Program) -> None:
    assert program("POST", BRING, b"#" * (4 * 1024 * 1024 + 1)).status_code == 413


def test_only_an_organiser_of_the_installation_brings_in_and_only_who_works_there_takes_out(boss: Any) -> None:
    club = make.duel(4, slug="club")
    for kept_out in (Program(make.arbiter(club, "organiser")), Program(boss, "arbitrate")):
        assert kept_out("POST", BRING, SWISS.read_bytes()).status_code == 403
    assert Tournament.objects.count() == 1
    assert taken(Program(make.arbiter(club, "helper")), "club").status_code == 200
    assert taken(Program(make.arbiter()), "club").status_code == 403
    make.tournament(8, slug="four")
    assert "tables of two" in json.loads(taken(Program(boss), "four").content)["detail"]
    assert taken(Program(boss), "club", "?version=trf06").status_code == 400


def test_years_of_birth_go_out_to_who_changes_players_only() -> None:
    club = make.duel(4, slug="club")
    Player.objects.update(birth_year=1998)
    for role, told in (("chief", True), ("arbiter", False)):
        assert (b"1998/00/00" in taken(Program(make.arbiter(club, role)), "club").content) is told
