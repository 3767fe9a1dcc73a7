"""The levels at which a person's name is shown to everyone: in full, by first name and initial, or as a number.

A player and a tournament each say how; the stricter of the two wins. Pure: no database, no settings.
"""

from __future__ import annotations

import unicodedata
from datetime import date

FULL, INITIAL, NUMBER = "full", "initial", "number"
LEVELS = (FULL, INITIAL, NUMBER)
OF_AGE = 18
_SUFFIXES = {"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"}


def is_minor(birth_year: int | None, on: date) -> bool:
    """Return whether somebody born in that year can still be under eighteen on a day. Unknown: no.

    Only the year is known, so in the year of the eighteenth birthday one counts as a minor.
    """
    return birth_year is not None and on.year - birth_year <= OF_AGE


def level(player: str, event: str, birth_year: int | None, on: date) -> str:
    """Return the form in which a player is shown at an event: ``full``, ``initial`` or ``number``.

    ``player`` is their own choice, or empty where none was made: then a minor is shown by first name and
    initial. ``event`` is what the tournament shows at most. ``on`` is the event's date.
    """
    own = player or (INITIAL if is_minor(birth_year, on) else FULL)
    return max(own, event or FULL, key=LEVELS.index)


def first_name_and_initial(name: str) -> str:
    """Return ``Anna W.`` for ``Anna de Wit`` and ``de Wit, Anna``; of a single word only its first letter.

    Empty where there is no letter to be shown.
    """
    family, comma, forenames = unicodedata.normalize("NFC", name).partition(",")
    if comma and forenames.split():
        first, words = forenames.split()[0], family.split()
    else:
        words = family.split()
        first = words.pop(0) if len(words) > 1 else ""
    while len(words) > 1 and words[-1].casefold() in _SUFFIXES:
        words.pop()
    # an address or a nickname in the place of a first name would say more than it hides
    if any(c in first for c in "@./_0123456789") and not (len(first) <= 3 and first.endswith(".")):
        first = _initial(first)
    return " ".join(part for part in (first, _initial(words[-1]) if words else "") if part)


def _initial(word: str) -> str:
    letter = next((c for c in word if unicodedata.category(c)[0] == "L"), "")
    return f"{letter.upper()}." if letter else ""


def shown_name(name: str, numbered: str, how: str) -> str:
    """Return a name as a level shows it; ``numbered`` is what stands for somebody who is a number (``No. 17``)."""
    if how == FULL:
        return name
    return (first_name_and_initial(name) if how == INITIAL else "") or numbered
