"""Rating lists and series in the admin."""

from __future__ import annotations

import html
import re

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from tests.tournaments import make
from tournaments.models import Rating, Series
from tournaments.services.seasons import changed

pytestmark = pytest.mark.django_db


class TestAdmin:
    @pytest.mark.parametrize("name", ["ratinglist", "series"])
    def test_it_is_for_organisers_of_the_installation(self, client, boss, nights, name):
        add = reverse(f"admin:tournaments_{name}_add")
        client.force_login(make.arbiter(nights[0]))
        assert client.get(add).status_code == 403
        client.force_login(boss)
        assert client.get(add).status_code == 200

    def test_a_list_is_made_and_computed(self, desk, nights, eager_tasks, django_capture_on_commit_callbacks):
        fields = {
            "name": "Season",
            "slug": "season",
            "published": "on",
            "provisional_games": "3",
            "method": "elo",
            "elo_start": "1400",
            "elo_k": "20",
            "elo_k_new": "20",
            "elo_new_games": "30",
            "events-TOTAL_FORMS": "2",
            "events-INITIAL_FORMS": "0",
            "events-0-tournament": nights[0].pk,
            "events-1-tournament": nights[1].pk,
        }
        versions = [night.version for night in nights]
        with django_capture_on_commit_callbacks(execute=True):
            answer = desk.post(reverse("admin:tournaments_ratinglist_add"), fields)
        assert answer.status_code == 302, answer.content.decode()[-3000:]
        assert Rating.objects.filter(rating_list__slug="season").count() == 4
        assert sum(rating.mu for rating in Rating.objects.filter(rating_list__slug="season")) == 4 * 1400
        for night in nights:
            night.refresh_from_db()
        assert [night.version > before for night, before in zip(nights, versions, strict=True)] == [True, True, False]
        assert desk.get(reverse("admin:tournaments_ratinglist_changelist")).status_code == 200

    def test_a_series_is_made_and_a_wrong_rule_is_refused_with_a_sentence(
        self, desk, nights, eager_tasks, django_capture_on_commit_callbacks
    ):
        fields = {
            "name": "Cup",
            "slug": "cup",
            "value": "places",
            "places": "",
            "drop": "0",
            "ties": "shared",
            "events-TOTAL_FORMS": "1",
            "events-INITIAL_FORMS": "0",
            "events-0-tournament": nights[0].pk,
        }
        answer = desk.post(reverse("admin:tournaments_series_add"), fields)
        assert "never rising" in html.unescape(answer.content.decode())
        with django_capture_on_commit_callbacks(execute=True):
            desk.post(reverse("admin:tournaments_series_add"), fields | {"places": "5 3 1"})
        made = Series.objects.get()
        assert [row["total"] for row in made.body["rows"]] == ["5", "3", "1", "0"]
        desk.post(reverse("admin:tournaments_series_delete", args=[made.pk]), {"post": "yes"})
        assert not Series.objects.exists()

    def test_only_an_organiser_changes_a_season(self, nights, club_list):
        with pytest.raises(PermissionDenied, match="Only an organiser of this installation"):
            changed(club_list, by=make.arbiter(nights[0]))


def test_the_tournament_of_a_line_is_called_so_in_the_language_of_the_reader(desk):
    for page in ("series", "ratinglist"):
        address = reverse(f"admin:tournaments_{page}_add")
        shown = desk.get(address, headers={"accept-language": "nl"}).content.decode()
        assert re.search(r">\s*Toernooi\s*<", shown) and not re.search(r">\s*Tournament\s*<", shown)
