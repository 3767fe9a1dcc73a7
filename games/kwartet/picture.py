"""A game of Kwartet as SVG, as one seat or a spectator sees it: a row a seat, seen cards face up.

A card shows its quartet's letter and its number; a card face down is hatched. Quartets laid down lie to the
right. The questions are told in words below, the last on top.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.core import svg
from games.core.game import Seat
from games.core.notices import Notice, Say, a_player, the_player
from games.kwartet import table
from games.kwartet.cards import LEFT, WIDE, look, quartet_look
from games.kwartet.material import CARDS, LETTERS, cards
from games.kwartet.state import State

_WIDTH = 760
_CARD, _HIGH = 30, 42
_STEP = _CARD + 5
_A_ROW = 13
_HAND = 20
_TABLE = 508
_LAID_A_ROW = 6
_QUESTIONS = 5


def diagram(state: State, seat: Seat | None = None, letters: Mapping[str, str] = svg.ENGLISH, say: Say = str) -> str:
    """Draw the seats in order, the pot, and the last questions."""
    body = [svg.text(_HAND, 30, say(table.status(state)), 16, text_anchor="start", font_weight="bold")]
    seen = Notice("kwartet-seen-by-spectator") if seat is None else Notice("kwartet-seen-by", player=a_player(seat))
    if state.over:
        seen = Notice("kwartet-seen-by-all")
    body.append(svg.text(_WIDTH - 20, 30, say(seen), 13, text_anchor="end"))
    y = 48.0
    for whose in range(1, len(state.hands) + 1):
        parts, height = _seat(state, seat, whose, y, say)
        body.extend(parts)
        y += height
    parts, height = _below(state, y, say)
    return svg.document(_WIDTH, y + height, "Kwartet", _description(state, seat, say), [*body, *parts])


def _seat(state: State, seat: Seat | None, whose: Seat, top: float, say: Say) -> tuple[list[str], float]:
    hand, laid = state.hands[whose - 1], state.laid[whose - 1]
    rows = max(-(-hand.bit_count() // _A_ROW), -(-len(laid) // _LAID_A_ROW), 1)
    height = 40 + rows * (_HIGH + 6)
    on_turn = not state.over and whose == state.turn
    frame: svg.Style = {"stroke": svg.INK, "stroke_width": 2.5} if on_turn else {"stroke": svg.LINE}
    in_hand = say(Notice("kwartet-in-hand", player=the_player(whose), number=hand.bit_count()))
    label = f"{'▶ ' if on_turn else ''}{in_hand}"
    parts = [
        svg.rect(10, top, _WIDTH - 20, height - 8, rx=8, fill="#efe6d2", **frame),
        svg.text(_HAND, top + 20, label, 14, text_anchor="start", font_weight="bold" if on_turn else "normal"),
        svg.text(_TABLE, top + 20, say(Notice("kwartet-quartets-laid", number=len(laid))), 14, text_anchor="start"),
    ]
    for place, card in enumerate(cards(hand)):
        x, y = _HAND + place % _A_ROW * _STEP, top + 29 + place // _A_ROW * (_HIGH + 6)
        parts.append(draw_face(state, card, x, y) if table.visible(state, seat, whose) else back(x, y, say))
    for place, quartet in enumerate(laid):
        x = _TABLE + place % _LAID_A_ROW * (_CARD + 9)
        parts.append(draw_quartet(state, quartet, x, top + 29 + place // _LAID_A_ROW * (_HIGH + 6), say))
    return parts, height


def draw_face(state: State, card: int, x: float, y: float) -> str:
    """Draw a card; the one that was asked for last has a frame."""
    scale = _CARD / WIDE
    at = f"translate({svg.number(x - LEFT * scale)} {svg.number(y - scale)}) scale({scale:.3f})"
    parts = [svg.element("g", look(card), transform=at)]
    last = state.log.last
    if last is not None and last.card == card:
        parts.append(svg.rect(x, y, _CARD, _HIGH, rx=4, fill="none", stroke=svg.MARK, stroke_width=3.5))
    return svg.titled(table.card_name(state, card), parts)


def back(x: float, y: float, say: Say) -> str:
    hatch: list[str | float] = []
    for step in range(1, 6):
        # Parallel strokes from the left or lower edge to the upper or right one.
        reach = step * 12.0
        hatch += ["M", x + max(0.0, reach - _HIGH), y + min(reach, _HIGH)]
        hatch += ["L", x + min(reach, _CARD), y + max(0.0, reach - _CARD)]
    parts = [
        svg.rect(x, y, _CARD, _HIGH, rx=4, fill="#35506e", stroke=svg.INK, stroke_width=1.5),
        svg.path(*hatch, stroke="#c8d6e5", stroke_width=1.5, fill="none"),
    ]
    return svg.titled(say(Notice("kwartet-face-down")), parts)


def draw_quartet(state: State, quartet: int, x: float, y: float, say: Say) -> str:
    stack = svg.element(
        "g", quartet_look(quartet), transform=f"translate({svg.number(x - 6)} {svg.number(y - 3)}) scale(1.1)"
    )
    names = dict(state.names).get(LETTERS[quartet])
    named = f"{LETTERS[quartet]}{f' ({names[0]})' if names else ''}"
    return svg.titled(say(Notice("kwartet-quartet", quartet=named)), [stack])


def _below(state: State, top: float, say: Say) -> tuple[list[str], float]:
    parts = []
    y = top + 18
    if state.pot:
        left = len(state.pot) - state.drawn
        holds = say(Notice("kwartet-pot-holds", cards=str(left)))
        parts.append(svg.text(_HAND, y + 4, holds, 14, text_anchor="start"))
        parts.extend(back(_HAND + 82 + 4 * place, y - 16, say) for place in range(min(left, 12)))
        y += 48
    questions = list(state.log)[-_QUESTIONS:]
    for number, (asker, asked, card, hit) in enumerate(reversed(questions)):
        asks = table.asked_for(asked, CARDS[card], hit, dict(state.names))
        told = say(Notice("kwartet-told", player=the_player(asker), asks=asks))
        shown = told if len(told) <= 88 else told[:87] + "…"
        style: svg.Style = {"text_anchor": "start", "font_weight": "bold" if number == 0 else "normal"}
        parts.append(svg.text(_HAND, y + 2 + 20 * number, shown, 14, **style))
    return parts, y - top + 20 * len(questions) + 2


def _description(state: State, seat: Seat | None, say: Say) -> str:
    return " ".join(table.text(state, seat, say).split("\n"))
