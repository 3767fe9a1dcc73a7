"""Changes in the preview of a list, from what a page sent to what is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.http import QueryDict

from tournaments.imports.choices import MENDED, Choices
from tournaments.imports.readers.lines import MAX_COLUMNS

Change = Callable[[Choices], Choices]


def change_of(sent: QueryDict) -> tuple[Change | None, int | None]:
    """Return the change that a form asks for, and the line that it is about; None where it asks for nothing."""
    for name, change in (("skip", Choices.without), ("take", Choices.with_line)):
        if (line := _number(sent.get(name))) is not None:
            return _of_line(change, line), line
    if "person" in sent:
        number, _colon, person = sent["person"].partition(":")
        if (line := _number(number)) is not None:
            return (lambda choices: choices.of_person(line, person[:20]).with_line(line)), line
    if (line := _number(sent.get("mend"))) is not None:
        cells = {role: sent[f"cell-{role}"] for role in MENDED if f"cell-{role}" in sent}
        return (lambda choices: choices.mended(line, cells)), line
    if "sheet" in sent or "heading" in sent:
        heading = _number(sent.get("heading"))
        return (lambda choices: choices.of_sheet(sent.get("sheet"), heading)), None
    if sent.get("columns"):
        columns = {at: sent[f"column-{at}"] for at in range(MAX_COLUMNS) if sent.get(f"column-{at}")}
        return (lambda choices: replace(choices, columns=columns, remembered=False)), None
    return None, None


def _of_line(change: Callable[[Choices, int], Choices], line: int) -> Change:
    return lambda choices: change(choices, line)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 9 else None
