"""Print the API's OpenAPI document, as the site serves it at ``/api/v1/schema``: ``python -m tools.openapi``."""

from __future__ import annotations

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from tournaments.api.public.meta import openapi

    sys.stdout.buffer.write(openapi() + b"\n")


if __name__ == "__main__":
    main()
