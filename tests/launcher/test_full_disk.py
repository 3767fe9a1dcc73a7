"""A disk that is full: what was saved stays and is shown, writing says why it cannot, and goes on by itself.

Root mounts a small file system (tmpfs) for the data folder, and fills it. Others may not mount: for them the faults
are injected where the program meets them.
"""

import contextlib
import errno
import html
import json
import os
import re
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from psycopg.errors import DiskFull

from config.data_folder import DataFolder, write_private
from config.http.middleware import FullDisk
from launcher.programs.child import Child, Program
from launcher.supervisor import Supervisor
from tests.launcher.asking import as_organiser, desk, give_token
from tests.support.stack import PASSWORD, Stack, clean_environment
from tournaments.domain import disk

MEGABYTES = 220


@pytest.fixture
def small_disk():
    """A folder on a file system of its own."""
    folder = Path(tempfile.mkdtemp(prefix="viertal-disk-", dir="/tmp"))
    folder.chmod(0o755)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=755", "viertal", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
        folder.rmdir()


def fill(path):
    """Take all that is left."""
    block = bytes(2**16)
    with path.open("ab", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(block)


if os.geteuid() == 0:

    @pytest.mark.stack
    def test_a_full_disk_stops_writing_only_says_so_and_everything_goes_on_with_room(small_disk):
        env = clean_environment(VIERTAL_ORGANISER_PASSWORD=PASSWORD, HOST="127.0.0.1")
        stack = Stack(small_disk / "data", env, "--port", "0", "--no-demo")
        ballast = small_disk / "ballast"
        try:
            stack.start_migrated()
            give_token(stack, "club")
            slug = "club"
            pages = [f"/t/{slug}/", f"/t/{slug}/standings/"]
            shown = [as_organiser(stack, page)[0] for page in pages]
            assert shown == [200, 200]
            browser = desk(stack)
            assert "is nearly full" in browser.open(f"{stack.url}admin/").read().decode()

            def enter(number):
                name = f"Late {number} " + secrets.token_hex(40)
                return as_organiser(stack, f"/api/v1/tournaments/{slug}/entries/", "POST", {"name": name})

            assert enter(0)[0] == 201
            fill(ballast)
            refused = None
            for number in range(1, 400):
                status, text = enter(number)
                fill(ballast)
                if status != 201:
                    refused = status, json.loads(text)
                    break
            assert refused is not None
            assert (refused[0], refused[1]["code"]) == (507, "disk_full")
            assert str(stack.folder.root) in refused[1]["detail"]
            assert [as_organiser(stack, page)[0] for page in pages] == shown

            assert "is nearly full: 0 MB are left" in browser.open(f"{stack.url}admin/").read().decode()

            worker = stack.processes()["worker"]
            with contextlib.suppress(ProcessLookupError):  # it may have died by itself where it could not write
                os.kill(worker, signal.SIGKILL)
            died = re.compile("The worker (was ended by SIGKILL|stopped with status)")
            stack.wait_for(lambda: died.search(stack.words()))
            time.sleep(4)
            assert "Stopping" not in stack.words() and "cannot start" not in stack.words()
            assert [as_organiser(stack, page)[0] for page in pages] == shown
            fill(ballast)  # whatever the worker left when it died
            assert enter("still full")[0] == 507

            ballast.unlink()
            stack.wait_for(lambda: enter("room again")[0] == 201, 30)
            stack.wait_for(lambda: stack.processes().get("worker") not in (None, worker), 20)
            assert stack.stop() == 0, stack.words()
        finally:
            stack.stop()


def full(*_arguments, **_options):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_the_supervisor_goes_on_where_processes_cannot_be_written_down(tmp_path, monkeypatch):
    told = []
    supervisor = Supervisor(DataFolder(tmp_path), {}, demo=False, tell=told.append)
    supervisor.folder.make()
    with monkeypatch.context() as faulty:
        faulty.setattr(DataFolder, "record_processes", full)
        for _ in range(3):
            supervisor._record()
    assert len(told) == 1 and "No space left" in told[0] and str(tmp_path) in told[0]
    supervisor._watch_once(0.0)  # there is room again
    assert supervisor.folder.processes_file.exists()


def test_a_child_that_cannot_be_started_is_tried_again(tmp_path, monkeypatch):
    program = Program(
        name="worker",
        command=[sys.executable, "-c", "pass"],
        stop=signal.SIGTERM,
        patience=1.0,
        orphaned=signal.SIGKILL,
        ready=lambda _pid: True,
        env=clean_environment(),
        before=full,
    )
    child = Child(program, tmp_path, tmp_path)
    line = child.watch()
    assert line is not None and "No space left" in line and "again in 0.25 s" in line
    assert child.pid is None and 0.2 < child.wait_time(5.0) <= 0.25


def test_a_file_that_cannot_be_written_leaves_nothing_half_done(tmp_path, monkeypatch):
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_private(tmp_path / "file", "text")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("path", "where"), [("/admin/", True), ("/t/club/report/", False)])
def test_a_page_that_cannot_save_says_why(rf, settings, tmp_path, path, where):
    settings.DATA_FOLDER = tmp_path
    error = OperationalError("could not extend file")
    error.__cause__ = DiskFull("could not extend file: No space left on device")
    answer = FullDisk(lambda _request: HttpResponse()).process_exception(rf.post(path), error)
    assert answer.status_code == 507
    text = html.unescape(answer.content.decode())
    assert "nothing was saved" in text and "Everything saved before is safe" in text
    assert (str(tmp_path) in text) == where


def test_other_faults_are_not_laid_to_the_disk(rf, settings, tmp_path):
    settings.DATA_FOLDER = tmp_path
    middleware = FullDisk(lambda _request: HttpResponse())
    for error in (OperationalError("gone"), ValueError("x"), OSError(errno.EPERM, "x")):
        assert middleware.process_exception(rf.post("/admin/"), error) is None


@pytest.mark.parametrize(
    ("left", "total", "warned"),
    [
        (199_000_000, 1_000_000_000, True),
        (201_000_000, 1_000_000_000, False),
        (1_000_000_000, 100_000_000_000, True),
        (2_100_000_000, 100_000_000_000, False),
    ],
)
def test_the_desk_warns_under_200_megabytes_or_two_hundredths(monkeypatch, left, total, warned):
    monkeypatch.setattr(disk, "free", lambda: (left, total))
    assert bool(disk.warning()) == warned
    assert not warned or f"{left // 1_000_000} MB" in disk.warning()
