"""The pages with which players enter themselves: the public form, and a player's own page behind a link or a code;
their yes to a page over all their events, and the end of mails.

No account and no cookie, as with the players' reports: the address of one's own page is the authority
(docs/decisions/registrations.md).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from time import monotonic

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.accounts.signin import Buckets, address
from tournaments.domain.errors import Refused
from tournaments.forms.registrations import RegistrationForm
from tournaments.models import PersonPage, Registration, Tournament
from tournaments.models.mail import read_stop_token
from tournaments.selectors import clubs
from tournaments.selectors import registrations as selectors
from tournaments.selectors.events.public import game_name
from tournaments.services import mails
from tournaments.services.entries import registrations as services
from tournaments.services.people import profile
from tournaments.services.results import reports
from tournaments.views.player.base import by_link, led_on, private_page, said_when_busy, status_of
from tournaments.web.addresses import holder, public_root, qr_code
from tournaments.web.variants import Variant

UNPROCESSABLE, TOO_MANY = 422, 429
_SALT = "viertal.registration-form"
TOO_FAST = 2.0
"""Seconds within which no person fills the form in."""
TOO_OLD = 12 * 3600
"""Seconds after which a page is given a new key before it is sent."""
SENT, TYPED = (60, 1 / 10), (20, 1 / 15)
"""Entries and typed codes of one address at once, and how many a second come back. A hall shares one address."""

buckets = Buckets()
DONE: dict[str, Callable[[int], None]] = {
    "agree": profile.agree_to_page,
    "list": partial(profile.let_search_engines, listed=True),
    "unlist": partial(profile.let_search_engines, listed=False),
}
"""What each button does; every other word takes the page away."""


@sensitive_post_parameters()
@by_link
def enter(request: HttpRequest, form: Variant, slug: str) -> HttpResponse:
    """Show the form of a tournament; a POST sends an entry, and leads to the player's own page."""
    tournament = _public(slug)
    offered = selectors.offer(tournament)
    if offered is None:
        raise Http404
    if request.method != "POST":
        sent = "sent=1" in request.META.get("QUERY_STRING", "").split("&")
        return _form_page(tournament, offered, form, RegistrationForm(offered.settings), sent=sent)
    asked = RegistrationForm(offered.settings, request.POST)
    key, problem = _key_of(request.POST.get("key", ""), slug)
    status = UNPROCESSABLE
    if wait := buckets.take(f"sent {address(request)}", *SENT, monotonic()):
        problem, status = _too_many(wait), TOO_MANY
    elif not problem and asked.is_valid():
        try:
            with said_when_busy(_many_at_once()):
                row = services.register(
                    tournament.pk,
                    asked.cleaned_data,
                    form_key=key,
                    agreed_to=f"{selectors.notice(offered.settings)} {asked.fields['agree'].label}",
                    language=form.language,
                )
            # until the address is confirmed, only the mail leads to the page
            sent = f"?{'&'.join(filter(None, ('sent=1', form.carried)))}"
            unconfirmed = row.state == Registration.State.UNCONFIRMED
            return led_on(request.path + sent if unconfirmed else _own_address(row, form))
        except Refused as error:
            problem, status = error.message, status_of(error)
    if status == UNPROCESSABLE and problem and asked.errors:
        problem = ""  # what was typed is looked at first, and the page is sent again in any case
    return _form_page(tournament, offered, form, asked, problem, status, request.POST["key"] if key else "")


@by_link
def code(request: HttpRequest, form: Variant, slug: str) -> HttpResponse:
    """Lead from the code that somebody wrote down to their own page."""
    tournament = _public(slug)
    problem, status = "", 200
    if request.method == "POST":
        if wait := buckets.take(f"typed {address(request)}", *TYPED, monotonic()):
            problem, status = _too_many(wait), TOO_MANY
        elif row := Registration.of_code(tournament.pk, request.POST.get("code", "")[:40]):
            return led_on(_own_address(row, form))
        else:
            problem, status = _("No entry has this code. Check the letters and digits."), UNPROCESSABLE
    context = {"tournament": tournament, "problem": problem, "example": "K7QM-4RTX"}
    return private_page("tournaments/entries/registration_code.html", form, context, status)


