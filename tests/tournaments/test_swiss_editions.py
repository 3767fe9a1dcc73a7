"""Which edition of the Swiss rules a tournament is paired by."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps

from tests.tournaments import make
from tournaments.models import Tournament
from tournaments.selectors.events import event_of

pytestmark = pytest.mark.django_db


def test_what_began_before_keeps_the_rules_it_began_with():
    def swiss(**fields):
        made = make.tournament(8, game="quarto", system="swiss", table_size=2, rounds_planned=5)
        Tournament.objects.filter(pk=made.pk).update(**fields)
        return made

    planned = swiss(state="planned")
    begun = swiss(state="running", pairing_options={"initial_colour": "black"})
    finished = swiss(state="finished")
    chosen = swiss(state="running", pairing_options={"edition": "2026"})
    other = swiss(state="running", system="berger")
    migration = import_module("tournaments.migrations.0019_swiss_editions")
    migration.keep_the_edition_it_began_with(apps, None)
    assert dict(Tournament.objects.values_list("pk", "pairing_options")) == {
        planned.pk: {},
        begun.pk: {"initial_colour": "black", "edition": "2018"},
        finished.pk: {"edition": "2018"},
        chosen.pk: {"edition": "2026"},
        other.pk: {},
    }
    assert event_of(Tournament.objects.get(pk=begun.pk)).pairing["edition"] == "2018"
