"""The sessions of a user and their language; the password again before a change that affects more than one
tournament."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.accounts import second_factor, sessions, signin
from tournaments.forms.accounts import AgainForm, refuse_guesses
from tournaments.models import User
from tournaments.services.accounts import accounts
from tournaments.services.accounts import accounts as services
from tournaments.services.accounts.accounts import choose_language
from tournaments.web.staff_pages import refusal_shown, staff_page


def next_page(request: HttpRequest) -> str:
    """Return the page of this site to which a form leads on; the first one where none is named."""
    there = request.POST.get("next") or request.GET.get("next") or ""
    own = url_has_allowed_host_and_scheme(there, {request.get_host()}, require_https=request.is_secure())
    return there if own and there.startswith("/") else reverse("admin:index")


def ask_again(request: HttpRequest) -> HttpResponseRedirect | None:
    """Return the redirect to the password form, or None where the password was given lately."""
    opened = request.method in ("GET", "HEAD")
    if sessions.is_fresh(request.session, within=sessions.FRESH if opened else sessions.FINISHING):
        return None
    there = request.get_full_path() if opened else request.path
    return redirect(f"{reverse('admin:tournaments_again')}?{urlencode({'next': there})}")


def ask_again_to_act(request: HttpRequest, place: Any) -> HttpResponseRedirect | None:
    """Do the same at a page of the admin; without access to it the answer is 403, not the password form."""
    return ask_again(request) if place.has_add_permission(request) else None


@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def again(request: HttpRequest) -> HttpResponse:
    """Ask for the password again, with the second factor where there is one, then go on to the page asked for."""
    there = next_page(request)
    form = AgainForm(request, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        if form.asks_second:
            second_factor.expect(request.session, request.user)
            return redirect(f"{reverse('second_factor')}?{urlencode({'next': there})}")
        sessions.prove(request.session)
        return redirect(there)
    context = {
        "form": form,
        "next": there,
        "provider": settings.OIDC if request.user.provider_accounts.exists() else None,
    }
    return staff_page(request, "accounts/password_again.html", _("Confirm your password"), context, of=User)


@sensitive_post_parameters()
def change_password(request: HttpRequest) -> HttpResponse:
    """Show the admin's page, with limited tries: nobody guesses the old password at a desk left alone."""
    name = request.user.get_username()
    if request.method == "POST":
        try:
            refuse_guesses(request, name)
        except ValidationError as error:
            messages.error(request, error.message)
            return redirect("admin:password_change")
    response: HttpResponse = admin.site.password_change(request)
    if request.method == "POST" and response.status_code == 302:
        signin.give_back(request, name)
        if "end_tokens" in request.POST:
            count = accounts.revoke_tokens(request.user, by=request.user)
            messages.success(
                request,
                ngettext("%(count)d API token has been revoked.", "%(count)d API tokens have been revoked.", count)
                % {"count": count},
            )
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest) -> HttpResponse:
    """Show the sessions of the user; a POST ends all sessions but this one."""
    if way := ask_again(request):
        return way
    if request.method == "POST":
        count = services.end_others(by=request.user, but=request.session.session_key or "")
        messages.success(
            request,
            ngettext("%(count)d other session has ended.", "%(count)d other sessions have ended.", count)
            % {"count": count},
        )
        return redirect("admin:tournaments_sessions")
    context = {"sessions": sessions.of(request.user, here=request.session.session_key)}
    return staff_page(request, "accounts/sessions.html", _("Where I am logged in"), context, of=User)


@require_http_methods(["GET", "HEAD", "POST"])
def language_page(request: HttpRequest) -> HttpResponse:
    """Show the languages; a POST keeps one and goes back to where its user came from."""
    there = request.POST.get("next") or request.GET.get("next") or ""
    if not (url_has_allowed_host_and_scheme(there, None) and there.startswith(reverse("admin:index"))):
        there = reverse("admin:index")
    if request.method == "POST":
        with refusal_shown(request):
            choose_language(request.POST.get("language", "")[:10], by=request.user)
        return redirect(there)
    context = {
        "languages": [(code, translation.get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES],
        "chosen": request.user.language,
        "next": there,
    }
    return staff_page(request, "accounts/language.html", _("Language of the desk"), context, of=User)
