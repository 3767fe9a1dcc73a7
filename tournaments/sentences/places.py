"""Places in the standings as a person says them, and how far it is to the next one.

Labels before a value, as each language writes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext as _

from tournaments.sentences.points import readable


def labelled(label: object) -> str:
    """Return the label with its colon: French leaves a space before it."""
    return pgettext("before a value", "%(label)s:") % {"label": label}


TEENS = (11, 12, 13)

PLACE_ALONE = gettext_lazy("%(place)s with %(points)s.")


def ordinal(number: int) -> str:
    """Return ``3rd`` for 3."""
    return _ordinal(number, get_language() or "")


@lru_cache(maxsize=4096)
def _ordinal(number: int, _language: str) -> str:
    """Return the same; kept, because a hall full of phones asks for the same few places thousands of times."""
    if number == 1:
        return pgettext("place: the first", "1st")
    last = 0 if number % 100 in TEENS else number % 10
    if last == 1:
        word = pgettext("place: 21st, 31st", "%(number)dst")
    elif last == 2:
        word = pgettext("place: 2nd, 22nd", "%(number)dnd")
    elif last == 3:
        word = pgettext("place: 3rd, 23rd", "%(number)drd")
    else:
        word = pgettext("place: 4th, 11th", "%(number)dth")
    return word % {"number": number}


def to_say() -> list[str]:
    """Return the words with which a script says a row of the standings: the sentence, one point and several points, and
    the places as `ordinal` has them: the 1st, 21st, 22nd, 23rd, and any other (``#`` stands for the number)."""
    sentence = f"{labelled('{who}')} {PLACE_ALONE % {'place': '{place}', 'points': '{points}'}}".rstrip(".")
    amounts = [_counted(count, "#") for count in (1, 2)]
    return [sentence, *amounts, ordinal(1), *(ordinal(n).replace(str(n), "#") for n in (21, 22, 23, 24))]


def counted(points: Fraction) -> str:
    """Return points with their word."""
    return _counted(plural(points), readable(str(points)))


def plural(points: Fraction) -> int:
    """Return the number by which the word beside points is chosen. A fraction below 1 that is one sign counts as one:
    ⅓ point, but 0.3 points. French has the singular up to 2: 1½ point."""
    if points == 0:
        return 0
    if get_language() == "fr":
        return 1 if points < 2 else 2
    return 1 if points == 1 or (0 < points < 1 and len(readable(str(points))) == 1) else 2


def _counted(count: int, points: str) -> str:
    return ngettext("%(points)s point", "%(points)s points", count) % {"points": points}


def distance(order: Sequence[tuple[int, Fraction]], at: int) -> str:
    """Return how far it is from the line ``at`` of the standings (rank and points, in their order) to the next better
    place; for who leads, how far it is to the one behind. Empty where there is nobody else."""
    rank, points = order[at]
    above = next((line for line in reversed(order[:at]) if line[0] < rank), None)
    if above is not None:
        gap, place = above[1] - points, ordinal(above[0])
        if gap > 0:
            return _("%(points)s behind %(place)s") % {"points": counted(gap), "place": place}
        return "" if gap else _("as many points as %(place)s") % {"place": place}
    below = next((line for line in order[at + 1 :]), None)
    if below is None:
        return ""
    if below[0] == rank:
        return _("shared with others")
    gap, place = points - below[1], ordinal(below[0])
    if gap > 0:
        return _("%(points)s ahead of %(place)s") % {"points": counted(gap), "place": place}
    return "" if gap else _("as many points as %(place)s") % {"place": place}


def yours(order: Sequence[tuple[int, Fraction]], at: int, far: str | None = None) -> str:
    """Return a player's place as it is said to them: rank, points, distance (``far``, where it is known already)."""
    rank, points = order[at]
    place, whole = ordinal(rank), counted(points)
    far = distance(order, at) if far is None else far
    if not far:
        return _("You are %(place)s with %(points)s.") % {"place": place, "points": whole}
    return _("You are %(place)s with %(points)s, %(distance)s.") % {"place": place, "points": whole, "distance": far}
