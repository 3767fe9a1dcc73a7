"""The Keizer list: published examples worked by hand, the iteration, absences of each kind, and a plain second one.

Sources, looked up in November 2026. Only figures are taken from them.

- Caissa Amsterdam, "Het Keizer-systeem" (www.caissa-amsterdam.nl/het-keizer-systeem): ten players, top value 50, one
  round; the scores of the first pass are published.
- Schaakclub Haren, internal competition 2016/2017, after round 1 of 16 September 2016 (schaakclubharen.nl, "Eerste
  ronde interne competitie"): sixteen players, top value 80; the list that stands still is published.
- chesspairing, "Keizer Convergence" (github.com/gnutterts/chesspairing, docs/algorithms): five players, top value 5.
- SV Krimpen, "Keizersysteem" (svkrimpen.nl): one and a half times the players; half for a tie, two thirds of the own
  value for a bye or work for the club, one third for an absence.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import keizer as module
from scoring.__main__ import main
from scoring.documents.document import DocumentError, Event, Table
from scoring.explain import POINTS, Explainer
from scoring.input.reading import event_from
from scoring.keizer import FRACTIONS, SCORE, VALUE, Award, Keizer
from scoring.output import standings_document
from scoring.standings import order_of, standings
from tests.scoring.documents import document_of
from tests.scoring.events import events
from tests.support.examples import examples

Row = dict[str, Any]
HALF = Fraction(1, 2)


def document(players: int, rounds: list[Row], /, scoring: Row | None = None, **pairing: Any) -> Row:
    return document_of("quarto", players, rounds, pairing={"system": "keizer", **pairing}, scoring=scoring or {})


def games(*results: tuple[int, str, int], byes: tuple[tuple[int, str], ...] = ()) -> Row:
    """A round of results such as ``(1, "1-0", 2)``."""
    return {
        "tables": [{"seats": [a, b], "points": result.split("-")} for a, result, b in results],
        "byes": [{"player": player, "kind": kind} for player, kind in byes],
    }


def listed(document: Row) -> Keizer:
    _history, order = order_of(event_from(document))
    assert order.keizer is not None
    return order.keizer


def scores(document: Row) -> list[str]:
    """Everybody's score by pairing number."""
    found = listed(document)
    return [str(found.scores[player]) for player in sorted(found.scores)]


CAISSA = document(
    10, [games((1, "1-0", 2), (3, "1/2-1/2", 4), (5, "0-1", 6), (7, "1/2-1/2", 8), (9, "0-1", 10))], top_value=50
)


