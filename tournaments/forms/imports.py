from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminFileFieldWidget


class UploadForm(forms.Form):
    """A club's list of players."""

    file = forms.FileField(
        label=_("List of players"),
        help_text=_(
            "A CSV file with a heading: Name, and if you have them Rating, Club, Birth year, Fixed table, Team, "
            "Board. Semicolons, commas or tabs; English, Dutch, German or Afrikaans headings."
        ),
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".csv,.txt,.tsv,text/csv"}),
        error_messages={"empty": _("The file is empty."), "required": _("Choose a file first.")},
    )


class RecordForm(forms.Form):
    """A game record, pasted or as a file."""

    text = forms.CharField(label=_("Paste the record"), required=False, strip=False, widget=forms.Textarea)
    file = forms.FileField(
        label=_("or choose its file"),
        required=False,
        widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".json"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("text") or ""
        if file is not None and text.strip():
            raise ValidationError(now("Paste a record or choose a file, not both."))
        cleaned["content"] = file.read() if file is not None else text.encode("utf-8", "surrogatepass")
        return cleaned
