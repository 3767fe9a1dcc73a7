"""Engines' diagrams as PNG, for chats and papers that show no SVG.

Only what `games.core.svg` writes is drawn: rectangles, circles, ellipses, lines, paths and text with presentation
attributes, in groups that are moved or scaled. Everything is drawn twice as large and made smaller, which smooths it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from itertools import groupby, pairwise
from pathlib import Path
from typing import Self
from xml.etree import ElementTree

from PIL import Image, ImageColor, ImageDraw, ImageFont

WIDTH = 840
"""So many pixels wide is a picture."""
LARGER = 2
FONTS = Path(__file__).resolve().parents[2] / "static/tournaments/fonts"
LATIN, OTHER = "inter-latin.woff2", "inter-greek-cyrillic.woff2"
REGULAR, BOLD = 450, 700

Point = tuple[float, float]
_STEP = re.compile(r"([MmLlHhVvQqCcAaZz])|(-?(?:\d+\.?\d*|\.\d+))")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "A": 7, "Z": 0}
_MOVE = re.compile(r"(translate)\(([^)]*)\)|(scale)\(([-.\d]+)\)")


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a group on the picture: how far it is moved, and by how much it is larger."""

    x: float
    y: float
    scale: float

    def within(self, transform: str) -> Self:
        """Return the place of a group inside this one."""
        inside = self
        if _MOVE.sub("", transform).strip():
            raise ValueError(f"A transform cannot be drawn: {transform}")
        for _move, text, _scale, factor in _MOVE.findall(transform):
            if factor:
                inside = replace(inside, scale=inside.scale * float(factor))
            else:
                values = [float(value) for value in re.split(r"[ ,]+", text.strip())]
                x, y = inside((values[0], values[1] if len(values) > 1 else 0.0))
                inside = replace(inside, x=x, y=y)
        return inside

    def __call__(self, point: Point) -> Point:
        return self.x + point[0] * self.scale, self.y + point[1] * self.scale


@lru_cache(maxsize=64)
def drawn(svg: str) -> bytes:
    """Return a diagram as PNG."""
    root = ElementTree.fromstring(svg)  # noqa: S314 - written by the engine, without entities
    left, top, width, height = (float(value) for value in root.attrib["viewBox"].split())
    scale = WIDTH / width
    size = WIDTH, round(height * scale)
    image = Image.new("RGB", (size[0] * LARGER, size[1] * LARGER), "#fff")
    # in this mode half-transparent paint is mixed with what lies below
    draw = ImageDraw.Draw(image, "RGBA")
    scale *= LARGER
    _group(draw, root, Place(-left * scale, -top * scale, scale), {})
    output = BytesIO()
    image.resize(size, Image.Resampling.BOX).quantize(128).save(output, "PNG", optimize=True)
    return output.getvalue()


def _group(draw: ImageDraw.ImageDraw, group: ElementTree.Element, place: Place, inherited: Mapping[str, str]) -> None:
    for element in group:
        name = element.tag.rpartition("}")[2]
        look = {**inherited, **element.attrib}
        inside = place.within(element.attrib.get("transform", ""))
        if name in ("g", "svg"):
            look.pop("transform", None)
            _group(draw, element, inside, look)
        elif name == "text":
            _write(draw, element.text or "", inside, look)
        elif name in _SHAPES:
            for points, closed in _SHAPES[name](look):
                _paint(draw, [inside(point) for point in points], closed, inside.scale, look)


def _paint(
    draw: ImageDraw.ImageDraw, points: Sequence[Point], closed: bool, scale: float, look: Mapping[str, str]
) -> None:
    if (fill := _colour(look, "fill", "#000")) is not None and len(points) > 2:
        draw.polygon(points, fill=fill)
    stroke = _colour(look, "stroke", "none")
    if stroke is None:
        return
    width = max(1, round(float(look.get("stroke-width", "1")) * scale))
    line = [*points, points[0]] if closed else list(points)
    dashes = [float(part) * scale for part in re.findall(r"[\d.]+", look.get("stroke-dasharray", ""))]
    for part in _dashed(line, dashes) if dashes else [line]:
        draw.line(part, fill=stroke, width=width, joint="curve")
        # where a line begins and ends, and where a closed one meets itself, it is round
        if width > 2 and stroke[3] == 255:
            for x, y in (part[0], part[-1]) if not dashes else ():
                draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=stroke)


