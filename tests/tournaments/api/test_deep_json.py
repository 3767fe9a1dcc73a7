"""A body nested for ever is a mistake of who sent it, at every operation that takes one."""

from __future__ import annotations

import json
import re

import pytest

from tests.tournaments.api.programs import NEW, Program
from tournaments.api.core.resource import DEEPEST
from tournaments.api.public.meta import openapi

pytestmark = pytest.mark.django_db
FOR_EVER = b"[" * 5000 + b"]" * 5000


@pytest.mark.parametrize(
    "body",
    [
        FOR_EVER,
        b'{"points":' + b"[" * 3000 + b"]" * 3000 + b"}",
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        b"[" * 100_000,
        b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1),
    ],
)
def test_a_body_nested_for_ever_is_400_with_a_sentence(program: Program, body: bytes) -> None:
    answer = program("POST", "/tournaments/", body)
    assert answer.status_code == 400
    assert answer.said["code"] == "parse_error" and f"{DEEPEST} levels" in answer.said["detail"]


def test_what_is_nested_as_far_as_may_be_is_read(program: Program) -> None:
    answer = program("POST", "/tournaments/", b"[" * DEEPEST + b"]" * DEEPEST)
    assert answer.said["code"] == "invalid"


def test_every_operation_that_writes_says_so(program: Program) -> None:
    assert program("POST", "/tournaments/", NEW).status_code == 201
    refused = 0
    for path, methods in json.loads(openapi())["paths"].items():
        for method in methods:
            if method in ("get", "delete"):  # these take no body; and the tournament must stay
                continue
            where = re.sub(r"\{\w+\}", "1", path.replace("{slug}", NEW["slug"]).removeprefix("/api/v1"))
            answer = program(method.upper(), where, FOR_EVER)
            assert answer.status_code < 500, (method, path)
            refused += (answer.said or {}).get("code") == "parse_error"
    assert refused > 10
