"""The first club: there after every migration, as everything belongs to one."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db import connection
from django.db.models.signals import post_migrate

from tournaments.models import Club

NAME, SLUG = "Our club", "club"


def begin(app: AppConfig) -> None:
    """Have a database that was emptied begin with a club again. Called once, when Django is ready."""
    post_migrate.connect(make_sure, sender=app, dispatch_uid="viertal_first_club")


def make_sure(sender: AppConfig, **_: Any) -> None:
    """Make the first club where there is none. A database at an earlier migration has no clubs at all."""
    with connection.cursor() as cursor:
        there = Club._meta.db_table in connection.introspection.table_names(cursor)
    if there and not Club.objects.exists():
        Club.objects.create(name=NAME, slug=SLUG)
