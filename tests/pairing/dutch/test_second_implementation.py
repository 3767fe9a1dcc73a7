"""The engine against an implementation that makes every pairing and judges it, on small random events."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from tests.pairing.dutch.drawn import agreed, known, random_event
from tests.pairing.dutch.plain import plain_colour, plain_pairing
from tournaments.pairing.core import PairingError
from tournaments.pairing.dutch import brackets
from tournaments.pairing.dutch.brackets import pair_brackets
from tournaments.pairing.dutch.people import colour_of_higher, entrants, may_meet
from tournaments.pairing.engine import pair, verify


@pytest.mark.parametrize("seed", range(24))
def test_both_make_the_same_pairs_bye_and_colours(seed: int) -> None:
    for event in random_event(random.Random(seed), 11):
        now = known(event)
        people = entrants(now)
        made = agreed(pair_brackets, plain_pairing, people, may_meet(now, people)) if len(people) > 1 else None
        for a, b in made.pairs if made else ():
            high, low = people[a], people[b]
            colour = colour_of_higher(high.wish, low.wish, high.count, now.white_first)
            assert (colour > 0) == plain_colour(high, low, now.white_first)


@pytest.mark.parametrize("seed", range(100, 112))
def test_whatever_happens_the_absolute_rules_are_kept_and_the_check_agrees(seed: int) -> None:
    *_, event = random_event(random.Random(seed), 30)
    assert verify(event).ok
    met: set[frozenset[int]] = set()
    free: set[int] = set()
    colours: dict[int, list[int]] = {}
    for round_ in event.rounds:
        for table in round_.tables:
            pair_ = frozenset(table.seats)
            assert tuple(sorted(pair_)) not in {tuple(p) for p in event.pairing["forbidden"]}
            if table.end == "played":
                assert pair_ not in met
                met.add(pair_)
                for player, colour in zip(table.seats, (1, -1), strict=True):
                    colours.setdefault(player, []).append(colour)
            else:
                free |= {p for p, own in zip(table.seats, table.points or (), strict=True) if own}
        for bye in round_.byes:
            if bye.kind == "pairing":
                assert bye.player not in free
            if bye.kind in ("pairing", "full"):
                free.add(bye.player)
    for had in colours.values():
        before_last = had[:-1]  # topscorers of the last round may go beyond
        assert abs(sum(before_last)) <= 2
        assert all(len({a, b, c}) > 1 for (a, b), c in zip(pairwise(before_last), before_last[2:], strict=False))


@pytest.mark.parametrize("seed", range(6))
def test_looking_at_a_bracket_with_everybody_below_changes_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many must leave a bracket, and however few of them can be paired below."""
    for event in random_event(random.Random(seed), 44, banned=150, least=20):
        answers = []
        for at_once in (0, 1000):
            monkeypatch.setattr(brackets, "ALL_AT_ONCE", at_once)
            try:
                answers.append(pair(event).rounds)
            except PairingError as error:
                answers.append(str(error))
        assert answers[0] == answers[1]
