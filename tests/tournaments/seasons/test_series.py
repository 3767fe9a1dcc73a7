"""Series: points over several evenings."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tests.tournaments.seasons.nights import ENDS, correct, evening, every_game, page
from tournaments.jobs import seasons
from tournaments.models import Entry, Series, SeriesEvent, Standings

pytestmark = pytest.mark.django_db


class TestSeries:
    @every_game
    def test_it_adds_up_by_its_rule(self, nights, cup, people):
        rows = cup.body["rows"]
        ends = {}
        for night in nights:
            for row in Standings.objects.get(tournament=night).body["rows"]:
                player = Entry.objects.get(tournament=night, number=row["player"]).player_id
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
        assert missing == {people[0].pk: 1, people[1].pk: 0, people[2].pk: 0, people[3].pk: 0, people[4].pk: 3}

    def test_an_open_event_counts_and_makes_it_provisional(self, boss, client, people, cup):
        assert "after 3 tournaments" in page(client, "/seasons/cup/").text
        night = evening(boss, people[:4], 5, finish=False)
        SeriesEvent.objects.create(series=cup, tournament=night)
        seasons.update_series(cup.pk)
        assert "provisional" in page(client, "/seasons/cup/").text

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
        [
            ({"best": 2, "drop": 1}, "drop"),
            ({"value": "places"}, "places"),
            ({"value": "places", "places": "1 2"}, "places"),
            ({"value": "places", "places": "5,5 3"}, "places"),
            ({"value": "places", "places": "-1"}, "places"),
            ({"best": 0}, "best"),
        ],
    )
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
        for fields in ({"best": 2, "drop": 1}, {"value": "places"}, {"best": 0}, {"ties": "lot"}, {"name": ""}):
            with pytest.raises(IntegrityError), transaction.atomic():
                Series.objects.create(**({"name": "X", "slug": "x"} | fields))
