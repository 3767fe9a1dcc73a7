"""Firewalls, found by what everybody may see of them, and what the doctor says of each."""

from __future__ import annotations

import os

import pytest

from launcher import doctor, networks
from launcher.doctor import BAD, GOOD, NOTE
from launcher.networks import Wall

WAY_OUT = "sudo firewall-cmd --add-port=8000/tcp"


def test_a_firewall_is_found_by_what_everybody_may_see(tmp_path):
    modules = tmp_path / "modules"
    assert networks.netfilter(modules) is None
    modules.write_text("nf_tables 356352 44 nft_compat, Live 0x0\n", "ascii")
    assert networks.netfilter(modules) == Wall("nftables", None)
    modules.write_text("nfs 356352 44 - Live 0x0\n", "ascii")
    assert networks.netfilter(modules) is None
    configuration = tmp_path / "ufw.conf"
    assert networks.ufw(8000, configuration) is None
    configuration.write_text("ENABLED=no\n", "ascii")
    assert networks.ufw(8000, configuration) is None
    configuration.write_text("# ENABLED=no\nENABLED=yes\n", "ascii")
    assert networks.ufw(8000, configuration) == Wall("ufw", None, "sudo ufw allow 8000/tcp")


@pytest.mark.parametrize(
    ("state", "query", "expected"),
    [
        ("echo running", "echo no; exit 1", Wall("firewalld", True, WAY_OUT)),
        ("echo running", "echo yes", Wall("firewalld", False, WAY_OUT)),
        ("echo running", "echo Authorization failed >&2; exit 253", Wall("firewalld", None, WAY_OUT)),
        ("echo not running; exit 252", "exit 252", None),
    ],
    ids=["closed", "open", "not told", "not running"],
)
def test_firewalld_says_itself_whether_the_port_is_open(tmp_path, monkeypatch, state, query, expected):
    command = tmp_path / "firewall-cmd"
    command.write_text(f'#!/bin/sh\nif [ "$1" = --state ]; then {state}; else {query}; fi\n', "ascii")
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert networks.firewalld(8000) == expected


def test_of_a_firewall_and_its_manager_the_manager_is_named(monkeypatch):
    monkeypatch.setattr(networks, "netfilter", lambda: Wall("nftables", None))
    monkeypatch.setattr(networks, "ufw", lambda port: None)
    monkeypatch.setattr(networks, "firewalld", lambda port: Wall("firewalld", False, WAY_OUT))
    assert networks.wall(8000) == Wall("firewalld", False, WAY_OUT)
    monkeypatch.setattr(networks, "firewalld", lambda port: None)
    assert networks.wall(8000) == Wall("nftables", None)


def test_the_doctor_says_what_is_certain_and_what_is_not():
    closed = doctor.firewall(Wall("firewalld", True, WAY_OUT), 8000)
    assert (closed.mark, closed.advice) == (BAD, f"Open it: {WAY_OUT}")
    unclear = doctor.firewall(Wall("ufw", None, "sudo ufw allow 8000/tcp"), 8000)
    assert unclear.mark == NOTE and "ufw runs; its rules are not read here" in unclear.seen
    assert "on a phone" in unclear.advice and unclear.advice.endswith("If it does not open: sudo ufw allow 8000/tcp")
    unnamed = doctor.firewall(Wall("nftables", None), 8000)
    assert unnamed.mark == NOTE and unnamed.advice.endswith("switched off.")
    for wall in (None, Wall("firewalld", False, WAY_OUT)):
        assert doctor.firewall(wall, 8000).mark == GOOD
