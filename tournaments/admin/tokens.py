"""Tokens of programs: made and revoked by the person they belong to, shown once."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin

from tournaments.admin.base import OnlyOffered, may_sign_in, show_secret
from tournaments.models import ApiToken
from tournaments.services.accounts import accounts
from tournaments.views.accounts.sessions import ask_again_to_act


@admin.register(ApiToken)
class ApiTokenAdmin(OnlyOffered, ModelAdmin):
    """API tokens: a person sees their own; an organiser of the installation sees everybody's, and no secret of any."""

    list_display = ("name", "scope", "user", "hint", "last_used_at", "expires_at", "state")
    fields = ("name", "scope", "expires_at")
    radio_fields = {"scope": admin.VERTICAL}
    actions = ("revoke",)
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[ApiToken]:
        tokens = super().get_queryset(request).select_related("user")
        return tokens if request.user.is_superuser else tokens.filter(user=request.user.pk)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return may_sign_in(request)

    def has_view_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        mine = obj is None or obj.user_id == request.user.pk or getattr(request.user, "is_superuser", False)
        return bool(mine) and self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_module_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: ApiToken | None = None) -> bool:
        """Forbid deletion: a token is revoked instead, so that its name stays known."""
        return False

    def add_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Ask for the password once more, as a token outlives the session that made it."""
        return ask_again_to_act(request, self) or super().add_view(request, *args, **kwargs)

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        return self.has_module_permission(request)

    def save_model(self, request: HttpRequest, obj: ApiToken, form: Any, change: bool) -> None:
        obj.user = request.user
        obj.shown_once = obj.give_secret()
        super().save_model(request, obj, form, change)

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:
        return show_secret(self, request, obj, obj.shown_once, obj.name)

    @admin.display(description=_("state"))
    def state(self, token: ApiToken) -> str:
        if token.revoked_at is not None:
            return gettext("revoked")
        return (
            gettext("in use") if token.expires_at is None or token.expires_at > timezone.now() else gettext("expired")
        )

    @admin.action(description=_("Revoke"), permissions=["revoke"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        for token in queryset:
            accounts.revoke_token(token.pk, by=request.user)
        messages.success(request, gettext("Revoked: these tokens no longer work."))
