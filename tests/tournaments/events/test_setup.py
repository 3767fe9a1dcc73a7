"""Setting a tournament up in the admin: its form, its players, and what is fixed once it has begun."""

from __future__ import annotations

import html
import re
from datetime import date
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from scoring.documents.document import Event
from tests.tournaments import make
from tests.tournaments.games.conftest import WHOLE, golden, hand_in, table_for
from tournaments.domain.setup import fields_of, options_of
from tournaments.models import Entry, Team, Tournament
from tournaments.services.events import presets, tournaments
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db

GOOD = (Path(__file__).parent.parent / "data" / "club-players.csv").read_bytes()
BAD = (Path(__file__).parent.parent / "data" / "club-players-bad.csv").read_bytes()


def desk_url(evening, *more):
    return reverse("admin:tournaments_desk", args=[evening.pk]) + "/".join(map(str, more))


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
            "entries-TOTAL_FORMS": "0",
            "entries-INITIAL_FORMS": "0",
            "appointments-TOTAL_FORMS": "0",
            "appointments-INITIAL_FORMS": "0",
        } | more

    def add(self, client, **more):
        return client.post(reverse("admin:tournaments_tournament_add"), self.fields(**more))

    def test_an_organiser_sets_up_an_evening(self, signed_in, boss):
        assert self.add(signed_in(boss)).status_code == 302
        made = Tournament.objects.get(slug="new-evening")
        assert (made.game, made.system, made.rounds_planned, made.created_by) == ("quatro-chess", "tables", 5, boss)

    def test_options_come_from_the_games_own_declaration(self, words, signed_in, boss):
        page = words(signed_in(boss).get(reverse("admin:tournaments_tournament_add")))
        assert "game__quarto__squares" in page
        assert "game__quatro-chess__draw_points" in page
        self.add(
            signed_in(boss),
            game="quarto",
            system="berger",
            table_size="2",
            game__quarto__squares="on",
            game__quarto__attributes=["colour", "shape"],
        )
        assert Tournament.objects.get().options["squares"] is True
        assert Tournament.objects.get().options["attributes"] == ["colour", "shape"]

    def test_a_table_size_that_the_system_has_not_is_refused(self, words, signed_in, boss):
        response = self.add(signed_in(boss), system="berger", table_size="4")
        assert response.status_code == 200
        assert "must be 2, not 4" in words(response)
        assert not Tournament.objects.exists()

    def test_what_rounds_rest_on_is_fixed_once_they_are_made(self, signed_in, boss, evening):
        make.draft(evening, boss)
        url = reverse("admin:tournaments_tournament_change", args=[evening.pk])
        as_it_is = {"rounds_planned": "3", "published": "on", "starts": str(evening.starts)}
        fields = self.fields(game="kwartet", seed="99", name="Renamed", slug=evening.slug, **as_it_is)
        signed_in(boss).post(url, fields)
        evening.refresh_from_db()
        assert (evening.name, evening.game, evening.seed) == ("Renamed", "quarto", 0)

    def test_settings_saved_from_an_old_page_take_nothing_back(self, signed_in, boss, evening, monkeypatch):
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
        assert signed_in(boss).post(url, fields).status_code == 302
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

    def test_a_tournament_of_many_players_can_be_saved(self, signed_in, boss):
        evening = make.tournament(150)
        url = reverse("admin:tournaments_tournament_change", args=[evening.pk])
        fields = self.fields(name="Many", slug=evening.slug) | self.rows(evening)
        assert signed_in(boss).post(url, fields).status_code == 302
        assert Tournament.objects.get(pk=evening.pk).name == "Many"

    def test_a_player_is_in_no_team_of_another_tournament(self, signed_in, boss, evening):
        team = Team.objects.create(tournament=make.duel(2), key="A", name="Elsewhere")
        url = reverse("admin:tournaments_tournament_change", args=[evening.pk])
        fields = self.fields(slug=evening.slug, game="quarto", system="berger", table_size="2", rounds_planned="3")
        response = signed_in(boss).post(url, fields | self.rows(evening, team=team.pk))
        assert response.status_code == 200
        assert not Entry.objects.filter(team=team).exists()

    def test_more_rounds_than_the_system_has_are_refused_at_the_field(self, signed_in, boss):
        response = self.add(signed_in(boss), rounds_planned="400")
        assert response.status_code == 200
        assert not Tournament.objects.exists()

    def test_more_rounds_planned_open_a_finished_event_again(self, signed_in, boss):
        evening = make.duel(4, rounds_planned=1)
        round_ = make.published(evening, boss)
        make.play(round_, boss, ("1", "0"))
        rounds.close(round_.pk, by=boss)
        url = reverse("admin:tournaments_tournament_change", args=[evening.pk])
        client, fields = signed_in(boss), self.fields(name="More", slug=evening.slug, rounds_planned="2")
        fields |= {"published": "on", "starts": str(evening.starts), "confirm": ["rounds:2"]}
        client.post(url, fields)
        assert Tournament.objects.get(pk=evening.pk).state == Tournament.State.RUNNING
        assert make.draft(evening, boss).number == 2

    def test_a_name_that_nobody_can_see_is_refused(self, signed_in, boss):
        assert self.add(signed_in(boss), name="\u200b\u200b").status_code == 200
        assert not Tournament.objects.exists()

    @pytest.mark.django_db(transaction=True)
    def test_a_players_new_name_reaches_the_public_page(self, words, signed_in, boss, evening, monkeypatch):
        monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args: None)
        make.published(evening, boss)
        player = Entry.objects.filter(tournament=evening).first().player
        page = reverse("round", args=[evening.slug, 1])
        client = signed_in(boss)
        spectator = Client()
        before = spectator.get(page)["ETag"]
        url = reverse("admin:tournaments_player_change", args=[player.pk])
        client.post(url, {"name": "Quite Another", "rating": "", "club": "", "birth_year": ""})
        response = spectator.get(page, HTTP_IF_NONE_MATCH=before)
        assert response.status_code == 200
        assert "Quite Another" in words(response)

    def test_an_appointed_organiser_finds_players_to_enter(self, signed_in, evening):
        from tournaments.models import Appointment

        user = make.arbiter()
        Appointment.objects.create(tournament=evening, user=user, role="organiser")
        query = {"term": "Player", "app_label": "tournaments", "model_name": "entry", "field_name": "player"}
        assert signed_in(user).get(reverse("admin:autocomplete"), query).status_code == 200
        assert signed_in(make.arbiter()).get(reverse("admin:autocomplete"), query).status_code == 403

    def test_a_nul_in_the_query_is_a_bad_request(self, signed_in, boss):
        url = reverse("admin:tournaments_tournament_changelist")
        assert signed_in(boss).get(f"{url}?game=%00").status_code == 400

    def test_a_tournament_that_has_begun_is_not_deleted(self, signed_in, boss, evening):
        make.draft(evening, boss)
        url = reverse("admin:tournaments_tournament_delete", args=[evening.pk])
        assert signed_in(boss).post(url, {"post": "yes", "typed": evening.name}).status_code == 403
        assert Tournament.objects.filter(pk=evening.pk).exists()


