"""Pictures made on the server: how ranks moved, how ratings ran, what a series' points are made of.

Scalable, without a script, a style attribute or an address: looks come from classes in the site's style sheets,
so that they follow light and dark. Each picture stands beside a table that says the same; what differs by colour
differs by its dashes and its words too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape

from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import pgettext

LOOKS = 8
ROW = 26
LETTER = 7
"""The mean width of a Latin letter of a name; those of other scripts are wider."""
LONGEST = 40
"""The letters of a name that are written in a line; so many fit on a phone."""
LINE = 13
APART = 5
"""The room above a name that gives way to another, so that the lines of both are not read as one name's."""
ONE_LINE = 24
"""The letters of a name that still stands in one line; a longer one takes two."""


ABOVE = 34
"""The letters of a name that stand in one line above a bar."""


@dataclass(frozen=True, slots=True)
class Line:
    """One participant: a rank a column, None where there is none.

    ``look`` tells lines apart by colour and, beyond LOOKS of them, by dashes; None is a grey one behind; a
    ``strong`` one stands out.
    """

    name: str
    ranks: Sequence[int | None]
    look: int | None = None
    strong: bool = False


def day_label(day: date) -> str:
    """Return a day without its year, short enough to stand below a column."""
    # Translators: a day below a chart, as short as can be; in German “d.m.”.
    return date_format(day, pgettext("date format without a year", "j M"))


