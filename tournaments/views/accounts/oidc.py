"""Signing in by a federation's own accounts, and linking them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.accounts import oidc, second_factor, signin
from tournaments.accounts.sessions import origin
from tournaments.domain.errors import Refused
from tournaments.models import User
from tournaments.services.accounts import accounts as services
from tournaments.text import number_of
from tournaments.views.accounts.sessions import ask_again, next_page
from tournaments.web.staff_pages import refusal_shown, staff_page


@never_cache
@require_GET
def begin(request: HttpRequest) -> HttpResponse:
    """Lead to the provider, where the person signs in."""
    if settings.OIDC is None:
        raise Http404
    there = next_page(request)
    links = "link" in request.GET
    if links:
        user: Any = request.user
        if not user.is_authenticated or user.is_temporary:
            return redirect("admin:login")
        if way := ask_again(request):
            return way
    back = origin(request) + reverse("oidc_done")
    try:
        address = oidc.begin(request.session, back, there=there, links=links, anew="again" in request.GET)
    except oidc.OidcTrouble as error:
        return _failed(request, str(error))
    return redirect(address)


@never_cache
@require_GET
def done(request: HttpRequest) -> HttpResponse:
    """Read the provider's answer: sign the person in whose account it is, or link it."""
    if settings.OIDC is None:
        raise Http404
    try:
        identity, begun = oidc.finish(request.session, request.GET.dict())
    except oidc.OidcTrouble as error:
        return _failed(request, str(error))
    if begun.links:
        return _link(request, identity)
    user = services.user_of_identity(identity)
    if user is None:
        user = _new(request, identity)
    if user is None:
        signin.log.warning("sign-in failed: an account at the provider that is nobody's here")
        messages.error(
            request,
            _("Nobody here has this account. Log in with your password and link it, or ask an organiser."),
        )
        return redirect("admin:login")
    if not identity.strong and second_factor.has_one(user):
        second_factor.expect(request.session, user)
        return redirect(f"{reverse('second_factor')}?{urlencode({'next': begun.there})}")
    signin.enter(request, user, "provider")
    if identity.strong:
        second_factor.passed(request.session)
    return redirect(begun.there)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest) -> HttpResponse:
    """Show the user's own accounts at the provider; a POST lets one go."""
    if settings.OIDC is None:
        raise Http404
    if way := ask_again(request):
        return way
    user: Any = request.user
    problem = ""
    if request.method == "POST":
        try:
            services.unlink_identity(number_of(request.POST.get("account", ""), 17), by=user)
        except Refused as error:
            problem = error.message
        else:
            return redirect("admin:tournaments_provider")
    context = {"provider": settings.OIDC, "accounts": user.provider_accounts.all(), "problem": problem}
    return staff_page(request, "accounts/provider.html", _("Accounts elsewhere"), context, of=User)


def _link(request: HttpRequest, identity: oidc.Identity) -> HttpResponse:
    user: Any = request.user
    if not user.is_authenticated or user.is_temporary:
        return _failed(request, "nobody is signed in to link it to")
    with refusal_shown(request):
        services.link_identity(identity, by=user)
        messages.success(request, _("Linked. You can now log in with it."))
    return redirect("admin:tournaments_provider")


def _new(request: HttpRequest, identity: oidc.Identity) -> User | None:
    """Return a new user for somebody unknown where the settings want that; a closed account stays closed."""
    if not settings.OIDC.makes_accounts or services.is_known_identity(identity):
        return None
    return services.make_user_of_identity(identity, by=request.user)


def _failed(request: HttpRequest, why: str) -> HttpResponse:
    signin.log.warning("sign-in failed: by provider from %s: %s", signin.address(request), why)
    messages.error(request, _("Logging in there did not work. Try again; if it happens again, tell an organiser."))
    return redirect("admin:login")
