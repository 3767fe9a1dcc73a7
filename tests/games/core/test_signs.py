"""The signs of the four colours: told apart without colour, and the same on the board as in the table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from xml.etree import ElementTree

from games.core.game import Start
from games.core.registry import get
from games.core.signs import ENGLISH, SIGNS

SVG = "{http://www.w3.org/2000/svg}"
GAME = get("quatro-chess")
DUTCH = {"white": "W", "red": "R", "black": "Z", "green": "G"}


def test_no_two_signs_share_shape_letter_or_paint() -> None:
    """QC 1.3: the colours are told apart, also by who sees no colours."""
    for one, other in combinations(SIGNS.values(), 2):
        assert not set(one[1:5]) & set(other[1:5]), (one.key, other.key)
    assert list(SIGNS) == list(GAME.info.seat_names)


def badges(diagram: str, names: Mapping[str, str] | None = None) -> dict[str, set[tuple[str, str, str]]]:
    """Each army's badges on its pieces: shape, paint and letter. ``names`` are the armies' in the reader's language."""
    called = names or {key: key for key in SIGNS}
    kinds: dict[str, set[tuple[str, str, str]]] = {}
    for group in ElementTree.fromstring(diagram).iter(f"{SVG}g"):
        title = group.findtext(f"{SVG}title") or ""
        square, _colon, what = title.partition(": ")
        square = square.rstrip()  # a no-break space before the colon, in French
        if not re.fullmatch(r"[a-l]\d+", square):
            continue
        *_body, shape, letter = list(group)
        if shape.tag == f"{SVG}circle":
            name = "circle"
        else:
            points = re.findall(r"(-?[\d.]+) (-?[\d.]+)", shape.get("d", ""))
            across = len({y for _x, y in points})
            name = "triangle" if len(points) == 3 else "diamond" if across == 3 else "square"
        army = next(key for key, name in called.items() if name.lower() in what.lower())
        kinds.setdefault(army, set()).add((name, shape.get("fill", ""), letter.text or ""))
    return kinds


def test_the_board_bears_the_signs_of_the_table() -> None:
    state = GAME.start(Start(4))
    for letters in (ENGLISH, DUTCH):
        assert badges(GAME.diagram(state, None, letters)) == {
            key: {(sign.shape, sign.fill, letters[key])} for key, sign in SIGNS.items()
        }
    assert GAME.diagram(state) == GAME.diagram(state, None, ENGLISH)


def test_a_badge_stays_within_its_square() -> None:
    drawn = ElementTree.fromstring(GAME.diagram(GAME.start(Start(4))))
    for group in drawn.iter(f"{SVG}g"):
        if "'s " not in (group.findtext(f"{SVG}title") or ""):
            continue
        *_body, shape, _letter = list(group)
        if shape.tag == f"{SVG}circle":
            middle, half = float(shape.get("cx", "")), float(shape.get("r", ""))
            edges = [middle - half, middle + half]
        else:
            edges = [float(n) for n in re.findall(r"-?\d[\d.]*", shape.get("d", ""))]
        assert min(edges) >= 0.6 and max(edges) <= 39.4 + 0.2


def test_no_two_coordinates_of_the_board_touch() -> None:
    drawn = ElementTree.fromstring(GAME.diagram(GAME.start(Start(4))))
    boxes = []
    for text in drawn.findall(f"{SVG}text"):
        size, wide = float(text.get("font-size", "")), len(text.text or "") * 8.3
        x, y = float(text.get("x", "")), float(text.get("y", ""))
        boxes.append((x - wide / 2, y - size * 0.75, x + wide / 2, y, text.text))
    assert len(boxes) == 48
    for one, other in combinations(boxes, 2):
        apart = max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
        assert apart >= 2, (one[4], other[4], apart)
