"""The public pages: who sees what, what stands on them, and what does not."""

from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from tests.tournaments import make
from tests.tournaments.public.build import event
from tests.tournaments.public.reading import Page, page, sound
from tournaments.models import Round, Seat, Standings, Table, Tournament
from tournaments.services.results import results

pytestmark = pytest.mark.django_db

SHOWN = ["", "rounds/1/", "rounds/2/", "rounds/2/?by=name", "standings/", "standings/after/1/", "players/1/"]
HOSTILE = [
    "<script>alert('1')</script>",
    'Hendrik "Rik" Botha',
    "Gerrit-Jan 't Hart",
    "Mac & Cheese",
    "{{ 7|add:7 }}",
    "أحمد بن عبد الرحمن",
    "王小明",
    "\u202egnitirw",
    "Nguyễn Thị Ánh",
    "%(name)s %s",
    "Lotte Peters; de Boer",
    "x" * 100,
]


class TestWhoSeesWhat:
    @pytest.mark.parametrize(
        "where",
        [
            "rounds/3/",
            "rounds/0/",
            "rounds/9/",
            "standings/after/3/",
            "standings/after/0/",
            "players/99/",
            "players/0/",
            f"rounds/{10**30}/",
            f"standings/after/{10**30}/",
            f"players/{10**30}/",
            "rounds/one/",
        ],
    )
    def test_what_is_not_there_or_not_yet_public_is_404(self, client: Client, club: Tournament, where: str) -> None:
        assert client.get(f"/t/club/{where}").status_code == 404
        assert client.get(f"/t/nobody/{where}").status_code == 404

    def test_a_404_looks_the_same_whether_the_tournament_exists_or_not(self, client: Client, club: Tournament) -> None:
        Tournament.objects.filter(pk=club.pk).update(published=False)
        hidden, none = client.get("/t/club/"), client.get("/t/nope/")
        assert hidden.content == none.content
        assert dict(hidden.headers) == dict(none.headers)

    def test_a_draft_round_shows_nowhere(self, client: Client, club: Tournament) -> None:
        draft = Round.objects.get(tournament=club, number=3)
        for state in ("draft", "pairing", "failed", "discarded"):
            Round.objects.filter(pk=draft.pk).update(state=state)
            Tournament.objects.filter(pk=club.pk).update(version=club.version + 1)
            for where in SHOWN:
                found = page(client, f"/t/club/{where}")
                assert not any("rounds/3/" in str(tag.get("href")) for _name, tag in found.tags)
                assert "Round 3" not in found.text
            assert "Round 2 of 4" in page(client, "/").text

    def test_standings_of_a_round_that_was_taken_back_are_not_shown(self, client: Client, club: Tournament) -> None:
        Round.objects.filter(tournament=club, number=2).update(state="discarded")
        assert client.get("/t/club/standings/after/2/").status_code == 404
        assert "after round 1" in page(client, "/t/club/standings/").text

    def test_the_list_names_what_is_published_and_nothing_else(self, client: Client, club: Tournament) -> None:
        event("secret", rounds=1, published=False)
        event("old", rounds=1, state="finished")
        event("soon", rounds=0, state="planned", starts=timezone.localdate())
        text = page(client, "/").text
        assert [word in text for word in ("Event club", "Event old", "Event soon", "Event secret")] == [
            True,
            True,
            True,
            False,
        ]
        assert text.index("Running") < text.index("Event club") < text.index("Upcoming") < text.index("Event soon")
        assert text.index("Past") < text.index("Event old")

    def test_an_empty_list_says_so(self, client: Client) -> None:
        assert "No tournament is public yet" in page(client, "/").text

    @pytest.mark.parametrize("method", ["post", "put", "delete", "patch"])
    def test_pages_are_only_read(self, client: Client, club: Tournament, method: str) -> None:
        assert getattr(client, method)("/t/club/").status_code == 405
        assert client.head("/t/club/").status_code == 200


