"""The generator of the API's schema, served and printed by ``manage.py spectacular``: in English, closed sets named."""

from __future__ import annotations

from typing import Any

from django.utils import translation
from drf_spectacular import generators
from drf_spectacular.settings import patched_settings

from tournaments.api.core.enums import NAMES
from tournaments.api.core.problem_answers import CODES
from tournaments.api.core.tags import TAGS

_CREDENTIALS = {
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "An API token, made in the admin. Scopes: read, report, arbitrate, organise.",
    },
    "link": {
        "type": "apiKey",
        "in": "header",
        "name": "Authorization",
        "description": "`Link`, a space, and the last part of a player's link or of a table slip's address.",
    },
}


class SchemaGenerator(generators.SchemaGenerator):
    """Makes the document and the framework's checks from the same names, which stand beside the shapes."""

    def get_schema(self, request: Any = None, public: bool = False) -> Any:
        """Return the document (OpenAPI 3.1) in English, whatever the language of the thread."""
        with translation.override("en"), patched_settings({"ENUM_NAME_OVERRIDES": NAMES}):
            schema = super().get_schema(request=request, public=public)
        schema["components"].setdefault("securitySchemes", {}).update(_CREDENTIALS)
        schema["tags"] = [{"name": tag, "description": about} for tag, (about, _nouns) in TAGS.items()]
        schema["info"]["description"] += "\n\nErrors have a `code`:\n\n" + "\n".join(
            f"- `{code}` {meaning}" for code, meaning in CODES.items()
        )
        return schema
