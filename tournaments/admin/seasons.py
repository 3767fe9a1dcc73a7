from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from unfold.admin import TabularInline

from tournaments.admin.people import OrganisersOnly
from tournaments.models import RatedEvent, RatingList, Series, SeriesEvent
from tournaments.services.seasons import changed, tell


class SeasonAdmin(OrganisersOnly):
    """Rating lists and series: seen and changed by organisers of the installation, computed by a worker."""

    list_display = ("name", "tournaments_count", "computed_at", "published", "page_link")
    list_filter = ("published",)
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}
    readonly_fields = ("computed_at",)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        before = [link.tournament_id for link in form.instance.events.all()]
        super().save_related(request, form, formsets, change)
        tell([pk for pk in before if not form.instance.events.filter(tournament=pk).exists()])
        changed(form.instance, by=request.user)

    def delete_model(self, request: HttpRequest, obj: RatingList | Series) -> None:
        events = [link.tournament_id for link in obj.events.all()]
        super().delete_model(request, obj)
        tell(events)

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Leave out bulk deletion: tournaments that link to what is deleted are told one by one."""
        actions = super().get_actions(request)
        actions.pop("delete_selected", None)
        return actions

    def view_on_site(self, obj: RatingList | Series) -> str:
        return obj.get_absolute_url()

    @admin.display(description=_("tournaments"))
    def tournaments_count(self, season: RatingList | Series) -> int:
        return season.events.count()

    @admin.display(description="")
    def page_link(self, season: RatingList | Series) -> str:
        return format_html('<a class="v-desk-link" href="{}">{}</a>', season.get_absolute_url(), _("Page"))


class EventInline(TabularInline):
    """The tournaments of a list or series. They count in the order of their dates."""

    extra = 1
    fields = ("tournament",)
    autocomplete_fields = ("tournament",)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_active and getattr(request.user, "is_superuser", False))

    has_add_permission = has_change_permission = has_delete_permission = has_view_permission


class RatedEventInline(EventInline):
    model = RatedEvent


class SeriesEventInline(EventInline):
    model = SeriesEvent


@admin.register(RatingList)
class RatingListAdmin(SeasonAdmin):
    fields = ("name", "slug", "published", "provisional_games", "computed_at")
    inlines = (RatedEventInline,)


@admin.register(Series)
class SeriesAdmin(SeasonAdmin):
    fields = ("name", "slug", "published", "value", "places", ("best", "drop"), "ties", "computed_at")
    inlines = (SeriesEventInline,)