class TestScoringFields:
    add, fields = TestSetUp.add, TestSetUp.fields

    def test_scoring_is_set_up_and_checked(self, signed_in, boss):
        self.add(signed_in(boss), scoring_bye="7/2", scoring_tie_breaks="DE, BH WIN;LOT", scoring_points="game")
        made = Tournament.objects.get()
        assert made.scoring == {"points": "game", "bye": "7/2", "tie_breaks": ["DE", "BH", "WIN", "LOT"]}

    @pytest.mark.parametrize(
        "wrong", [{"scoring_bye": "99"}, {"scoring_bye": "3.5"}, {"scoring_tie_breaks": "DE NOPE"}]
    )
    def test_what_cannot_be_scored_is_said_at_the_field(self, signed_in, boss, wrong):
        response = self.add(signed_in(boss), **wrong)
        assert response.status_code == 200
        assert "errornote" in response.content.decode() or "errors" in response.content.decode()
        assert not Tournament.objects.exists()


class TestProposedOptions:
    NAME = "game__kwartet__pot_draw"

    def shown(self, client, address):
        page = html.unescape(client.get(address).content.decode())
        field = page[page.index(f'name="{self.NAME}"') :]
        return re.search(r'value="([^"]*)" selected', field[: field.index("</select>")])[1]

    def test_k_2_6_a_new_event_leaves_the_pot_to_the_players_however_it_is_made(self, signed_in, boss):
        assert self.shown(signed_in(boss), reverse("admin:tournaments_tournament_add")) == "may"
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

    def test_k_2_6_an_event_that_does_not_name_it_is_read_as_it_was(self, signed_in, boss):
        made = make.duel(4, game="kwartet")
        assert options_of(made)["pot_draw"] == "must"
        address = reverse("admin:tournaments_tournament_change", args=[made.pk])
        assert self.shown(signed_in(boss), address) == "must"
        document = Event(name="Imported", game="kwartet", pairing={"system": "berger", "table_size": 2})
        assert fields_of(document)["options"] == {}
