"""The demonstration town: events of two invented clubs, built one after another by the worker."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.utils import timezone
from PIL import Image, ImageDraw

from tournaments.demo import evenings
from tournaments.demo.evenings import event, fill, play
from tournaments.domain.errors import Refused
from tournaments.jobs.seasons import update_series
from tournaments.models import Club, Demonstration, RegistrationSettings, Series, Tournament, User
from tournaments.selectors.site.demonstration import EVENING
from tournaments.services.entries import registrations
from tournaments.services.events.demonstration import is_held

HOME, GUEST = "de-vier-torens", "pion-en-co"
"""The addresses of the two clubs."""
NEWCOMERS = (
    "Amahle Zulu",
    "Benoît Girard",
    "Carla Mancini",
    "Diederik Visagie",
    "Estrella Campos",
    "Floor Dijkstra",
    "Gisela Neumann",
)
log = logging.getLogger(__name__)
Part = Callable[[Club, Club, Any], None]


def clubs() -> tuple[Club, Club]:
    """Make the two clubs, each with a logo and a colour."""
    return (
        Club.objects.create(
            name="De Vier Torens", slug=HOME, accent="#0b5f5a", logo=_logo("#0b5f5a", 4), demonstration=True
        ),
        Club.objects.create(
            name="Pion & Co", slug=GUEST, accent="#8a3324", logo=_logo("#8a3324", 1), demonstration=True
        ),
    )


def build_next() -> bool:
    """Build the next part of the town that is missing, in one transaction; whether others are missing still.

    A part that cannot be built, as somebody took its address, is left out: nobody is helped by trying for ever.
    """
    with transaction.atomic():
        if is_held():
            return False
        state = Demonstration.objects.first()
        found = {club.slug: club for club in Club.objects.filter(demonstration=True)}
        if state is None or not state.missing:
            return False
        if len(found) == 2:
            by = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
            try:
                with transaction.atomic():
                    PARTS[-state.missing](found[HOME], found[GUEST], by)
            except (IntegrityError, PermissionDenied, Refused):
                log.warning("A part of the demonstration is left out.", exc_info=True)
        state.missing -= 1
        state.save(update_fields=["missing"])
        return bool(state.missing)


def _live(home: Club, guest: Club, by: Any) -> None:
    if (evening := Tournament.objects.filter(slug=EVENING, club=home).first()) is not None:
        evenings.begin(evening)


def _finished(home: Club, guest: Club, by: Any) -> None:
    made = event(home, "four-towers-night", "Night of the Four Towers", days=-7, game="quatro-chess", venue="Town hall")
    fill(made, 16, by=by)
    play(made, by=by, whole=3, proven=1)


def _open(home: Club, guest: Club, by: Any) -> None:
    made = event(
        guest, "quarto-cafe", "Quarto café", days=5, game="quarto", venue="Café De Brug", table_size=2,
        system="swiss", rounds_planned=5, places=24, schedule="14:00 Round 1\n17:15 Prizes",
    )  # fmt: skip
    fill(made, 20, by=by, first=8)
    RegistrationSettings.objects.create(
        tournament=made, offered=True, automatic=True, fee="€ 5", fee_note="In cash at the desk, before round 1.",
        closes_at=timezone.now() + timedelta(days=4),
    )  # fmt: skip
    for name in NEWCOMERS:
        registrations.register(
            made.pk, {"name": name, "club": ""}, form_key=f"town {name}", agreed_to="town", language="en"
        )


def _cup(home: Club, guest: Club, by: Any) -> None:
    made = event(
        home, "harbour-cup", "Harbour Cup", days=0, game="quatro-chess", venue="Harbour house", system="knockout"
    )
    fill(made, 16, by=by, first=4)
    play(made, by=by, whole=1, tables=1)


def _swiss(home: Club, guest: Club, by: Any) -> None:
    made = event(
        guest, "vierhoven-open", "Vierhoven Open", days=0, game="quarto", venue="Town hall", table_size=2,
        system="swiss", rounds_planned=7,
    )  # fmt: skip
    fill(made, 40, by=by)
    play(made, by=by, whole=5, tables=12)


def _riichi(home: Club, guest: Club, by: Any) -> None:
    made = event(guest, "riichi-winter", "Riichi winter meeting", days=0, game="riichi", venue="Tea house Kiku")
    fill(made, 16, by=by, first=20)
    play(made, by=by, whole=1, tables=1)


def _evening(number: int, game: str) -> Part:
    def build(home: Club, guest: Club, by: Any) -> None:
        size = 2 if game == "quarto" else 4
        made = event(
            home, f"winter-league-{number}", f"Winter league, evening {number}", days=7 * number - 29, game=game,
            venue="Club room", table_size=size, system="swiss" if size == 2 else "tables",
        )  # fmt: skip
        fill(made, 16, by=by, first=2 * number)
        play(made, by=by, whole=3, proven=1)
        season, _made = Series.objects.get_or_create(
            slug="winter-league", club=home,
            defaults={"name": "Winter league", "value": "places", "places": "10 8 6 5 4 3 2 1", "published": True},
        )  # fmt: skip
        season.events.get_or_create(tournament=Tournament.objects.get(pk=made.pk))
        update_series(season.pk)

    return build


def _logo(colour: str, towers: int) -> bytes:
    """Draw a shield with so many towers."""
    picture = Image.new("RGBA", (160, 160))
    draw = ImageDraw.Draw(picture)
    draw.polygon([(16, 12), (144, 12), (144, 84), (80, 152), (16, 84)], fill=colour)
    width = 80 // towers
    for at in range(towers):
        left = 40 + at * width
        draw.rectangle((left, 40, left + width - 4, 92), fill="white")
        draw.rectangle((left - 2, 32, left + width - 2, 44), fill="white")
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


PARTS: tuple[Part, ...] = (
    _live,
    _finished,
    _swiss,
    _cup,
    _open,
    _riichi,
    _evening(1, "quaro"),
    _evening(2, "kwartet"),
    _evening(3, "quarto"),
)
"""The parts of the town in their order, behind the evening that stands from the beginning."""
