"""Requests that replace something: they name by ``If-Match`` what their author saw, and overwrite nothing newer."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.tournaments import make
from tests.tournaments.api.desk.test_club_games import PODS
from tests.tournaments.api.programs import Program
from tests.tournaments.rounds.test_races import at_once
from tournaments.api.public.meta import openapi
from tournaments.models import Player, RatingList, Series, Tournament, User, Webhook

pytestmark = pytest.mark.django_db

T = "/tournaments/{slug}/"
BESIDES = {
    "check_in_put": "a yes or no of somebody who stands before the desk",
    "clock_put": "starts a clock anew, which everybody sees",
    "live_games_feature": "puts a table in front; another one steps back by itself",
    "lists_choose": "an upload of one's own, imported by the stamp of what was looked at",
    "player_lists_choose": "an upload of one's own, imported by the stamp of what was looked at",
    "proposals_decide": "decided once: another decision is refused",
    "ratings_add_tournament": "replaces nothing",
    "registrations_decide": "decided once: another decision is refused",
    "registrations_pay": "a yes or no of somebody who stands before the desk",
    "results_confirm": "names the version of the result",
    "results_decide": "names the version of the result",
    "results_put": "names the version of the result",
    "series_add_tournament": "replaces nothing",
    "teams_put": "one name, which is all that there is of a team",
    "tournaments_archive": "a step, which is undone by its own",
    "waiting_put": "a yes or no of somebody who stands before the desk",
}
"""The operations that need not say what was seen, and why."""


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    paths = json.loads(openapi())["paths"]
    return [(method, path, one) for path, methods in paths.items() for method, one in methods.items()]


def test_every_operation_that_replaces_something_asks_what_was_seen_or_says_why_not() -> None:
    replacing = {one["operationId"]: one for method, _path, one in operations() if method in ("put", "patch")}
    headers = {name: {parameter["name"] for parameter in one["parameters"]} for name, one in replacing.items()}
    asks = {name for name, one in replacing.items() if "If-Match" in headers[name] and "412" in one["responses"]}
    assert replacing.keys() - asks == BESIDES.keys()


def members_of(content: dict[str, Any]) -> set[str]:
    """The names of the members of a body, by its shape in the schema."""
    name = content["application/json"]["schema"]["$ref"].split("/")[-1]
    return {*json.loads(openapi())["components"]["schemas"][name]["properties"]}


BODIES: dict[str, tuple[str, str, dict[str, Any], dict[str, Any]]] = {
    "tournament": (f"{T}settings/", T, {"venue": "Leiden"}, {"venue": "Delft", "places": 12}),
    "prizes": (f"{T}prizes/winners/", f"{T}prizes/", {"lists": [{"prizes": [{"cents": 500}]}]}, {"lists": []}),
    "reports": (f"{T}reports/", f"{T}reports/", {"mode": "ask", "minutes": 5}, {"mode": "accept", "minutes": 7}),
    "registrations": (
        f"{T}registrations/settings/",
        f"{T}registrations/settings/",
        {"fee": "€ 5"},
        {"fee": "€ 6", "contact": "Anna"},
    ),
    "entry": (f"{T}entries/1/", f"{T}entries/1/", {"absent": [2]}, {"absent": [3]}),
    "table": (f"{T}entries/1/", f"{T}entries/1/fixed-table/", {"table": 1}, {"table": 2}),
    "person": (f"{T}entries/1/person/", f"{T}entries/1/person/", {"club": "Leiden"}, {"club": "Delft", "rating": 7}),
    "appointment": (
        f"{T}appointments/anna/",
        f"{T}appointments/anna/",
        {"role": "judge", "tables": [1]},
        {"role": "judge", "tables": [2]},
    ),
    "webhook": (f"{T}webhooks/HOOK/", f"{T}webhooks/HOOK/", {"active": False}, {"events": ["round.published"]}),
    "series": ("/series/cup/settings/", "/series/cup/", {"best": 3}, {"best": 4}),
    "season’s prizes": (
        "/series/cup/prizes/winners/",
        "/series/cup/prizes/",
        {"lists": [{"prizes": [{"cents": 500}]}]},
        {"lists": []},
    ),
    "ratings": ("/ratings/ladder/settings/", "/ratings/ladder/", {"name": "Ladder 1"}, {"name": "Ladder 2"}),
    "club game": (
        "/clubs/CLUB/games/pods/",
        "/clubs/CLUB/games/pods/",
        {"declaration": {**PODS, "minutes": 40}},
        {"declaration": {**PODS, "minutes": 50}},
    ),
}
"""Where it is read, where it is written, and two bodies that each change it."""


@pytest.fixture
def written(boss: Any, program: Program) -> Tournament:
    """An event with something of everything."""
    club = make.tournament(8, slug="club", rounds_planned=5)
    User.objects.create_user("anna", password="quite long 1", is_staff=True)
    program("PUT", "/tournaments/club/appointments/anna/", {"role": "arbiter"})
    Webhook.objects.create(tournament=club, url="https://club.example/a")
    Series.objects.create(name="Cup", slug="cup", club=club.club, published=True)
    RatingList.objects.create(name="Ladder", slug="ladder", club=club.club, published=True)
    assert program("PUT", f"/clubs/{club.club.slug}/games/pods/", {"declaration": PODS}).status_code == 200
    return club


def place(name: str, club: Tournament) -> tuple[str, str, str, dict[str, Any], dict[str, Any]]:
    read, write, one, other = BODIES[name]
    where = {"{slug}": "club", "HOOK": str(Webhook.objects.get().pk), "CLUB": club.club.slug}
    for gap, value in where.items():
        read, write = read.replace(gap, value), write.replace(gap, value)
    puts = name in ("prizes", "reports", "table", "appointment", "season’s prizes", "club game")
    return "PUT" if puts else "PATCH", read, write, one, other


def half(answer: Any) -> str:
    """The half of a tag that is of the values which a write can replace."""
    first, second = answer["ETag"].strip('"').split(".")
    assert first and second
    return str(first)


def test_a_page_that_is_asked_for_again_is_304_only_while_nothing_of_it_changed(
    written: Tournament, program: Program
) -> None:
    at = "/tournaments/club/entries/1/"
    seen = program("GET", at)["ETag"]
    assert program("GET", at, **{"if-none-match": seen}).status_code == 304
    Player.objects.filter(entries__tournament=written, entries__number=1).update(name="Anna")
    again = program("GET", at, **{"if-none-match": seen})
    assert again.status_code == 200 and again.said["name"] == "Anna"
    assert half(again) == half({"ETag": seen}), "a name is no value of this write"


def test_the_tag_of_a_compressed_answer_is_taken(written: Tournament, program: Program) -> None:
    tag = program("GET", "/tournaments/club/settings/")["ETag"]
    assert program("PATCH", "/tournaments/club/", {"venue": "Leiden"}, **{"if-match": f"W/{tag}"}).status_code == 200


def test_all_that_ask_are_tried_below() -> None:
    writing = [one for method, _path, one in operations() if method in ("put", "patch")]
    assert len(BODIES) == len(writing) - len(BESIDES)


@pytest.mark.parametrize("name", BODIES)
def test_newer_values_are_not_overwritten_by_who_did_not_see_them(
    name: str, written: Tournament, program: Program
) -> None:
    method, read, write, one, other = place(name, written)
    seen = program("GET", read)["ETag"]
    unseen = program(method, write, one, **{"if-match": ""})
    assert (unseen.status_code, unseen.said["code"]) == (428, "if_match_needed")
    first = program(method, write, one, **{"if-match": seen})
    assert first.status_code == 200, first.content
    assert half(first) == half(program("GET", read)) != half({"ETag": seen})
    late = program(method, write, other, **{"if-match": seen, "idempotency-key": "late"})
    assert (late.status_code, late.said["code"]) == (412, "changed_meanwhile")
    assert half(late) == half(first) == half(program("GET", read)), "nothing changed"
    shown = {key: value for key, value in first.said.items() if key in late.said["stored"]}
    assert late.said["stored"] == shown and shown, "what is there is shown"
    # who looked sends it again, with the same key
    again = program(method, write, other, **{"if-match": f'"other", {late["ETag"]}', "idempotency-key": "late"})
    assert again.status_code == 200 and half(again) != half(first)
    assert program(method, write, one, **{"if-match": "*"}).status_code == 200


def test_every_value_that_is_sent_is_a_value_that_is_read() -> None:
    """Else nobody would see that it changed."""
    no_value = {
        "entries_set_fixed_table": {"table"},  # is read as `fixed_table`
        "ratings_update": {"club"},  # stays as it is
        "reports_configure": {"new_links"},  # a step
        "series_update": {"club"},
        "tournaments_update": {"confirm"},  # an answer to a question
    }
    for method, _path, one in operations():
        if method in ("put", "patch") and one["operationId"] not in BESIDES:
            sent, answered = members_of(one["requestBody"]["content"]), members_of(one["responses"]["200"]["content"])
            assert sent - answered == no_value.get(one["operationId"], set()), one["operationId"]


def test_what_others_do_meanwhile_changes_no_settings(written: Tournament, boss: Any, program: Program) -> None:
    seen = program("GET", "/tournaments/club/settings/")["ETag"]
    round_ = make.published(written, boss)
    make.play(round_, boss)
    assert program("PATCH", "/tournaments/club/", {"venue": "Leiden"}, **{"if-match": seen}).status_code == 200


def test_who_may_not_change_it_is_not_told_what_is_there(written: Tournament) -> None:
    stranger = Program(make.arbiter())
    for name in BODIES:
        method, _read, write, one, _other = place(name, written)
        for seen in ("", '"guess"', "*"):
            answer = stranger(method, write, one, **{"if-match": seen})
            assert answer.status_code in (403, 404), (name, answer.content)
            assert "stored" not in answer.said and not answer.has_header("ETag")


def test_something_new_needs_nothing_and_is_made_once(written: Tournament, program: Program) -> None:
    new = {**PODS, "key": "other", "names": {"en": "Other"}}
    at = f"/clubs/{written.club.slug}/games/other/"
    guessed = program("PUT", at, {"declaration": new}, **{"if-match": '"guess"'})
    assert guessed.status_code == 412 and guessed.said["stored"] == {}
    assert program("PUT", at, {"declaration": new}, **{"if-match": ""}).status_code == 200
    assert program("PUT", at, {"declaration": new}, **{"if-match": ""}).status_code == 428


class TestAtOnce:
    pytestmark = pytest.mark.django_db(transaction=True)

    @pytest.mark.parametrize("name", ["tournament", "person", "series", "club game"])
    def test_of_two_who_saw_the_same_one_is_told(self, name: str, written: Tournament, program: Program) -> None:
        method, read, write, one, other = place(name, written)
        seen = {"if-match": program("GET", read)["ETag"]}

        def sends(body: dict[str, Any]) -> Callable[[], Any]:
            return lambda: program.copied()(method, write, body, **seen)

        answers = at_once(sends(one), sends(other))
        assert sorted(answer.status_code for answer in answers) == [200, 412]
        (done,) = [answer for answer in answers if answer.status_code == 200]
        assert half(program("GET", read)) == half(done)
