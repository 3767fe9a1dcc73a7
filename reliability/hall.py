"""The hall in which scenes race: two organisers, their browsers and tokens, and a tournament that runs."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, connections
from django.test import Client

from tests.tournaments import make
from tournaments.domain.errors import Refused
from tournaments.models import ApiToken, Table, User

PATIENCE = 60.0


def at_once(*actions: Callable[[], Any]) -> list[Any]:
    """Start all actions at the same moment, each on a connection of its own; return what each returned or raised."""
    barrier = threading.Barrier(len(actions))
    answers: list[Any] = [None] * len(actions)

    def run(index: int, action: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            barrier.wait(PATIENCE)
            answers[index] = action()
        except Exception as error:
            answers[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair, daemon=True) for pair in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        if thread.is_alive():
            raise AssertionError("one of the actions hangs")
    return answers


class Hall:
    """Two organisers with their browsers and tokens, and a tournament that runs."""

    def __init__(self) -> None:
        self.people = [make.organiser() for _ in range(2)]
        self.secrets = [self._secret(user) for user in self.people]
        self.browsers = []
        for user in self.people:
            browser = Client(raise_request_exception=False)
            browser.force_login(user)
            self.browsers.append(browser)
        self.evening = make.duel(8, rounds_planned=7)
        self.round = make.published(self.evening, self.people[0])
        self.tables = list(Table.objects.filter(round=self.round).order_by("number"))

    @staticmethod
    def _secret(user: User) -> str:
        token = ApiToken(user=user, name="races", scope=ApiToken.Scope.ORGANISE)
        secret = token.give_secret()
        token.save()
        return secret

    def api(self, who: int, table: Table, body: dict[str, Any], **headers: str) -> Any:
        """Enter a result by the API; the response."""
        address = f"/api/v1/tournaments/{self.evening.slug}/rounds/1/tables/{table.number}/result/"
        headers |= {"authorization": f"Bearer {self.secrets[who]}"}
        return Client(raise_request_exception=False).put(
            address, json.dumps(body), content_type="application/json", headers=headers
        )

    def desk(self, who: int, table: Table, points: list[Any], seen: int | None) -> Any:
        """Enter a result at the desk; the response."""
        fields = {f"points{seat}": str(share) for seat, share in enumerate(points, start=1)}
        fields |= {"seen_result": str(seen or ""), "reason": "race", "sure": "1"}
        address = f"/admin/tournaments/tournament/{self.evening.pk}/desk/result/{table.pk}/"
        return self.browsers[who].post(address, fields)


@contextmanager
def without_broker() -> Iterator[None]:
    """Send nothing: the scenes do what the worker would do."""
    from tournaments.domain import queue

    kept, queue.send = queue.send, lambda *_args, **_more: None
    try:
        yield
    finally:
        queue.send = kept


def strange(answers: list[Any]) -> Iterator[str]:
    """Tell of each answer that is neither an answer of the program nor a refusal."""
    for answer in answers:
        if isinstance(answer, Exception) and not isinstance(answer, Refused):
            yield f"{type(answer).__name__}: {answer}"
        status = getattr(answer, "status_code", 200)
        if status >= 500:
            yield f"status {status}"
