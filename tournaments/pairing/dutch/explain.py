"""The reasons of the Dutch system's pairing, in sentences: for tables, brackets and the bye."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from games.core.notices import Notice, clauses
from tournaments.pairing.dutch.brackets import Paired
from tournaments.pairing.dutch.engine import DutchPairing
from tournaments.pairing.dutch.failings import failings
from tournaments.pairing.dutch.field import DutchField
from tournaments.pairing.dutch.people import Entrant, Float

MOVES = {"C6", "C7"}
"""Said as the players who go down, not as numbers."""

COUNTED = {"C18", "C19", "C20", "C21"}
"""Their values are score differences; what is said is how many there are."""


def table_reasons(made: DutchPairing) -> dict[int, list[Notice]]:
    """Return, by player, what each table's reason says on criteria that the pair does not meet."""
    out: dict[int, list[Notice]] = {}
    people = made.entrants
    if made.brackets is None:
        return out
    for bracket in made.brackets.brackets:
        for a, b in bracket.pairs:
            high, low = people[a], people[b]
            out[high.number] = out[low.number] = list(_pair(made, high, low))
    return out


def _pair(made: DutchPairing, high: Entrant, low: Entrant) -> Iterator[Notice]:
    if high.wish.colour and high.wish.colour == low.wish.colour:
        white = next(white for white, black in made.pairs if {white, black} == {high.number, low.number})
        wants_white = high.wish.colour > 0
        player = low if (high.number == white) == wants_white else high
        yield Notice("colour-not-due", player=player.number)
    if high.score != low.score:
        yield from _again(high, Float.DOWN)
        yield from _again(low, Float.UP)


def _again(person: Entrant, way: Float) -> Iterator[Notice]:
    number = person.number
    if person.floats[0] is way:
        if way is Float.DOWN:
            yield Notice("floated-down-before", player=number)
        else:
            yield Notice("floated-up-before", player=number)
    elif person.floats[1] is way:
        if way is Float.DOWN:
            yield Notice("floated-down-two-before", player=number)
        else:
            yield Notice("floated-up-two-before", player=number)


def bracket_notes(field: DutchField, made: DutchPairing) -> Iterator[Notice]:
    """Yield notes on the people moved down, the criteria not fully met in each score group, and the bye."""
    if made.brackets is None:
        return
    people = made.entrants
    moves: list[Notice] = []
    misses: list[Notice] = []
    for bracket in made.brackets.brackets:
        points = Fraction(min(people[p].score for p in bracket.people)) / field.unit
        if bracket.down != (made.brackets.bye,):
            moves += [Notice("with-points", player=people[p].number, points=points) for p in bracket.down]
        if missed := _missed(made, bracket):
            misses.append(Notice("of-score-group", points=points, text=missed))
    if moves:
        yield Notice("moved-down", moves=tuple(moves))
    if misses:
        yield Notice("criteria-missed", misses=clauses(misses))
    if made.brackets.bye is not None:
        person = people[made.brackets.bye]
        points = Fraction(person.score) / field.unit
        yield Notice("has-the-bye", player=person.number, points=points)


def _missed(made: DutchPairing, bracket: Paired) -> tuple[Notice, ...]:
    """Return the numbers of the criteria that a bracket does not fully meet, such as ``C12 (3), C16 (1)``."""
    counted = failings(made.entrants, bracket.moved, bracket.people, bracket.pairs)
    return tuple(
        Notice("criterion", number=number, times=len(values) if number in COUNTED else values[0])
        for number, values in counted.items()
        if number not in MOVES and any(values)
    )
