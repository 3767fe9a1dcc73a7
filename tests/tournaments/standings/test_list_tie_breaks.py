"""Equal totals at Skat go by games won, then by fewer games lost: tie-breaks by the numbers of a game's list."""

from __future__ import annotations

import html
import io
import json
import re

import pytest
from django.urls import reverse
from django.utils import translation
from pypdf import PdfReader

from scoring.input.reading import event_from
from scoring.standings import order_of
from tests.tournaments import make
from tests.tournaments.events.test_other_games import made_from
from tests.tournaments.worlds import world
from tournaments.forms.points import offered
from tournaments.forms.tournament import TournamentForm
from tournaments.jobs.standings import compute_standings
from tournaments.models import Tournament
from tournaments.selectors.events import public
from tournaments.selectors.papers import lists
from tournaments.selectors.papers.print_scene import Scene
from tournaments.selectors.papers.printed_standings import ranking
from tournaments.selectors.standings.standings import standings_shown
from tournaments.sentences.points import written_for
from tournaments.services import printing
from tournaments.services.results.results import enter

pytestmark = pytest.mark.django_db

LISTS = ("1030 9 1", "950 9 0", "100 2 0", "900 10 0")
"""1430 for the first, second and fourth seat; won 9, 9 and 10, lost 1, 0 and 0."""
ADDED_UP = ["1430", "1430", "230", "1430"]


@world
def evening(boss):
    made = made_from("skat", boss, players=4)
    table = make.published(made, boss).tables.get()
    game = public.games.game_of(made.game, made.options)
    enter(table.pk, by=boss, points=game.listed([make.points(*text.split()) for text in LISTS]))
    compute_standings(made.pk)
    return made


def seated(made: Tournament, position: int) -> int:
    return made.rounds.get().tables.get().seats.get(position=position).entry.number


def test_more_games_won_then_fewer_lost(evening):
    rows = standings_shown(evening, public.shown_rounds(evening.pk)).rows
    assert [row.points for row in rows] == ["1430", "1430", "1430", "230"]
    assert [row.player for row in rows] == [seated(evening, position) for position in (4, 2, 1, 3)]
    assert [dict(row.tie_breaks)["COL2"] for row in rows] == ["10", "9", "9", "2"]


def test_they_are_named_as_the_game_names_its_numbers(client, evening):
    address = f"/t/{evening.slug}/standings/"
    page = html.unescape(client.get(address, headers={"accept-language": "de"}).content.decode())
    assert re.findall(r"<abbr title=\"[^\"]*\">(\w+)</abbr>", page)[:2] == ["Gewonnen", "Verloren"]
    page = html.unescape(client.get(address).content.decode())
    assert "Won: whoever has more ranks higher" in page and "Lost: whoever has fewer ranks higher" in page


def test_paper_names_them_likewise(evening):
    scene = Scene(evening, None, "")
    with translation.override("de"), written_for(evening):
        columns, _rows = ranking(scene, standings_shown(evening, scene.rounds), str)
    titles = [column.title for column in columns]
    assert titles[titles.index("Punkte") + 1 :][:2] == ["Gewonnen", "Verloren"]
    assert not any("COL" in title for title in titles)


def test_a_sheet_names_them_likewise(evening):
    with translation.override("de"):
        heading = lists.standings(evening).heading
    assert heading[heading.index("Punkte") + 1 :][:2] == ["Gewonnen", "Verloren"]


def test_a_printed_document_explains_them_by_name(evening, boss):
    job = printing.ask_for_print(
        evening.pk, by=boss, what="standings", number=None, paper="a4", language="de", site="http://x"
    )
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(bytes(job.content))).pages)
    assert "Gewonnen: " in text and "Verloren: " in text and "COL" not in text


def test_the_sums_explain_them(client, evening, words):
    second, third = seated(evening, 2), seated(evening, 1)
    page = words(client.get(reverse("compared", args=[evening.slug, second, third])))
    assert "on Lost: 0 against 1; the lower number ranks higher" in re.sub(r"<[^>]+>", "", page)
    first = seated(evening, 4)
    page = words(client.get(reverse("compared", args=[evening.slug, first, second])))
    assert "on Won: 10 against 9" in re.sub(r"<[^>]+>", "", page)


def test_each_is_named_once_and_no_source_of_our_own_is_cited(client, evening, words):
    address = reverse("why", args=[evening.slug, seated(evening, 4)])
    page = words(client.get(address))
    assert "Won: whoever has more ranks higher" in page and "<b>Won</b> Won" not in page and "Viertal:" not in page


def test_a_list_that_was_a_score_alone_drops_them_and_says_why():
    def order(**table):
        document = {
            "format": "viertal-event/1",
            "game": "skat",
            "pairing": {"system": "tables", "table_size": 4},
            "scoring": {"tie_breaks": ["COL2", "COL3/R"]},
            "players": [{"id": n, "name": f"P{n}"} for n in range(1, 5)],
            "rounds": [{"number": 1, "tables": [{"number": 1, "seats": [1, 2, 3, 4], **table}]}],
        }
        return order_of(event_from(document))[1]

    with_numbers = order(columns=[text.split() for text in LISTS])
    assert with_numbers.codes == ("COL2", "COL3/R") and with_numbers.participants == (4, 2, 1, 3)
    alone = order(game_points=ADDED_UP)
    assert alone.codes == () and set(alone.dropped) == {"COL2", "COL3/R"}
    assert "table 1 of round 1 does not have it" in str(alone.dropped["COL2"])


def test_the_settings_offer_them_where_the_game_has_such_numbers(evening, boss):
    form = TournamentForm(instance=evening)
    data = json.loads(
        form["scoring_tie_breaks"].field.widget.get_context("x", "", None)["widget"]["attrs"]["data-tie-breaks"]
    )
    names = {row["code"]: row["name"] for row in data["offered"]}
    assert [names[f"COL{n}"] for n in (1, 2, 3)] == ["Game points", "Won", "Lost"]
    assert not any(row["code"].startswith("COL") for row in offered())
