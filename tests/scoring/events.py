"""Random events of every kind: tables of two, three and four, two colours, byes, forfeits, absences, gaps.

A fourth of them is of declared games, of each kind of them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from games.core.declarations.declared import KEY, OPTION
from games.quatro_chess.points import possible_points
from scoring.documents.document import Bye, Event, Player, Round, Table
from scoring.documents.gamelink import OUT_EARLY
from scoring.documents.writing import write_event
from scoring.input.reading import event_from
from tests.scoring.declared_kinds import DECLARED, declaration, rows, typed

ENGINES = ("quarto", "quaro", "quatro-chess")

SYSTEMS = {2: ("swiss", "berger", "knockout"), 3: ("swiss-tables", "tables"), 4: ("swiss-tables", "tables", "whist")}


@st.composite
def events(draw: st.DrawFn, *, most_players: int = 9, complete: bool = False, kind: str | None = None) -> Event:
    """An event as values; with ``complete`` every table is played or forfeited, ``kind`` is that of a declared game."""
    if kind is None:
        kind = draw(st.sampled_from((*ENGINES, "declared")))
        kind = draw(st.sampled_from(tuple(DECLARED))) if kind == "declared" else kind
    declared = kind in DECLARED
    game = KEY if declared else kind
    size = 2 if game == "quarto" else draw(st.integers(2, 4))
    count = draw(st.integers(2, most_players))
    played = draw(st.integers(0, 4))
    rounds = tuple(
        _round(draw, kind, size, count, number, last=number == played, complete=complete)
        for number in range(1, played + 1)
    )
    scoring: dict[str, Any] = {"edition": draw(st.sampled_from(("2026", "2024")))}
    if declared or game == "quatro-chess":
        scoring["points"] = draw(st.sampled_from(("game", "places")))
    if draw(st.booleans()):
        scoring["bye"] = draw(st.sampled_from(("0", "1/2", "1")))
    system = draw(st.sampled_from(SYSTEMS[size]))
    starts: dict[str, Any] = {}
    if not declared and system == "swiss" and draw(st.booleans()):
        bar, band = draw(st.integers(1001, 1012)), draw(st.integers(1, 4))
        starts = {"mcmahon": True, "mcmahon_bar": bar, "mcmahon_floor": draw(st.integers(996, bar - 1))}
        starts["mcmahon_band"] = band
    options = {OPTION: declaration(kind)} if declared else {"draw_points": "share"} if game == "quatro-chess" else {}
    event = Event(
        name="Random",
        game=game,
        options=options,
        pairing={
            "system": system,
            "rounds": draw(st.sampled_from((played, played + 1))) or 1,
            "table_size": size,
            "seed": draw(st.integers(0, 3)),
            **starts,
        },
        scoring=scoring,
        players=tuple(Player(n, f"P{n}", draw(st.integers(1000, 1010))) for n in range(1, count + 1)),
        rounds=rounds,
    )
    # what was typed is worth what the reader makes of it
    return event_from(write_event(event)) if declared else event


def _round(draw: st.DrawFn, game: str, size: int, count: int, number: int, *, last: bool, complete: bool) -> Round:
    waiting = draw(st.permutations(range(1, count + 1)))
    tables: list[Table] = []
    byes: list[Bye] = []
    while waiting:
        here = draw(st.integers(2, size)) if draw(st.integers(0, 4)) == 0 else size
        if len(waiting) < here or draw(st.integers(0, 5)) == 0:
            player = waiting.pop()
            kind = draw(st.sampled_from(("pairing", "half", "full", "zero", None)))
            if kind is not None:
                byes.append(Bye(player, kind))
            continue
        sitting = [waiting.pop() for _ in range(here)]
        tables.append(_table(draw, game, sitting, len(tables) + 1, last=last, complete=complete))
    return Round(number, tuple(tables), tuple(byes))


def _table(draw: st.DrawFn, game: str, sitting: list[int], number: int, *, last: bool, complete: bool) -> Table:
    seats = tuple(sitting)
    if game == "quatro-chess":
        if len(sitting) == 2:
            seats = (sitting[0], sitting[0], sitting[1], sitting[1])
        elif len(sitting) == 3:
            seats = draw(st.permutations((sitting[0], *sitting)).map(tuple))
    ends = ("played", "played", "played", "forfeit") if complete else ("played", "played", "forfeit", "adjourned", None)
    end = draw(st.sampled_from(ends))
    if end in ("adjourned", None):
        return Table(number, seats, None, None, end)
    absent = set() if end == "played" else set(draw(st.lists(st.sampled_from(sitting), min_size=1, unique=True)))
    if game in DECLARED:
        here = [seat not in absent for seat in seats]
        if game == "columns" and any(here):
            return Table(number, seats, None, None, end, draw(rows(here)))
        entered = draw(typed(game, len(seats), here))
        if game == "points" or not any(value is not None for value in entered):
            return Table(number, seats, entered, None, end)
        return Table(number, seats, None, entered, end)
    points = _points(draw, game, seats, absent)
    if end == "played":
        return Table(number, seats, points, None, end)
    given: list[Fraction | None] = [
        None if seat in absent else value for seat, value in zip(seats, points, strict=True)
    ]
    return Table(number, seats, tuple(given), None, end)


def _points(draw: st.DrawFn, game: str, seats: tuple[int, ...], absent: set[int]) -> tuple[Fraction, ...]:
    """Points that a game gives, where who did not come went out early."""
    if game == "quaro":
        return tuple(Fraction(draw(st.integers(0, 5))) for _ in seats)
    if game == "quarto":
        results = [(Fraction(1), Fraction(0)), (Fraction(1, 2),) * 2, (Fraction(0), Fraction(1))]
    else:
        results = sorted(possible_points({"draw_points": "share"}, seats))
    early = [
        points
        for points in results
        if all(value in OUT_EARLY for seat, value in zip(seats, points, strict=True) if seat in absent)
    ]
    return draw(st.sampled_from(early or results))
