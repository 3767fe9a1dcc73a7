"""The rules as they are played here: a page a game, with anchors that error messages point to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils.text import slugify

from games.core import registry
from tests.tournaments import make
from tournaments.domain.locks import bump_version

GAMES = [game.info for game in registry.every()]
WITH_PAGE = [info for info in GAMES if (registry.folder(info.key) / "rules.md").exists()]
FOLDER = Path(__file__).parents[3] / "games"


@pytest.fixture(params=WITH_PAGE, ids=lambda info: info.key)
def info(request):
    return request.param


pytestmark = pytest.mark.django_db


def page(client, key, **asked):
    return client.get(reverse("rules", args=[key]), asked)


@pytest.mark.parametrize("info", GAMES, ids=lambda info: info.key)
def test_every_game_has_its_rules_page(client, info):
    response = page(client, info.key)
    assert response.status_code == 200
    assert info.name in response.content.decode()
    assert not response.cookies


def test_the_options_rules_can_be_pointed_at(client, info):
    text = page(client, info.key).content.decode()
    for option in info.options:
        assert f'id="{slugify(option.rule)}"' in text, option.rule


def test_rules_are_anchors_each_once(client, info):
    anchors = re.findall(rf'id="({info.prefix.lower()}-\d+)"', page(client, info.key).content.decode())
    assert len(anchors) > 15
    assert len(anchors) == len(set(anchors))


def test_diagrams_are_drawn_by_the_engine(client, info):
    text = page(client, info.key).content.decode()
    assert "<figure" in text
    assert "<svg" in text
    assert "viertal-diagram" not in text
    assert "style=" not in text
    assert "<script" not in text


def test_a_game_that_is_not_there_is_not_found(client):
    assert page(client, "backgammon").status_code == 404
    assert page(client, "core").status_code == 404


@pytest.mark.parametrize(
    ("language", "title"), [("nl", "In één minuut"), ("de", "In einer Minute"), ("af", "In een minuut")]
)
def test_the_rules_are_in_the_readers_language(client, info, language, title):
    if not (registry.folder(info.key) / f"rules.{language}.md").exists():
        title, language = "In one minute", "en"
    text = page(client, info.key, lang=language).content.decode()
    assert title in text
    assert f'<html lang="{language}"' in text
    assert 'lang="en"' not in text.partition("<main")[2].partition("</main>")[0].replace('hreflang="en"', "")
    assert text.count('<div class="sketch"><svg') == 4


def test_contents_lead_to_every_part(client, info):
    text = page(client, info.key).content.decode()
    linked = re.findall(r'href="#(part-\d+)"', text)
    assert len(linked) >= 4
    assert linked == re.findall(r'<h2 id="(part-\d+)">', text)


OURS = {
    "": ("*Ours:*", "*Also possible:*"),
    ".nl": ("*Eigen keuze:*", "*Ook mogelijk:*"),
    ".de": ("*Eigene Wahl:*", "*Auch möglich:*"),
    ".af": ("*Eie keuse:*", "*Ook moontlik:*"),
}


@pytest.mark.parametrize("language", sorted(OURS), ids=lambda language: language.removeprefix(".") or "en")
@pytest.mark.parametrize("folder", ["quarto", "quaro", "kwartet", "quatro_chess"])
def test_whatever_is_ours_says_how_else_it_can_be_read(folder, language):
    ours, other = OURS[language]
    text, english = (
        " ".join((FOLDER / folder / f"rules{code}.md").read_text("utf-8").split()) for code in (language, "")
    )
    numbered = re.findall(r"- \*\*(\w+ \d+\.\d+)\*\*(.*?)(?=- \*\*\w+ \d|##|\Z)", text)
    marked = {number: (words.count(ours), words.count(other)) for number, words in numbered}
    assert not [number for number, (mine, theirs) in marked.items() if mine > theirs]
    assert sum(mine for mine, _theirs in marked.values()) >= 4
    assert text.count(ours) == english.count(OURS[""][0]) and text.count(other) == english.count(OURS[""][1])
    # players give no commands
    assert not re.search(r"\bpython\b|\bperft\b|command line", text)


def test_an_event_states_its_own_options_on_top(client):
    event = make.tournament(8, options={"draw_points": "share"})
    text = page(client, "quatro-chess", event=event.slug).content.decode()
    assert f'In this event: <a href="/t/{event.slug}/">{event.name}</a>' in text
    assert "They share the points of the places that are left" in text
    about = client.get(f"/t/{event.slug}/about/").content.decode()
    assert f"/rules/quatro-chess/?event={event.slug}#qc-63" in about
    assert (
        f"/rules/quatro-chess/?lang=nl&amp;event={event.slug}"
        in client.get(f"/t/{event.slug}/?lang=nl").content.decode()
    )


def test_an_event_that_nobody_may_see_says_nothing(client):
    hidden = make.tournament(8, published=False)
    for address in (hidden.slug, "no-such-event", "x" * 300):
        answer = page(client, "quatro-chess", event=address)
        assert answer.status_code == 200
        assert "In this event" not in answer.content.decode()
    shown = make.tournament(8)
    assert "In this event" not in page(client, "quarto", event=shown.slug).content.decode(), "another game's rules"


def test_a_kept_page_is_not_taken_for_the_one_with_new_options(client):
    event = make.tournament(8)
    first = page(client, "quatro-chess", event=event.slug)
    assert first["ETag"] != page(client, "quatro-chess")["ETag"]
    bump_version(event)
    assert first["ETag"] != page(client, "quatro-chess", event=event.slug)["ETag"]
