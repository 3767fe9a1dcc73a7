"""Season ratings: whose evenings count, in which order, and what a correction changes."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from scoring.ratings import season
from tests.tournaments import make
from tests.tournaments.seasons.nights import ENDS, correct, digits, evening, every_game
from tournaments.jobs import seasons
from tournaments.models import Entry, RatedEvent, Rating, RatingList, Result, Tournament
from tournaments.selectors.events.events import event_of
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


class TestRatings:
    @every_game
    def test_they_are_those_of_the_events_in_the_order_of_their_dates(self, nights, club_list):
        runs = season(
            (night.pk, event_of(night), dict(Entry.objects.filter(tournament=night).values_list("number", "player")))
            for night in nights
        )
        found = digits(club_list)
        assert {player: (run.rating.mu, run.rating.sigma, run.rating.games) for player, run in runs.items()} == {
            player: row[:3] for player, row in found.items()
        }
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
            current.table_id, by=boss, points=[None] * 4, end="adjourned", seen_result=current.pk, reason="light"
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
                current.table_id, by=boss, points=make.points(*ENDS[1]), seen_result=current.pk, reason="misread"
            )
        assert digits(club_list) != before

    def test_what_moved_while_it_was_computed_is_not_overwritten(self, nights, club_list, monkeypatch):
        RatedEvent.objects.filter(rating_list=club_list, tournament=nights[1]).delete()
        real = seasons.season

        def overtaken(events, *method):
            made = real(events, *method)
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
