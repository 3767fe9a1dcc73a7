"""Options against a game's declaration."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import BadRecord
from games.core.game import Choice, GameInfo, Option
from games.core.options import at_table, complete
from games.core.registry import get

COLOURS = (Choice("red", "Red"), Choice("blue", "Blue"), Choice("green", "Green"))
INFO = GameInfo(
    key="toy",
    name="Toy",
    prefix="T",
    seats=(2, 4),
    rules_version="1",
    options=(
        Option("first", "choice", "red", "First", "Help.", "T 1", COLOURS),
        Option("all", "choices", ("red", "blue"), "All", "Help.", "T 2", COLOURS),
        Option("fast", "flag", False, "Fast", "Help.", "T 3"),
        Option("teams", "teams", None, "Teams", "Help.", "T 4"),
        Option("stones", "number", None, "Stones", "Help.", "T 5", bounds=(2, 9), event=True),
    ),
)


def test_what_is_left_out_takes_its_default_in_declared_order() -> None:
    options = complete(INFO, {"fast": True})
    assert options == {"first": "red", "all": ("red", "blue"), "fast": True, "teams": None}
    assert list(options) == ["first", "all", "fast", "teams"]


def test_what_an_event_declares_is_there_for_events_only() -> None:
    assert complete(INFO, {"stones": 4}, event=True)["stones"] == 4
    assert complete(INFO, {}, event=True)["stones"] is None
    with pytest.raises(BadRecord, match=r'no option "stones"; its options are first, all, fast and teams\.'):
        complete(INFO, {"stones": 4})
    for wrong in (1, 10, 4.0, "4", True, [4]):
        with pytest.raises(BadRecord, match="a whole number from 2 to 9") as caught:
            complete(INFO, {"stones": wrong}, event=True)
        assert caught.value.rule == "T 5"


def test_completing_twice_changes_nothing() -> None:
    once = complete(INFO, {"all": ["green", "red"], "teams": [[1, 3], [2, 4]]}, 4)
    assert once["all"] == ("red", "green")
    assert once["teams"] == ((1, 3), (2, 4))
    assert complete(INFO, once, 4) == once


def test_an_unknown_option_is_named_with_those_there_are() -> None:
    with pytest.raises(BadRecord, match=r'no option "slow"; its options are first, all, fast and teams\.'):
        complete(INFO, {"slow": True})
    with pytest.raises(BadRecord, match="it has no options"):
        complete(GameInfo("bare", "Bare", "B", (2,), "1"), {"slow": True})


@pytest.mark.parametrize(
    ("key", "value", "rule"),
    [
        *[("first", value, "T 1") for value in ("pink", "", None, 1, ["red"], True)],
        *[("all", value, "T 2") for value in ([], ["red", "red"], ["pink"], "red", None, {"red": 1}, [["red"]])],
        *[("fast", value, "T 3") for value in (0, 1, "true", None, [])],
        *[("teams", value, "T 4") for value in ([], [[1], [2], [3]], [[1, 2], []], [[1, 1], [2, 3]], "12", 1)],
        *[("teams", value, "T 4") for value in ([[1, True], [2, 4]], [[0, 1], [2, 3]], [["1"], ["2"]], [[1], 2])],
        *[("teams", value, "T 4") for value in ([[1], [2]], [[1, 2], [3, 5]], [[1, 2, 3], [4, 5]], {"1": [1]})],
    ],
)
def test_a_wrong_value_is_refused_with_the_options_rule(key: str, value: Any, rule: str) -> None:
    with pytest.raises(BadRecord) as caught:
        complete(INFO, {key: value}, 4)
    assert caught.value.rule == rule
    assert f'"{key}"' in caught.value.message


def test_teams_hold_each_seat_once_where_the_seats_are_known() -> None:
    assert complete(INFO, {"teams": [[1], [2]]})["teams"] == ((1,), (2,))
    with pytest.raises(BadRecord, match="each of the 4 seats once"):
        complete(INFO, {"teams": [[1], [2]]}, 4)


def test_a_declaration_of_an_unknown_kind_is_a_programmers_mistake() -> None:
    info = GameInfo("odd", "Odd", "O", (2,), "1", (Option("x", "wish", 1, "X", "Help.", "O 1"),))
    with pytest.raises(ValueError, match="unknown kind"):
        complete(info, {"x": 2})


CHESS = get("quatro-chess").info
PARTNERS = complete(CHESS, {"teams": [[1, 3], [2, 4]], "draw_points": "half"})


@pytest.mark.parametrize("players", [2, 3, 4])
def test_partners_hold_where_all_four_sit_and_at_a_smaller_table_everyone_plays_for_themselves(players: int) -> None:
    assert at_table(CHESS, PARTNERS, players) == (PARTNERS if players == 4 else PARTNERS | {"teams": None})


def test_a_game_without_teams_is_played_by_its_options_at_every_table() -> None:
    options = complete(get("quarto").info, {})
    assert at_table(get("quarto").info, options, 2) == options
