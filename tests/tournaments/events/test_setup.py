"""Setting a tournament up in the admin: its form, its players, and what is fixed once it has begun."""

from __future__ import annotations

import html
import re
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from scoring.documents.document import Event
from tests.tournaments import make
from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
from tournaments.domain.setup import fields_of, options_of
from tournaments.models import Entry, Team, Tournament
from tournaments.services.events import presets, tournaments

pytestmark = pytest.mark.django_db


class TestSetUp:
    def fields(self, **more):
        return {
            "name": "New evening",
            "slug": "new-evening",
            "starts": "2026-11-27",
            "game": "quatro-chess",
            "system": "tables",
            "table_size": "4",
            "rounds_planned": "5",
            "seed": "7",
            **make.NO_ROWS,
        } | more

    def add(self, client, **more):
        return client.post(reverse("admin:tournaments_tournament_add"), self.fields(**more))

    def test_an_organiser_sets_up_an_evening(self, desk, boss):
        assert self.add(desk).status_code == 302
        made = Tournament.objects.get(slug="new-evening")
        assert (made.game, made.system, made.rounds_planned, made.created_by) == ("quatro-chess", "tables", 5, boss)

    def test_options_come_from_the_games_own_declaration(self, words, desk):
        page = words(desk.get(reverse("admin:tournaments_tournament_add")))
        assert "game__quarto__squares" in page
        assert "game__quatro-chess__draw_points" in page
        chosen = {"game__quarto__squares": "on", "game__quarto__attributes": ["colour", "shape"]}
        self.add(desk, game="quarto", system="berger", table_size="2", **chosen)
        options = Tournament.objects.get().options
        assert (options["squares"], options["attributes"]) == (True, ["colour", "shape"])

    @pytest.mark.parametrize(
        ("wrong", "says"),
        [
            ({"system": "berger", "table_size": "4"}, "must be 2, not 4"),
            ({"rounds_planned": "400"}, "errors"),
            ({"name": "\u200b\u200b"}, "errors"),
            ({"scoring_bye": "99"}, "errors"),
            ({"scoring_bye": "3.5"}, "errors"),
            ({"scoring_tie_breaks": "DE NOPE"}, "errors"),
        ],
        ids=["size", "rounds", "no visible name", "bye", "half a half", "tie-break"],
    )
    def test_what_cannot_be_is_refused_at_the_field(self, words, desk, wrong, says):
        response = self.add(desk, **wrong)
        assert response.status_code == 200
        assert set(response.context["adminform"].form.errors) & set(wrong) and says in words(response)
        assert not Tournament.objects.exists()

    def test_scoring_is_set_up(self, desk):
        self.add(desk, scoring_bye="7/2", scoring_tie_breaks="DE, BH WIN;LOT", scoring_points="game")
        made = Tournament.objects.get()
        assert made.scoring == {"points": "game", "bye": "7/2", "tie_breaks": ["DE", "BH", "WIN", "LOT"]}

    def test_what_rounds_rest_on_is_fixed_once_they_are_made(self, desk, boss, evening):
        make.draft(evening, boss)
        url = reverse("admin:tournaments_tournament_change", args=[evening.pk])
        as_it_is = {"rounds_planned": "3", "published": "on", "starts": str(evening.starts)}
        fields = self.fields(game="kwartet", seed="99", name="Renamed", slug=evening.slug, **as_it_is)
        desk.post(url, fields)
        evening.refresh_from_db()
        assert (evening.name, evening.game, evening.seed) == ("Renamed", "quarto", 0)

    def test_settings_saved_from_an_old_page_take_nothing_back(self, desk, boss, evening, monkeypatch):
        """Between the loading of the form and its saving the event begins."""
        from tournaments.forms.tournament import TournamentForm

        clean = TournamentForm.clean

        def slowly(form):
            if evening.state == Tournament.State.PLANNED:
                make.published(evening, boss)
                evening.refresh_from_db()
            return clean(form)

        monkeypatch.setattr(TournamentForm, "clean", slowly)
        fields = self.fields(name="Renamed", slug=evening.slug, game="kwartet", system="tables", table_size="4")
        url = reverse("admin:tournaments_tournament_change", args=[evening.pk])
        assert desk.post(url, fields).status_code == 302
        now = Tournament.objects.get(pk=evening.pk)
        assert (now.name, now.state) == ("Renamed", Tournament.State.RUNNING)
        assert (now.game, now.system, now.table_size) == ("quarto", "berger", 2)
        assert now.version > evening.version

    def rows(self, evening, **changed):
        """The form's rows for the entries that are there."""
        entries = list(Entry.objects.filter(tournament=evening))
        data = {"entries-TOTAL_FORMS": str(len(entries)), "entries-INITIAL_FORMS": str(len(entries))}
        for i, entry in enumerate(entries):
            values = {"id": entry.pk, "player": entry.player_id, "number": entry.number, "joined": 1} | changed
            data |= {f"entries-{i}-{name}": str(value) for name, value in values.items()}
        return data

    def test_a_tournament_of_many_players_can_be_saved(self, desk):
        evening = make.tournament(150)
        url = reverse("admin:tournaments_tournament_change", args=[evening.pk])
        fields = self.fields(name="Many", slug=evening.slug) | self.rows(evening)
        assert desk.post(url, fields).status_code == 302
        assert Tournament.objects.get(pk=evening.pk).name == "Many"

    def test_a_player_is_in_no_team_of_another_tournament(self, desk, evening):
        team = Team.objects.create(tournament=make.duel(2), key="A", name="Elsewhere")
        url = reverse("admin:tournaments_tournament_change", args=[evening.pk])
        fields = self.fields(slug=evening.slug, game="quarto", system="berger", table_size="2", rounds_planned="3")
        response = desk.post(url, fields | self.rows(evening, team=team.pk))
        assert response.status_code == 200
        assert not Entry.objects.filter(team=team).exists()

    def test_more_rounds_planned_open_a_finished_event_again(self, desk, boss):
        evening = make.duel(4, rounds_planned=1)
        make.played(evening, boss, ("1", "0"))
        url = reverse("admin:tournaments_tournament_change", args=[evening.pk])
        sent = self.fields(name="More", slug=evening.slug, rounds_planned="2")
        desk.post(url, sent | {"published": "on", "starts": str(evening.starts), "confirm": ["rounds:2"]})
        assert Tournament.objects.get(pk=evening.pk).state == Tournament.State.RUNNING
        assert make.draft(evening, boss).number == 2

    @pytest.mark.django_db(transaction=True)
    def test_a_players_new_name_reaches_the_public_page(self, words, desk, boss, evening, no_broker):
        make.published(evening, boss)
        player = Entry.objects.filter(tournament=evening).first().player
        page = reverse("round", args=[evening.slug, 1])
        spectator = Client()
        before = spectator.get(page)["ETag"]
        url = reverse("admin:tournaments_player_change", args=[player.pk])
        desk.post(url, {"name": "Quite Another", "rating": "", "club": "", "birth_year": ""})
        response = spectator.get(page, HTTP_IF_NONE_MATCH=before)
        assert response.status_code == 200
        assert "Quite Another" in words(response)

    def test_an_appointed_organiser_finds_players_to_enter(self, signed_in, evening):
        query = {"term": "Player", "app_label": "tournaments", "model_name": "entry", "field_name": "player"}
        assert (
            signed_in(make.arbiter(evening, "organiser")).get(reverse("admin:autocomplete"), query).status_code == 200
        )
        assert signed_in(make.arbiter()).get(reverse("admin:autocomplete"), query).status_code == 403

    def test_a_nul_in_the_query_is_a_bad_request(self, desk):
        url = reverse("admin:tournaments_tournament_changelist")
        assert desk.get(f"{url}?game=%00").status_code == 400

    def test_a_tournament_that_has_begun_is_not_deleted(self, desk, boss, evening):
        make.draft(evening, boss)
        url = reverse("admin:tournaments_tournament_delete", args=[evening.pk])
        assert desk.post(url, {"post": "yes", "typed": evening.name}).status_code == 403
        assert Tournament.objects.filter(pk=evening.pk).exists()


