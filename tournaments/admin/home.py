"""The admin's first page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.selectors.home import home


def first_page(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """What the theme asks for its first page: the desks of who signed in."""
    return {**context, "title": _("Desk"), "home": home(request.user)}
