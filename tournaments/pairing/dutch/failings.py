"""The failings of one bracket's pairing, criterion by criterion, counted plainly.

The numbers are those of FIDE Handbook C.04.3, article 2.4, in force since 1 February 2026. Nothing here is used
to find a pairing; it explains one, and lets a slow second implementation judge it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tournaments.pairing.dutch.people import Entrant, Float

Failings = Mapping[str, tuple[int, ...]]


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
