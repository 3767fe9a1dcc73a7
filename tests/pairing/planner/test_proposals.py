"""The planner's proposals, its warnings, and what it leaves out; and the command."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.documents.document import DocumentError
from tests.pairing.simulated import field, simulate, team_field
from tournaments.pairing.__main__ import main
from tournaments.pairing.core import PairingError
from tournaments.pairing.planner import proposing, running
from tournaments.pairing.planner.formats import Candidate, _best, candidates, minutes_of
from tournaments.pairing.planner.proposing import PROPOSALS, Plan, figures_of, plan
from tournaments.pairing.planner.question import read_question
from tournaments.pairing.planner.running import lengths, strengths
from tournaments.pairing.registry import systems


@pytest.fixture(autouse=True)
def short_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few trials: these tests do not look at how sure a figure is."""
    monkeypatch.setattr(proposing, "TASTE", 4_000)
    monkeypatch.setattr(proposing, "THOROUGH", 8_000)
    monkeypatch.setattr(running, "TIME", 40_000)


def asked(**entries: Any) -> Plan:
    return plan(read_question({"game": "quarto", "players": 8, "minutes": 120, **entries}))


def codes(answer: Plan) -> list[str]:
    return [notice.code for notice in answer.warnings]


def test_an_evening_of_27_at_tables_of_four() -> None:
    answer = asked(game="quatro-chess", players=27, minutes=180, round_minutes=40, starts="19:30")
    assert len(answer.proposals) == PROPOSALS
    assert {one.system for one in answer.proposals} == {"swiss-tables", "tables", "groups"}
    (first,) = [one for one in answer.proposals if one.system == "swiss-tables"]
    assert dict(first.options) == {"rounds": 3}
    assert first.minutes == 3 * 40 + 2 * 8
    assert first.ends == 19 * 60 + 30 + first.minutes
    assert first.figures.games == (3, 3)
    assert [str(notice) for notice in answer.warnings] == [
        "27 players do not fill tables of 4: at 1 of the 7 tables of each round there are fewer."
    ]


def test_every_system_is_proposed_or_left_out_with_a_reason() -> None:
    question = read_question({"game": "quarto", "players": 8, "minutes": 120})
    fitting, left_out = candidates(question)
    assert {one.trial.system.key for one in fitting} | set(left_out) == set(systems())
    assert {one.trial.system.key for one in fitting}.isdisjoint(left_out)


def test_every_proposal_fits_and_can_be_made_an_event() -> None:
    for matters in ("everybody", "short"):
        answer = asked(players=10, minutes=200, tables=4, matters=matters)
        assert answer.proposals
        for proposal in answer.proposals:
            assert proposal.minutes <= 200
            chosen = {key: value for key, value in proposal.options.items() if key != "rounds"}
            event = field(10, proposal.system, "quarto", proposal.options.get("rounds"), **chosen)
            assert simulate(event, 1).rounds[0].tables


def test_who_wants_everybody_to_meet_gets_the_round_robin_where_there_is_time() -> None:
    first = asked(players=6, minutes=150, matters="everybody").proposals[0]
    assert first.system == "berger"
    assert first.figures.met == 100
    few = asked(players=14, minutes=150, matters="everybody")
    assert "planner-not-everybody" in codes(few)
    assert few.left_out["berger"].code == "planner-long"


@pytest.mark.parametrize("players", range(2, 10))
def test_a_swiss_has_no_more_rounds_than_can_be_paired(players: int) -> None:
    fitting, _left_out = candidates(read_question({"game": "quarto", "players": players, "minutes": 600}))
    (swiss,) = [one for one in fitting if one.trial.system.key == "swiss"]
    rounds = swiss.options["rounds"]
    for seed in range(3):
        assert len(simulate(field(players, "swiss", "quarto", rounds), rounds, seed).rounds) == rounds


@pytest.mark.parametrize(("players", "size"), [(199, 4), (9, 5), (73, 6)])
def test_the_first_trial_of_the_longest_evenings_searches_for_no_schedule(
    monkeypatch: pytest.MonkeyPatch, players: int, size: int
) -> None:
    def refused(*_arguments: object) -> None:
        raise AssertionError("a long search")

    monkeypatch.setattr("tournaments.pairing.schedules.library.improve", refused)
    question = read_question({"game": "kwartet", "players": players, "table_size": size, "minutes": 7 * 24 * 60})
    found = _best(question, systems()["tables"])
    assert isinstance(found, Candidate)
    assert found.options["rounds"] == 15


def test_a_consolation_of_many_players_is_not_tried() -> None:
    question = read_question({"game": "kwartet", "players": 199, "table_size": 4, "minutes": 7 * 24 * 60})
    found = _best(question, systems()["knockout"])
    assert isinstance(found, Candidate)
    assert not found.options


def test_short_is_the_shortest_first() -> None:
    minutes = [proposal.minutes for proposal in asked(players=16, minutes=300, matters="short").proposals]
    assert minutes == sorted(minutes)


