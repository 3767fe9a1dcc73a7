"""The matchings under the Dutch system against every matching there is, on small graphs."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from tournaments.pairing.dutch import candidates as candidates_module
from tournaments.pairing.dutch.candidates import Candidates, Choice, NoneLeft, indicator
from tournaments.pairing.dutch.completion import Completion, bits
from tournaments.pairing.dutch.heaviest import heaviest


def perfect(people: list[int], allowed: np.ndarray) -> Iterator[list[tuple[int, int]]]:
    """Every perfect matching."""
    if not people:
        yield []
        return
    first, rest = people[0], people[1:]
    for other in rest:
        if allowed[first, other]:
            for pairs in perfect([p for p in rest if p != other], allowed):
                yield [(first, other), *pairs]


def clustered(lots: random.Random, size: int) -> tuple[np.ndarray, np.ndarray]:
    """A graph in which odd groups would rather stay among themselves, so that blossoms form."""
    group = [lots.randrange(3) for _ in range(size)]
    strength = lots.choice([4, 10, 50])
    weights = np.zeros((size, size), dtype=np.int64)
    allowed = np.zeros((size, size), dtype=bool)
    density = lots.choice([0.5, 0.8, 0.9])
    for a in range(size):
        for b in range(a):
            weights[a, b] = weights[b, a] = lots.randint(-2, 2) + strength * (
                (group[a] == group[b]) + ((group[a] == 0) == (group[b] == 0))
            )
            allowed[a, b] = allowed[b, a] = lots.random() < density
    return weights, allowed


@pytest.mark.parametrize("seed", range(6))
def test_the_heaviest_matching_is_found_and_exactly_the_heaviest_keep_its_pairs_and_odd_sets(seed: int) -> None:
    lots = random.Random(seed)
    blossoms = 0
    for _ in range(120):
        size = lots.choice([2, 4, 8, 8, 10])
        weights, allowed = clustered(lots, size)
        every = list(perfect(list(range(size)), allowed))
        best = heaviest(weights, allowed)
        if not every:
            assert best is None
            continue
        assert best is not None
        most = max(sum(int(weights[a, b]) for a, b in pairs) for pairs in every)
        assert sum(int(weights[a, b]) for a, b in enumerate(best.mate)) == 2 * most
        blossoms += len(best.odd_sets)
        for pairs in every:
            keeps = all(best.tight[a, b] for a, b in pairs) and all(
                sum(odd[a] != odd[b] for a, b in pairs) == 1 for odd in best.odd_sets
            )
            assert keeps == (sum(int(weights[a, b]) for a, b in pairs) == most)
    assert blossoms > 5


@pytest.mark.parametrize("room", [1, 1 << 20, candidates_module.EXACT], ids=["one at a time", "a few", "all at once"])
@pytest.mark.parametrize("seed", range(6))
def test_wishes_are_granted_one_after_another(seed: int, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many of them whole numbers have room for at once."""
    monkeypatch.setattr(candidates_module, "EXACT", room)
    lots = random.Random(seed)
    for _ in range(60):
        size = lots.choice([4, 6, 8])
        wishes = [clustered(lots, size)[0] for _ in range(4)]
        _, allowed = clustered(lots, size)
        candidates = Candidates(allowed)
        every = list(perfect(list(range(size)), allowed))
        if not every:
            with pytest.raises(NoneLeft):
                candidates.grant(wishes)
            continue
        candidates.grant(wishes)

        def value(pairs: list[tuple[int, int]], wishes: list[np.ndarray] = wishes) -> list[int]:
            return [sum(int(w[a, b]) for a, b in pairs) for w in wishes]

        made = [(a, b) for a, b in enumerate(candidates.mate) if a < b]
        assert value(made) == max(map(value, every))


@pytest.mark.parametrize("seed", range(6))
def test_people_choose_in_turn_among_the_pairings_that_are_left(seed: int) -> None:
    lots = random.Random(seed)
    for _ in range(40):
        half = lots.choice([2, 3, 4, 5])
        size = 2 * half
        weights, allowed = clustered(lots, size)
        allowed[:half, :half] = False  # those who choose are not for each other
        every = list(perfect(list(range(size)), allowed))
        if not every:
            continue
        candidates = Candidates(allowed)
        candidates.grant([weights])
        most = max(sum(int(weights[a, b]) for a, b in pairs) for pairs in every)
        best = [p for p in every if sum(int(weights[a, b]) for a, b in p) == most]
        candidates.choose(Choice(a, np.arange(size, 0, -1)) for a in range(half))
        assert candidates.mate[:half] == min([b for _a, b in sorted(pairs)] for pairs in best)


def test_an_indicator_ranks_the_first_before_all_others() -> None:
    first, second = indicator([3, 1, 2], 4, most_bits=2)
    assert first.tolist() == [0, 1, 0, 2]
    assert second.tolist() == [0, 0, 1, 0]


def test_as_many_as_can_be_are_paired_and_it_is_known_who_could_be_left_over() -> None:
    lots = random.Random(1)
    for _ in range(400):
        size = lots.randint(1, 9)
        density = lots.random() * 0.7
        meets = [0] * size
        for a in range(size):
            for b in range(a):
                if lots.random() < density:
                    meets[a] |= 1 << b
                    meets[b] |= 1 << a
        everybody = (1 << size) - 1

        def most(left: int, meets: list[int] = meets) -> int:
            if not left:
                return 0
            first = left.bit_length() - 1
            rest = left & ~(1 << first)
            return max([most(rest), *(1 + most(rest & ~(1 << b)) for b in bits(meets[first] & rest))])

        made = Completion(meets, everybody)
        assert sum(p >= 0 for p in made.mate) == 2 * most(everybody)
        if made.alone.bit_count() == 1:
            could = [a for a in range(size) if 2 * most(everybody & ~(1 << a)) == size - 1]
            assert list(bits(made.could_be_alone())) == could
