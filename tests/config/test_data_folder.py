"""The data folder: its lock, its secrets, its sockets."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from config.data_folder import LONGEST_SOCKET_NAME, LONGEST_SOCKET_PATH, DataFolder, FolderInUse
from tests.support.stack import CHECKOUT


@pytest.fixture
def folder(tmp_path):
    made = DataFolder(tmp_path / "data folder")
    made.make()
    return made


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_it_is_the_checkouts_own_unless_the_environment_names_another(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert DataFolder.from_environment({}, Path("/x")).root == Path("/x/var")
    assert DataFolder.from_environment({"VIERTAL_DATA": "club"}, Path("/x")).root == tmp_path / "club"


def test_a_secret_is_made_once_and_read_by_its_owner_only(folder):
    first = folder.secret("organiser_password", 14)
    assert len(first) == 14 and first.isalnum()
    assert folder.secret("organiser_password", 14) == first
    assert folder.secret("another", 14) != first
    assert mode(folder.secrets / "organiser_password") == 0o600
    assert mode(folder.secrets) == 0o700


def test_what_is_recorded_is_private_and_read_back_and_forgotten(folder):
    folder.record_services(url="http://localhost:8000/", database_url="postgresql://u:p@/d", pid=1)
    folder.record_processes([{"name": "web", "pid": 2, "started": "3", "signal": 9}])
    assert mode(folder.services_file) == 0o600
    assert folder.recorded_services()["database_url"] == "postgresql://u:p@/d"
    assert folder.recorded_processes()[0]["pid"] == 2
    folder.forget_run()
    assert folder.recorded_services() == {} and folder.recorded_processes() == []


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"processes": 3}', '{"processes": [3, null]}', "\x00"])
def test_a_record_that_was_spoiled_counts_as_none(folder, text):
    folder.services_file.write_text(text)
    folder.processes_file.write_text(text)
    assert folder.recorded_processes() == []
    assert folder.recorded_services().get("database_url") is None


HOLD = """
import sys, pathlib
from config.data_folder import DataFolder
folder = DataFolder(pathlib.Path(sys.argv[1]))
folder.lock()
folder.record_services(url="http://localhost:8017/", pid=4711)
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_process_is_told_where_the_first_runs_and_gets_the_folder_when_that_was_killed(folder):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder.root)],
        cwd=CHECKOUT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(FolderInUse) as caught:
            folder.lock()
        holder.kill()
    for word in ("http://localhost:8017/", "4711", "VIERTAL_DATA", "Ctrl-C"):
        assert word in str(caught.value)
    folder.lock()
    folder.unlock()


def test_the_lock_is_not_handed_on_to_children(folder):
    folder.lock()
    child = subprocess.Popen(
        [sys.executable, "-c", "print('up', flush=True); input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        close_fds=False,
    )
    assert child.stdout.readline() == b"up\n"
    folder.unlock()
    other = DataFolder(folder.root)
    other.lock()
    other.unlock()
    child.communicate(b"\n")
    assert child.returncode == 0


def test_sockets_lie_in_the_folder_where_the_path_is_short_and_plain():
    plain = DataFolder(Path("/srv/viertal/var"))
    assert plain.socket_folder() == plain.run


@pytest.mark.parametrize("name", ["a b", "ü", "x" * 200, "per%cent", "quo'te", "com,ma"])
def test_sockets_lie_elsewhere_where_it_is_not_and_stay_there_from_start_to_start(tmp_path, name):
    folder = DataFolder(tmp_path / name)
    folder.make()
    sockets = folder.socket_folder()
    assert sockets != folder.run
    assert len(os.fsencode(sockets)) + LONGEST_SOCKET_NAME <= LONGEST_SOCKET_PATH
    assert mode(sockets) == 0o700
    folder.record_services(sockets=str(sockets))
    assert folder.socket_folder() == sockets
    folder.forget_run()
    assert not sockets.exists()


def test_a_socket_folder_that_others_may_write_to_is_not_trusted(tmp_path):
    folder = DataFolder(tmp_path / "a b")
    folder.make()
    first = folder.socket_folder()
    folder.record_services(sockets=str(first))
    first.chmod(0o777)
    second = folder.socket_folder()
    assert second != first
    first.rmdir()
    second.rmdir()


@pytest.mark.parametrize("text", ["", "eighty", "0", "70000"])
def test_the_port_is_kept_from_start_to_start_and_a_spoiled_one_counts_as_none(folder, text):
    assert folder.recorded_port() is None
    folder.record_port(8005)
    assert DataFolder(folder.root).recorded_port() == 8005
    folder.port_file.write_text(text)
    assert folder.recorded_port() is None
