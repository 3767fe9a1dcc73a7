"""Kwartet a second time, straight from the rules page: hands as sets of texts, the pot as a list."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Result = tuple[str, list[int], list[Fraction]]


class PlainKwartet:
    """Takes entries one by one; `accepts` says whether an entry is a legal move, and plays it if it is."""

    def __init__(self, options: dict[str, Any], setup: dict[str, Any]) -> None:
        self.options = options
        self.quartets = setup["quartets"]
        self.hands = [set(hand) for hand in setup["hands"]]
        self.pot = list(setup.get("pot", []))
        self.laid: list[list[str]] = [[] for _ in self.hands]
        self.asked_last: int | None = None
        self.stopped = False
        self.choosing = False
        for seat in range(len(self.hands)):  # 1.5
            self.lay_down(seat)
        for seat in range(len(self.hands)):  # 1.5, 3.2
            self.draw_if_empty(seat)
        self.turn = 0
        if not self.hands[0]:
            self.turn = self.next_with_cards(0)
        self.perhaps_stop()

    def lay_down(self, seat: int) -> None:
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
            quartet = {letter + number for number in "1234"}
            if quartet <= self.hands[seat]:
                self.hands[seat] -= quartet
                self.laid[seat].append(letter)

    def draw_if_empty(self, seat: int) -> None:
        if not self.hands[seat] and self.pot:
            self.hands[seat].add(self.pot.pop(0))

    def next_with_cards(self, seat: int) -> int:
        for step in range(1, len(self.hands) + 1):
            if self.hands[(seat + step) % len(self.hands)]:
                return (seat + step) % len(self.hands)
        return seat

    def perhaps_stop(self) -> None:
        if self.options.get("two_left", "play_on") == "stop" and len(self.hands) >= 3:
            with_cards = [hand for hand in self.hands if hand]
            unfinished = self.quartets - sum(len(laid) for laid in self.laid)
            self.stopped = len(with_cards) == 2 and unfinished >= 2

    def over(self) -> bool:
        return self.stopped or (not any(self.hands) and not self.pot)

    def accepts(self, entry: str) -> bool:
        if self.over():
            return False
        if entry in ("draw", "pass") or self.choosing:  # 2.8
            return self.chooses(entry)
        who, rest = entry.split(">")
        words = rest.split(" ")
        seat, card, mark = int(who) - 1, words[0], words[1] if len(words) > 1 else None
        if seat == self.turn or seat >= len(self.hands) or not self.hands[seat]:  # 2.1, 2.5
            return False
        if not any(held[0] == card[0] for held in self.hands[self.turn]):  # 2.2
            return False
        hit = card in self.hands[seat]
        if mark is not None and (mark == "+") != hit:  # 2.7
            return False
        self.ask(seat, card, hit)
        return True

    def chooses(self, entry: str) -> bool:
        if not self.choosing or entry not in ("draw", "pass"):
            return False
        if entry == "draw":
            self.hands[self.turn].add(self.pot.pop(0))
            self.lay_down(self.turn)
            self.draw_if_empty(self.turn)
        self.choosing = False
        self.turn = 1 - self.turn
        return True

    def ask(self, seat: int, card: str, hit: bool) -> None:
        asker = self.turn
        if hit:
            self.hands[seat].remove(card)
            self.hands[asker].add(card)
        elif self.pot and self.options.get("pot_draw") == "may":  # 2.6
            self.choosing = True
            return
        elif len(self.hands) == 2 and self.pot:  # 2.6
            self.hands[asker].add(self.pot.pop(0))
        self.lay_down(asker)  # 3.4
        self.draw_if_empty(seat)
        self.draw_if_empty(asker)
        if not hit:
            self.turn = seat  # 2.4
        elif not self.hands[asker]:  # 3.3
            if self.options.get("empty_hand", "next") == "asked" and self.hands[seat]:
                self.turn = seat
            else:
                self.turn = self.next_with_cards(asker)
        self.perhaps_stop()

    def result(self) -> Result | None:
        if not self.over():
            return None
        tally = [len(laid) for laid in self.laid]
        places = [1 + len([other for other in tally if other > mine]) for mine in tally]
        return "two-left" if self.stopped else "all-quartets", places, [Fraction(mine) for mine in tally]
