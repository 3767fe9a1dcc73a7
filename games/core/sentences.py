"""The sentences of records and options, by their codes."""

from __future__ import annotations

from games.core.notices import declare
from games.core.notices import gettext_noop as _

declare(
    {
        "claimed-places": _("The record claims the places %(claim)s; the game gives %(result)s."),
        "claimed-points": _("The record claims the points %(claim)s; the game gives %(result)s."),
        "claimed-too-early": _("The record claims a result, but its game is not over; leave out the claim."),
        "game-over": _("The game is over before %(move)s. Nothing can follow its end."),
        "json-decimal": _("a number with a decimal point"),
        "json-flag": _("true or false"),
        "json-list": _("a list"),
        # Translators: a kind of value that stands where another belongs.
        "json-number": _("a number"),
        "json-object": _("an object"),
        "json-string": _("the string %(text)s"),
        "name-no-text": _("%(where)s contains half a surrogate pair or a NUL, which is not text."),
        # Translators: “… has 300 characters; names have at most 200.” follows.
        "name-of-seat": _("The name of seat %(seat)s"),
        "name-too-long": _("%(where)s has %(length)s characters; names have at most %(most)s."),
        "no-game": _("There is no game %(key)s; the games are %(games)s."),
        # Translators: in the place of a text: what stands there is none.
        "no-string": _("no string"),
        "nothing": _("nothing"),
        "option-choice": _('The option "%(option)s" must be %(values)s.'),
        "option-choices": _('The option "%(option)s" must be a list of one or more of %(values)s, each at most once.'),
        # Translators: options and names in quotation marks stand in a file and are not translated.
        "option-flag": _('The option "%(option)s" must be true or false.'),
        "option-number": _('The option "%(option)s" must be a whole number from %(least)s to %(most)s.'),
        "option-teams": _(
            'The option "%(option)s" must be two lists of seats, each seat once, such as [[1, 3], [2, 4]].'
        ),
        "option-teams-seats": _('The option "%(option)s" must hold each of the %(seats)s seats once.'),
        "position-cannot-be-over": _("the game would be over, or somebody would be out"),
        "position-counts": _("the counts of moves contradict each other"),
        "position-impossible": _("No game can have this position: %(reason)s."),
        "position-last": _("the last move contradicts the board"),
        "position-not-over": _("the game would not be over"),
        "position-of-no-game": _("%(text)s begins no position. A position begins with %(prefixes)s, and a dot."),
        "position-options": _("the options contradict each other"),
        "position-other-spelling": _("The position is written differently here: %(text)s"),
        "position-part": _("Part %(part)s of the position cannot be read: %(text)s."),
        "position-parts": _("A position of %(game)s begins with %(prefix)s and has %(parts)s parts after dots."),
        "position-pieces": _("there are too many, too few or the wrong pieces"),
        "position-points": _("the points contradict the board"),
        "position-too-long": _("The position has %(length)s characters; at most %(most)s are read."),
        "position-turn": _("nobody could be on turn in this position"),
        "record-claimed": _('"claimed" must be an object with places, points or both, not %(kind)s.'),
        "record-claimed-empty": _('"claimed" is empty. Give places, points or both, or leave it out.'),
        "record-claimed-fraction": _(
            'Claimed points %(value)s are not a fraction in lowest terms such as "8" or "7/2".'
        ),
        "record-claimed-has-no": _('"claimed" cannot have %(name)s, only places, points or both.'),
        "record-claimed-place": _("A claimed place must be a whole number, not %(kind)s."),
        "record-claimed-points": _('Claimed points must be strings such as "8" or "7/2", not %(kind)s.'),
        "record-claimed-seats": _('"claimed" needs one entry for each seat in %(name)s, here a list of %(seats)s.'),
        "record-game": _('"game" must be the key of a game, a string, not %(kind)s.'),
        "record-has-no": _("A record cannot have %(name)s, only %(names)s."),
        "record-lacks": _('The record has no "%(name)s"; it needs %(names)s.'),
        "record-move": _("Each entry of moves must be a string, not %(kind)s."),
        "record-moves": _('"moves" must be a list of strings, not %(kind)s.'),
        "record-name-twice": _("The name %(name)s appears twice in one object. Use each name only once."),
        "record-no-json": _(
            "The text is not JSON: %(fault)s at line %(line)s, column %(column)s; a record is one JSON object."
        ),
        "record-no-number": _("The text is not JSON: %(name)s is not a JSON number."),
        "record-no-options": _("%(game)s has no option %(option)s; it has no options."),
        "record-no-such-option": _("%(game)s has no option %(option)s; its options are %(options)s."),
        "record-no-utf8": _("The text is not UTF-8: byte %(byte)s cannot be read."),
        "record-not-an-object": _("A record must be one JSON object, not %(kind)s."),
        "record-number-of-seats": _("%(game)s is played by %(numbers)s players, not by %(seats)s."),
        "record-object": _('"%(name)s" must be an object ({} if empty), not %(kind)s.'),
        "record-seat": _("Seat %(seat)s must be a name or null, not %(kind)s."),
        "record-seats": _('"seats" must be a list with one name (or null) for each seat, not %(kind)s.'),
        "record-surrogate": _("The text contains half a surrogate pair, so it is not UTF-8."),
        "record-too-deep": _("The record is nested more than %(most)s levels deep; no game needs that."),
        "record-too-long": _("The record has more than 1 MiB of text; at most %(most)s bytes are read."),
        "record-too-many-moves": _("The record has %(moves)s moves; at most %(most)s are replayed."),
        "text-of-no-game": _(
            'The text does not say which game it is. Begin with a tag such as [Game "quarto"]; the games are %(games)s.'
        ),
        "text-result": _(
            "The result %(text)s must give the points of %(seats)s seats, such as 8-4-2-0, or * for none."
        ),
        # Translators: the tag of a text, such as Options or Setup; a sentence about its value follows.
        "text-tag": _("Tag %(tag)s: %(text)s"),
        "text-without-moves": _("The text holds no moves."),
        # Translators: the line of a pasted text; a sentence about what stands there follows.
        "written-in-line": _("Line %(line)s: %(text)s"),
        "written-never-closed": _("A bracket that opens in line %(line)s is never closed."),
        "written-no-move": _("%(text)s is not a move."),
        "written-several": _("%(text)s can mean several moves. Write one of these: %(choices)s."),
        "written-too-long": _("The text has %(length)s characters; at most %(most)s are read."),
        "written-too-many": _("The text has more than %(most)s moves."),
    }
)
