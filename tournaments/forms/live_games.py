"""The form of a game's chance setup, as a helper types it: the hands, and the rest in the pot."""

from __future__ import annotations

import json
import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

DEALT = {"kwartet": "pot", "quaro": ""}
"""The games that deal hands, and the name of what is left over."""


class SetupForm(forms.Form):
    """One field a hand where the game deals; else nothing, or the setup as JSON for a game that is not known here."""

    def __init__(self, game: str, seats: list[str], *args: Any, needed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        self.seats = seats
        if game in DEALT:
            for position, name in enumerate(seats, 1):
                self.fields[f"hand{position}"] = forms.CharField(label=name, max_length=400)
            if DEALT[game] and len(seats) == 2:
                self.fields["pot"] = forms.CharField(label=_("Pot, in the order of drawing"), max_length=400)
        elif needed:
            self.fields["setup"] = forms.CharField(label=_("Setup (JSON)"), max_length=20_000, initial="{}")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        cleaned["value"] = self._value(cleaned)
        return cleaned

    def _value(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        hands = [cleaned.get(f"hand{position}", "") for position in range(1, len(self.seats) + 1)]
        if self.game == "quaro":
            return {"hands": [re.sub(r"[\s,;]+", "", hand).upper() for hand in hands]}
        if self.game == "kwartet":
            dealt = [_cards(hand) for hand in hands]
            pot = _cards(cleaned.get("pot", ""))
            count = sum(map(len, dealt)) + len(pot)
            if count % 4:
                raise ValidationError(
                    _("There are %(count)d cards here, but a deck of quartets has four for each letter.")
                    % {"count": count}
                )
            return {"quartets": count // 4, "hands": dealt, **({"pot": pot} if pot else {})}
        if "setup" in cleaned:
            try:
                value = json.loads(cleaned["setup"])
            except (ValueError, RecursionError):
                raise ValidationError(_("The setup is not JSON.")) from None
            if isinstance(value, dict):
                return value
            raise ValidationError(_("The setup must be a JSON object."))
        return {}


def _cards(text: str) -> list[str]:
    """Split ``"A1 a3,C2"`` into cards; a word that is no card is left to the engine to refuse."""
    return [word.upper() for word in re.split(r"[\s,;]+", text) if word]
