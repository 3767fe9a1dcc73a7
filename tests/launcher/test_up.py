"""`make up` as a person meets it: real processes, in a folder whose name has spaces."""

import contextlib
import json
import os
import re
import shlex
import signal
import stat
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import pytest

from launcher.programs import processes
from tests.support.commands import python
from tests.support.stack import CHECKOUT, Stack, clean_environment
from tests.support.waiting import until

pytestmark = pytest.mark.stack


@pytest.fixture(scope="module")
def home():
    with tempfile.TemporaryDirectory(prefix="viertal up ", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def only(home):
    """One Viertal for all tests here: a first start, from nothing."""
    one = Stack(home / "data folder", clean_environment(), "--no-demo")
    one.start()
    yield one
    one.stop()


@pytest.fixture
def running(only):
    """It runs; none of the tests depends on the one before."""
    if only.stopped():
        only.start()
    return only


def count_users(stack):
    return int(stack.python("from tournaments.models import User; print(User.objects.count())"))


def gone(pids):
    return all(processes.started(pid) is None for pid in pids)


def test_it_prints_its_addresses_the_login_and_how_to_stop(running):
    said = running.words()
    port = re.search(r"Viertal runs on  http://localhost:(\d+)/", said)
    assert port and 8000 <= int(port[1]) < 9000
    password = running.folder.read_secret("organiser_password")
    assert f"organiser, password {password}" in said
    assert "Ctrl-C" in said
    with urllib.request.urlopen(f"{running.url}healthz") as answer:
        assert (answer.status, answer.read()) == (200, b"ok")
    for address in re.findall(r"other devices: +(http://\S+)", said):
        with urllib.request.urlopen(f"{address}healthz") as answer:
            assert answer.status == 200


def test_the_login_that_it_prints_is_the_organisers(running):
    code = """
    from django.contrib.auth import authenticate
    import sys
    from config.data_folder import DataFolder
    from django.conf import settings
    password = DataFolder(settings.DATA_FOLDER).read_secret("organiser_password")
    user = authenticate(username="organiser", password=password)
    print(user is not None and user.is_staff and user.is_active)
    """
    assert running.python(code).strip() == "True"


def test_a_forgotten_password_is_set_while_it_runs(running):
    make = """
    from tournaments.models import User
    User.objects.create_user("forgetful", password="what was it again 9", is_staff=True)
    """
    running.python(make)
    done = set_password("forgetful", folder=running.folder.root)
    assert done.returncode == 0, done.stderr
    password = re.search(r"Log in as forgetful with (\S+)\.", done.stdout)[1]
    code = """
    from django.contrib.auth import authenticate
    from tournaments.models import User
    print(authenticate(username="forgetful", password={password!r}) is not None)
    User.objects.filter(username="forgetful").delete()
    """
    assert running.python(code.replace("{password!r}", repr(password))).strip() == "True"


def test_no_password_is_set_where_nothing_runs_and_nothing_was_made(home):
    done = set_password(folder=home / "nothing there")
    assert (done.returncode, done.stdout) == (1, "")
    assert "There is no database in" in done.stderr and "make up" in done.stderr
    assert not (home / "nothing there").exists()


def set_password(*name, folder):
    return python("-W", "error", "-m", "launcher.password", "--data", str(folder), *name)


def test_its_secrets_can_be_read_by_nobody_else(running):
    root = running.folder.root
    private = [*root.glob("secrets/*"), *root.glob("run/*.json")]
    assert {path.name for path in private} >= {"secret_key", "organiser_password", "database_password", "services.json"}
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in private)
    assert stat.S_IMODE((root / "database").stat().st_mode) == 0o700
    password = running.folder.read_secret("database_password")
    for pid in running.family():
        assert password not in Path(f"/proc/{pid}/cmdline").read_text()


def test_no_database_or_broker_listens_on_the_network(running):
    """The web server's is the one TCP socket that Viertal opens."""
    inodes = set()
    for pid in running.family():
        for handle in Path(f"/proc/{pid}/fd").iterdir():
            try:
                inodes.add(str(handle.readlink()))
            except OSError:
                continue
    listening = set()
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in inodes:
                listening.add(int(fields[1].rpartition(":")[2], 16))
    assert listening == {int(running.url.rstrip("/").rpartition(":")[2])}


