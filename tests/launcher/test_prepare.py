"""The preparations before Viertal serves."""

import psycopg
import pytest
from django.db import connection, transaction

from launcher.prepare import alone, in_one_sentence
from tests.support.commands import python
from tests.support.waiting import until

pytestmark = pytest.mark.stack

AHEAD = "9999_of_a_newer_viertal"
RENAME = "UPDATE django_migrations SET name = %s WHERE name = %s"


def prepare(stack):
    return python("-m", "launcher.prepare", "--no-demo", env=stack.env)


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


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_killed_in_the_middle_is_told_in_a_sentence():
    with pytest.raises(SystemExit, match=r"ended while the data were prepared.*start Viertal again"):  # noqa: SIM117
        with in_one_sentence(), alone(), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("CREATE TABLE half_made (id int)")
            other = connection.copy()
            with other.cursor() as killer:
                killer.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
            other.close()
            until(lambda: cursor.execute("SELECT 1"))  # until it fails
    assert "half_made" not in connection.introspection.table_names()


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
