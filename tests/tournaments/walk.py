"""All that is done at the desk of a hall, from a draft to the round's end, with what each page and action costs."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import thread_time
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests.tournaments import make
from tournaments.domain.ledger import Entered, Worth, put_many
from tournaments.domain.locks import lock
from tournaments.models import Entry, PairingChange, Result, Round, Table, Tournament, User
from tournaments.services.rounds import rounds

WON = {"points1": "8", "points2": "4", "points3": "2", "points4": "0"}
LOST = {"points1": "0", "points2": "2", "points3": "4", "points4": "8"}
# What a request needs that is not inside of a test's own transaction.
NO_QUERY = re.compile(r"(RELEASE )?SAVEPOINT|ROLLBACK TO")


@dataclass
class Cost:
    """Of some turns: the least processor time of this thread, the most queries, the size of the last answer.

    The least time, because whatever else the machine does only adds to it; what the database adds is bounded by the
    number of queries.
    """

    name: str
    status: int
    ms: float = math.inf
    queries: int = 0
    kilobytes: float = 0.0


def play_at_once(round_: Round, by: User) -> None:
    """The same result at every table that has none."""
    open_ = Table.objects.filter(round=round_).exclude(results__isnull=False)
    open_ = open_.select_related("round").prefetch_related("seats")
    worth = Worth(tuple(make.points(*make.QC_END)))
    with transaction.atomic():
        put_many(
            lock(round_.tournament_id),
            [
                Entered(table, [seat.entry_id for seat in table.seats.all()], worth, Result.End.PLAYED)
                for table in open_
            ],
            by=by,
            source=Result.Source.DESK,
        )


class Hall:
    """An event at so many tables of four, twenty at least: a round played and closed, the second a draft."""

    def __init__(self, tables: int, boss: User, turns: int = 3) -> None:
        self.boss, self.turns = boss, turns
        self.event = make.tournament(4 * tables, system="swiss-tables", rounds_planned=5, check_in=False)
        self.first = make.published(self.event, boss)
        play_at_once(self.first, boss)
        rounds.close(self.first.pk, by=boss)
        self.round = make.draft(self.event, boss)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # as the server does by itself within a minute
        ContentType.objects.get_for_model(Tournament)  # what a process asks once
        self.browser = Client(SERVER_NAME="localhost", HTTP_ACCEPT_ENCODING="gzip", HTTP_ACCEPT_LANGUAGE="en")
        self.browser.force_login(boss)

    def walk(self) -> Iterator[Cost]:
        """Every page and action, in the order of an evening."""
        yield from self.draft()
        yield from self.round_under_way()
        yield from self.decisions()
        yield from self.pages()

    def draft(self) -> Iterator[Cost]:
        pk = self.round.pk
        yield self.page("desk with a draft", "desk")
        yield self.page("review", "review", pk)
        yield self.page("review: what each place would cost", "review", pk, pick=1)

        def change() -> dict[str, Any]:
            seen = PairingChange.objects.filter(manual__round=self.round).count()
            return {"pick": 1, "with": 5 + seen, "seen": seen, "sure": 1}

        yield self.act("two exchanged", "review_change", pk, fields=change)
        away = list(Entry.objects.filter(tournament=self.event).order_by("-number")[: self.turns])
        yield self.act("absent, the seat left free", "players_act", fields=self.each("absent", away, round=2))
        yield self.act("plays after all", "players_act", fields=self.each("present", away, round=2))
        yield self.act("manual pairing ended", "review_end", pk, turns=1)
        yield self.act("published", "publish", pk, turns=1)

    def round_under_way(self) -> Iterator[Cost]:
        yield self.page("desk with a round under way", "desk")
        numbers = iter(range(1, 1000))
        yield self.act("check-in by number", "check_in_mark", fields=lambda: {"text": str(next(numbers))})
        yield self.act("a late entry", "players_add", fields=lambda: {"name": f"Late {self.event.pk} {next(numbers)}"})
        seated = Entry.objects.filter(tournament=self.event, seats__table__round=self.round)
        leaving = list(seated.order_by("number")[40 : 40 + self.turns])
        asked = {"do": f"withdraw:{leaving[0].pk}"}
        yield self.act("withdrawn: what becomes of the seat", "players_act", fields=lambda: asked, status=409)
        yield self.act("withdrawn, the seat left free", "players_act", fields=self.each("withdraw", leaving))
        open_ = iter(Table.objects.filter(round=self.round).order_by("number"))

        def table() -> list[int]:
            return [next(open_).pk]

        yield self.act("a result", "result", args=table, fields=lambda: WON)
        yield self.act("a result and the desk after it", "result", args=table, fields=lambda: WON, follow=True)
        again = Result.objects.filter(table__round=self.round).order_by("table__number")[0]

        def other() -> dict[str, Any]:
            now = Result.objects.get(table=again.table_id, is_current=True)
            turned = LOST if now.number % 2 else WON
            return {**turned, "seen_result": now.pk, "reason": "turned round"}

        yield self.act("a result corrected", "result", again.table_id, fields=other)

    def decisions(self) -> Iterator[Cost]:
        played = Table.objects.filter(round=self.first).order_by("number")[0]
        asked = {**LOST, "decision": "points", "reason": "turned round"}
        yield self.act("a correction: what it changes", "decide", played.pk, fields=lambda: asked, status=200)
        player = Entry.objects.get(tournament=self.event, number=5)
        penalty = {"who": f"p{player.pk}", "round": 2, "points": "1", "reason": "late"}
        yield self.act("a penalty: what it changes", "penalties", fields=lambda: penalty, status=200)
        given = {**penalty, "confirm": f"p{player.pk} 2 1"}
        yield self.act("a penalty given", "penalties", fields=lambda: given)
        play_at_once(self.round, self.boss)
        yield self.act("closed", "close", self.round.pk, turns=1)

    def pages(self) -> Iterator[Cost]:
        yield self.page("players", "players")
        yield self.page("check-in", "check_in")
        yield self.page("penalties", "penalties")
        yield self.page("log", "log")
        yield self.page("settings and players", "tournament_change")

    def page(self, name: str, view: str, *args: Any, **query: Any) -> Cost:
        cost, address = Cost(name, 200), self.address(view, *args)
        for _turn in range(self.turns):
            self.once(cost, lambda: self.browser.get(address, query))
        return cost

    def act(
        self,
        name: str,
        view: str,
        *known: int,
        args: Callable[[], list[int]] = list,
        fields: Callable[[], dict[str, Any]] = dict,
        turns: int = 0,
        follow: bool = False,
        status: int = 302,
    ) -> Cost:
        """Measure a form that is sent some times; ``args`` and ``fields`` are made before the clock is started."""

        def prepared() -> Callable[[], Any]:
            address, sent = self.address(view, *known, *args()), fields()
            return lambda: self.browser.post(address, sent, follow=follow)

        cost = Cost(name, 200 if follow else status)
        for _turn in range(turns or self.turns):
            self.once(cost, prepared())
        return cost

    def each(self, what: str, entries: list[Entry], **more: Any) -> Callable[[], dict[str, Any]]:
        """The same for one entry after the other."""
        left = iter(entries)
        return lambda: {"do": f"{what}:{next(left).pk}", "seat": "free", **more}

    def address(self, view: str, *args: Any) -> str:
        return reverse(f"admin:tournaments_{view}", args=[self.event.pk, *args])

    def once(self, cost: Cost, ask: Callable[[], Any]) -> None:
        queries = 0

        def execute(run: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
            nonlocal queries
            queries += not NO_QUERY.match(str(sql))
            return run(sql, params, many, context)

        with connection.execute_wrapper(execute):
            begun = thread_time()
            answer = ask()
            taken = thread_time() - begun
        assert answer.status_code == cost.status, f"{cost.name}: {answer.status_code}"
        cost.ms = min(cost.ms, 1000 * taken)
        cost.queries = max(cost.queries, queries)
        cost.kilobytes = len(answer.content) / 1000
