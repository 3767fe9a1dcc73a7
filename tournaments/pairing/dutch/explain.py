"""Why the Dutch system paired as it did, in sentences: for tables, brackets and the bye."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tournaments.pairing.dutch.brackets import Paired
from tournaments.pairing.dutch.engine import DutchPairing
from tournaments.pairing.dutch.failings import failings
from tournaments.pairing.dutch.field import DutchField
from tournaments.pairing.dutch.people import Entrant, Float

MOVES = {"C6", "C7"}
"""Said as the players who go down, not as numbers."""

COUNTED = {"C18", "C19", "C20", "C21"}
"""Their values are score differences; what is said is how many there are."""


def table_reasons(made: DutchPairing) -> dict[int, list[str]]:
    """By player, what each table's reason says on criteria that the pair does not meet."""
    out: dict[int, list[str]] = {}
    people = made.entrants
    if made.brackets is None:
        return out
    for bracket in made.brackets.brackets:
        for a, b in bracket.pairs:
            high, low = people[a], people[b]
            sentences = list(_pair(made, high, low))
            out[high.number] = out[low.number] = sentences
    return out


def _pair(made: DutchPairing, high: Entrant, low: Entrant) -> Iterator[str]:
    if high.wish.colour and high.wish.colour == low.wish.colour:
        white = next(white for white, black in made.pairs if {white, black} == {high.number, low.number})
        wants_white = high.wish.colour > 0
        player = low if (high.number == white) == wants_white else high
        yield f"Player {player.number} does not get the colour due (C12)."
    if high.score != low.score:
        yield from _again(high, Float.DOWN)
        yield from _again(low, Float.UP)


def _again(person: Entrant, way: Float) -> Iterator[str]:
    number = person.number
    if person.floats[0] is way:
        if way is Float.DOWN:
            yield f"Player {number} floated down in the round before too (C14, C18)."
        else:
            yield f"Player {number} floated up in the round before too (C15, C19)."
    elif person.floats[1] is way:
        if way is Float.DOWN:
            yield f"Player {number} floated down two rounds before too (C16, C20)."
        else:
            yield f"Player {number} floated up two rounds before too (C17, C21)."


def bracket_notes(field: DutchField, made: DutchPairing) -> Iterator[str]:
    """Who moves down from which score group, which criteria are not fully met in which, why the bye goes there."""
    if made.brackets is None:
        return
    people = made.entrants
    moves, misses = [], []
    for bracket in made.brackets.brackets:
        points = Fraction(min(people[p].score for p in bracket.people)) / field.unit
        if bracket.down != (made.brackets.bye,):
            moves += [f"{people[p].number} ({points})" for p in bracket.down]
        if missed := _missed(made, bracket):
            misses.append(f"{points}: {missed}")
    if moves:
        yield f"Moved down, with the score group that has no opponent for them: {', '.join(moves)}."
    if misses:
        yield f"Criteria not fully met, by score group, and how often: {'; '.join(misses)}."
    if made.brackets.bye is not None:
        person = people[made.brackets.bye]
        points = Fraction(person.score) / field.unit
        yield f"Player {person.number} has the bye with {points}: nobody with fewer points can have it (C5)."


def _missed(made: DutchPairing, bracket: Paired) -> str:
    """The numbers of the criteria that a bracket does not fully meet, such as ``C12 (3), C16 (1)``."""
    counted = failings(made.entrants, bracket.moved, bracket.people, bracket.pairs)
    return ", ".join(
        f"{number} ({len(values) if number in COUNTED else values[0]})"
        for number, values in counted.items()
        if number not in MOVES and any(values)
    )
