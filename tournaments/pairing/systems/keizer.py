"""The Keizer system for tables of two: neighbours of the list meet, from the top, but not again too soon.

The list is that of the standings (``scoring.keizer``). From the top, everybody meets the nearest player below whom they
may meet, as long as the rest can still be paired; where nobody stays without an opponent, nothing else counts. The bye
goes to the lowest of those who had fewest. ``docs/algorithms/keizer.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from games.core.notices import Notice, clauses, declare, sentences
from games.core.notices import gettext_noop as _
from scoring.keizer import BIGGEST_VALUE, FRACTIONS, MOST_PASSES, Award, keizer, keizer_rules
from scoring.pairwise import history_of
from tournaments.pairing.core import Bye, Event, PairingError, PairingRequest, Round, Seating, pairs
from tournaments.pairing.graphs import matched
from tournaments.pairing.history import History, before, history
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import NUMBERING, PairingOption
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.schedules.shapes import duels
from tournaments.pairing.teams.tables import faults_of_the_results

declare(
    {
        "keizer-early": _("%(a)s and %(b)s met in round %(round)s and meet again too soon: there was no other way."),
        "keizer-first": _("Times in seat 1 so far: %(text)s."),
        "keizer-forbidden": _(
            "Round %(round)s cannot be paired: too many pairs must not meet. Take a pair out of pairing.forbidden."
        ),
        "keizer-gap": _(
            "Round %(round)s: not everyone can wait %(asked)s rounds before they meet again, so some meet after "
            "%(gap)s."
        ),
        "keizer-met": _("They met in round %(round)s."),
        "keizer-mean": _("%(lists)s lists take turns, so the list of their mean values counts: it makes this round."),
        "keizer-no-rest": _(
            "The list did not settle after %(passes)s rounds of scoring. This round is paired by the last list."
        ),
        "keizer-open": _("Round %(round)s, table %(table)s has no result yet: it counts nothing."),
        "keizer-places": _("Places %(one)s and %(other)s of the list."),
        "keizer-too-few": _("Two players are needed for a round; %(people)s can play."),
    }
)

USUAL_GAP = 3
NEVER = 999

_PARTS = tuple((part, part) for part in FRACTIONS)


def _part(award: Award, label: str, help: str = "") -> PairingOption:
    return PairingOption(award.option, "choice", award.usual, label, help, choices=_PARTS)


OPTIONS = (
    replace(
        NUMBERING,
        help="The order in which the players are numbered when round 1 is paired. It is the first list.",
        proposed="rating",
    ),
    PairingOption(
        "top_value",
        "integer",
        None,
        "Value of first place",
        "Empty: one and a half times the number of players.",
        minimum=1,
        maximum=BIGGEST_VALUE,
    ),
    PairingOption(
        "value_step",
        "integer",
        1,
        "Step from place to place",
        "The difference in value between one place and the next. A value is never below 0.",
        minimum=1,
        maximum=1000,
    ),
    PairingOption(
        "own_value", "flag", True, "Add the player’s own value", "Each player’s own value is added to their score."
    ),
    _part(Award.WIN, "Win", "The share of the opponent’s value that counts."),
    _part(Award.DRAW, "Draw", "The share of the opponent’s value that counts."),
    _part(Award.LOSS, "Loss", "The share of the opponent’s value that counts."),
    _part(Award.FORFEIT_WIN, "Win by forfeit", "The share of the opponent’s value that counts."),
    _part(Award.FORFEIT_LOSS, "Loss by forfeit", "The share of the opponent’s value that counts."),
    _part(Award.BYE, "Bye of the pairing", "The share of the player’s own value that counts."),
    _part(
        Award.FULL_BYE,
        "Away for the club",
        "The share of the player’s own value that counts for a full-point bye: for example for a team match elsewhere.",
    ),
    _part(Award.HALF_BYE, "Half-point bye", "The share of the player’s own value that counts."),
    _part(Award.ABSENT, "Absent with notice", "The share of the player’s own value that counts."),
    _part(Award.NO_NOTICE, "Absent without notice", "The share of the player’s own value that counts."),
    PairingOption(
        "absences",
        "integer",
        None,
        "Absences that count",
        "Only a player’s first absences bring something. Empty: all.",
        minimum=0,
        maximum=999,
        proposed=5,
    ),
    _part(
        Award.LATE,
        "Rounds before a player joined",
        "The share of the player’s own value that counts for each of these rounds.",
    ),
    PairingOption(
        "repeat_after",
        "integer",
        USUAL_GAP,
        "Rounds until two may meet again",
        "With 3, two who met in round 1 may meet again in round 4. With 999, never.",
        minimum=1,
        maximum=NEVER,
    ),
)


@dataclass(frozen=True, slots=True)
class _Field:
    """Those who are there, in the order of the list. ``place`` in the whole list; ``met``: the last round of a pair."""

    people: Sequence[int]
    place: Mapping[int, int]
    met: Mapping[tuple[int, int], int]
    past: History

    def may_meet(self, request: PairingRequest, gap: int) -> dict[int, list[int]]:
        """Return for everyone those whom they may meet, in the order of the list."""
        barred = request.forbidden | {pair for pair, last in self.met.items() if request.first - last < gap}
        return {a: [b for b in self.people if a != b and _key(a, b) not in barred] for a in self.people}


def _key(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


@pairing_system(
    "keizer",
    shape=duels,
    name="Keizer",
    help="Neighbours of the list meet; a win brings the opponent’s value, by their place in the list.",
    table_sizes=(2,),
    fixed=False,
    requested_byes=True,
    options=OPTIONS,
    check=faults_of_the_results,
)
def keizer_round(request: PairingRequest) -> Seating:
    """Pair the neighbours of the list, from the top."""
    here = {player.id for player in request.players(request.first)}
    if len(here) < 2:
        raise PairingError(Notice("keizer-too-few", people=len(here)))
    field, notes = _field(request, here)
    gap, free = _gap_and_bye(request, field)
    pairs = _from_the_top(_Rest(field.may_meet(request, gap), frozenset(() if free is None else (free,))))
    seated = [_colours(pair, field, k) for k, pair in enumerate(pairs)]
    tables, conflicts = number_tables(seated, request.fixed_tables)
    asked = int(request.options["repeat_after"])
    if gap < asked:
        notes.append(Notice("keizer-gap", round=request.first, asked=asked, gap=gap))
    byes = () if free is None else (Bye(free),)
    reasons = {(request.first, t.number): _reason(request, field, t.seats, asked) for t in tables}
    return Seating((Round(request.first, tables, byes),), (*notes, *conflicts), reasons)


def _field(request: PairingRequest, here: set[int]) -> tuple[_Field, list[Notice]]:
    played = before(request.event, request.first)
    event = Event(
        request.event.name,
        request.event.game,
        pairing=request.event.pairing,
        scoring=request.event.scoring,
        players=request.event.players,
        teams=request.event.teams,
        rounds=played,
    )
    now = keizer(event, history_of(event), keizer_rules(event))
    notes = []
    if now.cycle > 1:
        notes.append(Notice("keizer-mean", lists=now.cycle))
    elif not now.cycle:
        notes.append(Notice("keizer-no-rest", passes=MOST_PASSES))
    met: dict[tuple[int, int], int] = {}
    for round_ in played:
        for table in round_.tables:
            if not table.entered:
                notes.append(Notice("keizer-open", round=round_.number, table=table.number))
            if table.end != "forfeit":
                met.update(dict.fromkeys(pairs(table.players), round_.number))
    place = {player: number for number, player in enumerate(now.order, 1)}
    return _Field([p for p in now.order if p in here], place, met, history(played, 2)), notes


def _gap_and_bye(request: PairingRequest, field: _Field) -> tuple[int, int | None]:
    """Return after how many rounds a pair may meet again, as near to the option as all can be paired, and the bye.

    The bye goes to who had fewest, whatever the gap; of these to the lowest whose absence leaves a pairing.
    Raises PairingError where the forbidden pairs leave none.
    """
    odd = len(field.people) % 2
    served = sorted(field.people, key=lambda p: (-field.past.byes.get(p, 0), field.place[p]))

    def alone(gap: int) -> list[int]:
        mates = matched(field.may_meet(request, gap), served)
        return [p for p in field.people if p not in mates]

    loosest = alone(1)
    if len(loosest) > odd:
        raise PairingError(Notice("keizer-forbidden", round=request.first))
    had = [field.past.byes.get(p, 0) for p in loosest]
    gaps = {request.first - last for last in field.met.values()}
    asked = int(request.options["repeat_after"])
    # between these nothing changes
    for gap in sorted({asked, *(gap for gap in gaps if gap < asked)}, reverse=True):
        left = alone(gap)
        if len(left) == odd and [field.past.byes.get(p, 0) for p in left] == had:
            return gap, left[0] if left else None
    return 1, loosest[0] if loosest else None


class _Rest(Mapping[int, Sequence[int]]):
    """The possible opponents of everybody, without those who are gone; a list is made only when it is asked for."""

    def __init__(self, neighbours: Mapping[int, Sequence[int]], gone: frozenset[int]) -> None:
        self._neighbours = neighbours
        self.gone = gone

    def __getitem__(self, player: int) -> list[int]:
        return [other for other in self._neighbours[player] if other not in self.gone]

    def __iter__(self) -> Iterator[int]:
        return (player for player in self._neighbours if player not in self.gone)

    def __len__(self) -> int:
        return len(self._neighbours) - len(self.gone)

    def without(self, *players: int) -> _Rest:
        """Return the rest after these have gone, too."""
        return _Rest(self._neighbours, self.gone.union(players))


def _from_the_top(rest: _Rest) -> list[tuple[int, int]]:
    """Give everybody in turn the nearest opponent with whom the rest can still be paired.

    A pairing of all is known at each step; a table that is not of it is made if what it parts can be joined anew.
    """
    mate = matched(rest, rest)
    out: list[tuple[int, int]] = []
    for a in list(rest):
        if a in rest.gone:
            continue
        for b in rest[a]:
            fewer = rest.without(a, b)
            kept = {p: q for p, q in mate.items() if p not in (a, b) and q not in (a, b)}
            if len(kept) < len(fewer):
                kept = matched(fewer, [p for p in (mate[a], mate[b]) if p not in (a, b)], kept)
            if len(kept) == len(fewer):
                out.append((a, b))
                rest, mate = fewer, kept
                break
    return out


def _colours(pair: tuple[int, int], field: _Field, index: int) -> tuple[int, int]:
    """Order a pair by seats: seat 1 to who had it less often; else the other seat than last, for the higher one first;
    else in turn from table to table."""
    higher, lower = pair
    more = [field.past.surplus(player) for player in pair]
    last = [_last(player, field.past) for player in pair]
    if more[0] != more[1]:
        first = more[0] < more[1]
    elif last[0] is not None:
        first = last[0] == 1
    elif last[1] is not None:
        first = last[1] == 0
    else:
        first = index % 2 == 0
    return (higher, lower) if first else (lower, higher)


def _last(player: int, past: History) -> int | None:
    """Return the latest seat, 0 or 1; None for who has not played."""
    seat = past.last_seat.get(player)
    return None if seat is None else int(seat >= past.width // 2)


def _reason(request: PairingRequest, field: _Field, seats: Sequence[int], asked: int) -> Notice:
    """Say which places meet, what seats they had, and when they met."""
    a, b = sorted(dict.fromkeys(seats), key=lambda p: field.place[p])
    why = [Notice("keizer-places", one=field.place[a], other=field.place[b])]
    half = field.past.width // 2
    had = [
        Notice("of-player", number=p, text=sum(field.past.seat_counts(p)[:half]) // half)
        for p in (a, b)
        if p in field.past.games
    ]
    if had:
        why.append(Notice("keizer-first", text=clauses(had)))
    last = field.met.get(_key(a, b))
    if last is not None:
        early = request.first - last < asked
        why.append(Notice("keizer-early", a=a, b=b, round=last) if early else Notice("keizer-met", round=last))
    for player in (a, b):
        if player in request.fixed_tables:
            why.append(Notice("table-fixed", table=request.fixed_tables[player]))
            break
    return sentences(why)
