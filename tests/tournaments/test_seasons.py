"""Rating lists and series: made of final events, replayed when one of them changes, public or not."""

from __future__ import annotations

import csv
import html
import io
from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.ratings.season import season
from scoring.ratings.weng_lin import START
from tests.tournaments import make
from tests.tournaments.public.reading import Page
from tournaments.jobs import seasons
from tournaments.jobs.standings import compute_standings
from tournaments.models import (
    Entry,
    Player,
    RatedEvent,
    Rating,
    RatingList,
    Result,
    Series,
    SeriesEvent,
    Standings,
    Table,
    Tournament,
)
from tournaments.selectors.documents import event_of
from tournaments.services import results, rounds
from tournaments.services.seasons import changed, whole

pytestmark = pytest.mark.django_db

DAY = date(2026, 9, 1)
ENDS = (("8", "4", "2", "0"), ("0", "2", "4", "8"), ("7/2", "7/2", "7/2", "7/2"))


@pytest.fixture
def people():
    return Player.objects.bulk_create(Player(name=name) for name in ("Anna", "Bert", "Carla", "Dirk", "Els"))


def evening(boss, people, number, end=ENDS[0], finish=True, **fields):
    """One table of four, one round, on the ``number``-th day; finished."""
    made = make.tournament(
        0, name=f"Night {number}", slug=f"night-{number}", rounds_planned=1, starts=DAY + timedelta(days=number),
        **fields,
    )  # fmt: skip
    Entry.objects.bulk_create(
        Entry(tournament=made, player=player, number=at) for at, player in enumerate(people, 1)
    )
    round_ = make.published(made, boss)
    make.play(round_, boss, end)
    compute_standings(made.pk)
    if finish:
        rounds.close(round_.pk, by=boss)
    made.refresh_from_db()
    return made


@pytest.fixture
def nights(boss, people):
    return [evening(boss, people[:4], at, end) for at, end in enumerate(ENDS)]


@pytest.fixture
def club_list(nights):
    made = RatingList.objects.create(name="Club", slug="club", published=True)
    for night in reversed(nights):
        RatedEvent.objects.create(rating_list=made, tournament=night)
    seasons.update_ratings(made.pk)
    made.refresh_from_db()
    return made


@pytest.fixture
def cup(nights):
    made = Series.objects.create(name="Cup", slug="cup", published=True, best=2, ties="wins")
    for night in nights:
        SeriesEvent.objects.create(series=made, tournament=night)
    seasons.update_series(made.pk)
    made.refresh_from_db()
    return made


def digits(of):
    return {
        row.player_id: (row.mu, row.sigma, row.games, row.steps)
        for row in Rating.objects.filter(rating_list=of)
    }


def correct(boss, night, end):
    current = Result.objects.get(table__round__tournament=night, is_current=True)
    results.enter(
        current.table_id, by=boss, points=make.points(*end), seen_result=current.pk, reason="misread"
    )
    compute_standings(night.pk)


