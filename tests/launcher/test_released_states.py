"""A filled database of every released state goes forward, as a restore of its backup does, and is served.

The states are those in which a stretch of work on main ended: the first with results (0002), the log and the API
(0011), links from seeds (0014), settings and rounds by system (0022), and the one that the squashed migration made
(0029). Each was filled by the code of its own time (`tests/support/released.py` makes the next), whose standings and
results were the same.
"""

from __future__ import annotations

import json
import lzma
import os
import subprocess
import sys
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from psycopg import sql

from launcher import dumps
from tests.support.released import EXPECTED, FOLDER
from tests.support.stack import CHECKOUT

STATES = sorted(path.name.partition(".")[0] for path in FOLDER.glob("*.dump.xz"))
WITHOUT_LOG = "0002"


@pytest.fixture
def database(services):
    """The address of a new, empty database."""
    name = f"released_{os.getpid()}"
    with psycopg.connect(services.database_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlunsplit(urlsplit(services.database_url)._replace(path=f"/{name}"))
        finally:
            connection.execute(sql.SQL("DROP DATABASE {}").format(sql.Identifier(name)))


@pytest.mark.parametrize("state", STATES)
def test_a_filled_database_of_every_released_state_goes_forward_and_is_served(state, database, tmp_path):
    backup = tmp_path / "backup.dump"
    backup.write_bytes(lzma.decompress((FOLDER / f"{state}.dump.xz").read_bytes()))
    dumps.restore(database, backup)
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.released", "--carry"],
        cwd=CHECKOUT,
        env=os.environ | {"DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    carried = json.loads(done.stdout.splitlines()[-1])
    expected = json.loads(EXPECTED.read_text(encoding="utf-8"))
    assert carried["migrated"] > 0 or state == STATES[-1]
    assert carried["again"] == 0
    assert carried["as_it_was"] == carried["computed_again"] == expected
    assert carried["notes"] and "plain" not in carried["notes"]  # sentences of before have codes now
    assert bool(carried["log"]) == (state != WITHOUT_LOG)
    with psycopg.connect(database) as connection:
        (moved,) = connection.execute("""
            SELECT (SELECT count(*) FROM tournaments_club) = 1
                AND (SELECT count(*) FROM tournaments_tournament WHERE club_id = (SELECT id FROM tournaments_club)) = %s
                AND (SELECT count(*) > 0 AND bool_and(register_id = (SELECT id FROM tournaments_club))
                    FROM tournaments_player)
        """, [len(expected["tournaments"])]).fetchone()  # fmt: skip
    assert moved, "everything is the first club's"
    with psycopg.connect(database) as connection:
        (kept,) = connection.execute("""
            SELECT array_agg(DISTINCT options->>'draw_points') FROM tournaments_tournament WHERE game = 'quatro-chess'
        """).fetchone()  # fmt: skip
    assert kept == ["share"], "what was made before keeps the points of a draw that it was made with"
    for answers in (carried["first"], carried["then"]):
        assert {page: status for page, (status, _text) in answers.items() if status != 200} == {}
        for slug, event in expected["tournaments"].items():
            assert event["name"] in answers["/"][1]
            for _rank, name, _points in event["standings"]:
                assert name in answers[f"/t/{slug}/standings/"][1]
        assert "the slip was misread" in answers["/api/v1/tournaments/spring-cup/log/"][1] or state == WITHOUT_LOG
