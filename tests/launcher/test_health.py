"""The state of the site, as machines ask for it and people read it; and a broker that is frozen, at a real Viertal."""

import json
import os
import signal
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from launcher import doctor
from launcher.database import dumps
from tests.launcher.asking import as_organiser, ask, desk, give_token
from tests.support.stack import PASSWORD, Stack, clean_environment
from tests.tournaments import make
from tournaments.selectors.site import health
from tournaments.views.accounts import health as health_page

pytestmark = pytest.mark.stack

TIMEOUT_OF_THE_BROKER = 5.0


@pytest.fixture(scope="module")
def site():
    """A Viertal of its own with JSON log lines and backups in a folder elsewhere. Without the demonstration, which the
    worker would build meanwhile."""
    with tempfile.TemporaryDirectory(prefix="viertal-health-", ignore_cleanup_errors=True) as folder:
        env = clean_environment(
            VIERTAL_ORGANISER_PASSWORD=PASSWORD,
            HOST="127.0.0.1",
            LOG_FORMAT="json",
            VIERTAL_BACKUPS=str(Path(folder) / "elsewhere"),
        )
        stack = Stack(Path(folder) / "data", env, "--port", "0", "--no-demo")
        try:
            stack.start_migrated()
            give_token(stack)
            yield stack
        finally:
            for pid in stack.processes().values():
                os.kill(pid, signal.SIGCONT)
            stack.stop()


def parts(stack):
    status, _headers, text = ask(stack, "/health/ready")
    answer = json.loads(text)
    needed = all(answer["parts"][name]["ok"] for name in health.NEEDED)
    assert (status == 200) == (answer["status"] == "ready") == needed
    return answer["parts"]


def ready(stack):
    return all(part["ok"] for part in parts(stack).values())


def wait_until_ready(stack):
    """An answer looks at all parts, so it is asked for now and then only."""
    stack.wait_for(lambda: ready(stack), 60, pause=0.2)


def test_live_and_ready_say_what_machines_ask(site):
    status, _headers, text = ask(site, "/health/live")
    assert (status, json.loads(text)) == (200, {"status": "alive"})
    wait_until_ready(site)
    known = parts(site)
    assert set(known) == {"database", "broker", "work", "workers", "beat", "disk", "clocks", "static", "mail"}
    assert all(abs(ahead) < health.APART for name, ahead in known["clocks"].items() if name != "ok")
    assert known["workers"]["number"] == 2
    assert known["disk"]["free_bytes"] > 0
    text = ask(site, "/health/ready")[2]
    for secret in ("postgresql", "redis", str(site.folder.root), "password"):
        assert secret not in text
    assert ask(site, "/healthz")[2] == "ok"


def test_results_and_standings_do_not_wait_for_a_broker_that_is_frozen(site):
    wait_until_ready(site)
    site.python(
        """
        from tests.tournaments import make
        from tournaments.models import User
        make.published(make.tournament(16, rounds_planned=1, slug="frozen"), User.objects.get(username="organiser"))
        """
    )
    one = "/api/v1/tournaments/frozen/"

    def played():
        """Return the number of players with a result in the standings."""
        status, text = as_organiser(site, f"{one}standings/")
        return sum(row["played"] for row in json.loads(text)["standings"]) if status == 200 else None

    site.wait_for(lambda: played() == 0, 60, pause=0.2)
    broker = site.processes()["broker"]
    os.kill(broker, signal.SIGSTOP)
    try:
        taken = []
        for table in range(1, 5):
            begun = time.monotonic()
            sent = {"points": ["8", "4", "2", "0"], "expected": 0}
            status, answer = as_organiser(site, f"{one}rounds/1/tables/{table}/result/", "PUT", sent)
            taken.append(time.monotonic() - begun)
            assert status in (200, 201), answer
        # who waited for the broker would have waited for its time-out each time
        assert min(taken) < TIMEOUT_OF_THE_BROKER / 2
        # the look before the freeze is kept for a moment
        site.wait_for(lambda: not parts(site)["broker"]["ok"], pause=0.2)
        site.wait_for(lambda: played() == 16, 90, pause=0.2)
        assert ask(site, "/health/ready")[0] == 200, "the site does without a broker"
    finally:
        os.kill(broker, signal.SIGCONT)
    wait_until_ready(site)


def test_a_worker_that_is_away_is_named_until_it_is_back(site):
    wait_until_ready(site)
    os.kill(site.processes()["worker"], signal.SIGKILL)
    site.wait_for(lambda: not parts(site)["workers"]["ok"], pause=0.05)
    wait_until_ready(site)


def test_static_files_that_went_are_named_by_health_and_by_the_doctor_and_the_site_stays_ready(site):
    wait_until_ready(site)
    port = urlsplit(site.url).port

    def marks():
        return {remark.thing: remark.mark for remark in doctor.site(port, True)}

    assert marks() == {"Static files": doctor.GOOD, "Site": doctor.GOOD}
    kept = {path: path.read_bytes() for path in (site.folder.root / "static").rglob("*.css*")}
    try:
        for path in kept:
            path.unlink()
        site.wait_for(lambda: not parts(site)["static"]["ok"], pause=0.2)
        assert ask(site, "/health/ready")[0] == 200, "pages are plain, but results are taken"
        assert marks() == {"Static files": doctor.BAD, "Site": doctor.BAD}
    finally:
        for path, data in kept.items():
            path.write_bytes(data)
    wait_until_ready(site)


