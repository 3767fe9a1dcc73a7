"""Firewalls, judged by what `iptables-save` and `nft --json list ruleset` really printed of each (firewalls/)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from launcher import doctor, firewalls
from launcher.doctor import BAD, GOOD, NOTE
from launcher.firewalls import Wall
from launcher.networks import Network

PRINTED = Path(__file__).with_name("firewalls")
WIFI = Network("wlp3s0", "192.168.4.20")
CABLE = Network("enp0s25", "10.0.0.7")
INNER = Network("enp1s0", "10.9.0.7")
HALL = Network("enp1s0", "192.168.0.7", 16)
"""A network that the one of WIFI is a part of."""
TUNNEL = Network("tun0", "10.8.0.2")


def judged(name: str, port: int, *networks: Network) -> Wall:
    """Judge what was printed under that name."""
    rules, saved = PRINTED / f"{name}.json", PRINTED / f"{name}.txt"
    return firewalls.judged(
        json.loads(rules.read_text("utf-8")) if rules.exists() else None,
        [saved.read_text("utf-8")] if saved.exists() else [],
        port,
        networks,
    )


@pytest.mark.parametrize(
    ("name", "port", "networks", "blocks"),
    [
        # ufw allow 22/tcp; ufw allow 7990:8010/tcp
        ("ufw-range", 8000, [WIFI], False),
        ("ufw-range", 8010, [WIFI], False),
        ("ufw-range", 8011, [WIFI], True),
        ("ufw-range", 22, [], False),
        ("ufw-range", 80, [], True),
        # ufw deny 8000/tcp; ufw allow 8000:8100/tcp
        ("ufw-denied", 8000, [WIFI], True),
        ("ufw-denied", 8001, [WIFI], False),
        # ufw allow in on wlp3s0 to any port 8000 proto tcp
        ("ufw-interface", 8000, [WIFI], False),
        ("ufw-interface", 8000, [CABLE], True),
        ("ufw-interface", 8000, [WIFI, CABLE], None),
        ("ufw-interface", 8000, [WIFI, TUNNEL], False),
        ("ufw-interface", 8000, [], None),
        # ufw allow from 192.168.4.0/24 to any port 8000 proto tcp
        ("ufw-network", 8000, [WIFI], False),
        ("ufw-network", 8000, [CABLE], True),
        ("ufw-network", 8000, [HALL], None),
        ("ufw-network", 8000, [], None),
        # ufw limit 8000/tcp
        ("ufw-limit", 8000, [WIFI], None),
        ("ufw-limit", 80, [WIFI], True),
        # firewall-cmd --add-port=8000-8100/tcp
        ("firewalld", 8050, [WIFI], False),
        ("firewalld", 22, [WIFI], False),
        ("firewalld", 9000, [WIFI], True),
        # rules of one's own: sets, ranges, jumps, wildcards of interfaces
        ("nftables", 8050, [WIFI], False),
        ("nftables", 8050, [Network("wlan7", "172.20.1.1")], False),
        ("nftables", 8050, [CABLE], False),
        ("nftables", 8050, [INNER], True),
        ("nftables", 8050, [Network("enp1s0", "172.20.1.1")], True),
        ("nftables", 8050, [WIFI, INNER], None),
        ("nftables", 22, [WIFI], False),
        ("nftables", 22, [CABLE], True),
        ("nftables", 9000, [WIFI], None),
        ("nftables", 9001, [WIFI], True),
        ("nftables", 500, [WIFI], True),
        ("nftables", 67, [WIFI], True),
        ("iptables", 8050, [WIFI], False),
        ("iptables", 8050, [CABLE], True),
        ("iptables", 8050, [INNER], True),
        ("iptables", 8101, [WIFI], True),
        ("iptables", 9000, [CABLE], True),
        ("iptables", 9000, [WIFI], None),
        ("nothing", 8000, [WIFI], False),
    ],
)
def test_rules_are_followed_as_the_system_follows_them(name, port, networks, blocks):
    assert judged(name, port, *networks).blocks is blocks


@pytest.mark.parametrize(
    ("name", "way_out"),
    [
        ("iptables", "sudo iptables -I INPUT -p tcp --dport 8101 -j ACCEPT"),
        ("nftables", "sudo nft insert rule inet filter input tcp dport 8101 accept"),
        ("firewalld", "sudo nft insert rule inet firewalld filter_INPUT tcp dport 8101 accept"),
    ],
)
def test_the_way_out_opens_the_chain_that_is_shut(name, way_out):
    assert judged(name, 8101, INNER) == Wall(name if name == "iptables" else "nftables", True, way_out)


def test_rules_that_nft_alone_cannot_tell_are_no_certain_answer():
    """Of the extensions of iptables it prints the names only."""
    rules = json.loads((PRINTED / "iptables.json").read_text("utf-8"))
    assert firewalls.judged(rules, [], 8050, [WIFI]).blocks is None


def rules(*expressions: dict, policy: str = "accept", hook: str = "input", kind: str = "filter") -> dict:
    chain = {"family": "ip", "table": "t", "name": "c", "type": kind, "hook": hook, "policy": policy}
    made = [{"rule": {"family": "ip", "table": "t", "chain": "c", "expr": [*one]}} for one in expressions]
    return {"nftables": [{"table": {"family": "ip", "name": "t"}}, {"chain": chain}, *made]}


@pytest.mark.parametrize(
    "expression",
    [
        [{"unheard of": {"some": "thing"}}],
        [{"xt": None}],
        [{"queue": None}],
        [{"redirect": {"port": 80}}],
        [{"match": {"op": "==", "left": {"meta": {"key": "mark"}}, "right": 1}}, {"drop": None}],
        [{"match": {"op": "==", "left": {"hash": 1}, "right": {"unheard": "of"}}}, {"drop": None}],
        [
            {"match": {"op": "^", "left": {"payload": {"protocol": "tcp", "field": "dport"}}, "right": 1}},
            {"drop": None},
        ],
        [{"jump": {"target": "c"}}],
    ],
)
@pytest.mark.parametrize("hook", ["input", "prerouting"])
def test_what_is_not_understood_is_called_open_or_closed_by_nobody(expression, hook):
    assert firewalls.judged(rules(expression, hook=hook), [], 8000, [WIFI]).blocks is None


def test_phones_that_may_knock_but_not_go_on_are_kept_out():
    new = {"match": {"op": "in", "left": {"ct": {"key": "state"}}, "right": "new"}}
    assert firewalls.judged(rules([new, {"accept": None}], policy="drop"), [], 8000, [WIFI]).blocks is True
    assert firewalls.judged(rules([{"accept": None}], policy="drop"), [], 8000, [WIFI]).blocks is False


def test_a_firewall_is_found_by_what_everybody_may_see(tmp_path, monkeypatch):
    modules = tmp_path / "modules"
    modules.write_text("nf_tables 356352 44 nft_compat, Live 0x0\n", "ascii")
    assert firewalls._hidden(modules) == Wall("nftables", None, "", hidden=True)
    modules.write_text("nfs 356352 44 - Live 0x0\n", "ascii")
    assert firewalls._hidden(modules).blocks is False
    configuration = tmp_path / "ufw.conf"
    assert firewalls.ufw(8000, configuration) is None
    configuration.write_text("ENABLED=no\n", "ascii")
    assert firewalls.ufw(8000, configuration) is None
    configuration.write_text("# ENABLED=no\nENABLED=yes\n", "ascii")
    assert firewalls.ufw(8000, configuration) == Wall("ufw", None, "sudo ufw allow 8000/tcp")


UFW = Wall("ufw", None, "sudo ufw allow 8000/tcp")


@pytest.mark.parametrize(
    ("saved", "manager", "expected"),
    [
        ("ufw-denied", UFW, Wall("ufw", True, "sudo ufw allow 8000/tcp")),
        ("ufw-range", UFW, Wall("ufw", False, "sudo ufw allow 8000/tcp")),
        ("ufw-limit", UFW, UFW),
        (None, UFW, Wall("ufw", None, "sudo ufw allow 8000/tcp", hidden=True)),
        (None, Wall("firewalld", True, "open it"), Wall("firewalld", True, "open it")),
        ("ufw-denied", None, Wall("iptables", True, "sudo iptables -I INPUT -p tcp --dport 8000 -j ACCEPT")),
        ("ufw-range", None, None),
        (None, None, None),
    ],
)
def test_what_the_rules_say_is_said_of_who_manages_them(monkeypatch, saved, manager, expected):
    def answer(name, *arguments, refusal=""):
        return (PRINTED / f"{saved}.txt").read_text("utf-8") if saved and name == "iptables-save" else None

    monkeypatch.setattr(firewalls, "_answer", answer)
    monkeypatch.setattr(firewalls, "_hidden", lambda: Wall("nftables", False, "", hidden=True))
    monkeypatch.setattr(firewalls, "ufw", lambda port: manager)
    monkeypatch.setattr(firewalls, "firewalld", lambda port: None)
    assert firewalls.walls(8000, [WIFI]) == ([expected] if expected else [])


@pytest.mark.parametrize(
    "printed",
    [
        "no JSON",
        '{"nftables": [{"table": 1}]}',
        '{"ruleset": []}',
        "[1]",
    ],
)
def test_rules_that_are_printed_in_another_way_end_nothing(monkeypatch, printed):
    monkeypatch.setattr(firewalls, "_answer", lambda name, *_arguments, **_options: printed if name == "nft" else None)
    monkeypatch.setattr(firewalls, "ufw", lambda port: None)
    assert firewalls.walls(8000, [WIFI]) == [Wall("nftables", None, "")]


def test_the_doctor_says_what_is_certain_and_what_is_not():
    closed = doctor.firewall([Wall("ufw", True, "sudo ufw allow 8000/tcp")], 8000)
    assert (closed.mark, closed.advice) == (BAD, "Open it: sudo ufw allow 8000/tcp")
    hidden = doctor.firewall([Wall("ufw", None, "", hidden=True)], 8000)
    assert hidden.mark == NOTE and "ufw runs; only root can see" in hidden.seen and "phone" in hidden.advice
    unclear = doctor.firewall([Wall("nftables", None, "")], 8000)
    assert unclear.mark == NOTE and "cannot be told" in unclear.seen and "phone" in unclear.advice
    assert doctor.firewall([], 8000).mark == GOOD