def test_the_database_has_what_the_constraints_need_and_the_role_is_no_superuser(running):
    code = """
    from django.db import connection
    c = connection.cursor()
    for name in ("btree_gist", "pg_trgm", "unaccent"):
        c.execute(f"CREATE EXTENSION IF NOT EXISTS {name}")
    c.execute("SELECT current_setting('server_version_num')::int / 10000, current_setting('server_encoding'),"
              " rolsuper, current_setting('data_checksums') FROM pg_roles WHERE rolname = current_user")
    print(*c.fetchone())
    """
    assert running.python(code).split() == ["18", "UTF8", "False", "on"]


def test_a_second_start_in_the_same_folder_is_refused_with_the_address_of_the_first(running):
    done = python("-m", "launcher", "--data", str(running.folder.root))
    assert done.returncode == 1
    assert running.url in done.stderr and "VIERTAL_DATA" in done.stderr
    assert "Traceback" not in done.stderr
    assert running.answers()


def test_manage_py_finds_the_running_database_without_any_setting(running):
    env = clean_environment(VIERTAL_DATA=str(running.folder.root))
    done = python("-W", "error", "manage.py", "migrate", "--check", env=env)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["web", "worker", "broker", "database"])
def test_what_is_killed_is_started_again_and_works(running, name):
    before = running.processes()
    helpers = running.family()
    (running.folder.worker_ready_file).unlink(missing_ok=True) if name == "worker" else None
    told = running.words().count(f"The {name} was ended by SIGKILL")
    os.kill(before[name], signal.SIGKILL)
    running.wait_for(lambda: running.words().count(f"The {name} was ended by SIGKILL") > told)
    running.wait_for(lambda: running.processes().get(name) not in {None, before[name]})
    running.wait_for(running.answers)
    if name == "worker":
        new = running.processes()["worker"]
        running.wait_for(lambda: running.folder.worker_ready_file.exists())
        assert running.folder.worker_ready_file.read_text().strip() == str(new)
        kept = {pid for pid in helpers if processes.started(pid)} - {running.pid, *before.values()}
        assert not [pid for pid in kept if "celery" in Path(f"/proc/{pid}/cmdline").read_text()]
    assert count_users(running) == 1
    assert {key: pid for key, pid in running.processes().items() if key != name} == {
        key: pid for key, pid in before.items() if key != name
    }


def hands_of(worker):
    """The worker's own processes, whichever of its threads began them."""
    threads = Path(f"/proc/{worker}/task").glob("*/children")
    return {int(pid) for children in threads for pid in children.read_text().split()}


def test_hands_that_are_killed_are_started_again_and_the_sweep_comes(running):
    worker = running.processes()["worker"]
    log = running.folder.logs / "worker.log"
    running.wait_for(lambda: len(hands_of(worker)) == 2)
    hands, size = hands_of(worker), log.stat().st_size
    for hand in hands:
        os.kill(hand, signal.SIGKILL)
    running.wait_for(lambda: b"tasks.sweep[" in log.read_bytes()[size:].partition(b"Starting another")[2])
    running.wait_for(lambda: len(hands_of(worker) - hands) == 2)
    assert running.processes()["worker"] == worker


def test_the_worker_works_again_after_the_broker_was_killed(running):
    """The sweep comes every few seconds: its log says so."""
    log = running.folder.logs / "worker.log"
    os.kill(running.processes()["broker"], signal.SIGKILL)
    size = log.stat().st_size
    running.wait_for(lambda: b"Connected to redis" in log.read_bytes()[size:])


def is_clean(stack, family):
    """Tell whether it stopped, and left no process, no record and no socket behind."""
    port = int(stack.url.rstrip("/").rpartition(":")[2])
    with pytest.raises(OSError):
        urllib.request.urlopen(f"http://localhost:{port}/healthz")
    left = [stack.folder.services_file.exists(), *stack.folder.run.glob("*.json"), *stack.folder.run.rglob("*.sock")]
    return gone(family) and "Stopped." in stack.words() and not any(left)


def test_two_run_at_once_and_two_signals_stop_them_and_leave_nothing(running, home):
    other = Stack(home / "second", clean_environment(), "--no-demo")
    other.start_migrated()
    assert other.url != running.url
    assert other.answers() and running.answers()
    family = other.family()
    assert other.stop(signal.SIGTERM) == 0
    assert is_clean(other, family)
    assert running.answers()


def name_another_program(lock):
    """Have a lock file name a program that has the number of the server by now: this test."""
    lock.write_text("\n".join([str(os.getpid()), *lock.read_text().splitlines()[1:]]) + "\n")


