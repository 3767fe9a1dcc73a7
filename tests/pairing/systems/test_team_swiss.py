"""The Swiss for teams: C.04.6 by its own examples, against every pairing there is, and what the site adds to it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from time import process_time
from typing import Any

import pytest

from scoring.documents.document import Bye, Event, Round
from scoring.standings import standings
from tests.pairing.events import swapped
from tests.pairing.simulated import finished, simulate, team_field, with_round
from tests.pairing.teams.plain_swiss import plain_pairing
from tests.support.examples import examples
from tournaments.pairing.core import PairingError, PairingRequest
from tournaments.pairing.engine import pair, prepare, verify
from tournaments.pairing.team_swiss.engine import NoPairing, pair_teams
from tournaments.pairing.team_swiss.field import (
    BLACK,
    WHITE,
    Preference,
    Side,
    SwissTeam,
    TeamField,
    first_colour,
    preference,
)
from tournaments.pairing.team_swiss.field import team_field as field_of
from tournaments.pairing.teams.tables import Squad


def swiss(teams: int, members: int = 2, **options: Any) -> Event:
    return team_field(teams, "team-swiss", members, "quarto", **{"rounds": 7, **options})


def team(tpn: int, score: int, *, met: Sequence[int] = (), colours: str = "", **values: Any) -> SwissTeam:
    """A team of a field that is made by hand; ``colours`` such as "wb"."""
    had = tuple(WHITE if c == "w" else BLACK for c in colours)
    usual = {
        "number": tpn,
        "squad": Squad(str(tpn), f"Team {tpn}", (tpn,)),
        "second": 0,
        "played": len(had),
        "floated": False,
        "had_bye": False,
        "preference": preference(had, "a", last_round=False),
    }
    return SwissTeam(tpn=tpn, score=score, colours=had, met=frozenset(met), **{**usual, **values})


def field(*teams: SwissTeam, **values: Any) -> TeamField:
    usual = {"round_number": 3, "unit": 1, "apart": frozenset(), "floats": True, "initial": WHITE, "second": True}
    return TeamField(teams=tuple(sorted(teams, key=lambda t: t.tpn)), **{**usual, **values})


def matches(field: TeamField) -> list[tuple[int, int]]:
    return sorted((min(a.tpn, b.tpn), max(a.tpn, b.tpn)) for a, b, _article in pair_teams(field).pairs)


def up(field: TeamField) -> list[int]:
    return [t.tpn for t in pair_teams(field).brackets[0].up]


# Article 1.7: colour preferences


@pytest.mark.parametrize(
    ("colours", "simple", "mild", "last"),
    [
        ("", "", "", ""),
        ("w", "", "b", "b"),
        ("wb", "", "w", ""),
        ("bw", "", "b", ""),
        ("ww", "b", "b!", "b!"),
        ("bb", "w", "w!", "w!"),
        ("wbb", "w", "w!", "w!"),
        ("wwb", "", "b", "b"),
        ("wwwbb", "", "b", "b"),  # +1 after two Blacks: outside 0 and -1, so Black only mildly
        ("bbww", "b", "b!", "b!"),
        ("www", "b", "b!", "b!"),
        ("wwbw", "b", "b!", "b!"),
    ],
)
def test_a_team_prefers_a_colour_as_article_1_7_says(colours: str, simple: str, mild: str, last: str) -> None:
    had = tuple(WHITE if c == "w" else BLACK for c in colours)
    for kind, last_round, wanted in (("a", False, simple), ("a", True, simple), ("b", False, mild), ("b", True, last)):
        colour = {"w": WHITE, "b": BLACK, "": 0}[wanted[:1]]
        assert preference(had, kind, last_round=last_round) == Preference(colour, wanted.endswith("!"))
    assert preference(had, "none", last_round=False) == Preference()


@pytest.mark.parametrize(
    ("first", "other", "kind", "white", "article"),
    [
        ("", "", "a", True, "4.3.1"),
        ("ww", "wb", "a", False, "4.3.2"),
        ("wb", "ww", "a", True, "4.3.2"),
        ("ww", "bb", "a", False, "4.3.3"),
        ("ww", "w", "b", False, "4.3.4"),
        ("w", "bw", "a", False, "4.3.5"),
        ("wb", "bw", "a", True, "4.3.6"),
        ("bbww", "bbww", "a", False, "4.3.7"),
        ("wb", "wb", "a", True, "4.3.8"),
        ("", "wb", "a", False, "4.3.9"),
    ],
)
def test_colours_are_given_by_the_first_article_that_applies(
    first: str, other: str, kind: str, white: bool, article: str
) -> None:
    sides = []
    for text in (first, other):
        had = tuple(WHITE if c == "w" else BLACK for c in text)
        sides.append(Side(1, had, preference(had, kind, last_round=False)))
    assert first_colour(*sides, WHITE) == (WHITE if white else BLACK, article)


def test_an_even_number_gets_the_other_colour_than_the_one_drawn() -> None:
    new = Side(2, (), Preference())
    assert first_colour(new, Side(5, (), Preference()), WHITE) == (BLACK, "4.3.1")


# Articles 3.4 to 3.6


def test_round_1_pairs_the_upper_half_with_the_lower() -> None:
    assert matches(field(*(team(n, 0) for n in range(1, 9)))) == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_the_bye_goes_to_the_lowest_score_then_most_matches_then_the_largest_number() -> None:
    teams = [team(1, 4), team(2, 2, colours="wb"), team(3, 2, colours="wb"), team(4, 2, colours="w"), team(5, 3)]
    assert pair_teams(field(*teams)).bye.tpn == 3
    barred = [*teams[:2], replace(teams[2], had_bye=True), *teams[3:]]
    assert pair_teams(field(*barred)).bye.tpn == 2
    with pytest.raises(NoPairing) as error:
        pair_teams(field(*(replace(t, had_bye=True) for t in teams)))
    assert error.value.bye


def test_the_bye_leaves_a_pairing_for_all_others() -> None:
    """Without 1 there is none: 2, 3 and 4 have all met each other (3.4.1)."""
    teams = [team(1, 9), *(team(n, 0, met=[m for m in (2, 3, 4) if m != n]) for n in (2, 3, 4)), team(5, 0)]
    assert pair_teams(field(*teams)).bye.tpn == 4
    teams[4] = team(5, 0, met=[2, 3, 4])
    with pytest.raises(NoPairing):
        pair_teams(field(*(t for t in teams if t.tpn != 1)))


RESIDENTS = [team(n, 6, met=[m for m in (10, 11, 12) if m != n]) for n in (10, 11, 12)]
LOWER = [*(team(n, 3) for n in (2, 6, 8)), *(team(n, 2) for n in (1, 3, 5))]


def test_the_example_of_article_3_5_4() -> None:
    """Three upfloaters are needed. The best scores are those of 2, 6, 8; where these three cannot all play above, two
    of them and one with fewer points, in the printed order: {2, 6, 1} comes first."""
    assert up(field(*RESIDENTS, *LOWER)) == [2, 6, 8]
    hard = [replace(t, met=t.met | {8}) for t in RESIDENTS]
    eight = replace(LOWER[2], met=frozenset({10, 11, 12}))
    assert up(field(*hard, *LOWER[:2], eight, *LOWER[3:])) == [2, 6, 1]


def test_the_fewest_upfloaters_come_before_their_scores() -> None:
    """1 and 2 have met, so both need an upfloater; one each, not three (C4 before C5)."""
    teams = [team(1, 4, met=[2]), team(2, 4, met=[1, 3]), team(3, 2), team(4, 1, met=[1]), team(5, 0), team(6, 0)]
    assert up(field(*teams)) == [3, 4]


def test_who_comes_up_leaves_the_next_group_a_pairing() -> None:
    """4 and 5 have met; if 3 came up, they would need upfloaters of their own (C6)."""
    teams = [team(1, 6), team(2, 1), team(3, 3), team(4, 3, met=[5]), team(5, 3, met=[4]), team(6, 1)]
    assert up(field(*teams)) == [4]
    assert up(field(*teams[:3], team(4, 3), team(5, 3), teams[5])) == [3]


def test_c6_is_kept_as_far_as_it_can_be() -> None:
    """3, 4, 5, 6 have all met; without 2 they need four upfloaters, without one of them the group needs two."""
    group = [team(n, 3, met=[m for m in (3, 4, 5, 6) if m != n]) for n in (3, 4, 5, 6)]
    teams = [team(1, 6), team(2, 3), *group, *(team(n, 1) for n in (7, 8, 9, 10))]
    assert up(field(*teams)) == [3]


def test_who_floated_the_round_before_does_not_come_up_but_in_the_last_two_rounds() -> None:
    teams = [team(1, 4), team(2, 2, floated=True), team(3, 2), team(4, 2)]
    assert up(field(*teams)) == [3]
    assert up(field(*teams, floats=False)) == [2]
    both = [team(1, 4, met=[2]), team(2, 4, met=[1]), *(team(n, 2, floated=n < 5) for n in (3, 4, 5)), team(6, 0)]
    assert up(field(*both)) == [3, 5]


def test_an_upfloater_with_a_smaller_number_is_the_top_member() -> None:
    """Residents 1, 2, 4 and upfloater 3: the first identifier is 1 2 3 4, so 1-3 and 2-4 (3.6.1)."""
    teams = [team(1, 2), team(2, 2), team(4, 2), team(3, 1, met=[7]), team(5, 0), team(6, 0), team(7, 1), team(8, 0)]
    assert set(matches(field(*teams))) >= {(1, 3), (2, 4)}


def test_the_identifier_puts_the_top_members_first() -> None:
    """1 has met all but 2: 1 2 3 4 is gone, and with 1-2 the tops that come first are 1 3."""
    teams = [team(1, 0, met=[3, 4]), team(2, 0), team(3, 0, met=[1]), team(4, 0, met=[1])]
    assert matches(field(*teams)) == [(1, 2), (3, 4)]


def test_preferences_of_colour_come_before_the_order() -> None:
    teams = [team(1, 0, colours="ww"), team(2, 0, colours="bb"), team(3, 0, colours="ww"), team(4, 0, colours="bb")]
    assert matches(field(*teams)) == [(1, 4), (2, 3)]


def test_the_opponent_of_an_upfloater_did_not_float_the_round_before() -> None:
    teams = [team(1, 2), team(2, 2, floated=True), team(3, 2), team(4, 0)]
    assert (2, 4) in matches(field(*teams, floats=False))
    assert (2, 4) not in matches(field(*teams))


# Events


def absent(event: Event, name: str, *rounds: int) -> Event:
    """The event with a whole team away."""
    return replace(
        event, players=tuple(replace(p, absent=p.absent | set(rounds)) if p.team == name else p for p in event.players)
    )


def life(event: Event, lots: random.Random) -> Event:
    """The event with late teams, teams that leave, and absences of teams and of players."""
    for entry in event.teams:
        luck = lots.random()
        change: dict[str, Any] = {}
        if luck < 0.12:
            change = {"joined": lots.choice([2, 3])}
        elif luck < 0.2:
            change = {"left": lots.choice([1, 2, 3])}
        elif luck < 0.35:
            change = {"absent": frozenset({lots.randint(1, 4)})}
        event = replace(event, players=tuple(replace(p, **change) if p.team == entry.id else p for p in event.players))
    someone = lots.choice(event.players)
    away = replace(someone, absent=someone.absent | {lots.randint(1, 4)})
    return replace(event, players=tuple(away if p.id == someone.id else p for p in event.players))


def spoilt(round_: Round, event: Event, lots: random.Random) -> Round:
    """The round with a match forfeited, a game adjourned, or a bye that brings half the points."""
    team_of = {p.id: p.team for p in event.players}
    gone = lots.choice(event.teams).id if lots.random() < 0.3 else ""
    tables = []
    for table in round_.tables:
        if gone in {team_of[p] for p in table.seats}:
            points = tuple(None if team_of[p] == gone else Fraction(1) for p in table.seats)
            table = replace(table, points=points, end="forfeit")
        elif lots.random() < 0.05:
            table = replace(table, points=None, end=lots.choice(["adjourned", None]))
        tables.append(table)
    kind = lots.choice(["zero", "half", "full"])
    byes = tuple(Bye(b.player, kind) if b.kind == "zero" else b for b in round_.byes)
    return replace(round_, tables=tuple(tables), byes=byes)


@pytest.mark.parametrize("seed", range(examples(60)))
def test_the_engine_makes_what_trying_everything_makes(seed: int) -> None:
    """Random events of up to eight teams: late teams, withdrawals, absences, forfeits, byes, open games."""
    lots = random.Random(seed)
    rounds = lots.randint(3, 6)
    options = {
        "rounds": lots.choice([rounds, rounds, None]),
        "colours": lots.choice(["a", "b", "none"]),
        "primary": lots.choice(["match", "game"]),
        "second_score": lots.random() < 0.7,
        "initial_colour": lots.choice(["white", "black", "lot"]),
    }
    event = life(swiss(lots.randint(3, 8), lots.choice([1, 2, 3]), seed=seed, **options), lots)
    for number in range(1, rounds + 1):
        _system, ready = prepare(event)
        field = field_of(PairingRequest(ready, number))
        last = options["rounds"] is not None and number >= options["rounds"]
        plain = plain_pairing(field, options["colours"], last)
        try:
            made = pair_teams(field)
        except NoPairing:
            assert plain is None
            return
        assert plain is not None
        assert ({(a.tpn, b.tpn) for a, b, _article in made.pairs}, made.bye.tpn if made.bye else None) == plain
        try:
            round_ = pair(event).rounds[0]
        except PairingError:
            assert len(field.teams) < 2
            return
        assert verify(with_round(event, round_)).faults[number] == ()
        event = with_round(event, spoilt(finished(round_, "quarto", lots), event, lots))


def test_larger_fields_never_meet_twice_and_are_quick() -> None:
    event = swiss(100, 4, rounds=9)
    lots = random.Random(3)
    met = set()
    for _ in range(9):
        begun = process_time()
        round_ = pair(event).rounds[0]
        assert process_time() - begun < 1
        team_of = {p.id: p.team for p in event.players}
        now = {frozenset(team_of[p] for p in t.seats) for t in round_.tables}
        assert len(now) == 50
        assert not now & met
        met |= now
        event = with_round(event, finished(round_, "quarto", lots))


def test_boards_meet_in_the_order_of_the_line_up_and_colours_go_in_turn() -> None:
    event = swiss(4, 4)
    answer = pair(event)
    assert [t.seats for t in answer.rounds[0].tables[:4]] == [(1, 9), (10, 2), (3, 11), (12, 4)]
    assert str(answer.reasons[1, 1]) == (
        "Team A 1 against Team C 1. Both have the same points: 0. White on board 1: Team A (article 4.3.1)."
    )
    # 1 is away: the reserve plays on board 1
    away = replace(
        swiss(4, 5, boards=4),
        players=tuple(replace(p, absent=frozenset({1})) if p.id == 1 else p for p in swiss(4, 5).players),
    )
    assert pair(away).rounds[0].tables[0].seats == (5, 11)


def test_a_team_away_and_a_late_team() -> None:
    event = absent(swiss(5), "B", 1)
    event = replace(event, players=tuple(replace(p, joined=2) if p.team == "E" else p for p in event.players))
    answer = pair(event)
    assert "Round 1: these teams are not here: Team B, Team E." in [str(n) for n in answer.notes]
    assert "Round 1: Team D has the bye." in [str(n) for n in answer.notes]
    table = {line.team: line.points for line in standings(with_round(event, answer.rounds[0])).teams}
    assert table["D"] == 1  # a match drawn (1.4)
    assert table["B"] == table["E"] == 0


def test_the_bye_brings_a_drawn_match_and_half_of_the_boards() -> None:
    event = with_round(swiss(3, 4), finished(pair(swiss(3, 4)).rounds[0], "quarto", random.Random(1)))
    free = {b.player for b in event.rounds[0].byes}
    assert free == {9, 10, 11, 12}
    line = next(t for t in standings(event).teams if t.team == "C")
    assert line.points == 1
    assert line.tie_breaks["MPvGP"] == 2
    own = replace(event, scoring={"teams": {"bye": ["2", "3"]}})
    line = next(t for t in standings(own).teams if t.team == "C")
    assert (line.points, line.tie_breaks["MPvGP"]) == (2, 3)


def test_a_board_without_an_opponent_counts_for_the_team() -> None:
    event = swiss(2, 2)
    event = replace(event, players=tuple(replace(p, absent=frozenset({1})) if p.id == 4 else p for p in event.players))
    (round_,) = pair(event).rounds
    assert [b.kind for b in round_.byes if b.player == 2] == ["pairing"]
    lost = replace(round_.tables[0], points=(Fraction(0), Fraction(1)), end="played")
    table = standings(with_round(event, replace(round_, tables=(lost,)))).teams
    assert [line.points for line in table] == [1, 1]


def test_the_check_knows_a_match_without_a_board_in_common_from_the_bye() -> None:
    event = swiss(3, 2)
    away = {2: frozenset({1}), 3: frozenset({1})}
    event = replace(event, players=tuple(replace(p, absent=away.get(p.id, p.absent)) for p in event.players))
    (round_,) = pair(event).rounds
    assert (round_.tables, {b.player for b in round_.byes if b.kind == "pairing"}) == ((), {1, 4, 5, 6})
    assert verify(with_round(event, round_)).ok


def test_a_match_of_forfeits_is_no_meeting() -> None:
    event = swiss(2, 2)
    (round_,) = pair(event).rounds
    gone = tuple(replace(t, points=(Fraction(1), None), end="forfeit") for t in round_.tables)
    again = pair(with_round(event, replace(round_, tables=gone)))
    assert len(again.rounds[0].tables) == 2
    played = with_round(event, finished(round_, "quarto", random.Random(1)))
    with pytest.raises(PairingError, match="whom they have not met"):
        pair(played)


def test_two_who_must_not_meet_keep_their_teams_apart_if_it_is_their_board() -> None:
    assert {t.seats for t in pair(swiss(4)).rounds[0].tables} == {(1, 5), (6, 2), (7, 3), (4, 8)}
    tables = {t.seats for t in pair(swiss(4, forbidden=[[1, 5]])).rounds[0].tables}
    assert not {(1, 5), (5, 1)} & tables
    assert {t.seats for t in pair(swiss(4, forbidden=[[1, 6]])).rounds[0].tables} >= {(1, 5)}


def test_the_check_finds_teams_that_meet_again_and_the_wrong_bye() -> None:
    event = simulate(swiss(5, 1, rounds=4), 2)
    again = replace(event.rounds[1], tables=event.rounds[0].tables, byes=event.rounds[0].byes)
    faults = verify(replace(event, rounds=(event.rounds[0], again))).faults[2]
    said = [str(f.notice) for f in faults]
    assert any("have met before (C1)" in text for text in said)
    assert any("cannot have the bye" in text for text in said)
    wrong = swapped(event, 2, event.rounds[1].tables[0].seats[0], event.rounds[1].tables[1].seats[0])
    assert any("By the rules" in str(f.notice) for f in verify(wrong).faults[2])
    table = event.rounds[1].tables[0]
    turned = replace(event.rounds[1], tables=(replace(table, seats=table.seats[::-1]), *event.rounds[1].tables[1:]))
    faults = verify(replace(event, rounds=(event.rounds[0], turned))).faults[2]
    assert any("White on board 1" in str(f.notice) for f in faults)
