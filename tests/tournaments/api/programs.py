"""A program that asks the API."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from tournaments.services import tokens

API = "/api/v1"
NEW = {
    "name": "Club evening",
    "slug": "club",
    "game": "quarto",
    "published": True,
    "pairing": {"system": "berger", "rounds": 3, "table_size": 2},
}


class Program:
    """A program with a token."""

    def __init__(self, user: Any, scope: str = "organise") -> None:
        self.token, self.secret = tokens.make(by=user, name="a program", scope=scope)
        self.client = Client()

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        answer = self.client.generic(
            method,
            API + path,
            content,
            content_type="application/json",
            headers={"authorization": f"Bearer {self.secret}", **headers},
        )
        answer.said = json.loads(answer.content) if answer.content else None
        return answer