def test_the_first_pass_is_that_of_caissa_amsterdam(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PASSES", 1)
    found = listed(CAISSA)
    assert scores(CAISSA) == ["99", "49", "143/2", "71", "46", "91", "131/2", "65", "42", "83"]
    assert [found.values[player] for player in range(1, 11)] == list(range(50, 40, -1))
    assert (found.passes, found.cycle) == (1, 0), "no list came a second time"


def test_the_example_of_caissa_amsterdam_scored_until_it_stands_still() -> None:
    """By hand: the first pass orders 1 6 10 3 4 7 8 2 5 9, with the values 50 to 41; with these the same order comes.

    1 has 50 + 43 (of 2, now eighth), 3 has 47 + half of 46, and so on.
    """
    found = listed(CAISSA)
    assert found.order == (1, 6, 10, 3, 4, 7, 8, 2, 5, 9)
    assert scores(CAISSA) == ["93", "43", "70", "139/2", "42", "91", "67", "133/2", "41", "89"]
    assert found.cycle == 1


def test_the_list_of_haren_after_round_1() -> None:
    """Score and value of all sixteen, as published. The starting order is that of the boards; of the two who tied the
    later first has the higher place, as in the published list."""
    found = listed(
        document(
            16,
            [
                games(
                    (1, "1-0", 2),
                    (4, "0-1", 3),
                    (5, "1-0", 6),
                    (8, "1/2-1/2", 7),
                    (10, "0-1", 9),
                    (11, "1-0", 12),
                    (13, "1-0", 14),
                    (16, "0-1", 15),
                )
            ],
            top_value=80,
        )
    )
    assert found.order == (1, 3, 5, 9, 11, 13, 15, 7, 8, 2, 4, 6, 10, 12, 14, 16)
    published = [151, 149, 147, 145, 143, 141, 139, 109, Fraction(217, 2), *range(71, 64, -1)]
    assert [found.scores[player] for player in found.order] == published
    assert [found.values[player] for player in found.order] == list(range(80, 64, -1))


CHESSPAIRING = document(
    5,
    [
        games((1, "1-0", 2), (3, "1-0", 5)),
        games((1, "1-0", 3), (2, "1-0", 4)),
        games((1, "0-1", 4), (2, "1-0", 5)),
        games((3, "1/2-1/2", 4)),
    ],
    top_value=5,
)


def test_the_worked_example_of_chesspairing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Alice to Eve are 1 to 5. The first pass is 12, 7, 5, 8½ and 1, the order then Alice, Dave, Bob, Carol, Eve;
    with the new values Alice and Dave have 10 each, and the first list keeps Alice before Dave."""
    found = listed(CHESSPAIRING)
    assert found.order == (1, 4, 2, 3, 5)
    assert scores(CHESSPAIRING) == ["10", "8", "5", "10", "1"]
    assert [found.values[player] for player in (1, 4, 2, 3, 5)] == [5, 4, 3, 2, 1]
    monkeypatch.setattr(module, "MOST_PASSES", 1)
    assert scores(CHESSPAIRING) == ["12", "7", "5", "17/2", "1"]


def test_equal_scores_stand_by_the_points_then_by_the_number() -> None:
    """1 and 4 have 10 Keizer points in the example; 1 has two points of three games, 4 one and a half."""
    lines = standings(event_from(CHESSPAIRING)).standings
    assert [(line.rank, line.player, str(line.points)) for line in lines][:2] == [(1, 1, "2"), (2, 4, "3/2")]
    above = Explainer(event_from(CHESSPAIRING)).above(4, 1)
    assert (above.higher, above.code) == (1, POINTS)
    start = Explainer(event_from(document(3, [], own_value=False))).above(3, 2)
    assert (start.higher, start.code) == (2, "TPN")


ABSENT = [
    games((1, "1-0", 2), byes=((3, "pairing"), (4, "zero"), (5, "half"), (6, "full"))),
    games((1, "1-0", 2), byes=((4, "zero"),)),
    games((1, "1-0", 2), byes=((4, "zero"),)),
]


def test_each_kind_of_absence_brings_its_part_of_the_own_value() -> None:
    """The bye 2/3, half 1/2, away for the club 2/3, with notice 1/3 each time; without a word nothing."""
    found = listed(document(6, ABSENT, own_value=False))
    parts = {p: [(g.award, g.part) for g in found.gains[p]] for p in (3, 4, 5, 6)}
    nothing = (Award.NO_NOTICE, Fraction(0))
    assert parts[3] == [(Award.BYE, Fraction(2, 3)), nothing, nothing]
    assert parts[4] == [(Award.ABSENT, Fraction(1, 3))] * 3
    assert parts[5] == [(Award.HALF_BYE, HALF), nothing, nothing]
    assert parts[6] == [(Award.FULL_BYE, Fraction(2, 3)), nothing, nothing]
    assert found.scores[4] == found.values[4]


def test_who_joins_late_or_leaves() -> None:
    rounds = [games((1, "1-0", 2)), games((1, "1-0", 3)), games((2, "1-0", 3))]
    start = document(4, rounds, late_value="1/4", absent_value="1/2", own_value=False)
    start["players"][2] |= {"joined": 2}
    start["players"][3] |= {"left": 1, "absent": [1]}
    found = listed(start)
    assert next((g.award, g.part) for g in found.gains[3]) == (Award.LATE, Fraction(1, 4))
    assert [(g.award, g.round) for g in found.gains[4]] == [(Award.ABSENT, 1)], "nothing after they left"


def test_a_table_without_a_result_brings_nothing_yet() -> None:
    running = document(4, [{"tables": [{"seats": [1, 2]}, {"seats": [3, 4], "points": ["0", "1"]}]}])
    lines = {line.player: line for line in standings(event_from(running)).standings}
    assert lines[1].waits and lines[1].tie_breaks[SCORE] == lines[1].tie_breaks[VALUE]
    explained = Explainer(event_from(running)).explain(1, SCORE)
    assert [missing.round for missing in explained.missing] == [1]


def test_a_penalty_is_taken_off_the_score_too() -> None:
    penalty = {"player": 1, "round": 1, "points": "1/2", "reason": "Late"}
    kept, fined = CAISSA, CAISSA | {"scoring": {"penalties": [penalty]}}
    assert listed(kept).scores[1] - listed(fined).scores[1] == HALF


def test_lists_that_take_turns_count_with_their_mean() -> None:
    """By hand. Top value 4, no own value; 1 beat 2, 2 beat 3, 3 beat 1, 4 beat nobody and was absent for nothing.

    From the list 1 2 3 4 the scores are 3, 2, 4: the list 3 1 2; from that 2, 4, 3: the list 2 3 1; from that 4, 3, 2:
    the first list again. The mean of the values is 3 for all three, so each has 3, and the numbers decide.
    """
    found = listed(
        document(4, [games((1, "1-0", 2)), games((2, "1-0", 3)), games((3, "1-0", 1))], top_value=4, own_value=False)
    )
    assert found.cycle == 3
    assert [found.values[player] for player in range(1, 5)] == [3, 3, 3, 1]
    assert [found.scores[player] for player in range(1, 5)] == [3, 3, 3, 0]
    assert found.order == (1, 2, 3, 4)


def test_the_document_has_score_value_and_points() -> None:
    line = standings_document(standings(event_from(CAISSA)))["standings"][1]
    assert line == {
        "rank": 2,
        "player": 6,
        "points": "1",
        "tie_breaks": {"KEIZER": "91", "VALUE": "49"},
        "played": 1,
        "trail": ["1"],
    }


def test_the_tie_breaks_of_the_event_do_not_decide_and_the_answer_says_so() -> None:
    found = standings(event_from(CAISSA | {"scoring": {"tie_breaks": ["BH", "LOT"]}}))
    assert set(found.dropped) == {"BH", "LOT"}
    assert found.standings == standings(event_from(CAISSA)).standings


def test_each_part_of_a_score_names_its_round_its_opponent_and_their_value() -> None:
    explained = Explainer(event_from(CAISSA)).explain(3, SCORE)
    assert explained.text == "KEIZER 70 = 47 + 23"
    own, draw = explained.terms
    assert (own.round, own.opponent, own.worth) == (None, None, 47)
    assert (draw.round, draw.opponent, draw.worth, draw.gain and draw.gain.part) == (1, 4, 46, HALF)
    assert Explainer(event_from(CAISSA)).explain(3, VALUE).text == "VALUE 47"


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"win_value": "2"}, "pairing.win_value"),
        ({"win_value": 1}, "pairing.win_value"),
        ({"absent_value": "0.35"}, "pairing.absent_value"),
        ({"top_value": 0}, "pairing.top_value"),
        ({"top_value": True}, "pairing.top_value"),
        ({"value_step": "1"}, "pairing.value_step"),
        ({"absences": -1}, "pairing.absences"),
        ({"own_value": "yes"}, "pairing.own_value"),
        ({"late_value": ["1"]}, "pairing.late_value"),
    ],
)
def test_a_wrong_option_is_refused_with_its_place(options: Row, place: str) -> None:
    with pytest.raises(DocumentError) as refused:
        event_from(document(4, [], **options))
    assert refused.value.place == place


# --- a plain second implementation: one pass after the other, everything looked up anew


def plain_scores(event: Event, order: list[int]) -> dict[int, Fraction]:
    """The scores by the values of one list."""
    options = event.pairing
    top = options.get("top_value", -(-3 * len(event.players) // 2))
    value = {p: Fraction(max(0, top - options.get("value_step", 1) * place)) for place, p in enumerate(order)}

    def part(name: str, usual: str) -> Fraction:
        return Fraction(options.get(f"{name}_value", usual))

    total = {p.id: value[p.id] if options.get("own_value", True) else Fraction(0) for p in event.players}
    for player in event.players:
        missed = 0
        for round_ in event.rounds:
            table = next((t for t in round_.tables if player.id in t.seats), None)
            bye = next((b for b in round_.byes if b.player == player.id), None)
            if table is not None:
                total[player.id] += plain_table(table, player.id, value, part)
            elif bye is not None and bye.kind != "zero":
                usual = {"pairing": ("bye", "2/3"), "full": ("full_bye", "2/3"), "half": ("half_bye", "1/2")}
                total[player.id] += part(*usual[bye.kind]) * value[player.id]
            elif round_.number < player.joined:
                total[player.id] += part("late", "0") * value[player.id]
            elif player.left is None or round_.number <= player.left:
                missed += 1
                if missed <= options.get("absences", 999):
                    told = bye is not None or round_.number in player.absent
                    total[player.id] += (part("absent", "1/3") if told else part("no_notice", "0")) * value[player.id]
    return total


def plain_table(table: Table, player: int, value: dict[int, Fraction], part: Any) -> Fraction:
    if table.end not in ("played", "forfeit") or table.points is None:
        return Fraction(0)
    own, other = table.points if table.seats[0] == player else table.points[::-1]
    opponent = value[next(p for p in table.seats if p != player)]
    if table.end == "forfeit" and (own is None or other is None):
        award = ("forfeit_loss", "0") if not own else ("draw", "1/2") if own == HALF else ("forfeit_win", "1")
        return part(*award) * opponent
    return (part("win", "1") if own > other else part("draw", "1/2") if own == other else part("loss", "0")) * opponent


def plain_list(event: Event) -> tuple[list[int], dict[int, Fraction]]:
    points = {line.player: line.points for line in standings(event).standings}

    def listed(scores: dict[int, Fraction]) -> list[int]:
        return sorted(scores, key=lambda p: (-scores[p], -points[p], p))

    lists = [sorted(points)]
    made: list[dict[int, Fraction]] = []
    while True:
        made.append(plain_scores(event, lists[-1]))
        following = listed(made[-1])
        if following in lists:
            some = made[lists.index(following) :]
            mean = {p: sum((scores[p] for scores in some), Fraction(0)) / len(some) for p in points}
            return listed(mean), mean
        lists.append(following)


@st.composite
def keizers(draw: st.DrawFn) -> Event:
    """A random event of the shared kind with Keizer options."""
    event = draw(events().filter(lambda event: event.game == "quarto"))
    options: Row = {award.option: draw(st.sampled_from(FRACTIONS)) for award in Award if award is not Award.OWN}
    if draw(st.booleans()):
        options = {}
    options |= draw(
        st.fixed_dictionaries(
            {},
            optional={
                "top_value": st.integers(1, 60),
                "value_step": st.integers(1, 4),
                "absences": st.integers(0, 3),
                "own_value": st.booleans(),
            },
        )
    )
    luck = random.Random(draw(st.integers(0, 999)))
    players = tuple(
        replace(
            p, joined=luck.choice((1, 1, 2)), left=luck.choice((None, None, 2)), absent=frozenset({luck.randint(1, 5)})
        )
        for p in event.players
    )
    pairing = {"system": "keizer", "rounds": event.pairing["rounds"], **options}
    return replace(event, players=players, pairing=pairing, scoring={})


@given(keizers())
@settings(max_examples=examples(150))
def test_the_list_is_that_of_the_plain_one(event: Event) -> None:
    found = listed_of(event)
    assert (list(found.order), dict(found.scores)) == plain_list(event)


def listed_of(event: Event) -> Keizer:
    _history, order = order_of(event)
    assert order.keizer is not None
    return order.keizer


@given(keizers(), st.randoms(use_true_random=False))
@settings(max_examples=examples(60))
def test_a_list_at_rest_makes_itself_and_the_order_of_rows_is_nothing(event: Event, luck: random.Random) -> None:
    found = listed_of(event)
    assert found.cycle >= 1
    if found.cycle == 1:
        assert plain_scores(event, list(found.order)) == dict(found.scores)
    most = sum(1 for _ in event.rounds) + 1
    assert all(0 <= score <= most * max(found.values.values()) for score in found.scores.values())
    mixed = replace(
        event,
        rounds=tuple(
            replace(
                round_,
                tables=tuple(luck.sample(round_.tables, len(round_.tables))),
                byes=tuple(luck.sample(round_.byes, len(round_.byes))),
            )
            for round_ in event.rounds
        ),
    )
    assert listed_of(mixed) == found


def test_other_systems_have_no_keizer_list() -> None:
    swiss = CAISSA | {"pairing": {"system": "swiss"}}
    line = standings_document(standings(event_from(swiss)))["standings"][0]
    assert line["tie_breaks"] == {}
    assert order_of(event_from(swiss))[1].keizer is None


def test_the_report_says_that_its_ranks_are_those_of_the_keizer_score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "event.json"
    path.write_text(json.dumps(CAISSA))
    assert main([str(path), "--trf", "16"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "092 Individual: Keizer system (ranks by the Keizer score)" in lines
    second = next(line for line in lines if line.startswith("001    6"))
    assert second[80:89].split() == ["1.0", "2"]
