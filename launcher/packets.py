"""A packet on its way through the rules of a firewall: one that a phone sends to a port of this computer.

What cannot be known beforehand counts as “perhaps” (None): an answer is certain only where each way through the rules
ends alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, ip_address, ip_network

ACCEPT, DROP, RETURN, ON = "accept", "drop", "return", "on"
"""How a packet's way through a rule or a chain ends; ON: the next rule is asked."""
JUMP, GOTO, PERHAPS = "jump", "goto", "perhaps"
"""More verdicts of rules: to another chain, for good or and back; one that may end in any way."""
DEEPEST = 16
"""Jumps within each other; the kernel allows as many."""
EPHEMERAL = 1024
"""The port that a phone sends from is none below."""


@dataclass(frozen=True, slots=True)
class Packet:
    """A phone's first packet, or a later one of the same connection. None where not known: the interface that it comes
    in by, the phone's network, this computer's address there."""

    port: int
    interface: str | None = None
    network: IPv4Network | None = None
    address: IPv4Address | None = None
    is_first: bool = True

    @property
    def state(self) -> str:
        """Return what the system has noted about its connection."""
        return "new" if self.is_first else "established"

    @property
    def flag(self) -> str:
        """Return which of TCP's flags it has."""
        return "syn" if self.is_first else "ack"

    def comes_by(self, name: str, wildcard: str) -> bool | None:
        """Return whether it comes in by the interface of that name, or one whose name begins so."""
        if self.interface is None:
            return None if name != "lo" else False
        if name.endswith(wildcard):
            return self.interface.startswith(name[: -len(wildcard)])
        return self.interface == name

    def comes_from(self, first: str, last: str = "") -> bool | None:
        """Return whether the phone's address lies in a network, or between two addresses."""
        ends = span(first, last)
        if ends is None or self.network is None:
            return None
        own = self.network  # its first and last address are nobody's
        mine = int(own.network_address) + (own.prefixlen < 31), int(own.broadcast_address) - (own.prefixlen < 31)
        if ends[0] <= mine[0] and mine[1] <= ends[1]:
            return True
        return False if mine[1] < ends[0] or ends[1] < mine[0] else None

    def goes_to(self, first: str, last: str = "") -> bool | None:
        """Return whether this computer's address lies in a network, or between two addresses."""
        ends = span(first, last)
        if ends is None or self.address is None:
            return None
        return ends[0] <= int(self.address) <= ends[1]

    @staticmethod
    def leaves_port(first: int, last: int) -> bool | None:
        """Return whether the port that the phone sends from lies between two."""
        if first <= EPHEMERAL and last >= 65535:
            return True
        return False if last < EPHEMERAL else None


def span(first: str, last: str = "") -> tuple[int, int] | None:
    """Return the first and the last address of an IPv4 network or range, as numbers; None for what is none."""
    try:
        if last:
            return int(IPv4Address(first)), int(IPv4Address(last))
        network = ip_network(first, strict=False)
    except ValueError:
        return None
    return int(network.network_address), int(network.broadcast_address)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule as it meets one packet: whether it holds, how it ends then, the chain that it leads to."""

    holds: bool | None
    verdict: str = ON
    target: str = ""


@dataclass(frozen=True, slots=True)
class Gate:
    """A chain that each packet passes: how its way may end there, and the command to open a port in it."""

    ends: frozenset[str]
    way_out: str

    @property
    def is_closed(self) -> bool | None:
        return DROP in self.ends if len(self.ends) == 1 else (None if DROP in self.ends else False)


def gate(chains: Mapping[str, Sequence[Rule]], chain: str, policy: str, way_out: str) -> Gate:
    """Follow the packet through a chain and all that it leads to."""
    ends = _ends_in(chains, chain, 0)
    return Gate(frozenset(policy if end == RETURN else end for end in ends), way_out)


def _ends_in(chains: Mapping[str, Sequence[Rule]], chain: str, depth: int) -> set[str]:
    found: set[str] = set()
    for rule in chains.get(chain, ()):
        if rule.holds is False:
            continue
        ends = _ends_at(chains, rule, depth)
        if rule.holds is None:
            ends.add(ON)
        found |= ends - {ON}
        if ON not in ends:
            return found
    return found | {RETURN}


def _ends_at(chains: Mapping[str, Sequence[Rule]], rule: Rule, depth: int) -> set[str]:
    if rule.verdict == PERHAPS or depth > DEEPEST:
        return {ACCEPT, DROP, ON}
    if rule.verdict not in {JUMP, GOTO}:
        return {rule.verdict}
    ends = _ends_in(chains, rule.target, depth + 1)
    return {ON if end == RETURN else end for end in ends} if rule.verdict == JUMP else ends


def any_of(answers: Iterable[bool | None]) -> bool | None:
    """Return whether one of these is so: None where that hangs on one that is not known."""
    known = set(answers)
    return True if True in known else (None if None in known else False)


def all_of(answers: Iterable[bool | None]) -> bool | None:
    """Return whether all of these are so: None where that hangs on one that is not known."""
    known = set(answers)
    return False if False in known else (None if None in known else True)


def turned(answer: bool | None, is_turned: bool = True) -> bool | None:
    """Return the opposite, where that is asked for."""
    return not answer if is_turned and answer is not None else answer


def packet_of(port: int, interface: str, address: str, length: int) -> Packet:
    """Return the packet of a phone on the network of one of this computer's addresses."""
    own = ip_address(address)
    assert isinstance(own, IPv4Address)
    return Packet(port, interface, IPv4Network(f"{address}/{length}", strict=False), own)
