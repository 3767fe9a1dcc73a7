"""Makes the Celery application the current one wherever Django runs, so that a task's `delay` finds the
broker; and closes the pool of connections when a process ends."""

import atexit

from django.apps import AppConfig


def close_pools() -> None:
    """Close the pool of each database, while its threads can still end: from Python 3.13 on, a pool that is left to
    the interpreter's end waits 5 s for each of them."""
    from django.db import connections

    for connection in connections.all(initialized_only=True):
        close = getattr(connection, "close_pool", None)
        if close is not None:
            close()


class WiringConfig(AppConfig):
    """The project's wiring as an app without models."""

    name = "config"
    label = "config"

    def ready(self) -> None:
        """Load config.celery."""
        from config import celery  # noqa: F401

        atexit.register(close_pools)
