"""The growth of costs: with the players of one event (10 … 10,000), and with the tournaments of a site (1 … 1,000).

``python -m benchmarks.scale [MOST PLAYERS] [MOST TOURNAMENTS]`` starts a database and a broker of its own, makes events
of three rounds and prints, in milliseconds, the least of several turns of each: a result entered, its round's standings
made and written, the standings page, the round's page, the desk, the site's first page, the next round paired.
Processor time of the program and of its database connection together, so that other work on the machine counts little;
without the network and without the memory of pages that were just made. Beside it the exponent of growth by least
squares over all sizes, and from the last but one to the last: 1 is in proportion, 0 does not grow. Four minutes.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from benchmarks.programs import asked, own_site

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Tournament, User

PLAYERS = (10, 30, 100, 300, 1_000, 3_000, 10_000)
TOURNAMENTS = (1, 10, 100, 1_000)
ROUNDS, TURNS, SMALL = 3, 5, 16
LONG = 2.0
"""Seconds: what takes longer is done twice."""
CODES = ("DE", "BH/C1", "BH", "SB", "WIN", "PS")
_slugs = count(1)


@dataclass
class Curve:
    """The cost of one thing, in milliseconds, by size."""

    name: str
    points: dict[int, float] = field(default_factory=dict)

    @property
    def fitted(self) -> float | None:
        """Return the exponent over all sizes: the slope of the line through the logarithms; None for one size."""
        if len(self.points) < 2:
            return None
        xs = [math.log(size) for size in self.points]
        ys = [math.log(ms) for ms in self.points.values()]
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)

    @property
    def last(self) -> float | None:
        """Return the exponent between the last two sizes; None for one size."""
        if len(self.points) < 2:
            return None
        (a, before), (b, after) = list(self.points.items())[-2:]
        return math.log(after / before) / math.log(b / a)


def main() -> None:
    most = asked(__doc__, players=PLAYERS[-1], tournaments=TOURNAMENTS[-1])
    people = [size for size in PLAYERS if size <= most.players]
    events = [size for size in TOURNAMENTS if size <= most.tournaments]
    with own_site():
        from config import warmup

        warmup.worker()
        report("players", people, (of_an_event(size) for size in people))
        report("tournaments", events, (of_a_site(size) for size in events))


def report(what: str, sizes: Sequence[int], costs: Iterator[dict[str, float]]) -> None:
    """Print a table of curves, as documents show it."""
    curves: dict[str, Curve] = {}
    for size, line in zip(sizes, costs, strict=True):
        for name, ms in line.items():
            curves.setdefault(name, Curve(name)).points[size] = ms
        print(f"{size} {what}: done", file=sys.stderr, flush=True)
    print(f"| {what} | " + " | ".join(f"{size:,}" for size in sizes) + " | exponent | at the end |")
    print(f"| --- {'| ---: ' * (len(sizes) + 2)}|")
    for curve in curves.values():
        times = " | ".join(f"{curve.points[size]:.1f}" for size in sizes)
        exponents = " | ".join(
            "–" if exponent is None else f"{exponent:.2f}" for exponent in (curve.fitted, curve.last)
        )
        print(f"| {curve.name} | {times} | {exponents} |")
    if len(sizes) < 2:
        print("\nOne size fits no curve: an exponent needs two sizes.")
    print(flush=True)


def spent() -> float:
    """Return the seconds of processor time that this process and the server's process of its connection have used."""
    from django.db import connection

    connection.ensure_connection()
    server = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    return process_time() + int(server.read_text(encoding="ascii").split()[0]) / 1e9


def least(work: Callable[[], object], before: Callable[[], object] = lambda: None, turns: int = TURNS) -> float:
    """Return the least of several turns, in milliseconds, without the ``before`` of each. The first turn fills the
    caches."""
    best = math.inf
    for turn in range(turns):
        before()
        begun = spent()
        work()
        best = min(best, spent() - begun)
        if turn and best > LONG:
            break
    return best * 1e3


def an_event(players: int, missing: int = 0) -> Tournament:
    """Make an event of three rounds at tables of four; in the last one so many results are missing."""
    from tests.tournaments.public import build

    names = [f"Player {number * 2654435761 % 2**32:x}" for number in range(players)]
    return build.event(
        f"scale-{next(_slugs)}",
        names,
        rounds=ROUNDS,
        missing=missing,
        tie_breaks=CODES,
        system="swiss-tables",
        rounds_planned=ROUNDS + 2,
    )


