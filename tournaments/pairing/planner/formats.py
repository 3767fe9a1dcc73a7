"""The formats that come into question: every system of the registry, with the rounds for which there is time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.core.notices import Notice, declare
from games.core.notices import gettext_noop as _
from scoring.documents.document import DocumentError
from tournaments.pairing.core import PairingError
from tournaments.pairing.planner.question import Question
from tournaments.pairing.planner.trial import NEAR, Tally, Trial, prepared
from tournaments.pairing.registry import PairingSystem, systems
from tournaments.pairing.schedules.shapes import Shape, shape

declare(
    {
        "planner-alone": _("It is for players who play for themselves."),
        "planner-dear": _("It takes too long to try it out with so many players."),
        "planner-few": _("It is for at least %(least)s players."),
        "planner-long": _("It takes %(rounds)s rounds, and there is time for %(fitting)s."),
        "planner-minutes": _("It takes %(needed)s minutes, and there are %(minutes)s."),
        "planner-partners": _("It is for games of two against two."),
        "planner-season": _("It is for a season of several evenings."),
        "planner-size": _("It is not for tables of %(size)s."),
        "planner-teams": _("It is for teams."),
    }
)

Options = Mapping[str, Any]

MOST_ROUNDS = 15
"""Of a system that can have any number: more is seldom played."""
VARIANTS: Mapping[str, tuple[Options, ...]] = {
    "berger": ({"cycles": 2}, {}),
    "team-berger": ({"cycles": 2}, {}),
    "knockout": ({"consolation": "feed-in"}, {}),
    "groups": tuple(
        {"groups": groups, **rounds}
        for rounds in ({}, {"group_rounds": 2}, {"group_rounds": 1})
        for groups in (2, 4, 8, 3, 6)
    ),
}
"""The options with which a system is tried, the longest that fits first; any other as it is."""
SHORTER = frozenset({"tables", "whist"})
"""Schedules of which a part is as good as the whole, round for round."""
SEASONS = frozenset({"keizer", "levels"})
"""Systems in which everybody finds their place over many evenings."""
COSTS = {"swiss": 45, "swiss-tables": 100, "knockout": 75, "double-elimination": 150, "groups": 170}
"""Millionths of a second for a round of a player, as measured; so the work is bounded without a clock."""
USUAL_COST, SCHEDULE_COST, CONSOLATION_COST = 400, 20, 200
MOST_COST = 150_000
"""A format that takes longer once is not tried."""


@dataclass(slots=True)
class Candidate:
    """A format that fits: its options beside the common ones, how it is tried, and what one trial costs."""

    trial: Trial
    options: Options
    tally: Tally
    cost: int
    minutes: int


def candidates(question: Question) -> tuple[list[Candidate], dict[str, Notice]]:
    """Return the formats that fit, one a system, and why the others do not."""
    fitting: list[Candidate] = []
    left_out: dict[str, Notice] = {}
    for system in systems().values():
        found = _best(question, system)
        if isinstance(found, Candidate):
            fitting.append(found)
        else:
            left_out[system.key] = found
    return fitting, left_out


def tables_for(question: Question) -> Shape | None:
    """Return the tables of a round in which everybody plays who can."""
    if question.team_size is not None:
        # a team without another to meet sits out whole
        return shape(question.teams // 2 * 2 * question.team_size, question.table_size)
    for key in NEAR:
        system = systems()[key]
        if question.table_size in system.table_sizes:
            return prepared(question, key, {"rounds": 1}).form(question.players)
    return shape(question.players, question.table_size)


def shifts(question: Question, tables: int) -> int:
    """Return how often the tables that there are must be used for one round."""
    return 1 if question.tables is None else max(1, -(-tables // question.tables))


def minutes_of(question: Question, tables: list[int]) -> int:
    """Return how long rounds of so many tables take, with the pauses between them."""
    turns = sum(shifts(question, count) for count in tables)
    return turns * question.round_minutes + max(0, turns - 1) * question.pause


def rounds_that_fit(question: Question, tables: int = 1) -> int:
    """Return for how many rounds of so many tables there is time."""
    turn = question.round_minutes + question.pause
    return (question.minutes + question.pause) // turn // shifts(question, tables)


def rounds_wanted(question: Question, fitting: int) -> int:
    """Return how many rounds a system gets that can have any number: all that fit; or, where it is to be short, so many
    that only one player, or team, can have won them all."""
    least, people = 1, question.meeting
    while people < question.entrants:
        least, people = least + 1, people * question.meeting
    return min(fitting, MOST_ROUNDS, least if question.matters == "short" else fitting)


def cost_of(trial: Trial, rounds: int) -> int:
    """Return what one trial takes, in millionths of a second."""
    people = len(trial.event.players)
    if trial.event.pairing.get("consolation", "none") != "none":
        return CONSOLATION_COST * people * rounds  # where nobody is to meet again, it is more than the people's share
    usual = SCHEDULE_COST if trial.system.is_fixed(trial.event) else USUAL_COST
    return COSTS.get(trial.system.key, usual) * people * rounds


def _best(question: Question, system: PairingSystem) -> Candidate | Notice:
    """Return the first variant of a system that fits, else why the last of them does not."""
    if system.teams != (question.team_size is not None):
        return Notice("planner-teams") if system.teams else Notice("planner-alone")
    if system.key in SEASONS:
        return Notice("planner-season")
    if question.table_size not in system.table_sizes:
        return Notice("planner-size", size=question.table_size)
    if system.key == "double-elimination" and question.players < 2 * question.table_size:
        return Notice("planner-few", least=2 * question.table_size)
    if system.partners and not system.teams and {len(side) for side in question.sides(question.table_size)} != {2}:
        return Notice("planner-partners")
    why = Notice("planner-teams")
    for options in VARIANTS.get(system.key, ({},)):
        try:
            found = _tried(question, system, options)
        except (DocumentError, PairingError) as error:
            why = error.notice
        else:
            if isinstance(found, Candidate):
                return found
            why = found
    return why


def _tried(question: Question, system: PairingSystem, options: Options) -> Candidate | Notice:
    """Return a format after its first trial, or why it does not fit."""
    form = tables_for(question)
    trial = prepared(question, system.key, options)
    if system.key in SHORTER or not trial.length:
        wanted = rounds_wanted(question, rounds_that_fit(question, form.tables if form else 1))
        if system.partners and not system.teams:
            wanted = min(wanted, trial.length)
        if system.key in ("swiss", "team-swiss"):
            wanted = min(wanted, (question.entrants + 1) // 2)  # so far, a round without a second meeting always exists
        if not wanted:
            return Notice("planner-long", rounds=1, fitting=0)
        options = {**options, "rounds": wanted}
        trial = prepared(question, system.key, options)
    most = rounds_that_fit(question)
    if trial.length > most:
        return Notice("planner-long", rounds=trial.length, fitting=most)
    cost = cost_of(trial, trial.length)
    if cost > MOST_COST:
        return Notice("planner-dear")
    tally = Tally(question.entrants, rounds=trial.length)
    trial.run(tally, 1)
    minutes = minutes_of(question, tally.turns)
    if minutes > question.minutes:
        return Notice("planner-minutes", needed=minutes, minutes=question.minutes)
    return Candidate(trial, options, tally, cost, minutes)
