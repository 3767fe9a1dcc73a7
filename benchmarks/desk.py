"""What the desk costs the server: processor time and queries of each page and action, by the size of the hall.

Run ``python -m benchmarks.desk [TABLES …]`` from the project's root (default: 20, 50 and 200 tables of four). It starts
Viertal in a folder of its own and asks the program itself, without the network: the middleware, the compression and
everything else that a request passes is in the figures, the browser is not. Milliseconds are processor time of the web
process, the least of several runs; what the database works meanwhile is told by the number of queries.
"""

from __future__ import annotations

import math
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

from tests.support.stack import PASSWORD, Stack, clean_environment

SIZES = (20, 50, 200)
TURNS = 5


@dataclass
class Counted:
    """The least of some runs."""

    ms: float = math.inf
    queries: int = 0
    kilobytes: float = 0.0
    statuses: set[int] = field(default_factory=set)


def main() -> None:
    sizes = tuple(int(text) for text in sys.argv[1:]) or SIZES
    with tempfile.TemporaryDirectory(prefix="viertal-benchmark-", ignore_cleanup_errors=True) as folder:
        env = clean_environment(VIERTAL_ORGANISER_PASSWORD=PASSWORD, HOST="127.0.0.1", LOG_LEVEL="ERROR")
        stack = Stack(Path(folder) / "data", env, "--port", "0", "--no-demo")
        stack.start()
        try:
            os.environ.update(stack.env)
            import django

            django.setup()
            show(sizes, [dict(Hall(tables).measured()) for tables in sizes])
        finally:
            stack.stop()


def show(sizes: tuple[int, ...], found: list[dict[str, Counted]]) -> None:
    head = " | ".join(f"{size} tables" for size in sizes)
    print(f"| | {head} |")
    print(f"| --- {'| ---: ' * len(sizes)}|")
    for name in found[0]:
        cells = " | ".join(
            f"{one[name].ms:.0f} ms, {one[name].queries} q"
            + (f", {one[name].kilobytes:.0f} kB" if one[name].kilobytes else "")
            for one in found
        )
        print(f"| {name} | {cells} |")


