"""The colours that players wish for, and those that they get (C.04.3, articles 1.6, 1.7 and 5)."""

from __future__ import annotations

from dataclasses import dataclass

WHITE, BLACK, NEITHER = 1, -1, 0


@dataclass(frozen=True, slots=True)
class Wish:
    """A player's colour preference.

    ``colours``: of the games played, +1 white and -1 black, the first first. ``difference``: whites less
    blacks. ``colour``: the colour wished for, 0 before the first game. ``repeated``: the colour of the last two
    games, 0 where they differ.
    """

    colours: tuple[int, ...]
    difference: int
    colour: int
    repeated: int

    @property
    def absolute(self) -> bool:
        """Tell whether they had two whites or blacks too many, or the same colour twice running (1.7.1)."""
        return abs(self.difference) > 1 or self.repeated != NEITHER

    @property
    def strong(self) -> bool:
        """Tell whether they had one white or black too many, without an absolute wish (1.7.2)."""
        return self.difference != 0 and not self.absolute


def wish(colours: tuple[int, ...]) -> Wish:
    """Return the preference of a player who has had these colours."""
    difference = sum(colours)
    repeated = colours[-1] if len(colours) > 1 and colours[-1] == colours[-2] else NEITHER
    if abs(difference) > 1:
        wanted = BLACK if difference > 0 else WHITE
    elif repeated:
        wanted = -repeated
    elif difference:
        wanted = -difference
    else:
        wanted = -colours[-1] if colours else NEITHER
    return Wish(colours, difference, wanted, repeated)


def colour_of_higher(higher: Wish, lower: Wish, number: int, white_first: bool) -> int:
    """Return the colour of the higher ranked of two opponents (5.2). ``number``: their number among the
    participants."""
    if higher.colour != lower.colour or higher.colour == NEITHER:  # 5.2.1: both get what they wish
        if higher.colour or lower.colour:
            return higher.colour or -lower.colour
        return WHITE if (number % 2 == 1) == white_first else BLACK  # 5.2.5
    if higher.absolute or lower.absolute:  # 5.2.2: the stronger wish; of two absolute ones the wider difference
        widths = [abs(w.difference) if w.absolute else -1 for w in (higher, lower)]
        if widths[0] != widths[1]:
            return higher.colour if widths[0] > widths[1] else -higher.colour
    elif higher.strong != lower.strong:
        return higher.colour if higher.strong else -higher.colour
    for one, other in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if one != other:  # 5.2.3: not again as when they last had different colours
            return other
    return higher.colour  # 5.2.4