class TestProposedOptions:
    NAME = "game__kwartet__pot_draw"

    def shown(self, client, address):
        page = html.unescape(client.get(address).content.decode())
        field = page[page.index(f'name="{self.NAME}"') :]
        return re.search(r'value="([^"]*)" selected', field[: field.index("</select>")])[1]

    def test_k_2_6_a_new_event_leaves_the_pot_to_the_players_however_it_is_made(self, desk, boss):
        assert self.shown(desk, reverse("admin:tournaments_tournament_add")) == "may"
        assert tournaments.create({"name": "Sent", "game": "kwartet"}, by=boss).options == {"pot_draw": "may"}
        asked = {"name": "Sent", "game": "kwartet", "options": {"pot_draw": "must", "two_left": "stop"}}
        assert tournaments.create(asked, by=boss).options == asked["options"]
        day = date(2026, 12, 4)
        (made,) = presets.create(
            presets.PRESETS["club-evening"], by=boss, name="Card", starts=day, game="kwartet", rounds=3
        )
        assert made.options == {"pot_draw": "may"}
        assert tournaments.create({"name": "Sent"}, by=boss).options == {}

    def test_k_2_6_a_record_of_four_who_have_no_pot_need_not_name_it(self, boss):
        record = golden(WHOLE["kwartet"][0])
        table = table_for({**record, "options": {"pot_draw": "may"}}, boss, 4)
        assert hand_in(table, boss, record).state == "agrees"

    def test_k_2_6_an_event_that_does_not_name_it_is_read_as_it_was(self, desk):
        made = make.duel(4, game="kwartet")
        assert options_of(made)["pot_draw"] == "must"
        address = reverse("admin:tournaments_tournament_change", args=[made.pk])
        assert self.shown(desk, address) == "must"
        document = Event(name="Imported", game="kwartet", pairing={"system": "berger", "table_size": 2})
        assert fields_of(document)["options"] == {}
