"""The staff of an event: who has an account, and who comes in by a code for this evening."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain.access import Action
from tournaments.forms.accounts import InvitationForm, StaffCodeForm
from tournaments.models import Appointment, Invitation, StaffCode, Tournament
from tournaments.services.accounts import invitations
from tournaments.services.accounts import staff_codes as services
from tournaments.text import write_tables
from tournaments.views.desk.base import at_desk, desk_page, desk_url, step
from tournaments.web.staff_pages import ShownLink, refusal_in, shown_link

OTHER_IDS = "invite_%s"
"""Of the second form's fields: a page has each id once."""


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


@step(Action.EDIT, "staff")
def revoke(request: HttpRequest, tournament: Tournament, invitation_id: int) -> str:
    """End an invitation; its link leads nowhere from this moment."""
    invitation = get_object_or_404(Invitation, pk=invitation_id, tournament=tournament)
    invitations.revoke(invitation.pk, by=request.user)
    return _("The invitation of %(name)s no longer works.") % {"name": invitation.name}


@step(Action.EDIT, "staff")
def decide_taken_up(request: HttpRequest, tournament: Tournament, invitation_id: int) -> str:
    """Keep, or end, the role of somebody whom nobody answers for any more."""
    invitation = get_object_or_404(Invitation, pk=invitation_id, tournament=tournament)
    return invitations.decide(invitation.pk, keep="keep" in request.POST, by=request.user)


@step(Action.EDIT, "staff")
def end(request: HttpRequest, tournament: Tournament, code_id: int) -> str:
    """End a code; its phone is out from this moment."""
    code = get_object_or_404(StaffCode.objects.select_related("user"), pk=code_id, tournament=tournament)
    services.end(code.pk, by=request.user)
    return _("The code of %(name)s no longer works.") % {"name": code.user.first_name}


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
    still_open, new = invitations.open_invitations(tournament.pk), request.GET.get("invitation", "")
    context = {
        "form": form,
        "invitation_form": invitation,
        "codes": _codes(request, tournament),
        "invitations": [shown_link(request, row, row.name, row, new=new) for row in still_open],
        "taken_up": invitations.taken_up(Q(tournament=tournament)),
        "with_account": [
            (appointment, write_tables(appointment.tables))
            for appointment in appointments.select_related("user").order_by("role", "user")
        ],
    }
    return desk_page(request, "desk/staff/staff.html", tournament, context)


def _codes(request: HttpRequest, tournament: Tournament) -> list[ShownLink]:
    new = request.GET.get("code", "")
    working = StaffCode.objects.filter(tournament=tournament, ended_at=None, until__gt=timezone.now())
    roles = {row.user_id: row for row in Appointment.objects.filter(tournament=tournament, user__is_temporary=True)}
    return [
        shown_link(request, code, code.user.first_name, roles[code.user_id], new=new)
        for code in working.select_related("user")
    ]
