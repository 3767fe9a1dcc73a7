"""The public form and a player's own page."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments.registrations.conftest import offered, sent, typed
from tournaments.models import Entry, Player, Registration, RegistrationSettings, Tournament, Waiting
from tournaments.services.entries import registration_decisions as decisions
from tournaments.services.entries import registrations
from tournaments.views.player import registrations as pages

pytestmark = pytest.mark.django_db


def enter(client: Any, evening: Tournament, **fields: str) -> Any:
    return client.post(f"/t/{evening.slug}/enter/", typed(evening.slug, **fields))


class TestTheWayIn:
    def test_sent_accepted_and_on_the_list(self, client, evening, boss, words):
        answer = enter(client, evening, club="Leiden")
        assert answer.status_code == 303
        assert not client.cookies
        row = Registration.objects.get()
        assert (row.state, row.name, row.club) == ("pending", "Zoë Later", "Leiden")
        page = words(client.get(answer.url))
        assert row.shown_code in page
        assert "The organiser looks at it." in page
        assert "Enter another player" in page, "a parent has two children"
        decisions.accept(evening.pk, row.pk, by=boss)
        assert "You take part." in words(client.get(answer.url))
        entry = Entry.objects.get(tournament=evening)
        assert (entry.player.name, entry.player.club, entry.player.home) == ("Zoë Later", "Leiden", evening)

    def test_the_code_leads_to_the_own_page_however_it_is_typed(self, client, evening):
        row = sent(evening)
        for code in (row.shown_code, row.code.lower(), f" {row.code[:4]} {row.code[4:]} "):
            answer = client.post(f"/t/{evening.slug}/enter/code/", {"code": code})
            assert answer.url == f"/e/{row.token}/"
        assert client.post(f"/t/{evening.slug}/enter/code/", {"code": "AAAA-AAAA"}).status_code == 422
        other = offered()
        assert client.post(f"/t/{other.slug}/enter/code/", {"code": row.code}).status_code == 422

    def test_nothing_in_the_database_opens_the_page(self, evening, settings):
        row = sent(evening)
        kept = " ".join(map(str, Registration.objects.filter(pk=row.pk).values_list().get()))
        assert row.code not in kept
        assert row.token not in kept
        token = row.token
        assert Registration.of(token) == row
        assert Registration.of(token[:-2] + ("AA" if token[-2:] != "AA" else "BB")) is None
        settings.SECRET_KEY = "another key"
        assert Registration.of(token) is None

    def test_a_page_sent_twice_is_one_entry(self, client, evening):
        page = typed(evening.slug)
        first, second = (client.post(f"/t/{evening.slug}/enter/", page) for _ in range(2))
        assert first.url == second.url
        assert Registration.objects.count() == 1

    @pytest.mark.parametrize(
        ("written", "rating"), [("1600*", 1600), ("ca. 1.850", 1850), ("none", None), ("", None), ("0", 0)]
    )
    def test_a_rating_is_read_as_in_a_list_of_players(self, client, written, rating):
        assert enter(client, offered(asks_rating=True), rating=written).status_code == 303
        assert Registration.objects.get().rating == rating

    @pytest.mark.parametrize("written", ["4001", "-5", "good", "1600 or 1700"])
    def test_no_rating_is_refused_in_words_and_what_was_typed_stays(self, client, words, written):
        answer = enter(client, offered(asks_rating=True), rating=written)
        assert answer.status_code == 422
        assert "No rating: leave the field empty." in words(answer)
        field = next(tag for tag in re.findall(r"<input[^>]*>", answer.content.decode()) if 'name="rating"' in tag)
        assert f'value="{written}"' in field and 'inputmode="numeric"' in field
        assert not Registration.objects.exists()

    def test_change_and_withdraw_by_the_same_link(self, client, evening, words):
        row = sent(evening, name="Zoe Latr", email="z@example.org")
        own = f"/e/{row.token}/"
        answer = client.post(own, {"name": "Zoë Later", "club": "Leiden", "name_shown": "initial", "do": "change"})
        assert answer.status_code == 303
        row.refresh_from_db()
        assert (row.name, row.club, row.name_shown, row.email) == ("Zoë Later", "Leiden", "initial", "")
        assert "Your changes are saved." in words(client.get(answer.url))
        assert "Your changes are saved." not in words(client.get(own))
        client.post(own, {"do": "withdraw"})
        row.refresh_from_db()
        assert row.state == "withdrawn"
        assert "You have withdrawn." in words(client.get(own))


class TestPhases:
    def phase(self, client: Any, words: Any, tournament: Tournament) -> str:
        return words(client.get(f"/t/{tournament.slug}/enter/"))

    def test_not_open_yet_with_its_date(self, client, words):
        opens = timezone.now() + timedelta(days=3)
        page = self.phase(client, words, offered(opens_at=opens))
        assert "You can enter from" in page
        assert timezone.localtime(opens).strftime("%H:%M") in page
        assert "<form method" not in page

    def test_open_with_its_places(self, client, words):
        made = offered(2, {"places": 4}, fee="€ 5", fee_note="In cash")
        page = self.phase(client, words, made)
        assert "2 of 4 taken" in page
        assert "€ 5" in page
        assert "Send my entry" in page

    def test_full_is_the_waiting_list(self, client, words):
        page = self.phase(client, words, offered(4, {"places": 4}))
        assert "All places are taken." in page
        assert "Join the waiting list" in page

    def test_closed_by_date_and_by_round_one(self, client, words, boss):
        closed = offered(2, closes_at=timezone.now() - timedelta(hours=1))
        assert "Entries are closed." in self.phase(client, words, closed)
        assert enter(client, closed).status_code == 422
        begun = offered(4)
        Tournament.objects.filter(pk=begun.pk).update(state="running")
        assert "has begun" in self.phase(client, words, begun)
        assert enter(client, begun).status_code == 422
        assert not Registration.objects.exists()

    def test_where_nothing_is_offered_there_is_no_page(self, client, evening):
        RegistrationSettings.objects.update(offered=False)
        assert client.get(f"/t/{evening.slug}/enter/").status_code == 404
        assert enter(client, evening).status_code == 404

    def test_an_unpublished_tournament_takes_no_entries(self, client):
        made = offered(0, {"published": False})
        assert client.get(f"/t/{made.slug}/enter/").status_code == 404
        assert enter(client, made).status_code == 404


class TestWaitingList:
    def test_the_next_one_moves_up_when_somebody_withdraws(self, client, boss, words):
        made = offered(1, {"places": 2})
        rows = [sent(made, name=name) for name in ("Anna A", "Bert B", "Cleo C")]
        for row in rows:
            decisions.accept(made.pk, row.pk, by=boss)
        assert [w.player.name for w in Waiting.objects.filter(tournament=made)] == ["Bert B", "Cleo C"]
        assert "in place 2." in words(client.get(f"/e/{rows[2].token}/"))
        registrations.withdraw(rows[0].pk)
        assert [e.player.name for e in made.entries.order_by("number")][1:] == ["Bert B"]
        assert "You take part." in words(client.get(f"/e/{rows[1].token}/"))
        assert "in place 1." in words(client.get(f"/e/{rows[2].token}/"))
        rows[1].refresh_from_db()
        assert rows[1].moved_up_at is not None

    def test_nobody_moves_up_where_the_organiser_fills_places(self, boss):
        made = offered(1, {"places": 2}, moves_up=False)
        rows = [sent(made, name=name) for name in ("Anna A", "Bert B")]
        for row in rows:
            decisions.accept(made.pk, row.pk, by=boss)
        registrations.withdraw(rows[0].pk)
        assert made.entries.count() == 1
        assert Waiting.objects.filter(tournament=made).count() == 1

    def test_after_the_closing_date_the_organiser_is_asked(self, client, boss, words):
        made = offered()
        row = sent(made)
        decisions.accept(made.pk, row.pk, by=boss)
        RegistrationSettings.objects.update(closes_at=timezone.now() - timedelta(hours=1))
        page = words(client.get(f"/e/{row.token}/"))
        assert "Ask the organiser to remove me" in page
        assert "Enter another player" not in page
        client.post(f"/e/{row.token}/", {"do": "withdraw"})
        row.refresh_from_db()
        assert (row.state, row.wants_out_at is not None) == ("accepted", True)
        assert made.entries.count() == 1
        assert "You asked to withdraw." in words(client.get(f"/e/{row.token}/"))

    def test_a_player_made_for_an_entry_goes_with_it(self, boss):
        made = offered()
        row = sent(made)
        decisions.accept(made.pk, row.pk, by=boss)
        registrations.withdraw(row.pk)
        assert not Player.objects.filter(name="Zoë Later").exists()
        assert Registration.objects.get().state == "withdrawn"


class TestMinors:
    def test_the_parent_is_named(self, client, evening):
        answer = enter(client, evening, minor="on")
        assert answer.status_code == 422
        assert "parent" in answer.content.decode()
        assert enter(client, evening, minor="on", parent="Mia Later").status_code == 303
        assert Registration.objects.get().parent == "Mia Later"

    def test_a_year_of_birth_says_who_needs_a_parent(self, client):
        made = offered(asks_birth_year=True, birth_year_reason="for the youth prizes")
        year = made.starts.year
        labels = re.findall(r"<label[^>]*>(.*?)</label>", client.get(f"/t/{made.slug}/enter/").content.decode())
        assert "Remark <small>optional</small>" in labels and "Name of the parent or guardian" in labels
        assert enter(client, made, birth_year=str(year - 10)).status_code == 422
        assert enter(client, made, birth_year=str(year - 10), minor="on", parent="Mia Later").status_code == 303
        assert enter(client, made, birth_year=str(year - 40), name="Old Enough").status_code == 303

    def test_consent_is_kept_as_it_was_read(self, client, evening):
        assert enter(client, evening, agree="").status_code == 422
        enter(client, evening)
        row = Registration.objects.get()
        assert "Only the organisers read your e-mail address" in row.agreed_to
        assert row.agreed_to.endswith("I agree that the organiser uses these data for this tournament.")
        assert row.agreed_at is not None


@pytest.mark.parametrize("field", ["name", "club", "team", "partner", "remark", "parent"])
def test_no_text_hides_letters_or_turns_them_about(client, field):
    made = offered(asks_team=True, asks_partner=True)
    assert enter(client, made, minor="on", parent="Mia Later").status_code == 303
    hidden = {"minor": "on", "parent": "Mia Later", field: "Anna\u202egnihton"}
    assert enter(client, made, **hidden).status_code == 422
    assert Registration.objects.count() == 1


class TestSpam:
    def test_the_field_that_only_programs_fill_in(self, client, evening):
        assert enter(client, evening, website="https://example.org").status_code == 422

    def test_a_form_from_nowhere_too_fast_or_of_yesterday(self, client, evening, monkeypatch):
        assert enter(client, evening, key="").status_code == 422
        assert enter(client, evening, key=pages.form_key(evening.slug)).status_code == 422
        assert enter(client, evening, key=typed("another-event")["key"]).status_code == 422
        monkeypatch.setattr(pages, "TOO_OLD", 10)
        assert enter(client, evening).status_code == 422
        assert not Registration.objects.exists()

    def test_whoever_is_as_fast_as_their_browser_sends_the_same_page_once_more(
        self, client, evening, words, monkeypatch
    ):
        key = pages.form_key(evening.slug)
        answer = enter(client, evening, key=key)
        assert answer.status_code == 422 and "check what you entered, then send it once more" in words(answer)
        assert "person types" not in words(answer) and f'value="{key}"' in words(answer), "the clock goes on"
        monkeypatch.setattr(pages, "TOO_FAST", 0)
        assert enter(client, evening, key=key).status_code == 303
        assert Registration.objects.count() == 1

    def test_a_full_event_is_entered_for_the_waiting_list(self, client, words):
        made = offered(2, fields={"places": 2})
        assert "Join the waiting list" in words(client.get(f"/t/{made.slug}/"))
        free = offered(2, fields={"places": 3})
        page = words(client.get(f"/t/{free.slug}/"))
        assert "Enter this tournament" in page and "waiting list" not in page

    def test_an_empty_form_is_told_what_is_missing_and_not_that_it_came_fast(self, client, evening, words):
        key = typed("another-event")["key"]
        page = words(client.post(f"/t/{evening.slug}/enter/", {"key": key}))
        assert "Nothing was sent yet" in page
        assert "Tick that you agree." in page
        assert "too long" not in page and "faster" not in page

    @pytest.mark.parametrize("name", ["Buy at www.example.org", "https://example.org", "spam@example.org"])
    def test_no_name_is_an_address(self, client, evening, name):
        assert enter(client, evening, name=name).status_code == 422

    def test_one_connection_sends_only_so_many(self, client, evening, monkeypatch):
        monkeypatch.setattr(pages, "SENT", (2, 1 / 1000))
        assert [enter(client, evening, name=f"P {n}").status_code for n in range(3)] == [303, 303, 429]

    def test_codes_are_not_guessed(self, client, evening, monkeypatch):
        monkeypatch.setattr(pages, "TYPED", (2, 1 / 1000))
        tries = [client.post(f"/t/{evening.slug}/enter/code/", {"code": "AAAA-AAAA"}).status_code for _ in range(3)]
        assert tries == [422, 422, 429]

    def test_so_many_wait_for_the_organiser(self, client, evening, monkeypatch, words):
        monkeypatch.setattr(registrations, "MOST_UNDECIDED", 1)
        assert enter(client, evening).status_code == 303
        assert "Too many entries are waiting" in words(enter(client, evening, name="Another Name"))

    def test_one_mail_address_enters_a_family_and_no_more(self, client, evening, monkeypatch):
        monkeypatch.setattr(registrations, "MOST_AN_ADDRESS", 2)
        sent_ = [enter(client, evening, name=f"P {n}", email="p@example.org").status_code for n in range(3)]
        assert sent_ == [303, 303, 422]
