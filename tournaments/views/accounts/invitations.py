"""Invitations accepted, with a new account or the one that somebody is signed in with; those of a club shown and made;
and codes by which somebody comes in without an account."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.password_validation import password_validators_help_texts
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.accounts import second_factor, staff_codes
from tournaments.accounts.signin import enter
from tournaments.domain.access import may_create
from tournaments.domain.errors import Refused
from tournaments.forms.accounts import AccountForm
from tournaments.forms.clubs import ClubInvitationForm
from tournaments.models import Appointment, Club, ClubMember, Invitation, StaffCode
from tournaments.services.accounts import invitations as services
from tournaments.services.accounts.staff_codes import scan
from tournaments.text import write_tables
from tournaments.web.staff_pages import refusal_in, shown_link, staff_page


@never_cache
@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Show what an invitation is to; a POST accepts it."""
    invitation = Invitation.of(token)
    if invitation is None or not invitation.works:
        return _page(request, None, {}, 404)
    user: Any = request.user
    has_account = user.is_authenticated and not user.is_temporary
    form = None if has_account else AccountForm(request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _page(request, invitation, {"form": form})
    try:
        if form is None:
            services.accept(invitation.pk, by=user)
            return _inside(invitation)
        if form.is_valid():
            asked = form.cleaned_data
            made = services.accept_anew(invitation.pk, asked["username"], asked["password1"], by=user)
            enter(request, made, "invitation")
            return _inside(invitation)
    except Refused as error:
        return _page(request, invitation, {"form": form, "problem": error.message})
    except ValidationError as error:
        return _page(request, invitation, {"form": form, "problem": " ".join(error.messages)})
    return _page(request, invitation, {"form": form})


def _inside(invitation: Invitation) -> HttpResponse:
    """Lead to the desk of the event, or to the first page of whoever works for a club."""
    if invitation.tournament_id is None:
        return redirect("admin:index")
    return redirect("admin:tournaments_desk", invitation.tournament_id)


def _page(
    request: HttpRequest, invitation: Invitation | None, more: dict[str, Any], status: int | None = None
) -> HttpResponse:
    context = {"invitation": invitation, **more}
    if invitation is not None:
        sign_in = f"{reverse('admin:login')}?{urlencode({'next': request.path})}"
        context |= {
            "tournament": invitation.tournament,
            "club": invitation.club,
            "organiser": invitation.role == ClubMember.Role.ORGANISER,
            "name": invitation.name,
            "role": invitation.get_role_display(),
            "tables": write_tables(invitation.tables),
            "sign_in": sign_in,
            "password_texts": password_validators_help_texts(),
        }
    return staff_page(request, "accounts/invitation.html", _("Invitation"), context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def club_invitations(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who organises and helps a club, and its open invitations; a POST makes one, and sends it where it can."""
    club = _own_club(request, pk)
    form = ClubInvitationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        with refusal_in(form):
            made = services.invite_to_club(
                club.pk, asked["name"], by=request.user, role=asked["role"], email=asked["email"]
            )
            return redirect(f"{request.path}?invitation={made.pk}#invitation-{made.pk}")
    still_open, new = services.open_invitations(None, club), request.GET.get("invitation", "")
    context = {
        "club": club,
        "form": form,
        "members": club.members.select_related("user").order_by("role", "user__username"),
        "taken_up": services.taken_up(Q(club=club)),
        "invitations": [shown_link(request, row, row.name, row, new=new) for row in still_open],
    }
    title = _("Organisers and staff of the club")
    return staff_page(request, "accounts/club_invitations.html", title, context, of=Club)


@require_POST
def end_club_invitation(request: HttpRequest, pk: int, invitation_id: int) -> HttpResponse:
    """End an invitation; its link leads nowhere from this moment."""
    invitation = get_object_or_404(Invitation, pk=invitation_id, club=_own_club(request, pk))
    services.revoke(invitation.pk, by=request.user)
    messages.success(request, _("The invitation of %(name)s no longer works.") % {"name": invitation.name})
    return redirect("admin:tournaments_club_invitations", pk)


@require_POST
def decide_club_role(request: HttpRequest, pk: int, invitation_id: int) -> HttpResponse:
    """Keep, or end, the role of somebody whom nobody answers for any more."""
    invitation = get_object_or_404(Invitation, pk=invitation_id, club=_own_club(request, pk))
    messages.success(request, services.decide(invitation.pk, keep="keep" in request.POST, by=request.user))
    return redirect("admin:tournaments_club_invitations", pk)


def _own_club(request: HttpRequest, pk: int) -> Club:
    club = get_object_or_404(Club, pk=pk)
    if not may_create(request.user, club):
        raise PermissionDenied(_("Only an organiser of the club can change it."))
    return club


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def come_in_by_code(request: HttpRequest, token: str) -> HttpResponse:
    """Say what a code opens; a POST lets this phone in, and the phone before it out.

    Looking changes nothing, because phones open what they scan for a preview.
    """
    code = StaffCode.of(token)
    if code is None or not code.works:
        return _code_page(request, None, 404)
    if request.method != "POST":
        return _code_page(request, code, 200)
    try:
        code = scan(code.pk, by=code.user, browser=request.META.get("HTTP_USER_AGENT", ""))
    except Refused:
        return _code_page(request, None, 404)
    # the browser stays known for whoever signs in there with a password
    enter(request, code.user, "staff code", remember=False)
    staff_codes.begin(request.session, code)
    second_factor.passed(request.session)
    return redirect("admin:tournaments_desk", code.tournament_id)


def _code_page(request: HttpRequest, code: StaffCode | None, status: int) -> HttpResponse:
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
