"""The admin's first page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.selectors.home import home


def first_page(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Give the theme its first page: the desks of the user."""
    return {**context, "title": _("Desk"), "home": home(request.user)}
