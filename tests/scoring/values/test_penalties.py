"""Penalties come off the points that decide the order, and off nothing else."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.crosstable import crosstable
from scoring.documents.document import Event
from scoring.explain import Explainer
from scoring.input.reading import event_from
from scoring.output import standings_document
from scoring.standings import standings
from tests.scoring.events import events
from tests.scoring.systems.test_teams import match_event
from tests.scoring.test_standings import TWO_ROUNDS, document
from tests.support.examples import examples
from tournaments.pairing.points import points_for_pairing

CODES = ("BH", "SB", "WIN", "PS", "KS", "FB", "ARO")


def penalty(points: str, round: int = 1, **who: Any) -> dict[str, Any]:
    return {**who, "round": round, "points": points, "reason": "left the hall"}


def with_penalties(*penalties: dict[str, Any], **more: Any) -> Event:
    return event_from(document(TWO_ROUNDS, scoring={"tie_breaks": list(CODES), "penalties": list(penalties)}, **more))


def test_the_line_says_what_was_taken_off_and_why() -> None:
    found = standings_document(standings(with_penalties(penalty("3/4", player=1))))
    lines = {line["player"]: line for line in found["standings"]}
    assert lines[1]["points"] == "3/4"
    assert lines[1]["trail"] == ["1", "1/2"]
    assert lines[1]["penalties"] == [{"round": 1, "points": "3/4", "reason": "left the hall"}]
    assert "penalties" not in lines[2]
    assert found["standings"][0]["player"] == 3


def test_it_counts_from_its_round_on() -> None:
    event = with_penalties(penalty("1", 2, player=1))
    after = [{line.player: line.points for line in standings(event, n).standings}[1] for n in (1, 2)]
    assert after == [1, Fraction(1, 2)]


def test_points_may_fall_below_zero() -> None:
    lines = {line.player: line for line in standings(with_penalties(penalty("5", player=2))).standings}
    assert lines[2].points == Fraction(-9, 2)
    assert lines[2].rank == 4


def test_the_explanation_names_it() -> None:
    explained = Explainer(with_penalties(penalty("1/4", 2, player=1))).explain(1, "points")
    assert explained.text == "Points 5/4 = 1 + 1/2 − 1/4"
    assert explained.terms[-1].reason == "left the hall"
    assert Explainer(with_penalties(penalty("1", player=1))).above(1, 3).higher == 3


def test_a_team_has_a_penalty_of_its_own() -> None:
    value = match_event()
    plain = {line.team: line for line in standings(event_from(value)).teams}
    value["scoring"] = {**value["scoring"], "penalties": [penalty("1", team="A"), penalty("2", player=1)]}
    event = event_from(value)
    found = {line.team: line for line in standings(event).teams}
    assert found["A"].points == plain["A"].points - 1
    assert found["A"].tie_breaks == plain["A"].tie_breaks
    assert found["B"] == replace(plain["B"], rank=found["B"].rank)
    assert str(found["A"].penalties[0].points) == "1"
    assert Explainer(event).explain_team("A", "points").value == found["A"].points


@given(events(complete=True), st.data())
@settings(max_examples=examples(60))
def test_nobodys_tie_breaks_or_points_move_but_the_penalised_ones_points(event: Event, data: st.DataObject) -> None:
    event = replace(event, scoring={**event.scoring, "tie_breaks": list(CODES)})
    players = st.integers(1, len(event.players))
    given_ = data.draw(st.lists(st.tuples(players, st.integers(1, 4), st.sampled_from(("1/2", "1", "7"))), max_size=4))
    entries = [penalty(points, round_, player=player) for player, round_, points in given_]
    punished = replace(event, scoring={**event.scoring, "penalties": entries})
    before = {line.player: line for line in standings(event).standings}
    after = standings(punished).standings
    for line in after:
        off = sum(Fraction(p) for who, r, p in given_ if who == line.player and r <= len(event.rounds))
        assert line.points == before[line.player].points - off
        assert (line.tie_breaks, line.trail) == (before[line.player].tie_breaks, before[line.player].trail)
    # in a knockout the round reached comes first
    if event.pairing["system"] != "knockout":
        assert [line.points for line in after] == sorted((line.points for line in after), reverse=True)
    assert {row.player: row.points for row in crosstable(punished)} == {line.player: line.points for line in after}
    assert points_for_pairing(punished, punished.rounds).now == points_for_pairing(event, event.rounds).now
