from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline

from tournaments.admin.base import ForOrganisers, KeepsNewer, OfAClub, OneByOne, OnlyOffered
from tournaments.domain.access import clubs_of
from tournaments.forms.seen_values import NAME as SEEN
from tournaments.forms.seen_values import SeenModelForm
from tournaments.models import RatedEvent, RatingList, Series, SeriesEvent, Tournament
from tournaments.services.seasons import changed, tell


class SeasonAdmin(KeepsNewer, OneByOne, ForOrganisers, OfAClub, OnlyOffered, ModelAdmin):
    """Rating lists and series: seen and changed by organisers of their club, computed by a worker.

    Deleted one by one, as the tournaments that link to one are told."""

    form = SeenModelForm
    list_display = ("name", "tournaments_count", "computed_at", "published", "page_link")
    list_filter = ("published",)
    search_fields = ("name",)
    prepopulated_fields = {"slug": ("name",)}
    readonly_fields = ("computed_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(club__in=clubs_of(request.user))

    def get_fieldsets(self, request: HttpRequest, obj: RatingList | Series | None = None) -> Any:
        return [*self.asked_for_club(request, obj), *super().get_fieldsets(request, obj)]

    def save_model(self, request: HttpRequest, obj: RatingList | Series, form: Any, change: bool) -> None:
        if not change:
            self.give_club(request, obj, form)
        super().save_model(request, obj, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        before = [link.tournament_id for link in form.instance.events.all()]
        super().save_related(request, form, formsets, change)
        tell([pk for pk in before if not form.instance.events.filter(tournament=pk).exists()])
        changed(form.instance, by=request.user)

    def delete_model(self, request: HttpRequest, obj: RatingList | Series) -> None:
        events = [link.tournament_id for link in obj.events.all()]
        super().delete_model(request, obj)
        tell(events)

    def view_on_site(self, obj: RatingList | Series) -> str:
        return obj.get_absolute_url()

    @admin.display(description=_("tournaments"))
    def tournaments_count(self, season: RatingList | Series) -> int:
        return season.events.count()

    @admin.display(description="")
    def page_link(self, season: RatingList | Series) -> str:
        return format_html('<a class="v-desk-link" href="{}">{}</a>', season.get_absolute_url(), _("Page"))


class EventInline(ForOrganisers, TabularInline):
    """The tournaments of a list or series. They count in the order of their dates."""

    form = SeenModelForm
    extra = 1
    fields = ("tournament", SEEN)
    autocomplete_fields = ("tournament",)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "tournament":
            kwargs["queryset"] = Tournament.objects.filter(club__in=clubs_of(request.user))
            kwargs["label"] = capfirst(Tournament._meta.verbose_name)  # the key's own name is English everywhere
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


class RatedEventInline(EventInline):
    model = RatedEvent


class SeriesEventInline(EventInline):
    model = SeriesEvent


ELO = ("elo_start", "elo_k", "elo_k_new", "elo_new_games")


@admin.register(RatingList)
class RatingListAdmin(SeasonAdmin):
    fields = ("name", "slug", "published", "method", "provisional_games", *ELO, "computed_at")
    radio_fields = {"method": admin.VERTICAL}
    inlines = (RatedEventInline,)


@admin.register(Series)
class SeriesAdmin(SeasonAdmin):
    fields = ("name", "slug", "published", "value", "places", ("best", "drop"), "ties", "computed_at")
    radio_fields = {"ties": admin.VERTICAL}
    inlines = (SeriesEventInline,)
    change_form_before_template = "desk/seasons/_season_before.html"
