"""The sentences of a report file (TRF), by their codes; most follow the line and the column."""

from __future__ import annotations

from games.core.notices import declare
from games.core.notices import gettext_noop as _

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