class TestRatings:
    def test_they_are_those_of_the_events_in_the_order_of_their_dates(self, nights, club_list):
        runs = season(
            (
                night.pk,
                event_of(night),
                dict(Entry.objects.filter(tournament=night).values_list("number", "player")),
            )
            for night in nights
        )
        found = digits(club_list)
        assert {
            player: (run.rating.mu, run.rating.sigma, run.rating.games) for player, run in runs.items()
        } == {player: row[:3] for player, row in found.items()}
        assert all([step[0] for step in row[3]] == [night.pk for night in nights] for row in found.values())

    def test_computed_twice_they_are_written_once(self, club_list, django_assert_num_queries):
        before = digits(club_list)
        with django_assert_num_queries(2):
            seasons.update_ratings(club_list.pk)
        assert digits(club_list) == before
        assert seasons.stale() == {"update_ratings": [], "update_series": []}

    def test_an_event_taken_out_is_as_if_it_had_never_been(self, nights, club_list):
        other = RatingList.objects.create(name="Without", slug="without")
        for night in (nights[0], nights[2]):
            RatedEvent.objects.create(rating_list=other, tournament=night)
        seasons.update_ratings(other.pk)
        all_three = digits(club_list)
        out = RatedEvent.objects.get(rating_list=club_list, tournament=nights[1])
        out.delete()
        seasons.update_ratings(club_list.pk)
        assert digits(club_list) == digits(other) != all_three
        RatedEvent.objects.create(rating_list=club_list, tournament=nights[1])
        seasons.update_ratings(club_list.pk)
        assert digits(club_list) == all_three

    def test_only_what_is_final_and_public_counts(self, boss, people, club_list):
        before = digits(club_list)
        running = evening(boss, people[:4], 9, finish=False)
        RatedEvent.objects.create(rating_list=club_list, tournament=running)
        seasons.update_ratings(club_list.pk)
        assert digits(club_list) == before
        rounds.close(running.rounds.get().pk, by=boss)
        Tournament.objects.filter(pk=running.pk).update(published=False)
        assert seasons.stale()["update_ratings"] == []
        Tournament.objects.filter(pk=running.pk).update(published=True)
        assert seasons.stale()["update_ratings"] == [club_list.pk]
        seasons.update_ratings(club_list.pk)
        assert {row[2] for row in digits(club_list).values()} == {4}

    def test_a_table_that_is_adjourned_keeps_the_event_out_until_it_is_decided(self, boss, nights, club_list):
        current = Result.objects.get(table__round__tournament=nights[2], is_current=True)
        results.enter(
            current.table_id,
            by=boss,
            points=[None] * 4,
            end="adjourned",
            seen_result=current.pk,
            reason="light",
        )
        seasons.update_ratings(club_list.pk)
        assert {row[2] for row in digits(club_list).values()} == {2}

    def test_a_corrected_result_is_rated_anew(self, boss, nights, club_list):
        before = digits(club_list)
        correct(boss, nights[0], ENDS[1])
        assert seasons.stale(nights[0].pk)["update_ratings"] == [club_list.pk]
        seasons.update_ratings(club_list.pk)
        after = digits(club_list)
        assert after != before
        correct(boss, nights[0], ENDS[0])
        seasons.update_ratings(club_list.pk)
        assert digits(club_list) == before

    def test_closing_the_last_round_and_a_correction_reach_the_list_by_themselves(
        self, boss, people, club_list, eager_tasks, django_capture_on_commit_callbacks
    ):
        night = evening(boss, people[:4], 9, finish=False)
        RatedEvent.objects.create(rating_list=club_list, tournament=night)
        with django_capture_on_commit_callbacks(execute=True):
            rounds.close(night.rounds.get().pk, by=boss)
        assert {row[2] for row in digits(club_list).values()} == {4}
        current = Result.objects.get(table__round__tournament=night, is_current=True)
        before = digits(club_list)
        with django_capture_on_commit_callbacks(execute=True):
            results.enter(
                current.table_id,
                by=boss,
                points=make.points(*ENDS[1]),
                seen_result=current.pk,
                reason="misread",
            )
        assert digits(club_list) != before

    def test_what_moved_while_it_was_computed_is_not_overwritten(self, nights, club_list, monkeypatch):
        RatedEvent.objects.filter(rating_list=club_list, tournament=nights[1]).delete()
        real = seasons.season

        def overtaken(events):
            made = real(events)
            RatedEvent.objects.filter(rating_list=club_list, tournament=nights[2]).delete()
            return made

        before = digits(club_list)
        monkeypatch.setattr(seasons, "season", overtaken)
        seasons.update_ratings(club_list.pk)
        assert digits(club_list) == before
        monkeypatch.undo()
        seasons.update_ratings(club_list.pk)
        assert {row[2] for row in digits(club_list).values()} == {1}

    def test_the_database_takes_a_player_or_a_tournament_once(self, nights, club_list, people):
        with pytest.raises(IntegrityError, match="rated_once"), transaction.atomic():
            RatedEvent.objects.create(rating_list=club_list, tournament=nights[0])
        with pytest.raises(IntegrityError, match="rating_once"), transaction.atomic():
            Rating.objects.create(rating_list=club_list, player=people[0], mu=1, sigma=1, games=1)
        with pytest.raises(IntegrityError, match="rating_sigma"), transaction.atomic():
            Rating.objects.filter(rating_list=club_list).update(sigma=0)


