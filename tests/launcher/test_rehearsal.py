"""The rehearsal of an evening: real phones' requests on a real site of its own, and an honest verdict."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.data_folder import DataFolder
from launcher.programs import processes
from tests.support.stack import CHECKOUT, clean_environment
from tests.support.waiting import until
from tests.tournaments import make
from tournaments.demo.rehearsal import Figures, in_words, late_of


def figures(seconds: float, *troubles: str) -> Figures:
    return Figures([0.1], [0.2] * 19 + [seconds] * 2, [0.1], [0.1], [0.5], list(troubles))


def test_the_time_of_95_in_100_is_no_better_than_it_was():
    assert late_of([3.0]) == 3.0
    assert late_of([2.0, 1.0]) == 2.0
    assert late_of([float(n) for n in range(1, 101)]) == 95.0


@pytest.mark.parametrize(("seconds", "verdict"), [(0.9, "good"), (2.0, "usable"), (4.0, "too slow")])
def test_the_verdict_follows_the_slowest_kind_of_answer(seconds, verdict):
    assert figures(seconds).verdict == verdict


def test_an_evening_on_which_something_failed_is_not_good():
    assert figures(0.1, "the live stream answered 503").verdict == "too slow"


def test_each_kind_of_answer_has_a_line_with_its_figures():
    lines = in_words(figures(2.0))
    assert len(lines) == 5
    assert "21 times" in lines[1] and "half within  0.20 s" in lines[1] and "95 of 100 within  2.00 s" in lines[1]


@pytest.mark.django_db
def test_a_site_with_events_is_no_place_for_it():
    make.organiser()
    make.tournament(4)
    with pytest.raises(CommandError, match="never on one with events"):
        call_command("rehearse", "http://127.0.0.1:1/")


REHEARSAL = """
import sys, tempfile
from pathlib import Path
from types import SimpleNamespace
from config.data_folder import DataFolder
from launcher import rehearsal
from tests.support import migrated

class Folder(tempfile.TemporaryDirectory):
    def __enter__(self):
        migrated.lay(data := DataFolder(Path(self.name) / "data"))
        migrated.lay_static(data)
        return self.name

rehearsal.tempfile = SimpleNamespace(TemporaryDirectory=Folder)
sys.exit(rehearsal.main())
"""
"""Its site begins with the migrated database and the collected files: a first start is the subject of `test_up.py`."""


@pytest.fixture
def place():
    """A folder outside of pytest's own. Through those the database's user must be let pass
    (launcher.programs.privileges), and each pytest that starts takes that right away again: a database that is just
    being made fails."""
    with tempfile.TemporaryDirectory(prefix="viertal-rehearsals-") as folder:
        yield Path(folder)


@pytest.mark.stack
def test_an_evening_is_played_and_leaves_nothing_behind(place):
    env = clean_environment() | {"TMPDIR": str(place), "VIERTAL_DATA": str(place / "real")}
    command = [sys.executable, "-c", REHEARSAL, "--players", "7", "--rounds", "1"]
    answer = subprocess.run(command, cwd=CHECKOUT, env=env, capture_output=True, text=True, timeout=300, check=False)
    lines = answer.stdout.splitlines()
    first = next(line for line in lines if line.startswith("Page opened for the first time"))
    reports = next(line for line in lines if line.startswith("Result reported or confirmed"))
    assert " 7 times" in first and " 7 times" in reports, answer.stdout + answer.stderr
    assert "for 7 phones at once." in lines[-1] and "Went wrong" not in answer.stdout
    assert (answer.returncode == 0) == ("too slow" not in lines[-1])
    assert list(place.iterdir()) == []


def starts(data):
    return data.recorded_processes()


def is_played(data):
    return data.recorded_processes() if data.worker_ready_file.exists() else []


@pytest.mark.stack
@pytest.mark.parametrize(
    ("moment", "number"),
    [
        (starts, signal.SIGTERM),
        (starts, signal.SIGHUP),
        (starts, signal.SIGINT),
        (starts, signal.SIGKILL),
        (is_played, signal.SIGTERM),
        (is_played, signal.SIGINT),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_an_evening_that_is_broken_off_takes_its_servers_and_its_folder_along(place, moment, number):
    """One that is killed cannot remove its folder, but its servers end all the same."""
    env = clean_environment() | {"TMPDIR": str(place), "VIERTAL_DATA": str(place / "real")}
    command = [sys.executable, "-c", REHEARSAL]
    with subprocess.Popen(command, cwd=CHECKOUT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        left = until(
            lambda: (
                process.poll() is not None
                or [entry for data in place.glob("*/data") for entry in moment(DataFolder(data))]
            ),
            120,
        )
        assert process.poll() is None, process.communicate()[0].decode()
        process.send_signal(number)
        said = process.communicate(timeout=60)[0].decode()

    def running():
        return [entry["name"] for entry in left if processes.started(entry["pid"]) == entry["started"]]

    if number == signal.SIGKILL:
        until(lambda: not running(), of=running)
    assert not running()
    if number != signal.SIGKILL:
        assert (process.returncode, list(place.iterdir())) == (1, [])
        assert said.endswith("The rehearsal was stopped; its site is gone.\n") and "Traceback" not in said
