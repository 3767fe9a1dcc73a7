"""A table's result in a few keys: 8420 for one figure a seat, 31 12 9 2 for more, = for a draw of two."""

from __future__ import annotations

from tournaments.imports.points import ABSENT, GLYPHS


def spread(text: str, seats: int, draw: str | None = None, columns: int = 1) -> list[str]:
    """Return the text for each seat's field, so that missing or surplus points are reported there.

    One word of as many signs as there are seats is a sign a seat; else the words are the seats' points. Semicolons
    divide the seats where a seat has several numbers: ``1012 10 1; 800 8 2; 600 9 0``. ``draw``: what each seat gets
    at a table that drew, empty where it cannot; left out, the half of a table of two. ``columns``: how many numbers a
    seat may have; all of all seats need no semicolons.
    """
    if ";" in text and len(parts := [part.strip() for part in text.strip().strip(";").split(";")]) == seats:
        return parts
    words = text.replace(";", " ").split()
    if columns > 1 and len(words) == seats * columns:
        return [" ".join(words[at : at + columns]) for at in range(0, len(words), columns)]
    if draw is None and seats == 2:
        draw = "1/2"
    if len(words) == 1 and draw and (words[0] == "=" or (seats == 2 and words[0] in ("½", "½-½", "1/2"))):
        return [draw] * seats
    if len(words) == 1 and len(words[0]) == seats and seats > 1:
        signs = list(words[0])
        if all((s.isascii() and s.isdecimal()) or s in ABSENT or s in GLYPHS for s in signs):
            return signs
    if len(words) > seats:
        words = [*words[: seats - 1], " ".join(words[seats - 1 :])]
    return words + [""] * (seats - len(words))


def counted(text: str, seats: int, columns: int = 1) -> int:
    """Return how many numbers a line has, where that is another number than its table has seats and this cannot be
    meant otherwise; else 0."""
    words = text.split()
    if ";" in text or len(words) < 2 or len(words) in (seats, seats * columns):
        return 0
    return len(words)


def with_table(text: str) -> tuple[int | None, str]:
    """Split ``7:8420`` into table 7 and ``8420``; without a colon no table is named."""
    number, colon, rest = text.partition(":")
    if colon and number.strip().isascii() and number.strip().isdecimal() and len(number.strip()) < 6:
        return int(number), rest
    return None, text
