"""A rehearsal: an evening of invented players with their phones, on a site that was started for it."""

from __future__ import annotations

import math
import random
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from tournaments.demo.phones import PATIENCE, Phone, Times
from tournaments.domain.locks import lock
from tournaments.imports.players import read_players
from tournaments.models import Club, PersonalLink, ReportRule, Round, Seat, Tournament
from tournaments.services.lists import lists
from tournaments.services.results import report_links
from tournaments.services.rounds import rounds

SLUG = "rehearsal"
POINTS = ["8", "4", "2", "0"]
GOOD, USABLE = 1.0, 3.0
"""Seconds in which 95 of 100 answers are there, for a site that feels quick, and for one that can be used."""


@dataclass(frozen=True, slots=True)
class Figures:
    """An evening in seconds: each list has one value for each time that it happened. ``told``: from the arbiter's
    click to a phone that heard of it."""

    first: list[float]
    pages: list[float]
    reports: list[float]
    told: list[float]
    pairing: list[float]
    troubles: list[str]

    @property
    def verdict(self) -> str:
        """Return “good”, “usable” or “too slow”; an evening on which something failed is too slow."""
        late = max(late_of(times) for times in (self.first, self.pages, self.reports, self.told) if times)
        if self.troubles or late > USABLE:
            return "too slow"
        return "good" if late <= GOOD else "usable"


class Unfinished(RuntimeError):
    """The rehearsal came to no end. The message says what was waited for."""


def late_of(times: list[float]) -> float:
    """Return the time in which 95 of 100 were done."""
    return sorted(times)[math.ceil(0.95 * len(times)) - 1]


def in_words(figures: Figures) -> list[str]:
    """Return a line for each kind of thing that was timed."""
    kinds = [
        ("Page opened for the first time", figures.first),
        ("Page after news", figures.pages),
        ("Result reported or confirmed", figures.reports),
        ("Round published until phones know", figures.told),
        ("Round paired", figures.pairing),
    ]
    return [
        f"{name:<34} {len(times):>5} times   half within {statistics.median(times):5.2f} s   "
        f"95 of 100 within {late_of(times):5.2f} s"
        for name, times in kinds
        if times
    ]


def play(address: str, players: int, rounds_played: int, *, by: Any, tell: Callable[[str], None]) -> Figures:
    """Play an evening of Quatro Chess with a phone for each player. Raises Unfinished."""
    tournament = _event(players, rounds_played, by)
    times, told, pairing = Times(), [], []
    phones = {
        link.entry_id: Phone(address, SLUG, link.token, times, spread=5.0)
        for link in PersonalLink.objects.filter(entry__tournament=tournament)
    }
    tell(f"{players} phones open their pages …")
    for phone in phones.values():
        phone.start()
    for phone in phones.values():
        phone.there.wait(PATIENCE)
    try:
        for number in range(1, rounds_played + 1):
            tell(f"Round {number} of {rounds_played} …")
            begun = time.perf_counter()
            round_ = rounds.ask_for_pairing(tournament.pk, by=by)
            _until(lambda: Round.objects.get(pk=round_.pk).state == Round.State.DRAFT, "the pairing")  # noqa: B023
            pairing.append(time.perf_counter() - begun)
            times.told.clear()
            begun = time.perf_counter()
            rounds.publish(round_.pk, by=by)
            _until(lambda: len(times.told) >= players or bool(times.troubles), "the phones")
            told += [moment - begun for moment in times.told]
            _report_all(round_, phones)
            rounds.close(round_.pk, by=by)
    finally:
        for phone in phones.values():
            phone.put_away()
    return Figures(times.first, times.pages, times.reports, told, pairing, times.troubles)


def _event(players: int, rounds_played: int, by: Any) -> Tournament:
    people = "\n".join(f"Rehearsal {number};{1900 - number}" for number in range(1, players + 1))
    with transaction.atomic():
        tournament = Tournament.objects.create(
            name="Rehearsal",
            slug=SLUG,
            game="quatro-chess",
            system="tables",
            table_size=4,
            rounds_planned=rounds_played,
            seed=4,
            published=True,
            created_by=by,
            club=Club.objects.order_by("pk").first(),
        )
        lists.bring_in(lock(tournament.pk), "players", read_players(f"Name;Rating\n{people}\n".encode()), by=by)
        ReportRule.objects.create(tournament=tournament, mode=ReportRule.Mode.ACCEPT)
    report_links.make_missing_links(tournament.pk, by=by)
    return tournament


def _report_all(round_: Round, phones: dict[int, Phone]) -> None:
    """Report each table by one phone, then confirm by the others; tables end within ten seconds of each other."""
    dice = random.Random(round_.number)

    def play_table(seats: list[int], after: float) -> None:
        time.sleep(after)
        first, *others = dict.fromkeys(seats)  # at a table of three a player may have two colours
        phones[first].report(POINTS[: len(seats)])
        for entry in others:
            phones[entry].confirm()

    tables: dict[int, list[int]] = {}
    for table, entry in Seat.objects.filter(table__round=round_).order_by("position").values_list("table", "entry"):
        tables.setdefault(table, []).append(entry)
    threads = [
        threading.Thread(target=play_table, args=(seats, dice.uniform(0, 10)), daemon=True) for seats in tables.values()
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE * 4)
    _until(lambda: not rounds.missing_tables(round_), "the results")


def _until(done: Callable[[], bool], what: str) -> None:
    """Wait until something is done. Raises Unfinished after a minute."""
    deadline = time.monotonic() + 2 * PATIENCE
    while not done():
        if time.monotonic() > deadline:
            raise Unfinished(f"Waited a minute in vain for {what}.")
        time.sleep(0.05)
