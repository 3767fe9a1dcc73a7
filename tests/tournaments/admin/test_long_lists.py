"""The admin's lists cost a row what a row needs: nothing of the page, and nothing of the disk, is made for each."""

from __future__ import annotations

import pkgutil
from typing import Any

import pytest
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.templatetags import unfold_list

from tests.tournaments import make

pytestmark = pytest.mark.django_db
ROWS = 6


@pytest.fixture
def events() -> None:
    for number in range(ROWS):
        make.tournament(2, name=f"Evening {number}", slug=f"evening-{number}")


def test_the_headings_of_a_list_are_made_once_whatever_its_rows(
    signed_in: Any, boss: Any, events: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    labelled: list[str] = []
    label_for_field = unfold_list.label_for_field

    def label(name: str, *given: Any, **more: Any) -> Any:
        labelled.append(name)
        return label_for_field(name, *given, **more)

    monkeypatch.setattr(unfold_list, "label_for_field", label)
    answer: TemplateResponse = signed_in(boss).get(reverse("admin:tournaments_tournament_changelist"))
    shown = answer.content.decode()
    assert shown.count('class="v-desk-link"') == ROWS and shown.count("field-starts ") == ROWS
    assert len(labelled) == len(set(labelled)) > 1


def test_the_names_of_games_are_not_looked_for_on_the_disk_for_each_row(
    signed_in: Any, boss: Any, events: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, address = signed_in(boss), reverse("admin:tournaments_tournament_changelist")
    assert "Quatro Chess" in client.get(address).content.decode()
    monkeypatch.setattr(pkgutil, "iter_modules", lambda *_given: pytest.fail("a folder was read"))
    assert client.get(address).content.decode().count("field-game_name ") == ROWS
