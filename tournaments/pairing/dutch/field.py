"""What a Dutch engine has to know: points, colours, opponents, byes; made from the event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from math import lcm

from scoring.document import Round, Table
from tournaments.pairing.core import PairingRequest, distinct
from tournaments.pairing.history import before
from tournaments.pairing.points import points_for_pairing
from tournaments.pairing.random import Lots

ONE_WIN = 10
"""The points of a win in the whole numbers of a field: a point in TRF, which counts in tenths."""


class Outcome(Enum):
    """What a past round was to a player; only PLAYED has an opponent and a colour that count."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    PAIRING_BYE = "bye of the pairing"
    ABSENT = "asked-for bye, absence, not yet or no longer there"


@dataclass(frozen=True, slots=True)
class DutchGame:
    """One past round of one player; ``opponent`` is 0 and ``white`` false where there was none."""

    outcome: Outcome
    opponent: int = 0
    white: bool = False


@dataclass(frozen=True, slots=True)
class DutchPlayer:
    """``scores[k]``: whole-number score after k rounds; ``games[k]``: round k + 1; ``present`` in this
    round.
    """

    number: int
    scores: tuple[int, ...]
    games: tuple[DutchGame, ...]
    present: bool

    @property
    def score(self) -> int:
        """The score now."""
        return self.scores[-1]


@dataclass(frozen=True, slots=True)
class DutchField:
    """A round to be paired. ``players`` have the numbers 1…n in order; ``win`` is the best score of a round.

    ``rounds``: of the whole event, None while unknown (then no round is the last, and nobody a topscorer).
    ``white_first``: the initial colour, of the top player in round 1. ``unit``: scores are points times this.
    """

    players: tuple[DutchPlayer, ...]
    round_number: int
    rounds: int | None
    win: int
    unit: Fraction
    white_first: bool
    forbidden: frozenset[tuple[int, int]]
    open_tables: tuple[tuple[int, int], ...] = ()


def dutch_field(request: PairingRequest) -> DutchField:
    """The field of the round ``request.first``.

    A game without a result, or adjourned, counts as played and drawn. A forfeit is no meeting and has no
    colour.
    """
    event = request.event
    rounds = before(event, request.first)
    points = points_for_pairing(event, rounds)
    best = points.win or max((b[p] - a[p] for a, b in pairwise(points.after) for p in b), default=0) or 1
    # A win is ONE_WIN, or a multiple of it where that makes a fraction of some score.
    values = {value for after in points.after for value in after.values()}
    win = ONE_WIN * lcm(1, *(Fraction(ONE_WIN * value, best).denominator for value in values))
    there = {p.id for p in request.players(request.first)}
    games = [_games(round_) for round_ in rounds]
    players = tuple(
        DutchPlayer(
            p.id,
            tuple(after[p.id] * win // best for after in points.after),
            tuple(played.get(p.id, DutchGame(Outcome.ABSENT)) for played in games),
            p.id in there,
        )
        for p in sorted(event.players, key=lambda p: p.id)
    )
    return DutchField(
        players,
        request.first,
        request.options["rounds"],
        win,
        Fraction(win * points.unit, best),
        white_first(request),
        request.apart,
        points.open_tables,
    )


def white_first(request: PairingRequest) -> bool:
    """The initial colour: ``lot`` is drawn once for the event."""
    chosen = request.options["initial_colour"]
    return chosen == "white" or (chosen == "lot" and Lots(request.seed, "initial-colour").below(2) == 0)


def _games(round_: Round) -> dict[int, DutchGame]:
    out: dict[int, DutchGame] = {}
    for table in round_.tables:
        sitting = distinct(table.seats)
        if len(sitting) != 2:
            continue
        for white, (player, opponent) in ((True, sitting), (False, sitting[::-1])):
            out[player] = DutchGame(_outcome(table, player), opponent, white)
    for bye in round_.byes:
        # C.04.1, 4: as much as for a win without playing, once, and no bye of the pairing comes after it
        full = bye.kind in ("pairing", "full")
        out[bye.player] = DutchGame(Outcome.PAIRING_BYE if full else Outcome.ABSENT)
    return out


def _outcome(table: Table, player: int) -> Outcome:
    if table.end != "forfeit":
        return Outcome.PLAYED
    seat = table.seats.index(player)
    came = table.points is not None and table.points[seat] is not None
    return Outcome.FORFEIT_WIN if came else Outcome.FORFEIT_LOSS


def colours(games: Sequence[DutchGame]) -> str:
    """The colours of the games played, such as ``wbw``."""
    return "".join("w" if g.white else "b" for g in games if g.outcome is Outcome.PLAYED)
