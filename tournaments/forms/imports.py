from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class UploadForm(forms.Form):
    """A club's list of players."""

    file = forms.FileField(
        label=_("List of players"),
        help_text=_(
            "A CSV file with a heading: Name, and if you have them Rating, Club, Birth year, Fixed table, Team, "
            "Board. Semicolons, commas or tabs; English, Dutch, German or Afrikaans headings."
        ),
        error_messages={"empty": _("The file is empty."), "required": _("Choose a file first.")},
    )
