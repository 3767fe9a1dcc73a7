"""A program that asks the API."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from tournaments.services.accounts import accounts

API = "/api/v1"
NEW = {
    "name": "Club evening",
    "slug": "club",
    "game": "quarto",
    "published": True,
    "pairing": {"system": "berger", "rounds": 3, "table_size": 2},
}
SEEN = {method: {"if-match": "*"} for method in ("PUT", "PATCH")}


class Program:
    """A program with a token; it replaces whatever is there, unless it is told what was seen."""

    def __init__(self, user: Any, scope: str = "organise") -> None:
        self.token, self.secret = accounts.make_token(by=user, name="a program", scope=scope)
        self.client = Client()

    def copied(self) -> Program:
        """The same token in a client of its own, as threads must have."""
        copy = object.__new__(Program)
        copy.token, copy.secret, copy.client = self.token, self.secret, Client()
        return copy

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        answer = self.client.generic(
            method,
            API + path,
            content,
            content_type="application/json",
            headers={"authorization": f"Bearer {self.secret}", **SEEN.get(method, {}), **headers},
        )
        answer.said = json.loads(answer.content) if answer.content else None
        return answer
