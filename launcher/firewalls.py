"""The firewalls that may run on a machine, and whether they keep a port closed. Nothing is changed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from launcher import iptables, nftables
from launcher.networks import Network
from launcher.packets import Gate, Packet, packet_of

SAVERS = ("iptables-save", "iptables-legacy-save")
MODULES = ("nf_tables", "iptable_filter")
"""Parts of Linux that are there only where somebody uses them."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A firewall: ``blocks`` is None where that cannot be told, ``hidden`` where this user may not see its rules;
    ``way_out`` is the command to open it."""

    name: str
    blocks: bool | None
    way_out: str
    hidden: bool = False


def walls(port: int, found: Sequence[Network]) -> list[Wall]:
    """Return the firewalls that run here, judged for phones on these networks."""
    wall = _asked(port, found)
    managers: list[Callable[[int], Wall | None]] = [ufw, firewalld]
    for manager in managers:
        if own := manager(port):
            if wall.hidden or wall.blocks is None:
                return [replace(own, hidden=wall.hidden and own.blocks is None)]
            return [replace(own, blocks=wall.blocks)]
    return [] if wall.blocks is False else [wall]


def _asked(port: int, found: Sequence[Network]) -> Wall:
    """Ask the system for its rules and judge them."""
    answer = _answer("nft", "--json", "list", "ruleset")
    saved = [text for text in map(_answer, SAVERS) if text]
    if not (answer or saved):
        return _hidden()
    try:
        return judged(json.loads(answer) if answer else None, saved, port, found)
    except (AttributeError, LookupError, TypeError, ValueError):
        return Wall("nftables", None, "")  # printed in a way that is not known here


def judged(rules: Mapping[str, Any] | None, saved: Sequence[str], port: int, found: Sequence[Network]) -> Wall:
    """Judge the rules of `nft --json list ruleset` and `iptables-save`: who is kept out on one network and let in on
    another cannot be told."""
    real = [one for one in found if not one.virtual and not one.unassigned]
    packets = [packet_of(port, one.name, one.address, one.length) for one in real] or [Packet(port)]
    told = {table for text in saved for table in iptables.tables(text)}
    answers = set()
    closest: list[Gate] = []
    for packet in packets:
        both = (packet, replace(packet, is_first=False))
        gates = [gate for text in saved for one in both for gate in iptables.gates(text, one)]
        gates += [gate for one in both for gate in nftables.gates(rules, one, told)] if rules else []
        shut = [gate for gate in gates if gate.is_closed]
        doubtful = [gate for gate in gates if gate.is_closed is None]
        answers.add(True if shut else None if doubtful else False)
        closest += shut or doubtful
    way_out = closest[0].way_out if closest else ""
    name = "iptables" if "iptables" in way_out else "nftables"
    return Wall(name, answers.pop() if len(answers) == 1 else None, way_out)


def _hidden(modules: Path = Path("/proc/modules")) -> Wall:
    """Judge by what everybody may see: whether the system has loaded what a firewall needs."""
    try:
        loaded = {line.split()[0] for line in modules.read_text("ascii").splitlines()}
    except OSError:
        loaded = set()
    return Wall("nftables", None if loaded & set(MODULES) else False, "", hidden=True)


def ufw(port: int, configuration: Path = Path("/etc/ufw/ufw.conf")) -> Wall | None:
    """Find Ubuntu's: whether it is on stands in a file that all may read, its rules are those of iptables."""
    try:
        is_on = re.search(r"^ENABLED=yes", configuration.read_text("utf-8"), re.MULTILINE)
    except OSError:
        return None
    return Wall("ufw", None, f"sudo ufw allow {port}/tcp") if is_on else None


def firewalld(port: int) -> Wall | None:
    """Judge Fedora's, which tells everybody."""
    if _answer("firewall-cmd", "--state") is None:
        return None
    answer = _answer("firewall-cmd", f"--query-port={port}/tcp", refusal="no")
    way_out = f"sudo firewall-cmd --add-port={port}/tcp"
    return Wall("firewalld", None if answer is None else answer.strip() == "no", way_out)


def _answer(name: str, *arguments: str, refusal: str = "") -> str | None:
    """Run a command of the system; None where there is none or it may not be asked."""
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if path is None:
        return None
    try:
        done = subprocess.run(
            [path, *arguments], capture_output=True, text=True, timeout=5, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    well = done.returncode == 0 or (refusal and done.stdout.strip() == refusal)
    return done.stdout if well else None
