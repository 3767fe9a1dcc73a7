"""Three proposals for an evening: tried a little each, the best three tried thoroughly, the best first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Any

from games.core.notices import Notice, declare
from games.core.notices import gettext_noop as _
from tournaments.pairing.core import PairingError
from tournaments.pairing.planner.formats import (
    Candidate,
    candidates,
    minutes_of,
    rounds_that_fit,
    shifts,
    tables_for,
)
from tournaments.pairing.planner.question import Question
from tournaments.pairing.planner.trial import Tally

declare(
    {
        "planner-byes": _("%(idle)s of %(players)s players sit out in each round, because tables have %(size)s seats."),
        "planner-no-time": _("One round takes %(needed)s minutes, and there are %(minutes)s."),
        "planner-none": _("No format fits. Allow more time, or another size of tables."),
        "planner-not-everybody": _(
            "For everybody to meet everybody, at least %(needed)s rounds are needed; there is time for %(rounds)s."
        ),
        "planner-shifts": _(
            "A round needs %(needed)s tables and there are %(tables)s: it is played in %(shifts)s shifts."
        ),
        "planner-short": _(
            "%(players)s players do not fill tables of %(size)s: at %(short)s of the %(tables)s tables of each "
            "round there are fewer."
        ),
    }
)

PROPOSALS = 3
TASTE, THOROUGH = 60_000, 220_000
"""Millionths of a second that each format is tried, and each of the best three besides."""
MOST_TRIALS = 400
ENOUGH = 10
"""Fewer trials say nothing of the winner."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of some trials. ``docs/algorithms/planner.md`` says where each figure comes from.

    ``rounds``: the most that it can take. ``games`` and ``others``: the least and the most of any player; ``byes``: the
    most in any round; ``met``: pairs that met, of a hundred; ``again``: pairs that met more than once, on average.
    ``winner``: how often the strongest won, of a hundred; ``order``: of a hundred pairs of players, in how many the
    stronger stands higher; each with its standard error. ``trials``: how many events were played for these. Of an event
    of teams, ``others``, ``met``, ``again``, ``winner`` and ``order`` are those of teams.
    """

    rounds: int
    games: tuple[int, int]
    others: tuple[int, int]
    byes: int
    met: int
    again: Fraction
    winner: int
    winner_error: int
    order: int
    order_error: int
    trials: int

    @property
    def kendall(self) -> Fraction:
        """Return Kendall's rank correlation of strengths and ranks."""
        return Fraction(2 * self.order - 100, 100)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A format that fits, with what it takes. ``ends``: minutes after midnight of the first day."""

    system: str
    options: Mapping[str, Any]
    minutes: int
    ends: int | None
    figures: Figures


@dataclass(frozen=True, slots=True)
class Plan:
    """The answer: proposals for tables of a size, the best first; what cannot be; and for each other system why it is
    not among them."""

    table_size: int
    proposals: tuple[Proposal, ...]
    warnings: tuple[Notice, ...]
    left_out: Mapping[str, Notice]


def plan(question: Question) -> Plan:
    """Propose formats for an evening. The same question always gets the same answer."""
    fitting, left_out = candidates(question)
    better = _better(question)
    for millionths in (TASTE, THOROUGH):
        for candidate in fitting:
            if why := _try(question, candidate, millionths):
                left_out[candidate.trial.system.key] = why
        fitting = [candidate for candidate in fitting if candidate.trial.system.key not in left_out]
        fitting = sorted(fitting, key=better)[:PROPOSALS]
    proposals = tuple(_proposal(question, candidate) for candidate in fitting)
    return Plan(question.table_size, proposals, tuple(_warnings(question, proposals)), left_out)


def figures_of(tally: Tally) -> Figures:
    """Return the figures of some trials."""
    trials, pairs = tally.trials, tally.people * (tally.people - 1) // 2
    won = tally.won / trials
    shares = [Fraction(100 * right, 2 * pairs) for right in tally.right]
    mean = sum(shares, Fraction(0)) / trials
    varied = sum(((share - mean) ** 2 for share in shares), Fraction(0)) / max(1, trials - 1)
    # with one success and one failure more, so that an error is never nothing
    near = (tally.won + 1) / (trials + 2)
    return Figures(
        rounds=tally.rounds,
        games=(tally.games.least, tally.games.most),
        others=(tally.others.least, tally.others.most),
        byes=max(tally.byes, default=0),
        met=_rounded(Fraction(100 * tally.met, trials * pairs)),
        again=Fraction(_rounded(Fraction(10 * tally.again, trials)), 10),
        winner=_rounded(100 * won),
        winner_error=_root(10_000 * near * (1 - near) / (trials + 2)),
        order=_rounded(mean),
        order_error=_root(varied / trials) if trials > 1 else 50,
        trials=trials,
    )


def _rounded(value: Fraction) -> int:
    return int(value + Fraction(1, 2))


def _root(value: Fraction) -> int:
    """Return the square root, rounded up: an error is not made smaller."""
    whole = value.numerator // value.denominator
    return isqrt(whole) + (isqrt(whole) ** 2 < value)


def _try(question: Question, candidate: Candidate, millionths: int) -> Notice | None:
    """Try a format further; return why it does not fit, which the first trial may not have shown."""
    left = min(millionths // max(1, candidate.cost), MOST_TRIALS - candidate.tally.trials)
    try:
        candidate.trial.run(candidate.tally, max(0, left))
    except PairingError as error:
        return error.notice
    candidate.minutes = minutes_of(question, candidate.tally.turns)
    if candidate.minutes > question.minutes:
        return Notice("planner-minutes", needed=candidate.minutes, minutes=question.minutes)
    return None


def _better(question: Question) -> Callable[[Candidate], tuple[int, ...]]:
    """Return a key that sorts formats by what matters, the best first."""

    def key(candidate: Candidate) -> tuple[int, ...]:
        figures = figures_of(candidate.tally)
        won = max(0, figures.winner - figures.winner_error) if figures.trials >= ENOUGH else 0
        sure = -(won + figures.order - figures.order_error)
        match question.matters:
            case "everybody":
                return -figures.met, int(10 * figures.again), -figures.order
            case "equal":
                return figures.games[1] - figures.games[0], figures.byes, -figures.order
            case "short":
                return candidate.minutes, sure
        return (sure,)

    return key


def _proposal(question: Question, candidate: Candidate) -> Proposal:
    ends = None if question.starts is None else question.starts + candidate.minutes
    figures = figures_of(candidate.tally)
    return Proposal(candidate.trial.system.key, candidate.options, candidate.minutes, ends, figures)


def _warnings(question: Question, proposals: Sequence[Proposal]) -> list[Notice]:
    out = []
    form = tables_for(question)
    tables = form.tables if form else 0
    turns = shifts(question, tables)
    rounds = rounds_that_fit(question, tables)
    if not rounds:
        needed = minutes_of(question, [tables])
        out.append(Notice("planner-no-time", needed=needed, minutes=question.minutes))
    if question.tables is not None and turns > 1:
        out.append(Notice("planner-shifts", needed=tables, tables=question.tables, shifts=turns))
    size, players = question.table_size, question.players
    if form and form.short:
        out.append(Notice("planner-short", players=players, size=size, short=form.short, tables=tables))
    if form and form.idle:
        out.append(Notice("planner-byes", idle=form.idle, players=players, size=size))
    if question.matters == "everybody" and all(proposal.figures.met < 100 for proposal in proposals):
        needed = -(-(question.entrants - 1) // (question.meeting - 1))
        if needed > rounds:
            out.append(Notice("planner-not-everybody", needed=needed, rounds=rounds))
    if not proposals:
        out.append(Notice("planner-none"))
    return out
