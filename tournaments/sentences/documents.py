"""The sentences of event documents and archives that the site itself refuses, by their codes.

Where a sentence has no subject, the place of the entry comes before it: ``records[3].quoted: is not a record: …``.
"""

from __future__ import annotations

import re

from django.utils.translation import gettext

from games.core.notices import declare
from games.core.notices import gettext_noop as _

declare(
    {
        "archive-bye-not-requested": _("player %(player)s has not requested a bye in round %(round)s"),
        "archive-no-address": _("%(value)s is not an address of letters, digits, - and _"),
        # Translators: the place of an entry in a file comes before it.
        "archive-no-event": _("is missing; an archive holds an event document"),
        "archive-no-flag": _("%(value)s is not true or false"),
        # Translators: the place of an entry in a file comes before it.
        "archive-no-json-string": _("is not a JSON string within a string"),
        # Translators: the place of an entry in a file comes before it.
        "archive-no-kind": _("is missing; it says what was changed"),
        # Translators: the place of an entry in a file comes before it.
        "archive-no-object": _("is not an object, written as JSON within a string"),
        "archive-no-quoted-text": _("%(value)s is not the text of a record, written as JSON"),
        "archive-no-reason": _("a reason is a code with parameters, or a text of at most %(most)s characters"),
        # Translators: the place of an entry in a file comes before it.
        "archive-no-record": _("is not a record: a record has up to 1 MiB of text"),
        "archive-no-round": _("the event has no round %(round)s"),
        "archive-no-table": _("round %(round)s has no table %(table)s"),
        # Translators: the place of an entry in a file comes before it.
        "archive-no-text": _("has a character that is not text"),
        "archive-no-time": _("%(value)s is not a time such as 2026-11-27T19:30:00+00:00"),
        "archive-no-values": _("%(value)s is not values, written as JSON within a string"),
        "archive-player-twice": _("player %(player)s is listed twice"),
        "archive-reason-of-no-table": _("a reason belongs to the number of a table"),
        "archive-round-twice": _("round %(round)s is listed twice"),
        # Translators: the place of an entry in a file comes before it. Not text: an emoji or sign cut in half.
        "archive-surrogate": _("holds half of a surrogate pair, which is not text"),
        "archive-text-length": _("%(value)s is not a text of at most %(most)s characters"),
        # Translators: what belongs in a place of a file: a number such as an amount in cents, or a rating
        "a-number-of-a-prize": _("a number of a prize"),
        # Translators: what belongs in a place of a file: a text such as a currency or a cup
        "a-text-of-a-prize": _("a text of a prize"),
        "a-venue": _("a venue"),
        # Translators: what belongs in a place of a file: “place”, “equal” or “hort”
        "a-way-to-share": _("a way to share prizes"),
        "a-year-of-birth": _("a year of birth"),
        # Translators: what belongs in a place of a file: “published” or “closed”.
        "how-far-a-round-is": _("the state of a round"),
        "pairing-number-of-a-player": _("the pairing number of a player"),
        # Translators: in a file: “addresses of pages”
        "things-addresses": _("addresses"),
        # Translators: in a file: the lines of the log
        "things-changes": _("changes"),
        # Translators: in a file: lists of prizes
        "things-lists-of-prizes": _("lists of prizes"),
        # Translators: in a file: prizes
        "things-prizes": _("prizes"),
        # Translators: in a file: game records
        "things-records": _("records"),
        # Translators: what belongs in a place of a file: “insert”, “update” or “delete”.
        "what-was-done": _("the action"),
    }
)

declare(
    {
        # Translators: where something is in a file; what is wrong there follows.
        "at-line-and-column": _("Line %(line)s, column %(column)s: %(why)s"),
        "event-address-never-had": _("This tournament never had the address “%(slug)s”."),
        "event-board-without-team": _("A board is a place in a team, but this player has no team."),
        "event-fixed-tables": _("Set a fixed table in the player's entry."),
        "event-game-not-by": _("This game cannot be played by %(size)s players."),
        "event-impossible-points": _("A game cannot give these points."),
        "event-name-invisible": _("This is empty, or has characters that cannot be shown."),
        "event-name-too-long": _("This has %(given)s characters; at most %(most)s are possible."),
        "event-no-language": _("The site does not know this language. It knows: %(languages)s."),
        "event-no-address": _("An address can have only letters, digits, - and _, at most 80 characters."),
        "event-no-rating-list": _("There is no rating list “%(slug)s”."),
        "event-no-tables": _(
            "The system %(system)s makes tables of %(sizes)s, but this game is for %(seats)s players. Systems for it: "
            "%(systems)s."
        ),
        "event-number-too-high": _("The highest possible number is %(most)s."),
        "event-points-missing": _("Some points are missing. Give the points of every seat, or none."),
        "event-points-out-of-bounds": _("These points are not possible: they are below zero or too high."),
        "event-round-not-over": _("A round with missing results cannot be closed."),
        "event-same-person": _("Two players have this name and club. Add a year of birth to tell them apart."),
        "event-seed": _("The seed must be a whole number from 0 up, with at most 15 digits."),
        "event-team-name-twice": _("Another team has this name. Give each team its own name."),
        "event-too-many-rounds": _("A tournament can have at most %(most)s rounds."),
        "import-failed": _("The import failed because of an error in the program."),
        "import-stopped": _("The import stopped three times without an answer."),
        "list-stale": _("Somebody changed something after this preview. Check it again; nothing was imported."),
        "print-failed": _(
            "The document could not be made because of an error in the program. The program's log has the details."
        ),
        "print-three-times": _("The document failed three times: it was too slow or too large."),
        "webhook-gone": _("It answered that it is gone (410)."),
        "webhook-giver-gone": _("The person who added it may not change this event any more."),
        "webhook-silent": _("It did not answer for two days."),
        "event-too-many-seats": _("A table has at most six seats."),
        # Translators: what is wrong in a file follows.
        "report-player": _("Player %(number)s: %(why)s"),
        # Translators: what is wrong in a file follows.
        "report-round": _("Round %(number)s: %(why)s"),
    }
)

PLACE = re.compile(
    r"(?:event\.)?(?:(?P<entry>players|teams)\[(?P<number>\d+)\]"
    r"|rounds\[(?P<round>\d+)\](?:\.tables\[(?P<table>\d+)\])?)(?:\.(?P<member>.+))?"
)


def in_words(place: str) -> tuple[str, str]:
    """Return an entry of a document as it is called at the desk, “Round 1, table 2” for ``rounds[0].tables[1]``, and
    what of it is meant, as the file has it. Of what has no such name, such as ``pairing.rounds``, the words are
    empty and the path is whole."""
    match = PLACE.fullmatch(place)
    if match is None:
        return "", place
    member = match["member"] or ""
    if match["entry"] == "players":
        return gettext("Player %(number)d") % {"number": int(match["number"]) + 1}, member
    if match["entry"] == "teams":
        return gettext("Team %(number)d") % {"number": int(match["number"]) + 1}, member
    number = int(match["round"]) + 1
    if match["table"] is None:
        return gettext("Round %(number)s") % {"number": number}, member
    words = {"round": number, "table": int(match["table"]) + 1}
    return gettext("Round %(round)s, table %(table)s") % words, member
