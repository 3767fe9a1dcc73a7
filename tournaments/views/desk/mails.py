"""The mails of a tournament at the desk: what is sent, what is not and why, and the text to send by hand."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain.access import Action
from tournaments.models import Mail, ReportWish, Tournament
from tournaments.selectors.people.mails import line, mails_of
from tournaments.services import mails as services
from tournaments.services.people import wishes
from tournaments.views.desk.base import at_desk, desk_page
from tournaments.web.addresses import public_root
from tournaments.web.staff_pages import refusal_shown

A_PAGE = 25


@require_safe
@at_desk(Action.PLAYERS)
def mails(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the mails of a tournament, the newest first."""
    page = Paginator(mails_of(tournament), A_PAGE).get_page(request.GET.get("page"))
    root = public_root(request)
    more = {
        "page": page,
        "lines": [line(mail, root) for mail in page],
        "server": settings.MAIL_SERVER is not None,
        "report": ReportWish.objects.filter(tournament=tournament, user=request.user).first(),
    }
    return desk_page(request, "desk/reports/mails.html", tournament, more)


@require_POST
@at_desk(Action.PLAYERS)
def report(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Have the standings mailed to the user when the tournament is over, or (without ``wanted``) not any more."""
    wanted, language = bool(request.POST.get("wanted")), get_language() or settings.LANGUAGE_CODE
    with refusal_shown(request):
        wishes.wish_report(tournament.pk, by=request.user, language=language, wanted=wanted)
    return redirect("admin:tournaments_mails", tournament.pk)


@require_POST
@at_desk(Action.PLAYERS)
def again(request: HttpRequest, tournament: Tournament, mail_id: int) -> HttpResponse:
    """Send a mail again that was given up."""
    mail = get_object_or_404(Mail, pk=mail_id, tournament=tournament)
    with refusal_shown(request):
        services.try_again(mail.pk, by=request.user)
        messages.success(request, _("The e-mail to %(to)s will be sent again.") % {"to": mail.to})
    return redirect("admin:tournaments_mails", tournament.pk)


@require_POST
@at_desk(Action.PLAYERS)
def by_hand(request: HttpRequest, tournament: Tournament, mail_id: int) -> HttpResponse:
    """Note that somebody sent a mail themselves."""
    mail = get_object_or_404(Mail, pk=mail_id, tournament=tournament)
    with refusal_shown(request):
        services.sent_by_hand(mail.pk, by=request.user)
    return redirect("admin:tournaments_mails", tournament.pk)
