"""The public pages of ratings and series."""

from __future__ import annotations

import csv
import html
import io
import itertools
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.tournaments import make
from tests.tournaments.seasons.nights import PATHS, evening, every_game, page
from tournaments.jobs import seasons
from tournaments.models import Entry, Player, RatedEvent, Rating, RatingList, Series, SeriesEvent, Tournament
from tournaments.services.seasons import whole
from tournaments.web.standings import charts

pytestmark = pytest.mark.django_db


class TestPages:
    def test_they_show_what_is_public_to_everyone_without_a_cookie(self, client, club_list, cup, people):
        for path in [*PATHS, f"/ratings/club/players/{people[0].pk}/"]:
            answer = client.get(path)
            assert answer.status_code == 200 and not answer.cookies
            assert answer["Cache-Control"] == "no-cache"
            assert "style=" not in answer.content.decode()
            assert page(client, path).headings[0] == 1
            again = client.get(path, headers={"if-none-match": answer["ETag"]})
            assert (again.status_code, again.content) == (304, b"")

    def test_what_is_not_public_is_there_for_organisers_alone(self, client, boss, nights, club_list, cup, people):
        RatingList.objects.update(published=False)
        Series.objects.update(published=False)
        paths = [*PATHS[1:], "/ratings/club/ratings.csv", f"/ratings/club/players/{people[0].pk}/"]
        for user in (None, make.arbiter(nights[0])):
            if user:
                client.force_login(user)
            nothing = client.get("/ratings/none/")
            for path in paths:
                answer = client.get(path)
                assert (answer.status_code, answer.content) == (404, nothing.content)
            text = page(client, "/seasons/").text
            assert "Club" not in text and "Cup" not in text
        client.force_login(boss)
        for path in paths:
            answer = client.get(path)
            assert answer.status_code == 200 and answer["Cache-Control"] == "private, no-store"

    def test_the_list_has_ranks_margins_and_marks_what_is_provisional(self, client, club_list):
        text = page(client, "/ratings/club/").text
        assert text.count("provisional") >= 4
        RatingList.objects.update(provisional_games=3)
        best = Rating.objects.filter(rating_list=club_list).order_by("-mu").first()
        source = client.get("/ratings/club/").content.decode()
        assert f'<tr id="p{best.player_id}"><td>1</td>' in source
        assert f"<td>{whole(best.mu)}</td>" in source
        # a loss has a minus, not a hyphen
        assert re.search(r'<span class="fell">−\d', source) and '<span class="fell">-' not in source

    @every_game
    def test_a_players_page_has_a_step_an_event_and_a_picture(self, client, club_list, people, nights):
        source = client.get(f"/ratings/club/players/{people[0].pk}/").content.decode()
        assert all(night.name in source for night in nights)
        assert 'class="chart run"' in source
        # days as the reader writes them
        picture = source[source.index('class="chart run"') : source.rindex("</svg>")]
        assert f"{nights[0].starts.day} {nights[0].starts:%b}" in picture
        for wrong in (people[4].pk, 0, 10**6, 10**30):
            assert client.get(f"/ratings/club/players/{wrong}/").status_code == 404

    def test_the_export_is_a_table_that_no_spreadsheet_runs(self, client, club_list, people):
        Player.objects.filter(pk=people[0].pk).update(name='=HYPERLINK("http://x")')
        answer = client.get("/ratings/club/ratings.csv")
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
        assert len(rows) == 5 and rows[0][:3] == ["Rank", "Name", "Rating"]
        assert not any(cell.startswith("=") for row in rows for cell in row)

    def test_the_series_strikes_what_does_not_count_and_has_its_pictures(self, client, cup):
        source = client.get("/seasons/cup/").content.decode()
        # in brackets: a 0 that is struck through is read as a letter
        assert "<s>" not in source and source.count('<td class="dropped">') == 4
        dropped = re.findall(r'<td class="dropped">(?:<a [^>]*>)?([^<]+)<', source)
        assert len(dropped) == 4 and all(re.fullmatch(r"\([^()]+\)", one) for one in dropped)
        assert re.findall(r'<th scope="row"><a href="/t/night-\d/players/\d/">', source), "names lead to people"
        assert 'class="chart bars"' in source and 'class="chart bump"' in source
        assert "The 2 best results count." in html.unescape(source)

    def test_a_season_says_in_its_head_what_it_is(self, client, boss, cup):
        source = client.get("/seasons/cup/").content.decode()
        said = f"Cup · Season · {len(cup.events.all())} tournaments"
        assert f'<meta name="description" content="{said}">' in source
        assert '<meta property="og:title" content="Cup">' in source
        assert f'<meta property="og:description" content="{said}">' in source
        assert '/seasons/cup/card.png"' in source
        assert client.get("/seasons/cup/card.png")["Content-Type"] == "image/png"
        Series.objects.update(published=False)
        assert client.get("/seasons/cup/card.png").status_code == 404
        client.force_login(boss)
        assert "og:title" not in client.get("/seasons/cup/").content.decode()

    def test_how_equal_totals_are_ranked_is_one_sentence(self, client, cup):
        assert "If totals are equal: more tournaments won." in page(client, "/seasons/cup/").text
        Series.objects.update(ties="shared")
        said = page(client, "/seasons/cup/").text
        assert "Players with equal totals share the rank." in said and "If totals" not in said

    def test_pages_link_to_one_another(self, client, club_list, cup, people, nights):
        number = Entry.objects.get(tournament=nights[0], player=people[0]).number
        source = client.get("/t/night-0/standings/").content.decode()
        assert "/seasons/cup/" in source and "/ratings/club/" in source
        assert f"/ratings/club/players/{people[0].pk}/" in client.get(f"/t/night-0/players/{number}/").content.decode()
        assert f"/t/night-0/players/{number}/" in client.get("/seasons/cup/").content.decode()
        assert "/t/night-0/" in client.get("/ratings/club/").content.decode()
        RatingList.objects.update(published=False)
        Tournament.objects.filter(pk=nights[0].pk).update(version=10_000)
        assert "/ratings/club/" not in client.get("/t/night-0/standings/").content.decode()

    def test_a_tournament_taken_back_from_the_public_is_not_named(self, client, club_list, cup, nights, people):
        Tournament.objects.filter(pk=nights[0].pk).update(published=False)
        for path in (*PATHS, f"/ratings/club/players/{people[0].pk}/"):
            assert "Night 0" not in client.get(path).content.decode()
            assert "night-0" not in client.get(path).content.decode()

    def test_whatever_is_in_a_name_is_text(self, client, club_list, cup, people):
        Player.objects.filter(pk=people[0].pk).update(name="<script>alert(1)</script>")
        Series.objects.update(name="<b>Cup</b>")
        for path in (*PATHS, f"/ratings/club/players/{people[0].pk}/"):
            source = client.get(path).content.decode()
            assert "<script>alert" not in source and "<b>Cup" not in source

    def test_a_season_says_what_comes_next(self, client, cup):
        def next_line(path="/seasons/cup/"):
            found = re.search(r'class="card up-next">(.*?)</p>', client.get(path).content.decode())
            return found and " ".join(re.sub("<[^>]+>", " ", html.unescape(found[1])).split())

        assert next_line() is None and "next on" not in page(client, "/seasons/").text
        today = timezone.localdate()
        planned = {"schedule": "19:30 Round 1", "venue": "Leiden", "starts": today + timedelta(days=400)}
        for slug, more in (
            ("late", {"starts": today - timedelta(days=1)}),  # put off, or forgotten: nobody is sent to a day gone by
            ("hidden", {"starts": today, "published": False}),
            ("after", {"starts": today + timedelta(days=401)}),
            ("coming", {}),
        ):
            made = make.tournament(4, slug=slug, **planned | {"state": "planned", "name": f"Evening {slug}"} | more)
            SeriesEvent.objects.create(series=cup, tournament=made)
        day = f"{planned['starts']:%a} {planned['starts'].day} {planned['starts']:%B %Y}"
        assert next_line() == f"Next Evening coming {day} , 19:30 · Leiden".replace(" ,", ",")
        assert f"next on {day}" in page(client, "/seasons/").text
        Tournament.objects.filter(slug="after").update(state="running", starts=today)
        assert next_line().startswith("Running now Evening after")

    def test_names_beside_the_bars_are_whole(self, client, cup, people):
        long = "Hans-Joachim Freiherr von Schnitzenbaumer-Weißmüller"
        Player.objects.filter(pk=people[0].pk).update(name=long)
        source = client.get("/seasons/cup/").content.decode()
        picture = source[source.index('class="chart bars"') : source.index('class="chart bump"')]
        assert "…" not in picture
        assert long in " ".join(re.sub("<[^>]+>", " ", picture).replace("- ", "-").split())

    def test_an_empty_season_says_so(self, client):
        RatingList.objects.create(name="New", slug="new", published=True)
        Series.objects.create(name="New", slug="new", published=True)
        assert "There are no ratings yet" in page(client, "/ratings/new/").text
        assert "nothing to add up yet" in page(client, "/seasons/new/").text

    def test_the_number_of_queries_does_not_grow(self, client, boss, people, club_list, cup):
        def counts():
            found = []
            for path in (*PATHS, f"/ratings/club/players/{people[0].pk}/", "/ratings/club/ratings.csv"):
                with CaptureQueriesContext(connection) as captured:
                    client.get(path)
                found.append(len(captured))
            return found

        before = counts()
        more = Player.objects.bulk_create(Player(name=f"More {at}") for at in range(40))
        night = evening(boss, [*people[:4], *more], 7)
        RatedEvent.objects.create(rating_list=club_list, tournament=night)
        SeriesEvent.objects.create(series=cup, tournament=night)
        seasons.update_ratings(club_list.pk)
        seasons.update_series(cup.pk)
        assert counts() == before
        assert max(before) <= 6


def test_names_of_tied_players_stand_apart_and_inside_their_picture():
    names = ["Elżbieta Wiśniewska-Brzęczyszczykiewicz", "Maria de los Ángeles Fernández", "Noor Nowak", "Bert Weiß"]
    lines = [charts.Line(name, [1, 2], look) for look, name in enumerate(names * 2)]
    drawn = charts.bump(["1", "2"], lines, 1, 2, "How the ranks moved")
    written = re.findall(r'<text class=name x="\d+" y="([\d.]+)">(.*?)</text>', drawn)
    tops = [(float(y), float(y) + charts.LINE * text.count("<tspan")) for y, text in written]
    assert len(tops) == 8
    for (_first, last), (below, _end) in itertools.pairwise(tops):
        assert below - last >= charts.LINE + charts.APART - 0.01, "names are further apart than lines of one"
    height = int(re.search(r'height="(\d+)"', drawn)[1])
    assert tops[-1][1] < height and f'y2="{height - 6}"' in drawn
