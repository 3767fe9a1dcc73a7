"""Pages, type and tables: what every printed document is drawn with. Lengths are in points (1/72 inch)."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from games.core.svg import Sign
from tournaments.printing.typeface import BOLD, PLAIN, halves, load_fonts, shortened, width, written

PAPERS: dict[str, tuple[float, float]] = {"a4": A4, "letter": LETTER}
MARGIN = 14 * mm
SIGN = 1.15
"""The side of a colour's sign, in sizes of the type beside it."""
FOLDED = 0.42
"""The size of two lines in a row of a table, in the row's heights."""


class Stopped(Exception):
    """The document is no longer wanted."""


@dataclass(frozen=True, slots=True)
class Brand:
    """The club that an event is of, where there are several: its name, its colour such as ``#1f6632`` and its logo, a
    PNG; both may be empty."""

    name: str
    colour: str = ""
    logo: bytes = b""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of each page."""

    tournament: str
    facts: str
    title: str
    note: str = ""
    brand: Brand | None = None

    @property
    def event(self) -> str:
        """Return the tournament's name, with its club's where there is one."""
        return f"{self.brand.name} · {self.tournament}" if self.brand else self.tournament


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. ``align``: left, right or centre; ``give``: whether it gets narrower where the page is
    too narrow for all; ``most``: how wide it gets at most, where that is limited; ``bold``; ``sign`` stands before the
    title of a seat's column."""

    title: str
    align: str = "left"
    give: bool = False
    bold: bool = False
    sign: Sign | None = None
    most: float = float("inf")


