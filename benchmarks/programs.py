"""Reads what a benchmark or a trial is asked, ends it, and gives it a site on a database of its own."""

from __future__ import annotations

import argparse
import logging
import os
import resource
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


def asked(about: str | None, **usual: Any) -> argparse.Namespace:
    """Read what stands behind a program's name: a value for each of ``usual``, in their order, which is taken where it
    is left out; for a tuple any number of values. ``--help`` tells what the program says of itself."""
    spec = sys.modules["__main__"].__spec__
    parser = argparse.ArgumentParser(
        f"python -m {spec.name}" if spec else None,
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, value in usual.items():
        several = isinstance(value, tuple)
        sample = next(iter(value), "") if several else value
        parser.add_argument(name, nargs="*" if several else "?", type=type(sample), default=value)
    return parser.parse_args()


def end(problems: Sequence[str]) -> None:
    """Print what was wrong, and end with 1 where anything was."""
    for problem in problems:
        print(problem)
    raise SystemExit(1 if problems else 0)


def many_connections() -> None:
    """Allow this process as many open files as the system gives it."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536) if most > 0 else 65_536, most))


@contextmanager
def own_site(settings: str = "config.settings", *, named: bool = True) -> Iterator[None]:
    """Set Django up on a database of its own, with its tables and an account that may do everything. ``named``: on the
    servers that DATABASE_URL and BROKER_URL name, where they do."""
    from tests.support import servers

    if not named:
        for name in ("DATABASE_URL", "BROKER_URL"):
            os.environ.pop(name, None)
    with servers.running() as services:
        os.environ |= {
            "DATABASE_URL": services.database_url,
            "BROKER_URL": services.broker_url,
            "DATABASE_POOL": "0",
            "DJANGO_SETTINGS_MODULE": settings,
            "SECRET_KEY": "for this run only" * 3,
            "VIERTAL_QUEUE": "nobody",
        }
        import django

        django.setup()
        _prepare()
        yield


def _prepare() -> None:
    from django.conf import settings
    from django.core.management import call_command

    from tournaments.models import User

    logging.disable(logging.WARNING)
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    call_command("migrate", verbosity=0, interactive=False)
    if not User.objects.filter(username="boss").exists():  # a second run on the same database
        User.objects.create_superuser("boss", password="for this run only")
