"""The people of a club: its organisers and staff, and the invitations that are out."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.domain.access import may_create
from tournaments.forms.clubs import ClubInvitationForm
from tournaments.models import Club, Invitation
from tournaments.services import invitations as services
from tournaments.web.addresses import public_root, qr_code
from tournaments.web.staff_pages import refusal_in, staff_page


@dataclass(frozen=True, slots=True)
class Shown:
    """An invitation on the page: its link in letters and as a picture."""

    row: Invitation
    address: str
    picture: SafeString
    is_new: bool


@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who organises and helps a club, and its open invitations; a POST makes one, and sends it where it can."""
    club = _own(request, pk)
    form = ClubInvitationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        with refusal_in(form):
            made = services.invite_to_club(
                club.pk, asked["name"], by=request.user, role=asked["role"], email=asked["email"]
            )
            return redirect(f"{request.path}?invitation={made.pk}#invitation-{made.pk}")
    new = request.GET.get("invitation", "")
    context = {
        "club": club,
        "form": form,
        "members": club.members.select_related("user").order_by("role", "user__username"),
        "taken_up": services.taken_up(Q(club=club)),
        "invitations": [_shown(request, row, str(row.pk) == new) for row in services.open_invitations(None, club)],
    }
    return staff_page(
        request,
        "accounts/club_invitations.html",
        _("Organisers and staff of the club"),
        context,
        of=Club,
        status=422 if form.errors else 200,
    )


@require_POST
def end(request: HttpRequest, pk: int, invitation_id: int) -> HttpResponse:
    """End an invitation; its link leads nowhere from this moment."""
    invitation = get_object_or_404(Invitation, pk=invitation_id, club=_own(request, pk))
    services.revoke(invitation.pk, by=request.user)
    messages.success(request, _("The invitation of %(name)s no longer works.") % {"name": invitation.name})
    return redirect("admin:tournaments_club_invitations", pk)


@require_POST
def decide_taken_up(request: HttpRequest, pk: int, invitation_id: int) -> HttpResponse:
    """Keep, or end, the role of somebody whom nobody answers for any more."""
    invitation = get_object_or_404(Invitation, pk=invitation_id, club=_own(request, pk))
    messages.success(request, services.decide(invitation.pk, keep="keep" in request.POST, by=request.user))
    return redirect("admin:tournaments_club_invitations", pk)


def _own(request: HttpRequest, pk: int) -> Club:
    club = get_object_or_404(Club, pk=pk)
    if not may_create(request.user, club):
        raise PermissionDenied(_("Only an organiser of the club can change it."))
    return club


def _shown(request: HttpRequest, row: Invitation, new: bool) -> Shown:
    address = public_root(request) + reverse("invitation", args=[row.token])
    picture = qr_code(address, _("Code of %(name)s") % {"name": row.name})
    return Shown(row, address, picture, new)
