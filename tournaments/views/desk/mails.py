"""The mails of a tournament at the desk: what is sent, what is not and why, and the text to send by hand."""

from __future__ import annotations

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.domain.access import Action
from tournaments.models import Mail, ReportWish, Tournament
from tournaments.selectors.people.mails import line, mails_of
from tournaments.services import mails as services
from tournaments.services.people import wishes
from tournaments.views.desk.base import at_desk, desk_page, step
from tournaments.web.addresses import public_root

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


@step(Action.PLAYERS, "mails")
def report(request: HttpRequest, tournament: Tournament) -> None:
    """Have the standings mailed to the user when the tournament is over, or (without ``wanted``) not any more."""
    wanted, language = bool(request.POST.get("wanted")), get_language() or settings.LANGUAGE_CODE
    wishes.wish_report(tournament.pk, by=request.user, language=language, wanted=wanted)


@step(Action.PLAYERS, "mails")
def again(request: HttpRequest, tournament: Tournament, mail_id: int) -> str:
    """Send a mail again that was given up."""
    mail = get_object_or_404(Mail, pk=mail_id, tournament=tournament)
    services.try_again(mail.pk, by=request.user)
    return _("The e-mail to %(to)s will be sent again.") % {"to": mail.to}


@step(Action.PLAYERS, "mails")
def by_hand(request: HttpRequest, tournament: Tournament, mail_id: int) -> None:
    """Note that somebody sent a mail themselves."""
    mail = get_object_or_404(Mail, pk=mail_id, tournament=tournament)
    services.sent_by_hand(mail.pk, by=request.user)
