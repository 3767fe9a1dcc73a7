"""The mails that belong to no tournament, and a test of the mail server: for organisers of the installation."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Mail
from tournaments.selectors.mails import line, mails_of
from tournaments.services import mails as services
from tournaments.web.addresses import public_root
from tournaments.web.staff_pages import refusal_shown, staff_page

A_PAGE = 25


@never_cache
@require_safe
def installation_mails(request: HttpRequest) -> HttpResponse:
    """List invitations, password resets and tests, the newest first."""
    services.require_mails(request.user, None)
    page = Paginator(mails_of(None), A_PAGE).get_page(request.GET.get("page"))
    root = public_root(request)
    context = {
        "page": page,
        "lines": [line(mail, root) for mail in page],
        "server": settings.MAIL_SERVER,
        "sender": settings.MAIL_FROM,
        "own_address": request.user.email,  # type: ignore[union-attr]
    }
    return staff_page(request, "accounts/mails.html", _("Mail"), context)


@require_POST
def act(request: HttpRequest) -> HttpResponse:
    """Send a test to the user's own address, or a mail again, or note that it was sent by hand."""
    services.require_mails(request.user, None)
    with refusal_shown(request):
        if request.POST.get("what") == "test":
            services.send_test(by=request.user, language=get_language() or settings.LANGUAGE_CODE)
            messages.success(request, _("A test e-mail is on its way. This page shows its status."))
        else:
            number = request.POST.get("mail", "")
            mail = get_object_or_404(Mail, number=number if len(number) == 36 else None, tournament=None)
            act = services.sent_by_hand if request.POST.get("what") == "by_hand" else services.try_again
            act(mail.pk, by=request.user)
    return redirect("installation_mails")
