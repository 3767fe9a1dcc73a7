"""QC 3.6, 4.3, 5.3: what is read, what is not, and what a refusal says."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.core.errors import BadNotation, GameError
from games.core.game import Start
from games.quatro_chess import GAME
from games.quatro_chess.board import NAMES, SQUARES, Colour
from games.quatro_chess.state import ClaimDraw, Forfeit, Resign, Step
from tests.games.quatro_chess.positions import new_game, play
from tests.support.examples import examples

squares = st.sampled_from([NAMES[square] for square in SQUARES])
moves = st.one_of(
    st.builds(Step, squares, squares, st.sampled_from(["", "q", "r", "b", "n"])),
    st.builds(Forfeit, st.sampled_from(Colour)),
    st.just(Resign()),
    st.just(ClaimDraw()),
)


@settings(max_examples=examples(150))
@given(move=moves)
def test_a_move_is_read_as_it_is_written(move: Step | Forfeit | Resign | ClaimDraw) -> None:
    assert GAME.read(GAME.write(move)) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("g2g4", Step("g2", "g4")),
        ("c11d12q", Step("c11", "d12", "q")),
        ("a10a9", Step("a10", "a9")),
        ("g12g11", Step("g12", "g11")),
        (" g2g4\r\n", Step("g2", "g4")),
        ("resign", Resign()),
        ("\tresign ", Resign()),
        ("forfeit red", Forfeit(Colour.RED)),
        ("forfeit \t\r\n green", Forfeit(Colour.GREEN)),
        ("draw50", ClaimDraw()),
    ],
)
def test_moves_are_read(text: str, move: object) -> None:
    """QC 3.6, 4.3, 5.3; white space as in the record format."""
    assert GAME.read(text) == move


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "g2", "g2g", "g2g4g6", "g2-g4", "g2 g4", "g2xg4", "G2G4", "G2g4", "e4", "Nf3", "O-O", "0-0"),
        *("g2g4Q", "g2g4k", "g2g4p", "g2g4x", "g2g4=q", "g2g4 q", "g2g4qq"),
        *("a1a3", "a2a3", "b1c1", "k12j12", "l11l10", "g2g13", "g0g4", "m3l3", "`3a3", "g2g100", "g02g4"),
        *("g２g4", "g²g4", "ｇ2g4", "g2\u00a0g4", "g2g4\u00a0", "g2g4\x0b", "g2g4\x1f", "\ufeffg2g4"),
        *("g2g4\x00", "Resign", "resign!", "resigns", "re sign", "resign white", "forfeit", "forfeitred"),
        *("forfeit Red", "forfeit blue", "forfeit red white", "forfeit\u2003red", "Forfeit red", "forfeit 2"),
        *("draw", "draw 50", "draw51", "Draw50", "draw50 white", "d raw50", "pass", "null", "0000", "--"),
    ],
)
def test_anything_else_is_no_notation(text: str) -> None:
    """QC 1.2, 3.6, 4.3."""
    assert refusal_of(text)[0] == "bad-notation"
    with pytest.raises(BadNotation) as caught:
        GAME.read(text)
    assert caught.value.message.endswith(".")
    assert caught.value.message.isprintable()


def refusal_of(text: str) -> tuple[str, int | None]:
    with pytest.raises(GameError) as caught:
        GAME.run(Start(4), ["g2g4", text])
    return caught.value.code, caught.value.index


@settings(max_examples=examples(200))
@given(text=st.text(max_size=12))
@example("x" * 1_000_000)
@example(" " * 1_000_000)
@example("g2g4" * 250_000)
@example("9" * 1_000_000)
@example("forfeit " * 100_000)
def test_any_text_is_a_move_or_gets_a_short_sentence(text: str) -> None:
    state = new_game()
    try:
        play(state, text)
    except GameError as error:
        assert error.code in ("bad-notation", "illegal-move")
        assert len(error.message) < 300