def _colour(look: Mapping[str, str], what: str, usual: str) -> tuple[int, int, int, int] | None:
    text = look.get(what, usual)
    if text == "none":
        return None
    red, green, blue = ImageColor.getrgb(text)[:3]
    return red, green, blue, round(255 * float(look.get(f"{what}-opacity", "1")))


def _dashed(line: Sequence[Point], dashes: Sequence[float]) -> Iterator[list[Point]]:
    """Cut a line into dashes: drawn and left out in turn."""
    number, left, part = 0, dashes[0], [line[0]]
    for start, end in pairwise(line):
        length, done = math.dist(start, end), 0.0
        while length - done > left:
            done += left
            share = done / length
            at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            if number % 2 == 0:
                yield [*part, at]
            number += 1
            left, part = dashes[number % len(dashes)], [at]
        left -= length - done
        part.append(end)
    if number % 2 == 0 and len(part) > 1:
        yield part


# --- shapes as points, each with whether it is closed


def _rect(look: Mapping[str, str]) -> Iterator[tuple[list[Point], bool]]:
    x, y, width, height, radius = (float(look.get(key, "0")) for key in ("x", "y", "width", "height", "rx"))
    if not radius:
        yield [(x, y), (x + width, y), (x + width, y + height), (x, y + height)], True
        return
    corners = [(x + width - radius, y + radius, -90), (x + width - radius, y + height - radius, 0)]
    corners += [(x + radius, y + height - radius, 90), (x + radius, y + radius, 180)]
    yield [_on(at_x, at_y, radius, radius, turn + step * 15) for at_x, at_y, turn in corners for step in range(7)], True


def _ellipse(look: Mapping[str, str]) -> Iterator[tuple[list[Point], bool]]:
    x, y = float(look["cx"]), float(look["cy"])
    across, down = float(look.get("rx", look.get("r", "0"))), float(look.get("ry", look.get("r", "0")))
    yield [_on(x, y, across, down, turn) for turn in range(0, 360, 6)], True


def _on(x: float, y: float, across: float, down: float, degrees: float) -> Point:
    turn = math.radians(degrees)
    return x + across * math.cos(turn), y + down * math.sin(turn)


def _line(look: Mapping[str, str]) -> Iterator[tuple[list[Point], bool]]:
    yield [(float(look["x1"]), float(look["y1"])), (float(look["x2"]), float(look["y2"]))], False


def _path(look: Mapping[str, str]) -> Iterator[tuple[list[Point], bool]]:
    points: list[Point] = []
    for letter, values in _steps(look["d"]):
        step, here = letter.upper(), points[-1] if points else (0.0, 0.0)
        if step == "Z":
            if points:
                yield points, True
            points = points[:1]
            continue
        x, y = here if letter.islower() else (0.0, 0.0)
        if step == "M":
            if len(points) > 1:
                yield points, False
            points = [(x + values[0], y + values[1])]
        elif step == "H":
            points.append((x + values[0], here[1]))
        elif step == "V":
            points.append((here[0], y + values[0]))
        elif step == "Q":
            bend, end = (x + values[0], y + values[1]), (x + values[2], y + values[3])
            points += [_bent((here, bend, end), part / 8) for part in range(1, 9)]
        elif step == "C":
            bends = [(x + values[at], y + values[at + 1]) for at in (0, 2, 4)]
            points += [_bent((here, *bends), part / 12) for part in range(1, 13)]
        elif step == "A":
            end = (x + values[5], y + values[6])
            points += _arc(here, end, values[0], values[1], large=bool(values[3]), clockwise=bool(values[4]))
        else:
            points.append((x + values[0], y + values[1]))
    if len(points) > 1:
        yield points, False


