"""The sentences of declared games, by their codes: faults of a declaration, and results that it does not allow."""

from __future__ import annotations

from games.core.notices import declare
from games.core.notices import gettext_noop as _

declare(
    {
        # Translators: a part of a file and what is wrong with it, such as “score.uma.4: This needs 4 entries, not 3.”
        "declaration-member": "%(member)s: %(reason)s",
        "declaration-amounts-or-tables": _("Say which amounts a player can get, or which results a table can have."),
        "declaration-choice": _("This must be %(values)s."),
        "declaration-count": _("This needs %(least)s to %(most)s entries, not %(entries)s."),
        "declaration-entries": _("This needs %(needed)s entries, not %(entries)s."),
        "declaration-falling": _("A later place cannot bring more than an earlier one."),
        "declaration-flag": _("This must be true or false."),
        "declaration-fraction": _('This must be a number in quotation marks, in lowest terms: "8", "-15" or "7/2".'),
        "declaration-key": _("A key has small letters, digits and single hyphens, and begins with a letter."),
        "declaration-languages": _('This has a text for each language, by its code: {"en": "…", "de": "…"}.'),
        "declaration-list": _("This must be a list."),
        "declaration-missing": _("This is missing."),
        "declaration-most-below-least": _("The most is less than the least."),
        "declaration-no-result": _("With this, no result is possible at a table of %(seats)s."),
        "declaration-no-json": _("The text is not JSON; see line %(line)s, column %(column)s."),
        "declaration-object": _("This must be an object: names with values in braces."),
        "declaration-off-step": _("%(value)s cannot be reached in steps of %(step)s."),
        # Translators: both holes are words of a file that are not translated.
        "declaration-only-with": _('Leave this out; it belongs to "%(member)s": "%(value)s".'),
        "declaration-partners": _("Partners hold each seat once, at a table of %(seats)s."),
        "declaration-positive": _("This must be more than zero."),
        "declaration-rising-once": _("Give each number once, the smallest first."),
        "declaration-size-missing": _("Say it for tables of %(seats)s, too."),
        "declaration-text": _("This must be a text."),
        "declaration-tie-break": _("This is no code of a tie-break."),
        "declaration-too-fine": _("These parts are too fine together; their common denominator is at most %(most)s."),
        "declaration-too-large": _("Numbers go up to %(most)s."),
        "declaration-too-long": _("This has %(entries)s characters; at most %(most)s are allowed."),
        "declaration-too-much": _(
            "A score could bring more than %(most)s points. Choose a larger unit, or give the least and the most score."
        ),
        "declaration-twice": _("Something stands here twice."),
        "declaration-unknown": _("There is no such entry. Possible are %(members)s."),
        "declaration-unprintable": _("This has characters that cannot be shown."),
        "declaration-whole": _("This must be a whole number from %(least)s to %(most)s."),
        "declared-amount": _("Seat %(seat)s: a player gets %(amounts)s points here, not %(points)s."),
        # Translators: the name is that of a column of a list, such as “Won”.
        "declared-column": _("Seat %(seat)s, %(name)s: enter %(least)s to %(most)s, not %(value)s."),
        "declared-column-step": _("Seat %(seat)s, %(name)s: enter steps of %(step)s, not %(value)s."),
        "declared-column-whole": _("Seat %(seat)s, %(name)s: enter a whole number, not %(value)s."),
        "declared-columns": _("Each seat has %(columns)s columns in this game."),
        "declared-columns-mixed": _("Enter for every seat the score alone, or for every seat: %(names)s."),
        "declared-differs": _("This result brings %(right)s, not %(given)s."),
        "declared-first-shared": _("Somebody wins this game; nobody shares the first place."),
        "declared-least": _("Seat %(seat)s: a score is at least %(least)s here, not %(score)s."),
        "declared-most": _("Seat %(seat)s: a score is at most %(most)s here, not %(score)s."),
        "declared-odd-least": _("Seat %(seat)s: a score of %(score)s is unusually low."),
        "declared-odd-most": _("Seat %(seat)s: a score of %(score)s is unusually high."),
        "declared-odd-winner": _("The best score of the table, %(score)s, is unusual for a winner."),
        "declared-partners": _("Partners get the same, but seats %(seats)s did not."),
        "declared-place-after": _(
            "%(sharing)s players share place %(place)s, so the next place is %(right)s, not %(wrong)s."
        ),
        "declared-place-missing": _("Place %(right)s is missing; the places of %(seats)s players begin with 1."),
        "declared-scores-needed": _("Give the scores as game points; the points alone do not tell them."),
        "declared-shared": _("%(who)s have the same result, but in this game nobody shares a place."),
        "declared-step": _("Seat %(seat)s: scores go in steps of %(step)s; %(score)s is not possible."),
        "declared-tables": _("No table of %(seats)s ends with %(points)s. Possible are %(results)s."),
        # Translators: a game for two and its results, such as “In Go: 1–0, 0–1 or ½–½.”
        "declared-tables-two": _("In %(game)s: %(results)s."),
        # Translators: the columns of a list, such as “Won + Lost”, and what they make at a seat, or at a whole table.
        "declared-sum": "%(one)s + %(other)s",
        "declared-together-seat": _("Seat %(seat)s: %(names)s make %(sum)s; at most %(most)s are possible."),
        "declared-together-table": _("At this table %(names)s make %(sum)s; at most %(most)s are possible."),
        "declared-total": _("The scores of a table add up to %(total)s; these make %(sum)s."),
        "declared-worth": _("No places at a table of %(seats)s bring %(points)s. Its places bring %(worth)s."),
        # Translators: the points of a whole table in brackets, such as (1, 0, 0, 0).
        "declared-result": "(%(points)s)",
        "declared-result-two": "%(one)s–%(other)s",
        "no-declared-game": _("There is no game %(key)s."),
        "no-engine": _("%(game)s has no engine here: its results are typed, and moves are not followed."),
        "declared-without-declaration": _('A "declared" game needs its declaration in the options.'),
    }
)
