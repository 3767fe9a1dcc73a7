"""Seats that are uneven are said of games where it matters who sits where, and of no others."""

from __future__ import annotations

import pytest
from django.urls import reverse

from scoring.documents.gamelink import seats_matter
from tests.games.core.test_declared import ORDER
from tests.tournaments import make
from tournaments.models import Round
from tournaments.pairing.review import Kind
from tournaments.selectors.rounds.review import loaded

pytestmark = pytest.mark.django_db


def declared(**more):
    return {
        "game": "declared",
        "options": {"declaration": {**ORDER, "seats": [4], "worth": {"4": ["3", "2", "1", "0"]}, **more}},
    }


def second(boss, **fields):
    """The draft of the second of three rounds of eight players."""
    event = make.tournament(8, rounds_planned=3, **fields)
    make.published(event, boss)
    return event, make.draft(event, boss)


@pytest.mark.parametrize(
    ("fields", "matters"),
    [
        (declared(), False),
        (declared(seats_matter=True), True),
        (declared(partners=[[1, 3], [2, 4]]), True),
        ({"game": "riichi"}, True),
        ({}, True),
    ],
    ids=["declared", "it says so", "partners", "winds", "engine"],
)
class TestWhereItMatters:
    def test_the_desk_and_the_review_say_it(self, boss, desk, words, fields, matters):
        event, draft = second(boss, **fields)
        assert seats_matter(event.game, event.options) == matters
        Round.objects.filter(pk=draft.pk).update(
            quality={
                "repeated_pairs": 0,
                "most_meetings": 1,
                "unmet_pairs": 4,
                "seat_spread": 1,
                "bound": 0,
                "optimal": True,
            }
        )
        for name, at in (("desk_round", draft.number), ("review", draft.pk)):
            page = words(desk.get(reverse(f"admin:tournaments_{name}", args=[event.pk, at])))
            assert "most meetings between two players" in page
            assert ("seats uneven" in page) == matters

    def test_a_change_by_hand_is_held_against_it(self, boss, fields, matters):
        event, draft = second(boss, **fields)
        review = loaded(event, draft).review
        kinds = {f.kind for a in review.at for b in review.at if a < b for f in review.exchange(a, b).findings}
        assert (Kind.SEATS in kinds) == matters
