"""Evenings as chance has them, and what the public pages show after each thing that happens."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.test import Client

from tests.tournaments import make
from tests.tournaments.kinds import KINDS
from tournaments.models import Entry, Player, Result, Round, Table, Tournament, User
from tournaments.services.entries import attendance
from tournaments.services.results import results
from tournaments.services.rounds import rounds
from tournaments.web.delta import delta
from tournaments.web.html_tree import Region

PAGES = (
    "",
    "rounds/1/",
    "rounds/1/?by=name",
    "rounds/2/",
    "standings/",
    "standings/?board=1",
    "standings/?lang=de",
    "standings/?lang=nl",
    "crosstable/",
    "movement/",
    "players/3/",
    "standings/why/3/",
    "board/",
    "board/?show=standings",
    "about/",
    "widget/",
)
ENDS = (("8", "4", "2", "0"), ("0", "2", "4", "8"), ("4", "4", "4", "4"), ("4", "4", "4", "0"))
NAMES = ("Öztürk, Ayşe", '<b>O\'Neill & "Sons"</b>', "Jürgen Weiß", "أحمد الفارسي", "-1 + 2 = x", "N")


class Evening:
    """An evening of two rounds; ``step`` lets something happen. ``kind``: that of a declared game."""

    def __init__(self, seed: int, players: int = 13, kind: str = "") -> None:
        self.chance = random.Random(seed)
        self.kind = KINDS.get(kind)
        self.boss: User = make.organiser()
        self.event: Tournament = make.tournament(
            players,
            rounds_planned=2,
            scoring={"tie_breaks": ["DE", "BH", "WIN", "LOT"]},
            **(self.kind.fields if self.kind else {}),
        )
        self.client = Client()

    def pages(self) -> dict[str, str]:
        """Return every page as it is now, by its address."""
        answers = {}
        for path in PAGES:
            answer = self.client.get(f"/t/{self.event.slug}/{path}")
            if answer.status_code == 200:
                answers[path] = answer.content.decode()
        return answers

    def steps(self) -> Iterator[str]:
        """Let everything happen, one thing at a time; gives what it was."""
        yield "nothing"
        for number in (1, 2):
            round_ = make.draft(self.event, self.boss)
            rounds.publish(round_.pk, by=self.boss)
            yield f"round {number} published"
            tables = list(Table.objects.filter(round=round_))
            self.chance.shuffle(tables)
            for table in tables:
                self.enter(table)
                yield f"table {table.number} entered"
                if what := self.chance.choice((None, self.rename, self.hide, self.correct, self.withdraw)):
                    what()
                    yield what.__name__
            rounds.close(round_.pk, by=self.boss)
            yield f"round {number} closed"
        for what in (self.show_nobody, self.rename, self.hide):
            what()
            yield what.__name__

    def enter(self, table: Table, **more: Any) -> None:
        seats = table.seats.count()
        end = self.chance.choice(ENDS) if seats == 4 else ("6", "3", "0")
        order = list(end)
        self.chance.shuffle(order)
        points = make.fitting(table, order)
        if self.kind:
            points = make.points(*(self.chance.choice(self.kind.ends) if seats == 4 else self.kind.three))
        results.enter(table.pk, by=self.boss, points=points, **more)

    def correct(self) -> None:
        given = self.chance.choice(list(Result.objects.filter(is_current=True).select_related("table__round")))
        if given.table.round.state == Round.State.PUBLISHED:
            self.enter(given.table, seen_result=given.pk)

    def rename(self) -> None:
        player = self._player()
        player.name = f"{self.chance.choice(NAMES)} {self.chance.randrange(1000)}"
        player.save()

    def hide(self) -> None:
        player = self._player()
        player.name_shown = self.chance.choice(("initial", "number", "full", ""))
        player.save()

    def withdraw(self) -> None:
        entry = self.chance.choice(list(Entry.objects.filter(tournament=self.event, left__isnull=True)))
        attendance.withdraw(entry.pk, by=self.boss, seat=attendance.KEEP)

    def show_nobody(self) -> None:
        self.event.refresh_from_db()
        self.event.names_shown = "initial"
        self.event.save()

    def _player(self) -> Player:
        return self.chance.choice(list(Player.objects.filter(entries__tournament=self.event)))


@dataclass(frozen=True)
class Turn:
    """One change: what happened, a page before and after it, also read, the delta between them, and all pages after."""

    what: str
    path: str
    before: str
    after: str
    old: Region
    new: Region
    line: str
    others: dict[str, str]


def turns(evening: Evening, at_commit: Callable[..., Any]) -> Iterator[Turn]:
    """Return every page that changes in an evening; ``at_commit`` is `django_capture_on_commit_callbacks`."""
    steps = evening.steps()
    before: dict[str, str] = {}
    read: dict[str, Region] = {}
    while True:
        with at_commit(execute=True):
            what = next(steps, "")
        after = evening.pages()
        for path, page in after.items():
            old = before.get(path)
            if old != page:
                was, read[path] = read.get(path), Region(page)
                if old is not None and was is not None:
                    yield Turn(what, path, old, page, was, read[path], delta(was, read[path]), after)
        before = after
        if not what:
            assert len(after) == len(PAGES), "every page is among them in the end"
            return