@sensitive_post_parameters()
@by_link
def own(request: HttpRequest, form: Variant, token: str) -> HttpResponse:
    """Show a player what became of their entry; a POST changes it or takes it back."""
    row = Registration.of(token)
    if row is None:
        raise Http404
    tournament = row.tournament
    offered = selectors.offer(tournament)
    settings = offered.settings if offered else selectors.settings_of(tournament)
    before = {name: getattr(row, name) for name in services.CHANGEABLE}
    asked = RegistrationForm(settings, initial=before, new=False)
    problem, status = "", 200
    if request.method == "POST":
        status = UNPROCESSABLE
        try:
            with said_when_busy(_many_at_once()):
                step = {"withdraw": services.withdraw, "confirm": services.confirm}.get(request.POST.get("do", ""))
                if request.POST.get("do") == "address":
                    services.confirm_address(row.pk, request.GET.get("address", ""))
                    return led_on(_own_address(row, form))
                if step is not None:
                    step(row.pk)
                    return led_on(_own_address(row, form))
                asked = RegistrationForm(settings, request.POST, new=False)
                if asked.is_valid():
                    services.change(row.pk, asked.cleaned_data)
                    return led_on(_own_address(row, form, "saved=1"))
        except Refused as error:
            problem, status = error.message, status_of(error)
    link = public_root(request) + reverse("registration", args=[row.token])
    context = {
        "tournament": tournament,
        "game": game_name(tournament.game, tournament.options),
        "row": row,
        "standing": selectors.standing(row, tournament),
        "settings": settings,
        "asked": asked,
        "confirms_address": bool(row.email_asked_at) and request.GET.get("address", "") == row.address_key,
        "problem": problem,
        "saved": request.method != "POST" and request.GET.get("saved") == "1",
        "link": link,
        "picture": qr_code(link, _("The link to your entry")),
    }
    return private_page("tournaments/entries/registration.html", form, context, status)


def _many_at_once() -> str:
    return _("Many people are entering right now. Send it again in a moment.")


def _public(slug: str) -> Tournament:
    tournament = clubs.with_club(Tournament.objects.filter(slug=slug, published=True)).first()
    if tournament is None:
        raise Http404
    return tournament


def _form_page(
    tournament: Tournament,
    offered: selectors.Offer,
    form: Variant,
    asked: RegistrationForm,
    problem: str = "",
    status: int = 200,
    key: str = "",
    sent: bool = False,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "game": game_name(tournament.game, tournament.options),
        "offered": offered,
        "phase": "sent" if sent else offered.phase.value,
        "settings": offered.settings,
        "asked": asked,
        "notice": selectors.notice(offered.settings),
        "key": key or form_key(tournament.slug),
        "problem": problem,
    }
    return private_page("tournaments/entries/enter.html", form, context, status)


def form_key(slug: str) -> str:
    """Make the mark of a page with a form: signed, with its time."""
    return signing.TimestampSigner(salt=f"{_SALT}.{slug}").sign(secrets.token_urlsafe(16))


def _key_of(signed: str, slug: str) -> tuple[str, str]:
    """Return the mark of the page that was sent, and what is wrong with it (empty: nothing)."""
    signer = signing.TimestampSigner(salt=f"{_SALT}.{slug}")
    try:
        key = signer.unsign(signed, max_age=TOO_OLD)
    except signing.BadSignature:
        return "", _("This page was open for too long. Check what you typed and send it again.")
    try:
        signer.unsign(signed, max_age=TOO_FAST)
    except signing.SignatureExpired:
        return key, ""
    # a browser that fills in what it knows is as fast as a program, so the same page may be sent once more
    return key, _("One moment: check what you entered, then send it once more.")


def _too_many(wait: float) -> str:
    return _("Too many entries come from this connection. Wait %(seconds)d seconds, then send it again.") % {
        "seconds": int(wait) + 1
    }


def _own_address(row: Registration, form: Variant, more: str = "") -> str:
    query = "&".join(filter(None, (more, form.carried)))
    return reverse("registration", args=[row.token]) + (f"?{query}" if query else "")


@by_link
def person_page_consent(request: HttpRequest, form: Variant, slug: str, token: str) -> HttpResponse:
    """Show whether a player has a page, and what it shows; take their word on it. The address is the authority."""
    entry = holder(slug, token)
    problem, status = "", 200
    if request.method == "POST":
        try:
            reports.count_try(f"person{entry.pk}")
            DONE.get(request.POST.get("what", ""), profile.take_page_back)(entry.pk)
            return led_on(reverse("consent", args=[slug, token]) + form.suffix)
        except Refused as error:
            problem, status = error.message, status_of(error)
    context = {
        "event": entry.tournament.name,
        "mine": reverse("personal", args=[slug, token]),
        "agreed": PersonPage.objects.filter(player=entry.player_id).first(),
        "problem": problem,
    }
    return private_page("tournaments/entries/consent.html", form, context, status)


@by_link
def stop_mails(request: HttpRequest, form: Variant, token: str) -> HttpResponse:
    """Ask whether the mails of a kind are to stop, or stop them. 404 for a link that was never sent."""
    meant = read_stop_token(token)
    if meant is None:
        raise Http404
    stopped = request.method == "POST" and mails.stop(token) is not None
    response = private_page("tournaments/entries/mail_stop.html", form, {"kind": meant[1].label, "stopped": stopped})
    response.headers["Content-Language"] = form.language
    return response