def test_killed_outright_it_leaves_nothing_running_and_starts_again_with_all_its_data(running):
    """The password was changed meanwhile; so it is not printed any more."""
    family = running.family()
    password = running.folder.read_secret("organiser_password")
    change = (
        "from tournaments.models import User\n"
        "user = User.objects.get(username='organiser'); user.set_password({!r}); user.save()"
    )
    running.python(change.format("another-password"))
    running.python("from tournaments.models import User; User.objects.create_user('kept')")
    sockets = running.folder.recorded_services()["sockets"]
    os.kill(running.pid, signal.SIGKILL)
    running._process.wait()
    running.wait_for(lambda: gone(family))
    lock = running.folder.database / "postmaster.pid"
    lock.touch()  # the database has stopped by itself; one that was killed leaves it
    name_another_program(lock)
    running.start()
    assert running.answers()
    assert running.folder.read_secret("organiser_password") == password
    assert password not in running.words() and "with the password that was set" in running.words()
    deleted = "from tournaments.models import User; print(User.objects.filter(username='kept').delete()[0])"
    assert running.python(deleted)[0] == "1"
    assert running.folder.recorded_services()["sockets"] == sockets
    running.python(change.format(password))


def test_everything_killed_at_once_with_a_lock_file_left_behind_it_starts_again(running):
    family = running.family()
    for pid in family:
        with contextlib.suppress(ProcessLookupError):  # one whose parent went first
            os.kill(pid, signal.SIGKILL)
    running._process.wait()
    running.wait_for(lambda: gone(family))
    lock = running.folder.database / "postmaster.pid"
    assert lock.exists()
    name_another_program(lock)
    running.start()
    assert running.answers() and count_users(running) == 1


def test_a_database_that_cannot_be_reached_is_said_in_a_sentence(home):
    done = python(
        "-m", "launcher", "--data", str(home / "third"), env=clean_environment(DATABASE_URL="mysql://me:secret@host/x")
    )
    assert done.returncode == 1
    assert "DATABASE_URL" in done.stderr and "secret" not in done.stderr and "Traceback" not in done.stderr


def test_help_says_what_can_be_set():
    done = subprocess.run(
        [sys.executable, "-m", "launcher", "--help"], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    for word in ("VIERTAL_DATA", "DATABASE_URL", "BROKER_URL", "--port", "--no-demo"):
        assert word in done.stdout


def test_what_is_recorded_points_at_the_running_servers(running):
    known = json.loads(running.folder.services_file.read_text())
    assert known["pid"] == running.pid and known["url"] == running.url
    assert known["database_url"].startswith("postgresql://viertal:")
    assert known["broker_url"].startswith("redis+socket:///")


def test_a_program_that_blocks_signals_for_a_moment_is_not_taken_for_make():
    """As every program does that starts another, and as the one does that runs these tests under `make test`."""
    code = (
        "import os; from launcher.programs import processes; make = processes.Make(os.environ)\n"
        "print('ready', flush=True); input(); print(make.was_interrupted())"
    )
    env = clean_environment(MAKELEVEL="1", PYTHONPATH=str(CHECKOUT))
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True
    ) as child:
        assert child.stdout.readline() == "ready\n"
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGHUP])
        try:
            assert child.communicate("\n")[0] == "False\n"
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_to_make_alone_stops_what_it_runs(tmp_path, number):
    """With a small program in the supervisor's place: what is shown is that the signal arrives."""
    code = (
        "import os, time; from config import process; from launcher.programs import processes\n"
        "make = processes.Make(os.environ)\n"
        "process.die_with_parent(15); print(os.getpid(), flush=True)\n"
        "while not make.was_interrupted(): time.sleep(0.02)"
    )
    (tmp_path / "code.py").write_text(code)
    makefile = tmp_path / "Makefile"
    path, python = shlex.quote(str(CHECKOUT)), shlex.quote(sys.executable)
    makefile.write_text(f"up:\n\t@PYTHONPATH={path} exec {python} code.py\n")
    env = {name: value for name, value in clean_environment().items() if not name.startswith("MAKE")}
    with subprocess.Popen(
        ["make", "up"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env, start_new_session=True
    ) as make:
        pid = int(make.stdout.readline())
        assert processes.started(pid)
        make.send_signal(number)
        make.wait(10)
    until(lambda: processes.started(pid) is None)


def test_a_hangup_stops_it_cleanly_and_leaves_nothing(running):
    """The last here, so that nobody starts it again for the others."""
    family = running.family()
    assert len(family) > 8
    assert running.stop(signal.SIGHUP) == 0
    assert is_clean(running, family)