class TestWhatStandsOnThem:
    def test_the_first_page_has_the_newest_round_and_the_standings(self, client: Client, club: Tournament) -> None:
        text = page(client, "/t/club/").text
        assert "Round 2 of 4 3 of 4 results" in text
        assert "Tables of round 2" in text and "Standings after round 2 of 4 1 result missing" in text
        assert "White" in text and "Green" in text

    def test_before_the_first_round_it_has_the_players(self, client: Client) -> None:
        event("new", rounds=0)
        text = page(client, "/t/new/").text
        assert "No round is published yet" in text and "16 players" in text

    def test_with_nobody_entered_it_says_so(self, client: Client) -> None:
        event("empty", players=0, rounds=0)
        assert "Nobody is entered yet" in page(client, "/t/empty/").text
        assert "There are no standings yet" in page(client, "/t/empty/standings/").text

    def test_points_are_shown_as_a_person_writes_them(self, client: Client, club: Tournament) -> None:
        text = page(client, "/t/club/rounds/1/").text
        assert "/" not in text and "½" in text

    def test_by_name_everyone_stands_once_in_alphabetical_order(self, client: Client) -> None:
        event("abc", ["Zoë", "Ångström", "anna", "Óscar", "Étienne"], rounds=1, size=2)
        html = client.get("/t/abc/rounds/1/?by=name").content.decode()
        listed = re.findall(r"<li><a href=\"/t/abc/players/[^>]*>([^<]+)</a>", html)
        assert listed == ["Ångström", "anna", "Étienne", "Óscar", "Zoë"]

    def test_a_player_sees_their_tables_seats_opponents_and_points(self, client: Client) -> None:
        event("duo", ["Anna", "Bert", "Carla"], rounds=2, size=2)
        for number in (1, 2, 3):
            text = page(client, f"/t/duo/players/{number}/").text
            assert "Rank" in text and "Round 1" in text
        both = page(client, "/t/duo/players/1/").text + page(client, "/t/duo/players/2/").text
        assert "bye" in both + page(client, "/t/duo/players/3/").text

    def test_who_plays_two_colours_has_both_signs(self, client: Client, club: Tournament) -> None:
        seat = (
            Seat.objects.filter(round__tournament=club, round__number=2, position=1, table__results=None)
            .select_related("entry")
            .first()
        )
        assert seat is not None
        Seat.objects.filter(table=seat.table, position=3).update(entry=seat.entry)
        text = page(client, f"/t/club/players/{seat.entry.number}/").text
        assert "White, Black" in text
        assert page(client, "/t/club/rounds/2/?by=name").text.count(seat.entry.player.name) == 1

    def test_a_name_that_stands_twice_at_a_table_says_why(self, client: Client) -> None:
        made = event("two", 4, rounds=1, missing=1)
        table = Table.objects.get(round__tournament=made)
        first = table.seats.get(position=1)
        Seat.objects.filter(table=table, position=3).update(entry=first.entry)
        Tournament.objects.filter(pk=made.pk).update(version=F("version") + 1)
        for where in ("", "rounds/1/"):
            assert page(client, f"/t/two/{where}").text.count("plays two colours") == 1, where
        row = client.get("/t/two/rounds/1/").content.decode()
        assert row.index(">R<") < row.index(">B<", row.index("<tbody")) < row.index("plays two colours"), "the second"
        results.enter(table.pk, by=make.organiser(), points=make.points("8", "4", "2", "0"))
        for where in ("", "rounds/1/"):
            assert "plays two colours" not in page(client, f"/t/two/{where}").text, "the sum says it"

    def test_standings_that_lack_a_result_or_are_stale_say_so(self, client: Client, club: Tournament) -> None:
        assert "1 result missing" in page(client, "/t/club/standings/").text
        whole = page(client, "/t/club/standings/after/1/").text
        assert "Standings after round 1 of 4" in whole and "missing" not in whole
        Round.objects.filter(tournament=club, number=1).update(touched=5)
        for where in ("", "standings/", "standings/after/1/", "players/1/"):
            assert "being recomputed" in page(client, f"/t/club/{where}").text

    def test_a_draft_that_was_touched_does_not_make_the_standings_look_stale(
        self, client: Client, club: Tournament
    ) -> None:
        Round.objects.filter(tournament=club, number=3).update(touched=9)
        assert "being recomputed" not in page(client, "/t/club/standings/").text

    def test_tie_breaks_stand_in_the_declared_order_and_are_explained(self, client: Client) -> None:
        event("order", tie_breaks=("WIN", "BH/C1", "DE", "PLACE1"))
        found = page(client, "/t/order/standings/")
        heads = re.findall(r"Points (WIN) (BH/C1) (DE) (PLACE1) R1 R2", found.text.replace("  ", " "))
        assert heads or "PointsWINBH/C1DEPLACE1R1R2" in found.text.replace(" ", "")
        assert "without the lowest" in found.text

    def test_withdrawn_players_are_marked(self, client: Client, club: Tournament) -> None:
        standings = Standings.objects.get(tournament=club, after_round=2)
        standings.body["rows"][3]["withdrawn"] = True
        standings.save()
        assert page(client, "/t/club/standings/").text.count("withdrawn") == 1

    def test_the_first_page_stays_light_whatever_the_size(self, client: Client) -> None:
        event("large", 500, rounds=1)
        text = page(client, "/t/large/").text
        assert "All 125 tables" in text and "All 500 players" in text


class TestNames:
    def test_whatever_is_in_a_name_is_text_on_pages_of_sound_html_without_anything_inline(self, client: Client) -> None:
        event("odd", HOSTILE, rounds=2, draft=True, missing=1)
        for at, where in enumerate(["/", *(f"/t/odd/{where}" for where in SHOWN), "/nowhere/"]):
            language = ("en", "nl")[at % 2]
            html = client.get(where, headers={"accept-language": language}).content.decode()
            assert "<script>alert" not in html, where
            found = sound(html, language)
            if where.startswith("/t/") and "players" not in where:
                assert [name for name in HOSTILE if " ".join(name.split()) not in found.text] == [], where


