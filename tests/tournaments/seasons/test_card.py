"""A season from its card: the days of its evenings, what counts, and the people who come again."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.public.reading import Page
from tournaments.domain.errors import Refused
from tournaments.jobs import seasons as jobs
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Player, Seat, Series, Tournament
from tournaments.selectors.people.presence import expected
from tournaments.services.entries import attendance, check_in
from tournaments.services.events.presets import PRESETS, create
from tournaments.services.rounds import rounds
from tournaments.services.seasons import planned_days, proposed_best

pytestmark = pytest.mark.django_db

FRIDAY = date(2026, 12, 4)
CARD = {
    "name": "Winter",
    "starts": "2026-12-04",
    "every": "week",
    "count": "4",
    "best": "6",
    "game": "quatro-chess",
    "rounds": "1",
    "check_in": "on",
    "published": "on",
}


@pytest.fixture
def card(signed_in, boss):
    client, url = signed_in(boss), reverse("admin:tournaments_new_preset", args=["season"])
    return lambda **more: client.post(url, {**CARD, **more})


@pytest.fixture
def season(boss):
    """Three evenings of one round for four; best two count."""
    winter = {"name": "Winter", "starts": FRIDAY, "game": "quatro-chess", "rounds": 1, "count": 3, "best": 2}
    return create(PRESETS["season"], by=boss, check_in=True, published=True, **winter)


def played(evening, boss, end=make.QC_END):
    """Close the check-in of an evening, pair and publish its round, enter a result."""
    check_in.close(evening.pk, {e.pk: "absent" for e in evening.entries.filter(checked_in=None)}, by=boss)
    round_ = make.published(evening, boss)
    make.play(round_, boss, end)
    compute_standings(evening.pk)
    return round_


def table_of(season):
    series = Series.objects.get(tournaments=season[0])
    jobs.update_series(series.pk)
    series.refresh_from_db()
    return series


@pytest.fixture
def first(season, boss):
    """The first evening, played by four of the five who were entered."""
    evening = season[0]
    for name in ("Anna", "Bert", "Carla", "Dirk", "Els"):
        entry = attendance.add(evening.pk, by=boss, name=name, rating=1500)
        if name != "Els":
            check_in.check_in(evening.pk, entry.pk, by=boss)
    round_ = played(evening, boss)
    rounds.close(round_.pk, by=boss)
    return evening


class TestDays:
    def test_a_week_two_weeks_or_the_same_weekday_of_the_month_on(self):
        assert planned_days(FRIDAY, "week", 2) == [FRIDAY, date(2026, 12, 11)]
        assert planned_days(FRIDAY, "fortnight", 3)[2] == date(2027, 1, 1)
        assert planned_days(FRIDAY, "month", 3) == [FRIDAY, date(2027, 1, 1), date(2027, 2, 5)]

    def test_a_fifth_friday_becomes_the_last_one(self):
        assert planned_days(date(2027, 1, 29), "month", 3) == [date(2027, 1, 29), date(2027, 2, 26), date(2027, 3, 26)]

    def test_a_day_beyond_the_calendar_is_refused(self):
        for every in ("week", "month"):
            with pytest.raises(Refused):
                planned_days(date(9999, 12, 20), every, 3)

    def test_about_three_quarters_are_proposed_to_count(self):
        assert [proposed_best(n) for n in (1, 3, 4, 8, 10)] == [None, None, 3, 6, 8]


class TestTheCard:
    def test_it_shows_the_days_before_it_makes_them(self, card):
        shown = card().content.decode()
        assert not Tournament.objects.exists()
        assert all(f'value="2026-12-{day:02}"' in shown for day in (4, 11, 18, 25))
        assert 'name="best" value="3"' in shown  # of four; six were proposed for eight

    def test_a_day_is_changed_and_one_struck_out(self, card):
        days = dict(enumerate(("2026-12-04", "2026-12-10", "2026-12-25", "2027-01-08")))
        sent = {f"day-{number}": day for number, day in days.items()} | {"no-2": "on", "best": "2"}
        assert card(**sent).status_code == 302
        series = Series.objects.get()
        assert (series.best, series.published) == (2, True)
        assert list(series.tournaments.order_by("starts").values_list("name", "starts")) == [
            ("Winter – evening 1", FRIDAY),
            ("Winter – evening 2", date(2026, 12, 10)),
            ("Winter – evening 3", date(2027, 1, 8)),
        ]

    @pytest.mark.parametrize(
        ("days", "problem"),
        [
            ({"day-0": ""}, "Evening 1 has no date"),
            ({"day-0": "2026-13-01"}, "Evening 1 has no date"),
            ({"day-0": "2026-12-04", "day-1": "2026-12-04"}, "Two evenings have the same date"),
            ({"day-0": "2026-12-04", "no-0": "on"}, "All evenings are struck out"),
            ({"day-0": "2026-12-04"}, "There is only 1 evening"),
        ],
    )
    def test_what_is_wrong_with_the_days_is_said_and_nothing_is_made(self, card, words, days, problem):
        answer = card(**days)
        assert answer.status_code == 422 and problem in words(answer)
        assert not Tournament.objects.exists() and not Series.objects.exists()

    def test_the_days_are_worked_out_again_when_asked(self, card):
        shown = card(**{"day-0": "2026-01-01", "again": "1", "every": "month"}).content.decode()
        assert 'value="2027-03-05"' in shown and "2026-01-01" not in shown


class TestOneMore:
    def test_an_evening_is_added_with_the_settings_and_staff_of_the_last(self, season, first, signed_in, boss):
        Tournament.objects.filter(pk=season[-1].pk).update(venue="Café", rounds_planned=6, places=40)
        helper = make.arbiter(season[-1], "helper")
        series = Series.objects.get()
        url = reverse("admin:tournaments_season_evening", args=[series.pk])
        client = signed_in(boss)
        assert client.get(url).status_code == 200
        assert client.post(url, {"day": "2027-01-08"}).status_code == 302
        made = series.tournaments.order_by("starts").last()
        assert (made.name, made.venue, made.rounds_planned, made.places) == ("Winter – evening 4", "Café", 6, 40)
        assert (made.state, made.slug, made.check_in) == ("planned", "winter-evening-4", True)
        assert made.appointments.get().user == helper
        assert len(expected(made)) == 5
        assert client.post(url, {"day": "2027-01-08"}).status_code == 422

    def test_nobody_else_adds_one(self, season, signed_in):
        url = reverse("admin:tournaments_season_evening", args=[Series.objects.get().pk])
        assert signed_in(make.arbiter(season[0], "organiser")).post(url, {"day": "2027-01-08"}).status_code == 403


class TestPeople:
    def test_everybody_of_an_earlier_evening_is_expected_and_nobody_is_entered(self, season, first):
        found = " ".join(f"{person.name} {person.evenings}" for person in expected(season[1]))
        assert found == "Anna 1 Bert 1 Carla 1 Dirk 1 Els 0"
        assert not season[1].entries.exists()
        assert expected(first) == [] and expected(make.tournament(2)) == []

    def test_only_who_is_ticked_plays(self, season, first, boss):
        evening = season[1]
        for person in expected(evening)[:3]:
            check_in.come(evening.pk, person.pk, by=boss)
        newcomer = attendance.add(evening.pk, by=boss, name="Finn")
        check_in.check_in(evening.pk, newcomer.pk, by=boss)
        played(evening, boss)
        seated = Seat.objects.filter(round__tournament=evening).values_list("entry__player__name", flat=True)
        assert sorted(seated) == ["Anna", "Bert", "Carla", "Finn"]
        assert "Finn" in [person.name for person in expected(season[2])]
        assert [person.name for person in expected(evening)] == ["Dirk", "Els"]

    def test_twice_is_once_and_a_stranger_is_refused(self, season, first, boss):
        anna = Player.objects.get(name="Anna")
        assert check_in.come(season[1].pk, anna.pk, by=boss) == check_in.come(season[1].pk, anna.pk, by=boss)
        assert Entry.objects.filter(tournament=season[1]).count() == 1
        stranger = Player.objects.create(name="Nobody")
        with pytest.raises(Refused, match="none of the earlier evenings"):
            check_in.come(season[1].pk, stranger.pk, by=boss)

    def test_a_helper_ticks_and_a_judge_does_not(self, season, first):
        anna = Player.objects.get(name="Anna")
        with pytest.raises(PermissionDenied):
            check_in.come(season[1].pk, anna.pk, by=make.arbiter(season[1], "judge"))
        assert check_in.come(season[1].pk, anna.pk, by=make.arbiter(season[1], "helper")).number == 1

    def test_beyond_the_places_they_wait(self, season, first, boss):
        Tournament.objects.filter(pk=season[1].pk).update(places=2)
        for person in expected(season[1])[:3]:
            check_in.come(season[1].pk, person.pk, by=boss)
        assert season[1].entries.count() == 2
        assert season[1].waiting.get().here

    def test_the_page_has_them_by_row_and_by_name(self, season, first, signed_in, boss, words):
        client, evening = signed_in(boss), season[1]
        desk = words(client.get(reverse("admin:tournaments_desk", args=[evening.pk])))
        assert "5 players of earlier evenings are expected." in desk
        page, mark = (reverse(f"admin:tournaments_{name}", args=[evening.pk]) for name in ("check_in", "check_in_mark"))
        text = words(client.get(page))
        assert "who comes again?" in text and "5 expected from earlier evenings" in text
        assert "Tick who is here. Anyone you do not tick does not play and is not in the pairing." in text
        assert text.count("played 1 evening<") == 4 and "has not played yet" in text, "Els was entered and never came"
        anna = Player.objects.get(name="Anna")
        assert "is here." in words(client.post(mark, {"who": f"come:{anna.pk}"}, follow=True))
        assert "2 Bert</strong> is here." in words(client.post(mark, {"text": "bert"}, follow=True))
        assert "3 expected from earlier evenings" in words(client.get(page))
        assert "Did you mean Carla?" in words(client.post(mark, {"text": "Carlla"}))
        assert evening.entries.filter(checked_in__isnull=False).count() == 2
        carla = Player.objects.get(name="Carla")
        button = f'form="rows" name="who" value="come:{carla.pk}"'
        assert button in client.post(mark, {"text": "Carlla"}).content.decode()
        # a minute before the pairing: nobody but those ticked is entered, so nobody else can be paired
        assert set(evening.entries.values_list("player__name", flat=True)) == {"Anna", "Bert"}


class TestTheTable:
    def test_it_is_public_from_the_first_evening_and_says_how_far_it_is(self, season, boss, client):
        for name in ("Anna", "Bert", "Carla", "Dirk"):
            entry = attendance.add(season[0].pk, by=boss, name=name)
            check_in.check_in(season[0].pk, entry.pk, by=boss)
        round_ = played(season[0], boss)
        series = table_of(season)
        half = Page(client.get(series.get_absolute_url()).content.decode()).text
        assert "Anna" in half and "provisional" in half and "after 1 of 3 tournaments" in half
        rounds.close(round_.pk, by=boss)
        compute_standings(season[0].pk)
        table_of(season)
        whole = Page(client.get(series.get_absolute_url()).content.decode()).text
        assert "provisional" not in whole and "The 2 best results count." in whole

    def test_who_was_entered_and_never_came_missed_the_evening(self, season, first):
        rows = table_of(season).body["rows"]
        assert len(rows) == 4
        assert Player.objects.get(name="Els").pk not in [row["player"] for row in rows]
