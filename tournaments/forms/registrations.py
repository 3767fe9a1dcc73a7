"""The form with which players enter themselves, and the one with which an organiser says how."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.forms.players import RatingField, with_grades
from tournaments.forms.seen_values import SeenForm
from tournaments.models import NameShown, RegistrationSettings
from tournaments.models.fields import visible_text

_ADDRESS = re.compile(r"://|\bwww\.|@|\.(?:com|net|ru|info|top|xyz)\b", re.IGNORECASE)
"""No name has this, and what programs leave in forms has nothing else."""


def _no_address(text: str) -> None:
    if _ADDRESS.search(text):
        raise ValidationError(_("Enter a name without a web or e-mail address."))


class RegistrationForm(forms.Form):
    """A player's own words about themselves; asked for is only what the settings of the tournament want.

    With ``new`` they also agree to what becomes of it. ``website`` is for programs that fill in every field.
    """

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=100,
        validators=[visible_text, _no_address],
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=gettext_lazy("First name and family name, as they stand on the list of players."),
    )
    club = forms.CharField(
        label=gettext_lazy("Club"),
        max_length=100,
        required=False,
        validators=[visible_text, _no_address],
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    rating = RatingField(
        label=gettext_lazy("Rating"),
        min_value=0,
        max_value=4000,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    birth_year = forms.IntegerField(
        label=gettext_lazy("Year of birth"),
        min_value=1900,
        max_value=2100,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "bday-year", "maxlength": "4"}),
    )
    section = forms.ChoiceField(label=gettext_lazy("Section"))
    team = forms.CharField(
        label=gettext_lazy("Team"), max_length=100, required=False, validators=[visible_text, _no_address]
    )
    partner = forms.CharField(
        label=gettext_lazy("Wished partner"),
        max_length=100,
        required=False,
        validators=[visible_text],
        help_text=gettext_lazy("The organiser tries to seat you together."),
    )
    email = forms.EmailField(
        label=gettext_lazy("E-mail"),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=gettext_lazy("Read by the organisers only. Needed if they are to reach you."),
    )
    remark = forms.CharField(
        label=gettext_lazy("Remark"),
        max_length=300,
        required=False,
        validators=[visible_text],
        help_text=gettext_lazy("Such as “I come after round 1”. Read by the organisers only."),
    )
    name_shown = forms.ChoiceField(
        label=gettext_lazy("Your name on the web"),
        choices=[
            (NameShown.FULL, gettext_lazy("as usual: in full, of minors first name and initial")),
            (NameShown.INITIAL, gettext_lazy("first name and initial")),
            (NameShown.NUMBER, gettext_lazy("pairing number only")),
        ],
        widget=forms.RadioSelect,
    )
    minor = forms.BooleanField(required=False)
    parent = forms.CharField(
        label=gettext_lazy("Name of the parent or guardian"), max_length=100, required=False, validators=[visible_text]
    )
    agree = forms.BooleanField(
        label=gettext_lazy("I agree that the organiser uses these data for this tournament."),
        error_messages={
            "required": gettext_lazy("Tick that you agree. Without it the organiser may not use your data.")
        },
    )
    website = forms.CharField(
        label=gettext_lazy("Leave this field empty"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "tabindex": "-1"}),
    )

    def __init__(self, settings: RegistrationSettings, *args: Any, new: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.settings = settings
        for name in ("club", "rating", "team", "partner", "birth_year"):
            if not getattr(settings, f"asks_{name}"):
                del self.fields[name]
        if "rating" in self.fields:
            with_grades(self, settings.tournament)
        if "birth_year" in self.fields:
            self.fields["birth_year"].help_text = settings.birth_year_reason
        if settings.sections:
            self.fields["section"].choices = [("", "–"), *((name, name) for name in settings.sections)]
        else:
            del self.fields["section"]
        self.fields["minor"].label = _(
            "The player is younger than %(age)d. I am their parent or guardian and enter them."
        ) % {"age": settings.parent_below}
        if not new:
            del self.fields["agree"], self.fields["website"]
        self.initial.setdefault("name_shown", NameShown.FULL)

    def clean_website(self) -> str:
        if self.cleaned_data["website"]:
            raise ValidationError(_("Leave this field empty: it is there to catch programs that send spam."))
        return ""

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        year, age = values.get("birth_year"), self.settings.parent_below
        on = self.settings.tournament.starts
        # in the year of that birthday only they know whether it was
        if year and not values.get("minor") and 0 <= on.year - year < age:
            self.add_error("minor", _("A parent or guardian enters players younger than %(age)d.") % {"age": age})
        if year and year > timezone.localdate().year:
            self.add_error("birth_year", _("This year has not come yet."))
        if values.get("minor") and not values.get("parent"):
            self.add_error("parent", _("Enter the name of the parent or guardian."))
        if not values.get("minor"):
            values["parent"] = ""
        return values

    @property
    def groups(self) -> list[tuple[str, forms.BoundField]]:
        """Return the fields in their order, with the way in which each is shown."""
        ways = {"name_shown": "radios", "minor": "check", "agree": "check", "section": "select", "website": "trap"}
        return [(ways.get(field.name, "text"), field) for field in self]


SETTINGS_GROUPS = (
    (gettext_lazy("Entries"), ("offered", "opens_at", "closes_at", "automatic", "moves_up")),
    (gettext_lazy("Entry fee"), ("fee", "fee_note")),
    (
        gettext_lazy("The form asks for"),
        (
            "asks_club", "asks_rating", "asks_team", "asks_partner", "sections", "asks_birth_year",
            "birth_year_reason",
        ),
    ),
    (gettext_lazy("Data and questions"), ("parent_below", "contact", "notice")),
)  # fmt: skip


class RegistrationSettingsForm(SeenForm, forms.ModelForm):
    """The organiser's settings of the public form. Sections stand one on a line."""

    sections = forms.CharField(
        label=gettext_lazy("Sections to choose from"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("One on a line. Empty: none."),
    )

    class Meta:
        model = RegistrationSettings
        exclude = ("tournament",)
        widgets = {
            "opens_at": forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
            "closes_at": forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
            "notice": forms.Textarea(attrs={"rows": 4}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["sections"] = "\n".join(self.instance.sections)

    @property
    def row(self) -> Any:
        return self.instance.tournament_id

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields under their headings."""
        return [(str(heading), [self[name] for name in names]) for heading, names in SETTINGS_GROUPS]

    def clean_sections(self) -> list[str]:
        names = [line.strip() for line in self.cleaned_data["sections"].splitlines() if line.strip()]
        if any(len(name) > 60 for name in names) or len(names) > 20:
            raise ValidationError(_("At most 20 sections, with names of at most 60 letters."))
        return list(dict.fromkeys(names))
