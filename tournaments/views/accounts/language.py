"""The page on which users choose the language of their desk."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.models import User
from tournaments.services.accounts import choose_language
from tournaments.web.staff_pages import refusal_shown, staff_page


@require_http_methods(["GET", "HEAD", "POST"])
def choose(request: HttpRequest) -> HttpResponse:
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
