"""The field that an engine pairs: points, colours, opponents, byes; made from the event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from itertools import pairwise, takewhile
from math import lcm

from scoring.documents.document import Event, Round, Table
from scoring.documents.gamelink import declared_of
from scoring.input.rules import BURSTEIN
from scoring.lots import Lots
from tournaments.pairing.core import PairingRequest, distinct
from tournaments.pairing.dutch.opposition import Record, is_seeding, opposition
from tournaments.pairing.dutch.starts import baku
from tournaments.pairing.history import before
from tournaments.pairing.points import points_for_pairing

ONE_WIN = 10
"""The points of a win in the whole numbers of a field: a point in TRF, which counts in tenths."""


class Outcome(Enum):
    """The outcomes of a past round for a player; only PLAYED has an opponent and a colour that count."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    PAIRING_BYE = "bye of the pairing"
    FULL_BYE = "bye asked for that brings a win's points"
    ABSENT = "asked-for bye, absence, not yet or no longer there"


BYES = {"pairing": Outcome.PAIRING_BYE, "full": Outcome.FULL_BYE}


@dataclass(frozen=True, slots=True)
class DutchGame:
    """One past round of one player; ``opponent`` is 0 and ``white`` false where there was none."""

    outcome: Outcome
    opponent: int = 0
    white: bool = False

    @property
    def took_part(self) -> bool:
        """Return whether the round was paired with this player in it."""
        return self.outcome not in (Outcome.ABSENT, Outcome.FULL_BYE)


@dataclass(frozen=True, slots=True)
class DutchPlayer:
    """``scores[k]``: whole-number score after k rounds; ``games[k]``: round k + 1; ``present`` in this round.

    ``virtual[k]``: the virtual points with which round k + 1 is paired; empty where there are none.
    """

    number: int
    scores: tuple[int, ...]
    games: tuple[DutchGame, ...]
    present: bool
    virtual: tuple[int, ...] = ()

    @property
    def score(self) -> int:
        """Return the score now, as the standings have it."""
        return self.scores[-1]

    @property
    def now(self) -> int:
        """Return the score that this round is paired by."""
        return self.at(len(self.scores) - 1)

    def at(self, rounds: int) -> int:
        """Return the score that the round after so many rounds was paired by."""
        return self.scores[rounds] + (self.virtual[rounds] if rounds < len(self.virtual) else 0)

    def gained(self, index: int) -> int:
        """Return the points that the round ``games[index]`` brought."""
        return self.scores[index + 1] - self.scores[index]


@dataclass(frozen=True, slots=True)
class DutchField:
    """A round to be paired. ``players`` are in the order of their numbers.

    ``win``: the best score of a round; ``loss``: the worst of a game played. ``rounds``: of the whole event, None
    while unknown (then no round is the last, and nobody a topscorer). ``white_first``: the initial colour, of the
    top player in round 1. ``unit``: scores are points times this. ``top``: the score with which those at or above
    the bar began; starting scores are part of every score. ``opposition``: by player the Index of a round that is
    paired by the Burstein system; empty in rounds of the Dutch.
    """

    players: tuple[DutchPlayer, ...]
    round_number: int
    rounds: int | None
    win: int
    unit: Fraction
    white_first: bool
    forbidden: frozenset[tuple[int, int]]
    open_tables: tuple[tuple[int, int], ...] = ()
    loss: int = 0
    top: int = 0
    opposition: Mapping[int, tuple[int, int]] = field(default_factory=dict)


def dutch_field(request: PairingRequest) -> DutchField:
    """Return the field of the round ``request.first``.

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
    accelerated = request.options["acceleration"] == "baku"
    virtual = baku(event.players, request.options["rounds"], win) if accelerated else {}
    players = tuple(
        DutchPlayer(
            p.id,
            tuple(after[p.id] * win // best for after in points.after),
            tuple(played.get(p.id, DutchGame(Outcome.ABSENT)) for played in games),
            p.id in there,
            virtual.get(p.id, ()),
        )
        for p in sorted(event.players, key=lambda p: p.id)
    )
    made = DutchField(
        players,
        request.first,
        request.options["rounds"],
        win,
        Fraction(win * points.unit, best),
        white_first(request),
        request.apart,
        points.open_tables,
        int(points.loss * win / best) if points.loss is not None else 0,
        max(points.after[0].values(), default=0) * win // best,
    )
    if request.options["edition"] != BURSTEIN or is_seeding(request.first, request.options["rounds"]):
        return made
    off = {p.id for p in event.players if p.id not in there and p.asked_for(request.first) == "zero"}
    return replace(made, opposition=opposition({p.number: _record(p, off) for p in players}, win + made.loss))


def _record(player: DutchPlayer, off: set[int]) -> Record:
    """Return what the Index asks of a player; ``off``: who has a zero-point bye in this round."""
    met = tuple(game.opponent if game.outcome is Outcome.PLAYED else 0 for game in player.games)
    gained = tuple(player.gained(at) for at in range(len(met)))
    run = 0
    if player.number in off:
        byes = (game.outcome is Outcome.ABSENT and not won for game, won in zip(player.games, gained, strict=True))
        run = sum(1 for _ in takewhile(bool, reversed(tuple(byes))))
    return Record(player.score, met, gained, run)


def white_first(request: PairingRequest) -> bool:
    """Tell whether the initial colour is white; ``lot`` is drawn once for the event."""
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
        out[bye.player] = DutchGame(BYES.get(bye.kind, Outcome.ABSENT))
    return out


def _outcome(table: Table, player: int) -> Outcome:
    if table.end != "forfeit":
        return Outcome.PLAYED
    seat = table.seats.index(player)
    came = table.points is not None and table.points[seat] is not None
    return Outcome.FORFEIT_WIN if came else Outcome.FORFEIT_LOSS


def colours(games: Sequence[DutchGame], letters: str = "wb") -> str:
    """Return the colours of the games played, such as ``wbw``; ``letters``: of the first seat and of the second."""
    return "".join(letters[0 if g.white else 1] for g in games if g.outcome is Outcome.PLAYED)


def letters_of(event: Event) -> str:
    """Return the letters of an event's first and second seat: white begins, but in a game whose first seat is Black."""
    game = declared_of(event.game, event.options)
    names = () if game is None else game.seat_names("en")
    return "bw" if [name[:1] for name in names] == ["B", "W"] else "wb"
