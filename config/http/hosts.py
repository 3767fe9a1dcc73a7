"""The names that the site answers to, each in one spelling, before a page is looked for in memory.

A page is kept once for each name, because what it shows to others (links, codes for phones) begins with the name.
Names that cost nothing to make up, such as another port or another bare name, would each have a page made anew. So
only this machine's own names and those of ALLOWED_HOSTS are free; of other names that are allowed, a few have a place
at the same time, and keep it as long as they are used.
"""

from __future__ import annotations

import socket
import time
from collections import OrderedDict
from collections.abc import Callable

from django.http.request import split_domain_port, validate_host

from config.http import notices
from config.http.middleware import is_local
from config.http.routing import Application, Receive, Scope, Send

GUESTS = 32
"""Names that are allowed, and not known to be this site's, at the same time."""

UNUSED = 600.0
"""Seconds after which such a name gives its place up."""

USUAL_PORTS = frozenset({"", "80", "443"})


class Hosts:
    """An ASGI application that lets requests for names of this site through to ``application``."""

    def __init__(
        self,
        application: Application,
        allowed: list[str],
        *,
        local_only: bool,
        guests: int = GUESTS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._application = application
        self._allowed = allowed
        self._local_only = local_only
        self._exact = {name.lower() for name in allowed if not name.startswith((".", "*"))}
        machine = socket.gethostname().lower()
        self._own = {"localhost", "127.0.0.1", "[::1]", machine, machine.partition(".")[0] + ".local"}
        self._room = guests
        self._guests: OrderedDict[str, float] = OrderedDict()
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        named = [value for name, value in scope.get("headers", ()) if name == b"host"]
        if scope["type"] != "http" or not named:
            await self._application(scope, receive, send)
            return
        host = named[0].decode("latin-1").lower() if len(named) == 1 else ""
        domain, port = split_domain_port(host)
        port = port.lstrip("0")
        if not domain or len(port) > 5 or not self._is_allowed(domain):
            await notices.answer(scope, send, notices.WRONG_NAME)
            return
        host = f"{domain}:{port}" if port else domain
        if not self._is_ours(domain, port, scope.get("server")) and not self._takes(host):
            await notices.answer(scope, send, notices.TOO_MANY_NAMES)
            return
        if host.encode("latin-1") != named[0]:
            headers = [(name, host.encode("latin-1") if name == b"host" else value) for name, value in scope["headers"]]
            scope = {**scope, "headers": headers}
        await self._application(scope, receive, send)

    def _is_allowed(self, domain: str) -> bool:
        return is_local(domain) if self._local_only else validate_host(domain, self._allowed)

    def _is_ours(self, domain: str, port: str, server: tuple[str, int | None] | None) -> bool:
        """Return whether this is a name that the site certainly has: its own, or one that the settings spell out."""
        address, listening = server or ("", None)
        if port not in USUAL_PORTS and port != str(listening):
            return False
        if not self._local_only:
            return domain in self._exact
        return domain in self._own or domain.strip("[]") == address

    def _takes(self, host: str) -> bool:
        """Return whether there is a place for a name that may or may not be one of this site's."""
        now = self._clock()
        while self._guests and next(iter(self._guests.values())) < now - UNUSED:
            self._guests.popitem(last=False)
        if host not in self._guests and len(self._guests) >= self._room:
            return False
        self._guests[host] = now
        self._guests.move_to_end(host)
        return True