def browsers() -> tuple[Client, Client, User]:
    """Return a spectator's browser, the organiser's browser, and the organiser."""
    from django.test import Client

    from tournaments.models import User

    boss = User.objects.get(username="boss")
    public, signed_in = (Client(SERVER_NAME="localhost", HTTP_ACCEPT_ENCODING="gzip") for _ in range(2))
    signed_in.force_login(boss)
    return public, signed_in, boss


def ask(browser: Client, address: str) -> Callable[[], None]:
    def get() -> None:
        answer: Any = browser.get(address)
        assert answer.status_code == 200, (address, answer.status_code)

    return get


def steps(tournament: Tournament, boss: User) -> tuple[Callable[[], None], Callable[[], None], Callable[[], None]]:
    """Return three steps: enter the next result of an event, mark its standings stale, compute them."""
    from django.db import transaction

    from tests.tournaments import make
    from tournaments.domain.locks import lock, mark_standings_stale
    from tournaments.jobs.standings import compute_standings
    from tournaments.models import Round, Table
    from tournaments.services.results import results

    last = Round.objects.filter(tournament=tournament).latest("number")
    open_ = Table.objects.filter(round=last, results__isnull=True).order_by("number")
    tables = iter(list(open_.values_list("pk", flat=True)))

    def enter() -> None:
        results.enter(next(tables), by=boss, points=make.points(*make.QC_END))

    def move() -> None:
        with transaction.atomic():
            mark_standings_stale(lock(tournament.pk), last)

    return enter, move, lambda: compute_standings(tournament.pk)


def analyse() -> None:
    """Analyse the tables, as the server does by itself within a minute."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def of_an_event(players: int) -> dict[str, float]:
    """Return what an event of so many players costs."""
    from tournaments.pairing.engine import pair
    from tournaments.selectors.events.events import event_of

    public, signed_in, boss = browsers()
    tables = players // 4
    tournament = an_event(players, missing=min(TURNS, tables))
    analyse()
    enter, move, compute = steps(tournament, boss)
    shown = f"/t/{tournament.slug}/"
    costs = {
        "a result entered": least(enter, turns=min(TURNS, tables)),
        "standings made": least(compute, before=move),
    }
    for name, browser, address in (
        ("standings page", public, f"{shown}standings/"),
        ("round's page", public, f"{shown}rounds/{ROUNDS}/"),
        ("an event's first page", public, shown),
        ("a player's page", public, f"{shown}players/1/"),
        ("desk", signed_in, f"/admin/tournaments/tournament/{tournament.pk}/desk/"),
        ("site's first page", public, "/"),
    ):
        costs[name] = least(ask(browser, address))
    event = event_of(tournament)
    costs["next round paired"] = least(lambda: pair(event))
    return costs


def of_a_site(tournaments: int) -> dict[str, float]:
    """Return what a site with so many tournaments of sixteen players costs."""
    from tournaments.jobs.sweep import stale_tournaments
    from tournaments.models import Tournament

    public, signed_in, boss = browsers()
    small = Tournament.objects.filter(name__startswith="Small")
    Tournament.objects.exclude(pk__in=small).update(published=False)
    from tests.tournaments.public import build

    for _more in range(small.count(), tournaments):
        slug = f"small-{next(_slugs)}"
        build.event(slug, SMALL, rounds=2, missing=4, name=f"Small {slug}", system="swiss-tables", rounds_planned=3)
    analyse()
    tournament = small.order_by("-pk").first()
    assert tournament is not None
    enter, move, compute = steps(tournament, boss)
    costs = {"a result entered": least(enter, turns=4), "standings made": least(compute, before=move)}
    for name, browser, address in (
        ("standings page", public, f"/t/{tournament.slug}/standings/"),
        ("desk", signed_in, f"/admin/tournaments/tournament/{tournament.pk}/desk/"),
        ("site's first page", public, "/"),
        ("list of tournaments", signed_in, "/admin/tournaments/tournament/"),
    ):
        costs[name] = least(ask(browser, address))
    costs["the sweep's look"] = least(stale_tournaments)
    return costs


if __name__ == "__main__":
    main()
