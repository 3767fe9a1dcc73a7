"""The settings of a tournament: the page, what its form sends, and what is stored."""

from __future__ import annotations

from datetime import timedelta

from django.urls import reverse
from django.utils import timezone

from tests.tournaments import make
from tournaments.models import Tournament


def far():
    return timezone.localdate() - timedelta(days=2000)


def change(event):
    return reverse("admin:tournaments_tournament_change", args=[event.pk])


def on_the_form(event, key=""):
    """Return the fields that the form sends of an event, with one thing changed."""
    now = {"published": "on", "scoring_tie_breaks": " ".join(event.scoring.get("tie_breaks", []))}
    changed = {
        "rounds": {"rounds_planned": "2"},
        "tie_breaks": {"scoring_tie_breaks": "WIN"},
        "scoring": {"scoring_bye": "1"},
        "date": {"starts": str(far())},
        "address": {"slug": "another"},
        "public": {"published": ""},
        "two_person": {"two_person": "on"},
    }
    return make.settings_of(event, **(now | changed.get(key, {})))


def as_stored(event):
    return {
        name: getattr(Tournament.objects.get(pk=event.pk), name)
        for name in ("rounds_planned", "scoring", "starts", "slug", "published", "two_person", "version")
    }