class TestSeeding:
    def test_a_tournament_takes_its_numbers_and_ratings_from_the_list(self, boss, people, club_list):
        made = make.tournament(0, slug="next", rounds_planned=2, rating_list=club_list)
        for at, player in enumerate(reversed(people), 1):
            Player.objects.filter(pk=player.pk).update(rating=1000 + at)
            Entry.objects.create(tournament=made, player=player, number=at)
        make.published(made, boss)
        rating = {row.player_id: row.mu for row in Rating.objects.filter(rating_list=club_list)}
        entries = list(Entry.objects.filter(tournament=made).order_by("number"))
        expected = sorted(people[:4], key=lambda one: (-whole(rating[one.pk]), -people.index(one)))
        assert [entry.player for entry in entries] == [*expected, people[4]]
        assert [entry.season_rating for entry in entries] == [
            *(whole(rating[one.pk]) for one in expected),
            None,
        ]
        assert [player.rating for player in event_of(made).players] == [one.season_rating for one in entries]

    def test_a_rating_once_taken_stays_whatever_the_list_does(self, boss, people, nights, club_list):
        made = make.tournament(0, slug="next", rounds_planned=2, rating_list=club_list)
        for at, player in enumerate(people[:4], 1):
            Entry.objects.create(tournament=made, player=player, number=at)
        make.play(make.published(made, boss), boss)
        before = list(Entry.objects.filter(tournament=made).values_list("number", "season_rating"))
        correct(boss, nights[0], ENDS[2])
        seasons.update_ratings(club_list.pk)
        make.published(made, boss)
        assert list(Entry.objects.filter(tournament=made).values_list("number", "season_rating")) == before

    def test_an_organiser_chooses_the_list_in_the_form_and_not_once_it_has_begun(
        self, client, boss, people, club_list
    ):
        made = make.tournament(4, slug="next", rounds_planned=2)
        client.force_login(boss)
        change = reverse("admin:tournaments_tournament_change", args=[made.pk])
        fields = {
            "name": made.name, "slug": "next", "starts": "2026-11-20", "rounds_planned": "2", "game": "quatro-chess",
            "system": "tables", "table_size": "4", "seed": "0", "rating_list": club_list.pk,
            "entries-TOTAL_FORMS": "0", "entries-INITIAL_FORMS": "0",
            "appointments-TOTAL_FORMS": "0", "appointments-INITIAL_FORMS": "0",
        }  # fmt: skip
        assert client.post(change, fields).status_code == 302
        made.refresh_from_db()
        assert made.rating_list == club_list
        make.published(made, boss)
        assert client.post(change, fields | {"rating_list": ""}).status_code == 302
        made.refresh_from_db()
        assert made.rating_list == club_list

    def test_without_a_list_everything_is_as_it_was(self, boss, people, club_list):
        made = make.tournament(4)
        make.published(made, boss)
        assert {player.rating for player in event_of(made).players} == {1999, 1998, 1997, 1996}

    def test_what_a_rating_can_be(self):
        assert [whole(mu) for mu in (START.mu, -3, 9000, 12.5)] == [1500, 0, 4000, 12]


