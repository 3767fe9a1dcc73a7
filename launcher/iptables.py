"""The rules of iptables, as `iptables-save` prints them, for one packet of launcher.packets.

Source: iptables-extensions(8).
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping

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

PASSED = frozenset({"PREROUTING", "INPUT"})
VERDICTS = {"ACCEPT": ACCEPT, "DROP": DROP, "REJECT": DROP, "RETURN": RETURN}
NO_MATTER = frozenset(
    {"LOG", "NFLOG", "ULOG", "MARK", "CONNMARK", "CT", "NOTRACK", "TRACE", "TOS", "DSCP", "TTL", "AUDIT"}
)
"""Targets after which the next rule is asked."""


def tables(text: str) -> list[str]:
    """Return the names of the tables that are told of."""
    return [line[1:].strip() for line in text.splitlines() if line.startswith("*")]


def gates(text: str, packet: Packet) -> Iterator[Gate]:
    """Follow the packet through all chains on its way in."""
    for block in text.split("\n*")[1:] if not text.startswith("*") else f"\n{text}".split("\n*")[1:]:
        lines = block.splitlines()
        policies = {name: policy for name, policy, *_ in (line[1:].split() for line in lines if line.startswith(":"))}
        chains: dict[str, list[Rule]] = {name: [] for name in policies}
        for line in lines:
            if line.startswith("-A "):
                _, chain, *words = shlex.split(line)
                chains[chain].append(_rule(words, packet, policies))
        for name in sorted(policies.keys() & PASSED) if packet.is_first or lines[0].strip() != "nat" else ():
            way_out = f"sudo iptables -t {lines[0].strip()} -I {name} -p tcp --dport {packet.port} -j ACCEPT"
            yield gate(chains, name, VERDICTS[policies[name]], way_out.replace("-t filter ", ""))


def _rule(words: list[str], packet: Packet, chains: Mapping[str, str]) -> Rule:
    holds: bool | None = True
    while words:
        is_turned = words[0] == "!"
        option, words = words[is_turned], words[is_turned + 1 :]
        if option in {"-j", "-g"}:
            target = words[0]
            if target in chains:
                return Rule(holds, GOTO if option == "-g" else JUMP, target)
            return Rule(holds, VERDICTS.get(target, ON if target in NO_MATTER else PERHAPS))
        if option in {"-m", "--comment"}:
            words = words[1:]
            continue
        values: list[str] = []
        while words and words[0] != "!" and not _is_option(words[0]):
            values.append(words.pop(0))
        asked = ASKED.get(option)
        answer = asked(packet, values) if asked else None
        if option == "--tcp-flags" and len(values) > 1:
            answer = set(values[0].split(",")) & {packet.flag.upper()} == set(values[1].split(",")) - {"NONE"}
        holds = all_of([holds, turned(answer, is_turned)])
    return Rule(holds)


def _is_option(word: str) -> bool:
    return word.startswith("--") or (len(word) == 2 and word[0] == "-" and word[1].isalpha())


def _ports(values: list[str]) -> Iterator[tuple[int, int]]:
    for part in values[0].split(","):
        first, _, last = part.partition(":")
        if not (first or "0").isdigit() or not (last or "0").isdigit():
            raise ValueError(f"no port: {part}")  # iptables-save prints figures
        yield int(first or 0), int(last or (first if ":" not in part else 65535))


def _goes_to_port(packet: Packet, values: list[str]) -> bool | None:
    return any_of(first <= packet.port <= last for first, last in _ports(values))


def _leaves_port(packet: Packet, values: list[str]) -> bool | None:
    return any_of(packet.leaves_port(first, last) for first, last in _ports(values))


def _either_port(packet: Packet, values: list[str]) -> bool | None:
    return any_of([_goes_to_port(packet, values), _leaves_port(packet, values)])


def _within(question: Callable[..., bool | None], values: list[str]) -> bool | None:
    return any_of(question(*part.split("-")) for part in values[0].split(","))


def _is(known: str) -> Callable[[Packet, list[str]], bool | None]:
    return lambda _packet, values: known in values[0].upper().split(",")


ASKED: Mapping[str, Callable[[Packet, list[str]], bool | None]] = {
    "-p": lambda _packet, values: values[0] in {"tcp", "6", "all"},
    "-s": lambda packet, values: _within(packet.comes_from, values),
    "-d": lambda packet, values: _within(packet.goes_to, values),
    "--src-range": lambda packet, values: _within(packet.comes_from, values),
    "--dst-range": lambda packet, values: _within(packet.goes_to, values),
    "-i": lambda packet, values: packet.comes_by(values[0], "+"),
    "-o": lambda _packet, _values: False,
    "-f": lambda _packet, _values: False,
    "--dport": _goes_to_port,
    "--dports": _goes_to_port,
    "--sport": _leaves_port,
    "--sports": _leaves_port,
    "--ports": _either_port,
    "--state": lambda packet, values: packet.state.upper() in values[0].split(","),
    "--ctstate": lambda packet, values: packet.state.upper() in values[0].split(","),
    "--dst-type": _is("LOCAL"),
    "--src-type": _is("UNICAST"),
    "--pkt-type": _is("UNICAST"),
}
"""What an option asks, of the packet; None for all others: it cannot be known beforehand."""
