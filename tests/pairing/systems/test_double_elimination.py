"""Double elimination: out after two defeats, rematches late, byes fair; the ranks by a plain second implementation."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.brackets.eliminations import bracket, is_decided
from scoring.documents.document import Event, Round
from scoring.standings import standings
from tests.pairing.simulated import by_order, changed, field, finished, maybe_forfeited, with_round
from tests.support.examples import examples
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair, verify

FORMS = [(2, 1), (3, 1), (4, 1), (4, 2)]


def game(size: int) -> str:
    return "quarto" if size == 2 else "kwartet"


def cup(people: int, size: int = 2, advance: int = 1, **options: object) -> Event:
    options = {"tie": "lot", **options}
    return field(people, "double-elimination", game(size), table_size=size, advance=advance, **options)


def seated(round_: Round) -> list[list[int]]:
    return [sorted(t.seats) for t in round_.tables]


def reasons(event: Event) -> list[str]:
    return [str(reason).split(":")[0] for reason in pair(event).reasons.values()]


def played(start: Event, lots: random.Random, *, disturbed: bool = False) -> Event:
    """The event to its end; disturbed: with no-shows, absences and withdrawals."""
    while True:
        number = len(start.rounds) + 1
        if disturbed and lots.random() < 0.3:
            who = lots.choice(start.players)
            start = changed(start, who.id, absent=who.absent | {number})
        if disturbed and number > 1 and lots.random() < 0.3:
            who = lots.choice(start.players)
            if who.left is None:
                start = changed(start, who.id, left=number - 1)
        try:
            following = pair(start).rounds[0]
        except PairingError as error:
            assert error.notice.code in ("all-paired", "knockout-decided", "knockout-won"), str(error)
            return start
        round_ = finished(following, start.game, lots)
        if disturbed:
            round_ = replace(round_, tables=tuple(maybe_forfeited(table, lots, 0.1) for table in round_.tables))
        start = with_round(start, round_)
        assert number < 60


# --- the shape


def test_eight_play_the_usual_bracket() -> None:
    event = cup(8)
    tables = []
    while not is_decided(event):
        round_ = pair(event).rounds[0]
        tables.append((seated(round_), [b.player for b in round_.byes], sorted(set(reasons(event)))))
        event = with_round(event, by_order(round_))
    winners, losers = "Winners’ bracket", "Losers’ bracket"
    assert tables == [
        ([[1, 8], [2, 7], [3, 6], [4, 5]], [], [winners]),
        ([[1, 4], [2, 3], [5, 8], [6, 7]], [], [losers, winners]),
        ([[4, 6], [3, 5]], [1, 2], [losers]),
        ([[1, 2], [3, 4]], [], [losers, winners]),
        ([[2, 3]], [1], [losers]),
        ([[1, 2]], [], ["Final"]),
    ]


def test_sixteen_at_tables_of_four_of_which_two_go_on() -> None:
    event = cup(16, 4, 2)
    sizes = []
    while not is_decided(event):
        round_ = pair(event).rounds[0]
        sizes.append(Counter(reasons(event)))
        assert all(len(table.seats) == 4 for table in round_.tables)
        event = with_round(event, by_order(round_))
    winners, losers = "Winners’ bracket", "Losers’ bracket"
    assert sizes == [
        Counter({winners: 4}),
        Counter({winners: 2, losers: 2}),
        Counter({losers: 2}),
        Counter({winners: 1, losers: 1}),
        Counter({losers: 1}),
        Counter({"Final": 1}),
    ]
    assert [line.player for line in standings(event).standings][:4] == [1, 2, 3, 4]


def test_a_table_is_explained_by_where_its_players_come_from() -> None:
    event = with_round(cup(4), by_order(pair(cup(4)).rounds[0]))
    assert [str(reason) for reason in pair(event).reasons.values()] == [
        "Winners’ bracket: player 1 (winner of table 1 in round 1), player 2 (winner of table 2 in round 1).",
        "Losers’ bracket: player 4 (second of table 1 in round 1), player 3 (second of table 2 in round 1).",
    ]


@pytest.mark.parametrize("people", [4, 8, 16, 32])
def test_if_the_better_always_wins_the_first_two_meet_in_the_winners_final_and_in_the_final(people: int) -> None:
    event = cup(people)
    while not is_decided(event):
        event = with_round(event, by_order(pair(event).rounds[0]))
    meetings = [r.number for r in event.rounds if [1, 2] in seated(r)]
    assert meetings == [len(event.rounds) - 2, len(event.rounds)]
    assert [line.player for line in standings(event).standings][:4] == [1, 2, 3, 4]


@pytest.mark.parametrize(("people", "rounds"), [(2, 3), (4, 5), (8, 7), (16, 9), (32, 11)])
def test_the_number_of_rounds_with_a_second_final(people: int, rounds: int) -> None:
    event = cup(people)
    while True:
        try:
            round_ = pair(event).rounds[0]
        except PairingError as error:
            assert str(error) == f"All {rounds} rounds of this event are already paired."
            break
        event = with_round(event, by_order(round_, better="Final" not in reasons(event)))
    assert len(event.rounds) == rounds


# --- the final


def final_of(event: Event) -> Event:
    """The event up to its final, the better always first."""
    while "Final" not in reasons(event):
        event = with_round(event, by_order(pair(event).rounds[0]))
    return event


def test_who_comes_from_the_losers_bracket_must_win_twice() -> None:
    event = final_of(cup(8))
    upset = with_round(event, by_order(pair(event).rounds[0], better=False))
    assert not standings(upset).final
    assert [str(reason).split(":")[0] for reason in pair(upset).reasons.values()] == ["Second final"]
    assert seated(pair(upset).rounds[0]) == [[1, 2]]
    for better, winner in ((True, 1), (False, 2)):
        over = with_round(upset, by_order(pair(upset).rounds[0], better=better))
        assert standings(over).final and standings(over).standings[0].player == winner
        with pytest.raises(PairingError, match="already paired"):
            pair(over)


def test_without_a_second_final_one_decides() -> None:
    event = final_of(cup(8, reset=False))
    over = with_round(event, by_order(pair(event).rounds[0], better=False))
    assert standings(over).final and standings(over).standings[0].player == 2


def test_at_a_table_of_four_all_play_the_second_final() -> None:
    event = final_of(cup(16, 4, 2))
    upset = with_round(event, by_order(pair(event).rounds[0], better=False))
    assert seated(pair(upset).rounds[0]) == [[1, 2, 3, 4]]
    over = with_round(upset, by_order(pair(upset).rounds[0], better=False))
    assert [line.player for line in standings(over).standings][:4] == [4, 3, 2, 1]


def test_a_drawn_final_waits_for_a_play_off() -> None:
    event = final_of(cup(8, tie="decide"))
    (table,) = pair(event).rounds[0].tables
    drawn = replace(table, points=(Fraction(1, 2), Fraction(1, 2)), end="played")
    level = with_round(event, replace(pair(event).rounds[0], tables=(drawn,)))
    with pytest.raises(PairingError, match="players 1 and 2 share the first place"):
        pair(level)
    assert not standings(level).final


# --- what must hold in any event


@given(st.integers(2, 40), st.sampled_from(FORMS), st.integers(0, 10_000), st.booleans())
@settings(max_examples=examples(25))
def test_nobody_is_out_before_two_defeats_and_nobody_plays_after_them(
    people: int, form: tuple[int, int], seed: int, reset: bool
) -> None:
    """Counted at the tables alone: who is not among the first ``advance`` of a table has lost it."""
    size, advance = form
    event = played(cup(people, size, advance, seed=seed, reset=reset), random.Random(seed))
    assert is_decided(event) and standings(event).final
    finals = 2 if reset and len(bracket(event)) > size else 1
    lost: Counter[int] = Counter()
    for round_ in event.rounds[: len(event.rounds) - finals]:
        present = Counter(p for t in round_.tables for p in t.seats) + Counter(b.player for b in round_.byes)
        assert all(present[p.id] == (lost[p.id] < 2) for p in event.players)
        for table in round_.tables:
            assert len({lost[p] for p in table.seats}) == 1 or len(present) <= size
            worth = dict(zip(table.seats, table.points or (), strict=True))
            line = sorted(worth.values(), key=lambda value: -(value or 0))[min(advance, len(worth)) - 1]
            sure = [p for p in worth if (worth[p] or 0) < (line or 0)]
            level = [p for p in worth if worth[p] == line]
            on = bracket(event, round_.number)
            lost.update(sure)
            lost.update(p for p in level if _lost_by_the_tie(on[p], lost[p]))
    assert verify(event).ok


def _lost_by_the_tie(reached: object, before: int) -> bool:
    lives = getattr(reached, "lives")  # noqa: B009
    return isinstance(lives, int) and 2 - lives > before


@given(st.integers(2, 40), st.sampled_from(FORMS), st.integers(0, 10_000), st.booleans())
@example(4, (2, 1), 487, False)  # the only unbeaten leaves, and of two others one stays away
@settings(max_examples=examples(40))
def test_the_ranks_are_those_of_a_plain_second_implementation(
    people: int, form: tuple[int, int], seed: int, reset: bool
) -> None:
    size, advance = form
    start = cup(people, size, advance, seed=seed, tie="higher-seed", reset=reset)
    event = played(start, random.Random(seed), disturbed=True)
    assert verify(event).ok
    for number in range(len(event.rounds) + 1):
        keys = plainly(event, number, size, advance, reset)
        assert {player: at.key[:2] for player, at in bracket(event, number).items()} == keys, number


def plainly(event: Event, number: int, size: int, advance: int, reset: bool) -> dict[int, tuple[int, int]]:
    """Everyone's defeats left and round reached, by the rules as ``docs/algorithms/double-elimination.md`` has them."""
    lives = {p.id: 2 for p in event.players}
    reached = {p.id: 1 for p in event.players}
    decided = False
    for round_ in event.rounds[:number]:
        winners = {p for p in lives if lives[p] == 2}
        losers = {p for p in lives if lives[p] == 1}
        final = len(winners) <= advance and len(losers) <= size - len(winners)
        room = max(len(winners) - unbeaten_after(len(winners), size, advance), size - advance)
        left = min(len(losers), advance * math.ceil(len(losers) / size))
        winners_play = len(winners) > advance and left <= room
        lost: set[int] = set()
        if final or winners_play:
            lost |= winners
        if final or not winners_play or len(losers) > room:
            lost |= losers
        for table in round_.tables:
            points = dict(zip(table.seats, table.points or (), strict=True))
            order = sorted(points, key=lambda p: (points[p] is None, -(points[p] or 0), p))
            if not final:
                lost -= set(order[:advance])
            elif reset and winners & set(order) and order[0] in losers:
                lost -= set(order)
                for p in order:
                    lives[p], reached[p] = 1, round_.number + 1
            else:
                decided = True
        free = {bye.player for bye in round_.byes if bye.kind == "pairing"}
        if final:
            decided = decided or bool(free)
        else:
            lost -= free
        for p in winners | losers:
            left_after = event.players[p - 1].left
            if (left_after is not None and left_after < round_.number) or (p in lost and (final or lives[p] == 1)):
                lives[p] = 0
            else:
                lives[p] -= p in lost
                reached[p] = round_.number + 1
        alive = [p for p in lives if lives[p]]
        if len(alive) == 1:  # who alone is left has won
            lives[alive[0]], decided = 0, True
    for player in event.players:
        if not decided and player.left is not None and player.left <= number:
            lives[player.id] = 0
    return {p: (-lives[p], -reached[p]) for p in lives}


