"""An evening at which players enter themselves, and what one of them sends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.utils import timezone

from tests.tournaments import make
from tournaments.models import Registration, RegistrationSettings, Tournament
from tournaments.services.entries import registrations
from tournaments.views.player import registrations as pages

AGREED = "I agree."


def offered(players: int = 0, fields: dict[str, Any] | None = None, **settings: Any) -> Tournament:
    """Make a planned evening with so many entries, whose form takes more."""
    made = make.duel(players, starts=timezone.localdate() + timedelta(days=7), **(fields or {}))
    RegistrationSettings.objects.create(tournament=made, offered=True, **settings)
    return made


def typed(slug: str, **fields: str) -> dict[str, str]:
    """Return what a page sends whose form was filled in for a while."""
    signer = signing.TimestampSigner(salt=f"viertal.registration-form.{slug}")
    key = pages.form_key(slug)
    value = key.rsplit(":", 2)[0]
    before = signing.b62_encode(int(timezone.now().timestamp()) - 30)
    old = f"{value}:{before}"
    return {"key": f"{old}:{signer.signature(old)}", "name": "Zoë Later", "name_shown": "full", "agree": "on", **fields}


def sent(tournament: Tournament, name: str = "Zoë Later", **values: Any) -> Registration:
    """Send an entry by the service."""
    key = f"key {Registration.objects.count()} {name}"[:32]
    return registrations.register(
        tournament.pk, {"name": name, **values}, form_key=key, agreed_to=AGREED, language="en"
    )


@pytest.fixture
def evening() -> Tournament:
    """An evening that takes entries, with nobody entered yet."""
    return offered()


@pytest.fixture(autouse=True)
def _full_buckets() -> None:
    pages.buckets.clear()


Typed = Callable[..., dict[str, str]]
