"""The page behind the link that ends mails. The address is the authority: nobody signs in, and no cookie is needed.

Opening it changes nothing, because mail programs and virus scanners open links; its button does. The mail program's
own “unsubscribe” sends the POST by itself (RFC 8058).
"""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from tournaments.models.mail import read_stop_token
from tournaments.services import mails
from tournaments.web.conditional import form_of, render


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_variables("token")
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether the mails of a kind are to stop, or stop them. 404 for a link that was never sent."""
    meant = read_stop_token(token)
    if meant is None:
        raise Http404
    form = form_of(request)
    stopped = request.method == "POST" and mails.stop(token) is not None
    with translation.override(form.language):
        page = render("tournaments/mail_stop.html", form, {"kind": meant[1].label, "stopped": stopped})
    headers = {
        "Cache-Control": "private, no-store",
        "Content-Language": form.language,
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex",
    }
    return HttpResponse(page, headers=headers)
