"""Kwartet: asking each other for cards until every quartet is complete.

In short (the numbers are those of the rules page, rules.md beside this file):

- K 1: quartets of four cards, all dealt; with two players the rest is a pot. What is complete as dealt is
  laid down at once.
- K 2: on turn one asks another player, who holds cards, for a card of a quartet that one has a card of; one's
  own card too, as a bluff. If he has it he hands it over and one asks on; if not, the turn is his. With two
  players who asks in vain draws from the pot.
- K 3: complete quartets are laid down; who has no card draws from the pot; who is on turn without a card
  gives the turn on (an option says to whom).
- K 4: the game ends when no one holds cards, or, by an option, when two are left with two or more quartets.
"""

from games.kwartet.game import Kwartet

GAME = Kwartet()

__all__ = ["GAME"]
