"""The addresses of the desk's pages beside the desk itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, path

from tournaments.views import review

ONE = "<int:pk>/desk/"


def desk_paths(wrap: Callable[[Any], Any]) -> list[URLPattern]:
    """``wrap`` is the admin site's: only who is signed in and staff comes further."""
    pages = {
        "review/<int:round_id>/": (review.review, "review"),
        "review/<int:round_id>/change/": (review.change, "review_change"),
        "review/<int:round_id>/end/": (review.end, "review_end"),
    }
    return [
        path(ONE + address, wrap(view), name=f"tournaments_{name}") for address, (view, name) in pages.items()
    ]
