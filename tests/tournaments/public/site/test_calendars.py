"""The calendar of a club and of a season: each public event with its hours and place, in every time zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import icalendar
from django.db import transaction
from django.test import Client
from django.utils import timezone

from tests.tournaments import make
from tournaments.domain import schedule
from tournaments.domain.locks import bump_version, lock
from tournaments.models import Club, Series, SeriesEvent, Tournament

HALL = ZoneInfo("Europe/Amsterdam")
HOURS = "19:30 Round 1\n20:15 Round 2\nabout 23:00 prizes\n00:15 the bar closes"


def read(client: Client, where: str) -> Any:
    answer = client.get(where)
    assert answer.status_code == 200 and answer["Content-Type"] == "text/calendar; charset=utf-8"
    return icalendar.Calendar.from_ical(answer.content)


class TestAClub:
    def test_its_public_events_have_hours_places_and_pages(self, client: Client, leiden: Club) -> None:
        make.duel(2, club=leiden, name="Winter", starts=date(2026, 11, 27), schedule=HOURS, venue="De Toren; hall 2")
        make.duel(2, club=leiden, name="Summer", slug="summer", starts=date(2026, 7, 3), schedule="Doors 19:00")
        make.duel(2, club=leiden, name="No hours", starts=date(2026, 12, 4))
        make.duel(2, club=leiden, name="Hidden", published=False)
        make.duel(2, name="Elsewhere")
        with timezone.override(HALL):
            found = read(client, "/c/leiden/events.ics")
        assert str(found["X-WR-CALNAME"]) == "Leiden" and str(found["X-WR-TIMEZONE"]) == "Europe/Amsterdam"
        events = {str(event["SUMMARY"]): event for event in found.walk("VEVENT")}
        assert list(events) == ["Summer", "Winter", "No hours"]
        # summer time and winter time by the hall's clock
        assert events["Summer"]["DTSTART"].dt == datetime(2026, 7, 3, 17, 0, tzinfo=UTC)
        assert "DTEND" not in events["Summer"]
        assert events["Winter"]["DTSTART"].dt == datetime(2026, 11, 27, 18, 30, tzinfo=UTC)
        assert events["Winter"]["DTEND"].dt == datetime(2026, 11, 27, 23, 15, tzinfo=UTC)
        assert str(events["Winter"]["LOCATION"]) == "De Toren; hall 2"
        assert str(events["Summer"]["URL"]).endswith("/t/summer/")
        assert events["No hours"]["DTSTART"].dt == date(2026, 12, 4)
        # what happens when, as the organiser typed it; without a schedule the game alone
        game, *hours = str(events["Winter"]["DESCRIPTION"]).split("\n")
        assert (str(events["No hours"]["DESCRIPTION"]), "\n".join(hours)) == (game, HOURS)

    def test_the_page_links_it_and_it_is_asked_for_with_a_tag(self, client: Client, leiden: Club) -> None:
        evening = make.duel(2, club=leiden)
        assert 'href="/c/leiden/events.ics"' in client.get("/c/leiden/").content.decode()
        tag = client.get("/c/leiden/events.ics")["ETag"]
        asked = {"if-none-match": tag}
        again = client.get("/c/leiden/events.ics", headers=asked)
        # the kind of an empty answer would become that of the calendar that a program keeps
        assert again.status_code == 304 and "Content-Type" not in again
        Tournament.objects.filter(pk=evening.pk).update(venue="Elsewhere")
        assert client.get("/c/leiden/events.ics", headers=asked).status_code == 200
        assert client.get("/c/nowhere/events.ics").status_code == 404

    def test_however_many_events_are_read_in_a_query(
        self, client: Client, leiden: Club, django_assert_max_num_queries: Any
    ) -> None:
        for _ in range(5):
            make.duel(2, club=leiden, schedule=HOURS)
        with django_assert_max_num_queries(2):
            read(client, "/c/leiden/events.ics")


class TestASeason:
    def test_its_evenings_and_the_way_there(self, client: Client, leiden: Club) -> None:
        season = Series.objects.create(name="Year", slug="year", club=leiden, published=True)
        for name, public in (("First", True), ("Second", False)):
            evening = make.duel(2, club=leiden, name=name, published=public)
            SeriesEvent.objects.create(series=season, tournament=evening)
        make.duel(2, club=leiden, name="Apart")
        found = read(client, "/seasons/year/events.ics")
        assert [str(event["SUMMARY"]) for event in found.walk("VEVENT")] == ["First"]
        assert 'href="/seasons/year/events.ics"' in client.get("/seasons/year/").content.decode()
        Series.objects.update(published=False)
        assert client.get("/seasons/year/events.ics").status_code == 404


def test_an_event_put_off_is_the_same_one_with_a_higher_number(client: Client, leiden: Club) -> None:
    made = make.duel(2, club=leiden, name="Winter", starts=date(2026, 11, 27), schedule="19:30 Round 1")
    (before,) = read(client, "/c/leiden/events.ics").walk("VEVENT")
    with transaction.atomic():
        moved = lock(made.pk)
        moved.starts, moved.venue = date(2026, 12, 4), "Delft"
        moved.save()
        bump_version(moved)
    (after,) = read(client, "/c/leiden/events.ics").walk("VEVENT")
    assert after["UID"] == before["UID"] and after["SEQUENCE"] > before["SEQUENCE"]
    assert after.decoded("DTSTART") - before.decoded("DTSTART") == timedelta(days=7) and after["LOCATION"] == "Delft"
    # nobody keeps the moment of a change, so none is claimed
    assert "LAST-MODIFIED" not in after


class TestHours:
    def test_they_are_read_where_a_line_names_one(self) -> None:
        assert schedule.hours("9:05 doors, 19:30 Round 1\n27.11. 24:00 12:60 1:2:3") == [time(9, 5), time(19, 30)]
        assert schedule.begins("Round 1") is None

    def test_all_move_with_the_first(self) -> None:
        assert schedule.moved(HOURS, time(20, 0)) == HOURS.replace("19:30", "20:00").replace("20:15", "20:45").replace(
            "23:00", "23:30"
        ).replace("00:15", "00:45")
        assert schedule.moved("Bring a pencil", time(19, 30)) == "19:30\nBring a pencil"
        assert schedule.moved("", time(19, 30)) == "19:30"
