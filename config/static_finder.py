"""Finds the static files that pages use, and leaves the rest of a package's where it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.finders import AppDirectoriesFinder

_REFERENCE = "drf_spectacular_sidecar"
UNUSED = (
    f"{_REFERENCE}/redoc/*",
    f"{_REFERENCE}/swagger-ui-dist/oauth2-redirect.*",
    f"{_REFERENCE}/swagger-ui-dist/swagger-ui-standalone-preset.*",
    f"{_REFERENCE}/swagger-ui-dist/favicon-*",
)
"""Patterns of paths. Of the API's reference page one script and one style are used."""


class UsedFiles(AppDirectoriesFinder):
    """The files of all apps but those that no page asks for."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[Any]:
        """Return path and storage of each file."""
        return iter(super().list([*(ignore_patterns or ()), *UNUSED]))
