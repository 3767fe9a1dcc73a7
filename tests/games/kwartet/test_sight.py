"""The views of a seat and a spectator, and the log of questions behind them."""

from __future__ import annotations

from random import Random

from games.core.game import Start
from games.core.registry import get
from games.kwartet import GAME
from games.kwartet.state import Log, Question
from tests.games.kwartet.table import FOUR, PAIR, after
from tests.games.play import complete_start, play, sample_of


def test_a_seat_sees_its_own_hand_and_a_spectator_none_until_the_end() -> None:
    """K 2.1: who has which cards is for each to work out."""
    state = after(["2>A3", "3>A1"], FOUR, 3)
    for seat in (None, 1, 2, 3, 4):
        hands = [entry["hand"] for entry in GAME.view(state, seat)["seats"]]
        assert [hand is not None for hand in hands] == [whose == seat for whose in (1, 2, 3, 4)]
        assert [entry["cards"] for entry in GAME.view(state, seat)["seats"]] == [4, 2, 3, 3]
    assert GAME.view(state, None)["questions"] == [
        {"asker": 1, "asked": 2, "card": "A3", "hit": True},
        {"asker": 1, "asked": 3, "card": "A1", "hit": False},
    ]
    hands = [["A1", "A2", "A3", "A4"], ["B1", "B2", "C1", "C2"], ["B3", "B4", "C3", "C4"]]
    stopped = after([], hands, 3, two_left="stop")
    assert GAME.view(stopped, None)["seats"][2]["hand"] == ["B3", "B4", "C3", "C4"]


def test_the_order_of_the_pot_is_hidden() -> None:
    one = after([], PAIR, 2, ("B3", "A3", "A4", "B4"))
    other = after([], PAIR, 2, ("A4", "B4", "A3", "B3"))
    for seat in (None, 1, 2):
        assert GAME.view(one, seat) == GAME.view(other, seat)
        assert GAME.diagram(one, seat) == GAME.diagram(other, seat)


def test_names_of_strangers_are_escaped_in_the_diagram() -> None:
    setup = {"quartets": 3, "hands": FOUR, "names": {"A": ["<script>", '"', "&", "\u202e", "x" * 200]}}
    state = GAME.run(Start(4, {}, setup), ["2>A4"])
    diagram = GAME.diagram(state, 1)
    assert "<script>" not in diagram and "&lt;script&gt;" in diagram


def test_a_log_of_many_questions_is_compared_and_dropped_without_recursion() -> None:
    one, other = Log(), Log()
    for _ in range(30_000):
        one = one.after(Question(1, 2, 3, True))
        other = other.after(Question(1, 2, 3, True))
    assert one == other and hash(one) == hash(other) and len(one) == 30_000
    assert one != other.after(Question(1, 2, 3, False))
    assert one.last == Question(1, 2, 3, True) and Log().last is None
    assert one != "log" and repr(Log([Question(1, 2, 3, True)])).startswith("Log([")


def test_the_quick_replay_keeps_the_same_log_as_the_plain_one() -> None:
    sample = sample_of(get("kwartet"))
    for seed in range(10):
        played = play(sample, Random(seed))
        assert GAME.run(complete_start(sample, played.start), played.moves) == played.states[-1]
