"""Ports are found by taking them; that of the first start is kept, since printed links and QR codes lead to it."""

import socket
from contextlib import ExitStack, closing

import pytest

from config.data_folder import DataFolder
from launcher.programs import ports
from launcher.programs.ports import NoPort, listen, take


def test_the_first_free_port_from_the_first_up_is_taken(monkeypatch):
    with closing(listen("127.0.0.1", 0)) as taken:
        first = taken.getsockname()[1]
        monkeypatch.setattr(ports, "FIRST_PORT", first)
        with closing(listen("127.0.0.1")) as found:
            assert first < found.getsockname()[1] < first + ports.PORTS_TRIED


def test_the_port_of_before_is_taken_again_and_the_next_free_one_where_it_is_not(monkeypatch):
    with closing(listen("127.0.0.1", 0)) as sock:
        before = sock.getsockname()[1]
    with closing(listen("127.0.0.1", before=before)) as again:
        assert again.getsockname()[1] == before
        monkeypatch.setattr(ports, "FIRST_PORT", before)
        with closing(listen("127.0.0.1", before=before)) as another:
            assert before < another.getsockname()[1] < before + ports.PORTS_TRIED


def test_of_many_that_listen_at_once_no_two_have_one_port():
    with ExitStack() as stack:
        numbers = [stack.enter_context(closing(listen("0.0.0.0"))).getsockname()[1] for _ in range(20)]
    assert len(set(numbers)) == 20


def test_a_port_that_is_asked_for_and_taken_is_refused_in_a_sentence():
    with closing(listen("127.0.0.1", 0)) as taken, pytest.raises(NoPort, match="is taken by another program"):
        listen("127.0.0.1", taken.getsockname()[1])


def test_when_all_are_taken_it_says_so(monkeypatch):
    with closing(listen("127.0.0.1", 0)) as taken:
        monkeypatch.setattr(ports, "FIRST_PORT", taken.getsockname()[1])
        monkeypatch.setattr(ports, "PORTS_TRIED", 1)
        with pytest.raises(NoPort, match="Set PORT"):
            listen("127.0.0.1")


@pytest.mark.parametrize("host", ["no such host", "198.51.100.7", "256.1.1.1"])
def test_a_host_that_is_not_this_machine_is_refused_in_a_sentence(host):
    with pytest.raises(NoPort, match="HOST is"):
        listen(host, 0)


def test_one_may_listen_on_the_local_address_alone_in_either_family():
    with closing(listen("127.0.0.1", 0)) as sock:
        assert sock.getsockname()[0] == "127.0.0.1"
    if socket.has_dualstack_ipv6():
        with closing(listen("::1", 0)) as sock:
            assert sock.getsockname()[0] == "::1"


@pytest.fixture
def folder(tmp_path):
    made = DataFolder(tmp_path)
    made.make()
    return made


def started(folder, wanted=None):
    """The port of a start, and what it says of it."""
    sock, remark = take(folder, "127.0.0.1", wanted)
    with closing(sock):
        return sock.getsockname()[1], remark


def test_the_first_start_keeps_its_port_and_the_second_takes_it_though_a_lower_one_is_free(folder):
    with closing(listen("127.0.0.1")) as busy:
        lower = busy.getsockname()[1]
        first, _remark = started(folder)
    assert first > lower
    assert started(folder) == (first, "")


def test_where_it_is_taken_another_is_found_and_it_is_said(folder):
    with closing(listen("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        folder.record_port(taken)
        port, remark = started(folder)
    assert port != taken
    assert f"Port {taken}, on which this Viertal ran before, is taken by another program; now it is {port}." in remark
    assert started(folder) == (taken, ""), "free again, it is taken again"


def test_one_that_is_asked_for_is_kept_instead_and_it_is_said(folder):
    folder.record_port(8999)
    with closing(listen("127.0.0.1", 0)) as sock:
        free = sock.getsockname()[1]
    port, remark = started(folder, free)
    assert port == free
    assert "lead to port 8999" in remark
    assert folder.recorded_port() == free


def test_any_port_is_not_kept(folder):
    assert started(folder, 0)[1] == ""
    assert folder.recorded_port() is None
