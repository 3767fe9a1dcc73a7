"""Names that try to be more than names, in everything that the program writes."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from django.db import transaction
from django.urls import reverse

from games.core.notices import plain
from tests.tournaments.declared import DECLARED
from tests.tournaments.printing.test_documents import pdf, words
from tests.tournaments.public.build import event
from tests.tournaments.test_every_url import address, boss, hall  # noqa: F401
from tournaments.imports.readers.lines import FORMULA_STARTS
from tournaments.models import ApiToken, Entry, Player, RatingList, Series, Team, Tournament, User, Webhook
from tournaments.web import hall_cache

pytestmark = pytest.mark.django_db
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


def test_hostile_words_are_text_on_every_page_and_in_no_header(client, boss, hostile):  # noqa: F811
    """A file's name is made of the tournament's address, which holds letters, digits, - and _ alone."""
    client.force_login(boss)
    wrong, shown, files = [], 0, 0
    for route, declared in DECLARED.items():
        url = address(route, hostile)
        with transaction.atomic():
            answer = client.get(url, declared.data if declared.method == "get" else {})
            transaction.set_rollback(True)
        kind, body = answer.headers.get("Content-Type", ""), answer.content
        # readiness says 503 where no worker runs
        assert answer.status_code < 500 or route == "health/ready", url
        if kind.startswith("text/html"):
            reader = Reader()
            reader.feed(body.decode())
            wrong += [f"{url}: {what}" for what in set(reader.wrong)]
            shown += HOSTILE in " ".join(reader.texts)
        elif "json" in kind:
            json.loads(body)
        elif "xml" in kind:
            wrong += [url for node in ElementTree.fromstring(body).iter() if "vtx" in node.tag]
        elif kind.startswith("text/calendar"):
            lines = body.decode().replace("\r\n ", "").split("\r\n")
            wrong += [f"{url}: {line}" for line in lines if line and not re.match(r"[A-Z-]+[;:]", line)]
        if said := answer.headers.get("Content-Disposition", ""):
            files += 1
            assert re.fullmatch(r'(attachment|inline); filename="?[-\w.]+"?', said), (url, said)
        wrong += [f"{url}: {name}" for name, value in answer.headers.items() if "vtx" in value and name != "Location"]
    assert not wrong, "\n".join(wrong)
    assert shown > 25 and files >= 5  # they were there to be seen
    evil = {"name": "x", "slug": 'x"\r\nSet-Cookie: a=b', "starts": "2026-11-27"}
    answer = client.post("/api/v1/tournaments/", evil, content_type="application/json")
    assert answer.status_code in (400, 403) and "Set-Cookie" not in answer.headers
    assert reverse("tournament", args=["plain"]) == "/t/plain/"


def test_what_is_encoded_twice_stays_encoded_once(client, hostile):
    page = client.get(f"/t/{hostile['slug']}/find/?q=%253Cvtx%253E").content.decode()
    assert "<vtx>" not in page and "&lt;vtx&gt;" not in re.sub(r"&amp;lt;vtx&amp;gt;|&lt;vtx onload", "", page).replace(
        html.escape(HOSTILE), ""
    )
    assert "%3Cvtx%3E" in page


def test_hostile_words_are_text_in_pdf():
    """Drawn as letters: an element of the drawing library would fetch a file or an address."""
    trick = '<img src="file:///etc/passwd"/><b>fat</b>'
    made = event("pdf", [trick, "B", "C", "D"], rounds=1, venue=trick)
    for what in ("by-table", "by-name", "standings", "cards", "report"):
        reader = pdf(made, what)
        text = words(reader).replace(" ", "")
        assert "<imgsrc=" in text, what
        raw = b"".join(page.get_contents().get_data() for page in reader.pages)
        assert b"root:" not in raw
        assert not any("/Annots" in page and "file:" in str(page["/Annots"]) for page in reader.pages)


@pytest.mark.parametrize("start", FORMULA_STARTS)
def test_no_list_that_goes_out_calculates(client, boss, hall, start):  # noqa: F811
    """Players' names in every list: of players, results, links, teams and standings."""
    client.force_login(boss)
    evening = Tournament.objects.get(pk=hall["pk"])
    formula = f'{start}HYPERLINK("http://evil.example";"Results")'
    for entry in Entry.objects.filter(tournament=evening).select_related("player"):
        Player.objects.filter(pk=entry.player_id).update(name=f"{formula} {entry.number}", club=formula)
    Team.objects.update(name=formula)
    lists = [f"lists/{kind}.csv" for kind in ("players", "results", "teams", "standings")] + ["links/csv/"]
    seen = 0
    for name in lists:
        answer = client.get(f"/admin/tournaments/tournament/{evening.pk}/desk/{name}")
        if answer.status_code != 200:
            continue
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
        cells = [cell for row in rows for cell in row]
        seen += any("HYPERLINK" in cell for cell in cells)
        assert not [cell for cell in cells if cell.startswith(FORMULA_STARTS)], name
    assert seen >= 3
    rated = client.get(f"/ratings/{RatingList.objects.get().slug}/ratings.csv").content.decode("utf-8-sig")
    assert not [cell for row in csv.reader(io.StringIO(rated)) for cell in row if cell.startswith(FORMULA_STARTS)]