def test_equal_games_come_first_where_they_matter() -> None:
    differences = [p.figures.games[1] - p.figures.games[0] for p in asked(players=12, matters="equal").proposals]
    assert differences == sorted(differences)
    assert differences[0] == 0


def test_too_few_tables_make_shifts() -> None:
    question = read_question({"game": "quarto", "players": 8, "tables": 3, "round_minutes": 20, "pause": 5})
    assert minutes_of(question, [4, 2, 1]) == 20 + 5 + 20 + 5 + 20 + 5 + 20
    assert "planner-shifts" in codes(asked(tables=2))


def test_partners_who_share_a_place_in_a_later_trial_leave_a_system_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposing, "TASTE", 20_000)
    monkeypatch.setattr(proposing, "THOROUGH", 20_000)
    answer = asked(game="quatro-chess", players=9, minutes=4000, spread=0, options={"teams": [[1, 3], [2, 4]]})
    assert "knockout-level" in {why.code for why in answer.left_out.values()}
    assert {one.system for one in answer.proposals}.isdisjoint(answer.left_out)


def test_teams_get_formats_of_teams_alone_and_individuals_none() -> None:
    answer = asked(players=16, team_size=4, minutes=150)
    assert {one.system for one in answer.proposals} == {"team-berger", "team-swiss"}
    assert answer.left_out["berger"].code == "planner-alone"
    for one in answer.proposals:
        assert one.figures.others == (one.figures.rounds, one.figures.rounds)  # teams that a team meets
        event = team_field(4, one.system, 4, "quarto", **one.options)
        assert len(simulate(event, one.figures.rounds).rounds) == one.figures.rounds
    assert asked(players=16).left_out["team-swiss"].code == "planner-teams"


def test_a_team_that_meets_nobody_sits_out_whole() -> None:
    (swiss,) = [one for one in asked(players=20, team_size=4).proposals if one.system == "team-swiss"]
    assert swiss.figures.byes == 4


def test_rounds_of_teams_are_counted_by_teams() -> None:
    (short,) = [one for one in asked(players=32, team_size=4, matters="short").proposals if one.system == "team-swiss"]
    assert dict(short.options) == {"rounds": 3}  # eight teams
    few = asked(players=16, team_size=4, minutes=60, round_minutes=20, matters="everybody")
    said = "For everybody to meet everybody, at least 3 rounds are needed; there is time for 2."
    assert said in [str(notice) for notice in few.warnings]


@pytest.mark.parametrize(("players", "size"), [(10, 4), (4, 4)])
def test_players_who_make_no_full_teams_are_refused(players: int, size: int) -> None:
    with pytest.raises(DocumentError) as refused:
        asked(players=players, team_size=size)
    assert refused.value.place == "team_size"


@pytest.mark.parametrize(("game", "few"), [("quarto", 3), ("quatro-chess", 7)])
def test_who_do_not_fill_two_tables_need_no_second_chance(game: str, few: int) -> None:
    for players, wanted in ((few, False), (few + 1, True)):
        question = read_question({"game": game, "players": players, "minutes": 4000})
        fitting, left_out = candidates(question)
        assert ("double-elimination" in {one.trial.system.key for one in fitting}) == wanted
        assert ("double-elimination" in left_out) != wanted


def test_a_second_final_that_no_trial_needed_has_its_time() -> None:
    question = read_question({"game": "quarto", "players": 8, "minutes": 4000, "round_minutes": 20, "pause": 5})
    found = _best(question, systems()["double-elimination"])
    assert isinstance(found, Candidate)
    for trials in range(8):
        tally = replace(found.tally, tables=found.tally.tables[:-1]) if len(found.tally.tables) == 7 else found.tally
        assert figures_of(tally).rounds == 7, trials
        assert minutes_of(question, tally.turns) == 7 * 20 + 6 * 5
        found.trial.run(found.tally, 1)


def test_no_time_for_a_round_is_said() -> None:
    answer = asked(minutes=10, round_minutes=20)
    assert not answer.proposals
    assert codes(answer) == ["planner-no-time", "planner-none"]


def test_an_odd_number_sits_out_and_is_told() -> None:
    assert "planner-byes" in codes(asked(players=7))


def test_partners_are_asked_of_games_of_two_against_two_only() -> None:
    pairs = {"teams": [[1, 3], [2, 4]]}
    with_partners = read_question({"game": "quatro-chess", "players": 8, "minutes": 300, "options": pairs})
    fitting, _left_out = candidates(with_partners)
    assert "whist" in {one.trial.system.key for one in fitting}
    assert asked(game="quatro-chess").left_out["whist"].code == "planner-partners"


def test_the_work_is_bounded_without_a_clock() -> None:
    question = read_question({"game": "quarto", "players": 60, "minutes": 400})
    answer = plan(question)
    cost = {one.trial.system.key: one.cost for one in candidates(question)[0]}
    for proposal in answer.proposals:
        assert proposal.figures.trials <= 1 + (proposing.TASTE + proposing.THOROUGH) // cost[proposal.system]


