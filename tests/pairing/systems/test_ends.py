"""The ends of knockouts, double eliminations, consolations and groups, whoever stays away and whatever is drawn."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.brackets.eliminations import bracket, is_decided, is_elimination
from scoring.documents.document import Event, Round, Table
from scoring.standings import standings
from tests.pairing.simulated import by_order, changed, field, finished, with_round
from tests.support.examples import examples
from tournaments.pairing.bracket.drawn import drawings
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair

OVER = ("all-paired", "knockout-decided", "knockout-won", "groups-over")
TO_DECIDE = ("knockout-level", "knockout-no-winner")
HALF = Fraction(1, 2)


def random_event(lots: random.Random) -> Event:
    """An event of two to 32 players that ends in a final, with options by lot."""
    size = lots.choice((2, 2, 3, 4, 5, 6))
    kind = lots.choice(("knockout", "double-elimination", "first-match", "feed-in", "groups"))
    people = lots.randrange(2, 33)
    options: dict[str, object] = {"table_size": size, "seed": lots.randrange(100)}
    if kind == "groups":
        people = max(people, 3)
        options |= {"finals": lots.choice((1, 2)), "group_rounds": lots.choice((1, 2))}
        return field(people, kind, "quarto" if size == 2 else "kwartet", **options)
    options["tie"] = lots.choice(("decide", "higher-seed", "lot"))
    options["advance"] = lots.randrange(1, size) if kind == "knockout" else lots.randrange(1, size // 2 + 1)
    if kind in ("first-match", "feed-in"):
        options["consolation"] = kind
    if kind == "double-elimination":
        options["reset"] = lots.random() < 0.6
    elif size == 2 and kind != "feed-in":
        options["third_place"] = lots.random() < 0.5
    system = kind if kind == "double-elimination" else "knockout"
    return field(people, system, "quarto" if size == 2 else "kwartet", **options)


def spoilt(table: Table, lots: random.Random) -> Table:
    """The table with some who do not show up, or with equal points for all."""
    luck = lots.random()
    if luck < 0.1:
        points = tuple(None if lots.random() < 0.4 else value for value in table.points or ())
        return replace(table, points=points, end="forfeit" if None in points else "played")
    if luck < 0.35:
        return replace(table, points=(HALF if len(table.seats) == 2 else Fraction(1),) * len(table.seats))
    return table


def played_off(event: Event, number: int, at: int, lots: random.Random) -> Event:
    """The event with a play-off at a table, told by the game's own tally."""
    rounds = list(event.rounds)
    tables = list(rounds[number - 1].tables)
    (index,) = (k for k, table in enumerate(tables) if table.number == at)
    tally = list(range(len(tables[index].seats)))
    lots.shuffle(tally)
    tables[index] = replace(tables[index], game_points=tuple(map(Fraction, tally)))
    rounds[number - 1] = replace(rounds[number - 1], tables=tuple(tables))
    return replace(event, rounds=tuple(rounds))


def to_the_end(event: Event, lots: random.Random, absences: float) -> tuple[Event, PairingError]:
    """The event played until nothing can be paired, and why not; what is to be decided is decided by lot."""
    while True:
        number = len(event.rounds) + 1
        assert number < 60
        away = {player.id for player in event.players if lots.random() < absences}
        players = tuple(replace(p, absent=p.absent | {number} if p.id in away else p.absent) for p in event.players)
        event = replace(event, players=players)
        try:
            following = pair(event).rounds[0]
        except PairingError as error:
            said = error.notice
            if said.code not in TO_DECIDE:
                return event, error
            assert not standings(event).final and not is_decided(event)
            event = played_off(event, int(str(said.params["round"])), int(str(said.params["table"])), lots)
            continue
        round_ = finished(following, event.game, lots)
        event = with_round(event, replace(round_, tables=tuple(spoilt(table, lots) for table in round_.tables)))


def came(event: Event, player: int, round_: Round) -> bool:
    """Tell whether somebody has points of a table of a round."""
    return any(
        points is not None and seat == player
        for table in round_.tables
        for seat, points in zip(table.seats, table.points or (), strict=True)
    )


@pytest.mark.parametrize("seed", range(examples(300)))
def test_every_event_ends_with_a_place_for_each_player(seed: int) -> None:
    """A fifth of the players is absent in each round, some do not show up, a quarter of the tables is level."""
    lots = random.Random(seed)
    event, why = to_the_end(random_event(lots), lots, 0.2)
    assert why.notice.code in OVER, str(why)
    shown = standings(event)
    assert shown.final
    assert sorted(line.player for line in shown.standings) == [player.id for player in event.players]
    ranks = [line.rank for line in shown.standings]
    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
    first = [line.player for line in shown.standings if line.rank == 1]
    if why.notice.code == "knockout-won":
        assert first == [why.notice.params["player"]]
    if is_elimination(event):
        assert is_decided(event) and not any(at.alive for at in bracket(event).values())
        # two share the first place only where nobody came to the last table
        assert len(first) == 1 or not any(came(event, player, event.rounds[-1]) for player in first)


# --- nobody comes


SYSTEMS = [("knockout", {}), ("double-elimination", {}), ("knockout", {"consolation": "feed-in"})]


def before_the_final(system: str, **options: object) -> Event:
    """Eight players up to the final of 1 and 2, which is not paired yet."""
    event = field(8, system, "quarto", table_size=2, **options)
    while True:
        following = pair(event).rounds[0]
        if [sorted(table.seats) for table in following.tables] == [[1, 2]]:
            return event
        event = with_round(event, by_order(following))


