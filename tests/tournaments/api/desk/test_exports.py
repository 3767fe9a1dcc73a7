"""Lists and documents in and out, tournaments from a preset and finals, by a program."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournaments import make
from tests.tournaments.api.programs import API, Program
from tournaments.jobs.standings import compute_standings
from tournaments.models import PrintJob, Result, Team, Tournament

pytestmark = pytest.mark.django_db
CLUB = "/tournaments/club"


def test_results_come_in_as_a_list_and_go_out_as_one(program: Program, club: Tournament) -> None:
    sent = program("POST", f"{CLUB}/lists/results/", b"Round;Table;Points 1;Points 2\n1;1;1;0\n1;2;1/2;1/2\n")
    assert sent.status_code == 201 and sent.said["counts"]["new"] == 2, sent.said
    one = f"{CLUB}/lists/results/{sent.said['id']}/"
    assert program("GET", one).said == sent.said and sent["Location"].endswith(one)
    stale = program("POST", one, {"stamp": "another"})
    assert stale.status_code == 422 and not Result.objects.exists()
    assert program("POST", one, {"stamp": sent.said["stamp"]}).status_code == 200
    assert Result.objects.count() == 2
    assert program("POST", one, {}).status_code == 422  # it is kept, and was imported
    out = Client().get(
        f"{API}{CLUB}/lists/results.csv", headers={"authorization": f"Bearer {program.secret}", "accept": "text/csv"}
    )
    assert out.status_code == 200 and out["Content-Type"].startswith("text/csv") and out.content.count(b"\n") == 3
    compute_standings(club.pk)
    sheet = Client().get(f"{API}{CLUB}/lists/standings.xlsx", headers={"authorization": f"Bearer {program.secret}"})
    assert sheet.content.startswith(b"PK")
    assert program("POST", f"{CLUB}/lists/players/", b"Name\nA\n").status_code == 404
    refused = program("POST", f"{CLUB}/lists/teams/", b"\xff\xfe\x00")
    assert (refused.status_code, refused.said["code"]) == (422, "refused")


def test_lists_ask_for_the_same_rights_as_at_the_desk(club: Tournament) -> None:
    helper, judge = (Program(make.arbiter(club, role)) for role in ("helper", "judge"))
    arbiter = Program(make.arbiter(club))
    for path, who in (("results.csv", helper), ("players.csv", None), ("teams.csv", helper)):
        for program in (helper, judge):
            answer = Client().get(f"{API}{CLUB}/lists/{path}", headers={"authorization": f"Bearer {program.secret}"})
            assert answer.status_code == (200 if program is who else 403), (path, program is helper)
    assert arbiter("POST", f"{CLUB}/lists/teams/", b"Team\nA\n").status_code == 403
    assert arbiter("POST", f"{CLUB}/lists/results/", b"Round;Table;Points 1;Points 2\n1;1;1;0\n").status_code == 201


def test_a_document_is_made_and_fetched_by_who_asked(program: Program, club: Tournament) -> None:
    asked = program("POST", f"{CLUB}/prints/", {"what": "by-table", "round": 1})
    assert (asked.status_code, asked.said["state"]) == (202, "done"), asked.said
    bearer = {"authorization": f"Bearer {program.secret}", "accept": "application/pdf"}
    pdf = Client().get(asked.said["file"].removeprefix("http://testserver"), headers=bearer)
    assert pdf["Content-Type"] == "application/pdf" and pdf.content.startswith(b"%PDF")
    assert program("GET", f"{CLUB}/prints/").said["results"] == [asked.said]
    other = Program(make.arbiter(club))
    assert other("GET", f"{CLUB}/prints/{asked.said['id']}/").status_code == 404
    assert other("POST", f"{CLUB}/prints/", {"what": "report"}).status_code == 403
    failed = program("POST", f"{CLUB}/prints/", {"what": "by-table", "round": 3})
    assert failed.said["state"] == "failed" and failed.said["problem"]
    for bad in ({}, {"what": "x"}, {"what": "cards", "paper": "b5"}, {"what": "cards", "language": "xx"}):
        assert program("POST", f"{CLUB}/prints/", bad).status_code == 400, bad
    PrintJob.objects.update(state="waiting", content=None)
    cancelled = program("DELETE", f"{CLUB}/prints/{asked.said['id']}/").said
    assert (cancelled["state"], cancelled["file"]) == ("cancelled", None)


def test_tournaments_are_made_from_a_card(program: Program, boss: Any) -> None:
    cards = Client().get(f"{API}/presets/").json()["results"]
    assert {card["key"] for card in cards} >= {"club-evening", "season", "groups-finals", "double-team"}
    one = program("POST", "/presets/club-evening/", {"name": "Friday", "game": "quarto", "rounds": 3})
    assert one.status_code == 201, one.said
    (made,) = one.said["results"]
    assert (made["slug"], made["game"], made["pairing"]["system"]) == ("friday", "quarto", "berger")
    season = program("POST", "/presets/season/", {"name": "Autumn", "count": 3, "starts": "2026-11-27"}).said
    assert [one["starts"] for one in season["results"]] == ["2026-11-27", "2026-12-04", "2026-12-11"]
    program("POST", "/presets/double-team/", {"name": "Challenge", "teams": ["Red", "Blue"]})
    assert set(Team.objects.values_list("name", flat=True)) == {"Red", "Blue"}
    for bad in (
        {"name": "X", "game": "nothing"},
        {"name": "X", "teams": ["A"]},
        {"name": "X", "starts": "9999-12-30", "count": 3},
    ):
        assert program("POST", "/presets/season/", bad).status_code == 422, bad
    assert program("POST", "/presets/none/", {"name": "X"}).status_code == 422
    for user, scope in ((make.arbiter(), "organise"), (boss, "arbitrate")):
        kept_out = Program(user, scope)
        assert kept_out("POST", "/presets/season/", {"name": "X"}).status_code == 403


def test_finals_are_made_of_finished_groups(program: Program, boss: Any) -> None:
    for slug in ("group-a", "group-b"):
        group = make.duel(2, slug=slug, rounds_planned=1)
        make.play(make.published(group, boss), boss, ("1", "0"))
        program("POST", f"/tournaments/{slug}/rounds/1/close/", {})
        compute_standings(group.pk)
    asked = {"name": "Finals", "groups": ["group-a", "group-b"], "each": 1}
    final = program("POST", "/finals/", asked)
    assert final.status_code == 201 and final.said["pairing"]["system"] == "knockout", final.said
    assert Tournament.objects.get(slug="finals").entries.count() == 2
    strange = program("POST", "/finals/", asked | {"groups": ["group-a", "nowhere"]})
    assert strange.status_code == 422 and "nowhere" in strange.said["detail"]
    assert Program(boss, "arbitrate")("POST", "/finals/", asked).status_code == 403
