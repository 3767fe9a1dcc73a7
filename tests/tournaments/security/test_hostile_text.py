"""Names that try to be more than names, in what the program writes; on all pages: test_headers.py."""

from __future__ import annotations

import csv
import html
import io
import re

import pytest

from tests.tournaments.printing.test_documents import pdf, words
from tests.tournaments.public.build import event
from tests.tournaments.security.hostile import HOSTILE, hostile  # noqa: F401
from tests.tournaments.test_every_url import boss, hall  # noqa: F401
from tournaments.imports.readers.lines import FORMULA_STARTS
from tournaments.models import Entry, Player, RatingList, Team, Tournament

pytestmark = pytest.mark.django_db


def test_an_address_with_a_line_in_it_makes_no_header(client, boss):  # noqa: F811
    client.force_login(boss)
    evil = {"name": "x", "slug": 'x"\r\nSet-Cookie: a=b', "starts": "2026-11-27"}
    answer = client.post("/api/v1/tournaments/", evil, content_type="application/json")
    assert answer.status_code in (400, 403) and "Set-Cookie" not in answer.headers


def test_what_is_encoded_twice_stays_encoded_once(client, hostile):  # noqa: F811
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
