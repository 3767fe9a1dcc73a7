"""The networks that this machine is on, by the names of their interfaces."""

from __future__ import annotations

import ipaddress
import socket
import struct
import sys
from dataclasses import dataclass

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
