"""The admin's first page and its sidebar: what somebody may work with, and for organisers the log of it all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db.models import Count, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.domain.access import Action, keeps_installation, may_create, organises, several_clubs, tournaments_for
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors.people.people import to_decide
from tournaments.selectors.site.demonstration import Town, town

MOST = 12  # cards of one kind; the list of tournaments has them all
# What belongs to the events first; then what keeps the installation.
EVENTS = ("Tournament", "Player", "Series", "RatingList", "ClubGame", "Club")


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    tournaments: tuple[Tournament, ...]


@dataclass(frozen=True, slots=True)
class Home:
    """``groups``: running, planned and finished tournaments, those that are none left out. ``more``: whether there
    are others than shown. ``may_create``: whether this person sets tournaments up. ``proposals``: how many proposed
    changes of people wait for them. ``town``: what is there of the demonstration, for who may remove it, and
    ``invented`` its events."""

    groups: tuple[Group, ...]
    more: bool
    may_create: bool
    proposals: int
    town: Town | None = None
    invented: tuple[Tournament, ...] = ()


def home(user: Any) -> Home:
    """Return the user's tournaments by kind, in one query for each kind, whatever the size."""
    state = Tournament.State
    kinds = [
        (_("Running"), state.RUNNING, ("starts", "name", "pk")),
        (_("Upcoming"), state.PLANNED, ("starts", "name", "pk")),
        (_("Past"), state.FINISHED, ("-starts", "name", "pk")),
    ]
    every = tournaments_for(user, Action.WORK).annotate(
        playing=Coalesce(Subquery(_of(Entry.objects.all()).annotate(n=Count("pk")).values("n")), 0),
        newest=Subquery(_of(Round.objects.all()).annotate(n=Max("number")).values("n")),
    )
    shown = town() if keeps_installation(user) else None
    mine = every.filter(club__demonstration=False) if shown else every
    groups = [(title, list(mine.filter(state=s).order_by(*order)[: MOST + 1])) for title, s, order in kinds]
    return Home(
        tuple(Group(title, tuple(rows[:MOST])) for title, rows in groups if rows),
        any(len(rows) > MOST for _title, rows in groups),
        may_create(user),
        to_decide(user).count(),
        shown,
        tuple(every.filter(club__demonstration=True).order_by("-state", "name")) if shown else (),
    )


def _of(rows: QuerySet[Any]) -> QuerySet[Any]:
    return rows.filter(tournament=OuterRef("pk")).order_by().values("tournament")


def navigation(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the groups of links. The longest link that the page's address begins with is the current one."""
    if code := getattr(request, "staff_code", None):
        desk = _item(_("Desk"), reverse("admin:tournaments_desk", args=[code.tournament_id])) | {"active": True}
        return [{"title": "", "items": [desk]}]
    models = {
        model["object_name"]: _item(model["name"], model["admin_url"])
        for app in admin.site.get_app_list(request)
        for model in app["models"]
        if model["admin_url"]
    }
    if not models:
        return []
    events = [models.pop(name) for name in EVENTS if name in models]
    # Translators: the page for the projector with the address and its code
    events.append(_item(_("Address for phones"), reverse("hall")))
    others = [models[name] for name in sorted(models, key=lambda name: (name != "User", name))]
    if organises(request.user):
        others.append(_item(_("The log"), reverse("admin:tournaments_whole_log")))
        # Translators: the page about e-mail
        others.append(_item(_("Mail"), reverse("installation_mails")))
        others.append(_item(_("Is everything running well?"), reverse("installation_health")))
        if several_clubs(request.user):
            events.append(_item(_("Doubles"), reverse("admin:tournaments_doubles")))
    groups = [{"title": "", "items": [_item(_("Desk"), reverse("admin:index")), *events]}]
    if others:
        # Translators: heading of the links to API tokens and webhooks
        title = _("Installation") if organises(request.user) else _("Programs")
        groups.append({"title": title, "items": others})
    items = [item for group in groups for item in group["items"]]
    here = max((i["link"] for i in items if request.path.startswith(i["link"])), key=len, default=None)
    for item in items:
        item["active"] = item["link"] == here
    return groups


def account(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the links under the user's own name."""
    if getattr(request.user, "is_temporary", False):
        return []
    return [
        _item(_("Change password"), reverse("admin:password_change")),
        _item(_("Where I am logged in"), reverse("admin:tournaments_sessions")),
        _item(_("Second factor"), reverse("admin:tournaments_second_factor")),
        *([_item(_("Accounts elsewhere"), reverse("admin:tournaments_provider"))] if settings.OIDC else []),
    ]


def _item(title: str, link: str) -> dict[str, Any]:
    return {"title": title, "link": link}


def first_page(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """Give the theme its first page: the desks of the user."""
    return {**context, "title": _("Desk"), "home": home(request.user)}
