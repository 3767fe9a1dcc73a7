"""A running event with a round less, or a round more: what it changes.

What is known of everybody's strength comes from the rating, where there is one, and from the results so far
(`scoring.ratings`). The rounds to come are played by strengths drawn from that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from games.core.notices import Notice, declare
from games.core.notices import gettext_noop as _
from scoring.documents.document import DocumentError, Event, Table
from scoring.ratings import BETA, Rating, rate
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import prepare
from tournaments.pairing.planner.formats import MOST_COST, cost_of
from tournaments.pairing.planner.luck import ERROR, Known
from tournaments.pairing.planner.proposing import MOST_TRIALS, Figures, figures_of
from tournaments.pairing.planner.question import ASKED, MOST_PLAYERS, Question
from tournaments.pairing.planner.trial import Tally, Trial

declare(
    {
        "planner-length-open": _("The event does not say how many rounds it has: set the number of rounds."),
        "planner-many": _("The planner is for at most %(most)s players."),
    }
)

TIME = 250_000
"""Millionths of a second that each length is tried."""
SCALE = Decimal(400) / Decimal(10).ln() / (BETA * Decimal(2).sqrt())
"""Points of Elo's scale in one of the ratings' own, where both say the same of who wins."""


@dataclass(frozen=True, slots=True)
class Length:
    """An event with so many rounds: what it would come to; None and why where that cannot be."""

    rounds: int
    figures: Figures | None
    why: Notice | None = None


def lengths(event: Event) -> tuple[Length, ...]:
    """Return what an event comes to with a round less than planned, as planned, and with a round more.

    Raises DocumentError for options that the system refuses, PairingError where the event cannot be tried.
    """
    system, whole = prepare(event)
    planned = system.length(whole)
    if system.teams:
        raise PairingError(Notice("planner-teams"))
    if len(event.players) < 2:
        raise PairingError(Notice("levels-too-few", people=len(event.players)))
    if planned is None:
        raise PairingError(Notice("planner-length-open"))
    if len(event.players) > MOST_PLAYERS:
        raise PairingError(Notice("planner-many", most=MOST_PLAYERS))
    question = _question(whole)
    known = strengths(whole, question.spread)
    least = max(1, len(event.rounds), planned - 1)
    return tuple(_length(event, rounds, question, known) for rounds in range(least, planned + 2))


def strengths(event: Event, spread: int) -> tuple[Known, ...]:
    """Return what is known of each player's strength, by id: in points of Elo's scale, from the middle of the field."""
    rated = [player.rating for player in event.players if player.rating is not None]
    middle = sum(rated) // len(rated) if rated else 0
    before = {
        player.id: Rating(
            mu=Decimal((player.rating or middle) - middle) / SCALE,
            sigma=Decimal(spread if player.rating is None else ERROR) / SCALE,
        )
        for player in event.players
    }
    for round_ in event.rounds:
        for table in round_.tables:
            if table.end == "played":
                own = {player: before[player] for player in table.players}
                before.update(rate(own, _meetings(table)))
    return tuple(
        (round(before[player.id].mu * SCALE), round(before[player.id].sigma * SCALE)) for player in event.players
    )


def _meetings(table: Table) -> Iterator[tuple[int, int, int]]:
    """Yield each two of a table with the half points of the first; who has two seats counts by their first."""
    points = dict(reversed(list(zip(table.seats, table.points or (), strict=False))))
    people: Sequence[int] = table.players
    for at, one in enumerate(people):
        for other in people[at + 1 :]:
            mine, yours = points.get(one), points.get(other)
            if mine is not None and yours is not None:
                yield one, other, 2 if mine > yours else 1 if mine == yours else 0


def _question(event: Event) -> Question:
    usual = {option.key: option.default for option in ASKED}
    usual |= {
        "players": len(event.players),
        "table_size": int(event.pairing["table_size"]),
        "round_minutes": 0,
        "rated": False,
        "seed": int(event.pairing["seed"]),
    }
    return Question(event.game, event.options, **usual)


def _length(event: Event, rounds: int, question: Question, known: Sequence[Known]) -> Length:
    """Try the event with so many rounds."""
    try:
        system, whole = prepare(replace(event, pairing={**event.pairing, "rounds": rounds}))
        trial = Trial(question, system, whole, known)
        if trial.length != rounds:
            return Length(rounds, None, Notice("planner-long", rounds=trial.length, fitting=rounds))
        cost = cost_of(trial, max(1, rounds - len(event.rounds)))
        if cost > MOST_COST:
            return Length(rounds, None, Notice("planner-dear"))
        tally = Tally(len(event.players), rounds=trial.length)
        trial.run(tally, max(1, min(MOST_TRIALS, TIME // max(1, cost))))
    except (DocumentError, PairingError) as error:
        return Length(rounds, None, error.notice)
    return Length(rounds, figures_of(tally))
