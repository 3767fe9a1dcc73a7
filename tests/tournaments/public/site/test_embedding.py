"""Viertal on other sites and in other programs: the frame, the calendar, the feed."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime
from xml.etree import ElementTree

import icalendar
import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments import make
from tests.tournaments.public.build import event
from tests.tournaments.public.reading import Page
from tournaments.jobs.seasons import update_series
from tournaments.models import Player, Result, Round, Series, SeriesEvent, Tournament
from tournaments.selectors import seasons
from tournaments.services.results import results
from tournaments.web.icalendar import escaped, folded

pytestmark = pytest.mark.django_db
HOST = "http://testserver"
ATOM = "{http://www.w3.org/2005/Atom}"
WHERE = ["widget/", "rounds.ics", "results.atom"]
HOSTILE = [
    "<script>alert(1)</script>",
    "Mac & Cheese",
    "Semi; colon, comma\\",
    "أحمد",
    "王小明",
    "x" * 100,
    "{{ 7 }}",
    "A",
]


class TestEverywhere:
    @pytest.mark.parametrize("where", WHERE)
    def test_no_cookie_a_tag_and_304_until_something_changes(self, client, club, where):
        first = client.get(f"/t/club/{where}")
        assert first.status_code == 200
        assert not first.cookies
        tag = first["ETag"]
        assert client.get(f"/t/club/{where}", headers={"If-None-Match": tag}).status_code == 304
        Tournament.objects.filter(pk=club.pk).update(version=club.version + 1)
        assert client.get(f"/t/club/{where}", headers={"If-None-Match": tag}).status_code == 200

    @pytest.mark.parametrize("where", WHERE)
    def test_hostile_names_harm_nobody(self, client, where):
        event("hostile", HOSTILE, rounds=1, name="</title>; BEGIN:VEVENT\\, & co", venue="a,b;c\\d")
        body = client.get(f"/t/hostile/{where}").content.decode()
        assert "<script>alert" not in body
        if where.endswith("atom"):
            ElementTree.fromstring(body)
        elif where.endswith("ics"):
            assert str(icalendar.Calendar.from_ical(body).walk("VEVENT")[0]["LOCATION"]) == "a,b;c\\d"
        else:
            assert Page(body).faults == []


class TestWidget:
    def test_it_alone_may_stand_in_a_frame(self, client, club):
        for headers in ({}, {"If-None-Match": client.get("/t/club/widget/")["ETag"]}):
            answer = client.get("/t/club/widget/", headers=headers)
            assert "frame-ancestors *" in answer["Content-Security-Policy"]
            assert "unsafe" not in answer["Content-Security-Policy"]
            assert "X-Frame-Options" not in answer
        for other in ("/t/club/", "/t/club/standings/", "/t/club/rounds.ics", "/"):
            answer = client.get(other)
            assert answer["X-Frame-Options"] == "DENY"
            assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]

    def test_it_shows_the_standings_small_and_whole(self, client):
        event("many", 300, rounds=2)
        answer = client.get("/t/many/widget/", headers={"Accept-Encoding": "gzip"})
        assert len(answer.content) < 6_000
        page = Page(client.get("/t/many/widget/").content.decode())
        assert page.faults == []
        assert "Standings after round 2" in page.text and "All 300 players" in page.text
        links = [attributes for tag, attributes in page.tags if tag == "a"]
        assert all(a["target"] == "_blank" and a["rel"] == "noopener" for a in links)
        assert any(tag == "script" and "live" in str(a["src"]) for tag, a in page.tags)

    def test_before_the_first_result_it_says_so(self, client):
        make.tournament(4, slug="fresh")
        assert "There are no standings yet" in client.get("/t/fresh/widget/").content.decode()


class TestCalendar:
    def events(self, client, slug="club"):
        answer = client.get(f"/t/{slug}/rounds.ics")
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
        return icalendar.Calendar.from_ical(answer.content).walk("VEVENT")

    def test_shown_rounds_stand_on_their_days_without_an_hour(self, client, club):
        published = datetime(2026, 12, 1, 20, 30, tzinfo=UTC)
        Tournament.objects.filter(pk=club.pk).update(starts=date(2026, 11, 27))
        Round.objects.filter(tournament=club).update(published_at=published)
        found = self.events(client)
        assert len(found) == 2
        assert [e["DTSTART"].dt for e in found] == [date(2026, 12, 1)] * 2
        assert [e["DTEND"].dt for e in found] == [date(2026, 12, 2)] * 2
        assert "Event club, round 1" in str(found[0]["SUMMARY"])

    def test_a_round_published_before_the_event_is_on_its_first_day(self, client, club):
        Tournament.objects.filter(pk=club.pk).update(starts=date(2040, 1, 1))
        assert {e["DTSTART"].dt for e in self.events(client)} == {date(2040, 1, 1)}

    def test_rounds_have_the_hours_of_the_schedule_those_to_come_too(self, client, club):
        day = date(2026, 11, 27)
        hours = "Doors\n19:30 Round 1\n20:15 Round 2\n21:00 Break\n21:30 Round 3"
        Tournament.objects.filter(pk=club.pk).update(starts=day, schedule=hours, rounds_planned=3, venue="De Toren")
        Round.objects.filter(tournament=club).update(published_at=datetime(2026, 11, 27, 18, 0, tzinfo=UTC))
        Round.objects.filter(tournament=club, number=3).delete()
        with timezone.override("Europe/Amsterdam"):
            found = self.events(client)
        assert [(e["DTSTART"].dt, e["DTEND"].dt if "DTEND" in e else None) for e in found] == [
            (datetime(2026, 11, 27, 18, 30, tzinfo=UTC), datetime(2026, 11, 27, 19, 15, tzinfo=UTC)),
            (datetime(2026, 11, 27, 19, 15, tzinfo=UTC), datetime(2026, 11, 27, 20, 0, tzinfo=UTC)),
            (datetime(2026, 11, 27, 20, 30, tzinfo=UTC), None),
        ]
        assert {str(e["LOCATION"]) for e in found} == {"De Toren"}
        assert [str(e["URL"]) for e in found] == [
            f"{HOST}/t/club/rounds/1/", f"{HOST}/t/club/rounds/2/", f"{HOST}/t/club/"
        ]  # fmt: skip

    def test_a_round_on_another_day_than_its_line_has_no_hour(self, client, club):
        Tournament.objects.filter(pk=club.pk).update(starts=date(2026, 11, 27), schedule="19:30 Round 1")
        Round.objects.filter(tournament=club).update(published_at=datetime(2026, 12, 4, 18, 0, tzinfo=UTC))
        assert [e["DTSTART"].dt for e in self.events(client)] == [date(2026, 12, 4)] * 2

    def test_before_the_first_round_there_is_the_event(self, client):
        make.tournament(4, slug="fresh", starts=date(2027, 1, 2))
        (one,) = self.events(client, "fresh")
        assert one["DTSTART"].dt == date(2027, 1, 2)

    def test_ids_stay_when_everything_else_changes(self, client, club):
        before = [str(e["UID"]) for e in self.events(client)]
        assert len(set(before)) == 2
        Tournament.objects.filter(pk=club.pk).update(name="Other", slug="other", venue="Elsewhere", version=99)
        assert [str(e["UID"]) for e in self.events(client, "other")] == before

    def test_lines_end_as_they_must_and_are_short(self, client):
        event("long", 4, rounds=1, name="Ünïcödé " * 14, venue="€" * 110)
        body = client.get("/t/long/rounds.ics").content
        assert body.endswith(b"END:VCALENDAR\r\n")
        assert b"\n" not in body.replace(b"\r\n", b"")
        assert max(map(len, body.split(b"\r\n"))) <= 75
        assert str(icalendar.Calendar.from_ical(body).walk("VEVENT")[0]["LOCATION"]) == "€" * 110

    @given(st.text())
    def test_folding_and_escaping_lose_nothing(self, text):
        visible = "".join(c for c in text.replace("\r\n", "\n") if c >= " " or c == "\n")
        visible = visible.encode("utf-8", "ignore").decode()
        line = folded(f"SUMMARY:{escaped(visible)}")
        assert all(len(piece.encode()) <= 75 for piece in line.split("\r\n"))
        unfolded = line.replace("\r\n ", "")
        value = unfolded.removeprefix("SUMMARY:")
        read = io.StringIO()
        at = 0
        while at < len(value):
            if value[at] == "\\":
                read.write({"n": "\n"}.get(value[at + 1], value[at + 1]))
                at += 2
            else:
                assert value[at] not in ";,"
                read.write(value[at])
                at += 1
        assert read.getvalue() == visible


class TestFeed:
    def test_its_elements_have_no_prefix(self, client, club):
        """Also after the map of the site, whose default namespace is another one, was made by the same process."""
        assert b"<urlset xmlns=" in client.get("/sitemap.xml").content
        sent = client.get("/t/club/results.atom").content.decode()
        assert '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><id>' in sent and "ns0:" not in sent

    def feed(self, client, slug="club"):
        answer = client.get(f"/t/{slug}/results.atom")
        assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
        return ElementTree.fromstring(answer.content)

    def test_it_has_what_a_feed_must_have(self, client, club):
        feed = self.feed(client)
        for required in ("id", "title", "updated"):
            assert len(feed.findall(ATOM + required)) == 1
        entries = feed.findall(f"{ATOM}entry")
        assert len(entries) == 9, "seven results and two rounds"
        assert len({entry.find(f"{ATOM}id").text for entry in entries}) == 9
        for entry in entries:
            assert {child.tag for child in entry} == {
                ATOM + name for name in ("id", "title", "published", "updated", "link", "content")
            }
            datetime.fromisoformat(entry.find(f"{ATOM}updated").text)
        updated = [entry.find(f"{ATOM}updated").text for entry in entries]
        assert updated == sorted(updated, reverse=True)
        assert feed.find(f"{ATOM}updated").text == updated[0]
        rels = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
        assert rels == {"self": f"{HOST}/t/club/results.atom", "alternate": f"{HOST}/t/club/"}
        for entry in entries:
            address = entry.find(f"{ATOM}link").get("href")
            assert address.startswith(f"{HOST}/t/club/rounds/")
            assert client.get(address.removeprefix(HOST)).status_code == 200

    def test_who_won_is_told_once_the_order_is_final(self, client):
        made = event("over", ["Anna de Wit", "Bert Smit", "Carla Nowak", "Dirk Bos"], rounds=1)
        titles = [entry.find(f"{ATOM}title").text for entry in self.feed(client, "over").findall(f"{ATOM}entry")]
        assert "Final standings" not in titles and "Round 1: the tables are published" in titles
        Tournament.objects.filter(pk=made.pk).update(state="finished", version=made.version + 1)
        final = next(
            entry
            for entry in self.feed(client, "over").findall(f"{ATOM}entry")
            if entry.find(f"{ATOM}title").text == "Final standings"
        )
        content = final.find(f"{ATOM}content").text
        assert content.startswith("1. ") and final.find(f"{ATOM}link").get("href") == f"{HOST}/t/over/"
        Player.objects.update(name_shown="number")
        Tournament.objects.filter(pk=made.pk).update(version=made.version + 2)
        assert not any(
            name in client.get("/t/over/results.atom").content.decode() for name in ("Anna", "Bert", "Carla", "Dirk")
        )

    def test_names_from_right_to_left_keep_their_figures_beside_them(self, client):
        event("over", ["נועה כהן", "Bert Smit", "Carla Nowak", "Dirk Bos"], rounds=1, state="finished")
        told = [entry.find(f"{ATOM}content").text for entry in self.feed(client, "over").findall(f"{ATOM}entry")]
        assert any("1. " in line for line in told) and any(", " in line and "1. " not in line for line in told)
        for line in told:
            assert "כהן" not in line or "\u2068נועה כהן\u2069 " in line
            assert "\u2068Bert" not in line

    def test_a_feed_of_a_club_and_of_the_site_tell_of_public_events(self, client):
        event("club", 4, rounds=1, name="Club evening", venue="De Toren")
        event("secret", 4, rounds=1, name="Secret", published=False)
        other = make.club("Leiden")
        make.duel(2, club=other, name="Elsewhere", slug="elsewhere")
        told = {}
        for where in ("/events.atom", f"/c/{other.slug}/events.atom"):
            answer = client.get(where)
            assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
            feed = ElementTree.fromstring(answer.content)
            told[where] = {
                entry.find(f"{ATOM}title").text: entry.find(f"{ATOM}link").get("href")
                for entry in feed.findall(f"{ATOM}entry")
            }
            assert client.get(where, headers={"If-None-Match": answer["ETag"]}).status_code == 304
        assert told["/events.atom"] == {"Club evening": f"{HOST}/t/club/", "Elsewhere": f"{HOST}/t/elsewhere/"}
        assert told["/c/leiden/events.atom"] == {"Elsewhere": f"{HOST}/t/elsewhere/"}
        assert client.get("/c/nowhere/events.atom").status_code == 404

    def test_a_feed_of_a_season_tells_of_its_public_events_and_of_who_leads(self, client):
        season = Series.objects.create(name="Year", slug="year", published=True)
        evening = event("evening", ["Anna de Wit", "Bert Smit", "Carla Nowak", "Dirk Bos"], rounds=1, state="finished")
        event("apart", 4, rounds=1)
        hidden = event("secret", 4, rounds=1, published=False)
        for part in (evening, hidden):
            SeriesEvent.objects.create(series=season, tournament=part)
        page = client.get("/seasons/year/").content.decode()
        assert (
            '<link rel="alternate" type="application/atom+xml" href="/seasons/year/events.atom" title="Year">' in page
        )

        def read():
            feed = ElementTree.fromstring(client.get("/seasons/year/events.atom").content)
            return feed, {
                entry.find(f"{ATOM}title").text: (entry.find(f"{ATOM}link").get("href"), entry)
                for entry in feed.findall(f"{ATOM}entry")
            }

        feed, told = read()
        assert {title: address for title, (address, _entry) in told.items()} == {"Event evening": f"{HOST}/t/evening/"}
        assert feed.find(f"{ATOM}link").get("href") == f"{HOST}/seasons/year/"
        update_series(season.pk)
        _feed, told = read()
        address, leaders = told["Year: after 1 tournament"]
        content, identity = leaders.find(f"{ATOM}content").text, leaders.find(f"{ATOM}id").text
        rows = seasons.series_rows(Series.objects.get())
        assert address == f"{HOST}/seasons/year/" and content.startswith(f"1. {rows[0].name} ")
        assert content.count(",") == 2
        Player.objects.update(name_shown="number")
        _feed, told = read()
        _address, leaders = told["Year: after 1 tournament"]
        assert leaders.find(f"{ATOM}id").text == identity
        assert not any(name in leaders.find(f"{ATOM}content").text for name in ("Anna", "Bert", "Carla", "Dirk"))
        tag = client.get("/seasons/year/events.atom")["ETag"]
        assert client.get("/seasons/year/events.atom", headers={"If-None-Match": tag}).status_code == 304
        Series.objects.update(published=False)
        assert client.get("/seasons/year/events.atom").status_code == 404

    def test_a_correction_updates_its_entry(self, client, boss):
        made = make.duel(4, slug="duel")
        first = make.play(make.published(made, boss), boss, ("1", "0"))[0]
        before = {e.find(f"{ATOM}id").text: e for e in self.feed(client, "duel").findall(f"{ATOM}entry")}
        results.enter(first.table_id, by=boss, points=make.points("0", "1"), seen_result=first.pk)
        entries = self.feed(client, "duel").findall(f"{ATOM}entry")
        assert {e.find(f"{ATOM}id").text for e in entries} == set(before)
        newest = entries[0]
        old = before[newest.find(f"{ATOM}id").text]
        assert newest.find(f"{ATOM}published").text == old.find(f"{ATOM}published").text
        assert newest.find(f"{ATOM}updated").text > old.find(f"{ATOM}updated").text
        assert newest.find(f"{ATOM}content").text.endswith(" 1")

    def test_an_empty_feed_is_valid_too(self, client):
        make.tournament(4, slug="fresh")
        feed = self.feed(client, "fresh")
        assert feed.find(f"{ATOM}updated") is not None and not feed.findall(f"{ATOM}entry")

    def test_results_of_drafts_are_not_told(self, client, club):
        assert Result.objects.filter(table__round__state="draft").count() == 0
        Round.objects.filter(tournament=club, number=2).update(state="draft")
        assert len(self.feed(client).findall(f"{ATOM}entry")) == 5, "four results and their round"
