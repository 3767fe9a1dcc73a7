"""The pictures in the docs and in the handbook: each shows a page as it is, and each is shown."""

from __future__ import annotations

import json
import re

import pytest
from django.db import connection
from django.test import Client

from tests.support.stack import CHECKOUT
from tests.tournaments import make
from tools import handbook_pictures
from tools.screenshots import IMAGES, SHOTS, STILL_THE_SAME, likeness, parts, prepare
from tournaments import demo
from tournaments.web.handbook import FOLDER

PICTURES = {name for name, *_where in SHOTS}


@pytest.mark.django_db
def test_no_picture_shows_a_page_that_is_another_one_by_now(client: Client) -> None:
    boss = make.organiser()
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('tournaments_tournament_id_seq', 1, false)")
    demo.load(by=boss)
    pk = prepare()
    client.force_login(boss)
    recorded = json.loads((IMAGES / "parts.json").read_text(encoding="utf-8"))
    stale = {}
    for name, address, _size, _dark in SHOTS:
        reader = client if address.startswith("admin/") else Client()
        answer = reader.get(f"/{address.format(pk=pk)}", follow=True)
        assert answer.status_code == 200, address
        same = likeness(parts(answer.content.decode()), recorded[name])
        if same < STILL_THE_SAME:
            stale[name] = round(same, 2)
    assert stale == {}, "these pages have changed: python -m tools.screenshots, and look at the pictures"


@pytest.mark.django_db
def test_no_picture_of_the_handbook_shows_a_page_that_is_another_one_by_now(client: Client) -> None:
    boss = make.organiser()
    numbers = handbook_pictures.prepare()
    client.force_login(boss)
    recorded = json.loads(handbook_pictures.RECORDED.read_text(encoding="utf-8"))
    stale = {}
    for shot in handbook_pictures.SHOTS:
        reader = client if shot.desk else Client()
        answer = reader.get(f"/{shot.address.format(**numbers)}", follow=True)
        assert answer.status_code == 200, shot
        same = likeness(parts(answer.content.decode()), recorded[shot.name])
        if same < STILL_THE_SAME:
            stale[shot.name] = round(same, 2)
    assert stale == {}, "these pages have changed: python -m tools.handbook_pictures, and look at the pictures"


def test_the_handbook_has_its_pictures_in_each_language_and_they_are_light() -> None:
    wanted = {
        f"{shot.name}.{language}.webp" if shot.words else f"{shot.name}.webp"
        for shot in handbook_pictures.SHOTS
        for language in {path.suffixes[0][1:] for path in FOLDER.glob("*.md")}
    }
    files = list(handbook_pictures.FOLDER.iterdir())
    assert {file.name for file in files} == wanted
    assert sum(file.stat().st_size for file in files) < 400_000


def test_every_picture_is_there_and_shown() -> None:
    assert {path.stem for path in IMAGES.glob("*.png")} == PICTURES
    texts = [CHECKOUT / "README.md", CHECKOUT / "docs" / "screens.md"]
    shown = {name for path in texts for name in re.findall(r"images/([a-z-]+)\.png", path.read_text(encoding="utf-8"))}
    assert shown == PICTURES


def test_a_page_with_another_part_is_another_page() -> None:
    page = '<main><h1>A</h1><p class="note big">Anna</p><table class=rows></table></main>'
    assert parts(page) == ["<h1>", "<table>", "big", "note", "rows"]
    assert parts(page) == parts(page.replace("Anna", "Bert"))
    assert likeness(parts(page), parts(page.replace("note big", "other card"))) < STILL_THE_SAME
