"""Prizes: worked examples, a second implementation that is plain and slow, and what must hold of any of them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.prizes import EQUAL, HORT, PLACE, SHARINGS, STEPS, Award, Person, Prize, PrizeList, awards, paid

EURO = 100


def money(*euros: int) -> tuple[Prize, ...]:
    return tuple(Prize(euro * EURO) for euro in euros)


def field(*points: int, **more: Any) -> list[Person]:
    """Players 1, 2, … with these points, each with a rank of their own."""
    return [Person(number, number, value, **more) for number, value in enumerate(points, 1)]


def won(result: tuple[Award, ...]) -> dict[int, int]:
    sums: dict[int, int] = {}
    for award in result:
        sums[award.number] = sums.get(award.number, 0) + award.cents
    return sums


class TestWorkedExamples:
    def test_the_hort_system_as_it_is_usually_explained(self) -> None:
        """100, 80, 60, 40, 20, 10 for 8, 8, 7½, 7, 7, 7 points: 95, 85, 60, 32, 22, 17 (docs/algorithms/prizes.md)."""
        lists = [PrizeList(money(100, 80, 60, 40, 20, 10))]
        # what is no whole euro goes to the largest remainder, here none: 35 euros among three are 11.67 each
        result = won(awards(lists, field(16, 16, 15, 14, 14, 14), HORT))
        assert result == {1: 9500, 2: 8500, 3: 6000, 4: 3167, 5: 2167, 6: 1666}
        assert won(awards(lists, field(16, 16, 15, 14, 14, 14), HORT, step=EURO)) == {
            1: 9500, 2: 8500, 3: 6000, 4: 3200, 5: 2200, 6: 1600,
        }  # fmt: skip

    def test_equal_sharing_pools_the_prizes_of_the_tied_also_with_those_who_came_too_late_for_one(self) -> None:
        assert won(awards([PrizeList(money(100, 80))], field(5, 5, 5), EQUAL)) == {1: 6000, 2: 6000, 3: 6000}
        assert won(awards([PrizeList(money(100, 80))], field(5, 5, 5), HORT)) == {1: 8000, 2: 7000, 3: 3000}
        assert won(awards([PrizeList(money(100, 80))], field(5, 5, 5), PLACE)) == {1: 10000, 2: 8000}

    def test_those_equal_in_everything_share_by_place_too_and_a_lot_decides_about_a_thing(self) -> None:
        people = [Person(1, 1, 5), Person(2, 1, 5), Person(3, 3, 4)]
        result = awards([PrizeList((Prize(1001, "cup"), Prize(0, "book")))], people, PLACE)
        assert won(result) == {1: 501, 2: 500}
        assert [(award.things, award.undecided) for award in result] == [(("cup",), (1, 2)), (("book",), (1, 2))]

    def test_the_best_prize_is_taken_and_the_next_in_the_list_moves_up(self) -> None:
        people = field(9, 8, 7, 6)
        people[1] = Person(2, 2, 8, birth_year=2016)
        people[3] = Person(4, 4, 6, birth_year=2017)
        youth = PrizeList(money(50, 20), born_from=2014)
        assert won(awards([PrizeList(money(100, 40, 30)), youth], people)) == {1: 10000, 2: 5000, 3: 4000, 4: 3000}
        both = won(awards([PrizeList(money(100, 40, 30)), youth], people, several=True))
        assert both == {1: 10000, 2: 9000, 3: 3000, 4: 2000}

    def test_of_two_prizes_of_one_value_the_main_list_comes_first(self) -> None:
        lists = [PrizeList(money(50)), PrizeList(money(50), club="Leiden")]
        result = awards(lists, [Person(1, 1, 3, club=" leiden "), Person(2, 2, 2, club="Leiden")])
        assert [(award.number, award.list) for award in result] == [(1, 0), (2, 1)]

    def test_a_thing_counts_as_what_it_is_said_to_be_worth(self) -> None:
        people = [Person(1, 1, 3, rating=1200), Person(2, 2, 2, rating=1900)]
        beginners = PrizeList(money(10), rating_to=1500)
        assert [a.list for a in awards([PrizeList((Prize(thing="cup"),)), beginners], people) if a.number == 1] == [1]
        cup = PrizeList((Prize(thing="cup", worth=1100),))
        assert [a.list for a in awards([cup, beginners], people) if a.number == 1] == [0]

    def test_somebody_tied_who_gets_more_in_a_category_does_not_share_in_the_main_list(self) -> None:
        people = [Person(1, 1, 5), Person(2, 2, 5), Person(3, 3, 5, marks=frozenset({"Student"}))]
        lists = [PrizeList(money(60, 30)), PrizeList(money(35), mark="student")]
        assert won(awards(lists, people)) == {1: 4500, 2: 4500, 3: 3500}


@pytest.mark.parametrize(
    ("conditions", "person", "fits"),
    [
        ({}, {}, True),
        ({"born_from": 2014}, {"birth_year": 2014}, True),
        ({"born_from": 2014}, {"birth_year": 2013}, False),
        ({"born_from": 2014}, {}, False),
        ({"born_to": 1966}, {"birth_year": 1966}, True),
        ({"born_to": 1966}, {"birth_year": 1967}, False),
        ({"rating_to": 1500}, {}, True),
        ({"rating_to": 1500}, {"rating": 1501}, False),
        ({"rating_from": 1400, "rating_to": 1500}, {"rating": 1400}, True),
        ({"rating_from": 1400}, {}, False),
        ({"club": "Leiden"}, {"club": "LEIDEN"}, True),
        ({"club": "Leiden"}, {"club": ""}, False),
        ({"mark": "guest"}, {"marks": frozenset({"new", "Guest"})}, True),
        ({"mark": "guest", "born_from": 2000}, {"marks": frozenset({"guest"}), "birth_year": 1999}, False),
    ],
)
def test_a_list_is_for_those_who_fulfil_all_its_conditions(conditions: Any, person: Any, fits: bool) -> None:
    assert PrizeList(money(1), **conditions).is_for(Person(1, 1, 1, **person)) is fits


def test_an_unknown_rule_is_no_rule() -> None:
    with pytest.raises(ValueError):
        awards([], [], "fair")
    with pytest.raises(ValueError):
        awards([], [], step=3)


# --- the same again, plain and slow


def naive(lists: list[PrizeList], people: list[Person], sharing: str, several: bool) -> dict[tuple[int, int], Fraction]:
    """The exact money of everybody in each list, straight from the rule as docs/algorithms/prizes.md has it."""
    rows = {at: [p.cents for p in each.prizes] for at, each in enumerate(lists)}
    values = {at: [p.worth if p.thing else 0 for p in each.prizes] for at, each in enumerate(lists)}
    things = {at: [p.thing for p in each.prizes] for at, each in enumerate(lists)}
    result: dict[tuple[int, int], Fraction] = {}
    waiting = sorted(people, key=lambda p: (p.rank, p.number))
    while waiting:
        head = waiting[0]
        group = [p for p in waiting if (p.rank == head.rank if sharing == PLACE else p.tied == head.tied)]
        waiting = [p for p in waiting if p not in group]
        open_ = {p.number: [at for at in rows if rows[at] and lists[at].is_for(p)] for p in group}

        def share(who: Person, at: int, inside: list[Person]) -> Fraction:
            inside = sorted(inside, key=lambda p: (p.rank, p.number))
            prizes = [*rows[at], *[0] * len(inside)][: len(inside)]
            alike = [cents for p, cents in zip(inside, prizes, strict=True) if p.rank == who.rank]
            own, all_ = Fraction(sum(alike), len(alike)), Fraction(sum(prizes), len(inside))
            return {PLACE: own, EQUAL: all_, HORT: own / 2 + all_ / 2}[sharing]

        def appeal(who: Person, at: int, inside: list[Person]) -> tuple[Fraction, bool]:
            inside = sorted([p for p in inside if p is not who] + [who], key=lambda p: (p.rank, p.number))
            place = inside.index(who)
            thing = place < len(things[at]) and bool(things[at][place])
            cents = share(who, at, inside)
            return cents + (values[at][place] if thing else 0), thing or cents > 0

        if several:
            chosen = {at: [p for p in group if at in open_[p.number]] for at in rows}
        else:
            where = {p.number: open_[p.number][0] for p in group if open_[p.number]}
            for _ in range(20):
                before = dict(where)
                for p in reversed(group):
                    if len(open_[p.number]) < 2:
                        continue
                    now = where[p.number]
                    worth = {
                        at: appeal(p, at, [q for q in group if where.get(q.number) == at]) for at in open_[p.number]
                    }
                    best = max(worth.values())
                    if worth[now] != best:
                        where[p.number] = min(at for at, value in worth.items() if value == best)
                if where == before:
                    break
            chosen = {at: [p for p in group if where.get(p.number) == at] for at in rows}
        for at, inside in chosen.items():
            for p in inside:
                result[p.number, at] = share(p, at, inside)
        for at, inside in chosen.items():
            for table in (rows, values, things):
                table[at] = table[at][len(inside) :]  # type: ignore[index]
    return result


PRIZES = st.lists(
    st.builds(Prize, st.integers(0, 4000), st.sampled_from(("", "", "cup")), st.integers(0, 900)), max_size=4
).map(lambda prizes: tuple(sorted(prizes, key=lambda p: -p.cents)))
MAIN = st.builds(PrizeList, PRIZES)
CATEGORY = st.builds(
    PrizeList,
    PRIZES,
    rating_to=st.none() | st.integers(1, 5),
    club=st.sampled_from(("", "A", "B")),
    mark=st.sampled_from(("", "", "m")),
)
LISTS = st.tuples(MAIN, st.lists(CATEGORY, max_size=3)).map(lambda both: [both[0], *both[1]])


@st.composite
def people(draw: st.DrawFn) -> list[Person]:
    keys = draw(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 1)), min_size=1, max_size=9))
    keys.sort(reverse=True)
    return [
        Person(
            number,
            1 + keys.index(key),
            key[0],
            None,
            draw(st.none() | st.integers(1, 6)),
            draw(st.sampled_from(("A", "B"))),
            frozenset(draw(st.sets(st.just("m")))),
        )
        for number, key in enumerate(keys, 1)
    ]


@given(LISTS, people(), st.sampled_from(SHARINGS), st.sampled_from(STEPS), st.booleans())
def test_a_plain_second_implementation_pays_the_same(
    lists: list[PrizeList], people: list[Person], sharing: str, step: int, several: bool
) -> None:
    result = awards(lists, people, sharing, step, several)
    exact = naive(lists, people, sharing, several)
    for award in result:
        assert abs(award.cents - exact[award.number, award.list]) < step * 2
    for at in range(len(lists)):
        mine = {award.number: award.cents for award in result if award.list == at and award.cents}
        assert sum(mine.values()) == sum(value for (_who, where), value in exact.items() if where == at)


@given(LISTS, people(), st.sampled_from(SHARINGS), st.sampled_from(STEPS), st.booleans())
def test_all_money_is_paid_where_there_are_takers_and_nobody_wins_twice(
    lists: list[PrizeList], people: list[Person], sharing: str, step: int, several: bool
) -> None:
    result = awards(lists, people, sharing, step, several)
    prizes_given = dict.fromkeys(range(len(lists)), 0)
    for at, each in enumerate(lists):
        total = sum(award.cents for award in result if award.list == at)
        sums = [sum(prize.cents for prize in each.prizes[:count]) for count in range(len(each.prizes) + 1)]
        assert total in sums, "the prizes of the first places, to the cent"
        prizes_given[at] = max(count for count, value in enumerate(sums) if value == total)
        things = [thing for award in result if award.list == at for thing in award.things]
        assert len(things) <= sum(bool(prize.thing) for prize in each.prizes)
    winners = [award.number for award in result]
    if not several:
        assert len(set(winners)) == len(winners)
    for at, each in enumerate(lists):
        takers = [p for p in people if each.is_for(p)]
        if several:
            assert prizes_given[at] >= min(len(takers), len([p for p in each.prizes if p.cents]))
        left_over = each.prizes[prizes_given[at] :]
        if any(prize.cents >= len(people) * step for prize in left_over) and not several:
            assert all(p.number in winners for p in takers), "nobody goes empty-handed beside a prize for them"


@given(LISTS, people(), st.sampled_from(SHARINGS), st.sampled_from(STEPS))
def test_in_a_list_nobody_gets_more_money_than_somebody_above(
    lists: list[PrizeList], people: list[Person], sharing: str, step: int
) -> None:
    ranks = {person.number: person.rank for person in people}
    for at in range(len(lists)):
        mine = [award for award in awards(lists, people, sharing, step) if award.list == at and award.cents]
        for above, below in pairwise(mine):
            assert ranks[above.number] <= ranks[below.number] and above.cents >= below.cents


def test_a_prize_that_is_no_multiple_of_the_step_is_shared_in_a_smaller_one() -> None:
    people = [Person(1, 1, 0), Person(2, 2, 0), Person(3, 2, 0), Person(4, 2, 0)]
    result = awards([PrizeList(tuple(Prize(750) for _ in range(3)))], people, PLACE, step=EURO)
    assert [award.cents for award in result] == [750, 500, 500, 500]


@given(LISTS, people())
def test_by_place_nobody_would_rather_have_the_money_of_somebody_below(
    lists: list[PrizeList], people: list[Person]
) -> None:
    alone = [Person(p.number, p.number, 0, p.birth_year, p.rating, p.club, p.marks) for p in people]
    plain = [replace(each, prizes=tuple(Prize(p.cents) for p in each.prizes)) for each in lists]
    result = awards(plain, alone, PLACE)
    mine = won(result)
    for award in result:
        for person in alone[: award.number - 1]:
            if plain[award.list].is_for(person):
                assert mine.get(person.number, 0) >= award.cents


@given(st.lists(st.integers(0, 5000), min_size=1, max_size=7), st.sampled_from(STEPS), st.integers(1, 7))
def test_rounding_loses_nothing_and_keeps_the_order(cents: list[int], step: int, people: int) -> None:
    shares = [Fraction(sum(cents), people)] * people
    whole = paid(shares, step)
    assert sum(whole) == sum(cents) and whole == sorted(whole, reverse=True)
    assert all(value % step == 0 for value in whole[1:]) and max(whole) - min(whole) < 2 * step
