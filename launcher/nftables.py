"""The rules of nftables, as `nft --json list ruleset` prints them, for one packet of launcher.packets.

Source: libnftables-json(5).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from launcher.packets import (
    ACCEPT,
    DROP,
    GOTO,
    JUMP,
    ON,
    PERHAPS,
    RETURN,
    Gate,
    Packet,
    Rule,
    all_of,
    any_of,
    gate,
    turned,
)

NO_MATTER = frozenset({"counter", "log", "mangle", "notrack", "ct helper", "ct timeout"})
DEPENDS = frozenset({"limit", "quota", "ct count", "set", "meter", "last"})
"""Statements that hold at one time and not at another."""
VERDICTS = {"accept": ACCEPT, "drop": DROP, "reject": DROP, "return": RETURN, "continue": ON}
OTHERS = frozenset({"udp", "udplite", "sctp", "dccp", "icmp", "icmpv6", "igmp", "esp", "ah", "comp", "ip6", "arp"})
"""Protocols that a page is not sent by."""
KNOWN = {
    ("meta", "l4proto"): {"tcp", 6},
    ("meta", "nfproto"): {"ipv4", 2},
    ("meta", "protocol"): {"ip"},
    ("meta", "pkttype"): {"host", "unicast"},
    ("ct", "direction"): {"original"},
    ("ip", "protocol"): {"tcp", 6},
    ("ip", "version"): {4},
    ("fib type", "daddr"): {"local"},
    ("fib type", "saddr"): {"unicast"},
}
"""What the packet is, by what a rule asks for."""


def gates(document: Mapping[str, Any], packet: Packet, told: Collection[str] = ()) -> Iterator[Gate]:
    """Follow the packet through all chains on its way in. ``told``: tables of the family `ip` that somebody else tells
    of, such as iptables."""
    objects = [(kind, thing) for entry in document["nftables"] for kind, thing in entry.items()]
    for family, table in [(thing["family"], thing["name"]) for kind, thing in objects if kind == "table"]:
        if family not in {"ip", "inet", "netdev"} or (family == "ip" and table in told):
            continue
        here = [(kind, one) for kind, one in objects if (one.get("family"), one.get("table")) == (family, table)]
        sets = {one["name"]: one.get("elem", []) for kind, one in here if kind in {"set", "map"}}
        reader = _Reader(packet, sets)
        chains: dict[str, list[Rule]] = {}
        for kind, one in here:
            if kind == "rule":
                chains.setdefault(one["chain"], []).extend(reader.rules(one["expr"]))
        for kind, one in here:
            if kind == "chain" and _is_passed(one, packet):
                place = f"{family} {table} {one['name']}"
                way_out = f"sudo nft insert rule {place} tcp dport {packet.port} accept"
                yield gate(chains, one["name"], one.get("policy", ACCEPT), way_out)


def _is_passed(chain: Mapping[str, Any], packet: Packet) -> bool:
    if chain.get("hook") == "ingress":
        devices = chain.get("dev", [])
        return packet.interface in ([devices] if isinstance(devices, str) else devices)
    return chain.get("hook") in {"prerouting", "input"} and (packet.is_first or chain.get("type") != "nat")


@dataclass(frozen=True, slots=True)
class _Reader:
    """The reader of one table's rules; ``sets`` has its sets' and maps' elements by their names."""

    packet: Packet
    sets: Mapping[str, Any]

    def rules(self, expression: list[dict[str, Any]]) -> Iterator[Rule]:
        """Read one rule. A map of verdicts makes several of it: one for each entry."""
        holds: bool | None = True
        for statement in expression:
            ((name, value),) = statement.items()
            if name == "match":
                holds = all_of([holds, self.matches(value["op"], value["left"], value["right"])])
            elif name in DEPENDS or (name == "xt" and (value or {}).get("type") == "match"):
                holds = all_of([holds, None])
            elif name in VERDICTS:
                yield Rule(holds, VERDICTS[name])
            elif name in {"jump", "goto"}:
                yield Rule(holds, JUMP if name == "jump" else GOTO, value["target"])
            elif name == "vmap":
                yield from self._of_map(holds, value)
            elif name not in NO_MATTER:
                yield Rule(holds, PERHAPS)

    def _of_map(self, holds: bool | None, statement: Mapping[str, Any]) -> Iterator[Rule]:
        data = statement["data"]
        for key, verdict in self._elements(data["set"] if isinstance(data, dict) else data):
            for rule in self.rules([verdict]):
                matched = self.matches("==", statement["key"], key)
                yield Rule(all_of([holds, matched]), rule.verdict, rule.target)

    def matches(self, operator: str, left: Any, right: Any) -> bool | None:
        """Return whether an expression has a value, for this packet."""
        if _protocol(left) in OTHERS:
            return False  # also where it asks for another value
        if operator in {"==", "in", "!="}:
            if isinstance(right, list) and operator != "in":
                return None  # flags that must be set together
            if operator != "in" and "&" not in left and _asks(left) == ("tcp", "flags"):
                return None  # some phones set more of them
            return turned(self._is(left, right), operator == "!=")
        if _asks(left) in {("tcp", "dport"), ("th", "dport")} and isinstance(right, int):
            port = self.packet.port
            return {"<": port < right, ">": port > right, "<=": port <= right, ">=": port >= right}.get(operator)
        return None

    def _is(self, left: Any, value: Any) -> bool | None:
        if isinstance(value, str) and value.startswith("@"):
            return any_of(self._is(left, one) for one in self._elements(value))
        if isinstance(value, list):
            return any_of(self._is(left, one) for one in value)
        if isinstance(value, dict) and "set" in value:
            return any_of(self._is(left, one) for one in self._elements(value["set"]))
        if isinstance(value, dict) and "elem" in value:
            return self._is(left, value["elem"]["val"])
        if "concat" in left and isinstance(value, dict) and "concat" in value:
            return all_of(self._is(*pair) for pair in zip(left["concat"], value["concat"], strict=True))
        return self._is_one(left, value)

    def _elements(self, value: Any) -> list[Any]:
        if isinstance(value, str):
            value = self.sets.get(value.removeprefix("@"), [])
        return value if isinstance(value, list) else [value]

    def _is_one(self, left: Any, value: Any) -> bool | None:
        asked = _asks(left)
        first, last = value["range"] if isinstance(value, dict) and "range" in value else (value, value)
        if asked in {("tcp", "dport"), ("th", "dport")} and isinstance(first, int):
            return bool(first <= self.packet.port <= last)
        if asked in {("tcp", "sport"), ("th", "sport")} and isinstance(first, int):
            return self.packet.leaves_port(first, last)
        if asked in {("meta", "iifname"), ("meta", "iif")} and isinstance(value, str):
            return self.packet.comes_by(value, "*")
        if asked in {("ip", "saddr"), ("ip", "daddr")}:
            if isinstance(value, dict) and "prefix" in value:
                first, last = f"{value['prefix']['addr']}/{value['prefix']['len']}", ""
            if not (isinstance(first, str) and isinstance(last, str)):
                return None
            within = self.packet.comes_from if asked[1] == "saddr" else self.packet.goes_to
            return within(first, last)
        if asked == ("ct", "state"):
            return bool(value == self.packet.state)
        if asked == ("ct", "status") and value in ("dnat", "snat"):
            return False  # a rule that would do so has made the answer uncertain already
        if asked == ("tcp", "flags"):
            return bool(value == self.packet.flag)
        if asked == ("fib oif", "saddr iif") and value is False:
            return False  # the way back to a phone on our network leads out by the same interface
        return value in KNOWN[asked] if asked in KNOWN and isinstance(value, str | int) else None


def _protocol(left: Any) -> str:
    return str(left["payload"].get("protocol", "")) if isinstance(left, dict) and "payload" in left else ""


def _asks(left: Any) -> tuple[str, str]:
    """Return what an expression asks for, in two words."""
    if not isinstance(left, dict):
        return "", ""
    if "payload" in left:
        return _protocol(left), str(left["payload"].get("field", ""))
    for kind in ("meta", "ct"):
        if kind in left:
            return kind, str(left[kind].get("key", ""))
    if "fib" in left:
        flags = left["fib"]["flags"]
        return f"fib {left['fib']['result']}", " ".join([flags] if isinstance(flags, str) else flags)
    masked = left.get("&")
    if isinstance(masked, list) and _asks(masked[0]) == ("tcp", "flags") and {"syn", "ack"} <= set(masked[1]):
        return "tcp", "flags"
    return "", ""
