"""The names of the rounds of a knockout, the same on every page: from the end where that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.sections.groups import SYSTEM as GROUPS
from tournaments.models import Tournament
from tournaments.pairing.bracket.drawn import Drawing
from tournaments.selectors.explanations import insight

SYSTEMS = frozenset(("knockout", "double-elimination", GROUPS))


def is_drawn(tournament: Tournament) -> bool:
    """Tell whether an event has a bracket: it is a knockout, or its groups play one after them."""
    return draws(tournament.system, tournament.pairing_options)


def draws(system: str, options: Mapping[str, Any]) -> bool:
    """Tell whether events of a pairing system with these options have a bracket."""
    return system in SYSTEMS and (system != GROUPS or options.get("then") in (None, "knockout"))


def round_names(tournament: Tournament) -> dict[int, str]:
    """Return the rounds of an event that have a name, such as "Semi-finals", by their numbers; empty where it has no
    bracket. Where two brackets call a round differently it has its number alone."""
    return names_in(drawings_of(tournament))


def drawings_of(tournament: Tournament) -> Sequence[Drawing]:
    """Return the brackets of an event as they are drawn; none where it has none."""
    event = insight(tournament.pk) if is_drawn(tournament) else None
    return event.drawings() if event else ()


def names_in(drawn: Sequence[Drawing]) -> dict[int, str]:
    """Return the names of rounds in which all brackets agree, by the numbers of the rounds."""
    found: dict[int, set[str]] = {}
    for drawing in drawn:
        for at, column in enumerate(drawing.columns):
            found.setdefault(column.round, set()).add(_from_the_end(drawing, at))
    return {number: name for number, names in found.items() if len(names) == 1 and (name := min(names))}


def round_name(number: int, names: Mapping[int, str]) -> str:
    """Return what a round is called: its name, else its number."""
    return names.get(number) or _("Round %(number)d") % {"number": number}


def round_title(drawing: Drawing, at: int) -> str:
    """Return what the round at a place of a bracket is called there. In a double elimination the rounds of both sides
    are counted by themselves, as a side does not play in every round of the event."""
    if name := _from_the_end(drawing, at):
        return name
    if not drawing.double:
        return round_name(drawing.columns[at].round, {})
    said = _("Losers’ round %(number)d") if drawing.part == "second" else _("Winners’ round %(number)d")
    return said % {"number": at + 1}


def _from_the_end(drawing: Drawing, at: int) -> str:
    """Return what a round is called from the end of its bracket; empty where that is not known, or too far off."""
    columns = drawing.columns
    column, behind = columns[at], len(columns) - 1 - at
    if has_second_final(drawing) and behind < 2:
        return _("Final") if behind else _("Second final")
    if drawing.whole and column.tables == 1 and behind == 0 and (drawing.part != "second" or not drawing.double):
        return _("Final")
    plain = drawing.whole and not drawing.double
    if plain and (behind, column.tables) == (1, 2):
        return _("Semi-finals")
    if plain and (behind, column.tables) == (2, 4):
        return _("Quarter-finals")
    return ""


def has_second_final(drawing: Drawing) -> bool:
    """Tell whether a double elimination ends with two finals of the same players, one right after the other."""
    if not drawing.double or drawing.part != "main" or len(drawing.columns) < 3:
        return False
    one, two = drawing.columns[-2:]
    sitting = [[{spot.own for spot in box.spots} for box in column.boxes] for column in (one, two)]
    return two.round == one.round + 1 and two.tables == 1 and sitting[0] == sitting[1]
