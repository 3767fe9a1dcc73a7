"""The firewalls that may run on a machine, and whether they keep a port closed. Nothing is changed.

Their rules are not read: root alone may see them, and a connection from this machine to itself passes around them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

MODULES = ("nf_tables", "iptable_filter")
"""Parts of Linux that are there only where somebody uses them."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A firewall: ``blocks`` is None where that cannot be told; ``way_out`` is the command to open it."""

    name: str
    blocks: bool | None
    way_out: str = ""


def wall(port: int) -> Wall | None:
    """Return the firewall that runs here, by its manager or else by what Linux has loaded for one."""
    return ufw(port) or firewalld(port) or netfilter()


def netfilter(modules: Path = Path("/proc/modules")) -> Wall | None:
    """Find a firewall of any make: whether the system has loaded what it needs is seen by everybody."""
    try:
        loaded = {line.split()[0] for line in modules.read_text("ascii").splitlines()}
    except OSError:
        return None
    return Wall("nftables", None) if loaded & set(MODULES) else None


def ufw(port: int, configuration: Path = Path("/etc/ufw/ufw.conf")) -> Wall | None:
    """Find Ubuntu's: whether it is on stands in a file that all may read."""
    try:
        is_on = re.search(r"^ENABLED=yes", configuration.read_text("utf-8"), re.MULTILINE)
    except OSError:
        return None
    return Wall("ufw", None, f"sudo ufw allow {port}/tcp") if is_on else None


def firewalld(port: int) -> Wall | None:
    """Judge Fedora's, which tells everybody."""
    if _answer("--state") is None:
        return None
    answer = _answer(f"--query-port={port}/tcp")
    return Wall("firewalld", None if answer is None else answer == "no", f"sudo firewall-cmd --add-port={port}/tcp")


def _answer(argument: str) -> str | None:
    """Ask firewalld; None where there is none or it may not be asked."""
    path = shutil.which("firewall-cmd") or shutil.which("firewall-cmd", path="/usr/sbin:/sbin")
    if path is None:
        return None
    try:
        done = subprocess.run(
            [path, argument], capture_output=True, text=True, timeout=5, check=False, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    answer = done.stdout.strip()
    return answer if done.returncode == 0 or answer == "no" else None
