"""A middleware that compares each answer of the API with the OpenAPI document: every member must be described."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from tournaments.api.public.meta import openapi

FAULTS: list[str] = []
PROBLEM = "application/problem+json"
UNDESCRIBED = {304, 405}
"""What HTTP itself says: it stands beside each operation."""


def strict(document: Any) -> Any:
    """The document with answers that have no member but those it names. What is sent stays as it is."""
    for name, component in document["components"]["schemas"].items():
        if component.get("type") == "object" and "properties" in component and not name.endswith("Request"):
            component["additionalProperties"] = False
    return document


class AnswersAsDescribed:
    """Writes down in FAULTS where an answer and the document differ."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        kind = response.get("Content-Type", "").split(";")[0]
        if request.path_info.startswith("/api/") and kind in ("application/json", PROBLEM):
            FAULTS.extend(faults(request, response, kind))
        return response


def faults(request: HttpRequest, response: HttpResponse, kind: str) -> list[str]:
    where = f"{request.method} {request.path_info}: {response.status_code}"
    pointer = "#/components/schemas/Problem"
    if kind != PROBLEM:
        method = "get" if request.method == "HEAD" else str(request.method).lower()
        match = request.resolver_match
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", match.route) if match else ""
        operation = document()["paths"].get(path, {}).get(method)
        if operation is None:
            return [] if path == "/api/v1/schema" else [f"{where} is no operation"]
        described = operation["responses"].get(str(response.status_code))
        if described is None:
            return [] if response.status_code in UNDESCRIBED else [f"{where} is not described"]
        if kind not in described.get("content", {}):
            return [f"{where}: {kind} is not described"]
        inside = f"/responses/{response.status_code}/content/{kind.replace('/', '~1')}/schema"
        pointer = f"#/paths/{path.replace('/', '~1')}/{method}{inside}"
    if response.streaming or not response.content:
        return []
    errors = validator(pointer).iter_errors(json.loads(response.content))
    return [f"{where}, {error.json_path}: {error.message}" for error in errors]


@cache
def document() -> Any:
    return strict(json.loads(openapi()))


@cache
def validator(pointer: str) -> Draft202012Validator:
    registry = Registry().with_resource("urn:openapi", Resource(contents=document(), specification=DRAFT202012))
    return Draft202012Validator({"$ref": f"urn:openapi{pointer}"}, registry=registry)
