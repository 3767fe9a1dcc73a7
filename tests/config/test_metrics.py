"""The right to fetch the figures."""

import time
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import connection
from django.http import Http404
from django.utils import timezone

from config import metrics
from launcher import site


@pytest.fixture
def seen(monkeypatch):
    monkeypatch.setattr(metrics.health, "parts", lambda: {name: metrics.health.Part(True) for name in PARTS})


PARTS = ("database", "broker", "work", "workers", "beat", "disk", "backups", "clocks", "static", "mail")


def database_time(cursor):
    """Return what the clock of the database tells, whatever that of this machine does."""
    cursor.execute("SELECT extract(epoch FROM clock_timestamp())::float8")
    return cursor.fetchone()[0]


def ask(rf, **headers):
    try:
        return metrics.metrics(rf.get("/metrics", **headers)).status_code
    except Http404:
        return 404


@pytest.mark.django_db
@pytest.mark.parametrize(("ago", "ok"), [(5, True), (61, False), (-5, True), (-3600, False)])
def test_a_beat_of_the_future_is_dead_as_one_of_long_ago(ago, ok):
    """The clock went back after it, and nobody swept since."""
    health = metrics.health
    with connection.cursor() as cursor:
        then = int(database_time(cursor)) - ago
        cursor.execute("SELECT set_config('application_name', %s, true)", [f"{health.WORKER} swept {then}"])
        _database, workers, beat, _work, _clocks = health._by_the_database()
    assert (workers.ok, beat.ok) == (True, ok)


@pytest.mark.django_db
@pytest.mark.parametrize("hours", [-1, 1])
def test_a_beat_lives_however_wrong_the_clock_of_this_machine_is(monkeypatch, hours):
    """That is told of, and a site that serves every page stays ready."""
    health, now = metrics.health, timezone.now() + timedelta(hours=hours)
    monkeypatch.setattr(health.timezone, "now", lambda: now)
    monkeypatch.setattr(health, "time", SimpleNamespace(monotonic=time.monotonic, time=now.timestamp))
    with connection.cursor() as cursor:
        name = f"{health.WORKER} swept {int(database_time(cursor))}"
        cursor.execute("SELECT set_config('application_name', %s, true)", [name])
        _database, workers, beat, _work, clocks = health._by_the_database()
    assert (workers.ok, beat.ok, clocks.ok) == (True, True, False)


@pytest.mark.django_db
def test_a_beat_that_stands_still_is_dead_whatever_the_clock_tells(monkeypatch):
    """The clock is set back again and again, so that the last sweep seems to have been a moment ago."""
    health, passed = metrics.health, [1000.0]
    monkeypatch.setattr(health.time, "monotonic", lambda: passed[0])
    with connection.cursor() as cursor:
        then = int(database_time(cursor)) + 5
        cursor.execute("SELECT set_config('application_name', %s, true)", [f"{health.WORKER} swept {then}"])
        assert health._by_the_database()[2].ok
        passed[0] += 59
        assert health._by_the_database()[2].ok
        passed[0] += 2
        assert not health._by_the_database()[2].ok
        cursor.execute("SELECT set_config('application_name', %s, true)", [f"{health.WORKER} swept {then - 1}"])
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # a transaction sees connections as it saw them first
        assert health._by_the_database()[2].ok


@pytest.mark.django_db
@pytest.mark.parametrize(("ahead", "ok"), [(0, True), (-4, True), (5, False), (-3600, False)])
def test_the_clock_that_is_farthest_away_is_told_of_and_that_of_this_process(monkeypatch, ahead, ok):
    health = metrics.health
    with connection.cursor() as cursor:
        now = database_time(cursor)
        monkeypatch.setattr(health, "time", SimpleNamespace(monotonic=time.monotonic, time=lambda: now))
        name = f"{health.WORKER} 0a1b2c3d swept 1764000000 ahead {ahead}"
        cursor.execute("SELECT set_config('application_name', %s, true)", [name])
        clocks = health._by_the_database()[4]
        assert (clocks.ok, clocks.facts["workers"]) == (ok, ahead) and abs(clocks.facts["web"]) < health.APART
        now -= 60
        clocks = health._by_the_database()[4]
        assert not clocks.ok and clocks.facts["web"] <= -59


def test_without_a_token_only_programs_of_this_machine(rf, settings, seen):
    settings.METRICS_TOKEN = ""
    assert ask(rf, REMOTE_ADDR="127.0.0.1") == ask(rf, REMOTE_ADDR="::1") == 200
    assert ask(rf, REMOTE_ADDR="192.168.1.7") == ask(rf, REMOTE_ADDR="") == 404
    assert ask(rf, REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR="192.168.1.7") == 404
    settings.PROXY = True
    assert ask(rf, REMOTE_ADDR="127.0.0.1") == 404


def test_with_a_token_whoever_has_it(rf, settings, seen):
    settings.METRICS_TOKEN = "a token"
    assert ask(rf, REMOTE_ADDR="192.168.1.7", HTTP_AUTHORIZATION="Bearer a token") == 200
    for given in ("Bearer a toke", "a token", "Bearer \u00e9", ""):
        assert ask(rf, REMOTE_ADDR="127.0.0.1", HTTP_AUTHORIZATION=given) == 404


def test_a_web_server_that_starts_again_counts_no_viewers_of_the_one_before(tmp_path):
    for name in ("gauge_livesum_17.db", "counter_17.db", "histogram_17.db"):
        (tmp_path / name).write_bytes(b"")
    site.web({"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}, 0, ("127.0.0.1", 0)).before()
    assert {path.name for path in tmp_path.iterdir()} == {"counter_17.db", "histogram_17.db"}
    site.web({}, 0, ("127.0.0.1", 0)).before()
