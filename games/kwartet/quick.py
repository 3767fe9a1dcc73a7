"""Kwartet's quick replay: hands as integers, questions looked up in a table.

An entry that is not in the table or breaks a rule is handed to the plain replay with the position before it,
which then says what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.core.game import Game
from games.core.replay import play_on
from games.kwartet.material import CARDS, MOST_SEATS, QUARTET, Move
from games.kwartet.state import Log, State, next_with_cards, stops

_ENTRIES = {
    f"{seat + 1}>{text}{mark}": (seat, card, 1 << card, QUARTET << card // 4 * 4, wanted)
    for seat in range(MOST_SEATS)
    for card, text in enumerate(CARDS)
    for mark, wanted in (("", None), (" +", True), (" -", False), ("+", True), ("-", False))
}
"""Seat asked (from 0), the card, its bit, its quartet's bits, and the mark, of every plain entry."""


def run(game: Game[State, Move], begun: State, moves: Sequence[str]) -> State:
    """Return the position after all of ``moves``. Raises GameError with its index."""
    hands = list(begun.hands)
    laid = [list(quartets) for quartets in begun.laid]
    pot, drawn = begun.pot, begun.drawn
    seats, turn = len(hands), begun.turn - 1
    unfinished = begun.quartets - sum(map(len, laid))
    over, stopped = begun.over, begun.stopped
    log: list[tuple[int, int, int, bool]] = []
    entries, asks = _ENTRIES, log.append
    for text in moves:
        entry = entries.get(text)
        if entry is None or over:
            break
        asked, card, bit, quartet, wanted = entry
        if asked >= seats or asked == turn:
            break
        mine, theirs = hands[turn], hands[asked]
        # A card that is not in this deck is in nobody's hand, nor is another of its quartet.
        if not theirs or not mine & quartet:
            break
        hit = theirs & bit != 0
        if wanted is not None and wanted != hit:
            break
        if not hit and begun.may_leave and drawn < len(pot):
            break
        asks((turn + 1, asked + 1, card, hit))
        if hit:
            theirs ^= bit
            mine |= bit
        elif drawn < len(pot):
            quartet = QUARTET << pot[drawn] // 4 * 4
            mine |= 1 << pot[drawn]
            drawn += 1
        else:
            turn = asked
            continue
        complete = mine & quartet == quartet
        if complete:
            mine ^= quartet
            laid[turn].append((quartet.bit_length() - 1) // 4)
            unfinished -= 1
        if not theirs and drawn < len(pot):
            theirs = 1 << pot[drawn]
            drawn += 1
        if not mine and drawn < len(pot):
            mine = 1 << pot[drawn]
            drawn += 1
        hands[turn], hands[asked] = mine, theirs
        if not hit:
            turn = asked
        elif not mine:
            turn = asked if begun.to_asked and theirs else next_with_cards(turn + 1, hands) - 1
        if not (theirs and mine):
            over = not unfinished
            if begun.stop_at_two and stops(hands, unfinished):
                stopped = over = True
    state = replace(
        begun,
        hands=tuple(hands),
        laid=tuple(map(tuple, laid)),
        drawn=drawn,
        turn=turn + 1,
        stopped=stopped,
        log=Log(log),
    )
    return play_on(game, state, moves, len(log))
