"""The remarks on lists that come in: what was read in another way than it stands there, and what cannot be read."""

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
        "list-no-columns": _("No line names the columns. Choose the heading, or assign the columns."),
        "list-free-text": _("The lines have no columns. Names, clubs and ratings were picked out of them. Check them."),
        "list-unread": _("Not imported: the column “%(column)s”."),
        "list-unread-email": _(
            "Not imported: the column “%(column)s”. E-mail addresses come from the players themselves, by the entry "
            "form."
        ),
        "list-unread-remark": _(
            "Not imported: the column “%(column)s”. Entries have no place for remarks. Keep your list."
        ),
        "list-unread-blank": _("Not imported: column %(column)s. It has text (“%(text)s”) but no heading."),
        "list-twice": _("Two columns mean “%(meaning)s”. “%(column)s” is not imported."),
        "list-remembered": _("The columns are assigned as last time."),
        "list-dates": _("Only the year is kept of dates of birth."),
        # of a line
        "list-read-as": _("“%(cell)s” was read as %(value)s."),
        "list-no-rating": _("“%(cell)s” was read as no rating."),
        "list-no-value": _("“%(cell)s” was read as empty."),
        "list-no-grade": _(
            "“%(cell)s” has no rating here: grades are 30k to 1k and 1d to 7d, no professional ones. Enter a rating "
            "such as 2700, or none: without one a player begins at the bottom."
        ),
        "list-not-read": _("“%(cell)s” was not read as %(meaning)s and is not imported."),
        "list-range": _("%(value)s is outside %(low)s to %(high)s and was not read as %(meaning)s."),
        "list-board": _("The board %(value)s is not imported: a board is a place in a team, and the line has none."),
        "list-over": _("Not imported, to the right of the last column: “%(text)s”."),
        "list-total": _("This looks like a line of totals, not like a player."),
        "list-heading-again": _("This is the heading once more."),
        "list-heading-misspelt": _(
            "This looks like a heading, not like a player. If it is one, choose it as the heading."
        ),
        "list-note": _("This looks like a note, not like a player."),
        "list-left-out": _("Left out by you."),
        "list-namesake": _("Line %(line)s has the same name."),
        "list-numbered": _("Numbered, to tell them apart from line %(line)s."),
        # the file as a whole is none
        "file-too-much": _("This file needs too much memory or time to open. Save it anew, smaller, and send that."),
        "logo-unusable": _("This picture cannot be used. Choose a PNG, JPEG, WebP or GIF of at most 1 MiB."),
        "photo-unusable": _("This photo cannot be used. Send a JPEG, PNG or WebP of at most 12 MiB."),
        "photo-points": _("This photo has too many points. Send one of at most %(most)s megapixels."),
        "list-empty": _("The file is empty."),
        "list-no-players": _("The file has a heading row but no players below it."),
        "list-no-teams": _("The file has a heading row but no teams below it."),
        "list-no-results": _("The file has a heading row but no results below it."),
        "list-no-sheet": _("The file has no sheet with cells."),
        "list-sheet-unknown": _("There is no sheet “%(sheet)s”; there are: %(sheets)s."),
        "list-large": _("The file is larger than 2 MiB; a list of players is much smaller."),
        "list-unpacked": _(
            "Unpacked, the file is much larger than a list should be. Copy only the list into a new sheet."
        ),
        "list-much-text": _("The file has more text than a list should have. Copy only the list into a new sheet."),
        "list-many-lines": _("The file has more than %(lines)s lines."),
        "list-long-cell": _(
            "A cell of this file holds more than %(letters)s letters. Is it the right file? Save the list as CSV anew."
        ),
        "list-not-text": _("This is not a text file. Save the sheet as CSV and choose that file."),
        "list-utf-16": _("The file looks like UTF-16 but is not. Save it as CSV UTF-8."),
        "list-damaged": _("The file cannot be read as a spreadsheet. Save the sheet again, as XLSX, ODS or CSV."),
        "list-locked": _("The file is protected by a password. Save it without one and choose it again."),
        "list-is-picture": _(
            "This is a photo or a picture, not a list. Type or paste the names instead, or ask for the"
            " spreadsheet that it shows."
        ),
        "list-is-pdf": _(
            "This is a PDF. Open it, copy the lines of the list and paste them here, or ask for the spreadsheet."
        ),
        "list-is-document": _(
            "This is a text document, not a spreadsheet. Copy the lines of the list and paste them here."
        ),
        "list-is-web-page": _(
            "This is a web page or XML, whatever its name says. Open it in a spreadsheet program and save it as"
            " XLSX, ODS or CSV; or copy the lines and paste them here."
        ),
        "list-is-xlsb": _("This is a binary Excel file (XLSB). Save it as XLSX, ODS or CSV and choose that file."),
        "list-is-numbers": _(
            "This is a file of Apple Numbers or Pages. Export it as Excel or CSV and choose that file."
        ),
        "list-is-archive": _("This is an archive (ZIP). Unpack it and choose the list itself."),
        # a line that is refused
        "list-cells-over": _(
            "The line has %(cells)s cells, but the heading has %(columns)s. A name with a comma needs quotation marks."
        ),
        "list-name-missing": _("The name is missing."),
        "list-hidden-characters": _("“%(text)s” has characters that cannot be shown."),
        "list-formula": _("“%(text)s” looks like a spreadsheet formula. Enter the text itself."),
        "list-text-long": _("“%(text)s” has %(length)s characters; at most %(limit)s are possible."),
        "list-player-twice": _(
            "The same player is already in line %(line)s. Two people with the same name need a club or a year of birth."
        ),
        "list-team-missing": _("The team's name is missing."),
        "list-team-twice": _("“%(text)s” is already in line %(line)s."),
        "list-no-column": _("No column is assigned to: %(columns)s."),
        "list-more-cells": _("The line has more cells than the heading."),
        # Translators: the beginning of “%(what)s “%(cell)s” must be a whole number …”
        "list-what-round": _("The round"),
        "list-what-table": _("The table"),
        "list-what-number": _("The number of seat %(seat)s"),
        "list-whole": _("%(what)s “%(cell)s” must be a whole number from %(low)s to %(high)s."),
        "list-no-end": _("“%(text)s” is not a way to end a game. Enter played, forfeit or adjourned."),
        "list-points-most": _("Seat %(seat)s: enter at most %(most)s, not %(text)s."),
        "list-points": _(
            "Seat %(seat)s: “%(text)s” is not a number of points. Enter 4, 7/2 or 3.5, or - for a no-show."
        ),
        "list-mixed": _("Enter points for everybody, or places (2. 4. 1. 3.) for everybody."),
        "list-table-twice": _("This table is already in line %(line)s."),
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
        "list-column-marks": _("marks for prizes"),
        "list-column-key": _("short name"),
        "list-column-round": _("round"),
        "list-column-table": _("table"),
        "list-column-number": _("number, seat %(seat)s"),
        "list-column-player": _("player, seat %(seat)s"),
        "list-column-points": _("result, seat %(seat)s"),
        # Translators: a column of a list of results: played, forfeit or adjourned
        "list-column-end": _("how it ended"),
    }
)
