"""Changes on another connection while a public page is being answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from tests.tournaments.public.build import event
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ["", "rounds/1/", "standings/", "players/1/"]


class Before:
    """Does something on a connection of its own before the page's snapshot is taken: the tournament's head was read."""

    def __init__(self, statement: str) -> None:
        self.statement = statement
        self.done = 0

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SET TRANSACTION ISOLATION LEVEL") and not self.done:
            self.done += 1
            other = connection.copy()
            try:
                with other.cursor() as cursor:
                    cursor.execute(self.statement)
            finally:
                other.close()
        return execute(sql, params, many, context)


@pytest.mark.parametrize("where", PAGES)
def test_a_tournament_hidden_in_between_is_not_shown(client: Client, where: str) -> None:
    event("club", rounds=1)
    hidden = Before("UPDATE tournaments_tournament SET published = false WHERE slug = 'club'")
    with connection.execute_wrapper(hidden):
        answer = client.get(f"/t/club/{where}")
    assert hidden.done == 1
    assert not Tournament.objects.get(slug="club").published
    assert answer.status_code == 404
    assert answer.content == client.get(f"/t/club/{where}").content


def test_what_changes_in_between_is_on_the_page_under_its_own_tag(client: Client) -> None:
    event("club", rounds=1)
    old = client.get("/t/club/")
    moved = Before("UPDATE tournaments_tournament SET name = 'Castle', version = version + 1 WHERE slug = 'club'")
    with connection.execute_wrapper(moved):
        answer = client.get("/t/club/")
    assert moved.done == 1
    assert "Castle" in answer.content.decode() and "Castle" not in old.content.decode()
    assert answer["ETag"] != old["ETag"]
    assert answer["ETag"] == client.get("/t/club/")["ETag"]
