"""A process that is kept running, with small programs in the place of servers."""

import os
import signal
import subprocess
import sys
import time

import pytest

from config import process as starter
from launcher.programs import child as module
from launcher.programs import processes
from launcher.programs.child import Child, Program
from tests.support.waiting import until

SLEEP = "import time; print('up', flush=True); time.sleep(600)"
STUBBORN = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {SLEEP}"
# Starts a helper of its own, as the worker does, and prints its number.
PARENT = (
    "import subprocess, sys, time\n"
    "helper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
    "print(helper.pid, flush=True)\ntime.sleep(600)"
)


@pytest.fixture
def make(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "FIRST_PAUSE", 0.05)
    made = []

    def maker(code, **options):
        program = Program(
            name=f"helper {len(made)}",
            command=[sys.executable, "-c", code],
            env=os.environ,
            patience=5.0,
            **{"stop": signal.SIGTERM, "orphaned": signal.SIGKILL, "ready": lambda pid: True} | options,
        )
        one = Child(program, tmp_path, tmp_path)
        one._pause = module.FIRST_PAUSE
        made.append(one)
        one.start()
        return one

    yield maker
    for one in made:
        one.kill()
        until(lambda one=one: not one.runs())
        one.log.close()


def lines(one):
    try:
        return one.log.path.read_text().split()
    except FileNotFoundError:
        return []


def test_what_it_prints_is_in_its_log(make):
    one = make(SLEEP)
    until(lambda: "up" in lines(one))
    assert one.log.tail().strip() == "up"


def test_one_that_was_killed_is_started_again_after_a_pause_and_the_person_is_told(make):
    one = make(SLEEP)
    first = one.pid
    os.kill(first, signal.SIGKILL)
    said = []
    until(lambda: said.append(one.watch()) or said[-1])
    assert "was ended by SIGKILL" in said[-1] and "Starting it again in 0.05 s" in said[-1]
    assert str(one.log.path) in said[-1]
    until(lambda: one.watch() is None and one.pid not in {None, first})
    assert one.runs()


def test_one_that_keeps_failing_is_tried_at_growing_intervals(make, monkeypatch):
    monkeypatch.setattr(module, "LONGEST_PAUSE", 0.2)
    one = make("raise SystemExit(7)")
    pauses = []

    def look():
        if line := one.watch():
            assert "stopped with status 7" in line
            pauses.append(float(line.partition(" again in ")[2].partition(" s")[0]))
        return len(pauses) == 4

    until(look)
    assert pauses == [0.05, 0.1, 0.2, 0.2]


def test_one_that_did_its_work_before_it_ended_is_started_again_after_the_first_pause(make, monkeypatch):
    """Killed now and then it is not gone for longer each time; only failing at its start makes it wait longer."""
    monkeypatch.setattr(module, "GOOD_RUN", 0.02)
    one = make(SLEEP)
    assert one.is_ready()
    for _time in range(4):
        born = time.monotonic()
        until(lambda born=born: time.monotonic() - born > 0.03)
        os.kill(one.pid, signal.SIGKILL)
        until(lambda: not one.runs())
        assert "Starting it again in 0.05 s" in one.watch()
        until(lambda: one.watch() is None and one.pid is not None)


def test_its_helpers_end_with_it(make):
    one = make(PARENT)
    until(lambda: lines(one))
    helper = int(lines(one)[0])
    assert processes.started(helper)
    os.kill(one.pid, signal.SIGKILL)
    until(lambda: not one.runs())
    until(lambda: processes.started(helper) is None)


def test_it_stops_when_asked_and_by_force_when_it_will_not(make):
    willing, unwilling = make(SLEEP), make(STUBBORN)
    until(lambda: "up" in lines(willing) and "up" in lines(unwilling))
    willing.ask_to_stop()
    unwilling.ask_to_stop()
    until(lambda: not willing.runs())
    assert unwilling.runs()
    unwilling.kill()
    until(lambda: not unwilling.runs())


def test_it_is_ready_only_when_it_answers(make):
    answers = []
    one = make(SLEEP, ready=lambda pid: bool(answers))
    assert not one.is_ready()
    answers.append(True)
    assert one.is_ready()


def test_it_cannot_outlive_who_started_it(tmp_path):
    started = tmp_path / "pid"
    code = f"import os, time; open({str(started)!r}, 'w').write(str(os.getpid()) + '\\n'); time.sleep(600)"
    parent = (
        "import os, subprocess, sys, time\n"
        f"subprocess.Popen([sys.executable, '-I', '-S', {starter.__file__!r}, str(os.getpid()), '9', '-1', '-1',\n"
        f"    sys.executable, '-c', {code!r}], start_new_session=True)\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", parent]) as process:
        until(lambda: started.exists() and started.read_text().endswith("\n"))
        pid = int(started.read_text())
        assert processes.started(pid)
        process.kill()
    until(lambda: processes.started(pid) is None)


def test_one_whose_parent_is_gone_already_does_not_start():
    done = subprocess.run([sys.executable, starter.__file__, "1", "9", "-1", "-1", "/bin/true"], check=False)
    assert done.returncode == 1


def test_a_program_that_is_not_there_is_said_in_the_log():
    done = subprocess.run(
        [sys.executable, starter.__file__, str(os.getpid()), "9", "-1", "-1", "/no/such/program"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 127 and "/no/such/program cannot be started" in done.stderr


def test_leftovers_are_ended_and_a_number_that_was_given_to_another_is_left_alone():
    mine = subprocess.Popen([sys.executable, "-c", STUBBORN], stdout=subprocess.PIPE)
    other = subprocess.Popen([sys.executable, "-c", SLEEP])
    mine.stdout.readline()
    entries = [
        {"name": "web", "pid": mine.pid, "started": processes.started(mine.pid), "signal": int(signal.SIGTERM)},
        {"name": "worker", "pid": other.pid, "started": "1", "signal": int(signal.SIGKILL)},
        {"name": "broker", "pid": 2**22 + 1, "started": "5", "signal": 9},
        {"name": "database", "pid": "x"},
    ]
    assert processes.end_leftovers(entries, patience=0.3) == ["web"]
    assert mine.wait() == -signal.SIGKILL
    assert other.poll() is None
    other.kill()
    other.wait()
    mine.stdout.close()


def test_logs_are_turned_over_before_they_grow_large(tmp_path, monkeypatch):
    from launcher.programs import child

    monkeypatch.setattr(child, "LARGEST", 2000)
    log = child.LogFile(tmp_path / "web.log")
    for number in range(1000):
        log.write(f"line {number}")
    log.close()
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["web.log", "web.log.1", "web.log.2", "web.log.3"]
    assert all(path.stat().st_size <= 2000 for path in tmp_path.iterdir())
    assert "line 999" in log.tail()


def test_what_a_child_says_after_its_log_is_closed_opens_no_file(tmp_path):
    from launcher.programs import child

    log = child.LogFile(tmp_path / "database.log")
    log.write("ready")
    log.close()
    log.write("shut down")
    assert log.path.read_text() == "ready\n"
    assert "shut down" in log.tail() and log._handler.stream is None
