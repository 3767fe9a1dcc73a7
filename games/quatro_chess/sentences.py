"""The sentences that refuse an entry or a result of Quatro Chess, by their codes."""

from __future__ import annotations

from games.core.notices import declare
from games.core.notices import gettext_noop as _

declare(
    {
        "bishop": _("bishop"),
        "forfeited": _("forfeited"),
        "king": _("king"),
        "knight": _("knight"),
        # Translators: why a colour is out, in brackets: mate, stalemate, resigned, forfeited.
        "mate": _("mate"),
        # Translators: a chess piece.
        "pawn": _("pawn"),
        "quatro-chess-black": _("Black"),
        "quatro-chess-cannot-pass": _("The %(piece)s cannot pass %(square)s: %(there)s."),
        "quatro-chess-castling-blocked": _("%(colour)s cannot castle there: %(there)s, between king and rook."),
        "quatro-chess-castling-check": _("%(colour)s cannot castle there: its king would be in check."),
        "quatro-chess-castling-crosses": _(
            "%(colour)s cannot castle there: the king would cross %(square)s, which is attacked."
        ),
        "quatro-chess-castling-in-check": _("%(colour)s cannot castle there: the king is in check."),
        "quatro-chess-castling-lands": _(
            "%(colour)s cannot castle there: the king would land on %(square)s, which is attacked."
        ),
        "quatro-chess-castling-moved": _("%(colour)s cannot castle there: king and rook must both be unmoved."),
        "quatro-chess-colour-seat": _("The seat of %(colour)s must be a whole number from 1 to %(seats)s."),
        "quatro-chess-colours": _(
            '"colours" must give each of white, red, black and green a seat, and name no other colour.'
        ),
        "quatro-chess-empty": _("There is no piece on %(square)s; %(colour)s is on turn and must move one of its own."),
        "quatro-chess-forfeit": _(
            "%(text)s does not take a colour out: write forfeit and one of white, red, black, green."
        ),
        "quatro-chess-four-points": _(
            "%(count)s points were entered; a table has four, those of white, red, black and green."
        ),
        "quatro-chess-goes-nowhere": _("A move must end on a different square from %(square)s, where it begins."),
        "quatro-chess-green": _("Green"),
        "quatro-chess-is-statue": _(
            "The %(piece)s on %(square)s is a statue: %(colour)s is out, and its pieces never move. %(turn)s is "
            "on turn."
        ),
        "quatro-chess-king-attacked": _(
            "%(colour)s's king would move to a square that a living hostile piece attacks."
        ),
        "quatro-chess-neighbours": _(
            "Seats %(first)s and %(second)s have %(colours)s, which are neighbours; partners sit opposite each "
            "other: seat %(first)s with seat %(other)s."
        ),
        "quatro-chess-no-colour": _("Seat %(seat)s has no colour; every seat has at least one."),
        "quatro-chess-no-promotion": _(
            "Nothing promotes by %(origin)s%(target)s: leave out the letter %(letter)s. %(colour)s's pawns "
            "promote on %(first)s to %(last)s only."
        ),
        "quatro-chess-no-square": _(
            "%(word)s names %(square)s, which is not a square of the board: files run from a to l, ranks "
            "from 1 to 12, and the corners (a, b, k, l on 1, 2, 11, 12) are missing."
        ),
        "quatro-chess-not-yours": _("The %(piece)s on %(square)s is %(colour)s's, but %(turn)s is on turn."),
        "quatro-chess-nothing-to-take": _(
            "A pawn moves diagonally only to capture, but %(square)s is empty and no pawn may be captured there "
            "en passant."
        ),
        "quatro-chess-opens-check": _("The move would leave %(colour)s's king on %(square)s in check."),
        "quatro-chess-order": _(
            "%(points)s are not possible in this order (white, red, black, green): partners sit opposite "
            "each other, and the game ends as soon as only one team is left."
        ),
        "quatro-chess-out-already": _(
            "%(colour)s is already out (%(reason)s); only a colour still in the game can forfeit."
        ),
        "quatro-chess-passed-gone": _("The pawn that passed %(square)s is no longer there to be captured en passant."),
        "quatro-chess-passed-own": _(
            "%(colour)s's pawn that passed %(square)s belongs to the same player, whose colours cannot "
            "capture each other."
        ),
        "quatro-chess-pawn-blocked": _(
            "The pawn on %(square)s cannot move straight ahead: %(there)s. Pawns capture diagonally forward."
        ),
        "quatro-chess-pawn-two": _("The pawn on %(square)s has left its starting square and moves one square only."),
        "quatro-chess-pawn-way": _(
            "A pawn of %(colour)s does not move from %(origin)s to %(target)s: it moves away from its own side, "
            "and captures diagonally forward."
        ),
        "quatro-chess-piece-way": _("A %(piece)s does not move from %(origin)s to %(target)s."),
        "quatro-chess-players": _("Quatro Chess is played by 2, 3 or 4 players, not by %(players)s."),
        "quatro-chess-points": _(
            "No game gives %(points)s to the four colours; they can get %(choices)s, in any order."
        ),
        "quatro-chess-promotes": _("The pawn promotes on %(target)s: add q, r, b or n, as in %(origin)s%(target)sq."),
        "quatro-chess-promotion-letter": _(
            "%(word)s ends in %(letter)s: a pawn promotes to q, r, b or n, in small letters."
        ),
        "quatro-chess-red": _("Red"),
        "quatro-chess-score": "%(one)s-%(other)s",
        "quatro-chess-setup": _('The setup cannot have %(key)s, only "colours" or nothing.'),
        # Translators: a piece of a sentence, such as “…: Red's rook stands on e4.”.
        "quatro-chess-stands": _("%(colour)s's %(piece)s stands on %(square)s"),
        "quatro-chess-statue-stands": _("%(colour)s's %(piece)s, a statue, stands on %(square)s"),
        "quatro-chess-still-in-check": _("%(colour)s's king is in check, and this move leaves it in check."),
        "quatro-chess-takes-king": _("%(there)s; a king is never captured."),
        "quatro-chess-takes-own": _("%(there)s, %(colour)s's own piece."),
        "quatro-chess-takes-partner": _("%(there)s; one player has both colours, and they cannot capture each other."),
        "quatro-chess-takes-statue": _("%(there)s; statues cannot be captured."),
        "quatro-chess-teams": _('The option "teams" needs four seats, two in each team, such as [[1, 3], [2, 4]].'),
        "quatro-chess-three-seats": _(
            'With three seats the setup must say who has which colours: {"colours": {"white": 1, "red": 2, '
            '"black": 3, "green": 1}}.'
        ),
        "quatro-chess-too-early": _(
            "Moves without a capture, a pawn's move or an elimination: %(moves)s; with %(colours)s colours left "
            "draw50 can be claimed from %(needed)s on."
        ),
        "quatro-chess-two-seats": _(
            "With two seats each has two neighbouring colours, such as white and red against black and green."
        ),
        "quatro-chess-unreadable": _(
            "%(text)s is not a move of Quatro Chess: write from-square, to-square and, where a pawn "
            "promotes, its letter (g2g4, c11d12q), or resign, forfeit red, draw50."
        ),
        # Translators: the player of the colour, as the first word of a sentence, too.
        "quatro-chess-white": _("White"),
        "queen": _("queen"),
        "resigned": _("resigned"),
        "rook": _("rook"),
        "stalemate": _("stalemate"),
    }
)
