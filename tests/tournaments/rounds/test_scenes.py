"""A few of the races that `reliability.races` runs by the thousand: every scene, with what must hold afterwards."""

from __future__ import annotations

import random

import pytest

from reliability.hall import Hall, without_broker
from reliability.races import count_deadlocks, standings_are_right
from reliability.scenes import SCENES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("scene", SCENES)
def test_whoever_races_nothing_is_doubled_lost_or_held_up(scene):
    lots = random.Random(3)
    before = count_deadlocks()
    with without_broker():
        hall = Hall()
        for _race in range(2):
            assert list(SCENES[scene](lots, hall)) == []
        assert standings_are_right(hall) == []
    assert count_deadlocks() == before
