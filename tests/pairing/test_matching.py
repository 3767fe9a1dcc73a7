"""Matchings against the plain search of all of them."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.examples import examples
from tournaments.pairing.graphs import matched


def graph_of(people: int, pairs: list[tuple[int, int]]) -> dict[int, list[int]]:
    near: dict[int, set[int]] = {p: set() for p in range(people)}
    for a, b in pairs:
        if a != b and a < people and b < people:
            near[a].add(b)
            near[b].add(a)
    return {p: sorted(n) for p, n in near.items()}


def coverable(graph: dict[int, list[int]], wanted: frozenset[int]) -> bool:
    """Tell if some matching covers all of ``wanted``: tries every one."""

    @cache
    def search(free: frozenset[int], todo: frozenset[int]) -> bool:
        if not todo:
            return True
        p = min(todo)
        return any(search(free - {p, q}, todo - {p, q}) for q in graph[p] if q in free)

    return search(frozenset(graph), wanted)


@given(
    st.integers(2, 8), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=14), st.permutations(range(9))
)
@settings(max_examples=examples(60))
def test_people_are_served_in_their_order_as_far_as_can_be(
    people: int, pairs: list[tuple[int, int]], order: list[int]
) -> None:
    graph = graph_of(people, pairs)
    priority = [p for p in order if p < people]
    mate = matched(graph, priority)
    assert all(mate[mate[p]] == p and mate[p] in graph[p] for p in mate)
    served: set[int] = set()
    for p in priority:
        if coverable(graph, frozenset(served | {p})):
            served.add(p)
    assert served <= set(mate)
    assert len(mate) == len(served | {mate[p] for p in served})


def test_who_was_matched_stays_matched() -> None:
    path = graph_of(4, [(0, 1), (1, 2), (2, 3)])
    mate = matched(path, [0, 3], {1: 2, 2: 1})
    assert mate == {0: 1, 1: 0, 2: 3, 3: 2}


def test_odd_circles_are_no_hindrance() -> None:
    flower = graph_of(8, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 3), (5, 6), (6, 7)])
    assert len(matched(flower, range(8))) == 8


def test_two_hundred_people_are_matched() -> None:
    graph = {p: [q for q in range(200) if (p + q) % 3 == 0 and p != q] for p in range(200)}
    assert len(matched(graph, range(200))) >= 196
