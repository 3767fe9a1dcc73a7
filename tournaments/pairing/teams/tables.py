"""Teams and their boards, from the event; and from boards to tables: rounds of team events, and their check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from games.core.notices import Notice, clauses
from scoring.documents.document import Event, Player
from tournaments.pairing.check import uneven_seats
from tournaments.pairing.core import Bye, Fault, PairingError, PairingRequest, Round, Seating, System, distinct, pairs
from tournaments.pairing.finishing import finished
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.registry import system_of


@dataclass(frozen=True, slots=True)
class Squad:
    """A team in one round. ``boards[k]``: the player's id on board k + 1, None where nobody sits.

    ``spare``: members who are there but have no board to play.
    """

    id: str
    name: str
    boards: tuple[int | None, ...]
    spare: tuple[int, ...] = ()

    def pick(self, boards: Iterable[int]) -> tuple[int | None, ...]:
        """Return the players on these boards (numbers from 1)."""
        return tuple(self.boards[k - 1] if k <= len(self.boards) else None for k in boards)


def members(event: Event) -> dict[str, list[Player]]:
    """Return the members of each team with any, teams in the document's order, members by board, then number.

    Raises PairingError for a player without a team.
    """
    out: dict[str, list[Player]] = {team.id: [] for team in event.teams}
    for player in sorted(event.players, key=lambda p: (p.board is None, p.board or 0, p.id)):
        if player.team is None:
            raise PairingError(Notice("no-team", player=player.id))
        out.setdefault(player.team, []).append(player)
    return {team: squad for team, squad in out.items() if squad}


def squads(request: PairingRequest, boards: int) -> list[Squad]:
    """Return the teams in the round ``request.first``, ``boards`` boards each.

    The first ``boards`` members are the regulars. A regular who is not there leaves their board to the first
    reserve who is; without one it stays empty. Raises PairingError for a team with too few members.
    """
    names = {team.id: team.name for team in request.event.teams}
    out = []
    for team, squad in members(request.event).items():
        if len(squad) < boards:
            raise PairingError(Notice("team-too-small", team=names.get(team, team), players=len(squad), boards=boards))
        there = [p.plays(request.first) for p in squad]
        reserves = [p.id for p, here in zip(squad[boards:], there[boards:], strict=True) if here]
        line_up: list[int | None] = []
        for player, here in zip(squad[:boards], there[:boards], strict=True):
            line_up.append(player.id if here else reserves.pop(0) if reserves else None)
        out.append(Squad(team, names.get(team, team), tuple(line_up), tuple(reserves)))
    return out


def spare_byes(teams: Iterable[Squad]) -> list[Bye]:
    """Give reserves without a board a bye without points."""
    return [Bye(player, "zero") for team in teams for player in team.spare]


def line_up_notes(request: PairingRequest, teams: Sequence[Squad]) -> list[Notice]:
    """Return the notes on empty boards and reserves."""
    out = []
    for team in teams:
        empty = tuple(k for k, player in enumerate(team.boards, 1) if player is None)
        if len(empty) == 1:
            out.append(Notice("empty-board", round=request.first, team=team.name, board=empty[0]))
        elif empty:
            out.append(Notice("empty-boards", round=request.first, team=team.name, boards=empty))
        if team.spare:
            out.append(Notice("reserves-sit-out", round=request.first, team=team.name, players=team.spare))
    return out


Place = tuple[Squad, int]
"""A board of a team."""


def team_round(
    request: PairingRequest,
    teams: Sequence[Squad],
    tables: Iterable[Sequence[Place]],
    free: Iterable[int] = (),
) -> Seating:
    """Make one round from places in seat order. Empty boards are left out of a table.

    Who then has no opponent of another team has a bye, as have the players in ``free``.
    """
    groups: list[tuple[int, ...]] = []
    byes = [Bye(player) for player in free]
    why: dict[tuple[int, ...], Notice] = {}
    for places in tables:
        sitting = [(team.boards[k - 1], team.id) for team, k in places]
        players = tuple(player for player, _ in sitting if player is not None)
        if len({team for player, team in sitting if player is not None}) > 1:
            groups.append(players)
            why[players] = _match([(team, k) for team, k in places if team.boards[k - 1] is not None])
        else:
            byes += [Bye(player) for player in players]
    numbered, conflicts = number_tables(groups, request.fixed_tables)
    byes += spare_byes(teams)
    round_ = Round(request.first, numbered, tuple(sorted(byes, key=lambda b: b.player)))
    refuse_forbidden(request, [round_])
    reasons = {(request.first, t.number): why[t.seats] for t in numbered}
    return Seating((round_,), (*line_up_notes(request, teams), *conflicts), reasons)


def _match(places: Sequence[Place]) -> Notice:
    """Return, for example, ``Alpha 1 + 4 against Beta 2 + 3.``"""
    boards: dict[str, list[int]] = {}
    for team, board in places:
        boards.setdefault(team.name, []).append(board)
    sides = [
        Notice("boards-of", team=name, boards=" + ".join(map(str, sorted(numbers)))) for name, numbers in boards.items()
    ]
    return Notice("match", sides=reduce(lambda one, other: Notice("against", one=one, other=other), sides))


def refuse_forbidden(request: PairingRequest, rounds: Iterable[Round]) -> None:
    """Raise PairingError where two sit together who must not: these rounds follow from the teams alone."""
    for round_ in rounds:
        for table in round_.tables:
            for a, b in pairs(distinct(table.seats)):
                if (a, b) in request.forbidden:
                    raise PairingError(Notice("system-forbidden", round=round_.number, table=table.number, a=a, b=b))


def round_by_round(request: PairingRequest, make: System) -> Seating:
    """Make the rounds that are asked for one after the other, each by a request of its own, and join the answers."""
    rounds = range(request.first, request.first + request.count)
    seatings = [make(PairingRequest(request.event, number)) for number in rounds]
    return Seating(
        tuple(round_ for s in seatings for round_ in s.rounds),
        tuple(dict.fromkeys(note for s in seatings for note in s.notes)),
        {key: text for s in seatings for key, text in s.reasons.items()},
    )


def table_faults(request: PairingRequest, round_: Round, expected: Seating) -> Iterator[Fault]:
    """Check that each table has the players that the system puts together, that each bye is due, and seats stay
    balanced."""
    number = round_.number
    expected = finished(request.event, expected)
    due = expected.rounds[0]
    wanted = {frozenset(t.seats): t for t in due.tables}
    where = {player: t for t in due.tables for player in t.seats}
    for table in round_.tables:
        if frozenset(table.seats) in wanted:
            continue
        named = [where[p] for p in distinct(table.seats) if p in where]
        right = tuple(dict.fromkeys(distinct(t.seats) for t in named))
        who = distinct(table.seats)
        notice = Notice("not-together", players=who)
        if right:
            notice = Notice("not-together-but", players=who, due=clauses(right))
        yield Fault(number, table.number, notice)
    bye_players = {b.player for b in round_.byes if b.kind == "pairing"}
    free = {b.player for b in due.byes if b.kind == "pairing"}
    for player in sorted(bye_players - free):
        yield Fault(number, None, Notice("bye-not-due", player=player))
    yield from uneven_seats(request, round_, expected)


def faults_of_the_results(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """Check that the tables and byes follow from the results as they stand now, and that seats are balanced."""
    try:
        expected = system_of(request.event).pair(request)
    except PairingError as error:
        yield Fault(round_.number, None, Notice("not-of-the-system", why=error.notice))
        return
    yield from table_faults(request, round_, expected)


def faults_of_the_rule(
    request: PairingRequest, round_: Round, seat: Callable[[int], Notice] | None = None, partners: bool = False
) -> Iterator[Fault]:
    """Check the tables, byes and seats that the rule of the system fixes. ``seat``: what is said where another than the
    rule's player, whom it takes, has the first seat. ``partners``: whether they must sit opposite each other (QC
    7.5)."""
    system = system_of(request.event)
    try:
        system.length(request.event)
        expected = system.pair(request)
    except PairingError as error:
        yield Fault(round_.number, None, error.notice)
        return
    yield from table_faults(request, round_, expected)
    first = {frozenset(t.seats): t.seats[0] for t in expected.rounds[0].tables} if seat else {}
    for table in round_.tables:
        due = first.get(frozenset(table.seats))
        if seat and due is not None and due != table.seats[0]:
            yield Fault(round_.number, table.number, seat(due))
    if partners:
        yield from _partner_faults(request, round_)


def _partner_faults(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """Check that partners sit opposite each other (QC 7.5)."""
    team = {p.id: p.team for p in request.event.players}
    for table in round_.tables:
        seats = table.seats
        if len(seats) == 4 and len(set(seats)) == 4:
            teams = [team.get(p) for p in seats]
            if len(set(teams)) == 2 and (teams[0] != teams[2] or teams[1] != teams[3]):
                yield Fault(round_.number, table.number, Notice("partners-not-opposite"))