class Press:
    """A document under way. ``step`` is told how much of the work is done, and may raise Stopped."""

    def __init__(
        self,
        paper: str,
        head: Head,
        *,
        wide: bool = False,
        bare: bool = False,
        step: Callable[[int, int], None] | None = None,
    ) -> None:
        load_fonts()
        size = PAPERS[paper]
        self.width, self.height = landscape(size) if wide else size
        self.head = head
        self._bare = bare
        self._step = step
        self._out = io.BytesIO()
        self._canvas = Canvas(self._out, pagesize=(self.width, self.height), invariant=1, pageCompression=1)
        self._canvas.setTitle(f"{head.tournament} – {head.title}")
        self._canvas.setCreator("Viertal")
        self._page = 0
        self._logo: ImageReader | None = None
        self.y = 0.0

    @property
    def room(self) -> float:
        """Return the width between the margins."""
        return self.width - 2 * MARGIN

    def done(self, part: int, whole: int) -> None:
        """Say how much of the work is done."""
        if self._step is not None:
            self._step(part, whole)

    def page(self) -> None:
        """Begin a page, with its head and foot unless the document is ``bare``."""
        if self._page:
            self._canvas.showPage()
        self._page += 1
        self.y = self.height - MARGIN
        if self._bare:
            return
        self.text(MARGIN, self.y - 9, self.head.event, 9, room=self.room * 0.58)
        right, room = self.width - MARGIN, self.room * 0.38
        self.text(right, self.y - 9, self.head.facts, 9, align="right", room=room, least=6.5)
        self.brand_line(MARGIN, self.y - 14, self.width - MARGIN)
        taken = self.logo(self.width - MARGIN, self.y - 18, 96, 34)
        room = self.room - (taken + 8 if taken else 0)
        self.y -= 38
        self.text(MARGIN, self.y, self.head.title, 17, bold=True, room=room, least=10)
        if self.head.note:
            self.y -= 15
            self.text(MARGIN, self.y, self.head.note, 9.5, room=room)
        self.y -= 16
        foot = _("Page %(number)d") % {"number": self._page}
        self.text(self.width - MARGIN, MARGIN - 10, foot, 8, align="right")
        self.text(MARGIN, MARGIN - 10, "Viertal", 8)

    def brand_line(self, left: float, y: float, right: float) -> None:
        """Draw the line below a head: in the club's colour, or a thin black one."""
        colour = self.head.brand.colour if self.head.brand else ""
        if colour:
            self._canvas.setStrokeColor(HexColor(colour))
        self.line(left, y, right, y, 2 if colour else 0.7)
        self._canvas.setStrokeGray(0)

    def logo(self, right: float, top: float, wide: float, high: float) -> float:
        """Draw the club's logo in the upper right corner of a room. Return how wide it is, 0 where there is none."""
        if self.head.brand is None or not self.head.brand.logo:
            return 0
        if self._logo is None:
            self._logo = ImageReader(io.BytesIO(self.head.brand.logo))
        across, down = self._logo.getSize()
        scale = min(wide / across, high / down)
        size = across * scale, down * scale
        self._canvas.drawImage(self._logo, right - size[0], top - size[1], *size, mask="auto")
        return float(size[0])

    def need(self, height: float) -> bool:
        """Begin a page where so much does not fit on this one any more; whether one was begun."""
        if self._page and self.y - height >= MARGIN:
            return False
        self.page()
        return True

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        align: str = "left",
        room: float | None = None,
        least: float | None = None,
    ) -> None:
        """Draw a line of text. In less ``room`` than it needs it becomes smaller, down to ``least``, then shorter."""
        if room is not None:
            if least is not None:
                size = max(least, min(size, size * 0.998 * room / max(width(text, size, bold), 0.01)))
            text = shortened(text, size, room, bold)
        self._canvas.setFont(BOLD if bold else PLAIN, size)
        draw = {
            "left": self._canvas.drawString,
            "right": self._canvas.drawRightString,
            "centre": self._canvas.drawCentredString,
        }[align]
        draw(x, y, written(text))

    def sign(self, x: float, y: float, side: float, sign: Sign) -> None:
        """Draw the sign of a colour in a square that begins at ``x`` and stands on ``y``."""
        self._canvas.setDash()
        self._canvas.setLineWidth(0.5)
        self._canvas.setFillColor(HexColor(sign.fill))
        path = self._canvas.beginPath()
        if sign.outline:
            corners = [(x + right * side, y + (1 - down) * side) for right, down in sign.outline]
            path.moveTo(*corners[0])
            for corner in corners[1:]:
                path.lineTo(*corner)
            path.close()
        else:
            path.circle(x + side / 2, y + side / 2, side / 2)
        self._canvas.drawPath(path, stroke=1, fill=1)
        self._canvas.setFillColor(HexColor(sign.ink))
        low = 0.12 if sign.shape == "triangle" else 0.28
        self.text(x + side / 2, y + side * low, sign.letter, side * 0.6, bold=True, align="centre")
        self._canvas.setFillGray(0)

    def seat(
        self,
        x: float,
        y: float,
        label: str,
        size: float,
        sign: Sign | None,
        *,
        room: float,
        least: float | None = None,
        bold: bool = False,
        align: str = "left",
        high: float = 0,
    ) -> None:
        """Draw a seat's name behind the sign of its colour, where it has one; in a row so ``high`` a long name takes
        two lines."""
        if sign is not None:
            side = size * SIGN
            taken = side + size * 0.3
            wide = min(width(label, size, bold), room - taken)
            left = x - (taken + wide) / 2 if align == "centre" else x
            self.sign(left, y - side * 0.2, side, sign)
            x, room, align = left + taken, room - taken, "left"
        if not (high and self.folded(x, y + size * 0.9, high, label, size, room=room, bold=bold, align=align)):
            self.text(x, y, label, size, bold=bold, align=align, room=room, least=least)

    def paragraph(self, text: str, size: float = 10, bold: bool = False) -> None:
        """Draw a text, broken into lines."""
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and width(longer, size, bold) > self.room:
                self._put(line, size, bold)
                line = word
            else:
                line = longer
        if line:
            self._put(line, size, bold)

    def _put(self, line: str, size: float, bold: bool) -> None:
        self.need(size * 1.4)
        self.y -= size * 1.4
        self.text(MARGIN, self.y, line, size, bold=bold, room=self.room)

    def heading(self, text: str, keep: float = 40, size: float = 12) -> None:
        """Draw a heading that stays with what follows."""
        self.need(keep + 24)
        self.y -= 22
        self.text(MARGIN, self.y, text, size, bold=True, room=self.room)
        self.y -= 4

    def picture(self, file: str, scale: float, keep: float) -> None:
        """Draw a picture, each of its pixels ``scale`` points wide, that stays with the ``keep`` points below it."""
        image = ImageReader(file)
        wide, high = (side * scale for side in image.getSize())
        self.need(high + keep)
        self.y -= high
        self._canvas.drawImage(image, MARGIN, self.y, wide, high)
        self.box(MARGIN, self.y, wide, high)

    def line(self, x1: float, y1: float, x2: float, y2: float, thick: float = 0.4, dash: bool = False) -> None:
        self._canvas.setLineWidth(thick)
        self._canvas.setDash(3, 3) if dash else self._canvas.setDash()
        self._canvas.line(x1, y1, x2, y2)

    def box(self, x: float, y: float, wide: float, high: float, shade: float | None = None) -> None:
        """Draw a rectangle; filled with a grey (``shade``, 0 black to 1 white) it has no outline."""
        self._canvas.setLineWidth(0.6)
        self._canvas.setDash()
        if shade is not None:
            self._canvas.setFillGray(shade)
        self._canvas.rect(x, y, wide, high, stroke=int(shade is None), fill=int(shade is not None))
        self._canvas.setFillGray(0)

    def upside_down(self, x: float, y: float, draw: Callable[[], None]) -> None:
        """Draw something turned about the point."""
        self._canvas.saveState()
        self._canvas.translate(x, y)
        self._canvas.rotate(180)
        draw()
        self._canvas.restoreState()

    def squares(self, x: float, y: float, side: float, rows: Sequence[Sequence[int]]) -> None:
        """Draw black squares where the rows have ones; ``y`` is the top. Runs are drawn as one."""
        self._canvas.setFillGray(0)
        path = self._canvas.beginPath()
        for down, row in enumerate(rows):
            at = 0
            while at < len(row):
                end = at
                while end < len(row) and row[end]:
                    end += 1
                if end > at:
                    path.rect(x + at * side, y - (down + 1) * side, (end - at) * side, side)
                at = end + 1
        self._canvas.drawPath(path, stroke=0, fill=1)

    def table(
        self, columns: Sequence[Column], rows: Sequence[Sequence[str]], size: float = 10, lines: bool = False
    ) -> None:
        """Draw a table over as many pages as it takes, its head on each of them."""
        widths, size = self._widths(columns, rows, size)
        high = size * 1.75
        self._table_head(columns, widths, size, high)
        for at, row in enumerate(rows):
            if self.need(high):
                self._table_head(columns, widths, size, high)
            if at % 2 == 0 and not lines:
                self.box(MARGIN, self.y - high, sum(widths), high, shade=0.945)
            self._row(columns, row, widths, size, high)
            if lines:
                self.line(MARGIN, self.y, MARGIN + sum(widths), self.y, 0.3)
            if at % 50 == 49:
                self.done(at + 1, len(rows))

    def _table_head(self, columns: Sequence[Column], widths: Sequence[float], size: float, high: float) -> None:
        self.need(high * 2.2)
        heads = [replace(c, bold=True) for c in columns]
        self._row(heads, [c.title for c in columns], widths, size * 0.92, high, head=True)
        self.line(MARGIN, self.y, MARGIN + sum(widths), self.y, 0.9)

    def _row(
        self,
        columns: Sequence[Column],
        row: Sequence[str],
        widths: Sequence[float],
        size: float,
        high: float,
        *,
        head: bool = False,
    ) -> None:
        x, base = MARGIN, self.y - high * 0.7
        gap = size * 0.35
        for column, text, wide in zip(columns, row, widths, strict=True):
            at = {"left": x + gap, "right": x + wide - gap, "centre": x + wide / 2}[column.align]
            if text:
                sign, room = column.sign if head else None, wide - 2 * gap
                least = max(5.5, size * 0.6)  # a name is rather small than cut
                form = {"bold": column.bold, "align": column.align, "room": room}
                if sign or not self.folded(at, self.y, high, text, size, **form):
                    self.seat(at, base, text, size, sign, **form, least=least)
            x += wide
        self.y -= high

    def folded(
        self,
        x: float,
        top: float,
        high: float,
        text: str,
        size: float,
        *,
        room: float,
        bold: bool = False,
        align: str = "left",
    ) -> bool:
        """Draw a text in two lines in a row's height, where that leaves larger letters than one; whether it did."""
        two_lines = halves(text)
        one = size * room / max(width(text, size, bold), 0.01)
        two = size * 0.998 * room / max(*(width(half, size, bold) for half in two_lines), 0.01)
        if one >= min(size, two := min(high * FOLDED, two)):
            return False
        for half, down in zip(two_lines, (0.43, 0.86), strict=True):
            self.text(x, top - high * down, half, two, bold=bold, align=align, room=room, least=5.5)
        return True

    def _widths(
        self, columns: Sequence[Column], rows: Sequence[Sequence[str]], size: float
    ) -> tuple[list[float], float]:
        """Return each column's width and the size of the type, so that all stand between the margins."""
        natural = [
            min(
                max(
                    width(column.title, size * 0.92, bold=True) + (size * (SIGN + 0.3) if column.sign else 0),
                    max((width(row[at], size, column.bold) for row in rows), default=0),
                )
                + size * 0.75,
                column.most,
            )
            for at, column in enumerate(columns)
        ]
        giving = [at for at, column in enumerate(columns) if column.give]
        fixed = sum(w for at, w in enumerate(natural) if at not in giving)
        least = sum(min(natural[at], size * 9) for at in giving)
        if fixed + least > self.room and size > 5.5:
            return self._widths(columns, rows, size - 0.5)
        spare = self.room - sum(natural)
        if spare >= 0:
            share = spare / len(giving) if giving else 0
            return [w + (share if at in giving else 0) for at, w in enumerate(natural)], size
        wants = sum(natural[at] for at in giving)
        if giving and self.room > fixed:
            factor = (self.room - fixed) / wants
            return [w * factor if at in giving else w for at, w in enumerate(natural)], size
        factor = self.room / sum(natural)
        return [w * factor for w in natural], size

    def finish(self) -> bytes:
        """Return the document. One without any page gets an empty page."""
        if not self._page:
            self.page()
        self._canvas.showPage()
        self._canvas.save()
        return self._out.getvalue()
