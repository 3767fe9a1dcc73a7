"""The sentences of an event document and its scoring, by their codes.

Where a sentence has no subject, the place of the entry comes before it: ``players[3].id: is missing; …``.
Those of a report file (TRF) mostly follow the line and the column.
"""

from __future__ import annotations

from games.core.notices import declare
from games.core.notices import gettext_noop as _

declare(
    {
        "document-below": _("%(value)s is below %(least)s; %(what)s is at least %(least)s"),
        # Translators: the place of an entry in a file comes before it, such as “players[3].name:”.
        "document-control-character": _("holds the control character %(sign)s; leave it out"),
        "document-empty-text": _("%(what)s is empty; write at least one letter or leave the entry out"),
        # Translators: the place of a list in a file comes before it.
        "document-entries": _("has %(entries)s entries; it needs %(needed)s"),
        # Translators: the place of an entry in a file comes before it. Not text: an emoji or sign cut in half.
        "document-half-surrogate": _("holds half of a surrogate pair, which is not text"),
        "document-long-text": _("%(what)s has %(length)s characters; at most %(most)s are allowed"),
        "document-many-digits": _("a whole number of more than %(most)s digits; no number here needs so many"),
        "document-name-no-text": _("the name %(name)s of an entry is not text"),
        # Translators: the place of an entry in a file comes before it.
        "document-name-twice": _("appears twice in one object; remove one"),
        # Translators: the place of an entry in a file comes before it.
        "document-nested-deeper": _("nested deeper than %(most)s"),
        "document-newer": _("%(format)s was written by a newer program; this one reads up to %(known)s"),
        # Translators: “what” is, for example, “a kind of bye”.
        "document-no-choice": _("%(value)s is not %(what)s; it is one of %(names)s"),
        "document-no-day": _("%(value)s is not a day, such as 2026-11-27"),
        # Translators: “what” is, for example, “the points of a bye”.
        "document-no-fraction": _('%(value)s is not %(what)s, which is a string in lowest terms such as "7/2"'),
        # Translators: “"format"” and the text after it stand in a file and are not translated.
        "document-no-format": _('is missing; a document begins with "format": "%(known)s"'),
        "document-no-json": _("the document is not JSON: %(fault)s (line %(line)s, column %(column)s)"),
        # Translators: “things” are, for example, “players”.
        "document-no-list": _("%(value)s is not a list […] of %(things)s"),
        "document-no-number": _("%(text)s is not a number"),
        "document-no-object": _("%(value)s is not an object {…}"),
        "document-no-player": _("there is no player %(player)s"),
        "document-no-round-after": _("the event has %(rounds)s rounds; there are no standings after round %(round)s"),
        "document-no-team": _("there is no team %(team)s"),
        # Translators: “what” is, for example, “a player's name”.
        "document-no-text": _("%(value)s is not %(what)s, which is text"),
        "document-no-utf8": _("the document is not UTF-8 text (byte %(byte)s)"),
        "document-no-version": _("there is no version %(format)s; the oldest one known is %(known)s"),
        # Translators: “what” is, for example, “a rating”.
        "document-no-whole-number": _("%(value)s is not %(what)s, a whole number from %(least)s to %(most)s"),
        # Translators: “what” is, for example, “the points of a bye”.
        "document-not-in-lowest-terms": _('%(value)s is not %(what)s in lowest terms, such as "8" or "7/2"'),
        "document-not-in-the-table": _("player %(player)s is not in the table, by the event's rules"),
        "document-not-of-teams": _("%(code)s is not among the tie-breaks of the teams"),
        "document-other-format": _("%(format)s is not a known format; use %(known)s"),
        # Translators: the place of a player's number in a file comes before it.
        "document-out-of-order": _("is %(number)s; players must be in order, 1 to n"),
        "document-out-of-bounds": _("%(value)s is out of bounds: at most %(numerator)s over %(denominator)s"),
        "document-point": _(
            "%(number)s is a number with a point or an exponent; write whole numbers as they are, and fractions as a "
            'string in lowest terms, such as "7/2"'
        ),
        "document-seed": _("%(value)s is not a whole number"),
        "document-strange-type": _("a value of type %(type)s has no place in a document"),
        "document-too-deep": _("the document is nested deeper than %(most)s"),
        "document-too-long": _("the document is longer than %(most)s MiB"),
        # Translators: “things” are, for example, “players”.
        "document-too-many": _("%(count)s %(things)s; at most %(most)s are allowed"),
        # Translators: the place of an entry in a file comes before it.
        "document-unknown-entry": _("is not known here; an entry here is one of %(names)s"),
        # Translators: follows what is wrong with a number in a file, after a semicolon.
        "document-write": _('write "%(text)s"'),
        "board-twice": _("team %(team)s already has a player on board %(board)s"),
        "bye-above-a-win": _("%(points)s is more than the %(win)s of a win; a bye is never worth more"),
        # Translators: the place of an entry in a file comes before it.
        "bye-without-player": _("is missing; a bye names its player"),
        "match-bye-above-a-win": _("%(points)s is more than the %(win)s of a match won"),
        # Translators: the place of a list of points in a file comes before it.
        "match-points": _("are for a match won, drawn, lost: never rising, two draws never more than a win and a loss"),
        # Translators: follows the sentence that no game gives these points.
        "no-points-for-places": _("They are not the points for places either (%(points)s, shared in a tie)."),
        # Translators: the place of an entry in a file comes before it.
        "penalty-lacks": _("is missing; a penalty has a round, points and a reason"),
        # Translators: the place of the points in a file comes before it.
        "penalty-of-nothing": _("are 0; a penalty takes points off, written without a minus sign"),
        # Translators: the place of a penalty in a file comes before it.
        "penalty-of-both": _("is for a player or for a team: name one of them"),
        # Translators: the place of a list in a file comes before it.
        "places-do-not-reach": _(
            "lists %(places)s places, too few for %(table)s with %(seats)s seats; add the missing places"
        ),
        # Translators: the place of a list in a file comes before it.
        "places-for-places": _("has %(entries)s entries for the %(places)s places there"),
        # Translators: the place of a list in a file comes before it.
        "places-missing": _("is missing; list the points for first, second, … place"),
        "places-rising": _("%(points)s is more than the place before it; put the best first"),
        # Translators: the place of a list in a file comes before it.
        "places-too-few": _("has fewer than two places; a table has at least two"),
        "player-absent-twice": _("round %(round)s is listed twice"),
        "player-bye-not-absent": _("round %(round)s is missing from absent; add it there"),
        "player-two-byes": _("round %(round)s is among half_byes too; take it out of one of them"),
        # Translators: “other” is a place in a file, such as rounds[0].tables[2].
        "player-at-two-tables": _("player %(player)s is at %(other)s in round %(round)s too; give them one place"),
        # Translators: “other” is a place in a file, such as players[3].
        "player-id-twice": _("%(id)s is the id of %(other)s too; each has its own"),
        "player-left-too-early": _("%(left)s lies before the first round played, %(joined)s"),
        "player-of-no-team": _("there is no team %(team)s; name one of teams"),
        # Translators: “other” is a place in a file, such as rounds[0].tables[2].
        "player-with-table-and-bye": _(
            "player %(player)s is at %(other)s in round %(round)s too; take one of them away"
        ),
        # Translators: the place of an entry in a file comes before it.
        "player-without-id": _("is missing; every player has a pairing number"),
        "points-for-seats": _("%(entries)s entries for %(seats)s seats; give one a seat, null where unknown"),
        # Translators: the place of the points in a file comes before it; “null” is not translated.
        "result-forfeit-all-came": _(
            'contain no null, which marks a player who did not show up; write "played" if everyone did'
        ),
        # Translators: the place of the points in a file comes before it; “null” is not translated.
        "result-forfeit-missing": _("are missing; in a forfeit null means absent"),
        # Translators: the place of the points in a file comes before it; “null” is not translated.
        "result-half-there": _(
            "leave out one seat of player %(player)s, who has two; give points at both, or null at both"
        ),
        # Translators: the place of the points in a file comes before it.
        "result-too-much": _("are more than a table can give; the most is %(points)s"),
        # Translators: the place of the points in a file comes before it; “end” and “null” are not translated.
        "result-unknown": _("are not all known although it is played; enter them or set end to null"),
        # Translators: the place of an entry in a file comes before it; “null” and “played” are not translated.
        "result-without-end": _('is null although all points are given; write "played"'),
        "round-out-of-order": _("%(number)s stands where round %(round)s belongs; rounds run 1, 2, 3 …"),
        "seats-not-neighbours": _("two players hold two neighbouring colours each, as 1, 1, 2, 2 (QC 2.1)"),
        # Translators: the place of the seats in a file comes before it.
        "seats-too-few": _("hold fewer than two players; a game needs two"),
        "seats-too-often": _("player %(player)s sits here too often; two seats of four are the most (QC 2.1)"),
        "seats-twice": _("player %(player)s sits here twice; in this game each has one seat"),
        "document-tables-alike": _("round %(round)s has two tables %(table)s"),
        # Translators: the place of an entry in a file comes before it.
        "table-without-seats": _("is missing; a table names who sits at it"),
        "team-id-twice": _("%(id)s is another team's id; give each its own"),
        # Translators: the place of an entry in a file comes before it.
        "team-without-id": _("is missing; every team has one"),
    }
)