@pytest.mark.parametrize("system", ["knockout", "double-elimination"])
def test_a_final_that_both_asked_off_is_over_and_nobody_has_won_it(system: str) -> None:
    event = before_the_final(system)
    number = len(event.rounds) + 1
    for player in (1, 2):
        event = changed(event, player, absent=frozenset({number}))
    event = with_round(event, pair(event).rounds[0])
    assert not event.rounds[-1].tables
    shown = standings(event)
    assert is_decided(event) and shown.final
    assert {line.player for line in shown.standings[:2]} == {1, 2}
    assert bracket(event)[1].key == bracket(event)[2].key and not drawings(event)[0].winners
    with pytest.raises(PairingError, match=r"decided|already paired"):
        pair(event)


@pytest.mark.parametrize(("system", "options"), SYSTEMS)
def test_an_event_to_which_nobody_ever_comes_ends(system: str, options: dict[str, object]) -> None:
    event = field(8, system, "quarto", table_size=2, **options)
    event = replace(event, players=tuple(replace(p, absent=frozenset(range(1, 30))) for p in event.players))
    event, why = to_the_end(event, random.Random(1), 0)
    assert why.notice.code in OVER and standings(event).final
    assert {line.rank for line in standings(event).standings} == {1}


def test_who_alone_is_left_has_won_and_stays_the_winner_when_they_go_home() -> None:
    event = field(4, "knockout", "quarto", table_size=2)
    event = changed(changed(event, 2, absent=frozenset({1})), 3, absent=frozenset({1}))
    event = with_round(event, by_order(pair(event).rounds[0]))
    with pytest.raises(PairingError, match="player 1 has won"):
        pair(event)
    for after in (event, changed(event, 1, left=1)):
        assert standings(after).final
        assert [(line.rank, line.player) for line in standings(after).standings[:2]] == [(1, 1), (2, 4)]
        assert drawings(after)[0].winners == (1,)


# --- a drawn final


def drawn_final(system: str, **options: object) -> Event:
    event = before_the_final(system, **options)
    following = pair(event).rounds[0]
    tables = tuple(replace(table, points=(HALF, HALF), end="played") for table in following.tables)
    return with_round(event, replace(following, tables=tables))


@pytest.mark.parametrize("system", ["knockout", "double-elimination"])
def test_a_drawn_final_is_for_the_higher_seed_or_by_lot_where_the_event_says_so(system: str) -> None:
    event = drawn_final(system, tie="higher-seed")
    assert [(line.rank, line.player) for line in standings(event).standings[:2]] == [(1, 1), (2, 2)]
    assert standings(event).final and drawings(event)[0].winners == (1,)
    firsts = {standings(drawn_final("knockout", tie="lot", seed=seed)).standings[0].player for seed in range(8)}
    assert firsts == {1, 2}


@pytest.mark.parametrize("system", ["knockout", "double-elimination"])
def test_a_drawn_final_that_the_arbiter_decides_says_so_until_a_play_off_is_entered(system: str) -> None:
    event = drawn_final(system)
    shown = standings(event)
    assert not shown.final and not is_decided(event)
    number = len(event.rounds)
    with pytest.raises(PairingError, match=f"Round {number}, table 1: players 1 and 2 share the first place"):
        pair(event)
    assert set(standings(replace(event, pairing={**event.pairing, "rounds": number})).still_in) == {1, 2}
    (final,) = event.rounds[-1].tables
    tally = tuple(Fraction(player == 1) for player in final.seats)
    decided = replace(event.rounds[-1], tables=(replace(final, game_points=tally),))
    event = replace(event, rounds=(*event.rounds[:-1], decided))
    assert standings(event).final and standings(event).standings[0].player == 1


def test_a_level_place_behind_the_winner_of_a_final_needs_no_decision() -> None:
    event = field(4, "knockout", "kwartet", table_size=4, advance=2)
    (final,) = pair(event).rounds[0].tables
    points = tuple(Fraction({1: 3, 2: 1, 3: 1, 4: 0}[player]) for player in final.seats)
    event = with_round(event, Round(1, (replace(final, points=points, end="played"),)))
    assert standings(event).final
    assert [line.rank for line in standings(event).standings] == [1, 2, 2, 4]


# --- groups


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_groups_never_refuse_the_number_of_groups_that_they_take_themselves(size: int) -> None:
    for people in range(2 if size == 2 else 3, 27):
        event = field(people, "groups", "quarto" if size == 2 else "kwartet", table_size=size)
        assert pair(event).rounds[0].tables, people


def test_a_final_that_is_over_early_does_not_hold_the_other_one_up() -> None:
    event = field(8, "groups", "quarto", groups=2, finals=2)
    for _ in range(3):
        event = with_round(event, by_order(pair(event).rounds[0]))
    for player in (1, 2, 3):  # of the A final only player 4 comes
        event = changed(event, player, absent=frozenset({4}))
    for tables in (2, 1):
        following = pair(event).rounds[0]
        assert len(following.tables) == tables
        event = with_round(event, by_order(following))
    shown = standings(event)
    assert shown.final and [line.player for line in shown.standings[:1]] == [4]
    assert {line.player for line in shown.standings[:4]} == {1, 2, 3, 4}


def test_a_group_of_whom_too_few_came_plays_its_next_round() -> None:
    event = field(8, "groups", "kwartet", table_size=4, groups=2, group_rounds=2)
    for player in (1, 4):
        event = changed(event, player, absent=frozenset({1}))
    event = with_round(event, by_order(pair(event).rounds[0]))
    assert [len(table.seats) for table in pair(event).rounds[0].tables] == [4, 4]
