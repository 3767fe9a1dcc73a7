"""The sizes of the tables of a round, against every way there is to seat so many people."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from tournaments.pairing.schedules.shapes import Shape, shape

Sizes = tuple[int, ...]


@cache
def ways(people: int, allowed: Sizes) -> tuple[Sizes, ...]:
    """Every way to seat exactly so many people at tables of these sizes, largest first."""
    return tuple(_ways(people, allowed))


def _ways(people: int, allowed: Sizes) -> Iterator[Sizes]:
    if people == 0:
        yield ()
    for k, size in enumerate(allowed):
        if size <= people:
            for rest in _ways(people - size, allowed[k:]):
                yield (size, *rest)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_there_are_as_few_tables_as_can_be_with_as_few_short_ones_as_can_be(size: int) -> None:
    """Of all ways with full tables and tables of one less it is the one with the fewest short ones."""
    for people in range(2 * size, 41):
        possible = ways(people, (size, size - 1))
        form = shape(people, size)
        assert form is not None
        if possible:
            best = min(possible, key=lambda sizes: sizes.count(size - 1))
            assert (form.sizes, form.idle) == (best, 0), people


@pytest.mark.parametrize("size", [5, 6])
def test_where_one_less_is_not_enough_the_tables_are_as_few_and_as_equal_as_can_be(size: int) -> None:
    seen = set()
    for people in range(3, 41):
        if ways(people, (size, size - 1)):
            continue
        every = ways(people, tuple(range(size, 2, -1)))
        fewest = min(map(len, every))
        best = min((sizes for sizes in every if len(sizes) == fewest), key=lambda sizes: sizes[0] - sizes[-1])
        form = shape(people, size)
        assert form is not None
        assert (form.sizes, form.idle) == (best, 0)
        assert form.size == best[0]
        seen.add(people)
    assert seen == ({3, 6, 7, 11} if size == 5 else {3, 4, 7, 8, 9, 13, 14, 19})


@pytest.mark.parametrize("usual_first", [False, True])
@pytest.mark.parametrize(
    "allowed", [(3, 4, 5), (3, 5), (4, 5), (4, 5, 6), (3, 5, 6), (4, 6), (2, 4, 5), (2, 3, 4, 5, 6), (5,)]
)
def test_mixed_sizes_follow_their_rule(allowed: Sizes, usual_first: bool) -> None:
    """Few byes, then sizes within one of each other (or many tables of the usual size), then sizes near to the usual
    one, then few tables: of all ways the best."""
    worth = _most_usual if usual_first else _evenest
    for size in allowed:
        for people in range(28):
            best = None
            for idle in range(people):
                options = ways(people - idle, tuple(sorted(allowed, reverse=True)))
                if options:
                    best = idle, *min(worth(sizes, size) for sizes in options)
                    break
            form = shape(people, size, allowed=allowed, usual_first=usual_first)
            assert (form and (form.idle, *worth(form.sizes, size))) == best, (people, size)


def _most_usual(sizes: Sizes, usual: int) -> tuple[int, int, int, list[int]]:
    return -sizes.count(usual), sum((k - usual) ** 2 for k in sizes), len(sizes), sorted(sizes)


def _evenest(sizes: Sizes, usual: int) -> tuple[int, int, int, int, list[int]]:
    apart = max(1, max(sizes) - min(sizes))
    return apart, sum((k - usual) ** 2 for k in sizes), -sizes.count(usual), len(sizes), sorted(sizes)


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_with_every_smaller_size_allowed_the_tables_are_those_of_the_usual_size_alone(size: int) -> None:
    """One rule: from two tables on, ticking the sizes that short tables have anyway changes nothing."""
    for people in range(2 * size, 60):
        plain = shape(people, size)
        mixed = shape(people, size, allowed=tuple(range(3 if size > 3 else 2, size + 1)))
        assert plain and mixed and (mixed.sizes, mixed.idle) == (plain.sizes, plain.idle), people


@pytest.mark.parametrize(
    ("people", "size", "allowed", "usual_first", "expected"),
    [
        (17, 5, (3, 4, 5), False, (5, 4, 4, 4)),
        (17, 5, (3, 4, 5), True, (5, 5, 4, 3)),
        (17, 4, (3, 4, 5), False, (4, 4, 4, 5)),
        (17, 3, (3, 4, 5), False, (3, 3, 3, 4, 4)),
        (18, 4, (3, 4, 5), False, (4, 4, 4, 3, 3)),
        (22, 5, (3, 4, 5), False, (5, 5, 4, 4, 4)),
        (22, 5, (3, 4, 5), True, (5, 5, 5, 4, 3)),
        (22, 5, (), False, (5, 5, 4, 4, 4)),
        (13, 5, (3, 4, 5), False, (5, 4, 4)),
        (13, 5, (3, 5), False, (5, 5, 3)),
        (5, 4, (3, 4, 5), False, (5,)),
    ],
)
def test_the_examples_of_the_rule(people: int, size: int, allowed: Sizes, usual_first: bool, expected: Sizes) -> None:
    form = shape(people, size, allowed=allowed, usual_first=usual_first)
    assert form is not None
    assert (form.sizes, form.idle) == (expected, 0)


def test_where_no_sizes_fit_as_few_as_can_be_have_a_bye() -> None:
    assert shape(7, 4, allowed=(4,)) == Shape(4, (4,), 3)
    assert shape(9, 4, allowed=(4, 6)) == Shape(4, (4, 4), 1)
    assert shape(2, 3, allowed=(3, 4)) is None
    assert shape(23, 5, byes=True, allowed=(3, 4, 5)) == Shape(5, (5, 5, 5, 5), 3)


@pytest.mark.parametrize("usual_first", [False, True])
def test_a_large_hall_is_cut_at_once(usual_first: bool) -> None:
    form = shape(999, 5, allowed=(3, 4, 5, 6), usual_first=usual_first)
    assert form is not None
    assert form.sizes.count(5) == 199
    assert form.others == (4,)
