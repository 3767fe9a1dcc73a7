"""QC 2: two, three and four players, two colours a player, teams."""

from __future__ import annotations

from typing import Any

import pytest

from games.core.errors import BadRecord, BadSetup, GameError
from games.core.game import Start
from games.quatro_chess import GAME
from tests.games.quatro_chess.positions import at, legal, new_game, play, state_of


def colours(white: Any, red: Any, black: Any, green: Any) -> dict[str, Any]:
    return {"colours": {"white": white, "red": red, "black": black, "green": green}}


def test_left_out_four_seats_have_the_colours_in_turn_order() -> None:
    """QC 2.2."""
    state = new_game()
    assert state.table.owners == (1, 2, 3, 4)
    assert GAME.to_act(state) == (1,)
    assert GAME.to_act(play(state, "g2g3", "b6c6")) == (3,)


def test_left_out_two_seats_have_white_with_red_and_black_with_green() -> None:
    """QC 2.2."""
    state = new_game(2)
    assert state.table.owners == (1, 1, 2, 2)
    assert GAME.to_act(play(state, "g2g3")) == (1,)
    assert GAME.to_act(play(state, "g2g3", "b6c6")) == (2,)


@pytest.mark.parametrize(
    "owners",
    [
        *((1, 1, 2, 2), (2, 2, 1, 1), (1, 2, 2, 1), (2, 1, 1, 2)),
        *((1, 1, 2, 3), (2, 1, 3, 1), (3, 2, 1, 2), (1, 2, 3, 3)),
        (4, 2, 1, 3),
    ],
)
def test_two_seats_may_have_any_two_neighbouring_colours_one_of_three_any_two_and_four_any(
    owners: tuple[int, ...],
) -> None:
    """QC 2.2."""
    assert new_game(max(owners), setup=colours(*owners)).table.owners == owners


@pytest.mark.parametrize(
    ("seats", "setup"),
    [
        (3, {}),
        (2, colours(1, 2, 1, 2)),
        (2, colours(1, 1, 1, 2)),
        (2, colours(1, 1, 2, 3)),
        (3, colours(1, 1, 2, 2)),
        (4, colours(1, 2, 3, 3)),
        (4, colours(0, 1, 2, 3)),
        (4, colours("1", 2, 3, 4)),
        (4, colours(True, 2, 3, 4)),
        (4, colours(1.0, 2, 3, 4)),
        (4, colours(None, 2, 3, 4)),
        (4, colours([1], 2, 3, 4)),
        (4, {"colours": {"white": 1, "red": 2, "black": 3}}),
        (4, {"colours": {"white": 1, "red": 2, "black": 3, "blue": 4}}),
        (4, {"colours": None}),
        (4, {"colours": []}),
        (4, {"colours": [1, 2, 3, 4]}),
        (4, {"colors": {}}),
        (4, {**colours(1, 2, 3, 4), "more": 1}),
    ],
)
def test_any_other_setup_is_refused(seats: int, setup: dict[str, Any]) -> None:
    """QC 2.2."""
    with pytest.raises(BadSetup) as caught:
        GAME.start(Start(seats, {}, setup))
    assert caught.value.rule == "QC 2.2"


@pytest.mark.parametrize("seats", [0, 1, 5, 8])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    """QC 2.1."""
    with pytest.raises(BadRecord):
        GAME.start(Start(seats, {}, {}))


@pytest.mark.parametrize(
    ("seats", "setup", "teams"),
    [
        (4, {}, [[1, 2], [3, 4]]),
        (4, {}, [[1], [2, 3, 4]]),
        (4, {}, [[1, 3], [2, 5]]),
        (4, {}, [[1, 3], [2, 2]]),
        (4, {}, [[1, 3]]),
        (4, {}, [1, 3]),
        (4, {}, "1324"),
        (4, {}, [[True, 3], [2, 4]]),
        (4, colours(1, 3, 2, 4), [[1, 3], [2, 4]]),
        (2, {}, [[1], [2]]),
        (3, colours(1, 2, 1, 3), [[1], [2, 3]]),
    ],
)
def test_teams_are_two_pairs_of_opposite_partners(seats: int, setup: dict[str, Any], teams: object) -> None:
    """QC 2.2."""
    with pytest.raises(BadRecord):
        GAME.start(Start(seats, {"teams": teams}, setup))


def test_teams_follow_the_colours_not_the_seat_numbers() -> None:
    """QC 2.2."""
    state = new_game(4, setup=colours(1, 3, 2, 4), teams=[[1, 2], [3, 4]])
    assert state.table.teams == ((1, 2), (3, 4))


def test_an_unknown_option_is_refused() -> None:
    for options in ({"draws": "half"}, {"draw_points": "all"}, {"draw_points": None}):
        with pytest.raises(GameError) as caught:
            GAME.start(Start(4, options, {}))
        assert caught.value.code == "bad-record"


def test_a_player_may_capture_their_partner() -> None:
    """QC 2.3."""
    state = state_of("wKg1 wRe5 bKg12 bNe8 rKa6 gKl6 rPb3", teams=((1, 3), (2, 4)))
    assert "e5e8" in legal(state)
    assert at(play(state, "e5e8"), "e8") == "wR"
