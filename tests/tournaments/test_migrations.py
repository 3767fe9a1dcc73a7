"""A database made in one go by the squashed migration is the one that all migrations make one after the other."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.apps import apps
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState
from psycopg import sql

from launcher.postgres import programs
from tests.support.chain import ChainLoader
from tests.support.stack import CHECKOUT

HALF_WAY = "0020_former_addresses"
ADVICE = "see docs/howto/change-the-schema.md"


@pytest.fixture(scope="module")
def both(services):
    """The addresses of two new databases, by the chain (where the squash comes in half-way) and by the squash."""
    names = [f"{way}_{os.getpid()}" for way in ("chain", "squash")]
    address = urlsplit(services.database_url)
    with psycopg.connect(services.database_url, autocommit=True) as connection:
        for name in names:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            addresses = [urlunsplit(address._replace(path=f"/{name}")) for name in names]
            migrate(addresses[0], "-m", "tests.support.chain", "tournaments", HALF_WAY)
            migrate(addresses[1], "manage.py", "migrate", "--no-input", "--verbosity=0")
            yield addresses
        finally:
            for name in names:  # not by force: that may not end an autovacuum, which a plain drop may
                connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))


def migrate(address, *arguments):
    settings = {"DATABASE_URL": address, "DATABASE_POOL": "0", "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=CHECKOUT,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def schema(address):
    """Each thing that pg_dump writes, by its heading; its lines in order of the alphabet, as columns have no order."""
    command = [programs() / "pg_dump", "--schema-only", "--no-password", f"--dbname={address}"]
    dump = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    parts = re.split(r"^--\n-- Name: (.+)\n--\n", dump.partition("\n\\unrestrict")[0], flags=re.MULTILINE)
    things = {
        heading: sorted(line.removesuffix(",") for line in body.splitlines())
        for heading, body in zip(parts[1::2], parts[2::2], strict=True)
    }
    assert len(things) == len(parts) // 2
    return things


def rows(address):
    """Each table's rows, without their numbers and times."""
    with psycopg.connect(address) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        question = "SELECT (to_jsonb(t) - '{{id,content_type_id,applied,created_at}}'::text[])::text FROM {} AS t"
        return {
            name: Counter(row for (row,) in connection.execute(sql.SQL(question).format(sql.Identifier(name))))
            for (name,) in tables
        }


def test_both_ways_make_the_same_schema(both):
    by_chain, by_squash = (schema(address) for address in both)
    assert {heading.partition("; Type: ")[2].partition(";")[0] for heading in by_squash} >= {
        "TABLE", "CONSTRAINT", "FK CONSTRAINT", "INDEX", "TRIGGER", "FUNCTION", "SEQUENCE", "EXTENSION"
    }  # fmt: skip
    assert by_squash.keys() == by_chain.keys(), ADVICE
    differing = [heading for heading, lines in by_chain.items() if lines != by_squash[heading]]
    assert not differing, ADVICE


def test_both_ways_leave_the_same_rows(both):
    by_chain, by_squash = (rows(address) for address in both)
    assert by_squash == by_chain, ADVICE
    names = {name for name, table in by_squash.items() if table}
    assert names == {"django_migrations", "django_content_type", "auth_permission", "tournaments_club"}


def test_both_ways_lead_to_the_models():
    now = ProjectState.from_apps(apps)
    for loader in (ChainLoader(None), MigrationLoader(None)):
        assert not MigrationAutodetector(loader.project_state(), now).changes(loader.graph), loader


def test_no_migration_depends_on_the_squashed_one():
    """Its name changes when it is extended."""
    migrations = MigrationLoader(None, replace_migrations=False).disk_migrations
    [squashed] = [key for key, migration in migrations.items() if key[0] == "tournaments" and migration.replaces]
    depending = [key for key, migration in migrations.items() if squashed in migration.dependencies]
    assert not depending, ADVICE
