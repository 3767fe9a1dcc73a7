"""Words for what the lower layers name by keys. They are kept below the views, because printed sheets need them too."""

from tournaments.selectors.labels import (
    BYES,
    COLOUR_CLASSES,
    COLOURS,
    MODIFIERS,
    TIE_BREAKS,
    after_title,
    criterion,
    half_note,
    heading,
    letters,
    seat,
    teams_title,
    tie_break,
)

__all__ = [
    "BYES",
    "COLOURS",
    "COLOUR_CLASSES",
    "MODIFIERS",
    "TIE_BREAKS",
    "after_title",
    "criterion",
    "half_note",
    "heading",
    "letters",
    "seat",
    "teams_title",
    "tie_break",
]
