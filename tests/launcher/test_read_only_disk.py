"""A read-only disk: pages go on, writing says why it cannot and where, and all goes on by itself.

Root mounts a file system of its own (ext4 in a file). It is read-only for a while, and then the kernel stops writing to
it, as it does after an error of a disk: while files are open for writing, without calling it read-only, for good. For
others the fault is injected where the program meets it.
"""

import contextlib
import errno
import html
import json
import os
import signal
import subprocess
import tempfile
import urllib.error
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import OperationalError, ProgrammingError
from django.http import HttpResponse
from psycopg.errors import InsufficientPrivilege

from config.http.middleware import FullDisk
from tests.launcher.asking import as_organiser, desk, give_token
from tests.support.commands import python
from tests.support.stack import PASSWORD, Stack, clean_environment
from tournaments.domain import disk


class Disk:
    """A file system of its own at ``folder``."""

    def __init__(self, image, folder):
        self.image, self.folder = image, folder
        with image.open("wb") as file:
            file.truncate(600 * 2**20)
        subprocess.run(["mkfs.ext4", "-q", "-F", image], check=True)
        self.mount()
        folder.chmod(0o755)

    def mount(self):
        subprocess.run(["mount", "-o", "loop,errors=remount-ro", self.image, self.folder], check=True)

    def unmount(self):
        subprocess.run(["umount", "-l", self.folder], check=True)

    @contextlib.contextmanager
    def read_only(self):
        """Refuse to open anything for writing there meanwhile; open files stay so."""
        for arguments in (["--bind", self.folder, self.folder], ["-o", "remount,bind,ro", self.folder]):
            subprocess.run(["mount", *arguments], check=True)
        try:
            yield
        finally:
            subprocess.run(["umount", "-l", self.folder], check=True)

    def stop_writing(self):
        """Stop writing for good, as the kernel does after an error that it cannot mend."""
        subprocess.run(["mount", "-o", "remount,abort", self.folder], check=True)


@pytest.fixture
def own_disk():
    with tempfile.TemporaryDirectory(prefix="viertal-ro-", dir="/tmp") as place:
        Path(place).chmod(0o755)
        folder = Path(place) / "disk"
        folder.mkdir()
        made = Disk(Path(place) / "image", folder)
        try:
            yield made
        finally:
            made.unmount()


