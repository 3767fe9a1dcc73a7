"""Quatro Chess: chess for four armies on a cross of 128 squares.

The rules in short (the numbers are those of the rules page, and stand in error messages):

- QC 1: Four chess sets on the four sides of a board without corners; White south, then clockwise Red, Black,
  Green; one move each in this order.
- QC 2: Two, three or four players; one may have two colours; four may form two teams, partners opposite. A
  player may capture and mate any *other* player, their partner too; between one player's colours there is no
  capture and no check.
- QC 3: Pieces move as in chess, pawns away from their own side. En passant from any direction until the
  pawn's colour is on turn again. Pawns promote only on the eight far squares of the army opposite; elsewhere
  they get stuck.
- QC 4: A colour without a legal move at its turn is out, mated or stalemated; so is who resigns or forfeits.
  Its king leaves, its pieces stay as statues: obstacles that nobody can capture.
- QC 5: The game ends when all colours left belong to one player or team, by the fifty-move rule (on claim),
  or for want of mating material.
- QC 6: Points 0, 2, 4, 8 in the order of going out, half for a stalemate; who remains together shares what is
  left.
"""

from games.quatro_chess.game import GAME

__all__ = ["GAME"]
