"""A tournament's setting is declared once: its column and one line; forms, club, presets, API and answers follow."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from tests.support.stack import CHECKOUT
from tests.tournaments import make
from tournaments.domain.errors import Refused
from tournaments.forms.presets import PresetForm
from tournaments.models import settings as declared
from tournaments.services.events import tournaments
from tournaments.services.events.presets import PRESETS

DECLARATION = CHECKOUT / "tournaments" / "models" / "settings.py"
OWN_WORDS = ("two_person", "names_shown", "half_byes_not_last", "directions", "thanks")
"""Names of settings that mean nothing else in the program."""
ADDED = """
import importlib.machinery as machinery, json
read = machinery.SourceFileLoader.get_code

def get_code(self, name):
    if name != "tournaments.models.settings":
        return read(self, name)
    text = self.get_source(name)
    column = 'places = models.PositiveSmallIntegerField('
    text = text.replace(column, 'seats_kept = models.BooleanField("seats kept", default=False)\\n    ' + column, 1)
    line = 'Setting("places"'
    added = 'Setting("seats_kept", "desk", preset=True, club=True, finals=True, about="Seats are kept.")'
    return compile(text.replace(line, added + ",\\n    " + line, 1), self.path, "exec")

machinery.SourceFileLoader.get_code = get_code
import django
django.setup()
from django.contrib import admin
from django.contrib.admin.utils import flatten_fieldsets
from tournaments.api.desk.presets import PresetIn
from tournaments.api.desk.tournaments import SettingsIn, SettingsOut
from tournaments.api.public.meta import openapi
from tournaments.forms.clubs import ClubForm
from tournaments.forms.season import SeasonForm
from tournaments.forms.tournament import TournamentForm, fieldsets
from tournaments.models import Club, Tournament
from tournaments.models.settings import names_of
shapes = json.loads(openapi())["components"]["schemas"]
print(json.dumps({door: "seats_kept" in names for door, names in {
    "column": [column.name for column in Tournament._meta.fields],
    "form": TournamentForm.base_fields,
    "part of the form": flatten_fieldsets(fieldsets()),
    "preset": SeasonForm.base_fields,
    "club": ClubForm.base_fields,
    "part of the club's form": flatten_fieldsets(admin.site._registry[Club].fieldsets),
    "sent": SettingsIn().fields,
    "sent of a preset": PresetIn().fields,
    "answered": SettingsOut.known,
    "described": [n for n, about in shapes["SettingsOut"]["properties"].items() if "description" in about],
    "kept": names_of(),
    "finals": names_of("finals"),
}.items()}))
"""


def named(path: Path) -> set[str]:
    """Return the settings that a file names, in any way but by reading them of a tournament."""
    found: set[str | None] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=str(name)) | ast.keyword(arg=name) | ast.Name(id=name):
                found.add(name)
    return {name for name in OWN_WORDS if name in found}


def test_a_setting_is_named_where_it_is_declared_and_elsewhere_only_read() -> None:
    files = [path for path in (CHECKOUT / "tournaments").rglob("*.py") if "migrations" not in path.parts]
    assert named(DECLARATION) == set(OWN_WORDS)
    again = {str(path.relative_to(CHECKOUT)): names for path in files if path != DECLARATION and (names := named(path))}
    assert again == {
        "tournaments/selectors/standings/groups.py": {"names_shown"},  # of the rows of a query
        "tournaments/services/rounds/finals.py": {
            "names_shown"
        },  # the strictest of the groups', which no copy would be
    }
    assert sum("two_person" in path.read_text(encoding="utf-8") for path in files) <= 5


def test_a_column_and_a_line_more_appear_at_every_door(tmp_path: Path) -> None:
    environment = os.environ | {"VIERTAL_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    answer = subprocess.run(
        [sys.executable, "-c", ADDED], cwd=CHECKOUT, env=environment, capture_output=True, text=True
    )
    assert answer.returncode == 0, answer.stderr
    doors = json.loads(answer.stdout)
    assert len(doors) == 12 and all(doors.values()), doors


@pytest.mark.django_db
def test_a_setting_that_is_fixed_stays_once_round_1_is_paired(
    boss: Any, desk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    fixed = tuple(replace(setting, fixed=setting.name == "check_in") for setting in declared.SETTINGS)
    monkeypatch.setattr(declared, "SETTINGS", fixed)
    event = make.duel(4, rounds_planned=2)
    tournaments.change(event.pk, {"check_in": True}, by=boss)
    tournaments.change(event.pk, {"check_in": False}, by=boss)
    make.published(event, boss)
    tournaments.change(event.pk, {"check_in": False, "thanks": "To all"}, by=boss)
    with pytest.raises(Refused, match="can no longer be changed"):
        tournaments.change(event.pk, {"check_in": True}, by=boss)
    page = desk.get(reverse("admin:tournaments_tournament_change", args=[event.pk]))
    fields = page.context["adminform"].form.fields
    assert fields["check_in"].disabled and not fields["thanks"].disabled


def test_a_preset_takes_what_the_settings_take() -> None:
    form = PresetForm(PRESETS["weekend-swiss"], {"venue": "\u200b", "places": "30000"})
    assert "venue" in form.errors and "places" not in form.errors
    assert "places" in PresetForm(PRESETS["weekend-swiss"], {"places": "1"}).errors