class TestSeries:
    def test_it_adds_up_by_its_rule(self, nights, cup, people):
        rows = cup.body["rows"]
        ends = {}
        for night in nights:
            for row in Standings.objects.get(tournament=night).body["rows"]:
                player = Entry.objects.get(tournament=night, number=row["number"]).player_id
                ends.setdefault(player, []).append(Fraction(row["points"]))
        assert {row["player"]: Fraction(row["total"]) for row in rows} == {
            player: sum(sorted(own)[-2:]) for player, own in ends.items()
        }
        assert cup.body["final"] == [True] * 3
        assert all([one[2] for one in row["events"]].count(True) == 2 for row in rows)

    def test_who_missed_an_event_has_an_empty_place_there(self, boss, people, cup):
        night = evening(boss, people[1:], 5)
        SeriesEvent.objects.create(series=cup, tournament=night)
        seasons.update_series(cup.pk)
        cup.refresh_from_db()
        missing = {row["player"]: row["events"].count(None) for row in cup.body["rows"]}
        assert missing == {
            people[0].pk: 1,
            people[1].pk: 0,
            people[2].pk: 0,
            people[3].pk: 0,
            people[4].pk: 3,
        }

    def test_an_open_event_counts_and_makes_it_provisional(self, boss, client, people, cup):
        assert "final so far" in page(client, "/series/cup/").text
        night = evening(boss, people[:4], 5, finish=False)
        SeriesEvent.objects.create(series=cup, tournament=night)
        seasons.update_series(cup.pk)
        assert "provisional" in page(client, "/series/cup/").text

    def test_a_changed_rule_or_result_adds_it_up_anew(self, boss, nights, cup):
        before = cup.body
        Series.objects.filter(pk=cup.pk).update(best=None, drop=0)
        assert seasons.stale()["update_series"] == [cup.pk]
        seasons.update_series(cup.pk)
        cup.refresh_from_db()
        assert cup.body != before
        seasons.update_series(cup.pk)
        correct(boss, nights[0], ENDS[1])
        assert seasons.stale()["update_series"] == [cup.pk]

    @pytest.mark.parametrize(
        ("fields", "where"),
        [({"best": 2, "drop": 1}, "drop"), ({"value": "places"}, "places"),
         ({"value": "places", "places": "1 2"}, "places"), ({"value": "places", "places": "5,5 3"}, "places"),
         ({"value": "places", "places": "-1"}, "places"), ({"best": 0}, "best")],
    )  # fmt: skip
    def test_what_makes_no_rule_is_refused(self, fields, where):
        one = Series(name="X", slug="x", **fields)
        if where == "places" and fields.get("places") == "5,5 3":
            one.full_clean()
            assert one.rules.places == (5, 5, 3)
            return
        with pytest.raises(ValidationError) as error:
            one.full_clean()
        assert where in error.value.message_dict

    def test_the_database_refuses_it_too(self):
        for fields in (
            {"best": 2, "drop": 1},
            {"value": "places"},
            {"best": 0},
            {"ties": "lot"},
            {"name": ""},
        ):
            with pytest.raises(IntegrityError), transaction.atomic():
                Series.objects.create(**({"name": "X", "slug": "x"} | fields))


