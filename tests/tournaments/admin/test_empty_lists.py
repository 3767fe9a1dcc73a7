"""An empty list of the desk says so in our own words, and what can be done."""

from __future__ import annotations

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db
CLUBS_GAMES = "admin:tournaments_clubgame_changelist"


def test_a_list_with_nothing_in_it_is_still_empty(desk, words):
    page = words(desk.get(reverse(CLUBS_GAMES)))
    assert "This list is still empty." in page and "yielded" not in page and "No results found" not in page
    assert reverse("admin:tournaments_clubgame_add") in page


def test_a_search_without_a_match_leads_back_to_the_whole_list(desk, words):
    page = words(desk.get(reverse("admin:tournaments_player_changelist"), {"q": "nobody at all"}))
    assert "Nothing matches your search." in page and "yielded" not in page
    assert "Show the whole list" in page
