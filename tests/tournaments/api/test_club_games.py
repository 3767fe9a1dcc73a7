"""A club's own games for programs: kept by its organisers, checked, seen by no other club."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.core.test_declared import PODS, RIICHI
from tests.tournaments import make
from tests.tournaments.api.programs import Program
from tournaments.models import Club, ClubGame, LogEntry, Tournament

pytestmark = pytest.mark.django_db
GAMES = "/clubs/leiden/games/"


@pytest.fixture
def leiden() -> Club:
    return make.club("Leiden")


@pytest.fixture
def keeper(leiden: Club) -> Program:
    return Program(make.keeper(leiden))


def test_a_game_is_made_changed_listed_and_deleted_by_the_clubs_organiser(keeper: Program, leiden: Club) -> None:
    made = keeper("PUT", f"{GAMES}pods/", {"declaration": PODS})
    assert (made.status_code, made.said["key"], made.said["name"]) == (200, "pods", "Pods")
    assert ClubGame.objects.get().club == leiden
    log = LogEntry.objects.filter(kind="clubgame", action="insert")
    assert [entry.actor_id for entry in log] == [keeper.token.user_id]
    changed = keeper("PUT", f"{GAMES}pods/", {"declaration": {**PODS, "minutes": 80}})
    assert changed.said["declaration"]["minutes"] == 80
    assert keeper("GET", f"{GAMES}pods/").said == changed.said
    assert keeper("GET", GAMES).said == {"next": None, "results": [changed.said]}
    assert keeper("DELETE", f"{GAMES}pods/").status_code == 204
    assert not ClubGame.objects.exists()
    assert [keeper(method, f"{GAMES}pods/").status_code for method in ("GET", "DELETE")] == [404, 404]


def test_the_name_is_in_the_readers_language(keeper: Program) -> None:
    keeper("PUT", f"{GAMES}{RIICHI['key']}/", {"declaration": RIICHI})
    assert keeper("GET", GAMES, **{"accept-language": "de"}).said["results"][0]["name"] == "Riichi-Mahjong"


@pytest.mark.parametrize(
    ("key", "declaration", "status", "problem"),
    [
        ("pods", {**PODS, "seats": [1]}, 422, "declaration.seats.0"),
        ("other", PODS, 422, "Use the same key in the address"),
        ("catan", {**PODS, "key": "catan"}, 422, "There is a game with this key already"),
        ("pods", {**PODS, "usual": {"system": "nope"}}, 422, "declaration.usual.system"),
        ("pods", {**PODS, "usual": {"tie_breaks": ["BH", "XXX"]}}, 422, "declaration.usual.tie_breaks.1"),
        ("pods", ["no object"], 400, "This must be an object"),
    ],
    ids=["member", "key", "taken", "system", "tie-break", "shape"],
)
def test_a_declaration_that_cannot_be_is_refused_and_nothing_is_kept(
    keeper: Program, key: str, declaration: Any, status: int, problem: str
) -> None:
    answer = keeper("PUT", f"{GAMES}{key}/", {"declaration": declaration})
    assert (answer.status_code, problem in answer.content.decode()) == (status, True), answer.content
    assert not ClubGame.objects.exists()


def test_another_clubs_organiser_neither_sees_nor_changes_anything(keeper: Program) -> None:
    keeper("PUT", f"{GAMES}pods/", {"declaration": PODS})
    stranger = Program(make.keeper(Club.objects.get(slug="club")))
    for method, path in (
        ("GET", GAMES),
        ("GET", f"{GAMES}pods/"),
        ("PUT", f"{GAMES}pods/"),
        ("DELETE", f"{GAMES}pods/"),
    ):
        body = {"declaration": {**PODS, "minutes": 5}} if method == "PUT" else None
        answer = stranger(method, path, body)
        assert answer.status_code == 403, (method, path)
        assert "Pods" not in answer.content.decode()
    assert ClubGame.objects.get().declaration == PODS
    assert stranger("PUT", "/clubs/club/games/pods/", {"declaration": PODS}).status_code == 200
    assert stranger("GET", "/clubs/nowhere/games/").status_code == 404


def test_a_token_that_only_reads_changes_nothing(leiden: Club) -> None:
    reader = Program(make.keeper(leiden), scope="read")
    assert reader("GET", GAMES).status_code == 200
    assert reader("PUT", f"{GAMES}pods/", {"declaration": PODS}).status_code == 403
    assert not ClubGame.objects.exists()


def test_an_event_keeps_the_declaration_when_the_game_is_deleted(keeper: Program, leiden: Club) -> None:
    keeper("PUT", f"{GAMES}pods/", {"declaration": PODS})
    event = make.tournament(4, club=leiden, game="declared", options={"declaration": PODS})
    assert keeper("DELETE", f"{GAMES}pods/").status_code == 204
    assert Tournament.objects.get(pk=event.pk).options == {"declaration": PODS}
