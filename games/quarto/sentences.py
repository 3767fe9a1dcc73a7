"""The sentences that refuse an entry or a result of Quarto, by their codes."""

from __future__ import annotations

from games.core.notices import declare
from games.core.notices import gettext_noop as _

declare(
    {
        "quarto-after-call": _("the seat, 1 or 2, and nothing else"),
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
        "quarto-nobody-calls": _("Lines win by themselves in this game; nobody calls."),
        "quarto-nothing-given": _("There is no piece to place: seat %(seat)s gives one first."),
        "quarto-nothing-placed": _("There is no line to call: no piece has been placed."),
        "quarto-points": _("Quarto gives 1 and 0, or %(half)s each in a draw, not %(points)s."),
        "quarto-setup": _("Quarto needs no setup. Remove %(name)s and leave the setup empty ({})."),
        "quarto-taken": _("%(square)s is taken by %(piece)s; a piece goes on an empty square."),
        "quarto-unreadable": _(
            '%(text)s is not a move of Quarto. Write moves such as "give LRTF", "place b3" or "call 1".'
        ),
    }
)
