"""A database of one's own for what tries the program hard."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from pathlib import Path


def on_a_database(folder: Path, job: Callable[[], None]) -> None:
    """Do that with Django set up on an empty database in that folder, which is stopped then."""
    from config.data_folder import DataFolder
    from launcher.supervisor import Supervisor, teller

    def with_address(address: str) -> None:
        os.environ |= {
            "DATABASE_URL": address,
            "DATABASE_POOL": "0",
            "VIERTAL_DATA": str(folder / "data"),
            "DJANGO_SETTINGS_MODULE": "tests.settings",
        }
        import django
        from django.core.management import call_command

        django.setup()
        logging.getLogger("django.request").setLevel(logging.CRITICAL)
        from django.conf import settings
        from django.db import connections

        from config.environment import database

        settings.DATABASES["default"].update(database(address))
        settings.ALLOWED_HOSTS.append("testserver")
        connections.configure_settings(settings.DATABASES)
        call_command("migrate", verbosity=0)
        with connections["default"].cursor() as cursor:
            # no race is about power cuts
            cursor.execute("ALTER ROLE CURRENT_USER SET synchronous_commit = off")
        connections.close_all()
        job()

    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "MAKELEVEL")}
    Supervisor(DataFolder(folder / "data"), env, demo=False, tell=teller()).with_database(with_address)
