"""A club's own games for programs: kept by its organisers, checked, seen by no other club."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.games.core.test_declared import PODS, RIICHI
from tests.tournaments import make
from tests.tournaments.api.programs import Program
from tests.tournaments.rounds.test_races import at_once
from tournaments.models import Club, ClubGame, LogEntry, Tournament
from tournaments.services import clubs

pytestmark = pytest.mark.django_db
GAMES = "/clubs/leiden/games/"


@pytest.fixture
def keeper(leiden: Club) -> Program:
    return Program(make.keeper(leiden))


def test_a_game_is_made_changed_listed_and_deleted_by_the_clubs_organiser(keeper: Program, leiden: Club) -> None:
    made = keeper("PUT", f"{GAMES}pods/", {"declaration": PODS})
    assert (made.status_code, made.said["key"], made.said["name"]) == (200, "pods", "Pods")
    assert ClubGame.objects.get().club == leiden
    # the log forgets nothing, nor what tests before this one did
    newest = LogEntry.objects.filter(kind="clubgame", action="insert").latest("pk")
    assert newest.actor_id == keeper.token.user_id
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


def test_a_name_that_another_game_of_the_club_is_shown_by_is_refused(keeper: Program) -> None:
    keeper("PUT", f"{GAMES}pods/", {"declaration": PODS})
    for names in ({"en": "pods"}, {"en": "Other", "nl": "Pods"}):
        answer = keeper("PUT", f"{GAMES}pods-2/", {"declaration": {**PODS, "key": "pods-2", "names": names}})
        assert answer.status_code == 422 and "has a game with this name" in answer.content.decode()
    assert ClubGame.objects.count() == 1
    renamed = {**PODS, "key": "pods-2", "names": {"en": "Other"}}
    assert keeper("PUT", f"{GAMES}pods-2/", {"declaration": renamed}).status_code == 200
    assert keeper("PUT", f"{GAMES}pods/", {"declaration": {**PODS, "minutes": 5}}).status_code == 200
    assert keeper("PUT", f"{GAMES}pods-2/", {"declaration": {**renamed, "names": PODS["names"]}}).status_code == 422


@pytest.mark.django_db(transaction=True)
def test_of_two_programs_that_give_one_name_at_once_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    club, boss, both = make.club("Leiden"), make.organiser(), threading.Barrier(2)
    monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args, **_more: None)
    check = clubs.check_usual

    def check_together(declaration: Any) -> Any:
        both.wait(20)
        return check(declaration)

    monkeypatch.setattr(clubs, "check_usual", check_together)
    answers = at_once(
        *(lambda key=key: clubs.put_game(club, key, {**PODS, "key": key}, by=boss) for key in ("pods", "pods-2"))
    )
    assert sorted(type(answer).__name__ for answer in answers) == ["ClubGame", "Refused"]
    assert ClubGame.objects.count() == 1


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
