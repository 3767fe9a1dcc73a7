"""A world is as new for each test that asks for it, and is not there for the others."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from tests.tournaments import make
from tests.tournaments.worlds import taking_back, world
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

BUILT = []


@world
def duel(param):
    BUILT.append(param)
    return make.duel(4, name=f"Duel {param}")


every_round = pytest.mark.parametrize("at", range(3))
both = pytest.mark.parametrize("duel", ["a", "b"], indirect=True)


@both
@every_round
def test_what_a_test_changes_is_gone_for_the_next(duel, at):
    assert duel.name == Tournament.objects.get().name
    assert duel.name.startswith("Duel ")
    assert duel.entries.count() == 4
    duel.name = "changed"
    duel.save()
    duel.entries.all().delete()
    make.organiser()


@every_round
def test_a_test_that_asks_for_none_has_none(at):
    assert not Tournament.objects.exists()


@both
def test_they_were_built_once(duel):
    assert ["a", "b"][: len(BUILT)] == BUILT


@both
def test_a_block_that_must_be_the_outermost_may_begin_on_it(duel):
    with transaction.atomic(durable=True):
        duel.delete()


@both
def test_each_request_of_many_is_taken_back_also_one_that_broke_off(duel):
    with taking_back() as take_back:
        for broken in (False, True, False):
            assert duel.entries.count() == 4
            make.organiser()
            assert duel.entries.all().delete()[0] >= 4
            transaction.set_rollback(broken)
            take_back()
    assert duel.entries.count() == 4


@both
def test_a_test_may_lose_the_connection(duel):
    connection.close()


@pytest.mark.django_db(transaction=True)
@both
def test_a_test_that_commits_has_its_own(duel):
    assert not connection.in_atomic_block
    assert Tournament.objects.get() == duel
