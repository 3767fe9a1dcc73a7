"""Older versions of the event document, brought up to the one that is read.

``viertal-event/1`` is the first version there is, so no step exists yet. The next version adds one here: a function
that takes the plain values of version n and gives those of version n + 1. A document passes the steps one after the
other and is then checked as if it had been written today.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from games.core.notices import Notice
from scoring.documents.document import FORMAT, DocumentError

Step = Callable[[Mapping[str, Any]], Mapping[str, Any]]

STEPS: dict[int, Step] = {}
"""By the version that a step starts from."""

FAMILY, _, _number = FORMAT.partition("/")
CURRENT = int(_number)
_FORMAT = re.compile(rf"{FAMILY}/([0-9]{{1,4}})")


def upgraded(value: object) -> object:
    """Return the plain values of a document in the current version; a value that is no older document stays as it is.

    Raises DocumentError for a version that a newer program wrote, or an older one that no step starts from.
    """
    while isinstance(value, Mapping):
        text = value.get("format")
        match = _FORMAT.fullmatch(text) if isinstance(text, str) else None
        if match is None or int(match[1]) == CURRENT:
            break
        version = int(match[1])
        if version > CURRENT:
            raise DocumentError("format", Notice("document-newer", format=match[0], known=FORMAT))
        if version not in STEPS:
            raise DocumentError("format", Notice("document-no-version", format=match[0], known=FORMAT))
        value = {**STEPS[version](value), "format": f"{FAMILY}/{version + 1}"}
    return value
