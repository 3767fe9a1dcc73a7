"""Kwartet: asking each other for cards until every quartet is complete.

In short (the numbers are those of the rules page, rules.md beside this file):

- K 1: quartets of four cards, all dealt; with two players the rest is a pot. What is complete as dealt is
  laid down at once.
- K 2: the player on turn asks another player who holds cards for a card of a quartet of which they have a card
  themselves; that may be their own card, as a bluff. A player who has the card hands it over, and the same player asks
  again; if not, the turn passes to the player asked. With two players, asking in vain draws a card from the pot.
- K 3: complete quartets are laid down; a player without a card draws from the pot; one who is on turn without a card
  gives the turn on (an option says to whom).
- K 4: the game ends when no one holds cards, or, by an option, when two are left with two or more quartets.
"""

from games.kwartet.game import Kwartet

GAME = Kwartet()

__all__ = ["GAME"]