def test_the_page_says_in_words_how_it_is(site):
    wait_until_ready(site)
    site.wait_for(lambda: list((site.folder.root.parent / "elsewhere").glob("auto-*.dump")), 90)
    page = desk(site).open(f"{site.url}admin/well/").read().decode()
    assert "Is everything running well?" in page and "2 running." in page and "elsewhere" in page
    assert ask(site, "/admin/well/")[0] == 302


def test_a_backup_makes_itself_at_the_start_and_can_be_put_back(site):
    folder = site.folder.root.parent / "elsewhere"
    site.wait_for(lambda: list(folder.glob("auto-*.dump.sha256")), 90)
    file = next(folder.glob("auto-*.dump"))
    dumps.check(file)
    with psycopg.connect(site.env["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("CREATE DATABASE other")
    other = site.env["DATABASE_URL"].replace("/viertal?", "/other?")
    dumps.restore(other, file)
    with psycopg.connect(other) as connection:
        assert connection.execute("SELECT username FROM tournaments_user").fetchone() == ("organiser",)
    damaged = folder / "damaged.dump"
    damaged.write_bytes(file.read_bytes()[:-1] + b"?")
    dumps.checksum_file(damaged).write_text(dumps.checksum_file(file).read_text())
    with pytest.raises(dumps.BackupTrouble, match="is damaged: its checksum"):
        dumps.check(damaged)
    damaged.unlink()
    dumps.checksum_file(damaged).unlink()


def test_metrics_count_over_all_processes_and_are_for_this_machine(site):
    wait_until_ready(site)
    status, headers, text = ask(site, "/metrics")
    assert status == 200 and headers["Content-Type"].startswith("text/plain")
    assert 'viertal_requests_total{kind="public",method="GET",status="200"}' in text
    assert 'viertal_tasks_total{state="SUCCESS",task="sweep"}' in text  # counted in a worker
    assert 'viertal_up{part="beat"} 1.0' in text and "viertal_disk_free_bytes" in text
    assert ask(site, "/metrics", **{"X-Forwarded-For": "203.0.113.9"})[0] == 404


def test_log_lines_are_json_with_the_requests_and_the_tasks_id(site):
    identity = ask(site, "/nothing-here/")[1]["X-Request-ID"]
    site.wait_for(lambda: identity in (site.folder.logs / "web.log").read_text())
    for name, key in (("web", "request"), ("worker", "task")):
        text = (site.folder.logs / f"{name}.log").read_text()
        lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        assert any(line.get(key) for line in lines), name
        assert all({"time", "level", "logger", "message"} <= set(line) for line in lines)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("hours", "running", "well"), [(1.5, True, True), (2.5, True, False), (2.5, False, True), (27, False, False)]
)
def test_a_backup_is_late_after_two_hours_of_an_event_and_after_a_day_otherwise(
    settings, tmp_path, client, hours, running, well
):
    """Another installation's newer backup in the same folder says nothing of this one's, nor one that was made before,
    by a clock that was ahead."""
    made = make.duel(2, state="running" if running else "planned")
    own, foreign = (tmp_path / f"auto-{mark}-000001-20261122-201500.dump" for mark in ("aaaa", "bbbb"))
    of_the_future = tmp_path / "auto-aaaa-000000-20281122-201500.dump"
    for path in (own, foreign, of_the_future):
        path.touch()
    for path, moment in ((own, time.time() - hours * 3600), (of_the_future, time.time() + 24 * 3600)):
        os.utime(path, (moment, moment))
    settings.BACKUPS, settings.OWN_BACKUPS, settings.MAKES_BACKUPS = tmp_path, ("auto-aaaa-*.dump",), True
    part = health._backups()
    assert part.ok == well
    line = health_page._backups(part)
    words = f"{line.state} {line.advice}"
    assert ("An event is running, and there has been no backup for more than two hours" in words) == (
        hours == 2.5 and running
    )
    assert ("for more than a day" in words) == (hours == 27)
    made.delete()


def test_a_newest_backup_of_the_future_is_old_a_day_after_it_was_first_seen(settings, tmp_path, monkeypatch, db):
    file = tmp_path / "auto-aaaa-000001-20281122-201500.dump"
    file.touch()
    os.utime(file, (time.time() + 1e6, time.time() + 1e6))
    settings.BACKUPS, settings.OWN_BACKUPS, settings.MAKES_BACKUPS = tmp_path, ("auto-aaaa-*.dump",), True
    assert health._backups().ok
    monkeypatch.setattr(health, "_backed_up", (file.name, time.monotonic() - 27 * 3600))
    assert not health._backups().ok
