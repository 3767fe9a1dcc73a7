"""Pairing numbers by the season's ratings."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scoring.ratings import START
from tests.tournaments import make
from tests.tournaments.seasons.nights import ENDS, correct
from tournaments.jobs import seasons
from tournaments.models import Entry, Player, Rating
from tournaments.selectors.events.events import event_of
from tournaments.services.seasons import whole

pytestmark = pytest.mark.django_db


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
        assert [entry.season_rating for entry in entries] == [*(whole(rating[one.pk]) for one in expected), None]
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

    def test_an_organiser_chooses_the_list_in_the_form_and_not_once_it_has_begun(self, desk, boss, people, club_list):
        made = make.tournament(4, slug="next", rounds_planned=2)
        change = reverse("admin:tournaments_tournament_change", args=[made.pk])
        fields = make.settings_of(made, rating_list=club_list.pk)
        assert desk.post(change, fields).status_code == 302
        made.refresh_from_db()
        assert made.rating_list == club_list
        make.published(made, boss)
        assert desk.post(change, fields | {"rating_list": ""}).status_code == 302
        made.refresh_from_db()
        assert made.rating_list == club_list

    def test_without_a_list_everything_is_as_it_was(self, boss, people, club_list):
        made = make.tournament(4)
        make.published(made, boss)
        assert {player.rating for player in event_of(made).players} == {1999, 1998, 1997, 1996}

    def test_what_a_rating_can_be(self):
        assert [whole(mu) for mu in (START.mu, -3, 9000, 12.5)] == [1500, 0, 4000, 12]
