"""The demonstration town: built part by part by the worker, told apart everywhere, gone with one click."""

from __future__ import annotations

from datetime import date

import pytest
from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.demo import town
from tests.tournaments.worlds import world
from tournaments.demo.town import NEWCOMERS, PARTS, build_next
from tournaments.domain.access import clubs_of
from tournaments.domain.errors import Refused
from tournaments.jobs.seasons import update_series
from tournaments.models import (
    Club,
    Confirmation,
    Demonstration,
    Entry,
    GameRecord,
    ListLayout,
    LogEntry,
    Player,
    PossiblePoints,
    Result,
    Series,
    Tournament,
    Waiting,
    Work,
)
from tournaments.selectors.site import demonstration as there
from tournaments.selectors.site.listing import overview
from tournaments.services import seasons
from tournaments.services.events import demonstration, tournaments

pytestmark = pytest.mark.django_db


@world
def boss(param):
    """The organiser of an installation with the whole town."""
    return town.whole()


def counts():
    """Count the rows of each model, but the log, and what games can give, which is worked out once for all events."""
    models = (m for m in apps.get_app_config("tournaments").get_models() if m not in (LogEntry, PossiblePoints))
    return {model.__name__: model.objects.count() for model in models}


def test_it_has_an_evening_of_everything(boss):
    events = {event.slug: event for event in Tournament.objects.all()}
    assert set(events) == set(there.SLUGS)
    state = {slug: (event.state, event.rounds.count(), event.entries.count()) for slug, event in events.items()}
    assert state["demonstration"] == ("running", 3, 16)
    assert state["harbour-cup"] == ("running", 2, 16)
    assert state["vierhoven-open"] == ("running", 6, 40)
    assert state["riichi-winter"][0] == "running"
    assert state["quarto-cafe"] == ("planned", 0, 24)
    assert state["four-towers-night"] == ("finished", 3, 16)
    proven = GameRecord.objects.filter(state=GameRecord.State.AGREES)
    games = set(proven.values_list("table__round__tournament__game", flat=True))
    assert games == {"quatro-chess", "quaro", "kwartet", "quarto"}
    assert events["quarto-cafe"].registration_settings.fee == "€ 5"
    assert set(Waiting.objects.values_list("player__name", flat=True)) == set(NEWCOMERS[4:])
    series = Series.objects.get(slug="winter-league")
    assert series.events.count() == 3 and series.body["rows"]
    assert [bool(club.logo) for club in Club.objects.filter(demonstration=True)] == [True, True]


def test_its_pages_say_that_it_is_invented(client, boss):
    for path in ("/t/harbour-cup/", "/t/quarto-cafe/", "/c/pion-en-co/", "/seasons/winter-league/"):
        page = client.get(path)
        assert page.status_code == 200 and "are invented" in page.content.decode(), path
    front = client.get("/").content.decode()
    assert front.count(">Demonstration<") == len(there.SLUGS) + 1  # the season's line has one as well
    assert "This is a demonstration" in front
    make.duel(4, published=True)
    assert "are invented" not in client.get(f"/t/{Tournament.objects.latest('pk').slug}/").content.decode()


def test_so_do_the_wall_and_the_desk_where_names_are_all_that_is_seen(desk):
    cup, real = Tournament.objects.get(slug="harbour-cup"), make.duel(4, published=True)
    for event, marks in ((cup, 1), (real, 0)):
        for path in (reverse("board", args=[event.slug]), reverse("admin:tournaments_desk", args=[event.pk])):
            page = desk.get(path).content.decode()
            assert page.partition("</header>")[0].count(">Demonstration<") == marks, path


def test_a_site_without_it_says_nothing_of_it(client, boss):
    demonstration.remove(by=boss)
    make.duel(4, published=True)
    assert "emonstration" not in client.get("/").content.decode()
    client.force_login(boss)
    assert "emonstration" not in client.get(reverse("admin:index")).content.decode()


def test_it_goes_wholly_with_one_click(desk):
    names = set(Player.objects.values_list("name", flat=True))
    events = list(Tournament.objects.values_list("pk", flat=True))
    answer = desk.post(reverse("admin:tournaments_demonstration"), {"do": "remove"}, follow=True)
    assert "9 invented tournaments" in answer.content.decode()
    Work.objects.all().delete()  # numbers alone: a worker finds nothing by them, and throws them away
    assert {name: rows for name, rows in counts().items() if rows} == {"Club": 1, "User": 1}
    told = " ".join(str((row.old, row.new)) for row in LogEntry.objects.exclude(kind="club"))
    assert not [name for name in (*names, "Harbour Cup", "Winter league") if name in told]
    assert not LogEntry.objects.filter(kind="liveply", tournament_id__in=events).exists()


def test_nothing_that_was_tried_in_it_holds_it_back(boss):
    cup = Tournament.objects.get(slug="harbour-cup")
    result = Result.objects.filter(table__round__tournament=cup, is_current=True).first()
    Confirmation.objects.create(result=result, by=make.arbiter(cup))
    ListLayout.objects.create(club=cup.club, owner=boss, heading="tried")
    demonstration.remove(by=boss)
    connection.check_constraints()
    assert not Club.objects.filter(demonstration=True).exists() and Club.objects.count() == 1


def test_who_waits_for_an_evening_made_by_hand_stays(boss):
    mine = seasons.add_evening(Series.objects.get(slug="winter-league").pk, date(2031, 1, 2), by=boss)
    person = Player.objects.filter(register=mine.club).first()
    Waiting.objects.create(tournament=mine, player=person, since=mine.created_at)
    demonstration.remove(by=boss)
    connection.check_constraints()
    assert list(Player.objects.all()) == [person]


