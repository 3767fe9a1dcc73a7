"""A forgotten password: a link is asked for by mail or handed over by an organiser, and opens the page that sets it."""

from __future__ import annotations

from math import ceil
from time import monotonic
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.password_validation import password_validators_help_texts
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.accounts import passwords
from tournaments.accounts.signin import Buckets, address
from tournaments.domain.access import require_installation
from tournaments.forms.accounts import ForgottenForm, NewPasswordForm
from tournaments.models import User
from tournaments.services.accounts import accounts
from tournaments.views.accounts.sessions import ask_again
from tournaments.web.addresses import public_root, qr_code
from tournaments.web.staff_pages import staff_page

LIMITS = {"name": (3, 1 / 600), "address": (10, 1 / 60), "everybody": (30, 1 / 10)}
"""For each kind of bucket: links that may be asked for at once, and how many a second come back."""

buckets = Buckets()


@never_cache
@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "HEAD", "POST"])
def new_password(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Show the form for a new password to whoever holds the link; a POST sets it. They sign in with it afterwards,
    with their second factor where they have one."""
    user = passwords.user_of(uid, token)
    context: dict[str, Any] = {}
    if user is None:
        return staff_page(request, "accounts/new_password.html", _("New password"), context, status=404)
    form = NewPasswordForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            accounts.set_password_by_link(uid, token, form.cleaned_data["password1"])
        except PermissionDenied:
            return staff_page(request, "accounts/new_password.html", _("New password"), context, status=404)
        except ValidationError as error:
            form.add_error("password1", error)
        else:
            messages.success(request, _("Your new password is set. Log in with it."))
            return redirect("admin:login")
    context |= {"form": form, "whose": user, "password_texts": password_validators_help_texts()}
    return staff_page(request, "accounts/new_password.html", _("New password"), context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for a name or an e-mail address, and send a link there. What is said is the same whoever is meant."""
    if settings.MAIL_SERVER is None:
        raise Http404
    form = ForgottenForm(request.POST if request.method == "POST" else None)
    context = {"form": form}
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        if wait := _wait(request, name):
            form.add_error(
                "name", _("Too many links have been requested. Wait %(minutes)d minutes.") % {"minutes": wait}
            )
        else:
            accounts.send_password_links(name, get_language() or "en")
            context["sent"] = True
    return staff_page(request, "accounts/forgotten.html", _("Forgotten your password?"), context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def hand_link(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a link by which somebody sets a new password, and show it to the organiser who hands it over."""
    require_installation(request.user, _("Only an organiser of this installation can do this."))
    if way := ask_again(request):
        return way
    user = get_object_or_404(User, pk=pk, is_temporary=False)
    context: dict[str, Any] = {"whose": user}
    if request.method == "POST":
        link = public_root(request) + accounts.hand_password_link(user, by=request.user)
        picture = qr_code(link, _("Link for a new password"))
        context |= {"link": link, "picture": picture}
    return staff_page(request, "accounts/password_link.html", _("Link for a new password"), context, of=User)


def _wait(request: HttpRequest, name: str) -> int:
    """Take a try; return the minutes to wait where there is none left, else 0."""
    keys = {"name": f"name {name.casefold()}", "address": f"address {address(request)}", "everybody": "everybody"}
    for kind, key in keys.items():
        if wait := buckets.take(key, *LIMITS[kind], monotonic()):
            return ceil(wait / 60)
    return 0
