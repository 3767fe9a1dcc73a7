"""The cost of the desk for the server: processor time and queries of each page and action, by the size of the hall.

Run ``python -m benchmarks.desk [TABLES …]`` from the project's root (default: 20, 50 and 200 tables of four). It starts
Viertal in a folder of its own and asks the program itself, without the network: the middleware, the compression and
everything else that a request passes is in the figures, the browser is not. Milliseconds are processor time of the web
process, the least of several turns; what the database works meanwhile is told by the number of queries.
"""

from __future__ import annotations

import logging
import os
from time import process_time

from benchmarks.programs import asked
from tests.support.stack import started

SIZES = (20, 50, 200)
TURNS = 5
PLAYERS, ROUNDS = 1000, 6


def main() -> None:
    sizes = asked(__doc__, tables=SIZES).tables
    with started("benchmark") as stack:
        os.environ.update(stack.env)
        import django

        django.setup()
        logging.disable(logging.WARNING)  # what is asked back first is answered with 409
        at_the_desk(sizes)
        for_everyone()


def at_the_desk(sizes: tuple[int, ...]) -> None:
    """Print a table of what the desk costs, a line for each page or action."""
    from tests.tournaments.walk import Hall
    from tournaments.models import User

    boss = User.objects.get(username="organiser")
    costs = [list(Hall(tables, boss, TURNS).walk()) for tables in sizes]
    print("| | " + " | ".join(f"{size} tables" for size in sizes) + " | queries |")
    print(f"| --- {'| ---: ' * len(sizes)}| ---: |")
    for line in zip(*costs, strict=True):
        queries = sorted({cost.queries for cost in line})
        times = " | ".join(f"{cost.ms:.0f} ms" for cost in line)
        print(f"| {line[0].name} | {times} | {'–'.join(map(str, queries))} |")


def for_everyone() -> None:
    """Measure the public standings of a thousand players: the page as it is made, and the answer that nothing
    changed."""
    from django.test import Client

    from tests.tournaments import make
    from tests.tournaments.walk import play_at_once
    from tournaments.jobs.standings import compute_standings
    from tournaments.models import Player, User
    from tournaments.services.rounds import rounds

    boss = User.objects.get(username="organiser")
    codes = {"tie_breaks": ["DE", "BH/C1", "BH", "SB", "WIN", "PS"]}
    event = make.tournament(PLAYERS, system="swiss-tables", rounds_planned=ROUNDS, scoring=codes)
    for player in Player.objects.filter(entries__tournament=event):
        # names as different as people's are, so that the page is as hard to compress as a real one
        player.name = f"{player.pk * 2654435761 % 2**32:x} van {player.pk * 40503 % 2**28:x}"
        player.save()
    for _round in range(ROUNDS):
        round_ = make.published(event, boss)
        play_at_once(round_, boss)
        rounds.close(round_.pk, by=boss)
    compute_standings(event.pk)
    browser = Client(SERVER_NAME="localhost", HTTP_ACCEPT_ENCODING="gzip")
    address = f"/t/{event.slug}/standings/"
    page = browser.get(address)
    for name, headers in (("made anew", {}), ("unchanged (304)", {"if-none-match": page.headers["ETag"]})):
        least = 1000 * min(_seconds(browser, address, headers) for _turn in range(20))
        print(f"standings of {PLAYERS} players, {name}: {least:.1f} ms")
    print(f"sent: {len(page.content) / 1000:.1f} kB")


def _seconds(browser: object, address: str, headers: dict[str, str]) -> float:
    begun = process_time()
    browser.get(address, headers=headers)  # type: ignore[attr-defined]
    return process_time() - begun


if __name__ == "__main__":
    main()
