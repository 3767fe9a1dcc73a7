"""The position as JSON, as text and as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import jsonschema  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

import games.quatro_chess
from games.quatro_chess import GAME
from games.quatro_chess.state import State
from tests.games.quatro_chess.positions import new_game, play, state_of
from tests.games.quatro_chess.sample import ALL_SETUPS, some_move

SVG = "{http://www.w3.org/2000/svg}"
SCHEMA = json.loads((Path(games.quatro_chess.__file__).parent / "view.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


@settings(max_examples=10)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_view_is_as_its_schema_says(seed: int) -> None:
    rng = Random(seed)
    state = GAME.start(rng.choice(ALL_SETUPS))
    VALIDATOR.validate(GAME.view(state, None))
    for _ in range(40):
        if state.turn is None:
            break
        state = play(state, "resign" if rng.random() < 0.05 else some_move(state, rng, 0.5))
        VALIDATOR.validate(GAME.view(state, 1))


def test_everybody_sees_everything() -> None:
    state = play(new_game(), "g2g4")
    assert GAME.view(state, None) == GAME.view(state, 1) == GAME.view(state, 4)


def test_the_view_tells_what_stands_where_and_who_is_on_turn() -> None:
    view = GAME.view(play(new_game(), "g2g4", "forfeit black"), None)
    assert view["pieces"]["g4"] == "wP"
    assert view["statues"]["e11"] == "bP"
    assert view["passed"] == {"white": "g3"}
    assert view["turn"] == "red"
    assert view["last"] == "forfeit black"
    assert view["out"] == {"black": {"reason": "forfeit", "place": 4, "points": "0"}}
    assert "g12" not in view["statues"]


def test_the_text_shows_the_board_with_rank_12_on_top() -> None:
    lines = GAME.text(play(new_game(), "g2g4", "resign")).splitlines()
    assert lines[0] == "12       bR bN bB bQ bK bB bN bR"
    assert lines[2].startswith("10 #R #P  .")
    assert lines[8] == " 4 #N #P  .  .  .  . wP  .  .  . gP gN"
    assert lines[12] == "    " + "  ".join("abcdefghijkl")
    assert lines[13:] == ["Last: resign.", "Black is on turn.", "Red resigned."]


def test_the_text_says_who_is_in_check_and_how_it_ended() -> None:
    checked = GAME.text(state_of("wKg1 wPj2 rKa6 bKc12 bRg9 gKl6"))
    assert "White's king is in check." in checked
    ended = GAME.text(play(new_game(), "resign", "resign", "resign"))
    assert "The game is over: the others are out." in ended


def nodes(state: State, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(GAME.diagram(state)).iter(SVG + tag))


def titles(state: State) -> list[str]:
    return [node.text or "" for node in nodes(state, "title")]


def test_every_piece_is_named_in_the_diagram() -> None:
    state = play(new_game(), "g2g4", "resign")
    named = titles(state)
    assert "g4: pawn of White" in named
    assert "a7: Red's queen, a statue" in named
    assert "a6: Red's king, a statue" not in named
    assert len([title for title in named if ": " in title and "Last" not in title]) == 63


def test_the_last_move_is_marked_on_both_its_squares() -> None:
    state = play(new_game(), "g2g4")
    assert "Last move: g2g4" in titles(state)
    assert not [title for title in titles(new_game()) if title.startswith("Last move")]
    assert not [title for title in titles(play(state, "resign")) if title.startswith("Last move")]


def test_statues_differ_by_more_than_colour() -> None:
    """Each has a broken outline."""
    living, gone = new_game(), play(new_game(), "resign")
    assert "stroke-dasharray" not in GAME.diagram(living)
    assert len([node for node in nodes(gone, "g") if node.get("stroke-dasharray")]) == 15


def test_a_king_in_check_bears_a_mark() -> None:
    checked = nodes(state_of("wKg1 wPj2 rKa6 bKc12 bRg9 gKl6"), "circle")
    assert len([node for node in checked if node.get("stroke-dasharray")]) == 1


def test_the_description_tells_the_whole_position_in_words() -> None:
    (description,) = nodes(play(state_of("wKg1 wRc4 wPj2 rKa6 rPb3 bKg12 bPe9 gKl6"), "forfeit red"), "desc")
    assert description.text == (
        "Last: forfeit red. White is on turn. Red forfeited. White: king g1; rook c4; pawn j2. "
        "Red (statues): pawn b3. Black: king g12; pawn e9. Green: king l6."
    )


def test_a_diagram_is_not_large() -> None:
    assert len(GAME.diagram(new_game())) < 80_000
