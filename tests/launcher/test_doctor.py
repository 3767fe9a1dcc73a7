"""The doctor, who looks at a machine: each trouble of a hall is seen, and named with its way out."""

from __future__ import annotations

import ipaddress
import json
import socket
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import psycopg
import pytest

from launcher import doctor
from launcher.doctor import BAD, GOOD, NOTE
from launcher.networks import Network, networks, reachable
from launcher.programs.ports import listen

NOON = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
WIFI = Network("wlp3s0", "192.168.4.20")
CABLE = Network("enp0s25", "10.0.0.7")


def marks(remarks) -> list[tuple[str, str]]:
    return [(remark.mark, remark.thing) for remark in remarks]


def test_a_clock_behind_its_own_files_is_wrong():
    assert marks(doctor.clock(NOON, NOON + timedelta(days=400), "UTC")) == [(BAD, "Clock")]
    assert marks(doctor.clock(NOON, NOON - timedelta(hours=1), "UTC")) == [(GOOD, "Clock")]
    assert marks(doctor.clock(NOON, None, "UTC")) == [(GOOD, "Clock")]


def test_another_time_zone_than_the_sites_is_said_with_both_times():
    there = NOON.astimezone(timezone(timedelta(hours=2)))
    _clock, zone = doctor.clock(there, None, "Europe/Amsterdam")
    assert (zone.mark, zone.thing) == (NOTE, "Time zone")
    assert "13:00 (Europe/Amsterdam)" in zone.seen and "14:00" in zone.seen


@pytest.mark.parametrize(
    ("free", "inodes", "trouble", "mark"),
    [
        (50_000_000_000, 1000, "", GOOD),
        (900_000_000, None, "", NOTE),
        (100_000_000, 1000, "", BAD),
        (50_000_000_000, 0, "", BAD),
        (50_000_000_000, 1000, "Read-only file system", BAD),
    ],
)
def test_a_disk_is_judged_by_its_room(free, inodes, trouble, mark):
    remark = doctor.disk(free, inodes, trouble, Path("/data"))
    assert remark.mark == mark
    assert bool(remark.advice) == (mark != GOOD)
    assert trouble in remark.seen


def clock_of(services) -> datetime:
    with psycopg.connect(services.database_url) as line:
        return line.execute("SELECT clock_timestamp()").fetchone()[0]


def test_who_listens_to_another_database_hears_nothing_and_the_doctor_says_so(services):
    env = {"DATABASE_URL": services.database_url}
    clock = partial(clock_of, services)
    assert marks(doctor.database(env, clock)) == [(GOOD, "Database")]
    elsewhere = urlsplit(services.database_url)._replace(path="/postgres").geturl()
    (remark,) = doctor.database(env | {"DATABASE_LISTEN_URL": elsewhere}, clock)
    assert remark.mark == BAD and "passes no NOTIFY on" in remark.seen and "DATABASE_LISTEN_URL" in remark.advice


def test_a_database_with_another_clock_or_none_at_all_is_wrong(services):
    env = {"DATABASE_URL": services.database_url}
    *_, clocks = doctor.database(env, lambda: clock_of(services) - timedelta(minutes=3))
    assert (clocks.mark, clocks.thing) == (BAD, "Clocks") and "ahead" in clocks.seen
    with closing(listen("127.0.0.1", 0)) as sock:
        port = sock.getsockname()[1]
    away = {"DATABASE_URL": f"postgresql://u:secret@127.0.0.1:{port}/x", "BROKER_URL": f"redis://127.0.0.1:{port}/0"}
    remarks = [*doctor.database(away, lambda: NOON), *doctor.broker(away)]
    assert marks(remarks) == [(BAD, "Database"), (BAD, "Broker")]
    assert "secret" not in str(remarks)


def test_a_broker_that_answers_is_well(services):
    assert marks(doctor.broker({"BROKER_URL": services.broker_url})) == [(GOOD, "Broker")]
    assert not marks(doctor.broker({})) and not marks(doctor.database({}, lambda: NOON))


def test_a_python_in_a_closed_folder_is_no_other_users(tmp_path):
    program = tmp_path / "bin" / "python"
    program.parent.mkdir()
    program.touch(0o755)
    program.parent.chmod(0o700)
    (remark,) = doctor.python(program, is_root=True)
    assert remark.mark == BAD and str(program.parent) in remark.seen
    assert not marks(doctor.python(program, is_root=False))


def test_memory_is_judged_where_it_is_known():
    assert list(doctor.memory(None)) == []
    assert marks(doctor.memory(4_000_000_000)) == [(GOOD, "Memory")]
    assert marks(doctor.memory(300_000_000)) == [(NOTE, "Memory")]


