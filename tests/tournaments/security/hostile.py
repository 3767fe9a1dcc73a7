"""A hall in which every text that people give tries to be more than text, and who finds where it is."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from games.core.notices import plain
from tests.tournaments.test_every_url import hall  # noqa: F401
from tournaments.models import ApiToken, Player, RatingList, Series, Team, Tournament, User, Webhook
from tournaments.web import hall_cache

HOSTILE = "</script></title>\"'><vtx onload=vtx()>{{7*7}}${vtx}`vtx`%3Cvtx%3E&lt;vtx&gt;"
CODE = re.compile(r"^(on|x-|@|:|v-on|hx-)")


OWN_ADDRESSES = ("/", "?", "#", "http://testserver", "mailto:", "https://www.openstreetmap.org/search?query=")
"""How an address begins that is the program's own, whatever somebody typed is in it."""


class Reader(HTMLParser):
    """Finds what a browser would take for markup or code."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "vtx":
            self.wrong.append("an element of its own")
        for name, value in attrs:
            if "vtx" in name:
                self.wrong.append(f"an attribute of its own at {tag}")
            if value and "vtx" in value:
                if CODE.match(name):
                    self.wrong.append(f"code in {name} at {tag}")
                if name in ("href", "src", "action") and not value.startswith(OWN_ADDRESSES):
                    self.wrong.append(f"an address in {name} at {tag}")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture
def hostile(hall, monkeypatch):  # noqa: F811
    """Every text that people give is hostile."""
    monkeypatch.setattr(hall_cache, "HALLS", hall_cache.Halls())
    Tournament.objects.update(name=HOSTILE, venue=HOSTILE, schedule=HOSTILE)
    for number, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=f"{number}{HOSTILE}", club=HOSTILE)
    Team.objects.update(name=HOSTILE)
    User.objects.update(first_name=HOSTILE, last_name=HOSTILE[:100])
    RatingList.objects.update(name=HOSTILE)
    Series.objects.update(name=HOSTILE)
    ApiToken.objects.update(name=HOSTILE)
    Webhook.objects.update(url="https://vtx.example/'\"><vtx>", stopped_because=plain(HOSTILE))
    return hall
