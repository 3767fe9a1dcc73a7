"""Quarto: sixteen different pieces, sixteen squares, and a call.

In short (the numbers are those of the rules page, rules.md beside this file):

- Q 1: a board of 4 × 4; 16 pieces, each light or dark, round or square, tall or short, full or hollow.
- Q 2: seat 1 gives a piece; who receives it places it on an empty square and gives the next.
- Q 3: four pieces in a row, column or diagonal that share a value are a line. Who completed it may call
  before giving; if they do not, the other may call before placing; if neither does, it is worth nothing
  any more. A call wins. All pieces placed without a call: a draw; after the sixteenth piece either seat may
  call.
- Q 4: options: the attributes that count, 2 × 2 squares as lines, lines that win without a call.
"""

from games.quarto.game import Quarto

GAME = Quarto()

__all__ = ["GAME"]
