"""The reasons of a pairing by the Dutch or the Burstein system, in sentences: for tables, brackets and the bye; the
failings of one bracket's pairing are counted plainly, criterion by criterion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from games.core.notices import Notice, clauses
from tournaments.pairing.dutch.brackets import Paired
from tournaments.pairing.dutch.engine import DutchPairing
from tournaments.pairing.dutch.field import DutchField
from tournaments.pairing.dutch.people import Entrant, Float

Failings = Mapping[str, tuple[int, ...]]
MOVES = {"C6", "C7"}
"""Said as the players who go down, not as numbers."""
COUNTED = {"C18", "C19", "C20", "C21"}
"""Their values are score differences; what is said is how many there are."""


def failings(
    people: Sequence[Entrant], moved: Iterable[int], own: Sequence[int], pairs: Iterable[tuple[int, int]]
) -> Failings:
    """Return for each criterion the value to be minimised: one number, or several, the most important first.

    ``own``: the places in the bracket, with those ``moved`` down to it. C8 and C9 look beyond it and are missing.
    """
    met = [(people[a], people[b]) for a, b in pairs]
    paired = {e.place for pair in met for e in pair}
    from_above = set(moved)
    down = [people[p] for p in own if p not in paired]
    again = [e for e in down if e.place not in from_above]
    mixed = [(a, b) for a, b in met if (a.place in from_above) != (b.place in from_above)]
    mixed = [(a, b) if a.place in from_above else (b, a) for a, b in mixed]
    same = [(a, b) for a, b in met if a.wish.colour and a.wish.colour == b.wish.colour]
    both = [(a, b) for a, b in same if a.wish.absolute and b.wish.absolute]
    firm = [(a, b) for a, b in same if _firm(a) and _firm(b) and not (a.wish.absolute and b.wish.absolute)]
    out = {
        "C6": (len(down),),
        "C7": tuple(sorted((e.score for e in down), reverse=True)),
        "C10": (sum(abs(a.wish.difference) > 1 < abs(b.wish.difference) for a, b in both),),
        "C11": (sum(_third(a, b) for a, b in both),),
        "C12": (len(same),),
        "C13": (len(firm),),
    }
    lowest = min((people[p].score for p in own), default=0)
    for back, (down_number, up_number, down_score, up_score) in enumerate(
        [("C14", "C15", "C18", "C19"), ("C16", "C17", "C20", "C21")]
    ):
        out[down_number] = (sum(e.floats[back] is Float.DOWN for e in again),)
        out[up_number] = (sum(b.floats[back] is Float.UP for _a, b in mixed),)
        differences = [a.score - b.score for a, b in mixed if a.floats[back] is Float.DOWN]
        # who leaves again meets somebody lower than everybody here
        differences += [e.score - lowest + 1 for e in down if e.place in from_above and e.floats[back] is Float.DOWN]
        out[down_score] = tuple(sorted(differences, reverse=True))
        out[up_score] = tuple(sorted((a.score - b.score for a, b in mixed if b.floats[back] is Float.UP), reverse=True))
    return {number: out[number] for number in sorted(out, key=lambda number: int(number[1:]))}


def _firm(person: Entrant) -> bool:
    return person.wish.absolute or person.wish.strong


def _third(one: Entrant, other: Entrant) -> bool:
    """Return whether one of two who wish absolutely for the same colour gets the other a third time running."""
    a, b = one.wish, other.wish
    if abs(a.difference) == abs(b.difference):
        return a.repeated != 0 and a.repeated == b.repeated
    yields = a if abs(a.difference) < abs(b.difference) else b
    return yields.repeated == -yields.colour


def table_reasons(field: DutchField, made: DutchPairing) -> dict[int, list[Notice]]:
    """Return, by player, what each table's reason says on criteria that the pair does not meet."""
    out: dict[int, list[Notice]] = {}
    people = made.entrants
    if made.brackets is None:
        return out
    for bracket in made.brackets.brackets:
        for a, b in bracket.pairs:
            high, low = people[a], people[b]
            out[high.number] = out[low.number] = list(_pair(field, made, high, low))
    return out


def _pair(field: DutchField, made: DutchPairing, high: Entrant, low: Entrant) -> Iterator[Notice]:
    if field.opposition:
        yield Notice("opposition", figures=clauses([_index(field, person) for person in (high, low)]))
    if high.wish.colour and high.wish.colour == low.wish.colour:
        white = next(white for white, black in made.pairs if {white, black} == {high.number, low.number})
        wants_white = high.wish.colour > 0
        player = low if (high.number == white) == wants_white else high
        if field.opposition:
            yield Notice("colour-not-due-burstein", player=player.number)
        else:
            yield Notice("colour-not-due", player=player.number)
    if high.score != low.score and not field.opposition:
        yield from _again(high, Float.DOWN)
        yield from _again(low, Float.UP)


def _index(field: DutchField, person: Entrant) -> Notice:
    """Return a player's Buchholz and Sonneborn-Berger, in the points of the standings."""
    buchholz, products = field.opposition[person.number]
    return Notice(
        "index-of", number=person.number, buchholz=buchholz / (2 * field.unit), products=products / (2 * field.unit**2)
    )


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
        if missed := _missed(field, made, bracket):
            misses.append(Notice("of-score-group", points=points, text=missed))
    if moves:
        yield Notice("moved-down", moves=tuple(moves))
    if misses:
        yield Notice("criteria-missed", misses=clauses(misses))
    if made.brackets.bye is not None:
        person = people[made.brackets.bye]
        points = Fraction(person.score) / field.unit
        if field.opposition:
            yield Notice("has-the-bye-burstein", player=person.number, points=points)
        else:
            yield Notice("has-the-bye", player=person.number, points=points)


def _missed(field: DutchField, made: DutchPairing, bracket: Paired) -> tuple[Notice, ...]:
    """Return the numbers of the criteria that a bracket does not fully meet, such as ``C12 (3), C16 (1)``."""
    counted = failings(made.entrants, bracket.moved, bracket.people, bracket.pairs)
    if field.opposition:
        counted = {"C8": counted["C12"]}
    return tuple(
        Notice("criterion", number=number, times=len(values) if number in COUNTED else values[0])
        for number, values in counted.items()
        if number not in MOVES and any(values)
    )
