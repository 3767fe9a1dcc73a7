"""The staff of an event: who has an account, and who comes in by a code for this evening."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.forms.staff import StaffCodeForm
from tournaments.models import Appointment, StaffCode, Tournament
from tournaments.services import staff_codes as services
from tournaments.text import write_tables
from tournaments.views.desk.base import at_desk, desk_page, desk_url, number_of
from tournaments.web.addresses import public_root, qr_code


@dataclass(frozen=True, slots=True)
class Shown:
    """A code on the page: its link in letters and as a picture."""

    code: StaffCode
    role: str
    tables: str
    address: str
    picture: SafeString
    is_new: bool


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.EDIT)
def staff(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show who works here and the codes that are out; a POST makes a code."""
    form = StaffCodeForm(
        request.POST if request.method == "POST" else None, initial={"until": midnight_after(tournament)}
    )
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        try:
            code = services.make(
                tournament.pk, asked["name"], asked["role"],
                by=request.user, until=asked["until"], tables=asked["tables"],
            )  # fmt: skip
        except Refused as error:
            form.add_error(None, error.message)
        else:
            return redirect(f"{desk_url('staff', tournament)}?code={code.pk}#code-{code.pk}")
    appointments = Appointment.objects.filter(tournament=tournament).select_related("user").order_by("role", "user")
    context = {
        "form": form,
        "codes": _shown(request, tournament, number_of(request.GET.get("code", ""))),
        "with_account": [
            (appointment, write_tables(appointment.tables))
            for appointment in appointments
            if not appointment.user.is_temporary
        ],
    }
    return desk_page(request, "desk/staff.html", tournament, context, 422 if form.errors else 200)


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


def _shown(request: HttpRequest, tournament: Tournament, new: int) -> list[Shown]:
    root = public_root(request)
    working = StaffCode.objects.filter(tournament=tournament, ended_at=None, until__gt=timezone.now())
    roles = {row.user_id: row for row in Appointment.objects.filter(tournament=tournament, user__is_temporary=True)}
    shown = []
    for code in working.select_related("user", "made_by"):
        address = root + reverse("staff_code", args=[code.token])
        role = roles[code.user_id]
        label = _("Code of %(name)s") % {"name": code.user.first_name}
        picture = mark_safe(qr_code(address, label))  # noqa: S308 — made here of the letters of an address
        tables = write_tables(role.tables)
        shown.append(Shown(code, role.get_role_display(), tables, address, picture, code.pk == new))
    return shown
