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
        "quaro-written": _(
            "%(text)s is not a turn: write the stones and what was drawn, such as Rd4 Bd5 +RG. In the hand are: "
            "%(hand)s."
        ),
    }
)

# Positions in words, and the words in diagrams.
declare(
    {
        # Translators: what the bag of stones still holds, such as “Bag: 2 red, 1 blue”.
        "quaro-bag": _("Bag: %(stones)s"),
        # Translators: the bag of stones.
        "quaro-bag-is-empty": _("Bag: empty"),
        "quaro-board-empty": _("On the board: nothing yet."),
        "quaro-completed": _("The last stone completed %(rows)s."),
        "quaro-ended": _("The game was ended: no more points can be scored."),
        "quaro-full": _("The board is full: the game is over."),
        "quaro-holds": _("%(player)s: %(stones)s; points: %(points)s."),
        "quaro-in-hand": "%(player)s: %(colour)s",
        # Translators: over the points that the stone placed last has scored.
        "quaro-last-stone": _("Last stone"),
        "quaro-lies": "%(square)s %(colour)s",
        "quaro-may-draw": _("%(player)s has no stone and may draw."),
        # Translators: in a player's hand.
        "quaro-no-stones": _("no stones"),
        "quaro-on-board": _("On the board: %(stones)s."),
        # Translators: of a player of Quaro.
        "quaro-one-point": _("1 point"),
        "quaro-places": _("%(player)s places one of %(stones)s."),
        # Translators: of a player of Quaro.
        "quaro-points": _("%(points)s points"),
        "quaro-row": "%(player)s: %(stones)s, %(points)s",
        "quaro-tally": "%(player)s: %(points)s",
        # Translators: the bag of stones, over what it holds.
        "quaro-the-bag": _("Bag"),
    }
)
