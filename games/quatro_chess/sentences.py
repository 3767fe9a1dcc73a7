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
        "pgn4-begun": _(
            "The game of chess.com does not begin with the first move of its first player, or without castling."
        ),
        "pgn4-board": _("%(text)s in StartFen4 cannot be read."),
        "pgn4-other-start": _(
            "The game of chess.com begins with other pieces: on %(square)s stands %(text)s, and here %(right)s."
        ),
        "pgn4-rule": _("The game of chess.com was played by the rule %(rule)s, which Quatro Chess does not know."),
        "pgn4-square": _("The square %(square)s of the game of chess.com lies outside the board."),
        "pgn4-usual-board": _(
            "The game of chess.com was played on another board: theirs has 160 squares, that of Quatro Chess 128. Only "
            "games that began with the start of Quatro Chess as a custom position can be read."
        ),
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
        "quatro-chess-not-possible": _("%(colour)s cannot play %(text)s here."),
        "quatro-chess-not-possible-but": _("%(colour)s cannot play %(text)s here. Possible are: %(choices)s."),
        "quatro-chess-other-piece": _("%(text)s names another piece than the %(piece)s that stands on %(square)s."),
        "quatro-chess-opens-check": _("The move would leave %(colour)s's king on %(square)s in check."),
        "quatro-chess-order": _(
            "%(points)s are not possible in this order (white, red, black, green): the game ends as soon as "
            "only one player or team is left."
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
        # Translators: what is in quotation marks stands in a file and is not translated.
        "quatro-chess-points-half": _(
            'They could if a draw gave 4 points to each (a setting; in a file "draw_points": "half").'
        ),
        # Translators: what is in quotation marks stands in a file and is not translated.
        "quatro-chess-points-shared": _(
            "They could if those who draw shared the points of the places that are left, as in older events "
            '(a setting; in a file "draw_points": "share").'
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
        "quatro-chess-written": _(
            "%(text)s is not a move of Quatro Chess: write Nf3, k10-j10, bxc4, O-O or c12=Q, or resign, forfeit red, "
            "draw50."
        ),
        "queen": _("queen"),
        "resigned": _("resigned"),
        "rook": _("rook"),
        "stalemate": _("stalemate"),
    }
)

# Positions in words, and the words in diagrams.
declare(
    {
        "quatro-chess-army": "%(colour)s: %(men)s.",
        "quatro-chess-army-of-statues": _("%(colour)s (statues): %(men)s."),
        # Translators: a colour of Quatro Chess, which the arbiter took out.
        "quatro-chess-forfeited": _("%(colour)s forfeited."),
        "quatro-chess-in-check": _("%(colour)s's king is in check."),
        # Translators: the last move of a game.
        "quatro-chess-last": _("Last: %(move)s."),
        "quatro-chess-last-move": _("Last move: %(move)s"),
        "quatro-chess-men": "%(piece)s %(squares)s",
        # Translators: on a narrow card beside the board: this colour is out.
        "quatro-chess-note-mated": _("mated"),
        # Translators: on a narrow card beside the board: this colour is out.
        "quatro-chess-note-stalemated": _("stalemated"),
        # Translators: on a narrow card beside the board.
        "quatro-chess-note-turn": _("on turn"),
        "quatro-chess-over-fifty": _("The game is over: drawn by the fifty-move rule."),
        "quatro-chess-over-last": _("The game is over: the others are out."),
        "quatro-chess-over-material": _("The game is over: drawn for want of mating material."),
        # Translators: a colour of Quatro Chess, which gave up.
        "quatro-chess-resigned": _("%(colour)s resigned."),
        "quatro-chess-statue-there": _("%(square)s: %(colour)s's %(piece)s, a statue"),
        "quatro-chess-there": _("%(square)s: %(piece)s of %(colour)s"),
        "quatro-chess-turn": _("%(colour)s is on turn."),
        "quatro-chess-was-mated": _("%(colour)s was mated."),
        "quatro-chess-was-stalemated": _("%(colour)s was stalemated."),
    }
)
