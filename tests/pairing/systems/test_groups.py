"""Groups and finals: how groups are drawn, who qualifies, and what the finals are."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.documents.document import Event, Player, Round
from scoring.sections.groups import GROUP, Stages
from scoring.standings import standings
from tests.pairing.events import meetings, swapped
from tests.pairing.simulated import by_order, changed, field, with_round
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair, verify


def start(people: int = 8, **options: object) -> Event:
    return field(people, "groups", "quarto", **{"groups": 2, **options})


def played(event: Event, rounds: int) -> Event:
    for _ in range(rounds):
        event = with_round(event, by_order(pair(event).rounds[0]))
    return event


def pairs(round_: Round) -> list[list[int]]:
    return [sorted(table.seats) for table in round_.tables]


class TestTheDraw:
    def test_by_rating_it_goes_to_and_fro(self) -> None:
        assert Stages(start(8)).groups == [[1, 4, 5, 8], [2, 3, 6, 7]]
        assert [len(group) for group in Stages(start(11, groups=3)).groups] == [3, 4, 4]

    def test_players_of_one_club_are_apart_where_they_can_be(self) -> None:
        event = start(8, draw="club")
        players = tuple(replace(p, club="Leiden" if p.id in (1, 4, 5) else None) for p in event.players)
        groups = Stages(replace(event, players=players)).groups
        assert sorted(len({1, 4, 5} & set(group)) for group in groups) == [1, 2]
        assert sorted(map(len, groups)) == [4, 4]

    def test_the_lot_is_that_of_the_seed(self) -> None:
        draws = {tuple(map(tuple, Stages(start(12, draw="lot", seed=seed)).groups)) for seed in range(8)}
        assert len(draws) > 4
        assert Stages(start(12, draw="lot", seed=3)).groups == Stages(start(12, draw="lot", seed=3)).groups

    def test_by_hand_they_are_as_written_down(self) -> None:
        event = start(6, draw="hand", members={"1": 2, "2": 2, "3": 2, "4": 1, "5": 1})
        assert Stages(event).groups == [[4, 5, 6], [1, 2, 3]]

    def test_what_is_written_down_stays_when_a_rating_changes_and_somebody_comes_late(self) -> None:
        event = start(8)
        kept = {str(p): group for p, group in Stages(event).group_of.items()}
        players = (*(replace(p, rating=3000 - (p.rating or 0)) for p in event.players), Player(9, "Late", joined=2))
        later = replace(event, players=players, pairing={**event.pairing, "members": kept})
        assert Stages(later).groups == [[1, 4, 5, 8, 9], [2, 3, 6, 7]]

    @pytest.mark.parametrize("draw", ["rating", "club", "lot"])
    @pytest.mark.parametrize("seed", range(4))
    def test_players_who_must_not_meet_are_in_different_groups(self, draw: str, seed: int) -> None:
        pairs = [[1, 4], [4, 5], [2, 3], [6, 7], [1, 8]]
        event = start(8, draw=draw, seed=seed, forbidden=pairs)
        groups = Stages(event).groups
        assert [len(group) for group in groups] == [4, 4]
        assert not [pair for pair in pairs for group in groups if set(pair) <= set(group)]
        assert pair(event).rounds[0].tables

    def test_where_that_cannot_be_the_draw_ends_with_as_few_together_as_it_can(self) -> None:
        everybody = [[a, b] for a in (1, 2, 3) for b in (1, 2, 3) if a < b]
        groups = Stages(start(8, forbidden=everybody)).groups
        assert sorted(len({1, 2, 3} & set(group)) for group in groups) == [1, 2]

    def test_without_such_pairs_it_is_as_ever(self) -> None:
        assert Stages(start(8, forbidden=[])).groups == Stages(start(8)).groups
        assert Stages(start(8, forbidden=[[1, 2]])).groups == Stages(start(8)).groups


class TestTheGroups:
    def test_everyone_meets_everyone_of_their_group_and_nobody_else(self) -> None:
        event = played(start(8), 3)
        groups = Stages(event).groups
        assert set(meetings(event.rounds)) == {frozenset((a, b)) for g in groups for a in g for b in g if a < b}
        assert [t.number for t in event.rounds[0].tables] == [1, 2, 3, 4]

    def test_groups_of_five_and_four_end_together(self) -> None:
        event = played(start(9), 5)
        assert [len(round_.tables) for round_ in event.rounds] == [4, 4, 4, 2, 2]
        assert verify(event).ok

    def test_at_larger_tables_they_play_three_rounds(self) -> None:
        event = field(16, "groups", "kwartet", table_size=4, groups=4)
        assert Stages(event).group_rounds == 3
        assert [sorted(t.seats) for t in pair(event).rounds[0].tables] == Stages(event).groups

    def test_a_result_by_no_group_is_a_fault(self) -> None:
        event = played(start(8), 1)
        assert not verify(swapped(event, 1, 1, 2)).ok


class TestTheFinals:
    def test_first_of_each_group_against_second_of_the_other(self) -> None:
        event = played(start(8), 3)
        answer = pair(event)
        assert pairs(answer.rounds[0]) == [[1, 3], [2, 4]]  # 1 and 4 are of one group, 2 and 3 of the other
        assert str(next(iter(answer.reasons.values()))) == "A final."
        whole = played(event, 2)
        with pytest.raises(PairingError, match="already paired"):
            pair(whole)
        assert verify(whole).ok
        assert [line.player for line in standings(whole).standings][:4] == [1, 2, 3, 4]

    def test_the_next_of_each_group_play_the_b_final(self) -> None:
        event = played(start(8, finals=2), 3)
        assert [set(final) for final in Stages(event).finals] == [{1, 4, 2, 3}, {5, 8, 6, 7}]
        whole = played(event, 2)
        lines = standings(whole).standings
        assert {line.player for line in lines[:4]} == {1, 2, 3, 4}
        assert lines[4].player == 5

    @pytest.mark.parametrize("finalists", [{"1": 1, "2": 1}, {"1": 5}, {"1": 1, "2": 3}, {"1": 99, "2": 99}])
    def test_finalists_with_one_place_or_a_gap_are_refused(self, finalists) -> None:
        event = played(start(8), 3)
        with pytest.raises(PairingError, match="each given to one player"):
            pair(replace(event, pairing={**event.pairing, "finalists": finalists}))

    def test_two_who_are_left_of_a_group_of_four_have_a_bye_and_the_others_play(self) -> None:
        event = field(8, "groups", "quatro-chess", groups=2)
        away = tuple(replace(p, absent=frozenset({1}) if p.id in (1, 4) else p.absent) for p in event.players)
        (round_,) = pair(replace(event, players=away)).rounds
        assert pairs(round_) == [[2, 3, 6, 7]]
        assert {(bye.player, bye.kind) for bye in round_.byes if bye.kind != "zero"} == {(5, "pairing"), (8, "pairing")}

    def test_a_final_of_two_at_tables_of_four_is_refused(self) -> None:
        event = field(8, "groups", "quatro-chess", groups=2, group_rounds=1, qualifiers=1, then="group")
        round_ = pair(event).rounds[0]
        points = tuple(Fraction(p) for p in (8, 4, 2, 0))
        event = with_round(
            event, replace(round_, tables=tuple(replace(t, points=points, end="played") for t in round_.tables))
        )
        with pytest.raises(PairingError, match="cannot be seated at tables of 4"):
            pair(event)

    def test_pairs_that_must_not_meet_are_apart_in_every_round_of_a_final(self) -> None:
        assert pairs(pair(played(start(8, qualifiers=4), 4)).rounds[0]) == [[1, 3], [2, 4]]
        assert pairs(pair(played(start(8, qualifiers=4, forbidden=[[1, 3]]), 4)).rounds[0]) == [[1, 4], [2, 3]]

    def test_a_final_can_be_one_more_group(self) -> None:
        event = played(start(8, then="group"), 6)
        assert len([t for r in event.rounds[3:] for t in r.tables]) == 6
        assert [line.player for line in standings(event).standings][:4] == [1, 2, 3, 4]

    def test_without_finals_it_ends_with_the_groups(self) -> None:
        event = played(start(8, then="none"), 3)
        with pytest.raises(PairingError, match="already paired"):
            pair(event)

    def test_somebody_who_left_is_replaced_by_the_next(self) -> None:
        event = changed(played(start(8), 3), 4, left=3)
        answer = pair(event)
        assert {p for pair_ in pairs(answer.rounds[0]) for p in pair_} == {1, 5, 2, 3}
        assert "Player 4 has withdrawn; the next of group 1 moves up." in map(str, answer.notes)

    def test_a_final_that_all_have_left_is_over(self) -> None:
        event = played(start(8), 3)
        kept = {str(player): seed for player, seed in Stages(event).seeds.items()}
        event = replace(event, pairing={**event.pairing, "finalists": kept})
        for player in kept:
            event = changed(event, int(player), left=3)
        with pytest.raises(PairingError, match="The finals are played"):
            pair(event)

    def test_a_number_that_no_group_has_makes_no_groups(self) -> None:
        event = start(8, members={"1": 1_000_000})
        with pytest.raises(PairingError, match=r"There is no group 1000000|There is no group"):
            pair(replace(event, pairing={k: v for k, v in event.pairing.items() if k != "groups"}))

    def test_a_tie_at_the_cut_is_said(self) -> None:
        event = start(6, qualifiers=1)
        for _ in range(3):
            round_ = pair(event).rounds[0]
            level = tuple(replace(t, points=(Fraction(1, 2),) * 2, end="played") for t in round_.tables)
            event = with_round(event, replace(round_, tables=level))
        notes = [str(note) for note in pair(event).notes]
        assert len(notes) == 2 and all("the lot lets player" in note for note in notes)
        decided = replace(event, scoring={"tie_breaks": ["TPN"]})
        assert all("the tie-breaks let player" in str(note) for note in pair(decided).notes)
        assert Stages(decided).finals == [(1, 2)]

    def test_a_corrected_result_does_not_change_finals_that_are_written_down(self) -> None:
        event = played(start(8), 3)
        kept = {str(player): seed for player, seed in Stages(event).seeds.items()}
        last = event.rounds[2]
        turned = replace(
            last, tables=tuple(replace(t, points=t.points[::-1] if t.points else None) for t in last.tables)
        )
        event = replace(event, rounds=(*event.rounds[:2], turned), pairing={**event.pairing, "finalists": kept})
        assert pairs(pair(event).rounds[0]) == [[1, 3], [2, 4]]

    def test_a_missing_result_of_the_groups_holds_the_finals_up(self) -> None:
        event = played(start(8), 3)
        bare = replace(event.rounds[1], tables=tuple(replace(t, points=None, end=None) for t in event.rounds[1].tables))
        with pytest.raises(PairingError, match="Round 2, table 1 has no result yet"):
            pair(replace(event, rounds=(event.rounds[0], bare, event.rounds[2])))


def test_the_standings_name_the_group_and_put_its_winners_first() -> None:
    lines = standings(played(start(8), 3)).standings
    assert [line.player for line in lines] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [int(line.tie_breaks[GROUP]) for line in lines] == [1, 2, 2, 1, 1, 2, 2, 1]
