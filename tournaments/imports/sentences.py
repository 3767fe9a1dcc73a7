"""The remarks on lists that come in: what was read in another way than it stands there, and what was not read."""

from __future__ import annotations

from games.core.notices import declare
from games.core.notices import gettext_noop as _

declare(
    {
        # of a whole file
        "list-encoding": _(
            "The letters were read as %(encoding)s. If names look wrong, save the file as CSV UTF-8 and choose it "
            "again."
        ),
        "list-mojibake": _("Letters with accents were damaged in this file (“JÃ¶rg”) and have been repaired."),
        "list-quotes": _("A quotation mark is not closed. Each line was read on its own, without quotation marks."),
        "list-sheet": _("The list was read from the sheet “%(sheet)s”."),
        "list-sheet-hidden": _("The sheet “%(sheet)s” is hidden in the file."),
        # Translators: %(lines)s are numbers of lines such as 3, 5-8
        "list-hidden-lines": _(
            "Hidden in the file, but read: the lines %(lines)s. Leave them out if they do not belong to the list."
        ),
        "list-wide": _("Only the first %(most)s columns were read; there are cells to the right of them."),
        "list-sheets": _("The file has %(sheets)s sheets; the first %(most)s were looked at."),
        "list-above": _("Above the heading, not part of the list: line %(line)s “%(text)s”."),
        "list-no-heading": _("No line names the columns, so they were guessed from what stands in them. Check them."),
        "list-free-text": _("The lines have no columns. Names, clubs and ratings were picked out of them. Check them."),
        "list-unread": _("Not imported: the column “%(column)s”."),
        "list-unread-blank": _("Not imported: column %(column)s. It has text (“%(text)s”) but no heading."),
        "list-twice": _("Two columns mean “%(meaning)s”. “%(column)s” is not imported."),
        "list-remembered": _("The columns are assigned as last time."),
        "list-dates": _("Only the year is kept of dates of birth."),
        # of a line
        "list-read-as": _("“%(cell)s” was read as %(value)s."),
        "list-no-rating": _("“%(cell)s” was read as no rating."),
        "list-no-value": _("“%(cell)s” was read as empty."),
        "list-not-read": _("“%(cell)s” was not read as %(meaning)s and is not imported."),
        "list-range": _("%(value)s is outside %(low)s to %(high)s and was not read as %(meaning)s."),
        "list-board": _("The board %(value)s is not imported: a board is a place in a team, and the line has none."),
        "list-over": _("Not imported, to the right of the last column: “%(text)s”."),
        "list-total": _("This looks like a line of totals, not like a player."),
        "list-heading-again": _("This is the heading once more."),
        "list-note": _("This looks like a note, not like a player."),
        "list-left-out": _("Left out by you."),
        "list-namesake": _("Line %(line)s has the same name."),
        "list-numbered": _("Numbered, to tell them apart from line %(line)s."),
        # the names of columns
        "list-column-name": _("name"),
        "list-column-first": _("first name"),
        "list-column-infix": _("prefix of the last name"),
        "list-column-last": _("last name"),
        "list-column-rating": _("rating"),
        "list-column-club": _("club"),
        "list-column-birth_year": _("year or date of birth"),
        "list-column-fixed_table": _("fixed table"),
        "list-column-team": _("team"),
        "list-column-board": _("board"),
    }
)
