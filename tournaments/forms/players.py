"""The forms about players: at the desk, and in a register."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.documents.gamelink import has_grades
from tournaments.forms.seen_values import SeenForm
from tournaments.imports import cells
from tournaments.models import Club, Entry, Player, Seat, Tournament
from tournaments.models.fields import visible_text

OF_AN_ENTRY = ("team", "board", "marks")
"""What a person's form keeps of their place in a tournament."""


class RatingField(forms.IntegerField):
    """A rating as people write it, read as in a list of players: 1600*, ca. 1500, none; ``with_grades``: also 3d."""

    default_error_messages = {
        "invalid": _("Type your rating as one number, such as 1640. No rating: leave the field empty."),
        "min_value": _("A rating is a number from 0 to 4000. No rating: leave the field empty."),
        "max_value": _("A rating is a number from 0 to 4000. No rating: leave the field empty."),
    }
    with_grades = False

    def to_python(self, value: Any) -> int | None:
        text = "" if value is None else str(value).strip()
        if cells.empty(text):
            return None
        rating, _remark = cells.rating(text, with_grades=self.with_grades)
        return super().to_python(text) if rating is None else rating


def with_grades(form: forms.BaseForm, tournament: Tournament) -> None:
    """Let the field ``rating`` of a form take grades, too, where the tournament's game has them."""
    if not has_grades(tournament.game, tournament.options):
        return
    before = form.fields["rating"]
    field = RatingField(label=before.label, min_value=0, max_value=4000, required=False, widget=forms.TextInput())
    field.with_grades = True
    field.widget.attrs["maxlength"] = "12"
    field.help_text = _("A grade (12k, 3d) or a number such as 1640.")
    field.error_messages["invalid"] = _(
        "Type a grade, 30k to 1k or 1d to 7d (no professional one), or a number such as 1640. Neither: leave the field "
        "empty."
    )
    form.fields["rating"] = field


class PlayerForm(forms.Form):
    """A player who is entered by hand."""

    name = forms.CharField(label=_("Name"), max_length=100, validators=[visible_text])
    club = forms.CharField(label=_("Club"), max_length=100, required=False)
    rating = forms.IntegerField(label=_("Rating"), min_value=0, max_value=4000, required=False)
    birth_year = forms.IntegerField(label=_("Born"), min_value=1900, max_value=2100, required=False)
    team = forms.IntegerField(required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        """Make the form's fields. ``tournament``: in some games a grade is a rating, too."""
        super().__init__(*args, **kwargs)
        with_grades(self, tournament)


class ProposalForm(forms.ModelForm):
    """The proposed name, club and year of birth of somebody whom others keep."""

    class Meta:
        model = Player
        fields = ("name", "club", "birth_year")

    def __init__(self, *args: Any, entry: Any, known: bool, **kwargs: Any) -> None:
        """Make the form's fields. ``known``: the year of birth may be read."""
        kept = {"name": entry.player.name, "club": entry.player.club}
        if known:
            kept["birth_year"] = entry.player.birth_year
        super().__init__(*args, initial=kept, prefix="proposed", **kwargs)

    def _post_clean(self) -> None:
        """Check the fields alone: whether such a person is there already is nothing that who proposes is told."""


class PersonForm(SeenForm, forms.ModelForm):
    """A person's details, as the page of their entry shows them."""

    team = forms.ModelChoiceField(queryset=None, required=False, label=_("Team"))
    board = forms.IntegerField(min_value=1, max_value=100, required=False, label=_("Board"))
    marks = forms.CharField(
        label=_("Marks for prizes"),
        max_length=100,
        required=False,
        validators=[visible_text],
        widget=forms.TextInput(attrs={"placeholder": _("guest, student")}),
    )

    class Meta:
        model = Player
        fields = ("name", "club", "rating", "birth_year")

    def __init__(self, *args: Any, entry: Any, known: bool, changeable: bool, **kwargs: Any) -> None:
        """Make the form's fields. ``known``: the year of birth may be read; ``changeable``: more than the rating and
        the place may change."""
        super().__init__(*args, instance=entry.player, **kwargs)
        self.entry = entry
        if not changeable:
            for name in ("name", "club", "birth_year"):
                self.fields[name].disabled = True
            self.fields["rating"].label = _("Rating in this tournament")
            self.initial["rating"] = entry.rating
        with_grades(self, entry.tournament)
        if not known:
            del self.fields["birth_year"]
        self.fields["team"].queryset = entry.tournament.teams.all()
        self.initial |= {"team": entry.team_id, "board": entry.board, "marks": entry.marks}

    @property
    def row(self) -> Any:
        return self.entry.pk

    def log_of(self, name: str) -> tuple[Any, str]:
        return (self.entry, {"team": "team_id"}.get(name, name)) if name in OF_AN_ENTRY else super().log_of(name)


KINDS = (Seat.Bye.HALF, Seat.Bye.FULL, Seat.Bye.ZERO)


class ByeForm(forms.Form):
    """A player's request for a bye."""

    entry = forms.ModelChoiceField(Entry.objects.none(), label=_("Player"))
    round = forms.TypedChoiceField(label=_("Round"), coerce=int)
    kind = forms.ChoiceField(label=_("Bye"))

    def __init__(self, tournament: Tournament, rounds: range, offered: bool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = tournament.entries.filter(left__isnull=True).select_related("player")
        self.fields["entry"].queryset = people.order_by("number")
        self.fields["entry"].label_from_instance = lambda entry: f"{entry.number} {entry.display_name}"
        self.fields["round"].choices = [(number, str(number)) for number in rounds]
        kinds = KINDS if offered else (Seat.Bye.ZERO,)
        self.fields["kind"].choices = [(kind.value, kind.label) for kind in kinds]


class RegisteredPlayerForm(SeenForm, forms.ModelForm):
    """Looks for doubles in the person's register, whether it shows the register or not."""

    only_register: Club | None = None
    """The register of somebody new, where it is not asked for."""

    class Meta:
        model = Player
        fields = ("name", "club", "rating", "birth_year", "name_shown")

    def _post_clean(self) -> None:
        if self.instance.pk is None and "register" not in self.fields and self.only_register is not None:
            self.instance.register = self.only_register
        super()._post_clean()

    def _get_validation_exclusions(self) -> set[str]:
        return set(super()._get_validation_exclusions()) - {"register"}
