"""A game of Kwartet as SVG, as one seat or a spectator sees it: a row a seat, seen cards face up.

A card shows its quartet's letter and its number; a card face down is hatched. Quartets laid down lie to the
right. The questions are told in words below, the last on top.
"""

from __future__ import annotations

from games.core import svg
from games.core.game import Seat
from games.kwartet import table
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


def diagram(state: State, seat: Seat | None) -> str:
    """Draw the seats in order, the pot, and the last questions."""
    body = [svg.text(_HAND, 30, table.status(state), 16, text_anchor="start", font_weight="bold")]
    seen = "everybody, now that it is over" if state.over else "a spectator" if seat is None else f"seat {seat}"
    body.append(svg.text(_WIDTH - 20, 30, f"As seen by {seen}", 13, text_anchor="end"))
    y = 48.0
    for whose in range(1, len(state.hands) + 1):
        parts, height = _seat(state, seat, whose, y)
        body.extend(parts)
        y += height
    parts, height = _below(state, y)
    return svg.document(_WIDTH, y + height, "Kwartet", _description(state, seat), [*body, *parts])


def _seat(state: State, seat: Seat | None, whose: Seat, top: float) -> tuple[list[str], float]:
    hand, laid = state.hands[whose - 1], state.laid[whose - 1]
    rows = max(-(-hand.bit_count() // _A_ROW), -(-len(laid) // _LAID_A_ROW), 1)
    height = 40 + rows * (_HIGH + 6)
    on_turn = not state.over and whose == state.turn
    frame: svg.Style = {"stroke": svg.INK, "stroke_width": 2.5} if on_turn else {"stroke": svg.LINE}
    label = f"{'▶ ' if on_turn else ''}Seat {whose}: {hand.bit_count()} in hand"
    parts = [
        svg.rect(10, top, _WIDTH - 20, height - 8, rx=8, fill="#efe6d2", **frame),
        svg.text(_HAND, top + 20, label, 14, text_anchor="start", font_weight="bold" if on_turn else "normal"),
        svg.text(_TABLE, top + 20, f"Quartets: {len(laid)}", 14, text_anchor="start"),
    ]
    for place, card in enumerate(cards(hand)):
        x, y = _HAND + place % _A_ROW * _STEP, top + 29 + place // _A_ROW * (_HIGH + 6)
        parts.append(_face(state, card, x, y) if table.visible(state, seat, whose) else _back(x, y))
    for place, quartet in enumerate(laid):
        x = _TABLE + place % _LAID_A_ROW * (_CARD + 9)
        parts.append(_quartet(state, quartet, x, top + 29 + place // _LAID_A_ROW * (_HIGH + 6)))
    return parts, height


def _face(state: State, card: int, x: float, y: float) -> str:
    shown: svg.Style = {"fill": "#ffffff", "stroke": svg.INK, "stroke_width": 1.5}
    last = state.log.last
    if last is not None and last.card == card:
        shown = {"fill": "#ffffff", "stroke": svg.MARK, "stroke_width": 3.5}
    parts = [
        svg.rect(x, y, _CARD, _HIGH, rx=4, **shown),
        svg.text(x + _CARD / 2, y + 22, LETTERS[card // 4], 18, font_weight="bold"),
        svg.text(x + _CARD / 2, y + 37, str(card % 4 + 1), 12),
    ]
    return svg.titled(_name(state, card), parts)


def _back(x: float, y: float) -> str:
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
    return svg.titled("face down", parts)


def _quartet(state: State, quartet: int, x: float, y: float) -> str:
    parts = [
        svg.rect(
            x + 3 * step,
            y - step,
            _CARD - 4,
            _HIGH - 2,
            rx=4,
            fill="#ffffff",
            stroke=svg.INK,
            stroke_width=1.2,
        )
        for step in (3, 2, 1, 0)
    ]
    parts.append(svg.text(x + (_CARD - 4) / 2, y + 27, LETTERS[quartet], 19, font_weight="bold"))
    names = dict(state.names).get(LETTERS[quartet])
    return svg.titled(f"quartet {LETTERS[quartet]}{f' ({names[0]})' if names else ''}", parts)


def _below(state: State, top: float) -> tuple[list[str], float]:
    parts = []
    y = top + 18
    if state.pot:
        left = len(state.pot) - state.drawn
        parts.append(svg.text(_HAND, y + 4, f"Pot: {left}", 14, text_anchor="start"))
        parts.extend(_back(_HAND + 62 + 4 * place, y - 16) for place in range(min(left, 12)))
        y += 48
    questions = list(state.log)[-_QUESTIONS:]
    for number, (asker, asked, card, hit) in enumerate(reversed(questions)):
        name = dict(state.names).get(LETTERS[card // 4])
        called = f" ({name[0]}: {name[card % 4 + 1]})" if name else ""
        sentence = f"{asker} asked {asked} for {CARDS[card]}{called}: {'✓ yes' if hit else '✗ no'}"
        shown = sentence if len(sentence) <= 88 else sentence[:87] + "…"
        style: svg.Style = {"text_anchor": "start", "font_weight": "bold" if number == 0 else "normal"}
        parts.append(svg.text(_HAND, y + 2 + 20 * number, shown, 14, **style))
    return parts, y - top + 20 * len(questions) + 2


def _name(state: State, card: int) -> str:
    names = dict(state.names).get(LETTERS[card // 4])
    return f"{CARDS[card]} ({names[0]}: {names[card % 4 + 1]})" if names else CARDS[card]


def _description(state: State, seat: Seat | None) -> str:
    return " ".join(table.text(state, seat).split("\n"))
