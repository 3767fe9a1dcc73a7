"""The head of every page of a tournament: its style, the card that a link brings along, its feed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.public.build import event
from tests.tournaments.public.full import full
from tests.tournaments.public.reading import Page
from tournaments import urls

pytestmark = pytest.mark.django_db

TEMPLATES = Path(__file__).parents[4] / "templates"
APART = {
    "standings_card", "table_card",
    "board", "widget", "card", "feed", "rounds_calendar", "table_diagram", "table_picture", "table_moves",
    "record_download", "table_options", "table_analysis", "table_embed", "game_text", "games_text",
    "enter", "registration_code", "consent", "tell", "tell_devices", "tell_worker", "glass", "hand",
    "manifest", "manifest_mine", "manifest_personal",
}  # fmt: skip
"""What is no page of the site's frame: the wall, what is embedded elsewhere, pictures and files; and the forms with
which players enter themselves or ask to be told, which nothing may renew while somebody types."""


def routes():
    """The names of all addresses of a public tournament, with the arguments that they take."""
    for pattern in urls.urlpatterns:
        for one in [pattern, *getattr(pattern, "url_patterns", [])]:
            route = str(pattern.pattern) + (str(one.pattern) if one is not pattern else "")
            if route.startswith("t/<slug:slug>/") and getattr(one, "name", None):
                yield one.name, re.findall(r"<\w+:(\w+)>", route)


def test_every_page_of_a_tournament_has_style_card_and_feed(client: Client):
    made = full("full")
    event("cup", 8, rounds=1, size=2, system="knockout")
    arguments = {
        "slug": "full",
        "number": 3,
        "table": 4,
        "ply": 2,
        "after": 2,
        "other": 2,
        "top": 8,
        "sheet": 1,
        "team_id": made.teams.first().pk,
        "token": made.entries.first().personal_link.token,
    }
    seen = set()
    cards: dict[str, str] = {}
    for name, wanted in routes():
        if name in APART or name == "table_seat":
            continue
        slug = "cup" if name == "bracket" else "full"
        answer = client.get(reverse(name, kwargs={key: arguments[key] for key in wanted} | {"slug": slug}))
        assert answer.status_code == 200, name
        html = answer.content.decode()
        tags = Page(html).tags
        links = [(at.get("rel"), at.get("type"), at.get("href") or "") for tag, at in tags if tag == "link"]
        assert any(rel == "stylesheet" and "evening" in href for rel, _type, href in links), name
        feed = reverse("feed", args=[slug])
        assert ("alternate", "application/atom+xml", feed) in links, name
        metas = {at.get("property"): at.get("content") for tag, at in tags if tag == "meta"}
        assert metas.get("og:image", "").endswith("/card.png"), name
        card = client.get(metas["og:image"].removeprefix("http://testserver"))
        assert card.status_code == 200 and card["Content-Type"] == "image/png", name
        cards[name] = metas["og:image"]
        seen.add(name)
    assert len(seen) >= 18
    own = {name: cards[name].removeprefix("http://testserver/t/full/") for name in ("tournament", "standings", "table")}
    assert own == {"tournament": "card.png", "standings": "standings/card.png", "table": "rounds/3/tables/4/card.png"}


def test_no_page_can_lose_the_head_of_its_frame():
    """A page adds to ``more_head``; only a frame fills ``head``."""
    fills = {
        path.name
        for path in (TEMPLATES / "tournaments").rglob("*.html")
        if "{% block head %}" in path.read_text("utf-8")
    }
    assert fills == {"tournament_base.html"}


def test_a_page_that_is_open_before_round_1_has_the_style_of_many_tables(client: Client):
    """A live page changes in place: its head stays as it was."""
    event("waiting", 36, rounds=0)
    event("playing", 36, rounds=1)
    before, after = (client.get(f"/t/{slug}/").content.decode() for slug in ("waiting", "playing"))
    assert 'class="rows' in after and 'class="rows' not in before
    styles = [re.findall(r'<link rel="stylesheet" href="([^"]+)"', html) for html in (before, after)]
    assert styles[0] == styles[1]
