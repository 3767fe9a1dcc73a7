"""The first page and the list of all tournaments: what they say, how they are searched, and what they cost."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.core.declarations.declared import KEY
from tests.support import pace
from tests.tournaments import make
from tests.tournaments.public.build import event
from tests.tournaments.public.full import full
from tests.tournaments.public.reading import Page
from tournaments.jobs.name_index import read_names
from tournaments.models import Clock, Entry, GameRecord, NameIndex, Player, RatingList, Series, SeriesEvent, Tournament
from tournaments.search import LONGEST_QUERY, Names
from tournaments.selectors.site import listed, listing, site_index
from tournaments.sentences.points import readable

pytestmark = pytest.mark.django_db

MOST_QUERIES = 13
FOUR = ["Anna de Wit", "Bert Smit", "Carla Nowak", "Dirk Jansen"]


def page(client: Client, where: str) -> Page:
    answer = client.get(where)
    assert answer.status_code == 200 and answer["Cache-Control"] == "no-cache" and not answer.cookies, where
    shown = Page(answer.content.decode())
    assert shown.faults == [], where
    return shown


def links(shown: Page) -> list[str]:
    return [str(at["href"]) for tag, at in shown.tags if tag == "a" and at.get("class") == "whole"]


def ago(days: int) -> date:
    return timezone.localdate() - timedelta(days=days)


def series_of(*events: Tournament, **fields: Any) -> Series:
    made = Series.objects.create(**{"name": "Winter league", "slug": "winter", "published": True} | fields)
    SeriesEvent.objects.bulk_create(SeriesEvent(series=made, tournament=one) for one in events)
    return made


class TestTheFirstPage:
    def test_it_says_in_a_sentence_what_this_is(self, client: Client) -> None:
        text = page(client, "/").text
        assert (
            "Tournaments for the games of four" in text
            and "Quarto, Quaro, Kwartet and Quatro Chess: pairings, results" in text
        )

    def test_a_running_tournament_has_its_clock_its_open_tables_and_who_leads(self, client: Client) -> None:
        made = event("on", 16, rounds=2, missing=3, venue="Leiden")
        Clock.objects.create(tournament=made, seconds=600, left_ms=600_000, round=2, started_at=timezone.now())
        shown = page(client, "/")
        first = made.standings.get(after_round=1).body["rows"][0]
        leader = made.entries.get(number=first["player"]).player.name
        assert "Round 2 of 4" in shown.text and "3 of 4 tables playing" in shown.text and "Leiden" in shown.text
        assert f"After round 1: {first['rank']} {leader} {readable(first['points'])}" in shown.text, (
            "the last whole round"
        )
        clocks = [at for _tag, at in shown.tags if "data-clock" in at]
        assert [(at["data-kind"], at["data-left"]) for at in clocks] == [("round", "600000")]
        assert "The round’s time runs until" in shown.text, "without a script as well"

    def test_a_half_played_round_makes_nobody_lead(self, client: Client) -> None:
        made = event("on", 16, rounds=1, missing=1)
        assert "After round" not in page(client, "/").text
        newest = made.standings.get()
        newest.body["tables"] = [4, 4]
        newest.save()
        assert "After round 1:" in page(client, "/").text

    def test_a_leader_who_is_hidden_is_not_named(self, client: Client) -> None:
        made = event("on", ["Anna Geheim", "Bert Geheim", "Carla Geheim", "Dirk Geheim"], rounds=1)
        assert "Geheim" in page(client, "/").text
        Player.objects.update(name_shown="initial", birth_year=2015)
        text = page(client, "/").text
        assert "Geheim" not in text and "Anna G." in text
        Tournament.objects.filter(pk=made.pk).update(names_shown="number")
        assert "Anna" not in page(client, "/").text

    def test_an_empty_site_leads_its_organiser_to_the_first_tournament(self, client: Client, boss: object) -> None:
        shown = page(client, "/")
        assert "Are you the organiser?" in shown.text
        client.force_login(boss)  # type: ignore[arg-type]
        html = client.get("/").content.decode()
        assert "Create the first tournament" in html and f'href="{reverse("admin:tournaments_new")}"' in html
        event("draft", 0, rounds=0, state="planned", published=False)
        html = client.get("/").content.decode()
        assert "Create the first tournament" not in html and "Go to the desk" in html

    def test_evenings_of_a_series_stand_together(self, client: Client) -> None:
        evenings = [event(f"evening{n}", 4, rounds=1, state="finished", starts=ago(7 * n + 1)) for n in range(3)]
        event("other", 4, rounds=1, state="finished", starts=ago(5))
        series_of(*evenings)
        shown = page(client, "/")
        assert "Winter league 3 tournaments · Event evening0" in shown.text
        assert links(shown) == [f"/t/{slug}/" for slug in ("evening0", "evening1", "evening2", "other")]
        Series.objects.update(published=False)
        shown = page(client, "/")
        assert "Winter league" not in shown.text
        assert links(shown) == [f"/t/{slug}/" for slug in ("evening0", "other", "evening1", "evening2")]

    def test_what_is_not_public_is_neither_listed_nor_counted(self, client: Client) -> None:
        shown, hidden = [event(s, 4, rounds=1, state="finished", published=s == "shown") for s in ("shown", "hidden")]
        series_of(shown, hidden)
        for where in ("/", "/tournaments/", "/tournaments/?q=event"):
            text = page(client, where).text
            assert "hidden" not in text and "2 tournaments" not in text and "Event shown" in text

    def test_the_queries_do_not_grow(self, client: Client) -> None:
        def grow(many: int) -> None:
            for n in range(many):
                now = len(Tournament.objects.all())
                event(f"on{now}", 8, rounds=2, missing=1)
                old = [event(f"old{now}-{k}", 8, rounds=1, state="finished", starts=ago(now + k)) for k in range(3)]
                event(f"soon{now}", 4, rounds=0, state="planned", starts=ago(-n - 1))
                series_of(*old[:2], slug=f"series{now}")

        grow(1)
        counts = [self.queries(client, where) for where in ("/", "/tournaments/")]
        grow(5)
        assert [self.queries(client, where) for where in ("/", "/tournaments/")] == counts
        assert max(counts) <= MOST_QUERIES

    @staticmethod
    def queries(client: Client, where: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            page(client, where)
        return len(captured)


class TestTheWholeList:
    def test_every_tournament_is_reached_page_by_page(self, client: Client) -> None:
        Tournament.objects.bulk_create(
            Tournament(
                slug=f"old{n}", name=f"Old {n}", starts=ago(n + 1), game="quarto", system="berger", table_size=2,
                published=True, state="finished",
            )
            for n in range(95)
        )  # fmt: skip
        reached, where = [], "/tournaments/?kind=past"
        while where:
            shown = page(client, where)
            reached += links(shown)
            following = [str(at["href"]) for tag, at in shown.tags if tag == "a" and at.get("rel") == "next"]
            where = f"/tournaments/{following[0]}" if following else ""
        assert reached == [f"/t/old{n}/" for n in range(95)]
        assert "95 tournaments" in shown.text and "Page 4 of 4" in shown.text
        assert "All 95 past tournaments" in page(client, "/").text

    def test_filters_narrow_it_and_say_how_many_there_are(self, client: Client) -> None:
        event("chess", 4, rounds=1, state="finished", starts=date(2025, 3, 1))
        event("duo", 4, rounds=1, size=2, state="finished", starts=date(2024, 3, 1))
        event("now", 4, rounds=1, size=2)
        event("soon", 4, rounds=0, state="planned", starts=ago(-9))
        expected = {
            "?kind=past": ["chess", "duo"],
            "?kind=running": ["now"],
            "?kind=coming": ["soon"],
            "?game=quarto": ["now", "duo"],
            "?kind=past&game=quarto": ["duo"],
            "?year=2025": ["chess"],
            "?game=quarto&year=2025": [],
            "?kind=nonsense&game=x&year=y&page=z": ["soon", "now", "chess", "duo"],
            "?page=9999": ["soon", "now", "chess", "duo"],
        }
        for query, slugs in expected.items():
            assert links(page(client, f"/tournaments/{query}")) == [f"/t/{slug}/" for slug in slugs], query
        assert "Past 2" in page(client, "/tournaments/").text
        assert "Past 1" in page(client, "/tournaments/?game=quarto").text
        hrefs = [
            at.get("href") for tag, at in page(client, "/tournaments/?kind=past&game=quarto&lang=nl").tags if tag == "a"
        ]
        assert "?game=quarto&lang=nl" in hrefs, "each filter keeps the others and the language"

    def test_a_game_that_came_with_its_event_is_chosen_by_its_name(self, client: Client) -> None:
        for slug, names in (
            ("fun", {"en": "Hearts of Oak"}),
            ("fun2", {"en": "Hearts of oak", "nl": "Eikenharten"}),
            ("wind", {"en": "Four Winds"}),
        ):
            event(slug, 4, rounds=0, state="planned")
            options = {"declaration": {"names": names}}
            Tournament.objects.filter(slug=slug).update(game="declared", options=options)
        for where in ("/", "/tournaments/"):
            html = client.get(where).content.decode()
            chips = html[html.index('aria-label="Games"') :].partition("</nav>")[0]
            assert chips.count("declared-") == 2 and "Another game" not in chips, where
            assert "game=declared-hearts-of-oak" in chips and "Four Winds" in chips
        assert "Eikenharten" in client.get("/tournaments/?lang=nl").content.decode()
        hearts = page(client, "/tournaments/?game=declared-hearts-of-oak")
        assert sorted(links(hearts)) == ["/t/fun/", "/t/fun2/"]
        assert len(links(page(client, "/tournaments/?game=declared"))) == 3, "an address of before"


class TestTheSearch:
    def test_it_says_what_was_searched_and_only_what_was_found(self, client: Client) -> None:
        event("evening", FOUR, rounds=0, state="planned")
        read_names()
        text = page(client, "/tournaments/?q=carla").text
        assert "Found for “carla”" in text and "Carla Nowak" in text
        assert "All tournaments" not in text.partition("Found for")[2] and "No tournament or place" not in text
        nothing = page(client, "/tournaments/?q=zzzz").text
        assert "Nothing found for “zzzz”" in nothing
        assert "Fewer letters may help, or another spelling." in nothing
        assert "players whose full name a public tournament shows" in nothing
        # with a kind that has none of the tournaments found, something was found
        other = page(client, "/tournaments/?q=evening&kind=past").text
        assert "Found for “evening”" in other and "No tournament or place matches “evening”" in other

    def test_tournaments_and_places_are_found_also_mistyped(self, client: Client) -> None:
        event("club", 4, rounds=1, name="Club evening", venue="Denksportcentrum Leiden")
        event("league", 4, rounds=1, size=2, name="League", venue="Leiden", starts=ago(3), state="finished")
        event("cup", 4, rounds=1, name="Beker", venue="Malmö")
        event("secret", 4, rounds=1, name="Leiden secret", venue="Malmö", published=False)
        for query, slugs in {
            "leiden": ["club", "league"], "lieden": ["club", "league"], "malmo": ["cup"], "beker": ["cup"],
            "quarto leiden": ["league", "club"], "zzzz": [],
        }.items():  # fmt: skip
            assert links(page(client, f"/tournaments/?q={query}")) == [f"/t/{slug}/" for slug in slugs], query

    def test_among_those_that_fit_equally_what_runs_is_first_then_the_next_then_the_last(self, client: Client) -> None:
        for slug, days, state in (
            ("later", -20, "planned"), ("next", -2, "planned"), ("on", 1, "running"), ("old", 90, "finished"),
            ("was", 9, "finished"),
        ):  # fmt: skip
            event(slug, 4, rounds=0, name=f"Cup {slug}", venue="Leiden", starts=ago(days), state=state)
        event("leyden", 4, rounds=0, name="Cup Leyden", state="running")
        found = [f"/t/{slug}/" for slug in ("on", "next", "later", "was", "old", "leyden")]
        assert links(page(client, "/tournaments/?q=leiden")) == found
        assert links(page(client, "/tournaments/?q=leiden&kind=coming")) == found[1:3]

    def test_a_player_is_found_with_the_newest_tournament(self, client: Client) -> None:
        event("old", FOUR, rounds=1, state="finished", starts=ago(9))
        new = event("new", 0, rounds=0, state="planned")
        Entry.objects.create(tournament=new, player=Player.objects.get(name="Anna de Wit"), number=7)
        shown = page(client, "/tournaments/?q=ana wit")
        assert links(shown) == ["/t/new/players/7/"]
        assert "Anna de Wit Club old · 2 tournaments · Event new" in shown.text

    def test_only_who_is_shown_in_full_is_found_and_only_there(self, client: Client) -> None:
        event("one", FOUR, rounds=1, state="finished", starts=ago(9))
        two = event("two", 0, rounds=0, names_shown="number")
        anna = Player.objects.get(name="Anna de Wit")
        Entry.objects.create(tournament=two, player=anna, number=1)
        assert links(page(client, "/tournaments/?q=anna")) == ["/t/one/players/1/"]
        for change in ({"name_shown": "initial"}, {"name_shown": "", "birth_year": 2015}, {"name_shown": "number"}):
            Player.objects.filter(pk=anna.pk).update(**change)
            for query in ("anna", "wit", "anna w", "no 1"):
                answer = client.get("/tournaments/", {"q": query}).content.decode()
                assert "/players/1/" not in answer and "de Wit" not in answer, "at once, whatever was read before"

    def test_an_erased_name_and_a_hidden_tournament_are_found_no_longer(self, client: Client) -> None:
        made = event("one", FOUR, rounds=1)
        assert links(page(client, "/tournaments/?q=nowak")) == ["/t/one/players/3/"]
        Player.objects.filter(name="Carla Nowak").update(name="Erased 1")
        assert links(page(client, "/tournaments/?q=nowak")) == []
        Tournament.objects.filter(pk=made.pk).update(published=False)
        assert links(page(client, "/tournaments/?q=smit")) == []
        Tournament.objects.filter(pk=made.pk).update(published=True, version=made.version + 1)
        assert links(page(client, "/tournaments/?q=smit")) == ["/t/one/players/2/"]

    def test_the_index_finds_whom_the_names_themselves_do(self, client: Client) -> None:
        people = ["Wladimir Petrow", "Γιώργος Παπαδόπουλος", "Jürgen Öztürk", "Anna de Wit", "Elżbieta Nowak", "Li Wu"]
        event("one", [*people, "Ray O’Brien", "Bo Ek"], rounds=1)
        asked = [
            "vladimir", "Владимир Петров", "giorgos papadopulos", "oeztuerk", "juergen", "wit anna", "elsbieta",
            "eblzieta nowka", "obrien", "brien", "wu", "bo", "ana", "dahn", "zzzz", "petrow anna", "papadopoylos",
        ]  # fmt: skip
        unread = [links(page(client, f"/tournaments/?q={query}")) for query in asked]
        assert read_names() == len(people) + 3 and read_names() == 0
        assert [links(page(client, f"/tournaments/?q={query}")) for query in asked] == unread
        assert unread[0] == ["/t/one/players/1/"] and unread[-3:] == [[], [], ["/t/one/players/2/"]]

    @pytest.mark.parametrize("asked", ["smit", "wladimir petrow", "li"])
    def test_the_index_can_answer_each_of_its_questions(self, client: Client, asked: str) -> None:
        event("one", FOUR, rounds=1)
        read_names()
        with connection.cursor() as cursor, CaptureQueriesContext(connection) as captured:
            site_index.candidates(asked)
            questions = [at["sql"] for at in captured if "nameindex" in at["sql"] and at["sql"].startswith("SELECT")]
            # with four people reading all of them, or each by its player, is cheaper: both ways are closed here, for
            # the question is what can be asked of the index, whatever the statistics of the moment say
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET LOCAL enable_seqscan = off")
            cursor.execute("ALTER TABLE tournaments_nameindex DROP CONSTRAINT tournaments_nameindex_pkey")
            for sql in questions:
                cursor.execute(f"EXPLAIN {sql}")
                plan = "\n".join(row[0] for row in cursor.fetchall())
                assert "name_index_words" in plan or "name_index_unread" in plan, plan
        assert len(questions) == (3 if len(asked) > 2 else 2)

    def test_seasons_and_games_are_found_as_far_as_they_are_public(self, client: Client) -> None:
        made = full("full")
        Series.objects.create(name="Wintercup", slug="winter", published=True)
        RatingList.objects.create(name="Winter ratings", slug="ratings", published=True)
        Series.objects.create(name="Winter secret", slug="secret")
        assert links(page(client, "/tournaments/?q=wnter")) == ["/ratings/ratings/", "/seasons/winter/"]
        table = made.rounds.get(number=1).tables.order_by("number").first()
        record = GameRecord.objects.create(table=table, text="{}", state="agrees", answer={"plies": 191})
        seat = record.table.seats.select_related("entry__player").first()
        assert seat is not None
        query = {"q": seat.entry.player.name}
        address = f'href="/t/full/rounds/{record.table.round.number}/tables/{record.table.number}/"'
        assert address in client.get("/tournaments/", query).content.decode()
        Player.objects.filter(pk=seat.entry.player_id).update(name_shown="initial")
        assert address not in client.get("/tournaments/", query).content.decode()

    def test_every_page_has_one_field_that_finds_everything(self, client: Client) -> None:
        event("one", FOUR, rounds=1)
        for where in (
            "/", "/tournaments/", "/t/one/", "/t/one/standings/", "/t/one/rounds/1/", "/seasons/", "/t/one/players/1/",
            "/t/one/about/", "/calendar/", "/rules/quarto/", "/t/one/find/",
        ):  # fmt: skip
            tags = page(client, where).tags
            forms = [at for tag, at in tags if tag == "form" and at.get("action") == "/tournaments/"]
            assert [form.get("role") for form in forms] == ["search"], where

    def test_a_name_that_changes_is_read_again_whoever_changed_it(self, client: Client) -> None:
        event("one", FOUR, rounds=1)
        read_names()
        kept = NameIndex.objects.get(player__name="Anna de Wit")
        assert kept.words == " anna de wit | ana de fit "
        Player.objects.filter(pk=kept.player_id).update(name="Erased 1")
        assert NameIndex.objects.get(pk=kept.pk).words == ""
        assert links(page(client, "/tournaments/?q=wit")) == []
        Player.objects.filter(pk=kept.player_id).update(club="Elsewhere")
        assert read_names() == 1 and read_names() == 0

    def test_a_search_takes_as_many_queries_whatever_is_there(self, client: Client) -> None:
        event("one", FOUR, rounds=1)
        for query in ("smit", "smt"):
            with CaptureQueriesContext(connection) as few:
                page(client, f"/tournaments/?q={query}")
            event(f"large{len(query)}", 60, rounds=1, name="Large")
            read_names()
            with CaptureQueriesContext(connection) as many:
                page(client, f"/tournaments/?q={query}")
            assert len(many) <= len(few) + 2, (few.captured_queries, many.captured_queries)

    @pytest.mark.parametrize("query", ["'", "\u202e", "%", "<script>", "a" * 5000, "١", "\ufffd"])
    def test_any_text_is_survived(self, client: Client, query: str) -> None:
        event("one", FOUR, rounds=1)
        answer = client.get("/tournaments/", {"q": query})
        assert answer.status_code == 200 and "<script>" not in answer.content.decode()

    def test_the_worst_that_can_be_asked_of_a_large_site_has_a_bound(self) -> None:
        parts = [a + b for a in ("an", "ber", "ka", "lo", "mi", "ter", "son", "van") for b in ("der", "el", "ro", "na")]
        people = Names({n: f"{parts[n % 32]}{parts[n // 32 % 32]}{parts[n // 1024]}" for n in range(30_000)})
        people.find("warm")
        worst = " ".join(("anderkaro", "bersonam", "terlomel", "vanderno"))[:LONGEST_QUERY]
        taken, _numbers = pace.timed(lambda: people.find(worst))
        assert taken < 2


def test_the_way_to_enter_is_shown_only_where_there_is_one() -> None:
    from django.template.loader import render_to_string

    plain = listed.Listed(1, "on", "Evening", date(2026, 5, 1), "", "quarto", 3, 0, 5, "coming")
    line = {"event": plain, "this_year": "2026"}
    assert "Enter" not in render_to_string("tournaments/site/_line.html", line)
    from dataclasses import replace

    html = render_to_string("tournaments/site/_line.html", line | {"event": replace(plain, enter="/t/on/enter/")})
    assert 'href="/t/on/enter/"' in html and "Enter" in html


def test_staff_find_their_desk_on_the_list_and_no_cache_keeps_it(client: Client) -> None:
    client.force_login(make.arbiter())
    answer = client.get("/tournaments/")
    assert answer["Cache-Control"] == "private, no-store" and "Desk" in answer.content.decode()


def test_a_game_of_old_events_alone_is_offered_however_many_are_newer(monkeypatch):
    monkeypatch.setattr(listing.Counted, "MOST", 3)
    for day, name in enumerate(("Old", "New", "New", "New", "New"), 1):
        Tournament.objects.create(
            name="Event",
            slug=f"event-{day}",
            starts=date(2026, 1, day),
            published=True,
            game=KEY,
            options={"declaration": {"names": {"en": name}}},
            system="berger",
            table_size=2,
        )
    assert dict(listing.overview(date(2026, 5, 6)).games) == {"declared-new": "New", "declared-old": "Old"}
