"""The notices of the engines, the pairing and the program, from codes to sentences in the reader's language.

The tables of sentences lie with the code that says them: ``games.core.sentences``, one in each game,
``tournaments.pairing.sentences``, ``scoring.sentences``, and here what the site notes itself. A notice is put into
words where it leaves the program, in the language of the moment, and never before: what is stored stays codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from importlib import import_module

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_noop as _

from games.core import registry as games
from games.core.notices import LANGUAGE, Notice, Param, Say, declare, worded
from games.kwartet import table
from tournaments.pairing import registry as pairing
from tournaments.sentences import documents, mails  # noqa: F401 (their sentences are declared there)
from tournaments.sentences.names import lettered, named
from tournaments.sentences.points import readable

NAMING = frozenset({"quatro-chess-not-possible", "quatro-chess-not-possible-but"})
"""The notices in which a colour may be called by its player, too, whatever the language."""

declare(
    {
        "player-and-colour": "%(name)s (%(colour)s)",
        # Translators: a place in a file, such as “Round 1, table 2”; what is wrong there follows.
        "at-place": _("%(place)s: %(text)s"),
        "changed-by-hand": _("Changed by hand."),
        # Translators: "move" is a move of a game record; a sentence follows.
        "at-move": _("Move %(number)s: %(text)s"),
        "by-rule": "%(text)s (%(rule)s)",
        "dash": "%(one)s – %(other)s",
        "plus": "%(one)s + %(other)s",
        # Translators: how many may sit at a table of a game, such as “3, 4 or 5 players at a table.”
        "game-players": _("%(seats)s players at a table."),
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
        "record-without-hands": _(
            "In Kwartet the moves alone are not enough: the program must also know the cards that were dealt. Hand in "
            "a record with the hands. If nobody knows them, enter who asked whom for which card under “Hands unknown?”."
        ),
        "record-without-hands-of-two": _(
            "In Kwartet the moves alone are not enough: the program must also know the cards that were dealt. Hand in "
            "a record with the hands."
        ),
        "record-without-partners": _(
            "At this table partners play together: %(first)s against %(second)s. Add “%(option)s” to the "
            "options of the record."
        ),
    }
)


def _translated(text: str) -> str:
    return (get_language() or "en") if text == LANGUAGE else gettext(text)


def sentence(notice: Notice | None, names: Mapping[int, str] | None = None) -> str:
    """Put a notice into words, in the language of the moment; nothing for None. ``names`` are those of players, by
    pairing number, as far as the reader may see them."""
    if notice is None:
        return ""
    letters = {"w": gettext("White")[:1].lower(), "b": gettext("Black")[:1].lower()}
    said = lettered(named(notice, names) if names else notice, letters)
    return worded(said, _translated, lambda points: readable(str(points)))


def speaker(players: Sequence[str] = ()) -> Say:
    """Return a way to put what an engine says into words, in the language of the moment.

    ``players`` are the names at the table by the record's seats, as the reader may see them, in the place of seats.
    """

    def say(notice: Notice) -> str:
        return worded(notice, _translated, lambda points: readable(str(points)), players)

    return say


def asked_for(seat: int, code: str, hit: bool, name: str, deck: Mapping[str, Sequence[str]]) -> str:
    """Return the question of Kwartet as it is asked at a table, to the player at ``seat``, with its answer. ``name`` is
    that player's, empty where it may not be known; ``deck`` holds the names of each quartet and its cards by letter, if
    there are any."""
    return speaker(("",) * (seat - 1) + (name,))(table.asked_for(seat, code, hit, deck))


def speaker_at(game: str, names: Iterable[str]) -> Say:
    """Return a way to put what a game's engine says into words at a table; ``names`` are those there, seat by seat, as
    the reader may see them. Where seats are colours, players are called by these, and who is on turn by both."""
    colours = games.get(game).info.seat_names if game in games.keys_set() else ()
    if not colours:
        return speaker(tuple(names))
    say, players = speaker(), dict(zip(colours, names, strict=False))
    return lambda notice: say(_with_players(notice, players))


def _with_players(notice: Notice, players: Mapping[str, str]) -> Notice:
    """Name the player whose colour cannot play a move: ``Anna (White)``. ``players`` are the names by colour."""
    params: dict[str, Param] = {}
    for hole, value in notice.params.items():
        params[hole] = _with_players(value, players) if isinstance(value, Notice) else value
        if hole == "colour" and isinstance(value, Notice) and notice.code in NAMING:
            name = players.get(value.code.removeprefix("quatro-chess-"))
            params[hole] = Notice("player-and-colour", name=name, colour=value) if name else value
    return notice.with_params(params)


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
    import_module("tournaments.pairing.planner.running")  # with all that it rests on
    import_module("tournaments.imports.sentences")


load()
