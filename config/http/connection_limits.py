"""The count and the limits of this process's open connections: the server's protocol counts, the application asks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class OpenConnections:
    """``number`` goes up with each connection that is made and down with each that is lost. More than ``public`` are
    for people who are signed in; more than ``all`` are refused."""

    number: int = 0
    public: int = 1_000_000
    all: int = 1_000_000


CONNECTIONS = OpenConnections()
