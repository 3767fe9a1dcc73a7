"""Words for what the lower layers name by keys: seats, tie-breaks, byes, ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext, pgettext_lazy

from games.core.svg import SIGNS, Sign
from scoring.brackets.knockout import ALIVE, BRACKET, LIVES, PLACE, ROUND
from scoring.core import registry
from scoring.keizer import SCORE, VALUE, Award
from scoring.ladder import LEVEL
from scoring.ladder import PLACE as LADDER_PLACE
from scoring.mcmahon import START
from scoring.sections.groups import FINAL, GROUP
from scoring.sections.groups import PLACE as GROUP_PLACE
from tournaments.domain.ledger import scoring_rules
from tournaments.models import Tournament
from tournaments.sentences.places import plural
from tournaments.sentences.points import column_name, readable, written_event

# The letter stands in the sign of games.core.svg, so the four must differ within each language. It is translated
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
_WORTH = {"half": Fraction(1, 2), "full": Fraction(1)}
"""What the name of a bye says that it gives."""


def bye(kind: str | None, beside: bool = False) -> str:
    """Name a bye in the event that is written about; by its points where these are not those of its name, as at tables
    of four. ``beside``: its points stand beside the name anyway."""
    kind, event = kind or "", written_event()
    name = str(BYES.get(kind, kind))
    if kind not in _WORTH or not isinstance(event, Tournament):
        return name
    worth = scoring_rules(event).byes[kind]
    if worth == _WORTH[kind]:
        return name
    if beside:
        return str(BYES["pairing"])
    sentence = ngettext("bye: %(points)s point", "bye: %(points)s points", plural(worth))
    return sentence % {"points": readable(str(worth))}


NOT_YET = "…"
"""Stands for the points of a table without a result."""
ADJOURNED = "‖"
"""Stands for them where the game is to be played on later."""


def waiting(adjourned: bool = False) -> str:
    """Name the state of a table without a result: it is being played, or will be played on."""
    return _("adjourned") if adjourned else _("playing")


def standings_state(
    number: int, planned: int, *, missing: int = 0, unconfirmed: bool = False, over: bool = False
) -> str:
    """Say how far standings go: what they lack, else after which of the planned rounds they are, else that they are
    final."""
    if missing:
        return ngettext("%(count)d result missing", "%(count)d results missing", missing) % {"count": missing}
    if unconfirmed:
        return _("a result is not confirmed")
    if over:
        return pgettext("standings", "final")
    return _("after round %(number)d of %(planned)d") % {"number": number, "planned": max(number, planned)}


def standings_title(number: int, entered: int, tables: int, planned: int = 0) -> str:
    """Entitle standings of a round of which so many tables have a result, in an event of so many rounds where known."""
    if entered >= tables:
        if number <= planned:
            return _("Standings after round %(number)d of %(planned)d") % {"number": number, "planned": planned}
        return _("Standings after round %(number)d") % {"number": number}
    if number == 1:
        words = ngettext(
            "Standings after %(entered)d of %(tables)d table of round 1",
            "Standings after %(entered)d of %(tables)d tables of round 1",
            tables,
        )
    else:
        words = ngettext(
            "Standings after round %(before)d, with %(entered)d of %(tables)d table of round %(number)d",
            "Standings after round %(before)d, with %(entered)d of %(tables)d tables of round %(number)d",
            tables,
        )
    return words % {"before": number - 1, "number": number, "entered": entered, "tables": tables}


def still_in(players: int) -> str:
    """Say that a knockout has no winner, although the rounds that were planned are over."""
    return ngettext(
        "%(count)d player is still in: nobody has won yet.",
        "%(count)d players are still in: nobody has won yet.",
        players,
    ) % {"count": players}


def half_note(number: int, entered: int, tables: int) -> str:
    """Say why the picture of the ranks lacks the round that is being played."""
    return ngettext(
        "Round %(number)d: %(entered)d of %(tables)d table has a result. The picture gets this round when all its "
        "results are in.",
        "Round %(number)d: %(entered)d of %(tables)d tables have a result. The picture gets this round when all its "
        "results are in.",
        tables,
    ) % {"number": number, "entered": entered, "tables": tables}


def teams_title(number: int, entered: int, tables: int) -> str:
    """Entitle the teams' standings likewise."""
    if entered >= tables:
        return _("Teams after round %(number)d") % {"number": number}
    if number == 1:
        words = ngettext(
            "Teams after %(entered)d of %(tables)d table of round 1",
            "Teams after %(entered)d of %(tables)d tables of round 1",
            tables,
        )
    else:
        words = ngettext(
            "Teams after round %(before)d, with %(entered)d of %(tables)d table of round %(number)d",
            "Teams after round %(before)d, with %(entered)d of %(tables)d tables of round %(number)d",
            tables,
        )
    return words % {"before": number - 1, "number": number, "entered": entered, "tables": tables}


