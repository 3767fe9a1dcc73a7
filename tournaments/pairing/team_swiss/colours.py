"""The colours of teams: what they prefer (C.04.6, article 1.7), and what they get on board 1 (article 4)."""

from __future__ import annotations

from dataclasses import dataclass

WHITE, BLACK, NONE = 1, -1, 0

SIMPLE, STRONG_AND_MILD, NO_PREFERENCE = "a", "b", "none"


@dataclass(frozen=True, slots=True)
class Preference:
    """``colour``: WHITE, BLACK or NONE. ``strong``: a strong one of type B; never of type A."""

    colour: int = NONE
    strong: bool = False


def preference(colours: tuple[int, ...], kind: str, *, last_round: bool) -> Preference:
    """Return the preference of a team that has had these colours in the matches it played, the first first.

    ``kind``: type A (simple), type B (strong and mild), or none at all. Where both clauses of type B fit, the strong
    one counts, in the last round too.
    """
    if kind == NO_PREFERENCE or not colours:
        return Preference()
    difference = sum(colours)
    twice = colours[-1] if len(colours) > 1 and colours[-1] == colours[-2] else NONE
    for colour in (WHITE, BLACK):
        # for White: a difference below -1, or of 0 or -1 after two matches with Black
        if difference * colour < -1 or (difference * colour in (0, -1) and twice == -colour):
            return Preference(colour, kind == STRONG_AND_MILD)
    if kind == SIMPLE:
        return Preference()
    if difference:
        return Preference(-difference)
    return Preference() if last_round else Preference(-colours[-1])


@dataclass(frozen=True, slots=True)
class Side:
    """A team of a pair: its ``number`` among the teams that have come, its colours so far, its preference."""

    number: int
    colours: tuple[int, ...]
    preference: Preference


def first_colour(first: Side, other: Side, initial: int) -> tuple[int, str]:
    """Return the colour of the first-team on board 1, and the article that gives it."""
    if not first.colours and not other.colours:
        return (initial if first.number % 2 else -initial), "4.3.1"
    mine, theirs = first.preference, other.preference
    if mine.colour != theirs.colour:
        if NONE in (mine.colour, theirs.colour):
            return mine.colour or -theirs.colour, "4.3.2"
        return mine.colour, "4.3.3"
    if mine.strong != theirs.strong:
        return (mine.colour if mine.strong else -theirs.colour), "4.3.4"
    difference = sum(first.colours) - sum(other.colours)
    if difference:
        return (WHITE if difference < 0 else BLACK), "4.3.5"
    for own, opposite in zip(reversed(first.colours), reversed(other.colours), strict=False):
        if own != opposite:
            return opposite, "4.3.6"
    if mine.colour:
        return mine.colour, "4.3.7"
    if first.colours:
        return -first.colours[-1], "4.3.8"
    return other.colours[-1], "4.3.9"