declare(
    {
        # Translators: the short name of a tie-break comes before it, in this and the next.
        "tie-break-for-players": _("is a tie-break for players; list it under scoring.tie_breaks"),
        "tie-break-for-teams": _("is a tie-break for teams; list it under scoring.teams.tie_breaks"),
        "tie-break-in-round-robin": _("%(label)s says nothing in a round robin, where all meet all (C.07, article 8)."),
        # Translators: the short name of a tie-break comes before it.
        "tie-break-lacks-number": _("lacks its number; write %(name)s/3 for three"),
        # Translators: the short name of a tie-break comes before it, in this and the next ones.
        "tie-break-modifiers": _("has two modifiers of the same kind, the second being /%(second)s"),
        "tie-break-needs-columns": _(
            "%(code)s needs number %(number)s of the list of every table; table %(table)s of round %(round)s does not "
            "have it."
        ),
        "tie-break-needs-ratings": _(
            "%(label)s needs a rating of every player (C.07, article 10); rate the unrated, or say in scoring.unrated "
            "what they count with."
        ),
        "tie-break-lower-is-better": _(
            "%(label)s puts the highest number first, but in this game lower numbers are better; choose places instead."
        ),
        # Translators: a text in a file comes before it.
        "tie-break-no-code": _("is not the code of a tie-break, such as BH, BH/C1 or PLACE2"),
        # Translators: the short name of a tie-break comes before it.
        "tie-break-no-modifier": _("has a modifier /%(modifier)s that is none of /C1 /C2 /M1 /M2 /L±n /P /R /F"),
        # Translators: the short name of a tie-break comes before it.
        "tie-break-number": _("has a number too many, or one that begins with 0"),
        # Translators: the short name of a tie-break comes before it.
        "tie-break-strange-modifier": _(
            "has the modifier /%(modifier)s, which %(name)s does not take; it takes %(taken)s"
        ),
        "tie-break-twice": _("%(code)s is listed twice"),
        # Translators: the short name of a tie-break comes before it.
        "tie-break-unknown": _("is not a tie-break that is known here; they are %(names)s"),
        # Translators: the short name of a tie-break comes before it.
        "tie-break-without-modifiers": _("has the modifier /%(modifier)s, which %(name)s does not take; it takes none"),
    }
)