class TestForm:
    def test_languages_are_chosen_by_the_browser_or_by_the_address(self, client: Client, club: Tournament) -> None:
        assert client.get("/t/club/", headers={"accept-language": "de-AT,nl;q=0.5"})["Content-Language"] == "de"
        answer = client.get("/t/club/?lang=af&by=name&board=1", headers={"accept-language": "de"})
        assert answer["Content-Language"] == "af"
        assert "/t/club/standings/?lang=af&amp;board=1" in answer.content.decode()
        assert client.get("/t/club/?lang=tlh")["Content-Language"] == "en"

    def test_a_page_says_which_version_it_is(self, client: Client, club: Tournament) -> None:
        region = [tag for _name, tag in page(client, "/t/club/").tags if "data-live" in tag]
        assert [tag["data-version"] for tag in region] == [str(club.version)]


class TestUnchanged:
    @pytest.mark.parametrize("where", SHOWN)
    def test_a_304_costs_one_small_query_and_no_page(
        self, client: Client, club: Tournament, where: str, django_assert_num_queries: Any
    ) -> None:
        first = client.get(f"/t/club/{where}")
        assert first["Cache-Control"] == "no-cache"
        tag = first["ETag"]
        assert re.fullmatch(r'"[0-9a-f]{24}"', tag), "strong"
        with django_assert_num_queries(1) as queries:
            again = client.get(f"/t/club/{where}", headers={"if-none-match": f'"other", {tag}'})
        assert again.status_code == 304 and not again.content and again["ETag"] == tag
        assert "Content-Type" not in again.headers
        assert len(queries.captured_queries[0]["sql"]) < 300

    def test_the_tag_changes_with_version_language_form_address_and_encoding(
        self, client: Client, club: Tournament
    ) -> None:
        def tag(path: str = "/t/club/rounds/1/", **headers: str) -> str:
            return str(client.get(path, headers=headers)["ETag"])

        tags = [
            tag(),
            tag(accept_language="nl"),
            tag(accept_encoding="gzip"),
            tag("/t/club/rounds/1/?by=name"),
            tag("/t/club/rounds/2/"),
            tag("/t/club/rounds/1/?board=1"),
            tag(host="localhost"),
        ]
        assert tag() == tags[0] and tag("/t/club/rounds/1/?utm=1&by=table") == tags[0]
        Tournament.objects.filter(pk=club.pk).update(version=club.version + 1)
        assert len({*tags, tag()}) == 8

    def test_nobody_learns_by_a_made_up_tag_that_something_exists(self, client: Client, club: Tournament) -> None:
        tag = client.get("/t/club/")["ETag"]
        Tournament.objects.filter(pk=club.pk).update(published=False)
        assert client.get("/t/club/", headers={"if-none-match": tag}).status_code == 404
        assert client.get("/t/none/", headers={"if-none-match": "*"}).status_code == 404

    def test_it_is_compressed_for_who_takes_it(self, client: Client, club: Tournament) -> None:
        plain = client.get("/t/club/")
        packed = client.get("/t/club/", headers={"accept-encoding": "br, gzip"})
        assert packed["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain
        assert gzip.decompress(packed.content) == plain.content
        assert packed["Content-Length"] == str(len(packed.content))
        assert not packed["ETag"].startswith("W/")


class TestErrors:
    def test_the_database_away_is_said_with_503(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        from django.db import OperationalError

        def broken(*_anything: Any) -> None:
            raise OperationalError("gone")

        monkeypatch.setattr("tournaments.selectors.events.public.head", broken)
        monkeypatch.setattr("tournaments.views.public.listing.listing.overview", broken)
        for where in ("/t/club/", "/"):
            answer = client.get(where)
            assert answer.status_code == 503 and answer["Retry-After"]
            assert "The database is not answering" in Page(answer.content.decode()).text

    def test_an_error_of_ours_gets_a_page_in_the_design(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken(*_anything: Any) -> None:
            raise RuntimeError("a bug")

        monkeypatch.setattr("tournaments.selectors.events.public.head", broken)
        answer = Client(raise_request_exception=False).get("/t/club/")
        assert answer.status_code == 500
        found = Page(answer.content.decode())
        assert found.faults == [] and "Something went wrong" in found.text and "bug" not in found.text

    def test_the_500_page_needs_no_database(self) -> None:
        from django.template import loader

        assert "Something went wrong" in loader.get_template("500.html").render()

    @pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404", "503"])
    def test_every_error_page_is_sound(self, name: str) -> None:
        from django.template import loader

        found = Page(loader.get_template(f"{name}.html").render())
        assert found.faults == [] and found.headings == [1]


class TestHealth:
    def test_it_is_ok_after_one_query(self, client: Client, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(1):
            answer = client.get("/healthz")
        assert (answer.status_code, answer.content) == (200, b"ok")

    def test_without_a_database_it_is_503_with_a_sentence(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from django.db import OperationalError, connection

        def broken(*_anything: Any) -> None:
            raise OperationalError("gone")

        monkeypatch.setattr(connection, "cursor", broken)
        answer = client.get("/healthz")
        assert answer.status_code == 503
        assert answer.content.decode().startswith("The database does not answer.")
