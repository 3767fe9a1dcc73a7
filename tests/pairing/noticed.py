"""All that the pairing notes on events with absences, a late entry, a withdrawal, fixed tables and clubs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from games.core.notices import Notice
from scoring.documents.document import DocumentError, Event
from tests.pairing.simulated import changed, field, finished, team_field
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair, verify


def events() -> Iterator[Event]:
    """A small event of every system."""
    yield field(9, "tables", rounds=4)
    yield field(13, "tables", rounds=4, leftover="byes")
    yield field(17, "swiss-tables", rounds=5)
    yield field(11, "swiss-tables", rounds=5, repeat_weight=2, table_size=3)
    yield field(9, "swiss", "quarto", rounds=5)
    yield field(9, "swiss", "quarto", rounds=5, edition="burstein-2026")
    starts = {"mcmahon": True, "mcmahon_bar": 2390, "mcmahon_band": 10}
    yield changed(field(9, "swiss", "quarto", rounds=5, **starts), 4, rating=None)
    yield field(9, "keizer", "quarto", rounds=5)
    yield field(11, "levels", rounds=5)
    yield field(9, "levels", "quarto", rounds=5)
    yield field(9, "groups", "quarto", groups=2, group_rounds=2)
    yield field(7, "berger", "quarto")
    yield field(13, "whist", rounds=4)
    yield field(9, "knockout", "quarto", tie="higher-seed", table_size=2)
    yield field(13, "knockout", tie="lot", table_size=4)
    yield field(9, "knockout", "quarto", tie="lot", table_size=2, consolation="first-match")
    yield field(9, "double-elimination", "quarto", tie="lot", table_size=2)
    yield field(14, "double-elimination", tie="higher-seed", table_size=4)
    yield team_field(2, "double-team")
    yield team_field(3, "triple-team")
    yield team_field(4, "board-groups")
    yield team_field(8, "board-groups", groups="swiss-tables")
    yield team_field(4, "team-berger", members=5)
    yield team_field(2, "scheveningen", game="quarto")
    yield team_field(5, "team-swiss", members=2, game="quarto", rounds=4)


@cache
def noticed() -> tuple[Notice, ...]:
    """Notes, reasons, faults and refusals; rounds were played otherwise than paired, too."""
    return tuple(dict.fromkeys(notice for start in events() for notice in _noticed(start)))


def special(start: Event) -> Event:
    """Return the event with an absence, a late entry, a withdrawal, fixed tables and clubs."""
    players = tuple(
        replace(
            p,
            absent=frozenset({2}) if p.id == 2 else frozenset(),
            joined=2 if p.id == 5 else 1,
            left=2 if p.id == 7 else None,
            club="Leiden" if p.id < 4 else None,
        )
        for p in start.players
    )
    options: dict[str, object] = {"fixed_tables": {"3": 2, "4": 2, "6": 9}}
    if start.pairing["system"] in ("tables", "swiss", "swiss-tables", "knockout", "whist", "double-elimination"):
        options["apart_clubs"] = True
    return replace(start, players=players, pairing=dict(start.pairing) | options)


def _noticed(start: Event) -> Iterator[Notice]:
    chance = random.Random(7)
    for event in (start, special(start)):
        for _round in range(4):
            try:
                answer = pair(event)
            except (PairingError, DocumentError) as error:
                yield error.notice
                break
            yield from answer.notes
            yield from answer.reasons.values()
            done = finished(answer.rounds[0], event.game, chance)
            if chance.random() < 0.4 and len(done.tables) > 1:
                seats = [list(t.seats) for t in done.tables]
                seats[0][0], seats[1][0] = seats[1][0], seats[0][0]
                tables = tuple(replace(t, seats=tuple(s)) for t, s in zip(done.tables, seats, strict=True))
                done = replace(done, tables=tables)
            event = replace(event, rounds=(*event.rounds, done))
        for faults in verify(event).faults.values():
            yield from (fault.notice for fault in faults)