# Translators: what belongs in a place of a file, within “… is not a rating, a whole number from 0 to 4000” and alike.
declare(
    {
        "a-board": _("a board"),
        # Translators: what belongs in a place of a file, within “… is not a choice here; it is one of …”.
        "a-choice-here": _("a choice here"),
        "a-clubs-name": _("a club's name"),
        "a-kind-of-bye": _("a kind of bye"),
        "a-number-of-players": _("a number of players"),
        "a-number-of-points": _("a number of points"),
        "a-pairing-number": _("a pairing number of %(count)s players"),
        "a-players-id": _("a player's id"),
        "a-players-name": _("a player's name"),
        # Translators: what belongs in a place of a file: the strength of a player.
        "a-rating": _("a rating"),
        "a-rating-for-the-unrated": _("a rating for the unrated"),
        # Translators: what belongs in a place of a file: a round of the tournament.
        "a-round": _("a round"),
        "a-round-asked-off": _("a round to be missed"),
        "a-rounds-number": _("a round's number"),
        "a-rule-for-missing-players": _("a rule for missing players"),
        # Translators: what belongs in a place of a file: how the points of tables with fewer seats are made.
        "a-rule-for-them": _("a rule for them"),
        # Translators: what belongs in a place of a file; {"places": […]} is not translated.
        "a-rule-for-points": _('a rule for points, or {"places": […]}'),
        # Translators: what belongs in a place of a file: how the points of teams are made.
        "a-score-of-teams": _("a score of teams"),
        "a-tables-number": _("a table's number"),
        "a-teams-id": _("a team's id"),
        "a-teams-name": _("a team's name"),
        "id-of-one-of-the-players": _("the id of one of %(count)s players"),
        "in-or-out-of-the-table": _("in or out of the table"),
        "the-code-of-a-tie-break": _("the code of a tie-break"),
        # Translators: what belongs in a place of a file; “null” is not translated.
        "the-end-of-a-table": _("how a table ended (null: not entered yet)"),
        "the-first-round-played": _("the first round played"),
        "the-key-of-a-game": _("the key of a game"),
        "the-last-round-played": _("the last round played"),
        # Translators: what belongs in a place of a file: the name of the tournament.
        "the-name": _("the name"),
        "the-points-of-a-bye": _("the points of a bye"),
        "the-points-of-a-penalty": _("the points of a penalty"),
        "the-reason-of-a-penalty": _("the reason of a penalty"),
        # Translators: plural of “bye”
        "things-byes": _("byes"),
        # Translators: in a file: “3 numbers; at most 2 are allowed”
        "things-numbers": _("numbers"),
        "things-penalties": _("penalties"),
        "things-places": _("places"),
        # Translators: plural of “player”
        "things-players": _("players"),
        "things-columns": _("columns"),
        "things-points": _("points"),
        "things-rounds": _("rounds"),
        "things-seats": _("seats"),
        "things-tables": _("tables"),
        "things-teams": _("teams"),
        "things-tie-breaks": _("tie-breaks"),
    }
)


