"""The OpenAPI document that programs make their clients from: valid, as the specification's own schema has it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator

from tournaments.api.public.meta import openapi


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(openapi())


def test_the_document_is_valid_openapi(document: Any) -> None:
    errors = list(OpenAPIV31SpecValidator(document).iter_errors())
    assert not [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in errors]