if os.geteuid() == 0:

    @pytest.mark.stack
    def test_a_read_only_disk_stops_writing_only_says_so_and_everything_goes_on_when_it_is_writable(own_disk):
        env = clean_environment(VIERTAL_ORGANISER_PASSWORD=PASSWORD, HOST="127.0.0.1")
        # what it says is written beside it, on another disk
        stack = Stack(own_disk.folder, env, "--port", "0", "--no-demo")
        try:
            stack.start_migrated()
            give_token(stack, "club")
            slug = "club"
            pages = [f"/t/{slug}/", f"/t/{slug}/standings/"]
            browser = desk(stack)

            seen = set()

            def shown():
                return [as_organiser(stack, page) for page in pages]

            def enter(number):
                return as_organiser(stack, f"/api/v1/tournaments/{slug}/entries/", "POST", {"name": f"Late {number}"})

            def settled(name):
                """Tell whether the pages are there with who came last, and their standings as they stay: only such
                pages are kept, by each web process its own. So they are asked for until all have them."""
                with ThreadPoolExecutor(8) as phones:  # at once, so that each process gets some
                    first, *others = answers = list(phones.map(lambda _phone: shown(), range(24)))
                seen.update(text for pages in answers for _status, text in pages)
                known = name in first[-1][1] and all(pages == first for pages in others)
                return known and all(status == 200 and "being recomputed" not in text for status, text in first)

            assert enter(0)[0] == 201
            stack.wait_for(lambda: settled("Late 0"), 40)

            def go_on():
                """Tell whether the pages are there still, byte by byte as they were shown. Each web process has the
                newest that it kept; while it does not hear of changes, as just after the database came back, it keeps
                none."""
                return all(status == 200 and text in seen for status, text in shown())

            def is_told(number):
                status, text = enter(number)
                assert status == 507, (status, text)
                told = json.loads(text)
                assert told["code"] == "disk_full" and "is read-only" in told["detail"]
                assert go_on()
                with pytest.raises(urllib.error.HTTPError) as answer:
                    browser.open(f"{stack.url}admin/tournaments/")
                words = html.unescape(answer.value.read().decode())
                assert answer.value.code == 507
                assert f"The disk with {stack.folder.root} is read-only at the moment: nothing was saved" in words

            # for a while: whoever writes ends, as it does soon or late, and cannot be started
            with own_disk.read_only():
                for name in ("database", "broker", "worker"):
                    os.kill(stack.processes()[name], signal.SIGKILL)
                stack.wait_for(lambda: stack.words().count("The database") > 1)
                is_told(1)
            stack.wait_for(lambda: enter("again")[0] == 201, 40)
            stack.wait_for(lambda: (stack.folder.worker_ready_file).exists(), 40)
            assert "Stopping" not in stack.words() and "cannot start" not in stack.words()
            stack.wait_for(lambda: settled("Late again"), 40)
            # for good, and without the system calling it read-only, just after each process has found it writable
            with ThreadPoolExecutor(8) as phones:
                assert {
                    status
                    for status, _text in phones.map(lambda _phone: as_organiser(stack, "/health/ready"), range(24))
                } == {200}
            own_disk.stop_writing()
            assert enter(2)[0] == 507
            assert go_on()
            stack.stop()
            assert "Stopped." in stack.words()
        finally:
            stack.stop()

    def test_a_start_on_a_read_only_disk_is_refused_with_a_sentence(own_disk):
        own_disk.stop_writing()
        for data in (own_disk.folder / "data", own_disk.folder):
            done = python("-m", "launcher", "--data", str(data), "--port", "0")  # fmt: skip
            assert done.returncode == 1
            assert "The disk is read-only. Make it writable, or set VIERTAL_DATA" in done.stderr
            assert str(own_disk.folder) in done.stderr and "Traceback" not in done.stderr


@pytest.fixture
def unwritable(monkeypatch, settings, tmp_path):
    """The program meets a read-only disk; the system calls it writable."""

    def refuse(**_options):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    settings.DATA_FOLDER = tmp_path
    assert not disk.read_only()  # a moment ago
    monkeypatch.setattr(disk.tempfile, "mkstemp", refuse)


@pytest.mark.parametrize(("path", "where"), [("/admin/", True), ("/t/club/report/", False)])
@pytest.mark.parametrize("kind", [OperationalError, ProgrammingError])
def test_a_page_that_cannot_save_says_that_the_disk_can_only_be_read(rf, tmp_path, unwritable, path, where, kind):
    error = kind("could not open file")
    if kind is ProgrammingError:
        error.__cause__ = InsufficientPrivilege("could not open file: Read-only file system")
    answer = FullDisk(lambda _request: HttpResponse()).process_exception(rf.post(path), error)
    assert answer.status_code == 507
    text = html.unescape(answer.content.decode())
    assert "is read-only" in text and "nothing was saved" in text and "is full" not in text
    assert (str(tmp_path) in text) == where


def test_a_lack_of_rights_is_not_laid_to_a_disk_that_can_be_written(rf, settings, tmp_path, monkeypatch):
    settings.DATA_FOLDER = tmp_path
    error = ProgrammingError("permission denied")
    error.__cause__ = InsufficientPrivilege("permission denied")
    assert FullDisk(lambda _request: HttpResponse()).process_exception(rf.post("/admin/"), error) is None
    with contextlib.suppress(FileNotFoundError):
        assert list(tmp_path.iterdir()) == []
