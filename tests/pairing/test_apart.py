"""Seating people so that none sit together who must not, against every seating there is."""

from __future__ import annotations

import random
from itertools import permutations

from tournaments.pairing.apart import seated_apart, together


def test_a_way_is_found_whenever_there_is_one() -> None:
    lots = random.Random(4)
    none = 0
    for _ in range(150):
        people = list(range(1, 8))
        lots.shuffle(people)
        groups, idle = [people[:3], people[3:6]], people[6:]
        banned = {(a, b) for a in range(1, 8) for b in range(a + 1, 8) if lots.random() < 0.45}
        possible = any(not together([order[:3], order[3:6]], banned) for order in map(list, permutations(people)))
        answer = seated_apart(groups, idle, banned)
        assert (answer is not None) == possible
        none += answer is None
        if answer is not None:
            tables, byes = answer
            assert [len(t) for t in tables] == [3, 3] and len(byes) == 1
            assert sorted([*tables[0], *tables[1], *byes]) == list(range(1, 8))
            assert not together(tables, banned)
    assert 10 < none < 140


def test_who_has_nobody_to_keep_away_from_stays() -> None:
    groups = [[1, 2, 3, 4], [5, 6, 7, 8]]
    answer = seated_apart(groups, [], {(1, 2)})
    assert answer is not None
    tables, byes = answer
    assert tables[0][:3] == [1, 3, 4] and tables[1][-1] == 2 and byes == []
    assert len(set(tables[1]) & {5, 6, 7, 8}) == 3
    assert seated_apart(groups, [], {(1, 5)}) == (groups, [])
