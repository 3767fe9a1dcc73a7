"""The wishes of a player with a personal link: to be told of their table by mail, or by their browser.

As for reports, the address is the authority (docs/decisions/players-reports.md): no account, no cookie, no token
against forged requests.
"""

from __future__ import annotations

import json

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain import web_push
from tournaments.domain.errors import Refused
from tournaments.models import Entry, PersonalLink, TableMail
from tournaments.selectors.people.mails import wishes_of
from tournaments.services.people import wishes
from tournaments.services.results import reports
from tournaments.views.player.base import by_link, led_on, private_page, status_of
from tournaments.web.addresses import holder, worker_script
from tournaments.web.conditional import PRIVATE, form_of
from tournaments.web.variants import Variant

MOST_BYTES = 4096


@by_link
def tell(request: HttpRequest, form: Variant, slug: str, token: str) -> HttpResponse:
    """Show what a player asked for; take their address, or forget it."""
    entry = holder(slug, token)
    if request.method != "POST":
        return _page(entry, form, token)
    try:
        reports.count_try(f"tell{entry.pk}")
        if request.POST.get("what") == "forget":
            wishes.forget_mail(entry.pk)
        else:
            wishes.ask_for_mail(entry.pk, request.POST.get("address", "")[:300], form.language)
    except Refused as error:
        return _page(entry, form, token, error.message, status_of(error))
    return led_on(reverse("tell", args=[slug, token]) + form.suffix)


@csrf_exempt
@require_POST
@sensitive_variables("token")
def devices(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Take what a browser says of its push service, or (``off``) forget it. JSON in and out."""
    entry, form = holder(slug, token), form_of(request)
    with translation.override(form.language):
        try:
            reports.count_try(f"tell{entry.pk}")
            if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
                raise ValueError
            sent = json.loads(request.body)
            endpoint = str(sent["endpoint"])[:501]
            if sent.get("off"):
                wishes.remove_device(entry.pk, endpoint)
            else:
                keys = sent["keys"]
                target = web_push.Target(endpoint, str(keys["p256dh"])[:101], str(keys["auth"])[:41])
                wishes.add_device(entry.pk, target, form.language)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return JsonResponse({"detail": "A browser’s push subscription is expected."}, status=422)
        except Refused as error:
            return JsonResponse({"detail": error.message}, status=status_of(error), headers=PRIVATE)
    return JsonResponse({}, headers=PRIVATE)


@require_safe
@sensitive_variables("token")
def worker(_request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """Return the site’s worker, which shows messages. Its address is below the player’s own page: messages are of that
    page alone."""
    holder(slug, token)
    return HttpResponse(worker_script(), content_type="text/javascript; charset=utf-8", headers=PRIVATE)


@by_link
def confirm(request: HttpRequest, form: Variant, token: str) -> HttpResponse:
    """Ask the reader of an address whether they agree, or note that they do. Opening the link changes nothing: virus
    scanners open links, too."""
    wish = wishes.confirm(token) if request.method == "POST" else wishes.asked(token)
    if wish is None:
        raise Http404
    context = {
        "tournament_name": wish.entry.tournament.name,
        "confirmed": wish.confirmed_at is not None,
        "mine": _mine(wish),
    }
    return private_page("tournaments/entries/mail_confirm.html", form, context)


def _mine(wish: TableMail) -> str:
    entry = wish.entry
    link = PersonalLink.objects.filter(entry=entry).first()
    slug = entry.tournament.slug
    return reverse("tell", args=[slug, link.token]) if link else reverse("mine", args=[slug, entry.number])


def _page(entry: Entry, form: Variant, token: str, problem: str = "", status: int = 200) -> HttpResponse:
    known = wishes_of(entry.pk)
    slug = entry.tournament.slug
    context = {
        "event": entry.tournament.name,
        "wish": known["mail"],
        "masked": _masked(known["mail"].address) if known["mail"] else "",
        "mails": settings.MAIL_SERVER is not None,
        "problem": problem,
        "mine": reverse("personal", args=[slug, token]),
        "devices": reverse("tell_devices", args=[slug, token]),
        "worker": reverse("tell_worker", args=[slug, token]),
        "key": web_push.public_key(),
    }
    return private_page("tournaments/hall/tell.html", form, context, status)


def _masked(address: str) -> str:
    """Return an address such that its owner knows it again, and nobody else learns it: a slip may lie about."""
    name, _at, domain = address.rpartition("@")
    return f"{name[:1]}…@{domain}"
