"""The sentences that refuse an entry or a result of Quaro, by their codes."""

from __future__ import annotations

from games.core.notices import declare
from games.core.notices import gettext_noop as _

declare(
    {
        "blue": _("blue"),
        "green": _("green"),
        # Translators: no stones.
        "none": _("none"),
        "quaro-bag-empty": _("Seat %(seat)s cannot draw %(drawn)s: the bag is empty, draw none."),
        "quaro-corner": _(
            "%(word)s names a corner that the board does not have: it is a cross, without the columns a, b, g and"
            " h on rows 1, 2, 7 and 8."
        ),
        "quaro-draw": _("Seat %(seat)s cannot draw %(drawn)s: draw %(right)s, or forget to draw."),
        "quaro-drawn-letters": _("%(text)s is not a turn: after + write the stones drawn, letters of %(letters)s."),
        "quaro-hand": _("The hand of seat %(seat)s is %(hand)s; there must be %(right)s."),
        "quaro-hand-full": _("Seat %(seat)s cannot draw %(drawn)s: the hand is full, draw none."),
        # Translators: as in “there must be one string of …”.
        "quaro-hands": _('one string of four stones (letters of %(letters)s) a seat, such as ["RRGB", "YGBB"]'),
        "quaro-must-place": _("Seat %(seat)s has stones (%(hand)s) and must place one of them."),
        "quaro-no-such-stone": _("Seat %(seat)s has no %(colour)s stone to place; in hand: %(hand)s."),
        "quaro-no-turn": _(
            '%(what)s is not a turn of Quaro. Write turns such as "Rd4 Bd5 +RG", "-", "- +RGBY" or "end".'
        ),
        "quaro-no-whole-points": _(
            "Seat %(seat)s has %(points)s points; in Quaro this must be a whole number, 0 or more."
        ),
        "quaro-not-in-bag": _("Seat %(seat)s cannot draw %(drawn)s %(colour)s: the bag holds %(bag)s."),
        "quaro-not-over": _("The game cannot end yet: the stones that are left can still complete a row."),
        "quaro-number-of-hands": _("There are %(hands)s hands for %(seats)s seats; there must be %(right)s."),
        "quaro-placing-ends": _(
            "The stone on %(before)s scored nothing, so the placing ends with it; no stone goes on %(square)s."
        ),
        "quaro-players": _("Quaro is played by 2, 3 or 4 players, not by %(players)s."),
        "quaro-setup": _("The setup of Quaro cannot have %(name)s, only the hands."),
        "quaro-setup-hands": _("The setup of Quaro must hold the hands: %(right)s."),
        # Translators: as in “2 red, 1 blue”.
        "quaro-stones": "%(count)s %(colour)s",
        "quaro-taken": _("%(square)s is taken by a %(colour)s stone; a stone goes on an empty square."),
        "quaro-too-many-dealt": _(
            "The hands hold %(dealt)s %(colour)s stones; there are only %(most)s of each colour."
        ),
        "quaro-too-many-points": _("The points add up to %(total)s; the board has only %(rows)s rows to score."),
        # Translators: the colour of a stone.
        "red": _("red"),
        # Translators: a word of a longer move.
        "word-in-text": _("%(word)s in %(text)s"),
        "yellow": _("yellow"),
    }
)
