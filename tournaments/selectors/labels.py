"""Words for what the lower layers name by keys: seats, tie-breaks, byes, ends."""

from __future__ import annotations

import re
from functools import lru_cache

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from games.core.signs import SIGNS, Sign
from scoring import registry

# The letter stands in the sign of games.core.signs, so the four must differ within each language. It is translated
# here and nowhere else.
COLOURS = {
    "white": (pgettext_lazy("letter of a colour", "W"), gettext_lazy("White")),
    "red": (pgettext_lazy("letter of a colour", "R"), gettext_lazy("Red")),
    "black": (pgettext_lazy("letter of a colour", "B"), gettext_lazy("Black")),
    "green": (pgettext_lazy("letter of a colour", "G"), gettext_lazy("Green")),
}
COLOUR_CLASSES = {"white": "w", "red": "r", "black": "k", "green": "g"}

BYES = {
    "pairing": gettext_lazy("bye"),
    "half": gettext_lazy("half-point bye"),
    "full": gettext_lazy("full-point bye"),
    "zero": gettext_lazy("absent"),
}

TIE_BREAKS = {
    "DE": gettext_lazy("Direct encounter: the points in the meetings among those who are tied"),
    "BH": gettext_lazy("Buchholz: the sum of the opponents’ scores"),
    "FB": gettext_lazy("Fore Buchholz: Buchholz as if the last round had been tied everywhere"),
    "AOB": gettext_lazy("The average of the opponents’ Buchholz"),
    "SB": gettext_lazy(
        "Sonneborn-Berger: the scores of those one has beaten, and half of those one has tied with"
    ),
    "PS": gettext_lazy("Progressive score: the sum of the scores after each round"),
    "KS": gettext_lazy("Koya: the points against those with at least half of the points"),
    "WIN": gettext_lazy("Rounds won, unplayed ones included"),
    "WON": gettext_lazy("Games won"),
    "BPG": gettext_lazy("Games played without the first move"),
    "BWG": gettext_lazy("Games won without the first move"),
    "REP": gettext_lazy("Rounds one took part in"),
    "GE": gettext_lazy("Games one chose to play"),
    "STD": gettext_lazy("Standard points: a win counts one, a tie a half, whatever the game gives"),
    "ARO": gettext_lazy("The average rating of the opponents"),
    "TPR": gettext_lazy("Performance rating"),
    "RTNG": gettext_lazy("Rating"),
    "TPN": gettext_lazy("Pairing number"),
    "GP": gettext_lazy("Points in the games themselves"),
    "LOT": gettext_lazy("Drawing of lots"),
}
MODIFIERS = (
    (re.compile(r"C(\d+)\Z"), gettext_lazy("without the {} lowest")),
    (re.compile(r"M(\d+)\Z"), gettext_lazy("without the {0} lowest and {0} highest")),
    (re.compile(r"L([+-]\d+)\Z"), gettext_lazy("with the limit moved by {}")),
    (re.compile(r"P\Z"), gettext_lazy("forfeits counted as played")),
    (re.compile(r"R\Z"), gettext_lazy("the other way round")),
)


def tie_break(code: str) -> str:
    """What a tie-break's short name means, in a few words; its own label where it is not explained here."""
    name, *modifiers = code.split("/")
    if name == "BEST" and modifiers and modifiers[0].isdecimal():
        return _("The %(count)s best results only") % {"count": modifiers[0]}
    if name.startswith("PLACE") and name[5:].isdecimal():
        return _("How often one had place %(place)s at the table") % {"place": name[5:]}
    known = registry.every()
    words = [str(TIE_BREAKS.get(name) or (_(known[name].label) if name in known else name))]
    for modifier in modifiers:
        for pattern, text in MODIFIERS:
            if found := pattern.match(modifier):
                words.append(str(format_lazy(text, *found.groups())))
                break
        else:
            words.append(modifier)
    return ", ".join(words)


@lru_cache(maxsize=256)
def _seat(colour: str, position: int, language: str) -> tuple[str, str, str]:
    if colour:
        letter, name = COLOURS[colour]
        return COLOUR_CLASSES[colour], str(letter), str(name)
    return "n", str(position), pgettext("place at a table", "Seat %(number)d") % {"number": position}


def letters() -> dict[str, str]:
    """The letter of each colour by its key, in the language that is active: what a board is drawn with."""
    return {key: str(letter) for key, (letter, _name) in COLOURS.items()}


def seat_sign(colours: tuple[str, ...], position: int) -> Sign | None:
    """A seat's sign with the letter of the language that is active; None for seats that are no colours."""
    if position > len(colours):
        return None
    colour = colours[position - 1]
    return SIGNS[colour]._replace(letter=str(COLOURS[colour][0]))


def seat(colours: tuple[str, ...], position: int, language: str) -> tuple[str, str, str]:
    """A seat's style class, the letter or digit of its sign, and its name, in the language that is active."""
    colour = colours[position - 1] if position <= len(colours) else ""
    return _seat(colour, position, language)