declare(
    {
        "file-too-many-lines": _("The file has more than %(lines)s lines."),
        "report-apart": _("at least two players are needed who must not meet"),
        # Translators: the letters in this and the next sentences stand in a file and are not translated.
        "report-bye": _("the kind of bye “%(kind)s” must be F, H or Z"),
        "report-bye-with-opponent": _("%(result)s is a bye, and opponent %(player)s is given"),
        # Translators: a line and column of a file come before it: what stands there.
        "report-character": _("a character that cannot be shown"),
        "report-colour": _("the colour “%(text)s” must be w, b or -"),
        "report-game-without-colour": _("a game that was played has a colour, w or b"),
        "report-initial-colour": _("the initial colour “%(text)s” must be W or B"),
        "report-letter": _("“%(letter)s” must be one of %(letters)s"),
        "report-no-name": _("the name is missing"),
        "report-no-number": _("“%(text)s” is not a starting number"),
        "report-no-numbers": _("starting numbers are missing"),
        "report-no-opponent": _("round %(round)s: there is no opponent %(player)s"),
        "report-no-player": _("The file has no player (no line begins with 001)."),
        "report-no-result": _("“%(text)s” is not a result; use one of %(results)s"),
        "report-no-space": _("a space must follow the three characters of the record's code"),
        "report-no-team-name": _("the team's name is missing"),
        "report-number-twice": _("starting number %(number)s is already used in line %(line)s"),
        "report-result-without-opponent": _("the result %(result)s needs an opponent"),
        "report-results": _("round %(round)s: the results %(one)s and %(other)s do not fit"),
        "report-same-colour": _("round %(round)s: both players have the colour %(colour)s"),
        "report-says-otherwise": _("round %(round)s: player %(player)s says otherwise, in line %(line)s"),
        "report-sex": _("“%(text)s” must be m or w, or blank"),
        # Translators: “what” is, for example, “the match points”.
        "report-tenths": _("%(what)s “%(text)s” must be written like 11.5"),
        "report-too-large": _("The file is larger than 4 MiB."),
        # Translators: a line and column of a file come before it: what is wrong there.
        "report-too-many-rounds": _("more than %(most)s rounds"),
        # Translators: “what” is, for example, “the rating”.
        "report-whole-number": _("%(what)s “%(text)s” must be a whole number from %(low)s to %(high)s"),
        "the-first-round": _("the first round"),
        "the-game-points": _("the game points"),
        "the-last-round": _("the last round"),
        "the-match-points": _("the match points"),
        "the-number-of-rounds": _("the number of rounds"),
        # Translators: in a file: “the opponent “x” must be a whole number from 1 to 9999”
        "the-opponent": _("the opponent"),
        "the-player": _("the player"),
        "the-points": _("the points"),
        "the-rank": _("the rank"),
        "the-rating": _("the rating"),
        "the-round": _("the round"),
        "the-starting-number": _("the starting number"),
        "the-teams-rank": _("the team's rank"),
    }
)