def after_title(number: int, entered: int, tables: int, planned: int = 0) -> str:
    """Return the title above one player's or one team's place: after which round it counts."""
    if entered >= tables:
        if number <= planned:
            return capfirst(standings_state(number, planned))
        return _("After round %(number)d") % {"number": number}
    if number == 1:
        words = ngettext(
            "With %(entered)d of %(tables)d table of round 1",
            "With %(entered)d of %(tables)d tables of round 1",
            tables,
        )
    else:
        words = ngettext(
            "After round %(before)d, with %(entered)d of %(tables)d table of round %(number)d",
            "After round %(before)d, with %(entered)d of %(tables)d tables of round %(number)d",
            tables,
        )
    return words % {"before": number - 1, "number": number, "entered": entered, "tables": tables}


def penalties(taken: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return a line for each deduction of points by an arbiter, as the standings keep them: what, since when, why."""
    sentence = _("penalty −%(points)s from round %(round)d: %(reason)s")
    return [sentence % {**penalty, "points": readable(penalty["points"])} for penalty in taken]


OWN_COLUMNS = {
    SCORE: (
        gettext_lazy("Keizer score"),
        gettext_lazy("The Keizer score, which ranks: the own value, and for each round a part of a value"),
    ),
    VALUE: (
        gettext_lazy("Value"),
        gettext_lazy("The value of the place in the table: what a win against this player brings"),
    ),
    GROUP: (gettext_lazy("Group"), gettext_lazy("The group in which a player plays before the finals")),
    FINAL: (gettext_lazy("Final"), gettext_lazy("The final in which a player plays after the groups")),
    GROUP_PLACE: (gettext_lazy("Place"), gettext_lazy("The place in the final, or in the group")),
    LADDER_PLACE: (gettext_lazy("Ladder"), gettext_lazy("The place in the ladder, which ranks")),
    START: (
        pgettext_lazy("points", "Start"),
        gettext_lazy("The starting score by McMahon, which is part of the points"),
    ),
    LEVEL: (
        gettext_lazy("Level"),
        gettext_lazy("The level in the ladder: after an evening the best of a group go up, the last go down"),
    ),
}
"""The heading and the meaning of the columns that a system ranks by: Keizer, and levels."""

RANKING = frozenset({SCORE, GROUP_PLACE, LADDER_PLACE})
"""Those of them that rank before points do."""

AWARDS = {
    Award.OWN: gettext_lazy("own value"),
    Award.WIN: gettext_lazy("win"),
    Award.DRAW: gettext_lazy("draw"),
    Award.LOSS: gettext_lazy("loss"),
    Award.FORFEIT_WIN: gettext_lazy("win by forfeit"),
    Award.FORFEIT_LOSS: gettext_lazy("loss by forfeit"),
    Award.BYE: gettext_lazy("bye"),
    Award.FULL_BYE: gettext_lazy("away for the club"),
    Award.HALF_BYE: gettext_lazy("half-point bye"),
    Award.ABSENT: gettext_lazy("absent with notice"),
    Award.NO_NOTICE: gettext_lazy("absent without notice"),
    Award.LATE: gettext_lazy("not there yet"),
}
"""What brings a part of a value in the Keizer system."""

TIE_BREAKS = {
    "DE": gettext_lazy("Direct encounter: the points in the meetings among the tied players"),
    "BH": gettext_lazy("Buchholz: the sum of the opponents’ scores"),
    "AOS": gettext_lazy("The average score of the opponents met"),
    "FB": gettext_lazy("Fore Buchholz: Buchholz as if every game of the last round had been drawn"),
    "AOB": gettext_lazy("The average of the opponents’ Buchholz"),
    "SB": gettext_lazy("Sonneborn-Berger: the scores of beaten opponents, and half the scores of opponents drawn with"),
    "ASB": gettext_lazy("The average of the scores of the opponents met, each times the result against that opponent"),
    "PS": gettext_lazy("Progressive score: the sum of the scores after each round"),
    "KS": gettext_lazy("Koya: the points against opponents with at least half of the points"),
    "WIN": gettext_lazy("Meetings won, at a table of four up to three a round; unplayed ones included"),
    "WON": gettext_lazy("Meetings won over the board, at a table of four up to three a round"),
    "BPG": gettext_lazy("Games played without the first move"),
    "BWG": gettext_lazy("Games won without the first move"),
    "REP": gettext_lazy("Rounds that the player took part in"),
    "GE": gettext_lazy("Games that the player chose to play"),
    "STD": gettext_lazy("Standard points: a win counts one, a draw a half, whatever the game gives"),
    "ARO": gettext_lazy("The average rating of the opponents"),
    "TPR": gettext_lazy("Performance rating"),
    "RTNG": gettext_lazy("Rating"),
    "TPN": gettext_lazy("Pairing number, the lowest first"),
    "GP": gettext_lazy("Points in the games themselves"),
    "DIFF": gettext_lazy("Point difference: the lead over the opponents’ average in each game, added up"),
    "SHARE": gettext_lazy("The average share of the points made at the table, in per cent"),
    "PPG": gettext_lazy("Points per game played, without byes"),
    "LOT": gettext_lazy("Drawing of lots, the lowest lot first"),
    "MPvGP": gettext_lazy("Board points: the points of a team’s players in its matches"),
    "EMMSB": gettext_lazy("Sonneborn-Berger of teams: match points against each, times its match points"),
    "EMGSB": gettext_lazy("Sonneborn-Berger of teams: match points against each, times its board points"),
    "EGMSB": gettext_lazy("Sonneborn-Berger of teams: board points against each, times its match points"),
    "EGGSB": gettext_lazy("Sonneborn-Berger of teams: board points against each, times its board points"),
    "SSSC": gettext_lazy("Board points, weighted by the strength of the opponents"),
    "EDE": gettext_lazy("Direct encounter of teams: match points among the tied teams, then board points"),
    "BC": gettext_lazy("Board count: points on the upper boards count more"),
    "TBR": gettext_lazy("Top boards: the points on board 1, then on board 2, and so on"),
    "BBE": gettext_lazy("Bottom boards left out: board points without the last board, then without the last two"),
}
BOARD_POINTS = "MPvGP"
"""What decides between teams with as many match points: it stands under a word, not under its short name."""

CUTS = (
    (re.compile(r"C(\d+)\Z"), ngettext_lazy("without the lowest", "without the %(count)d lowest", "count")),
    (
        re.compile(r"M(\d+)\Z"),
        ngettext_lazy("without the lowest and highest", "without the %(count)d lowest and %(count)d highest", "count"),
    ),
)
SHARE_CUTS = (
    (re.compile(r"C(\d+)\Z"), gettext_lazy("lowest part left out, in rounds: %(count)d")),
    (re.compile(r"M(\d+)\Z"), gettext_lazy("lowest and highest part left out, in rounds: %(count)d")),
)
"""Of a tie-break whose cuts leave out a share of its parts."""
MODIFIERS = (
    (re.compile(r"L([+-]\d+)\Z"), gettext_lazy("with the limit moved by {}")),
    (re.compile(r"P\Z"), gettext_lazy("forfeits counted as played")),
    (re.compile(r"R\Z"), gettext_lazy("the other way round")),
)


KNOCKOUT = {
    BRACKET: gettext_lazy("Not in the consolation"),
    LIVES: gettext_lazy("Defeats left"),
    ALIVE: gettext_lazy("Still in"),
    ROUND: gettext_lazy("Round reached"),
    PLACE: gettext_lazy("Place at the last table"),
}


def criterion(code: str) -> str:
    """Explain what decides an order: a tie-break, or how far somebody came in a knockout."""
    return str(KNOCKOUT[code]) if code in KNOCKOUT else tie_break(code)


def tie_break(code: str) -> str:
    """Explain a tie-break's short name in a few words; its own label where it is not explained here."""
    if code in OWN_COLUMNS:
        return str(OWN_COLUMNS[code][1])
    name, *modifiers = code.split("/")
    if name == "BEST" and modifiers and modifiers[0].isdecimal():
        return _("Only the %(count)s best results") % {"count": modifiers[0]}
    if name.startswith("COL") and name[3:].isdecimal():
        return _of_column(column(name), "R" in modifiers)
    if name.startswith("PLACE") and name[5:].isdecimal():
        return _("How often the player came in place %(place)s at the table") % {"place": name[5:]}
    known = registry.every()
    words = [str(TIE_BREAKS.get(name) or (_(known[name].label) if name in known else name))]
    return ", ".join([*words, *(modifier(text, name) for text in modifiers)])


def _of_column(name: str, fewer: bool) -> str:
    """Explain a tie-break by a number of the game's list; without the event, its code stands for its name."""
    if fewer:
        return _("%(column)s: whoever has fewer ranks higher") % {"column": name}
    return _("%(column)s: whoever has more ranks higher") % {"column": name}


def is_given(code: str) -> bool:
    """Tell whether a value is known before anything is played: a starting score, a group, a rating."""
    known = registry.every().get(code.partition("/")[0])
    return code in OWN_COLUMNS or (known is not None and known.given)


def of_team(code: str, value: str | None, nothing_yet: bool) -> str | None:
    """Return a team's tie-break as it is shown: three dots where no table of it has a result; of a match that is still
    on, what its boards brought is in already."""
    return NOT_YET if nothing_yet and value == "0" and not is_given(code) else value


def column(code: str) -> str:
    """Return the heading of a column: a tie-break's short name, a word for a column of its system, or the name that the
    game has for a number of its list."""
    if code in OWN_COLUMNS:
        return str(OWN_COLUMNS[code][0])
    if code == BOARD_POINTS:
        return _("Boards")
    number = code.removeprefix("COL").partition("/")[0]
    return (number.isdecimal() and code.startswith("COL") and column_name(int(number))) or code


def modifier(code: str, name: str) -> str:
    """Explain a modifier of a tie-break, such as ``C1`` of ``BH``; itself where it is not explained here."""
    known = registry.every().get(name)
    for pattern, cut in SHARE_CUTS if known is not None and known.cuts_share else CUTS:
        if match := pattern.match(code):
            return str(cut % {"count": int(match[1])})
    for pattern, text in MODIFIERS:
        if match := pattern.match(code):
            return str(format_lazy(text, *match.groups()))
    return code


def heading(colours: tuple[str, ...], position: int, seats: int, language: str) -> str:
    """Return the heading of a seat's column where tables have so many ``seats``; with two it is about who begins."""
    if seats == 2 and not colours:
        return pgettext("player", "First") if position == 1 else pgettext("player", "Second")
    return seat(colours, position, language)[2]


@lru_cache(maxsize=256)
def initials(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the first letter of each name of a seat, for the small sign before a player: B and W for Black and White.
    Empty where two begin alike or one begins with no letter: then the seat's number tells them apart."""
    found = tuple(name[:1].upper() for name in names)
    return found if len(set(found)) == len(found) and all(map(str.isalpha, found)) else ()


@lru_cache(maxsize=256)
def _seat(colour: str, position: int, language: str, short: str) -> tuple[str, str, str]:
    if colour in COLOURS:
        letter, name = COLOURS[colour]
        return COLOUR_CLASSES[colour], str(letter), str(name)
    if colour:
        return "n", short or str(position), colour
    return "n", str(position), pgettext("place at a table", "Seat %(number)d") % {"number": position}


def letters() -> dict[str, str]:
    """Return the letter of each colour by its key, in the language that is active, to draw a board with."""
    return {key: str(letter) for key, (letter, _name) in COLOURS.items()}


def seat_sign(colours: tuple[str, ...], position: int) -> Sign | None:
    """Return a seat's sign with the letter of the language that is active; None for seats that are no colours."""
    if position > len(colours) or colours[position - 1] not in SIGNS:
        return None
    colour = colours[position - 1]
    return SIGNS[colour]._replace(letter=str(COLOURS[colour][0]))


def seat(colours: tuple[str, ...], position: int, language: str) -> tuple[str, str, str]:
    """Return a seat's style class, the letter or digit of its sign, and its name, in the language that is active.

    A seat of a declared game has its name's first letter in that language as its sign, a seat without a name its digit.
    """
    colour = colours[position - 1] if position <= len(colours) else ""
    short = initials(colours)
    return _seat(colour, position, language, short[position - 1] if colour and short else "")
