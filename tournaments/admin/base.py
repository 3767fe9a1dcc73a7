"""The shared parts of the admin's pages: their rights, deletion one by one, and the page that shows a secret once."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import ModelAdmin
from django.http import HttpRequest
from django.template.response import TemplateResponse

from tournaments.domain.access import organises


def may_sign_in(request: HttpRequest) -> bool:
    """Return whether somebody may be at a desk at all."""
    return bool(request.user.is_active and getattr(request.user, "is_staff", False))


class OneByOne:
    """Mixed into an admin, before it: no bulk deletion, which would not look at each row."""

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions: dict[str, Any] = super().get_actions(request)  # type: ignore[misc]
        actions.pop("delete_selected", None)
        return actions


class ForOrganisers:
    """Mixed into an admin or an inline, before it: seen and changed by organisers of the installation alone."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return organises(request.user)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return organises(request.user)

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission


def show_secret(page: ModelAdmin, request: HttpRequest, shown: Any, secret: str, title: str) -> TemplateResponse:
    """Show a secret, on the only page that ever does; nothing keeps it, not even the browser's cache."""
    context = {
        **page.admin_site.each_context(request),
        "title": title,
        "opts": page.opts,
        "secret": secret,
        "shown": shown,
    }
    response = TemplateResponse(request, "api/secret_shown.html", context)
    response.headers["Cache-Control"] = "no-store"
    return response
