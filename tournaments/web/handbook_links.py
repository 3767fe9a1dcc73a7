"""The way from each page of the desk to the chapter of the handbook about it, and to the part of it, by its anchor."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language

LINKS = {
    "tournaments_new": "events",
    "tournaments_new_preset": "events",
    "tournaments_tournament_add": "events",
    "tournaments_tournament_change": "events#settings",
    "tournaments_desk": "rounds",
    "tournaments_desk_round": "rounds",
    "tournaments_actions": "rounds",
    "tournaments_presence": "rounds#pair",
    "tournaments_review": "rounds#review",
    "tournaments_review_change": "rounds#review",
    "tournaments_review_end": "rounds#review",
    "tournaments_quick": "rounds#results",
    "tournaments_result": "rounds#results",
    "tournaments_decide": "rounds#corrections",
    "tournaments_record": "rounds#records",
    "tournaments_game": "rounds#records",
    "tournaments_deal": "rounds#records",
    "tournaments_penalties": "rounds#penalties",
    "tournaments_rounds": "troubles#wrong-round",
    "tournaments_report_rule": "rounds#reports",
    "tournaments_report_decide": "rounds#reports",
    "tournaments_players": "players",
    "tournaments_players_act": "players",
    "tournaments_players_add": "players#latecomers",
    "tournaments_person": "players#person",
    "tournaments_byes": "players#absence",
    "tournaments_check_in": "players#check-in",
    "tournaments_check_in_close": "players#check-in",
    "tournaments_check_in_mark": "players#check-in",
    "tournaments_registrations": "players#entries",
    "tournaments_registration_settings": "players#entries",
    "tournaments_list_upload": "players#lists",
    "tournaments_list_preview": "players#lists",
    "tournaments_outputs": "paper",
    "tournaments_slips": "paper#slips",
    "tournaments_links": "paper#links",
    "tournaments_links_mail": "paper#links",
    "tournaments_mails": "paper#mail",
    "tournaments_staff": "servers#staff",
    "tournaments_invite": "servers#staff",
    "tournaments_log": "troubles#log",
    "tournaments_history": "troubles#log",
    "tournaments_trf_upload": "players#lists",
    "tournaments_import_document": "events",
    "tournaments_groups": "seasons#groups",
    "tournaments_finals": "seasons#groups",
    "tournaments_prizes": "seasons#prizes",
    "tournaments_season_evenings": "seasons",
    "tournaments_season_evening": "seasons",
}
"""The name of an address of the desk, and what tells about it."""


def address(name: str) -> str:
    """Return the address of what the handbook says about a page; of its contents where it says nothing special."""
    key, _sign, anchor = LINKS.get(name, "").partition("#")
    page = reverse("handbook_chapter", args=[key]) if key else reverse("handbook")
    return f"{page}?lang={get_language()}" + (f"#{anchor}" if anchor else "")


def of_page(request: HttpRequest) -> str:
    """Return the address of what the handbook says about the page that was asked for."""
    match = request.resolver_match
    return address(match.url_name or "" if match else "")
