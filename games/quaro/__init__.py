"""Quaro: rows of four stones in four colours, on a cross of 48 squares.

In short (the numbers are those of the rules page, rules.md beside this file):

- QU 1: 48 stones, twelve each of red, green, blue and yellow, a bag, and a cross of 48 squares; 2 to 4
  players.
- QU 2: on turn one places a stone; a stone that scores lets one place another. Then the hand is filled up to
  four from the bag. A player who forgets that plays their next turn with what they kept.
- QU 3: a stone scores one point for every row of four adjacent squares through it that is now filled with
  four different colours.
- QU 4: the game ends when the board is full, or by agreement once no more points can be scored. Most points
  win.
"""

from games.quaro.game import Quaro

GAME = Quaro()

__all__ = ["GAME"]