def unbeaten_after(people: int, size: int, advance: int) -> int:
    """Count who is unbeaten after a round of so many: of the numbers that fill all rounds to the end the next lower."""
    if people <= size:
        return min(people, advance)
    full = [size]
    while full[-1] < people:
        full.append(full[-1] // advance * size + full[-1] % advance)
    return full[-2]


@given(st.integers(4, 40), st.integers(0, 10_000))
@settings(max_examples=20)
def test_at_tables_of_two_byes_are_few_and_nobody_of_a_bracket_has_a_second_one_first(people: int, seed: int) -> None:
    """In the winners' bracket only in round 1; in the losers' bracket at most one, or as round 1 left it."""
    event = played(cup(people, seed=seed), random.Random(seed))
    had: Counter[int] = Counter()
    for round_ in event.rounds:
        before = replace(event, rounds=event.rounds[: round_.number - 1])
        answer = pair(before)
        free = {p for note in answer.notes if note.code == "knockout-free" for p in note.params["players"]}
        tables = {p: str(answer.reasons[round_.number, t.number]) for t in round_.tables for p in t.seats}
        if round_.number > 1:
            lives = {p: getattr(at, "lives") for p, at in bracket(before).items()}  # noqa: B009
            assert all(lives[p] == 1 for p in free), "byes of the winners' bracket are in round 1 only"
            losers = [p for p, text in tables.items() if text.startswith("Losers")]
            assert len(free) <= 1 or not losers
            assert all(had[p] <= min(had[q] for q in losers) for p in free)
        had.update(free)


@pytest.mark.parametrize("people", [8, 16, 32])
def test_rematches_come_late(people: int) -> None:
    """Nobody meets somebody again while the losers' bracket has another arrangement of the round without that."""
    for seed in range(6):
        event = played(cup(people, seed=seed), random.Random(seed))
        met: set[frozenset[int]] = set()
        for round_ in event.rounds:
            answer = pair(replace(event, rounds=event.rounds[: round_.number - 1]))
            losers = [
                frozenset(t.seats)
                for t in round_.tables
                if str(answer.reasons[round_.number, t.number]).startswith("Losers")
            ]
            if len(losers) > 1 and any(table in met for table in losers):
                people_ = sorted(p for table in losers for p in table)
                was = bracket(event, max(0, round_.number - 2))
                fresh = {p for p in people_ if was[p].key[0] == -2}
                assert not _can_avoid(people_, fresh if len(fresh) * 2 == len(people_) else set(), met)
            met.update(frozenset(t.seats) for t in round_.tables)


def _can_avoid(people: list[int], fresh: set[int], met: set[frozenset[int]]) -> bool:
    """Tell whether the people can be paired without a rematch, by trying all ways; ``fresh`` do not meet each other."""
    if not people:
        return True
    first, *rest = people
    return any(
        frozenset((first, other)) not in met
        and (not fresh or (first in fresh) != (other in fresh))
        and _can_avoid([p for p in rest if p != other], fresh, met)
        for other in rest
    )


# --- who does not come


def test_who_asks_a_round_off_loses_it_and_plays_on_in_the_losers_bracket() -> None:
    event = changed(cup(8), 1, absent=frozenset({1}))
    answer = pair(event)
    assert seated(answer.rounds[0]) == [[2, 7], [3, 6], [4, 5]]
    assert "Round 1: not taking part, so they lose this round: 1." in map(str, answer.notes)
    event = with_round(event, by_order(answer.rounds[0]))
    round_ = pair(event).rounds[0]
    assert [1, 5] in seated(round_) or any(1 in table and len(table) == 2 for table in seated(round_))
    assert bracket(event)[1].alive


def test_a_round_asked_off_while_the_own_bracket_rests_costs_nothing() -> None:
    event = changed(cup(8), 1, absent=frozenset({3}))
    for _ in range(3):
        event = with_round(event, by_order(pair(event).rounds[0]))
    assert [1, 2] in seated(pair(event).rounds[0])


def test_who_leaves_is_out_and_their_opponent_goes_on() -> None:
    event = with_round(cup(8), by_order(pair(cup(8)).rounds[0]))
    event = changed(event, 1, left=1)
    answer = pair(event)
    assert 4 in [b.player for b in answer.rounds[0].byes]
    assert "Round 2: not taking part, and out: 1." in map(str, answer.notes)
    assert not bracket(event)[1].alive


def test_who_does_not_show_up_has_lost_once() -> None:
    event = cup(4)
    round_ = by_order(pair(event).rounds[0])
    gone = replace(round_.tables[0], points=tuple(None if p == 1 else Fraction(1) for p in round_.tables[0].seats))
    event = with_round(event, replace(round_, tables=(replace(gone, end="forfeit"), *round_.tables[1:])))
    assert [1, 3] in seated(pair(event).rounds[0])


def test_an_event_that_lasts_longer_because_players_stayed_away_is_played_to_its_end() -> None:
    for seed in range(examples(15, fewest=5)):
        lots = random.Random(seed)
        event = played(cup(lots.randrange(12, 30), *lots.choice(FORMS), seed=seed), lots, disturbed=True)
        assert sum(at.alive for at in bracket(event).values()) <= 1, seed


def test_the_explanation_says_who_has_lost_once() -> None:
    from scoring.explain import Explainer

    event = with_round(cup(4), by_order(pair(cup(4)).rounds[0]))
    explainer = Explainer(event)
    assert explainer.above(1, 4).text == "P1 has not lost yet, P4 has lost once."
    event = with_round(event, by_order(pair(event).rounds[0]))
    assert Explainer(event).above(1, 4).text == "P1 is still in, P4 is out."


def test_all_pairs_are_of_one_bracket_until_the_final() -> None:
    event = played(cup(13, seed=3), random.Random(3))
    for before, round_ in itertools.pairwise((None, *event.rounds)):
        lives = {p: getattr(at, "lives") for p, at in bracket(event, before.number if before else 0).items()}  # noqa: B009
        for table in round_.tables if round_ else ():
            if len(set(lives.values())) > 2:
                assert len({lives[p] for p in table.seats}) == 1 or sum(v > 0 for v in lives.values()) == 2
