"""One request to an address that a person gave: to the outside world only, unless the setting allows more.

The name is resolved here and the connection goes to the address that was looked at, so a name that changes its
address in between (DNS rebinding) reaches nothing else. Redirects are not followed. Why: docs/decisions/webhooks.md.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext as _

PATIENCE = 10.0
MOST_READ = 500
_EMBEDDED = ip_network("64:ff9b::/96")
_MORE_EMBEDDED = ip_network("64:ff9b:1::/48")
# Site-local, protocol assignments, 6to4 relays, segment routing, documentation: Python's lists (of 3.11) count them
# as outside.
_NOT_OUTSIDE = tuple(map(ip_network, ("fec0::/10", "192.0.0.0/24", "192.88.99.0/24", "5f00::/16", "3fff::/20")))


class NotSent(Exception):
    """The request got no answer; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``status`` 0: none; ``text`` is the beginning of what it said, or why there is no answer."""

    status: int
    text: str


def checked(url: str, *, local: bool | None = None) -> SplitResult:
    """Return the parts of an address that may be told. ``local``: whether it may be of this machine or its own network
    (None: as the setting for webhooks says). Raises NotSent with a sentence."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise NotSent(_("This is not an address.")) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or not url.isascii() or not url.isprintable():
        raise NotSent(_("An address begins with https:// and has no spaces or special characters."))
    if parts.username is not None or parts.fragment or port == 0 or " " in url or "\\" in url:
        raise NotSent(_("An address cannot have a user name, password, # or space."))
    if _allows(local):
        return parts
    if parts.scheme == "http":
        raise NotSent(_("Webhook addresses must use https, unless VIERTAL_WEBHOOKS_LOCAL allows others."))
    if _is_inside(parts.hostname):
        raise NotSent(_inside(parts.hostname))
    return parts


def _allows(local: bool | None) -> bool:
    return bool(settings.WEBHOOKS_LOCAL) if local is None else local


def _is_inside(host: str) -> bool:
    """Return whether a host that is written in numbers, in whatever way, or localhost, is not outside. A name is
    not looked up here: what it leads to counts when something is sent."""
    host = host.rstrip(".").lower()
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return not is_outside(host if ":" in host else socket.inet_ntoa(socket.inet_aton(host)))
    except (OSError, ValueError):
        return False


def _inside(host: str) -> str:
    return _("%(host)s is an address of this machine or its own network; VIERTAL_WEBHOOKS_LOCAL allows those.") % {
        "host": host
    }


def is_outside(address: str) -> bool:
    """Return whether an IP address belongs to the outside world: no loopback, private, link-local, multicast or
    reserved one, also where it is packed into another."""
    ip = ip_address(address.partition("%")[0])
    if any(ip in network for network in _NOT_OUTSIDE):
        return False
    if isinstance(ip, IPv6Address):
        inner: IPv4Address | None = ip.ipv4_mapped or ip.sixtofour
        if ip.teredo is not None:
            return False
        if ip in _EMBEDDED or ip in _MORE_EMBEDDED:
            inner = IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            return is_outside(str(inner))
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


def resolve(host: str, port: int, *, local: bool | None = None) -> list[str]:
    """Return the IP addresses of a host. Raises NotSent where there is none, or any of them may not be reached."""
    try:
        answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotSent(_("The host %(host)s is unknown.") % {"host": host}) from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in answers))
    if not _allows(local) and not all(map(is_outside, addresses)):
        raise NotSent(_inside(host))
    return addresses


def tls() -> ssl.SSLContext:
    """Return what connections to others begin with: certificates are checked, and nothing older than TLS 1.2 is spoken,
    which Debian's Python leaves to the system."""
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


class _To(http.client.HTTPConnection):
    """A connection to one IP address, whatever the name says by now."""

    def __init__(self, host: str, port: int, address: str, secure: bool) -> None:
        super().__init__(host, port, timeout=PATIENCE)
        self._address, self._secure = address, secure
        self.was_cut = False

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self.port), self.timeout)
        if self._secure:
            self.sock = tls().wrap_socket(self.sock, server_hostname=self.host)

    def cut(self) -> None:
        """End it from outside, whatever it waits for: one byte now and then is no answer either."""
        self.was_cut = True
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


def post(url: str, body: bytes, headers: Mapping[str, str], *, local: bool | None = None) -> Answer:
    """Send a body; ``local`` as for `checked`. Raises NotSent where nobody answers within ten seconds, or the address
    may not be reached."""
    parts = checked(url, local=local)
    secure = parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    host = parts.hostname or ""
    deadline = time.monotonic() + PATIENCE
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    problem = ""
    for address in resolve(host, port, local=local)[:2]:
        connection = _To(host, port, address, secure)
        watch = threading.Timer(max(0.1, deadline - time.monotonic()), connection.cut)
        watch.daemon = True
        watch.start()
        try:
            connection.request("POST", target, body, {**headers, "Host": parts.netloc, "Connection": "close"})
            answer = connection.getresponse()
            text = answer.read(MOST_READ).decode("utf-8", "replace").replace("\0", "")
            if not connection.was_cut:
                return Answer(answer.status, text)
            problem = _("It did not answer within ten seconds.")
        except TimeoutError:
            problem = _("It did not answer within ten seconds.")
        except (OSError, http.client.HTTPException) as error:
            problem = _("It could not be reached: %(error)s.") % {"error": str(error) or type(error).__name__}
            if connection.was_cut:
                problem = _("It did not answer within ten seconds.")
        finally:
            watch.cancel()
            connection.close()
        if time.monotonic() > deadline:
            break
    raise NotSent(problem)
