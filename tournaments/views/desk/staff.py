"""The staff of an event: who has an account, and who comes in by a code for this evening."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain.access import Action
from tournaments.forms.accounts import InvitationForm, StaffCodeForm
from tournaments.models import Appointment, Invitation, StaffCode, Tournament
from tournaments.services.accounts import invitations
from tournaments.services.accounts import staff_codes as services
from tournaments.text import browser_name, write_tables
from tournaments.views.desk.base import at_desk, desk_page, desk_url, number_of
from tournaments.web.addresses import public_root, qr_code
from tournaments.web.staff_pages import refusal_in

OTHER_IDS = "invite_%s"
"""Of the second form's fields: a page has each id once."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A code or an invitation on the page: its link in letters and as a picture."""

    row: StaffCode | Invitation
    name: str
    role: str
    tables: str
    address: str
    picture: SafeString
    is_new: bool
    phone: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT)
def staff(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who works here, the codes and the invitations that are out; a POST makes a code."""
    form = _code_form(tournament, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        with refusal_in(form):
            code = services.make(
                tournament.pk, asked["name"], asked["role"],
                by=request.user, until=asked["until"], tables=asked["tables"],
            )  # fmt: skip
            return redirect(f"{desk_url('staff', tournament)}?code={code.pk}#code-{code.pk}")
    return _page(request, tournament, form, InvitationForm(auto_id=OTHER_IDS))


@require_POST
@at_desk(Action.EDIT)
def invite(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Make an invitation; with an e-mail address it is sent, too."""
    form = InvitationForm(request.POST, auto_id=OTHER_IDS)
    if form.is_valid():
        asked = form.cleaned_data
        with refusal_in(form):
            invitation = invitations.invite(
                tournament.pk, asked["name"], asked["role"],
                by=request.user, email=asked["email"], tables=asked["tables"],
            )  # fmt: skip
            return redirect(f"{desk_url('staff', tournament)}?invitation={invitation.pk}#invitation-{invitation.pk}")
    return _page(request, tournament, _code_form(tournament), form)


@require_POST
@at_desk(Action.EDIT)
def revoke(request: HttpRequest, tournament: Tournament, invitation_id: int) -> HttpResponse:
    """End an invitation; its link leads nowhere from this moment."""
    invitation = get_object_or_404(Invitation, pk=invitation_id, tournament=tournament)
    invitations.revoke(invitation.pk, by=request.user)
    messages.success(request, _("The invitation of %(name)s no longer works.") % {"name": invitation.name})
    return redirect(desk_url("staff", tournament))


@require_POST
@at_desk(Action.EDIT)
def decide_taken_up(request: HttpRequest, tournament: Tournament, invitation_id: int) -> HttpResponse:
    """Keep, or end, the role of somebody whom nobody answers for any more."""
    invitation = get_object_or_404(Invitation, pk=invitation_id, tournament=tournament)
    messages.success(request, invitations.decide(invitation.pk, keep="keep" in request.POST, by=request.user))
    return redirect(desk_url("staff", tournament))


@require_POST
@at_desk(Action.EDIT)
def end(request: HttpRequest, tournament: Tournament, code_id: int) -> HttpResponse:
    """End a code; its phone is out from this moment."""
    code = get_object_or_404(StaffCode.objects.select_related("user"), pk=code_id, tournament=tournament)
    services.end(code.pk, by=request.user)
    messages.success(request, _("The code of %(name)s no longer works.") % {"name": code.user.first_name})
    return redirect(desk_url("staff", tournament))


def midnight_after(tournament: Tournament) -> datetime:
    """Return the end of the event's day by the clock of the hall; of today, where that has gone by."""
    day = max(tournament.starts, timezone.localdate())
    return timezone.make_aware(datetime.combine(day + timedelta(days=1), time.min))


def _code_form(tournament: Tournament, sent: QueryDict | None = None) -> StaffCodeForm:
    return StaffCodeForm(sent, initial={"until": midnight_after(tournament)})


def _page(
    request: HttpRequest, tournament: Tournament, form: StaffCodeForm, invitation: InvitationForm
) -> HttpResponse:
    appointments = Appointment.objects.filter(tournament=tournament, user__is_temporary=False)
    context = {
        "form": form,
        "invitation_form": invitation,
        "codes": _codes(request, tournament),
        "invitations": _invitations(request, tournament),
        "taken_up": invitations.taken_up(Q(tournament=tournament)),
        "with_account": [
            (appointment, write_tables(appointment.tables))
            for appointment in appointments.select_related("user").order_by("role", "user")
        ],
    }
    status = 422 if form.errors or invitation.errors else 200
    return desk_page(request, "desk/staff/staff.html", tournament, context, status)


def _codes(request: HttpRequest, tournament: Tournament) -> list[Shown]:
    new = number_of(request.GET.get("code", ""))
    working = StaffCode.objects.filter(tournament=tournament, ended_at=None, until__gt=timezone.now())
    roles = {row.user_id: row for row in Appointment.objects.filter(tournament=tournament, user__is_temporary=True)}
    return [
        _shown(request, code, roles[code.user_id], "staff_code", code.user.first_name, code.pk == new)
        for code in working.select_related("user")
    ]


def _invitations(request: HttpRequest, tournament: Tournament) -> list[Shown]:
    new = number_of(request.GET.get("invitation", ""))
    return [
        _shown(request, invitation, invitation, "invitation", invitation.name, invitation.pk == new)
        for invitation in invitations.open_invitations(tournament.pk)
    ]


def _shown(
    request: HttpRequest, row: StaffCode | Invitation, role: Appointment | Invitation, door: str, name: str, new: bool
) -> Shown:
    address = public_root(request) + reverse(door, args=[row.token])
    picture = qr_code(address, _("Code of %(name)s") % {"name": name})
    phone = browser_name(row.browser) if isinstance(row, StaffCode) else ""
    return Shown(row, name, role.get_role_display(), write_tables(role.tables), address, picture, new, phone)
