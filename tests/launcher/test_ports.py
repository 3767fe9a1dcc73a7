"""Ports are found by taking them."""

import socket
from contextlib import ExitStack, closing

import pytest

from launcher import ports
from launcher.ports import NoPort, listen


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
