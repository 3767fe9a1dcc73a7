"""The form of a person in a register."""

from __future__ import annotations

from django import forms

from tournaments.forms.seen_values import SeenForm
from tournaments.models import Club, Player


class PlayerForm(SeenForm, forms.ModelForm):
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
