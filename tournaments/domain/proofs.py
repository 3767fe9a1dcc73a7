"""Proofs: the points that a game record gives to the seats of a table, or the reason why it gives none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from games.core import registry as games
from games.core.game import GameInfo
from games.core.notices import Notice, Param, label
from games.core.options import complete, plain
from games.core.record import Record, decode, shape
from games.core.replay import judged
from tournaments.domain.setup import options_at
from tournaments.models import Tournament


class NotThisTable(Exception):
    """A good record, of another game than was played at this table; the notice says what differs."""

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice)
        self.notice = notice


@dataclass(frozen=True, slots=True)
class Proof:
    """The answer of a replay, and the points of each seat of the table if it proves any."""

    answer: dict[str, Any]
    points: tuple[Fraction, ...] | None
    problem: Notice | None = None


def prove(text: str, tournament: Tournament, seats: Sequence[int]) -> Proof:
    """Return the proof of a record for a table of a tournament; ``seats`` are its players in seat order."""
    answer, refused = judged(text)
    if refused is not None:
        problem = refused.notice
        if refused.rule:
            problem = Notice("by-rule", text=problem, rule=refused.rule)
        if refused.index is not None:
            problem = Notice("at-move", number=refused.index + 1, text=problem)
        return Proof(answer, None, problem)
    record = shape(decode(text))
    try:
        _refuse_other_game(record, tournament, seats)
        if answer["status"] != "finished":
            raise NotThisTable(Notice("record-not-over"))
        return Proof(answer, _points(record.game, record.setup, answer["result"], seats))
    except NotThisTable as error:
        return Proof(answer, None, error.notice)


def _refuse_other_game(record: Record, tournament: Tournament, seats: Sequence[int]) -> None:
    info = games.game_of(tournament.game, tournament.options).info
    if record.game != tournament.game:
        raise NotThisTable(Notice("record-of-another-game", game=games.get(record.game).info.name, played=info.name))
    ours, theirs = options_at(tournament, len(set(seats))), complete(info, record.options)
    for option in info.options:
        if option.kind == "teams":
            _refuse_other_partners(ours[option.key], theirs[option.key], record, info)
        elif option.players and len(record.seats) not in option.players:
            continue
        elif not option.event and ours[option.key] != theirs[option.key]:
            raise NotThisTable(Notice("record-with-another-option", option=label(option.label)))


def _refuse_other_partners(ours: Any, theirs: Any, record: Record, info: GameInfo) -> None:
    """Raise NotThisTable where not the same seats of the table are partners; their order says nothing."""
    owners = _owners(info.seat_names, record.setup, len(record.seats))
    position = {owners[name]: place for place, name in enumerate(info.seat_names, start=1)}
    played = {frozenset(position.get(seat, seat) for seat in team) for team in theirs or ()}
    due = {frozenset(team) for team in ours or ()}
    if played == due:
        return
    if not due:
        raise NotThisTable(Notice("record-with-partners", option="teams"))
    first, second = (
        reduce(lambda one, other: Notice("plus", one=one, other=other), (_named(info, seat) for seat in sorted(team)))
        for team in sorted(due, key=min)
    )
    option = f'"teams": {plain(ours)}'
    raise NotThisTable(Notice("record-without-partners", first=first, second=second, option=option))


def _named(info: GameInfo, seat: int) -> Param:
    return label(info.seat_names[seat - 1]) if info.seat_names else seat


def _points(
    game: str, setup: Mapping[str, Any], result: Mapping[str, Any], seats: Sequence[int]
) -> tuple[Fraction, ...]:
    """Return the points of each seat of the table: a colour's where the game's seats are colours, else a player's."""
    names = games.get(game).info.seat_names
    if "colours" not in result:
        if len(result["points"]) != len(seats):
            raise NotThisTable(Notice("record-players", record=len(result["points"]), table=len(seats)))
        return tuple(Fraction(points) for points in result["points"])
    owners = _owners(names, setup, len(result["points"]))
    for first in range(len(seats)):
        for second in range(first + 1, len(seats)):
            if (seats[first] == seats[second]) != (owners[names[first]] == owners[names[second]]):
                raise NotThisTable(Notice("record-colours", first=label(names[first]), second=label(names[second])))
    return tuple(Fraction(result["colours"][name]["points"]) for name in names)


def _owners(names: Sequence[str], setup: Mapping[str, Any], players: int) -> Mapping[str, int]:
    """Return the owner of each colour (QC 2.2)."""
    if "colours" in setup:
        colours: Mapping[str, int] = setup["colours"]
        return colours
    return {name: index * players // len(names) + 1 for index, name in enumerate(names)}
