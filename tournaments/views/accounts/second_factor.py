"""Signing in with a second factor, and setting one up."""

from __future__ import annotations

import json
from base64 import b32encode
from typing import Any
from urllib.parse import urlencode

import segno
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth import login
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.accounts import passkeys, second_factor, signin
from tournaments.accounts.sessions import host_of
from tournaments.domain.errors import Refused
from tournaments.forms.accounts import CodeForm, refuse_guesses
from tournaments.models import User
from tournaments.services.accounts import accounts as services
from tournaments.text import number_of
from tournaments.views.accounts.sessions import ask_again, next_page
from tournaments.web.staff_pages import staff_page

BACKEND = "django.contrib.auth.backends.ModelBackend"
MOST_JSON = 20_000


@sensitive_post_parameters("password")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Show the admin's login page; ask a user with a second factor for it next."""
    try:
        response: HttpResponse = admin.site.login(
            request,
            extra_context={
                "mails_are_sent": settings.MAIL_SERVER is not None,
                "provider": settings.OIDC,
                "password_command": format_html("<code>{}</code>", settings.COMMANDS["password"]),
            },
        )
    except second_factor.SecondFactorDue as due:
        there = request.POST.get("next") or request.GET.get("next") or ""
        second_factor.expect(request.session, due.user)
        return redirect(f"{reverse('second_factor')}?{urlencode({'next': there})}")
    return response


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def second(request: HttpRequest) -> HttpResponse:
    """Ask for the second factor once the password was right, then sign the user in."""
    user = second_factor.expected(request.session)
    if user is None:
        return _from_the_start(request)
    form = CodeForm(request, user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        _enter(request, user, form.kind)
        return redirect(next_page(request))
    context = {
        "form": form,
        "next": next_page(request),
        "app": second_factor.app_of(user) is not None,
        "passkey": user.passkeys.filter(host=host_of(request)).exists() and passkeys.possible(request),
    }
    return staff_page(request, "accounts/second_factor_sign_in.html", _("Second factor"), context)


@never_cache
@require_http_methods(["GET", "POST"])
def second_by_passkey(request: HttpRequest) -> HttpResponse:
    """Give the page's script the question for the browser, and take the browser's answer."""
    user = second_factor.expected(request.session)
    if user is None:
        return JsonResponse({"next": reverse("admin:login")}, status=403)
    if request.method == "GET":
        return _json(passkeys.asked(request, user))
    try:
        refuse_guesses(request, user.get_username())
    except ValidationError as error:
        return JsonResponse({"problem": error.message}, status=429)
    with transaction.atomic():
        right = passkeys.signed(request, user, _sent(request))
    if not right:
        signin.log.warning(
            "second factor failed: a passkey of %r from %s", user.get_username(), signin.address(request)
        )
        return JsonResponse(
            {"problem": _("This passkey does not belong to your account here. Try again, or enter a code.")}, status=422
        )
    signin.give_back(request, user.get_username())
    _enter(request, user, "passkey")
    return JsonResponse({"next": next_page(request)})


@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def mine(request: HttpRequest) -> HttpResponse:
    """Show the user's own second factor: an app, passkeys, recovery codes."""
    if way := ask_again(request):
        return way
    user: Any = request.user
    codes: list[str] = []
    problem = ""
    if request.method == "POST":
        try:
            codes = _do(request, request.POST.get("do", ""))
        except Refused as error:
            problem = error.message
        else:
            if not codes and request.POST.get("do") != "begin":
                return redirect("admin:tournaments_second_factor")
    begun = second_factor.begun_app_of(user)
    context = {
        "app": second_factor.app_of(user),
        "passkeys": user.passkeys.all(),
        "possible": passkeys.possible(request),
        "left": user.recovery_codes.filter(used_at=None).count(),
        "codes": codes,
        "begun": begun,
        "secret": _secret(begun) if begun else "",
        # made here of the letters of an address: no markup of anybody's
        "picture": mark_safe(segno.make(begun.config_url, error="m").svg_inline(scale=4, border=4, light="#fff"))  # noqa: S308
        if begun
        else "",
        "problem": problem,
    }
    return staff_page(request, "accounts/second_factor.html", _("Second factor"), context, of=User)


@require_http_methods(["GET", "POST"])
def new_passkey(request: HttpRequest) -> HttpResponse:
    """Give the page's script the question for a new key, and take the key."""
    user: Any = request.user
    if ask_again(request):
        return JsonResponse({"next": reverse("admin:tournaments_second_factor")}, status=403)
    if request.method == "GET":
        return _json(passkeys.wanted(request, user))
    key = passkeys.made(request, user, _sent(request))
    if key is None:
        return JsonResponse(
            {"problem": _("The browser did not create a passkey that works here. Try again.")}, status=422
        )
    try:
        services.add_passkey(key, request.GET.get("name", ""), by=user, session_key=request.session.session_key or "")
    except Refused as error:
        return JsonResponse({"problem": error.message}, status=422)
    second_factor.passed(request.session)
    return JsonResponse({"next": reverse("admin:tournaments_second_factor")})


def _do(request: HttpRequest, what: str) -> list[str]:
    """Do an action of the page; return new recovery codes where there are some."""
    by: Any = request.user
    match what.partition(":"):
        case ("begin", _sep, _rest):
            services.begin_app(by=by)
        case ("confirm", _sep, _rest):
            key = request.session.session_key or ""
            codes = services.confirm_app(request.POST.get("code", "")[:20], by=by, session_key=key)
            second_factor.passed(request.session)
            messages.success(request, _("From now on you also need a code from the app to log in."))
            return codes
        case ("codes", _sep, _rest):
            return services.make_codes(by=by)
        case ("remove", "", _rest):
            services.remove_app(by=by)
            messages.success(request, _("The app has been removed."))
        case ("remove", ":", number) if number_of(number, 17):
            services.remove_passkey(number_of(number, 17), by=by)
            messages.success(request, _("The passkey has been removed."))
        case _:
            raise Refused(_("This action does not exist."))
    return []


def _enter(request: HttpRequest, user: User, kind: str) -> None:
    request.signed_in_with = f"password and {kind}"  # type: ignore[attr-defined]
    login(request, user, backend=BACKEND)
    second_factor.passed(request.session)
    if kind == "recovery":
        left = user.recovery_codes.filter(used_at=None).count()
        messages.warning(
            request,
            _("That recovery code cannot be used again. Codes left: %(left)d. Make new ones before you run out.")
            % {"left": left},
        )


def _from_the_start(request: HttpRequest) -> HttpResponseRedirect:
    messages.error(request, _("Too much time has passed. Enter your name and password again."))
    return redirect("admin:login")


def _secret(device: Any) -> str:
    """Return the secret as apps take it by hand, in groups of four."""
    text = b32encode(device.bin_key).decode()
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def _json(text: str) -> HttpResponse:
    response = HttpResponse(text, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def _sent(request: HttpRequest) -> dict[str, Any]:
    """Read the browser's answer; empty, and so not right, where it is none."""
    try:
        sent = json.loads(request.body[:MOST_JSON])
    except (ValueError, RecursionError):
        return {}
    return sent if isinstance(sent, dict) else {}
