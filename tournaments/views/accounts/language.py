"""The page on which users choose the language of their desk."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.domain.errors import Refused
from tournaments.models import User
from tournaments.services.language import choose_language


@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
    """Show the languages; a POST keeps one and goes back to where its user came from."""
    there = request.POST.get("next") or request.GET.get("next") or ""
    if not (url_has_allowed_host_and_scheme(there, None) and there.startswith(reverse("admin:index"))):
        there = reverse("admin:index")
    if request.method == "POST":
        try:
            choose_language(request.POST.get("language", "")[:10], by=request.user)
        except Refused as error:
            messages.error(request, error.message)
        return redirect(there)
    context = {
        **admin.site.each_context(request),
        "title": _("Language of the desk"),
        "languages": [(code, translation.get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES],
        "chosen": request.user.language,
        "next": there,
        "opts": User._meta,
    }
    return render(request, "accounts/language.html", context)
