"""Backup and restore, as a person does them: with a running Viertal, a stopped one, and on a new machine."""

import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from config.up import backup
from config.up.backup import BackupTrouble
from tests.support.stack import CHECKOUT, Stack, clean_environment

pytestmark = pytest.mark.stack

NAMES = "from tournaments.models import Tournament; print(*Tournament.objects.values_list('name', flat=True))"
VERSION = "from tournaments.models import Tournament; print(Tournament.objects.get().version)"
RENAME = "from tournaments.models import Tournament; Tournament.objects.update(name='Spoiled', version={})"


def command(*arguments, folder):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "config.up.backup", "--data", str(folder), *arguments],
        cwd=CHECKOUT, env=clean_environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def home():
    with tempfile.TemporaryDirectory(prefix="viertal backup ", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def test_what_was_backed_up_comes_back_here_and_on_a_new_machine(home):
    folder = home / "data"
    one = Stack(folder, clean_environment())
    one.start()
    try:
        before = one.python(NAMES)
        status, said = command(folder=folder)
        assert status == 0, said
        first = next((folder / "backups").iterdir())
        assert str(first) in said
        assert stat.S_IMODE(first.stat().st_mode) == 0o600
        one.python(RENAME.format(1000))
    finally:
        one.stop()
    again = Stack(folder, clean_environment(), "--restore", str(first))
    again.start()
    try:
        assert again.python(NAMES) == before
        # what a browser has kept of a later state is not taken for this one
        assert int(again.python(VERSION)) == 1001
        assert again.manage("makemigrations", "--check", "--dry-run")
        backup.check(next((folder / "backups").glob("before-restore-*")))
    finally:
        again.stop()
    # of a stopped one; there the database is started for it alone
    status, said = command(str(home / "second.dump"), folder=folder)
    assert status == 0, said
    assert not any((folder / "run").glob("*.json"))
    other = Stack(
        home / "new machine", clean_environment(), "--no-demo", "--restore", str(home / "second.dump")
    )
    other.start()
    try:
        assert other.python(NAMES) == before
        assert "is kept in" not in other.words(), "there was nothing"
    finally:
        other.stop()


def test_a_damaged_foreign_or_newer_file_changes_nothing(stack, home):
    address = stack.env["DATABASE_URL"]
    before = stack.python(NAMES)
    whole = home / "whole.dump"
    assert backup.backup(address, whole) == whole.stat().st_size
    with pytest.raises(BackupTrouble, match="is there already"):
        backup.backup(address, whole)
    text = home / "text.dump"
    text.write_text("no backup", encoding="ascii")
    cut = home / "cut.dump"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size * 2 // 3])
    bent = home / "bent.dump"
    bent.write_bytes(whole.read_bytes()[:-4000] + os.urandom(4000))
    for file, words in ((text, "no backup"), (cut, "."), (bent, "."), (home / "none", "There is no file")):
        with pytest.raises(BackupTrouble, match=words):
            backup.restore(address, file)
        assert stack.python(NAMES) == before
    with pytest.raises(BackupTrouble, match="cannot be written"):
        backup.backup(address, Path("/proc/nothing/here.dump"))


def test_a_backup_of_a_newer_viertal_is_refused(stack, home, monkeypatch):
    file = home / "newer.dump"
    backup.backup(stack.env["DATABASE_URL"], file)
    backup.check(file)
    older = home / "migrations"
    older.mkdir()
    (older / "0001_initial.py").touch()
    monkeypatch.setattr(backup, "MIGRATIONS", older)
    with pytest.raises(BackupTrouble, match="newer Viertal"):
        backup.check(file)


def test_without_data_there_is_nothing_to_back_up(home):
    assert command(folder=home / "none") == (1, f"There is no database in {home / 'none'} yet.\n")
