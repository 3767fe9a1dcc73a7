"""Places and points (QC 6), and which points a table can have at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final

from games.core.errors import ImpossiblePoints
from games.core.game import Outcome, Players
from games.core.notices import Notice, Param, either, every, sentences
from games.quatro_chess.board import Colour
from games.quatro_chess.state import Fallen, Reason, State, Table, Termination

Points = tuple[Fraction, Fraction, Fraction, Fraction]
"""The points of white, red, black and green."""

BY_PLACE: Final = (Fraction(0), Fraction(2), Fraction(4), Fraction(8))
"""What going out first, second and third is worth, and what staying is worth (QC 6.1)."""

_DRAWS: Final = (Termination.FIFTY_MOVES, Termination.INSUFFICIENT_MATERIAL)


def colour_points(out: Sequence[Fallen], termination: Termination, half_draws: bool) -> Points:
    """Return what each colour gets, from the order of going out and the end (QC 6.1 to 6.3)."""
    points = [Fraction(0)] * 4
    for place, fallen in enumerate(out):
        stalemate = fallen.reason is Reason.STALEMATE
        points[fallen.colour] = BY_PLACE[place] / 2 if stalemate else BY_PLACE[place]
    left = set(Colour) - {fallen.colour for fallen in out}
    if half_draws and termination in _DRAWS:
        share = BY_PLACE[3] / 2
    else:
        share = sum(BY_PLACE[len(out) :], Fraction(0)) / len(left)
    for colour in left:
        points[colour] = share
    return points[0], points[1], points[2], points[3]


def outcome(state: State) -> Outcome | None:
    """Return the result of a finished game, or None (QC 6.4)."""
    if state.termination is None:
        return None
    table = state.table
    by_colour = colour_points(state.out, state.termination, table.half_draws)
    points = tuple(
        sum((by_colour[colour] for colour in Colour if table.owners[colour] == seat), Fraction(0))
        for seat in range(1, table.seats + 1)
    )
    places = tuple(1 + sum(other > own for other in points) for own in points)
    gone = {fallen.colour: (4 - order, fallen.reason.value) for order, fallen in enumerate(state.out)}
    colours: dict[str, Any] = {}
    for colour in Colour:
        place, reason = gone.get(colour, (1, None))
        colours[colour.key] = {"place": place, "points": str(by_colour[colour]), "out": reason}
    extra: dict[str, Any] = {"colours": colours}
    if table.teams is not None:
        extra["team_points"] = [str(sum((points[seat - 1] for seat in team), Fraction(0))) for team in table.teams]
    return Outcome(state.termination.value, places, points, extra)


def possible_points(options: Mapping[str, Any], players: Players = ()) -> frozenset[Points]:
    """Return all points of white, red, black and green that a game with these options can give.

    ``players``: who has each colour; left out, somebody else each.
    """
    teams, half_draws = _read(options)
    sides = (1, 2, 1, 2) if teams else tuple(list(players).index(player) for player in players) or (1, 2, 3, 4)
    return _arrangements(sides, half_draws)


def draw(options: Mapping[str, Any]) -> Fraction:
    """Return what each colour gets where all four draw (QC 6.3)."""
    return colour_points((), _DRAWS[0], _read(options)[1])[0]


def check_points(options: Mapping[str, Any], points: Sequence[Fraction], players: Players = ()) -> None:
    """Raise ImpossiblePoints where no game with these options gives these points to white, red, black, green, whose
    ``players`` are these; left out, somebody else each."""
    if len(points) != 4:
        raise ImpossiblePoints(
            Notice("quatro-chess-four-points", count=len(points)),
            rule="QC 6.1",
        )
    possible = possible_points(options, players)
    if tuple(points) in possible:
        return
    entered = every(points)
    results = {_sorted(arrangement) for arrangement in possible}
    if _sorted(points) in results:
        raise ImpossiblePoints(
            Notice("quatro-chess-order", points=entered),
            rule="QC 5.1",
        )
    choices = [_score(choice) for choice in sorted(results, reverse=True)]
    why = Notice("quatro-chess-points", points=entered, choices=either(choices))
    half_draws = _read(options)[1]
    if tuple(points) in possible_points({**options, "draw_points": "share" if half_draws else "half"}, players):
        other = Notice("quatro-chess-points-shared") if half_draws else Notice("quatro-chess-points-half")
        raise ImpossiblePoints(sentences([why, other]), rule="QC 6.3")
    raise ImpossiblePoints(why, rule="QC 6.1")


def _score(points: Points) -> Param:
    """Write points as people say them: ``8-4-2-0``."""
    first, *rest = points
    score: Param = first
    for entry in rest:
        score = Notice("quatro-chess-score", one=score, other=entry)
    return score


def _read(options: Mapping[str, Any]) -> tuple[bool, bool]:
    return options.get("teams") is not None, options.get("draw_points", "half") == "half"


def _sorted(points: Iterable[Fraction]) -> Points:
    a, b, c, d = sorted(points, reverse=True)
    return a, b, c, d


@cache
def _arrangements(sides: tuple[int, ...], half_draws: bool) -> frozenset[Points]:
    """Return all points by colour that some way of going out can give. ``sides``: who wins together, by colour."""
    table = Table(4, (sides[0], sides[1], sides[2], sides[3]))
    return frozenset(colour_points(out, termination, half_draws) for out, termination in endings(table, ()))


def endings(table: Table, out: tuple[Fallen, ...]) -> Iterator[tuple[tuple[Fallen, ...], Termination]]:
    """Yield every way in which a game can go on from here to its end."""
    gone = {fallen.colour for fallen in out}
    left = [colour for colour in Colour if colour not in gone]
    if len({table.side(colour) for colour in left}) == 1:
        yield out, Termination.LAST_STANDING
        return
    for termination in _DRAWS:
        yield out, termination
    for colour in left:
        for reason in (Reason.MATE, Reason.STALEMATE):
            yield from endings(table, (*out, Fallen(colour, reason)))
