"""Names that a file of browser tests leaves behind are out of the way of the next file, however many there are."""

from __future__ import annotations

import pytest
from django.db import connection

from tests.support.stack import ASIDE
from tests.tournaments import make
from tournaments.models import Player, RatingList, Series, Tournament, User

pytestmark = pytest.mark.django_db


def put_aside() -> None:
    with connection.cursor() as cursor:
        for statement in ASIDE:
            cursor.execute(statement)


def named() -> list[object]:
    """All that a later file could name alike."""
    return [
        *Tournament.objects.order_by("pk").values_list("name", "slug", "starts", "club__name", "club__slug"),
        *Series.objects.values_list("slug"),
        *RatingList.objects.values_list("slug"),
        *Player.objects.order_by("pk").values_list("club"),
        *User.objects.order_by("pk").values_list("username"),
    ]


def test_names_of_any_length_are_free_for_the_next_file_and_do_not_grow_with_every_file():
    leiden = make.club("L" * 80)
    made = make.tournament(2, name="N" * 120, slug="s" * 80, club=leiden)
    Player.objects.update(club="c" * 100)
    make.arbiter(made)
    Series.objects.create(name="Cup", slug="c" * 80, club=leiden)
    RatingList.objects.create(name="Ladder", slug="l" * 80, club=leiden)
    before = named()
    put_aside()
    once = named()
    assert not set(once) & set(before)
    put_aside()
    assert named() == once


def test_those_who_come_later_stand_before_them_in_lists():
    old = make.tournament(2, name="Aardvark")
    put_aside()
    new = make.tournament(2, name="Zebra")
    assert list(Tournament.objects.all()) == [new, old]
