"""New events with as little said as possible: each game in each system, by the API and by the command line."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.core import registry as games
from tests.tournaments.api.programs import Program
from tournaments.api.public.meta import openapi
from tournaments.models import Tournament
from tournaments.pairing.registry import systems
from tournaments.services.events.tournaments import remove

pytestmark = pytest.mark.django_db

GAMES = games.keys()
PLAYABLE = {
    (game, system.key)
    for game in GAMES
    for system in systems().values()
    if set(system.table_sizes) & set(games.get(game).info.seats)
}


def by_command(by: Any, *words: str) -> str:
    """Return the address of the new event. Raises CommandError."""
    out = StringIO()
    call_command("event", "--as", by.username, "--json", "new", "X", *words, stdout=out)
    return str(json.loads(out.getvalue())["slug"])


def by_api(program: Program, **values: Any) -> Any:
    return program("POST", "/tournaments/", {"name": "X", **values})


def fits(made: Tournament) -> bool:
    sizes = systems()[made.system].table_sizes
    return made.table_size in games.get(made.game).info.seats and made.table_size in sizes and made.rounds_open


@pytest.mark.parametrize("system", systems())
def test_every_game_and_system_make_an_event_or_say_what_fits(boss: Any, system: str) -> None:
    program = Program(boss)
    for game in GAMES:
        answer = by_api(program, game=game, pairing={"system": system})
        if (game, system) in PLAYABLE:
            assert answer.status_code == 201, answer.said
            command = by_command(boss, "--game", game, "--system", system)
            made = [Tournament.objects.get(slug=slug) for slug in (answer.said["slug"], command)]
            assert all(fits(tournament) for tournament in made)
            assert len({(t.game, t.system, t.table_size) for t in made}) == 1
        else:
            assert (answer.status_code, answer.said["place"]) == (422, "pairing.system"), answer.said
            assert answer.said["notice"]["code"] == "event-no-tables" and "berger" in answer.said["detail"]
            with pytest.raises(CommandError, match="Systems for it: berger, "):
                by_command(boss, "--game", game, "--system", system)


@pytest.mark.parametrize("game", [None, *GAMES])
def test_a_name_is_enough_and_the_rest_fits_the_game(boss: Any, game: str | None) -> None:
    answer = by_api(Program(boss), **({"game": game} if game else {}))
    assert answer.status_code == 201, answer.said
    by_program = Tournament.objects.get(slug=answer.said["slug"])
    by_hand = Tournament.objects.get(slug=by_command(boss, *(["--game", game] if game else [])))
    assert fits(by_program) and fits(by_hand)
    size = max(seats for seats in games.get(game or "quatro-chess").info.seats if seats <= 4)
    for made in (by_program, by_hand):
        assert (made.table_size, made.system) == (size, "berger" if size == 2 else "tables")


@pytest.mark.parametrize(
    "pairing",
    [
        {"system": None},
        {"system": ["berger"]},
        {"system": "chess"},
        {"system": "berger", "table_size": 4},
        {"rounds": 0},
    ],
)
def test_settings_that_are_wrong_stay_as_they_were_sent_and_are_refused(boss: Any, pairing: dict[str, Any]) -> None:
    answer = by_api(Program(boss), game="quarto", pairing=pairing)
    if pairing == {"system": None}:
        assert answer.said["pairing"]["system"] == "berger", "null is as good as left out"
    else:
        assert answer.status_code == 422 and answer.said["place"].startswith("pairing."), answer.said
    assert by_api(Program(boss), game="backgammon").status_code == 422
    with pytest.raises(CommandError):
        by_command(boss, "--game", "backgammon")


def test_the_schema_asks_for_a_name_and_says_what_the_rest_is(boss: Any) -> None:
    schema = json.loads(openapi())
    body = schema["paths"]["/api/v1/tournaments/"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    shape = schema["components"]["schemas"][body["$ref"].rpartition("/")[2]]
    assert shape["required"] == ["name"]
    made = Tournament.objects.get(slug=by_api(Program(boss)).said["slug"])
    assert f"`{made.game}`" in shape["properties"]["game"]["description"]
    assert f"`{made.system}`" in shape["properties"]["pairing"]["description"]
    for name, shown in shape["properties"].items():
        if "default" in shown:
            assert shown["default"] == getattr(made, name)
    remove(made.pk, by=boss)
