"""Short tables three ways: in turn, even at the end, fewest repeated meetings; and the default between them."""

from __future__ import annotations

import pytest

from tests.pairing.simulated import field
from tournaments.pairing.engine import pair, prepare
from tournaments.pairing.schedules.library import WAYS, Way, by_way, known_ways, longest_by
from tournaments.pairing.schedules.packed import Packed, packed, packed_even, packed_free
from tournaments.pairing.schedules.search import repeats

AWKWARD = [(4, n, r) for n in (13, 14, 17, 18, 22, 25, 33, 34, 41, 53, 54) for r in (3, 5, 8)] + [
    (3, n, r) for n in (7, 10, 13, 16, 19, 25, 31) for r in (3, 5, 8)
]


def is_whole(way: Way, n: int, size: int) -> bool:
    """Everybody sits once in each round, at as few short tables as there can be."""
    return all(
        sorted(place for table in round_ for place in table) == list(range(n))
        and sum(len(table) < size for table in round_) == -n % size
        and {len(table) for table in round_} <= {size, size - 1}
        for round_ in way.schedule
    )


@pytest.mark.parametrize(("size", "n", "rounds"), AWKWARD)
def test_each_way_keeps_its_word_and_asking_for_less_costs_no_more(size: int, n: int, rounds: int) -> None:
    ways = known_ways(n, rounds, size)
    even, free = ways[-2:]
    assert [way.key for way in ways] == list(WAYS[-len(ways) :])
    for way in ways:
        assert is_whole(way, n, size) and len(way.schedule) == rounds
        assert way.repeats == repeats(way.schedule)
    assert all(way.most - way.least <= 1 for way in ways[:-1])
    assert sorted((way.repeats for way in ways), reverse=True) == [way.repeats for way in ways]
    best = by_way("best", n, rounds, size)
    assert best == (even if even.repeats == free.repeats else free)


@pytest.mark.parametrize("rounds", [3, 4, 5])
def test_seventeen_players_need_no_repeat_where_evenness_at_the_end_is_enough(rounds: int) -> None:
    assert by_way("threes", 17, rounds, 4).repeats >= 4
    even = by_way("even", 17, rounds, 4)
    assert (even.repeats, even.most - even.least) == (0, 1)


def test_fifty_three_players_in_seventeen_rounds_repeat_nothing_by_default() -> None:
    event = field(53, "tables", "quatro-chess", rounds=17)
    assert prepare(event)[1].pairing["leftover"] == "best"
    drawn = pair(event, every=True)
    assert drawn.quality.repeated_pairs == 0
    assert (
        pair(field(53, "tables", "quatro-chess", rounds=17, leftover="threes"), every=True).quality.repeated_pairs > 90
    )


@pytest.mark.parametrize(("n", "rounds"), [(53, 17), (70, 19)])
def test_beyond_what_is_stored_the_word_is_kept_as_well(n: int, rounds: int) -> None:
    even, free = by_way("even", n, rounds, 4), by_way("uneven", n, rounds, 4)
    assert is_whole(even, n, 4) and is_whole(free, n, 4)
    assert even.most - even.least <= 1
    assert free.repeats <= even.repeats


def test_the_default_says_when_it_gives_up_evenness() -> None:
    drawn = pair(field(10, "tables", "quatro-chess", rounds=4), every=True)
    assert [note.code for note in drawn.notes] == ["short-tables-uneven"]
    dear = pair(field(10, "tables", "quatro-chess", rounds=4, leftover="even"), every=True)
    assert [note.code for note in dear.notes] == ["short-tables-dear"]
    assert drawn.quality.repeated_pairs < dear.quality.repeated_pairs


def test_a_full_field_has_no_ways() -> None:
    assert known_ways(16, 5, 4) == ()
    assert known_ways(5, 3, 4) == ()


def test_as_many_rounds_as_the_way_has_without_a_repeat() -> None:
    assert longest_by("threes", 17, 4) < 5 <= longest_by("best", 17, 4)


STORED = [
    (size, n, rounds, entry, read)
    for size in (3, 4)
    for n in range(5, 62)
    for read in (packed_even, packed_free)
    for rounds, entry in read(n, size).items()
]


def test_every_stored_schedule_is_what_its_line_says() -> None:
    assert len(STORED) > 100
    for size, n, rounds, entry, read in STORED:
        way = Way("", entry.schedule(), entry.repeats, *_visits(entry, n))
        assert len(way.schedule) == rounds and is_whole(way, n, size), (size, n, rounds)
        assert repeats(way.schedule) == entry.repeats
        if read is packed_even:
            assert way.most - way.least <= 1
        in_turn = packed(n, size).get(rounds)
        assert in_turn is None or entry.repeats < in_turn.repeats


def _visits(entry: Packed, n: int) -> tuple[int, int]:
    visits = [0] * n
    for round_ in entry.schedule():
        for table in round_:
            for place in table if len(table) < entry.size else ():
                visits[place] += 1
    return min(visits), max(visits)
