"""Coming in by a code that a desk shows."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.accounts import second_factor, staff_codes
from tournaments.accounts.signin import enter
from tournaments.domain.errors import Refused
from tournaments.models import Appointment, StaffCode
from tournaments.services import staff_codes as services
from tournaments.text import write_tables
from tournaments.web.staff_pages import staff_page


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def come_in(request: HttpRequest, token: str) -> HttpResponse:
    """Say what a code opens; a POST lets this phone in, and the phone before it out.

    Looking changes nothing, because phones open what they scan for a preview.
    """
    code = StaffCode.of(token)
    if code is None or not code.works:
        return _page(request, None, 404)
    if request.method != "POST":
        return _page(request, code, 200)
    try:
        code = services.scan(code.pk, by=code.user, browser=request.META.get("HTTP_USER_AGENT", ""))
    except Refused:
        return _page(request, None, 404)
    # the browser stays known for whoever signs in there with a password
    enter(request, code.user, "staff code", remember=False)
    staff_codes.begin(request.session, code)
    second_factor.passed(request.session)
    return redirect("admin:tournaments_desk", code.tournament_id)


def _page(request: HttpRequest, code: StaffCode | None, status: int) -> HttpResponse:
    context = {"code": code}
    if code is not None:
        role = Appointment.objects.select_related("tournament").get(user=code.user)
        context |= {
            "tournament": role.tournament,
            "name": code.user.first_name,
            "role": role.get_role_display(),
            "tables": write_tables(role.tables),
            "signed_in": request.user if request.user.is_authenticated and request.user != code.user else None,
        }
    return staff_page(request, "accounts/staff_code.html", _("Work at an event"), context, status=status)