@pytest.mark.parametrize(("online", "charge", "mark"), [("1", "30", GOOD), ("0", "95", NOTE), ("0", "40", BAD)])
def test_a_computer_on_battery_is_told_to_be_plugged_in(tmp_path, online, charge, mark):
    for name, facts in {
        "AC": {"type": "Mains", "online": online},
        "BAT0": {"type": "Battery", "capacity": charge},
        "mouse": {"type": "Battery", "capacity": "5", "scope": "Device"},
    }.items():
        (tmp_path / name).mkdir()
        for fact, text in facts.items():
            (tmp_path / name / fact).write_text(f"{text}\n", "utf-8")
    (remark,) = doctor.power(tmp_path)
    assert remark.mark == mark and f"{charge} %" in remark.seen


def test_a_computer_without_battery_says_nothing_of_power(tmp_path):
    assert list(doctor.power(tmp_path)) == []


@pytest.mark.parametrize(
    ("addresses", "host", "expected"),
    [
        ([WIFI], "0.0.0.0", [GOOD]),
        ([WIFI, CABLE], "0.0.0.0", [NOTE]),
        ([], "0.0.0.0", [BAD]),
        ([WIFI], "127.0.0.1", [BAD]),
        ([Network("wlp3s0", "169.254.7.7")], "0.0.0.0", [BAD]),
        ([WIFI, Network("tun0", "10.8.0.2")], "0.0.0.0", [GOOD, NOTE]),
        ([Network("docker0", "172.17.0.1")], "0.0.0.0", [BAD]),
    ],
)
def test_networks_are_judged_by_what_a_phone_can_reach(addresses, host, expected):
    remarks = list(doctor.network(addresses, 8000, host))
    assert [remark.mark for remark in remarks] == expected
    if expected == [NOTE]:
        assert "http://192.168.4.20:8000/ (wlp3s0)" in remarks[0].seen
        assert "http://10.0.0.7:8000/ (enp0s25)" in remarks[0].seen


def test_the_addresses_of_this_machine_are_addresses_and_none_is_its_own_loop():
    found = [network.address for network in networks()]
    assert len(found) == len(set(found))
    assert not any(ipaddress.ip_address(address).is_loopback for address in found)
    assert set(reachable()) <= set(found)


def test_a_site_that_does_not_answer_at_an_address_is_found():
    with closing(listen("127.0.0.1", 0)) as sock:
        port = sock.getsockname()[1]
        assert list(doctor.reached([Network("lo", "127.0.0.1")], port)) == []
        assert marks(doctor.reached([Network("eth0", "127.0.0.2")], port)) == [(BAD, "Site")]
    with closing(socket.socket()) as silent:
        silent.bind(("127.0.0.1", 0))
        assert marks(doctor.site(silent.getsockname()[1], True)) == [(BAD, "Site")]
    assert marks(doctor.site(1, False)) == [(NOTE, "Site")]


@pytest.mark.parametrize(("away", "goes_on"), [(["mail", "clocks"], True), (["mail", "workers"], False)])
def test_what_the_site_does_without_is_no_reason_to_stop_it(monkeypatch, away, goes_on):
    ready = {"parts": {name: {"ok": name not in away} for name in ("database", "workers", "clocks", "mail")}}
    answers = {"/health/ready": json.dumps(ready), "/admin/login/": '"/static/a.css"', "/static/a.css": "a"}
    asked = []
    site = SimpleNamespace(
        request=lambda _method, path, headers: asked.append(path),
        getresponse=lambda: SimpleNamespace(status=200, read=answers[asked[-1]].encode),
        close=lambda: None,
    )
    monkeypatch.setattr(doctor.http.client, "HTTPConnection", lambda *_address, **_options: site)
    static, parts = doctor.site(8000, True)
    assert (static.mark, parts.mark) == (GOOD, BAD)
    assert ("stop Viertal" in parts.advice) is not goes_on


def test_the_command_looks_at_this_machine_and_changes_nothing(tmp_path):
    data = tmp_path / "data"
    command = [sys.executable, "-m", "launcher.doctor", "--data", str(data)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert answer.stderr == ""
    for thing in ("Clock:", "Disk:", "Network:", "Firewall:", "Site: Viertal is not running."):
        assert thing in answer.stdout, answer.stdout
    wrong = sum(line.startswith("wrong") for line in answer.stdout.splitlines())
    assert (answer.returncode, not data.exists()) == (min(wrong, 1), True)
