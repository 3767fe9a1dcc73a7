"""The notices of the engines, the pairing and the program, from codes to sentences in the reader's language.

The tables of sentences lie with the code that says them: ``games.core.sentences``, one in each game,
``tournaments.pairing.sentences``, ``scoring.sentences``, and here what the site notes itself. A notice is put into
words where it leaves the program, in the language of the moment, and never before: what is stored stays codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from importlib import import_module

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from games.core import registry as games
from games.core.notices import Notice, Param, declare, worded
from tournaments.pairing import registry as pairing
from tournaments.sentences import documents, mails  # noqa: F401 (their sentences are declared there)
from tournaments.sentences.names import named
from tournaments.sentences.points import readable

declare(
    {
        "at-place": "%(place)s: %(text)s",
        "changed-by-hand": _("Changed by hand."),
        # Translators: "move" is a move of a game record; a sentence follows.
        "at-move": _("move %(number)s: %(text)s"),
        "by-rule": "%(text)s (%(rule)s)",
        "dash": "%(one)s – %(other)s",
        "plus": "%(one)s + %(other)s",
        "pairing-failed": _(
            "The pairing failed because of an error in the program. The program's log has the details. "
            "Nothing was changed."
        ),
        "replay-failed": _("The replay failed because of an error in the program. The program's log has the details."),
        "record-agrees": _("The record gives %(points)s, as entered."),
        "record-colours": _(
            "The colours %(first)s and %(second)s belong to one player in the record or at the table, not in both."
        ),
        "record-corrected": _("The result was corrected to %(points)s."),
        "record-decides": _("The result follows from the record: %(points)s."),
        "record-differs": _("The record gives %(points)s, but %(entered)s was entered."),
        "record-not-over": _("The game in this record is not over, so it does not prove a result."),
        "record-of-another-game": _("This is a record of %(game)s, but this tournament plays %(played)s."),
        "record-players": _("The record has %(record)s players, but the table has %(table)s."),
        "record-round-taken-back": _("The round was taken back before the record was replayed."),
        "record-with-another-option": _("The record has a different “%(option)s” from this tournament."),
        "record-with-partners": _(
            "In the record partners play together, but at this table everyone plays for themselves. Remove "
            "“%(option)s” from the options of the record."
        ),
        "record-without-partners": _(
            "At this table partners play together: %(first)s against %(second)s. Add “%(option)s” to the "
            "options of the record."
        ),
    }
)


def sentence(notice: Notice | None, names: Mapping[int, str] | None = None) -> str:
    """Put a notice into words, in the language of the moment; nothing for None. ``names`` are those of players, by
    pairing number, as far as the reader may see them."""
    if notice is None:
        return ""
    return worded(named(notice, names) if names else notice, gettext, lambda points: readable(str(points)))


def score(points: Iterable[Fraction | None]) -> Param:
    """Return the points of a table, such as ``8 – 4 – 2 – 0``; a dash for somebody who did not show up."""
    shown: list[Param] = ["–" if value is None else value for value in points]
    return reduce(lambda one, other: Notice("dash", one=one, other=other), shown)


def in_document(place: str, notice: Notice) -> Notice:
    """Name the place of a document's error, if it has one, before what is wrong there."""
    return Notice("at-place", place=place, text=notice) if place else notice


def load() -> None:
    """Import every game and pairing system, so that the words of each are known."""
    games.every()
    pairing.systems()
    import_module("scoring.sentences")
    import_module("scoring.trf.sentences")
    import_module("tournaments.imports.sentences")


load()
