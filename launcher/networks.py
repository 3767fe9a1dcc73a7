"""The networks that this machine is on, by the names of their interfaces; and the firewalls that may run on it, and
whether they keep a port closed. Nothing is changed.

Their rules are not read: root alone may see them, and a connection from this machine to itself passes around them.
"""

from __future__ import annotations

import ipaddress
import re
import shutil
import socket
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SIOCGIFADDR = 0x8915  # Linux: the address of a network interface
VIRTUAL = ("docker", "br-", "veth", "virbr", "tun", "tap", "wg", "tailscale", "zt", "vmnet", "vboxnet", "podman", "cni")
"""How interfaces that no phone in a hall reaches are called: containers, virtual machines, VPNs."""
UNASSIGNED = ipaddress.ip_network("169.254.0.0/16")
"""Addresses that a machine gives itself where no router gives it one (RFC 3927)."""


@dataclass(frozen=True, slots=True)
class Network:
    """An IPv4 address of this machine; ``name`` is its interface's."""

    name: str
    address: str

    @property
    def virtual(self) -> bool:
        return self.name.startswith(VIRTUAL)

    @property
    def unassigned(self) -> bool:
        return ipaddress.ip_address(self.address) in UNASSIGNED


def reachable() -> list[str]:
    """Return the addresses under which phones in the hall may reach this machine, the likeliest first."""
    return [network.address for network in networks() if not network.virtual and not network.unassigned]


def networks() -> list[Network]:
    """Return the addresses of this machine on its networks, the one of the default route first. Send nothing."""
    found: list[Network] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        first = ""
        try:
            # An address from the documentation: connecting a datagram socket only looks up the route.
            probe.connect(("192.0.2.1", 9))
            first = str(probe.getsockname()[0])
        except OSError:
            pass  # no route out: a hall without internet
        if sys.platform == "linux":
            import fcntl

            for _, name in socket.if_nameindex():
                try:
                    request = struct.pack("256s", name.encode()[:15])
                    answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, request)
                except OSError:
                    continue  # it has no address
                found.append(Network(name, socket.inet_ntoa(answer[20:24])))
    if first and first not in {network.address for network in found}:
        found.append(Network("default route", first))
    real = [network for network in found if not ipaddress.ip_address(network.address).is_loopback]
    return sorted(real, key=lambda network: network.address != first)


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
