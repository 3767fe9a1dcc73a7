"""Draw the tables of the database from the models: `python -m tools.data_model` writes `docs/images/data-model.svg`.

The picture is plain SVG without scripts, the same for the same models. What it shows is also in it as JSON
(`<metadata>`), so that a test can see that it is up to date.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

PICTURE = Path(__file__).resolve().parents[1] / "docs" / "images" / "data-model.svg"
APP = "tournaments"
TITLE = "Viertal’s tables"
LEGEND = "→ points to a row of another table · ? may be empty · lines: between the main tables"

MAIN = "An event, its rounds and its results"
# The main tables in columns: a line goes from a column to the one left of it.
MAIN_COLUMNS = (
    ("Tournament", "Player"),
    ("Round", "Entry", "Team", "Standings"),
    ("Table", "Seat"),
    ("Result", "GameRecord"),
)
GROUPS = {
    "People, rights and links": ("User", "Appointment", "PersonalLink", "FormerAddress", "Finalist",
                                 "RegistrationSettings", "Registration"),
    "At the desk": ("CheckedIn", "Waiting", "ManualPairing", "PairingChange", "PairingProgress", "Clock",
                    "Wallboard",                    "Penalty", "Confirmation", "Editing", "PossiblePoints"),
    "Players’ reports and games move by move": ("ReportRule", "TableReport", "ReportEvent", "ReportTries",
                                                "LiveGame", "LivePly", "SheetPhoto"),
    "Seasons": ("RatingList", "RatedEvent", "Rating", "Series", "SeriesEvent"),
    "Prizes": ("PrizeRule", "PrizeList", "Prize"),
    "The log": ("LogEntry", "HistoryLine"),
    "Files and other programs": ("PlayerImport", "EventImport", "PrintJob", "ApiToken", "KeptAnswer", "Webhook",
                                 "Delivery", "Mail", "NoMail", "TableMail", "PushDevice", "ReportWish", "Work"),
}  # fmt: skip
OTHER = "Other tables"
COLOURS = ("#1f4e79", "#2e6b3a", "#8a4b08", "#7a2e5d", "#4a3f8f", "#5b5b5b", "#0f6b6b", "#8c2d2d", "#444444")

TYPES = {
    "BigAutoField": "number",
    "BigIntegerField": "number",
    "PositiveBigIntegerField": "number",
    "PositiveIntegerField": "number",
    "PositiveSmallIntegerField": "number",
    "DecimalField": "decimal",
    "BooleanField": "yes or no",
    "DateField": "date",
    "DateTimeField": "time",
    "JSONField": "JSON",
    "ArrayField": "list",
    "BinaryField": "bytes",
    "UUIDField": "UUID",
    "CharField": "text",
    "TextField": "text",
    "SlugField": "text",
}

MARGIN, GUTTER, GAP = 24, 56, 14
HEADER, ROW, CHARACTER = 22, 15, 6.6
COLUMNS = 4

Model = dict[str, list[list[str]]]


@dataclass(frozen=True, slots=True)
class Box:
    """A table as it is drawn: the upper left corner, the size and the rows (field, type)."""

    name: str
    x: int
    y: int
    width: int
    rows: Sequence[Sequence[str]]

    @property
    def height(self) -> int:
        return height(self.rows)

    @property
    def middle(self) -> int:
        """Return the height at which lines arrive: the middle of the header."""
        return self.y + HEADER // 2

    def row(self, number: int) -> int:
        """Return the height of a row's middle, from which a line sets out."""
        return self.y + HEADER + ROW * number + ROW // 2 + 2


def tables() -> Model:
    """Return the fields of each model as `[name, type]`, by the name of the model. Needs Django set up."""
    from django.apps import apps

    return {
        model._meta.object_name: [[field.name, kind(field)] for field in model._meta.concrete_fields]
        for model in sorted(apps.get_app_config(APP).get_models(), key=lambda model: model._meta.object_name)
        if not model._meta.proxy
    }


def kind(field: Any) -> str:
    """Return a field's type in a word, or the table that it points to."""
    if field.is_relation:
        text = f"→ {field.related_model._meta.object_name}"
    else:
        text = TYPES.get(field.get_internal_type(), field.get_internal_type())
    return f"{text} ?" if field.null else text


def drawn(model: Model) -> str:
    """Return the picture of these tables as SVG."""
    parts: list[str] = []
    main = [[name for name in column if name in model] for column in MAIN_COLUMNS]
    bottom, right = _draw_main(model, main, parts)
    groups = {name: [table for table in members if table in model] for name, members in GROUPS.items()}
    grouped = {name for members in [*main, *groups.values()] for name in members}
    groups[OTHER] = sorted(set(model) - grouped)
    for colour, (name, members) in zip(COLOURS[1:], groups.items(), strict=True):
        if members:
            bottom = _draw_group(model, name, members, colour, bottom, right, parts)
    width, height = right + MARGIN, bottom + MARGIN
    shown = escape(json.dumps(model, ensure_ascii=False, separators=(",", ":")))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-labelledby="title" font-family="Arial, Helvetica, sans-serif">',
            f'<title id="title">{TITLE}</title>',
            f"<metadata>{shown}</metadata>",
            '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
            'orient="auto"><path d="M0 0L8 4L0 8z" fill="#1f4e79"/></marker></defs>',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def height(rows: Sequence[Sequence[str]]) -> int:
    return HEADER + ROW * len(rows) + 6