def bump(columns: Sequence[str], lines: Sequence[Line], low: int, high: int, title: str) -> SafeString:
    """Draw ranks over rounds. Those between ``low`` and ``high`` have rows; others run along the edge.

    Every line's ranks are written in its knots, its name at its end.
    """
    rows = high - low + 1
    row = ROW if rows <= 40 else max(5, 1000 // rows)
    numbered = row >= 18
    step = max(34 if numbered else 18, min(88, 560 // max(1, len(columns) - 1)))
    left, top = 20, 30
    wide = max((_wide(part) for line in lines if line.look is not None for part in _parts(line.name)), default=0)
    width = left + step * (len(columns) - 1) + 17 + round(wide) + (0 if numbered else 3 * LETTER)
    height = top + row * (rows + 1) + 6

    def x(column: int) -> int:
        return left + step * column

    def y(rank: int) -> float:
        return top + row * (min(max(rank, low - 1), high + 1) - low + 0.5)

    in_order = sorted(lines, key=lambda line: (line.look is not None, line.ranks[-1] or 0))
    named = [line for line in in_order if line.look is not None and _within(line.ranks, low, high)]
    heights = [*_spread([(y(line.ranks[-1] or 0), len(_parts(line.name))) for line in named])]
    if heights:
        # names of many with the same rank go on below the last one
        height = max(height, round(heights[-1] + LINE * len(_parts(named[-1].name)) / 2) + 6)
    ends = iter(heights)
    parts = [
        f'<text class=axis x="{x(at)}" y="14" text-anchor=middle>{escape(column)}</text>'
        f'<line class=rule x1="{x(at)}" x2="{x(at)}" y1="{top - 6}" y2="{height - 6}"/>'
        for at, column in enumerate(columns)
    ]
    for line in in_order:
        style = "grey" if line.look is None else f"c{line.look % LOOKS} d{line.look // LOOKS % 4}"
        style += " own" if line.strong else ""
        parts.append(f'<g class="{style}">{_way(line.ranks, x, y)}')
        if line.look is not None:
            parts.extend(_knots(line.ranks, x, y, low, high, numbered))
            last = line.ranks[-1]
            if last is not None and line in named:
                end, at = x(len(columns) - 1), next(ends)
                if abs(at - y(last)) > 1:
                    parts.append(f'<path class=lead d="M{end + 5} {y(last):g}L{end + 14} {at:g}"/>')
                parts.append(_name(line.name, "" if numbered else f"{last} ", end + 17, at))
        parts.append("</g>")
    return _svg("bump", width, height, title, parts)


def _within(ranks: Sequence[int | None], low: int, high: int) -> bool:
    return bool(ranks) and ranks[-1] is not None and low <= ranks[-1] <= high


def _parts(name: str, most: int = ONE_LINE) -> list[str]:
    """Return a name in the one or two lines in which it stands; two, as equal as its words and hyphens let them be,
    where it has more than ``most`` letters."""
    gaps = [at for at in range(1, len(name)) if name[at - 1] in " -"]
    if len(name) <= most or not gaps:
        return [name]
    at = min(gaps, key=lambda gap: max(gap, len(name) - gap))
    return [name[:at].rstrip(" "), name[at:]]


def _wide(text: str) -> float:
    """Return how wide a name is written, about: Cyrillic and Greek are wider than Latin, Chinese is wider still."""
    ems = (1 if letter < "\u0370" else 1.25 if letter < "\u2e80" else 1.9 for letter in text[:LONGEST])
    return LETTER * sum(ems)


def _name(name: str, before: str, x: int, middle: float) -> str:
    """Write a name at the end of a line, in two lines where it is long."""
    first, *rest = _parts(name)
    top = middle + 4 - LINE * len(rest) / 2
    shown = _short(before + first, LONGEST + len(before))
    below = "".join(f'<tspan x="{x}" dy="{LINE}">{_short(part)}</tspan>' for part in rest)
    return f'<text class=name x="{x}" y="{top:g}">{shown}{below}</text>'


def _spread(wanted: Sequence[tuple[float, int]]) -> Iterator[float]:
    """Return heights as near to the wanted ones (rising) as names of so many lines, which must not touch, can be."""
    below = float("-inf")
    for height, lines in wanted:
        tall = max(7.5, LINE * lines / 2)
        yield (at := height if height >= below + tall else below + tall + APART)
        below = at + tall


def _knots(
    ranks: Sequence[int | None],
    x: Callable[[int], int],
    y: Callable[[int], float],
    low: int,
    high: int,
    numbered: bool,
) -> Iterator[str]:
    """Return a mark at each rank that has a row, with the rank in it where there is room."""
    for at, rank in enumerate(ranks):
        if rank is None or not low <= rank <= high:
            continue
        if numbered:
            yield (
                f'<circle cx="{x(at)}" cy="{y(rank):g}" r="10"/>'
                f'<text class=knot x="{x(at)}" y="{y(rank) + 4:g}" text-anchor=middle>{rank}</text>'
            )
        else:
            yield f'<circle class=dot cx="{x(at)}" cy="{y(rank):g}" r="4"/>'


def _way(ranks: Sequence[int | None], x: Callable[[int], int], y: Callable[[int], float]) -> str:
    """Return a soft line through the knots, broken where there is no rank."""
    path: list[str] = []
    before: tuple[int, float] | None = None
    for at, rank in enumerate(ranks):
        if rank is None:
            before = None
            continue
        here = (x(at), y(rank))
        if before is None:
            path.append(f"M{here[0]} {here[1]:g}")
        else:
            middle = (before[0] + here[0]) / 2
            path.append(f"C{middle:g} {before[1]:g} {middle:g} {here[1]:g} {here[0]} {here[1]:g}")
        before = here
    return f'<path d="{"".join(path)}"/>' if path else ""


def ranks(columns: Sequence[str], values: Sequence[int], title: str) -> SafeString:
    """Return one participant's rank over rounds; the best rank on top, each written at its knot."""
    low, high = min(values), max(values)
    return _run(columns, [-value for value in values], [str(value) for value in values], -high, -low, title)


def values(columns: Sequence[str], figures: Sequence[int], title: str) -> SafeString:
    """Return one participant's numbers (a rating) over events, each written at its knot."""
    return _run(columns, figures, [str(value) for value in figures], min(figures), max(figures), title)


def _run(
    columns: Sequence[str], figures: Sequence[int], words: Sequence[str], low: int, high: int, title: str
) -> SafeString:
    step = max(40, min(110, 520 // max(1, len(figures) - 1)))
    left, top, deep = 34, 34, 96 if high > low else 20
    width, height = left * 2 + step * (len(figures) - 1), top + deep + 30

    def x(at: int) -> int:
        return left + step * at

    def y(value: int) -> float:
        return top + (deep * (high - value) / (high - low) if high > low else deep / 2)

    points = " ".join(f"{x(at)},{y(value):.4g}" for at, value in enumerate(figures))
    parts = [f'<g class=c0><polyline points="{points}"/>']
    for at, (column, value, word) in enumerate(zip(columns, figures, words, strict=True)):
        parts.append(
            f'<circle class=dot cx="{x(at)}" cy="{y(value):.4g}" r="4"/>'
            f'<text class=value x="{x(at)}" y="{y(value) - 10:.4g}" text-anchor=middle>{escape(word)}</text>'
            f'<text class=axis x="{x(at)}" y="{height - 6}" text-anchor=middle>{escape(column)}</text>'
        )
    return _svg("run", width, height, title, [*parts, "</g>"])


@dataclass(frozen=True, slots=True)
class Bar:
    """One participant's bar: its pieces from left to right (share of the longest bar, whether it counts)."""

    name: str
    total: str
    pieces: Sequence[tuple[float, bool]]


def bars(drawn: Sequence[Bar], title: str) -> SafeString:
    """Return a bar each, its pieces told apart by their edges; what does not count is hollow and dashed."""
    long, left, tall, top = 230, 8, 20, 0.0
    parts = []
    for bar in drawn:
        lines = _parts(bar.name, ABOVE)
        below = "".join(f'<tspan x="{left}" dy="{LINE + 1}">{_short(part)}</tspan>' for part in lines[1:])
        parts.append(f'<text class=name x="{left}" y="{top + 14:g}">{_short(lines[0])}{below}</text>')
        y = top + 6 + (LINE + 1) * len(lines)
        x = float(left)
        for share, counts in bar.pieces:
            wide = share * long
            if wide:
                parts.append(
                    f'<rect class="{"counts" if counts else "drops"}" x="{x:.5g}" y="{y:g}" '
                    f'width="{wide:.5g}" height="{tall}"/>'
                )
            x += wide
        parts.append(f'<text class=value x="{x + 8:.5g}" y="{y + 15:g}">{escape(bar.total)}</text>')
        top = y + tall + 11
    return _svg("bars", long + 90, int(top + 8), title, parts)


def _short(name: str, most: int = LONGEST) -> str:
    return escape(name if len(name) <= most else f"{name[: most - 1].rstrip()}…")


def _svg(kind: str, width: int, height: int, title: str, parts: Sequence[str]) -> SafeString:
    return mark_safe(  # noqa: S308
        f'<svg class="chart {kind}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )


def plain_bars(values: Sequence[tuple[str, float, str]], title: str) -> SafeString:
    """Draw a bar for each name, with its value as text at its end."""
    most = max((value for _name, value, _text in values), default=0) or 1
    left, long, row = 110, 300, 34
    parts = []
    for at, (name, value, text) in enumerate(values):
        y = 8 + row * at
        length = round(long * value / most, 1)
        parts.append(
            f'<text class=name x="{left - 8}" y="{y + 17}" text-anchor=end>{escape(name)}</text>'
            f'<rect class="bar" x="{left}" y="{y}" width="{length:g}" height="24" rx="4"/>'
            f'<text class=value x="{left + length + 8:g}" y="{y + 17}">{escape(text)}</text>'
        )
    return _svg("plain-bars", left + long + 60, 16 + row * len(values), title, parts)
