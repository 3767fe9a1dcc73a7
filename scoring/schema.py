"""The JSON Schema of the event document (draft 2020-12), as ``event.schema.json`` beside this file has it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

SCHEMA_FILE = Path(__file__).with_name("event.schema.json")


@cache
def event_schema() -> dict[str, Any]:
    """Return the schema as plain values; the caller does not change them."""
    schema: dict[str, Any] = json.loads(SCHEMA_FILE.read_text("utf-8"))
    return schema
