"""The port of the first start is kept: printed links and QR codes lead to it."""

from __future__ import annotations

from contextlib import closing

import pytest

from config.data_folder import DataFolder
from launcher.ports import listen, take


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