def test_the_log_of_what_is_there_cannot_be_forgotten(boss):
    own = make.duel(4, name="Own evening")
    with pytest.raises(IntegrityError, match="not forgotten"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT viertal_forget_demonstration(%s, '{}', '{}')", [[own.pk]])
    before = LogEntry.objects.count()
    with connection.cursor() as cursor:
        cursor.execute("SELECT viertal_forget_played(%s)", [own.pk])
    assert LogEntry.objects.count() == before


def test_what_is_real_stays(boss):
    own = make.duel(4, name="Own evening")
    make.play(make.published(own, boss), boss, ("1", "0"))
    before = own.entries.count(), own.rounds.count(), LogEntry.objects.filter(tournament_id=own.pk).count()
    demonstration.remove(by=boss)
    assert list(Tournament.objects.all()) == [own] and Player.objects.count() == own.entries.count()
    assert (own.entries.count(), own.rounds.count(), LogEntry.objects.filter(tournament_id=own.pk).count()) == before


def test_what_somebody_made_by_hand_in_it_is_told_and_stays(desk, boss):
    league = Series.objects.get(slug="winter-league")
    mine = seasons.add_evening(league.pk, date(2031, 1, 2), by=boss)
    people = list(Player.objects.filter(register=league.club)[:4])
    Entry.objects.bulk_create(
        Entry(tournament=mine, player=person, number=number) for number, person in enumerate(people, 1)
    )
    assert f"kept with their players and their club: {mine.name}" in desk.get(reverse("admin:index")).content.decode()
    done = demonstration.remove(by=boss)
    assert done.kept == (mine.name,)
    assert list(Tournament.objects.all()) == [mine] and mine.entries.count() == 4
    assert list(mine.in_series.values_list("series", flat=True)) == [league.pk]
    club = Club.objects.get(pk=mine.club_id)
    assert not club.demonstration and there.town() is None
    assert set(Player.objects.all()) == set(people)


def test_a_season_with_real_evenings_keeps_these(boss):
    own = make.duel(4, name="Own evening")
    make.play(make.published(own, boss), boss, ("1", "0"))
    season = seasons.create(Series, {"name": "Own season"}, by=boss, club=own.club)
    for slug in (own.slug, "four-towers-night"):
        seasons.put_in(Series, season.pk, slug, by=boss)
    update_series(season.pk)
    demonstration.remove(by=boss)
    update_series(season.pk)
    season.refresh_from_db()
    assert [link.tournament for link in season.events.all()] == [own]
    assert {row["player"] for row in season.body["rows"]} <= set(own.entries.values_list("player", flat=True))


def test_only_who_keeps_the_installation_removes_it(boss):
    for act in (lambda by: demonstration.remove(by=by), lambda by: demonstration.let_play(False, by=by)):
        with pytest.raises(PermissionDenied):
            act(make.arbiter(Tournament.objects.get(slug="harbour-cup")))
    assert Demonstration.objects.get().playing and Tournament.objects.count() == 9


def test_what_is_new_belongs_to_a_club_of_ones_own_without_being_asked(boss):
    own = Club.objects.get(demonstration=False)
    assert list(clubs_of(boss)) == [own]
    assert tournaments.create({"name": "Mine"}, by=boss).club == own
    with pytest.raises(Refused, match="belongs to the demonstration"):
        tournaments.create({"name": "Theirs"}, by=boss, club=Club.objects.filter(demonstration=True)[0])


def test_no_real_club_becomes_an_invented_one(boss):
    with pytest.raises(IntegrityError, match="is not invented"), transaction.atomic():
        Club.objects.filter(demonstration=False).update(demonstration=True)


def test_the_lists_know_which_event_is_invented(boss):
    shown = overview(date(2001, 1, 1))
    assert shown.invented and all(event.invented for event in shown.running)


class TestBuilding:
    @pytest.fixture
    def boss(self):
        return town.begun()

    def test_the_page_is_there_before_it_and_says_that_it_comes(self, client, boss):
        assert "More of it comes in a moment" in client.get("/").content.decode()
        assert there.town().events == 1 and not there.is_whole()

    def test_what_somebody_deleted_does_not_come_back(self, boss):
        build_next()
        build_next()
        night = Tournament.objects.get(slug="four-towers-night")
        Demonstration.objects.update(missing=1)  # the rest takes its time, and is tested above
        Tournament.objects.filter(pk=night.pk).update(slug="elsewhere")
        assert not build_next() and there.is_whole()
        assert not Tournament.objects.filter(slug="four-towers-night").exists()

    def test_a_part_whose_address_is_taken_is_left_out(self, boss):
        make.duel(4, slug="four-towers-night")
        before = Tournament.objects.count()
        for _part in PARTS[:2]:
            build_next()
        assert Tournament.objects.count() == before
        assert Demonstration.objects.get().missing == len(PARTS) - 2

    @pytest.mark.parametrize("act", [lambda boss: build_next(), lambda boss: demonstration.remove(by=boss)])
    def test_building_and_removing_wait_for_each_other(self, boss, act):
        act(boss)
        with connection.cursor() as cursor:
            mine = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND pid = pg_backend_pid()"
            cursor.execute(mine, [demonstration.TOWN])
            assert cursor.fetchone()[0] == 1

    def test_nothing_is_built_after_it_was_removed(self, boss):
        demonstration.remove(by=boss)
        assert not build_next() and not Tournament.objects.exists()