class Hall:
    """An event of so many tables of four: a round played and closed, the second a draft, then published."""

    def __init__(self, tables: int) -> None:
        from django.db import connection
        from django.test import Client

        from tests.tournaments import make
        from tournaments.models import User
        from tournaments.services import rounds

        self.boss = User.objects.get(username="organiser")
        self.event = make.tournament(
            4 * tables, system="swiss-tables", rounds_planned=5, slug=f"hall-{tables}", published=True
        )
        first = make.published(self.event, self.boss)
        make.play(first, self.boss)
        rounds.close(first.pk, by=self.boss)
        self.first, self.round = first, make.draft(self.event, self.boss)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")  # as the server does by itself within a minute
        self.browser = Client(SERVER_NAME="localhost", HTTP_ACCEPT_ENCODING="gzip", HTTP_ACCEPT_LANGUAGE="en")
        self.browser.force_login(self.boss)

    def measured(self) -> Iterator[tuple[str, Counted]]:
        """Each page and action with what it cost."""
        yield from self.of_a_draft()
        yield from self.of_a_published_round()
        yield from self.everywhere()

    def of_a_draft(self) -> Iterator[tuple[str, Counted]]:
        from tournaments.models import Entry, PairingChange

        pk = self.round.pk
        yield "desk with a draft", self.page("desk")
        yield "review", self.page("review", pk)
        yield "a player picked: what each place would cost", self.page("review", pk, pick=1)

        def change() -> Any:
            seen = PairingChange.objects.filter(manual__round=self.round).count()
            return dict(pick=1, **{"with": 5 + seen}, seen=seen, sure=1)

        yield "two exchanged", self.post("review_change", pk, fields=change)
        entries = Entry.objects.filter(tournament=self.event).order_by("-number")
        away = iter(entries[: TURNS + 1])
        yield (
            "absent, the seat left free",
            self.post(
                "players_act", fields=lambda: {"do": f"absent:{next(away).pk}", "round": 2, "seat": "free"}
            ),
        )
        away = iter(entries[: TURNS + 1])
        yield (
            "plays after all",
            self.post("players_act", fields=lambda: {"do": f"present:{next(away).pk}", "round": 2}),
        )
        yield "manual pairing ended", self.post("review_end", pk, turns=1)
        yield "published", self.post("publish", pk, turns=1)

    def of_a_published_round(self) -> Iterator[tuple[str, Counted]]:
        from tournaments.models import Entry, Table

        entries = Entry.objects.filter(tournament=self.event, absent=[]).order_by("number")
        leaving = iter(entries[40 : 42 + TURNS])
        yield "desk with a published round", self.page("desk")
        yield (
            "withdrawn: what becomes of the seat",
            self.post("players_act", fields=lambda: {"do": f"withdraw:{entries[40].pk}"}, turns=2),
        )
        yield (
            "withdrawn, the seat left free",
            self.post(
                "players_act", fields=lambda: {"do": f"withdraw:{next(leaving).pk}", "seat": "free"}, turns=3
            ),
        )
        names = iter(f"Late {number}" for number in range(1000))
        yield "a late entry", self.post("players_add", fields=lambda: {"name": next(names)})
        numbers = iter(range(1, 1000))
        yield "check-in by number", self.post("check_in_mark", fields=lambda: {"text": str(next(numbers))})
        tables = iter(Table.objects.filter(round=self.round).order_by("number"))
        points = {"points1": "8", "points2": "4", "points3": "2", "points4": "0"}
        yield (
            "a result",
            self.post(lambda: ("result", next(tables).pk), fields=lambda: points),
        )
        yield (
            "a result, with the page after it",
            self.post(lambda: ("result", next(tables).pk), fields=lambda: points, follow=True),
        )
        old = list(Table.objects.filter(round=self.first).order_by("number"))
        other = {"points1": "0", "points2": "4", "points3": "2", "points4": "8", "decision": "points"}
        yield "a correction: what it changes", self.post("decide", old[0].pk, fields=lambda: other)
        player = Entry.objects.get(tournament=self.event, number=5)
        penalty = {"who": f"p{player.pk}", "round": 2, "points": "1", "reason": "Late"}
        yield "a penalty: what it changes", self.post("penalties", fields=lambda: penalty)
        from tests.tournaments import make

        for table in tables:
            make.results.enter(table.pk, by=self.boss, points=make.points(*make.QC_END))
        yield "closed", self.post("close", self.round.pk, turns=1)

    def everywhere(self) -> Iterator[tuple[str, Counted]]:
        yield "players", self.page("players")
        yield "check-in", self.page("check_in")
        yield "penalties", self.page("penalties")
        yield "log", self.page("log")
        yield "settings and players", self.page("tournament_change")
        yield "public standings", self.counted(lambda: self.browser.get(f"/t/{self.event.slug}/standings/"))

    def page(self, name: str, *args: Any, **query: Any) -> Counted:
        return self.counted(lambda: self.browser.get(self.address(name, *args), query))

    def post(
        self, name: Any, *args: Any, fields: Callable[[], dict[str, Any]] = dict, turns: int = TURNS,
        follow: bool = False,
    ) -> Counted:  # fmt: skip
        def act() -> tuple[str, dict[str, Any]]:
            found = name() if callable(name) else (name, *args)
            return self.address(*found), fields()

        return self.counted(lambda asked: self.browser.post(*asked, follow=follow), turns=turns, before=act)

    def address(self, name: str, *args: Any) -> str:
        from django.urls import reverse

        return reverse(f"admin:tournaments_{name}", args=[self.event.pk, *args])

    def counted(
        self, ask: Callable[..., Any], turns: int = TURNS, before: Callable[[], Any] | None = None
    ) -> Counted:
        from django.db import connection

        count = Counted()
        queries = 0

        def execute(run: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            nonlocal queries
            queries += 1
            return run(sql, params, many, context)

        for _turn in range(turns):
            prepared = [before()] if before else []
            queries = 0
            with connection.execute_wrapper(execute):
                begun = process_time()
                answer = ask(*prepared)
                taken = process_time() - begun
            count.statuses.add(answer.status_code)
            count.ms = min(count.ms, 1000 * taken)
            count.queries = max(count.queries, queries)
            count.kilobytes = len(answer.content) / 1000
        if not count.statuses <= {200, 302, 409}:
            raise SystemExit(f"Answered {count.statuses}.")
        return count


if __name__ == "__main__":
    main()