def page(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, path
    found = Page(answer.content.decode())
    assert found.faults == []
    assert len(found.ids) == len(set(found.ids))
    return found


PATHS = ["/seasons/", "/ratings/club/", "/series/cup/"]


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

    def test_what_is_not_public_is_there_for_organisers_alone(
        self, client, boss, nights, club_list, cup, people
    ):
        RatingList.objects.update(published=False)
        Series.objects.update(published=False)
        paths = [*PATHS[1:], "/ratings/club/ratings.csv", f"/ratings/club/players/{people[0].pk}/"]
        nothing = client.get("/ratings/none/")
        for user in (None, make.arbiter(nights[0])):
            if user:
                client.force_login(user)
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

    def test_a_players_page_has_a_step_an_event_and_a_picture(self, client, club_list, people, nights):
        source = client.get(f"/ratings/club/players/{people[0].pk}/").content.decode()
        assert all(night.name in source for night in nights)
        assert 'class="chart run"' in source
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
        source = client.get("/series/cup/").content.decode()
        assert source.count("<s>") == 4
        assert 'class="chart bars"' in source and 'class="chart bump"' in source
        assert "The 2 best results count." in html.unescape(source)

    def test_pages_link_to_one_another(self, client, club_list, cup, people, nights):
        number = Entry.objects.get(tournament=nights[0], player=people[0]).number
        source = client.get("/t/night-0/standings/").content.decode()
        assert "/series/cup/" in source and "/ratings/club/" in source
        assert (
            f"/ratings/club/players/{people[0].pk}/"
            in client.get(f"/t/night-0/players/{number}/").content.decode()
        )
        assert f"/t/night-0/players/{number}/" in client.get("/series/cup/").content.decode()
        assert "/t/night-0/" in client.get("/ratings/club/").content.decode()
        RatingList.objects.update(published=False)
        Tournament.objects.filter(pk=nights[0].pk).update(version=10_000)
        assert "/ratings/club/" not in client.get("/t/night-0/standings/").content.decode()

    def test_a_tournament_taken_back_from_the_public_is_not_named(
        self, client, club_list, cup, nights, people
    ):
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

    def test_an_empty_season_says_so(self, client):
        RatingList.objects.create(name="New", slug="new", published=True)
        Series.objects.create(name="New", slug="new", published=True)
        assert "There are none yet" in page(client, "/ratings/new/").text
        assert "nothing to add up yet" in page(client, "/series/new/").text

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


class TestAdmin:
    @pytest.mark.parametrize("name", ["ratinglist", "series"])
    def test_it_is_for_organisers_of_the_installation(self, client, boss, nights, name):
        add = reverse(f"admin:tournaments_{name}_add")
        client.force_login(make.arbiter(nights[0]))
        assert client.get(add).status_code == 403
        client.force_login(boss)
        assert client.get(add).status_code == 200

    def test_a_list_is_made_and_computed(
        self, client, boss, nights, eager_tasks, django_capture_on_commit_callbacks
    ):
        client.force_login(boss)
        fields = {
            "name": "Season", "slug": "season", "published": "on", "provisional_games": "3",
            "events-TOTAL_FORMS": "2", "events-INITIAL_FORMS": "0",
            "events-0-tournament": nights[0].pk, "events-1-tournament": nights[1].pk,
        }  # fmt: skip
        versions = [night.version for night in nights]
        with django_capture_on_commit_callbacks(execute=True):
            answer = client.post(reverse("admin:tournaments_ratinglist_add"), fields)
        assert answer.status_code == 302, answer.content.decode()[-3000:]
        assert Rating.objects.filter(rating_list__slug="season").count() == 4
        for night in nights:
            night.refresh_from_db()
        assert [night.version > before for night, before in zip(nights, versions, strict=True)] == [
            True, True, False,
        ]  # fmt: skip
        assert client.get(reverse("admin:tournaments_ratinglist_changelist")).status_code == 200

    def test_a_series_is_made_and_a_wrong_rule_is_refused_with_a_sentence(
        self, client, boss, nights, eager_tasks, django_capture_on_commit_callbacks
    ):
        client.force_login(boss)
        fields = {
            "name": "Cup", "slug": "cup", "value": "places", "places": "", "drop": "0", "ties": "shared",
            "events-TOTAL_FORMS": "1", "events-INITIAL_FORMS": "0", "events-0-tournament": nights[0].pk,
        }  # fmt: skip
        answer = client.post(reverse("admin:tournaments_series_add"), fields)
        assert "never rising" in html.unescape(answer.content.decode())
        with django_capture_on_commit_callbacks(execute=True):
            client.post(reverse("admin:tournaments_series_add"), fields | {"places": "5 3 1"})
        made = Series.objects.get()
        assert [row["total"] for row in made.body["rows"]] == ["5", "3", "1", "0"]
        client.post(reverse("admin:tournaments_series_delete", args=[made.pk]), {"post": "yes"})
        assert not Series.objects.exists()

    def test_only_an_organiser_changes_a_season(self, nights, club_list):
        with pytest.raises(PermissionDenied, match="organiser of the whole"):
            changed(club_list, by=make.arbiter(nights[0]))


class TestLeaving:
    """Withdrawn and expelled players: marked, by rule in or out."""

    @pytest.fixture
    def running(self, boss):
        made = make.tournament(8, rounds_planned=3, name="Leaving", slug="leaving")
        make.play(make.published(made, boss), boss)
        make.published(made, boss)
        return made

    def form(self, made, **more):
        return {
            "name": made.name, "slug": made.slug, "starts": "2026-11-20", "venue": "", "rounds_planned": "3",
            "published": "on", "entries-TOTAL_FORMS": "0", "entries-INITIAL_FORMS": "0",
            "appointments-TOTAL_FORMS": "0", "appointments-INITIAL_FORMS": "0", **more,
        }  # fmt: skip

    def save(self, client, boss, made, **more):
        client.force_login(boss)
        answer = client.post(
            reverse("admin:tournaments_tournament_change", args=[made.pk]), self.form(made, **more)
        )
        compute_standings(made.pk)
        made.refresh_from_db()
        return html.unescape(answer.content.decode())

    def test_an_expelled_player_leaves_the_table_or_is_marked(self, client, boss, running):
        number = Table.objects.filter(round__tournament=running).first().seats.first().entry.number
        self.save(client, boss, running, scoring_expelled_players=f"{number}")
        assert running.scoring["expelled_players"] == [number]
        source = client.get("/t/leaving/standings/").content.decode()
        assert f"<tr id=p{number}>" not in source
        assert "Not in the table" in source and "<em>expelled</em>" in source
        assert "is not in the table" in page(client, f"/t/leaving/standings/why/{number}/").text
        self.save(client, boss, running, scoring_expelled_players=f"{number}", scoring_expelled="in")
        source = client.get("/t/leaving/standings/").content.decode()
        assert f"<tr id=p{number}>" in source and "<small>expelled</small>" in source
        self.save(client, boss, running)
        assert "expelled_players" not in running.scoring and "expelled" not in running.scoring

    def test_a_withdrawn_player_stays_marked_or_leaves_by_rule(self, client, boss, running):
        Entry.objects.filter(tournament=running, number=5).update(left=1)
        self.save(client, boss, running)
        source = client.get("/t/leaving/standings/").content.decode()
        assert "<tr id=p5>" in source and "<small>withdrawn</small>" in source
        self.save(client, boss, running, scoring_withdrawn="out")
        source = client.get("/t/leaving/standings/").content.decode()
        assert "<tr id=p5>" not in source and "<em>withdrawn</em>" in source

    @pytest.mark.parametrize("wrong", ["99", "x", "0", "-1", "1.5", "99999999"])
    def test_a_number_that_nobody_has_is_refused_with_a_sentence(self, client, boss, running, wrong):
        text = self.save(client, boss, running, scoring_expelled_players=wrong)
        assert "airing number" in text and not running.scoring

    def test_before_the_first_round_nobody_can_be_expelled(self, client, boss):
        made = make.tournament(4, slug="leaving")
        client.force_login(boss)
        text = self.save(
            client, boss, made, game="quatro-chess", system="tables", table_size="4", seed="0",
            scoring_expelled_players="1",
        )  # fmt: skip
        assert "fixed when round 1 is paired" in text

    def test_a_corrected_result_ranks_everything_after_it_anew(self, client, boss, running):
        """Through the site: the desk corrects round 1, and the standings after rounds 1 and 2 follow."""
        second = running.rounds.get(number=2)
        make.play(second, boss)
        compute_standings(running.pk)
        before = [
            one.body["rows"] for one in Standings.objects.filter(tournament=running).order_by("after_round")
        ]
        first = Result.objects.filter(table__round__tournament=running, table__round__number=1).first()
        client.force_login(boss)
        asked = {
            "points1": "0", "points2": "2", "points3": "4", "points4": "8", "seen_result": first.pk,
            "reason": "slip misread", "why": "slip misread", "decision": "points",
        }  # fmt: skip
        sent = client.post(reverse("admin:tournaments_result", args=[running.pk, first.table_id]), asked)
        assert sent.status_code == 302, "play went on since: its effects are looked at first"
        shown = client.get(sent["Location"])
        decide = reverse("admin:tournaments_decide", args=[running.pk, first.table_id])
        done = client.post(decide, asked | {"confirm": shown.context["stamp"]})
        assert done.status_code == 302, shown.context["problem"]
        assert "being recomputed" in page(client, "/t/leaving/standings/").text
        compute_standings(running.pk)
        after = [
            one.body["rows"] for one in Standings.objects.filter(tournament=running).order_by("after_round")
        ]
        for was, now in zip(before, after, strict=True):
            assert [(row["number"], row["rank"]) for row in was] != [
                (row["number"], row["rank"]) for row in now
            ]
        assert "being recomputed" not in page(client, "/t/leaving/standings/").text