def _steps(text: str) -> Iterator[tuple[str, list[float]]]:
    """Read a path: its letters, each with as many numbers as it takes."""
    letter, values = "", list[float]()
    if re.search("[A-Za-z]", _STEP.sub("", text)):
        raise ValueError(f"A path cannot be drawn: {text}")
    for command, number in _STEP.findall(text):
        if command:
            letter, values = command, []
        else:
            values.append(float(number))
        if len(values) == _ARGUMENTS[letter.upper()]:
            yield letter, values
            letter, values = {"M": "L", "m": "l"}.get(letter, letter), []


def _bent(points: Sequence[Point], part: float) -> Point:
    """Return a point of a Bézier curve, by de Casteljau."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part) for a, b in pairwise(points)]
    return points[0]


def _arc(start: Point, end: Point, across: float, down: float, *, large: bool, clockwise: bool) -> list[Point]:
    """Return the points of an arc of an upright ellipse (SVG 2, appendix B.2.4)."""
    x, y = (start[0] - end[0]) / 2 / across, (start[1] - end[1]) / 2 / down
    reach = x * x + y * y
    if reach > 1:  # too small an ellipse is made as large as it must be
        across, down, x, y, reach = (
            across * math.sqrt(reach), down * math.sqrt(reach), x / math.sqrt(reach), y / math.sqrt(reach), 1.0,
        )  # fmt: skip
    factor = math.sqrt(max(0.0, 1 / reach - 1)) * (-1 if large == clockwise else 1) if reach else 0.0
    middle = (start[0] + end[0]) / 2 + factor * y * across, (start[1] + end[1]) / 2 - factor * x * down
    begin = math.degrees(math.atan2((start[1] - middle[1]) / down, (start[0] - middle[0]) / across))
    turn = math.degrees(math.atan2((end[1] - middle[1]) / down, (end[0] - middle[0]) / across)) - begin
    if clockwise and turn < 0:
        turn += 360
    elif not clockwise and turn > 0:
        turn -= 360
    return [_on(*middle, across, down, begin + turn * part / 12) for part in range(1, 13)]


_SHAPES = {"rect": _rect, "circle": _ellipse, "ellipse": _ellipse, "line": _line, "path": _path}


# --- text


def _write(draw: ImageDraw.ImageDraw, text: str, place: Place, look: Mapping[str, str]) -> None:
    size = max(4, round(float(look.get("font-size", "14")) * place.scale))
    weight = BOLD if look.get("font-weight") == "bold" else REGULAR
    runs = [(_font(file, size, weight), "".join(letters)) for file, letters in groupby(_known(text), key=_file)]
    long = sum(font.getlength(part) for font, part in runs)
    x, y = place((float(look["x"]), float(look["y"])))
    x -= {"middle": long / 2, "end": long}.get(look.get("text-anchor", "start"), 0)
    for font, part in runs:
        draw.text((x, y), part, fill=_colour(look, "fill", "#000"), font=font, anchor="ls")
        x += font.getlength(part)


def _known(text: str) -> str:
    """Return the text with a dash for each letter that the site's typeface lacks; a tick and a cross are left out,
    because words stand beside them."""
    return "".join(c if _draws(c) else "-" for c in text.replace("✓ ", "").replace("✗ ", ""))


def _file(letter: str) -> str:
    return OTHER if "\u0370" <= letter <= "\u052f" else LATIN


@lru_cache(maxsize=64)
def _font(file: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(FONTS / file), size)
    font.set_variation_by_axes([weight])
    return font


@lru_cache(maxsize=1024)
def _draws(letter: str) -> bool:
    font = _font(_file(letter), 32, REGULAR)
    return letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask("\U000f0000"))