def _width(rows: Sequence[Sequence[str]]) -> int:
    return int(max(len(name) + len(text) for name, text in rows) * CHARACTER) + 36


def _heading(text: str, colour: str, y: int) -> str:
    return f'<text x="{MARGIN}" y="{y}" font-size="16" font-weight="700" fill="{colour}">{escape(text)}</text>'


def _draw_main(model: Model, columns: Sequence[Sequence[str]], parts: list[str]) -> tuple[int, int]:
    """Draw the main tables with their lines; return where they end below and at the right."""
    parts.append(f'<text x="{MARGIN}" y="38" font-size="22" font-weight="700" fill="#1a1a1a">{escape(TITLE)}</text>')
    parts.append(f'<text x="{MARGIN}" y="58" font-size="12" fill="#444444">{escape(LEGEND)}</text>')
    parts.append(_heading(MAIN, COLOURS[0], 88))
    boxes: dict[str, Box] = {}
    x, bottom = MARGIN + GUTTER // 2, 0
    for column in columns:
        width = max((_width(model[name]) for name in column), default=0)
        y = 104
        for name in column:
            boxes[name] = Box(name, x, y, width, model[name])
            y += boxes[name].height + GAP * 2
        bottom = max(bottom, y)
        x += width + GUTTER
    place = {name: number for number, column in enumerate(columns) for name in column}
    lanes: dict[tuple[int, str], int] = {}
    for name, box in boxes.items():
        for number, (_, text) in enumerate(box.rows):
            target = boxes.get(text.removeprefix("→ ").removesuffix(" ?"))
            if not text.startswith("→") or target is None or target is box:
                continue
            if place[name] - place[target.name] not in (0, 1):
                continue
            used = sum(gutter == place[name] for gutter, _ in lanes)
            lane = box.x - 10 - 9 * lanes.setdefault((place[name], target.name), used)
            start, end = box.row(number), target.middle
            edge = target.x if place[name] == place[target.name] else target.x + target.width
            parts.append(
                f'<path d="M{box.x} {start}H{lane}V{end}H{edge}" fill="none" stroke="{COLOURS[0]}" '
                'stroke-width="1.2" marker-end="url(#arrow)"/>'
            )
    parts.extend(_box(box, COLOURS[0]) for box in boxes.values())
    return bottom, x - GUTTER


def _draw_group(
    model: Model, name: str, members: Sequence[str], colour: str, top: int, right: int, parts: list[str]
) -> int:
    """Draw a group below `top`, each table in the column that is shortest so far; return where it ends."""
    parts.append(f'<path d="M{MARGIN} {top + 8}H{right}" stroke="#d0d0d0"/>')
    parts.append(_heading(name, colour, top + 34))
    width = (right - MARGIN - GAP * (COLUMNS - 1)) // COLUMNS
    depths = [top + 48] * COLUMNS
    for table in members:
        column = depths.index(min(depths))
        box = Box(table, MARGIN + column * (width + GAP), depths[column], width, model[table])
        depths[column] += box.height + GAP
        parts.append(_box(box, colour))
    return max(depths)


def _box(box: Box, colour: str) -> str:
    lines = [
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="4" fill="#fbfbf8" '
        f'stroke="{colour}"/>',
        f'<path d="M{box.x} {box.y + HEADER}V{box.y + 4}q0 -4 4 -4H{box.x + box.width - 4}q4 0 4 4V{box.y + HEADER}z" '
        f'fill="{colour}"/>',
        f'<text x="{box.x + 8}" y="{box.y + 16}" font-size="13" font-weight="700" fill="#ffffff">{box.name}</text>',
    ]
    for number, (name, text) in enumerate(box.rows):
        y = box.row(number) + 4
        ink = colour if text.startswith("→") else "#6a6a6a"
        lines.append(f'<text x="{box.x + 8}" y="{y}" font-size="11" fill="#1a1a1a">{escape(name)}</text>')
        lines.append(
            f'<text x="{box.x + box.width - 8}" y="{y}" font-size="11" text-anchor="end" fill="{ink}">'
            f"{escape(text)}</text>"
        )
    return "\n".join(lines)


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    PICTURE.write_text(drawn(tables()), encoding="utf-8")
    print(f"{PICTURE} shows {len(tables())} tables.")


if __name__ == "__main__":
    main()
