"""The sentences that refuse an entry or a result of Quarto, by their codes."""

from __future__ import annotations

from games.core.notices import declare
from games.core.notices import gettext_noop as _

declare(
    {
        "quarto-after-call": _("the seat, 1 or 2, and nothing else or the four squares of the line"),
        # Translators: as in “after "give" stands a piece such as …”.
        "quarto-after-give": _("a piece such as LRTF (L or D, R or S, T or S, F or H), and nothing else"),
        "quarto-after-place": _("a square from a1 to d4, and nothing else"),
        "quarto-all-placed": _("All sixteen pieces are placed; only a call may follow, not %(move)s."),
        "quarto-call-after-giving": _(
            "Seat %(seat)s may not call now; until the next piece is given only seat %(mover)s may."
        ),
        "quarto-call-after-placing": _(
            "Seat %(seat)s may not call now; until %(piece)s is placed only seat %(mover)s may."
        ),
        "quarto-given-already": _("Seat %(seat)s was given %(piece)s and must place it before another is given."),
        "quarto-given-before": _("%(piece)s has already been given; still left: %(left)s."),
        "quarto-no-line": _("There is no line to call: the last piece, on %(square)s, completed none."),
        "quarto-no-move": _("%(text)s is not a move: after %(word)s write %(right)s."),
        "quarto-not-this-line": _(
            "%(squares)s are not four in a line, or its pieces share nothing, or the last piece, on %(square)s, is not "
            "one of them."
        ),
        "quarto-nobody-calls": _("Lines win by themselves in this game; nobody calls."),
        "quarto-nothing-given": _("There is no piece to place: seat %(seat)s gives one first."),
        "quarto-nothing-placed": _("There is no line to call: no piece has been placed."),
        "quarto-not-described": _(
            "%(text)s describes no piece: say light or dark, round or square, tall or short, full or hollow."
        ),
        "quarto-points": _("Quarto gives 1 and 0, or %(half)s each in a draw, not %(points)s."),
        "quarto-setup": _("Quarto needs no setup. Remove %(name)s and leave the setup empty ({})."),
        "quarto-taken": _("%(square)s is taken by %(piece)s; a piece goes on an empty square."),
        "quarto-who-calls": _("%(text)s does not say who calls. Write call 1 or call 2."),
        "quarto-written": _("%(text)s is neither a piece nor a square. Possible are: %(choices)s."),
        "quarto-unreadable": _(
            '%(text)s is not a move of Quarto. Write moves such as "give LRTF", "place b3" or "call 1".'
        ),
    }
)

# Positions in words, and the words in diagrams.
declare(
    {
        "quarto-board-empty": _("On the board: nothing yet."),
        # Translators: of a piece of Quarto.
        "quarto-dark": _("dark"),
        "quarto-drawn": _("All pieces are placed: a draw."),
        # Translators: of a piece of Quarto: not hollow.
        "quarto-full": _("full"),
        "quarto-gives": _("%(player)s gives a piece."),
        # Translators: of a piece of Quarto.
        "quarto-hollow": _("hollow"),
        # Translators: a piece of Quarto that waits to be placed.
        "quarto-in-hand": _("in hand"),
        # Translators: the pieces of Quarto that nobody has given yet.
        "quarto-left": _("Left: %(pieces)s"),
        # Translators: of a piece of Quarto.
        "quarto-light": _("light"),
        "quarto-line": "%(squares)s (%(values)s)",
        # Translators: of a piece of Quarto: not given yet.
        "quarto-not-given": _("not given yet"),
        "quarto-on-board": _("On the board: %(pieces)s."),
        "quarto-piece": "%(piece)s (%(words)s), %(where)s",
        "quarto-places": _("%(player)s places %(piece)s."),
        # Translators: of a piece of Quarto, not of a tournament.
        "quarto-round": _("round-shaped"),
        # Translators: of a piece of Quarto.
        "quarto-short": _("short"),
        # Translators: of a piece of Quarto: not round.
        "quarto-square": _("square-shaped"),
        "quarto-stands": "%(square)s %(words)s",
        # Translators: of a piece of Quarto.
        "quarto-tall": _("tall"),
        "quarto-wins": _("%(player)s wins by %(lines)s."),
    }
)
