"""The desk's pages about players who enter themselves: what was sent, and the settings of the form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings as django_settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tournaments.domain.access import Action, actions
from tournaments.domain.errors import Refused
from tournaments.forms.registrations import RegistrationSettingsForm
from tournaments.imports.writing import CSV, Sheet, write_csv
from tournaments.models import Registration, Tournament
from tournaments.selectors import registrations as selectors
from tournaments.services.entries import registration_decisions as services
from tournaments.services.entries import registration_mails
from tournaments.services.events import season_evenings
from tournaments.text import number_of
from tournaments.views.desk.base import at_desk, desk_page, desk_url, held, step
from tournaments.web.addresses import public_root
from tournaments.web.staff_pages import private_file, refusal_shown


@require_GET
@at_desk(Action.PLAYERS)
def registrations(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what players sent."""
    desk = selectors.desk(tournament, request.user)
    context: dict[str, Any] = {
        "desk": desk,
        "changed": {row.registration.pk for row in desk.accepted if services.changed_of(row.registration)},
        "allowed": {action.name for action in actions(request.user, tournament)},
        "address": public_root(request) + reverse("enter", args=[tournament.slug]),
        "offer": selectors.offer(tournament),
        "mail_server": django_settings.MAIL_SERVER is not None,
    }
    return desk_page(request, "desk/entries/registrations.html", tournament, context)


@require_POST
@at_desk(Action.PLAYERS)
def act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Decide on registrations: ``do`` names what, and the row; without a row it is for all that are ticked."""
    what, _sep, key = request.POST.get("do", "").partition(":")
    if not what:
        return redirect(desk_url("registrations", tournament))  # Enter in the field of a reason
    rows = [number_of(key)] if key else [number_of(text) for text in request.POST.getlist("row")]
    if not rows:
        messages.warning(request, _("Tick the entries first."))
        return redirect(desk_url("registrations", tournament))
    came = Registration.objects.filter(tournament=tournament).values_list("pk", flat=True)
    order = {pk: place for place, pk in enumerate(came)}
    done = 0
    for pk in sorted(rows, key=lambda pk: order.get(pk, 0)):
        with refusal_shown(request):
            _step(request, tournament, what, pk)()
            done += 1
    if done:
        messages.success(request, ngettext("%(count)d entry done.", "%(count)d entries done.", done) % {"count": done})
    return redirect(desk_url("registrations", tournament))


def _step(request: HttpRequest, tournament: Tournament, what: str, pk: int) -> Callable[[], Any]:
    by = request.user
    match what:
        case "accept":
            who = request.POST.get(f"who-{pk}", "")
            player = number_of(who) or None
            return lambda: services.accept(tournament.pk, pk, by=by, player=player, new=who == "new")
        case "refuse":
            reason = request.POST.get(f"reason-{pk}") or request.POST.get("reason", "")
            return lambda: services.refuse(tournament.pk, pk, by=by, reason=reason)
        case "take-over":
            return lambda: services.take_over(tournament.pk, pk, by=by)
        case "paid" | "unpaid":
            return lambda: services.mark_paid(tournament.pk, pk, by=by, paid=what == "paid")
    raise Refused(_("There is no such action."))


@at_desk(Action.EDIT)
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show how players enter themselves; a POST changes it."""
    # the link that says “Offer the form” leads to a form in which that is ticked
    initial = {"offered": True} if request.GET.get("offer") == "1" else None
    with held(request, tournament):
        kept, typed = selectors.settings_of(tournament), request.POST if request.method == "POST" else None
        form = RegistrationSettingsForm(typed, instance=kept, initial=initial)
        if form.is_valid():
            try:
                services.set_up(tournament.pk, form.cleaned_data, by=request.user)
            except ValidationError as error:
                form.add_error(None, error)
    if form.is_valid():
        everywhere = "everywhere" in request.POST
        copied = season_evenings.copy_registration_settings(tournament.pk, by=request.user) if everywhere else 0
        saved = ngettext("Saved, also for %(count)d evening.", "Saved, also for %(count)d evenings.", copied)
        messages.success(request, saved % {"count": copied} if copied else _("Saved."))
        return redirect(desk_url("registrations", tournament))
    context = {"form": form, "others": season_evenings.other_evenings(tournament, request.user).count()}
    return desk_page(request, "desk/entries/registration_settings.html", tournament, context)


@step(Action.PLAYERS, "registrations")
def message(request: HttpRequest, tournament: Tournament) -> str:
    """Write a mail to a group of the players who entered themselves."""
    asked = {name: request.POST.get(name, "") for name in ("to", "subject", "text")}
    count = registration_mails.message(tournament.pk, by=request.user, **asked)
    sentence = ngettext("The e-mail goes to %(count)d address.", "The e-mail goes to %(count)d addresses.", count)
    return sentence % {"count": count}


@require_GET
@at_desk(Action.PLAYERS)
def export(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Export what players sent, for a spreadsheet."""
    heads = [
        _("name"), _("club"), _("rating"), _("year of birth"), _("section"), _("team"), _("wished partner"),
        _("e-mail"), _("parent or guardian"), _("remark"), _("state"), _("paid"), _("sent"),
    ]  # fmt: skip
    rows = [
        [
            row.name, row.club, row.rating, row.birth_year, row.section, row.team, row.partner, row.email, row.parent,
            row.remark, row.get_state_display(), _("yes") if row.paid else _("no"),
            timezone.localtime(row.sent_at).strftime("%Y-%m-%d %H:%M"),
        ]
        for row in Registration.objects.filter(tournament=tournament)
    ]  # fmt: skip
    language = (get_language() or "en").partition("-")[0]
    return private_file(write_csv(Sheet(tournament.name, heads, rows), language), CSV, f"{tournament.slug}-entries.csv")
