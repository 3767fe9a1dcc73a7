"""The signs of the four colours: told apart without colour, and the same on the board as in the table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations
from xml.etree import ElementTree

import pytest

from games.core.game import Start
from games.core.registry import get
from games.core.svg import ENGLISH, SIGNS

SVG = "{http://www.w3.org/2000/svg}"
GAME = get("quatro-chess")
DUTCH = {"white": "W", "red": "R", "black": "Z", "green": "G"}


def test_no_two_signs_share_shape_letter_or_paint() -> None:
    """QC 1.3: the colours are told apart, also by who sees no colours."""
    for one, other in combinations(SIGNS.values(), 2):
        assert not set(one[1:5]) & set(other[1:5]), (one.key, other.key)
    assert list(SIGNS) == list(GAME.info.seat_names)


def feet(diagram: str, names: Mapping[str, str] | None = None) -> dict[str, set[tuple[str, str]]]:
    """Return what each army's pieces stand on, and their paint. ``names`` are the armies' in the reader's language."""
    called = names or {key: key for key in SIGNS}
    found: dict[str, set[tuple[str, str]]] = {}
    for group in ElementTree.fromstring(diagram).iter(f"{SVG}g"):
        title = group.findtext(f"{SVG}title") or ""
        square, _colon, what = title.partition(": ")
        square = square.rstrip()  # a no-break space before the colon, in French
        if not re.fullmatch(r"[a-l]\d+", square):
            continue
        drawn = group.find(f"{SVG}g")
        assert drawn is not None
        foot = drawn[0].get("d", "")
        army = next(key for key, name in called.items() if name.lower() in what.lower())
        found.setdefault(army, set()).add((foot, drawn.get("fill", "")))
    return found


def test_each_army_stands_on_a_shape_of_its_own() -> None:
    state = GAME.start(Start(4))
    found = feet(GAME.diagram(state))
    assert {key: {paint for _foot, paint in kinds} for key, kinds in found.items()} == {
        key: {sign.army} for key, sign in SIGNS.items()
    }
    assert all(len(kinds) == 1 for kinds in found.values())
    assert len({foot for kinds in found.values() for foot, _paint in kinds}) == 4
    assert feet(GAME.diagram(state, None, DUTCH)) == found


def test_statues_keep_the_foot_of_their_army() -> None:
    state = GAME.start(Start(4))
    statues = feet(GAME.diagram(GAME.play(state, GAME.read("forfeit red"))))["red"]
    assert {foot for foot, _paint in statues} == {foot for foot, _paint in feet(GAME.diagram(state))["red"]}


def test_a_foot_stays_within_its_square() -> None:
    for kinds in feet(GAME.diagram(GAME.start(Start(4)))).values():
        for foot, _paint in kinds:
            edges = [float(number) for number in re.findall(r"-?\d[\d.]*", foot)]
            assert min(number for number in edges if number) >= 3 and max(edges) <= 39


def test_the_corner_cards_bear_the_signs_of_the_table() -> None:
    for letters in (ENGLISH, DUTCH):
        drawn = ElementTree.fromstring(GAME.diagram(GAME.start(Start(4)), None, letters))
        said = [text.text for text in drawn.iter(f"{SVG}text")]
        paints = {shape.get("fill") for shape in drawn.iter()}
        for key, sign in SIGNS.items():
            assert letters[key] in said and sign.fill in paints


@pytest.mark.parametrize("name", ["White", "Rouge", "Schwarz"])
def test_a_colours_name_stays_within_its_corner_card(name: str) -> None:
    """Bold letters of a picture's own font are 0.72 of their size on average."""
    drawn = ElementTree.fromstring(GAME.diagram(GAME.start(Start(4)), None, ENGLISH, lambda _notice: name))
    texts = [text for text in drawn.iter(f"{SVG}text") if text.text == name and text.get("text-anchor") == "start"]
    assert len(texts) == 4
    assert all(27 + 0.72 * len(name) * float(text.get("font-size", "")) < 72 - 2 for text in texts)


def test_no_two_coordinates_of_the_board_touch() -> None:
    drawn = ElementTree.fromstring(GAME.diagram(GAME.start(Start(4))))
    boxes = []
    for text in drawn.findall(f"{SVG}g[@font-weight]/{SVG}text"):
        size, wide = float(text.get("font-size", "")), len(text.text or "") * 8.3
        x, y = float(text.get("x", "")), float(text.get("y", ""))
        boxes.append((x - wide / 2, y - size * 0.75, x + wide / 2, y, text.text))
    assert len(boxes) == 40
    for one, other in combinations(boxes, 2):
        apart = max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])
        assert apart >= 2, (one[4], other[4], apart)
