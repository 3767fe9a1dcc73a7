"""Asking as somebody: whether they get in, and how many changes their request wrote."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.db import connection

from tests.tournaments.worlds import taking_back


def entries() -> int:
    """Return how many changes are written down; asked for so often that Django's own way would be a tenth of it all."""
    with connection.cursor() as cursor:
        return int(cursor.execute("SELECT count(*) FROM tournaments_logentry").fetchone()[0])


@contextmanager
def asking(client) -> Iterator[Callable[..., tuple[bool, int, int]]]:
    """Give a function that asks: if the user gets in, the status, how many changes it wrote; they are taken back."""
    before = entries()
    with taking_back() as take_back:

        def one(method: str, url: str, data: dict[str, str] | None) -> tuple[bool, int, int]:
            program = url.startswith("/api/") and method != "get"
            form = {"content_type": "application/json"} if program else {}
            response = getattr(client, method)(url, data or {}, **form)
            written = entries() - before
            take_back()
            status, to = response.status_code, response.get("Location", "")
            # the admin sends who has no business at an object to its login or to its first page
            away = to == "/admin/" or "/admin/login/" in to
            # who came in by a code has no first page but their desk
            away = away or (url == "/admin/" and to.endswith("/desk/"))
            away = away and status == 302 and url not in ("/admin/login/", "/admin/logout/")
            return not (away or status in (401, 403, 404, 405, 415)), status, written

        yield one
