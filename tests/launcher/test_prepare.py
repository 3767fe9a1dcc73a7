"""The preparations before Viertal serves."""

import subprocess
import sys

import psycopg
import pytest

from tests.support.stack import CHECKOUT

pytestmark = pytest.mark.stack

AHEAD = "9999_of_a_newer_viertal"
RENAME = "UPDATE django_migrations SET name = %s WHERE name = %s"


def prepare(stack):
    return subprocess.run(
        [sys.executable, "-m", "launcher.prepare", "--no-demo"],
        cwd=CHECKOUT,
        env=stack.env,
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_older_viertal_does_not_touch_the_data_of_a_newer_one(stack):
    """Also where migrations of its own are missing in the database: none is applied."""
    with psycopg.connect(stack.env["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', %s, now())", [AHEAD]
        )
        try:
            done = prepare(stack)
        finally:
            connection.execute("DELETE FROM django_migrations WHERE name = %s", [AHEAD])
    assert done.returncode == 1
    assert f"made by a newer Viertal (they have {AHEAD})" in done.stderr
    assert "Nothing was changed" in done.stderr and "VIERTAL_DATA" in done.stderr
    assert "Traceback" not in done.stderr and done.stdout == ""


def test_data_of_a_version_in_development_are_refused_untouched(stack):
    with psycopg.connect(stack.env["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(RENAME, ["0001_initial", "0001_schema"])
        try:
            done = prepare(stack)
        finally:
            connection.execute(RENAME, ["0001_schema", "0001_initial"])
    assert done.returncode == 1
    assert "made by a version in development" in done.stderr and "import the documents" in done.stderr
    assert "Traceback" not in done.stderr and done.stdout == ""
