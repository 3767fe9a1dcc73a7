"""Webhooks and the log of what they were told."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextInputWidget

from tournaments.admin.base import KeepsNewer, OnlyOffered, show_secret
from tournaments.domain.access import Action, keeps_installation, may, tournaments_for
from tournaments.domain.errors import Refused
from tournaments.forms.seen_values import SeenForm
from tournaments.models import Delivery, Tournament, Webhook
from tournaments.models.mail import Event, every_event
from tournaments.sentences import sentence
from tournaments.services import webhooks


class WebhookForm(SeenForm, forms.ModelForm):
    """An address, and what it is told of."""

    events = forms.MultipleChoiceField(
        label=_("Events"), choices=Event.choices, initial=every_event, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = Webhook
        fields = ("tournament", "url", "events", "active")
        widgets = {"url": UnfoldAdminTextInputWidget(attrs={"placeholder": "https://"})}

    def clean_url(self) -> str:
        url = str(self.cleaned_data["url"])
        try:
            webhooks.refuse_address(url)
        except Refused as error:
            raise ValidationError(error.message) from error
        return url


def mine(request: HttpRequest, queryset: QuerySet[Any], path: str) -> QuerySet[Any]:
    """Return the rows of tournaments that the user may change; those of the installation for its organisers."""
    if keeps_installation(request.user):
        return queryset
    return queryset.filter(Q(**{f"{path}__in": tournaments_for(request.user, Action.EDIT)}))


def may_manage(request: HttpRequest, tournament: Tournament | None) -> bool:
    """Return whether the user may change a tournament's webhooks; the installation's where there is no tournament."""
    return keeps_installation(request.user) if tournament is None else may(request.user, Action.EDIT, tournament)


class Hooks(OnlyOffered, ModelAdmin):
    """Seen by everybody who may change a tournament."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        known = vars(request)  # a page of the admin asks fourteen times, for its list of links
        if "changes_a_tournament" not in known:
            user = request.user
            known["changes_a_tournament"] = keeps_installation(user) or tournaments_for(user, Action.EDIT).exists()
        return bool(known["changes_a_tournament"])


@admin.register(Webhook)
class WebhookAdmin(KeepsNewer, Hooks):
    form = WebhookForm
    list_display = ("url", "tournament", "active", "why_stopped", "last_success_at")
    list_filter = ("active",)
    readonly_fields = ("why_stopped", "last_success_at")
    list_select_related = ("tournament",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Webhook]:
        return mine(request, super().get_queryset(request), "tournament")

    def get_fields(self, request: HttpRequest, obj: Webhook | None = None) -> tuple[str, ...]:
        shown = ("tournament", "url", "events", "active")
        return shown if obj is None else (*shown, "why_stopped", "last_success_at")

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "tournament":
            kwargs["queryset"] = tournaments_for(request.user, Action.EDIT)
            field = super().formfield_for_foreignkey(db_field, request, **kwargs)
            field.required = not keeps_installation(request.user)
            return field
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def has_view_permission(self, request: HttpRequest, obj: Webhook | None = None) -> bool:
        return self.has_module_permission(request) if obj is None else may_manage(request, obj.tournament)

    has_change_permission = has_delete_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_module_permission(request)

    def save_model(self, request: HttpRequest, obj: Webhook, form: Any, change: bool) -> None:
        if obj.active or not change:
            obj.created_by = request.user  # whoever has it told answers for it
        if obj.active:
            obj.stopped_because = None
        super().save_model(request, obj, form, change)

    @admin.display(description=_("stopped because"))
    def why_stopped(self, webhook: Webhook) -> str:
        return sentence(webhook.stopped_because)

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:
        """Show the secret with which messages are signed."""
        return show_secret(self, request, obj, obj.secret, obj.url)


@admin.register(Delivery)
class DeliveryAdmin(Hooks):
    """The deliveries: what was sent to whom, when, and the answer."""

    list_display = ("happened_at", "event", "webhook", "state", "attempts", "last")
    list_filter = ("state", "event")
    list_select_related = ("webhook",)
    fields = ("webhook", "event", "number", "happened_at", "state", "attempts", "next_at", "message", "log")
    readonly_fields = fields
    actions = ("send_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Delivery]:
        return mine(request, super().get_queryset(request), "webhook__tournament")

    def has_view_permission(self, request: HttpRequest, obj: Delivery | None = None) -> bool:
        return self.has_module_permission(request) if obj is None else may_manage(request, obj.webhook.tournament)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Delivery | None = None) -> bool:
        return False

    has_delete_permission = has_change_permission

    def has_send_permission(self, request: HttpRequest) -> bool:
        return self.has_module_permission(request)

    @admin.display(description=_("last answer"))
    def last(self, delivery: Delivery) -> str:
        if not delivery.tries:
            return "–"
        entry = delivery.tries[-1]
        return str(entry["status"] or entry["said"])[:80]

    @admin.display(description=_("message"))
    def message(self, delivery: Delivery) -> str:
        return format_html("<pre>{}</pre>", json.dumps(delivery.payload, ensure_ascii=False, indent=1))

    @admin.display(description=_("log"))
    def log(self, delivery: Delivery) -> str:
        lines = [f"{t['at']}  {t['status'] or '–'}  {t['ms']} ms  {t['said']}" for t in delivery.tries]
        return format_html("<pre>{}</pre>", "\n".join(lines) or "–")

    @admin.action(description=_("Send again"), permissions=["send"])
    def send_again(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> None:
        for delivery in queryset:
            webhooks.try_again(delivery.pk, by=request.user)
        messages.success(request, gettext("They will be sent again."))
