"""The warm-up of a process, so that the first visitor waits no longer than the second.

Code is loaded late in many places, templates are read when they are first shown, tables of a game are made when its
first result is entered: together more than a second, which the first result after a start would wait for. All of it
only reads: the database refuses every write meanwhile. What cannot be done (no database yet, no broker) is left to
who asks first, as without this.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import logging
import pkgutil
from collections.abc import Callable, Iterator
from fractions import Fraction
from time import perf_counter
from types import ModuleType
from typing import Any

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds that a web server's start waits for this at most; it is finished beside the serving then."""
YOUNG, MIDDLE, OLD = 10_000, 20, 50
SMALL = 200


def collect_seldom() -> None:
    """Let the garbage collector go round as seldom as a process needs that keeps nearly all that it loads.

    At its usual pace it goes round 580 times while Django and this site are loaded: a tenth of a start."""
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def settle() -> None:
    """Take all that is in memory out of the garbage collector's rounds.

    What a start has loaded (half a million objects) stays for good; to go over it again and again costs a web server
    that tells a thousand viewers something two fifths of its time, and standings of a thousand players a third.
    """
    gc.collect()
    gc.freeze()
    collect_seldom()


async def web() -> None:
    """Warm up everything that a web process needs, then `settle`; wait `PATIENCE` seconds for it at most."""
    work = asyncio.create_task(asyncio.to_thread(_web))
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(asyncio.shield(work), PATIENCE)


def _web() -> None:
    begun = perf_counter()
    for step in (words, addresses, games, scoring_modules, broker, servers, pages):
        _try(step)
    settle()
    log.info("Ready after warming up for %.0f ms.", 1000 * (perf_counter() - begun))


def worker() -> None:
    """Warm up everything that a worker's children need and can share, then `settle`. Opens no connection."""
    for step in (words, games, scoring_modules, pairing_modules, first_standings):
        _try(step)
    settle()


def worker_child() -> None:
    """Warm up what each hand of a worker needs for itself: its connection, and the way that standings are read."""
    _try(newest_event)


def _try(step: Callable[[], None]) -> None:
    try:
        step()
    except Exception:  # whatever it is: a program that is merely cold must start
        log.warning("Could not warm up %s; whoever needs it first waits for it.", step.__name__, exc_info=True)


# --- what is loaded


def words() -> None:
    """Load the texts of every language."""
    from django.conf import settings
    from django.utils import translation

    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            translation.gettext("Standings")


def addresses() -> None:
    """Load the site's addresses, with the views behind them."""
    from django.urls import reverse

    reverse("index")


def games() -> None:
    """Let each game make the tables that it makes when it is first asked which points it can give."""
    from games.core import registry
    from games.core.errors import GameError
    from games.core.options import complete

    for game in registry.every():
        with contextlib.suppress(GameError):
            game.check_points(complete(game.info, {}, event=True), [Fraction(0)] * max(game.info.seats))


def scoring_modules() -> None:
    """Load the tie-breaks, and what else scoring loads late."""
    import scoring

    _load(scoring)


def pairing_modules() -> None:
    """Load every pairing system with the libraries that it needs."""
    import tournaments.pairing

    _load(tournaments.pairing)


def _load(package: ModuleType) -> None:
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def first_standings() -> None:
    """Compute the standings of four players after one table."""
    from scoring.documents.document import Event, Player, Round, Table
    from tournaments.selectors.standings.current_standings import body_of

    table = Table(1, (1, 2, 3, 4), tuple(map(Fraction, (8, 4, 2, 0))), None, "played")
    event = Event(
        name="Warm",
        game="quatro-chess",
        pairing={"system": "tables", "rounds": 1, "table_size": 4},
        players=tuple(Player(number, str(number)) for number in range(1, 5)),
        rounds=(Round(1, (table,), ()),),
    )
    body_of(event, 1)


# --- what is connected and asked


def broker() -> None:
    """Connect to the broker; the connection is kept for the first task that is sent."""
    from celery import current_app as app
    from kombu.exceptions import OperationalError

    app.finalize()
    app.amqp.send_task_message  # noqa: B018 — loaded by being asked for, as what follows
    with contextlib.suppress(OperationalError), app.producer_or_acquire() as producer:
        producer.connection.ensure_connection(max_retries=1, interval_start=0.1, timeout=1)
        producer.channel  # noqa: B018


def servers() -> None:
    """Look at what this process needs of others, and say in the log what is not well."""
    from tournaments.domain.locks import snapshot
    from tournaments.selectors.site import health

    with snapshot():
        health.say()


@contextlib.contextmanager
def reading() -> Iterator[Any]:
    """Yield the newest tournament, or None, while the database refuses every write; leave no transaction behind."""
    from tournaments.domain.locks import snapshot
    from tournaments.models import Tournament

    with snapshot():
        yield Tournament.objects.order_by("-pk").first()


def newest_event() -> None:
    """Read the newest tournament as standings are computed from it, where it is small, and what the sweep asks about
    it."""
    from tournaments.jobs.sweep import stale_tournaments
    from tournaments.selectors.events.events import event_of
    from tournaments.selectors.standings.current_standings import stale_rounds

    with reading() as tournament:
        stale_tournaments()
        if tournament is not None and tournament.entries.count() <= SMALL:
            stale_rounds(tournament)
            event_of(tournament)


def _own_name() -> str:
    """Return a host name that this site answers to."""
    from django.conf import settings

    return next((name.lstrip(".") for name in settings.ALLOWED_HOSTS if name != "*"), "localhost")


def pages() -> None:
    """Make the site's first page, the newest tournament's pages, and its desk as the organiser has it."""
    from django.contrib.auth.models import AnonymousUser
    from django.contrib.messages.storage import default_storage
    from django.db import connections
    from django.test import RequestFactory
    from django.urls import resolve, reverse

    from tournaments.models import User

    ask = RequestFactory(HTTP_HOST=_own_name(), HTTP_ACCEPT_ENCODING="gzip")
    try:
        with reading() as newest:
            organiser = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
            addresses = [(reverse("index"), AnonymousUser()), (reverse("admin:login"), AnonymousUser())]
            if newest is not None and newest.published:
                addresses += [
                    (reverse(name, args=[newest.slug]), AnonymousUser()) for name in ("tournament", "standings")
                ]
            if organiser is not None:
                addresses.append((reverse("admin:index"), organiser))
                if newest is not None:
                    addresses.append((reverse("admin:tournaments_desk", args=[newest.pk]), organiser))
            for address, user in addresses:
                view, arguments, named = resolve(address)
                request = ask.get(address)
                request.user = user
                request.session = {}
                request._messages = default_storage(request)
                answer = view(request, *arguments, **named)
                if hasattr(answer, "render"):
                    answer.render()
    finally:
        connections.close_all()