def test_the_same_question_gets_the_same_answer() -> None:
    assert asked(seed=3) == asked(seed=3)
    assert asked(seed=3) != asked(seed=4)


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ("players", 1),
        ("players", "8"),
        ("minutes", 0),
        ("matters", "fun"),
        ("game", "no-game"),
        ("game", 7),
        ("table_size", 4),
        ("starts", "25:00"),
        ("rated", 1),
        ("draws", 91),
        ("hobby", 1),
    ],
)
def test_a_wrong_answer_is_named(entry: str, value: object) -> None:
    with pytest.raises(DocumentError) as refused:
        asked(**{entry: value})
    assert refused.value.place == entry


def test_results_tell_who_is_strong() -> None:
    event = simulate(field(8, "berger", "kwartet"), 0)
    even = strengths(event, 200)
    played = simulate(field(8, "swiss", "kwartet", rounds=5), 3)
    known = strengths(played, 200)
    assert len({wide for _mean, wide in even}) == 1
    assert all(now[1] < before[1] for now, before in zip(known, even, strict=True))
    points: dict[int, Fraction] = {}
    for round_ in played.rounds:
        for table in round_.tables:
            for player, own in zip(table.seats, table.points or (), strict=True):
                points[player] = points.get(player, Fraction(0)) + (own or 0)
    gains = {p.id: known[p.id - 1][0] - even[p.id - 1][0] for p in played.players}
    assert gains[max(points, key=lambda p: points[p])] > 0 > gains[min(points, key=lambda p: points[p])]


def test_a_round_more_finds_the_order_better_and_keeps_the_results() -> None:
    event = simulate(field(12, "swiss", "kwartet", rounds=5), 4)
    fewer, planned, more = lengths(event)
    assert (fewer.rounds, planned.rounds, more.rounds) == (4, 5, 6)
    assert fewer.figures and planned.figures and more.figures
    assert fewer.figures.games == (4, 4)
    assert more.figures.games == (6, 6)
    assert fewer.figures.order <= more.figures.order


def test_a_length_that_cannot_be_says_why() -> None:
    (fewer, planned, more) = lengths(simulate(field(6, "berger", "kwartet"), 1))
    assert fewer.figures and planned.figures
    assert more.figures is None
    assert more.why is not None
    assert more.why.code.startswith("berger-too-many-rounds")


def test_a_swiss_with_more_rounds_than_can_be_says_why() -> None:
    (_fewer, planned, more) = lengths(simulate(field(6, "swiss", "kwartet", rounds=5), 1))
    assert planned.figures
    assert more.figures is None
    assert str(more.why).startswith("Round 6 cannot be paired")


@pytest.mark.parametrize("players", [0, 1, 2])
@pytest.mark.parametrize(
    ("system", "game"), [("tables", "quatro-chess"), ("swiss-tables", "quaro"), ("swiss", "quarto")]
)
def test_with_hardly_anybody_there_it_says_that_players_are_needed(system: str, game: str, players: int) -> None:
    event = field(players, system, game, rounds=4)
    if players < 2:
        with pytest.raises(PairingError, match="needed"):
            lengths(event)
    else:
        assert all(length.why for length in lengths(event) if length.figures is None)


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], value: Any) -> tuple[int, Any, str]:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(value).encode())))
    code = main(["--plan", "-"])
    out, err = capsys.readouterr()
    return code, json.loads(out) if out else None, err


def test_the_command_prints_proposals(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, answer, errors = run(monkeypatch, capsys, {"game": "quarto", "players": 6, "starts": "23:00", "minutes": 150})
    assert (code, errors) == (0, "")
    assert set(answer) == {"proposals", "warnings", "left_out"}
    first = answer["proposals"][0]
    assert first["ends"] == f"{(23 * 60 + first['minutes']) % 1440 // 60:02}:{(first['minutes']) % 60:02}"
    assert set(first) >= {"pairing", "rounds", "games", "byes", "again", "winner", "winner_error", "order", "trials"}


def test_the_command_tells_what_a_round_less_changes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = {
        "format": "viertal-event/1",
        "name": "Evening",
        "game": "quarto",
        "pairing": {"system": "swiss", "rounds": 3},
        "players": [{"id": k, "name": f"P{k}"} for k in range(1, 7)],
        "rounds": [],
    }
    code, answer, _errors = run(monkeypatch, capsys, document)
    assert code == 0
    assert [length["rounds"] for length in answer["lengths"]] == [2, 3, 4]
    del document["pairing"]["rounds"]  # type: ignore[attr-defined]
    assert run(monkeypatch, capsys, document)[0] == 1


def test_the_command_refuses_in_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    code, answer, errors = run(monkeypatch, capsys, {"game": "quarto", "players": 1})
    assert (code, answer) == (2, None)
    assert errors.startswith("error: players: ")
    assert run(monkeypatch, capsys, [])[0] == 2
