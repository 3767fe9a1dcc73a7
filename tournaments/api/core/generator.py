"""The generator of the API's schema: in English, with the names of the closed sets."""

from __future__ import annotations

from typing import Any

from django.utils import translation
from drf_spectacular import generators
from drf_spectacular.settings import patched_settings

from tournaments.api.core.enums import NAMES


class SchemaGenerator(generators.SchemaGenerator):
    """Makes the document and the framework's checks from the same names, which stand beside the shapes."""

    def get_schema(self, request: Any = None, public: bool = False) -> Any:
        """Return the document (OpenAPI 3.1) in English, whatever the language of the thread."""
        with translation.override("en"), patched_settings({"ENUM_NAME_OVERRIDES": NAMES}):
            return super().get_schema(request=request, public=public)
