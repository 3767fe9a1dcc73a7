"""The files that are handed in at the desk: lists, with how their lines are put right; reports and records."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminFileFieldWidget

from tournaments.imports.choices import MENDED, Choices
from tournaments.imports.readers.lines import MAX_COLUMNS

ACCEPTED = (
    ".csv,.txt,.tsv,.xlsx,.xls,.ods,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,"
    "application/vnd.ms-excel,application/vnd.oasis.opendocument.spreadsheet"
)
MOST_PASTED = 200_000
Change = Callable[[Choices], Choices]


class ListForm(forms.Form):
    """A list of players, of teams or of results."""

    HELP = {
        "players": _(
            "The list as you have it: Excel (XLSX, XLS), ODS or CSV, with titles and totals if it has them. You see "
            "every line, and can correct it, before anything is saved."
        ),
        "teams": _(
            "The list as you have it: Excel (XLSX, XLS), ODS or CSV, with a team on each line, and a short name if it "
            "has one. You see every line, and can correct it, before anything is saved."
        ),
        "results": _(
            "Excel (XLSX, XLS), ODS or CSV with a table on each line: round, table, points 1, points 2 and so on for "
            "each seat. Numbers and names of the players are compared if they are there. The exported list has this "
            "form: fill in the points and upload it here. You see every line, and can correct it, before anything is "
            "saved."
        ),
    }
    LABELS = {"players": _("List of players"), "teams": _("List of teams"), "results": _("List of results")}

    file = forms.FileField(
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ACCEPTED}),
        error_messages={"empty": _("The file is empty."), "required": _("Choose a file first.")},
    )

    text = forms.CharField(
        label=_("or paste the list, from a spreadsheet or an e-mail"),
        required=False,
        strip=False,
        max_length=MOST_PASTED,
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    def __init__(self, kind: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].required = False
        self.fields["file"].label = self.LABELS[kind]
        self.fields["file"].help_text = self.HELP[kind]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("text") or ""
        if "file" not in self.errors:
            if file is None and not text.strip():
                self.add_error("file", gettext("Choose a file, or paste the list."))
            elif file is not None and text.strip():
                self.add_error("file", gettext("Paste the list or choose a file, not both."))
        if file is None:
            cleaned["content"], cleaned["filename"] = text.encode("utf-8", "replace"), gettext("pasted list")
        return cleaned


class TrfForm(forms.Form):
    """A tournament report file, and what it does not say."""

    file = forms.FileField(
        label=_("Report file"),
        help_text=_("A tournament report file (TRF16 or TRF26) of a tournament with tables of two."),
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".trf,.trf16,.trf26,.trfx,.txt,text/plain"}),
        error_messages={"empty": _("The file is empty."), "required": _("Choose a file first.")},
    )
    game = forms.ChoiceField(label=_("game"))
    system = forms.ChoiceField(
        label=_("pairing system"),
        required=False,
        choices=[("", _("as the file says")), ("swiss", _("Swiss")), ("berger", _("Round robin"))],
    )

    def __init__(self, games: Mapping[str, str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = list(games.items())


class RecordForm(forms.Form):
    """A game record, or moves as people write them, pasted or as a file."""

    text = forms.CharField(
        label=_("Paste the record, or the moves"), required=False, strip=False, widget=forms.Textarea
    )
    file = forms.FileField(
        label=_("or choose its file"),
        required=False,
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".json,.txt,.pgn,.pgn4"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("text") or ""
        if file is not None and text.strip():
            raise ValidationError(gettext("Paste a record or choose a file, not both."))
        cleaned["content"] = file.read() if file is not None else text.encode("utf-8", "surrogatepass")
        return cleaned


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
