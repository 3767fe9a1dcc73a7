"""Accepting an invitation: with a new account, or the one that somebody is signed in with."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.password_validation import password_validators_help_texts
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.accounts.signin import enter
from tournaments.domain.errors import Refused
from tournaments.forms.users import AccountForm
from tournaments.models import ClubMember, Invitation
from tournaments.services import invitations as services
from tournaments.text import write_tables
from tournaments.web.staff_pages import staff_page


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
        return _page(request, invitation, {"form": form, "problem": error.message}, 422)
    except ValidationError as error:
        return _page(request, invitation, {"form": form, "problem": " ".join(error.messages)}, 422)
    return _page(request, invitation, {"form": form}, 422)


def _inside(invitation: Invitation) -> HttpResponse:
    """Lead to the desk of the event, or to the first page of whoever works for a club."""
    if invitation.tournament_id is None:
        return redirect("admin:index")
    return redirect("admin:tournaments_desk", invitation.tournament_id)


def _page(request: HttpRequest, invitation: Invitation | None, more: dict[str, Any], status: int = 200) -> HttpResponse:
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
