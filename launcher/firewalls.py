"""The firewalls that may run on a machine, and whether they keep a port closed. Nothing is changed."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Wall:
    """A firewall: ``blocks`` is None where this user may not see its rules; ``way_out`` is the command to open it."""

    name: str
    blocks: bool | None
    way_out: str


def walls(port: int) -> list[Wall]:
    """Return the firewalls that run here."""
    judges: list[Callable[[int], Wall | None]] = [ufw, firewalld, nftables]
    return [wall for judge in judges if (wall := judge(port))]


def ufw(port: int, configuration: Path = Path("/etc/ufw/ufw.conf")) -> Wall | None:
    """Judge Ubuntu's: whether it is on stands in a file that all may read, its rules only root."""
    try:
        on = re.search(r"^ENABLED=yes", configuration.read_text("utf-8"), re.MULTILINE)
    except OSError:
        return None
    if not on:
        return None
    return ufw_rules(_answer("ufw", "status"), port)


def ufw_rules(status: str | None, port: int) -> Wall:
    """Judge the output of `ufw status`."""
    way_out = f"sudo ufw allow {port}/tcp"
    if status is None or "Status:" not in status:
        return Wall("ufw", None, way_out)
    if "inactive" in status:
        return Wall("ufw", False, way_out)
    allowed = re.search(rf"^(?:{port}(?:/tcp)?|Anywhere)\s+ALLOW", status, re.MULTILINE)
    return Wall("ufw", not allowed and not _in_range(status, port), way_out)


def _in_range(status: str, port: int) -> bool:
    ranges = re.findall(r"^(\d+):(\d+)(?:/tcp)?\s+ALLOW", status, re.MULTILINE)
    return any(int(first) <= port <= int(last) for first, last in ranges)


def firewalld(port: int) -> Wall | None:
    """Judge Fedora's, which tells everybody."""
    if _answer("firewall-cmd", "--state") is None:
        return None
    answer = _answer("firewall-cmd", f"--query-port={port}/tcp", refusal="no")
    way_out = f"sudo firewall-cmd --add-port={port}/tcp"
    return Wall("firewalld", None if answer is None else answer.strip() == "no", way_out)


def nftables(port: int) -> Wall | None:
    """Judge rules of one's own: an input chain that drops by default and names no such port."""
    rules = _answer("nft", "list", "ruleset")
    return nftables_rules(rules, port) if rules else None


def nftables_rules(rules: str, port: int) -> Wall | None:
    """Judge the output of `nft list ruleset`; None where nothing is dropped by default."""
    for chain in re.findall(r"hook input [^{}]*policy drop;(.*?)\n\t}", rules, re.DOTALL):
        named = re.search(rf"dport (?:{port}\b|\{{[^}}]*\b{port}\b[^}}]*\}})[^\n]*accept", chain)
        if not named:
            return Wall("nftables", True, f"sudo nft add rule inet filter input tcp dport {port} accept")
    return None


def _answer(name: str, *arguments: str, refusal: str = "") -> str | None:
    """Run a command of the system; None where there is none or it may not be asked."""
    path = shutil.which(name)
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
