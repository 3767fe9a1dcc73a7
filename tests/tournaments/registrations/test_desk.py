"""The organiser's side: looked at, accepted, merged, refused, paid."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from tests.tournaments import make
from tests.tournaments.registrations.conftest import offered, sent
from tournaments.domain.errors import Refused
from tournaments.jobs.sweep import throw_away
from tournaments.models import (
    Entry,
    LogEntry,
    Player,
    Registration,
    RegistrationSettings,
    Series,
    SeriesEvent,
    Team,
    Tournament,
    Waiting,
)
from tournaments.services.entries import registration_decisions as decisions
from tournaments.services.entries import registrations
from tournaments.services.people import erasure

pytestmark = pytest.mark.django_db


def page(name: str, tournament: Any) -> str:
    return reverse(f"admin:tournaments_{name}", args=[tournament.pk])


class TestThePage:
    def test_what_was_sent_stands_there_and_on_the_overview(self, desk, evening, words):
        sent(evening, name="Anna de Wit", club="Leiden", email="anna@example.org", partner="Bert", remark="I come late")
        text = words(desk.get(page("registrations", evening)))
        for part in ("Anna de Wit", "Leiden", "anna@example.org", "Bert", "I come late", "1 entry to review"):
            assert part in text
        assert "1 new" in words(desk.get(page("desk", evening)))

    def test_only_who_enters_players_reads_it(self, client, evening):
        sent(evening, email="anna@example.org")
        for role, status in (("organiser", 200), ("chief", 200), ("arbiter", 403), ("helper", 403)):
            client.force_login(make.arbiter(evening, role))
            assert client.get(page("registrations", evening)).status_code == status, role
        client.force_login(make.arbiter(make.duel(2), "organiser"))
        assert client.get(page("registrations", evening)).status_code == 403

    def test_several_are_accepted_at_once_in_the_order_in_which_they_came(self, desk, words):
        made = offered(0, {"places": 2})
        rows = [sent(made, name=name) for name in ("Anna A", "Bert B", "Cleo C")]
        ticked = {"do": "accept", "row": [str(row.pk) for row in reversed(rows)]}
        text = words(desk.post(page("registrations_act", made), ticked, follow=True))
        assert "3 entries done." in text
        assert [e.player.name for e in made.entries.order_by("number")] == ["Anna A", "Bert B"]
        assert Waiting.objects.get(tournament=made).player.name == "Cleo C"
        assert "waiting list, place 1" in text

    def test_refused_with_a_reason_that_the_player_reads(self, signed_in, client, boss, evening, words):
        row = sent(evening)
        signed_in(boss).post(
            page("registrations_act", evening), {"do": f"refuse:{row.pk}", f"reason-{row.pk}": "Juniors only."}
        )
        client.logout()
        text = words(client.get(f"/e/{row.token}/"))
        assert "The organiser has not accepted this entry." in text
        assert "Juniors only." in text

    def test_the_fee_is_ticked(self, desk, boss, words):
        made = offered(fee="€ 5", fee_note="In cash at the desk")
        row = sent(made)
        decisions.accept(made.pk, row.pk, by=boss)
        assert "1 has not paid" in words(desk.get(page("registrations", made)))
        desk.post(page("registrations_act", made), {"do": f"paid:{row.pk}"})
        row.refresh_from_db()
        assert row.paid
        assert "has not paid" not in words(desk.get(page("registrations", made)))

    def test_a_spreadsheet_of_them_runs_no_formula(self, desk, evening):
        sent(evening, name="=1+1", email="a@example.org")
        text = desk.get(page("registrations_csv", evening)).content.decode()
        assert "a@example.org" in text
        assert "\n=1+1" not in text
        assert ";=1+1" not in text

    def test_the_settings_are_kept_and_a_year_of_birth_needs_a_reason(self, desk, words):
        made = make.duel(2)
        asked = {"offered": "on", "sections": "A\nB", "parent_below": "16", "asks_birth_year": "on"}
        answer = desk.post(page("registration_settings", made), asked)
        assert answer.status_code == 422
        assert "Say why the year of birth is needed" in words(answer)
        asked["birth_year_reason"] = "for the youth prizes"
        assert desk.post(page("registration_settings", made), asked).status_code == 302
        kept = RegistrationSettings.objects.get(tournament=made)
        assert (kept.offered, kept.sections, kept.asks_birth_year) == (True, ["A", "B"], True)
        assert "for the youth prizes" in words(desk.get(f"/t/{made.slug}/enter/"))

    def test_the_link_that_offers_the_form_leads_to_a_ticked_box(self, signed_in, boss, words):
        made, client = make.duel(2), signed_in(boss)
        where = re.search(r'href="([^"]+)">Offer the form', words(client.get(page("registrations", made))))[1]
        assert 'id="id_offered" checked' in words(client.get(where))
        assert 'id="id_offered" checked' not in words(client.get(page("registration_settings", made)))
        assert "Entries are open." in words(client.post(where, {"offered": "on", "parent_below": "16"}, follow=True))

    def test_the_settings_have_headings_and_lead_to_the_places(self, desk, words):
        made = make.duel(2)
        text = words(desk.get(page("registration_settings", made)))
        assert "<legend>The form asks for</legend>" in text and text.count("<legend>") >= 4
        where = reverse("admin:tournaments_tournament_change", args=[made.pk])
        assert f'href="{where}#id_places"' in text
        assert "other evening" not in text

    def test_the_settings_are_copied_to_the_evenings_of_the_season_that_have_not_begun(self, desk, boss, words):
        days = [timezone.localdate() + timedelta(days=7 * week) for week in (1, 2, 3)]
        first, second, begun = (make.duel(4, starts=day) for day in days)
        season = Series.objects.create(name="Winter", slug="winter", club=first.club)
        for evening in (first, second, begun):
            SeriesEvent.objects.create(series=season, tournament=evening)
        make.published(begun, boss)
        assert "Save, also for 1 other evening of the season" in words(desk.get(page("registration_settings", first)))
        asked = {"offered": "on", "parent_below": "16", "fee": "€ 5", "everywhere": "1"}
        asked["closes_at"] = f"{days[0]}T18:00"
        answer = desk.post(page("registration_settings", first), asked, follow=True)
        assert "Saved, also for 1 evening." in words(answer)
        kept = RegistrationSettings.objects.get(tournament=second)
        assert (kept.offered, kept.fee) == (True, "€ 5")
        assert timezone.localtime(kept.closes_at).replace(tzinfo=None).isoformat() == f"{days[1]}T18:00:00"
        assert not RegistrationSettings.objects.filter(tournament=begun).exists()


class TestKnownPeople:
    def test_a_namesake_is_asked_about_and_merged(self, desk, evening, words):
        known = Player.objects.create(name="Zoë Later", club="Leiden", rating=1700)
        row = sent(evening, club="")
        text = words(desk.get(page("registrations", evening)))
        assert "Who is this?" in text
        assert "Zoë Later, Leiden, 1700" in text
        desk.post(page("registrations_act", evening), {"do": f"accept:{row.pk}"})
        assert not Entry.objects.filter(tournament=evening).exists()
        desk.post(page("registrations_act", evening), {"do": f"accept:{row.pk}", f"who-{row.pk}": str(known.pk)})
        assert Entry.objects.get(tournament=evening).player == known
        known.refresh_from_db()
        assert (known.club, known.rating) == ("Leiden", 1700)

    def test_a_namesake_is_told_by_the_year_of_birth_and_whose_year_fits_stands_first(
        self, signed_in, boss, evening, words
    ):
        for club, year in (("Aachen", 1975), ("Breda", None), ("Cuijk", 2001)):
            Player.objects.create(name="Zoë Later", club=club, birth_year=year, home=evening)
        Player.objects.create(name="Zoë Later", club="Delft", birth_year=1930)
        sent(evening, birth_year=2001)
        text = words(signed_in(boss).get(page("registrations", evening)))
        shown = [text.index(f">Zoë Later, {who}") for who in ("Cuijk, born 2001<", "Breda<", "Aachen, born 1975<")]
        assert shown == sorted(shown)
        text = words(signed_in(make.arbiter(evening, "organiser")).get(page("registrations", evening)))
        assert "Zoë Later, Cuijk, born 2001<" in text
        assert "1930" not in text, "who belongs to another club’s evening is not theirs to read"

    def test_somebody_new_of_the_same_name(self, boss, evening):
        known = Player.objects.create(name="Zoë Later", club="Leiden")
        row = sent(evening, club="Delft")
        decisions.accept(evening.pk, row.pk, by=boss, new=True)
        entry = Entry.objects.get(tournament=evening)
        assert entry.player != known
        assert entry.player.club == "Delft"

    def test_nobody_else_can_be_chosen(self, boss, evening):
        other = Player.objects.create(name="Somebody Else")
        with pytest.raises(Refused):
            decisions.accept(evening.pk, sent(evening).pk, by=boss, player=other.pk)

    def test_a_stricter_wish_for_the_name_holds_for_a_known_player_and_a_looser_does_not(self, boss, evening):
        shy = Player.objects.create(name="Anna Shy", club="Leiden", name_shown="number")
        open_ = Player.objects.create(name="Bert Open", club="Leiden")
        for player, wish in ((shy, "full"), (open_, "initial")):
            row = sent(evening, name=player.name, club="Leiden", name_shown=wish)
            decisions.accept(evening.pk, row.pk, by=boss, player=player.pk)
            player.refresh_from_db()
        assert (shy.name_shown, open_.name_shown) == ("number", "initial")

    def test_a_minor_is_shown_by_first_name_where_nothing_else_was_said(self, boss, evening, client, words):
        known = Player.objects.create(name="Anna Young", club="Leiden")
        for name, wish in (("Zoë Later", "full"), ("Bert Later", "number"), (known.name, "full")):
            row = sent(evening, name=name, minor=True, parent="Mia Later", name_shown=wish)
            decisions.accept(evening.pk, row.pk, by=boss, player=known.pk if name == known.name else None)
        shown = dict(Player.objects.filter(entries__tournament=evening).values_list("name", "name_shown"))
        assert shown == {"Zoë Later": "initial", "Bert Later": "number", "Anna Young": "initial"}
        page = words(client.get(f"/t/{evening.slug}/"))
        assert "Zoë L." in page
        assert "Later" not in page


class TestAutomatic:
    def test_a_new_name_is_in_at_once(self):
        made = offered(automatic=True)
        assert sent(made, name="Quite New").state == "accepted"
        assert made.entries.count() == 1

    def test_whatever_could_concern_somebody_known_waits_for_the_organiser(self):
        made = offered(automatic=True)
        Player.objects.create(name="Zoë Later", club="Leiden")
        assert sent(made, club="Delft").state == "pending"
        assert sent(made, club="Leiden").state == "pending"
        assert not made.entries.exists()

    @pytest.mark.parametrize("shown", ["", "number"])
    def test_no_guess_is_answered_otherwise_than_another(self, client, shown):
        """The answer, the own page and the event's are the same bytes, whether club and year of birth of a known child
        were guessed or not."""
        made = offered(automatic=True, asks_birth_year=True, birth_year_reason="For the prizes.")
        answers = []
        for known in (
            {"club": "Leiden", "birth_year": 2016},
            {"club": "Leiden", "birth_year": 2015},
            {"club": "Delft", "birth_year": 2016},
            {"club": "Leiden", "birth_year": None},
        ):
            child = Player.objects.create(name="Zoë Later", name_shown=shown, **known)
            row = sent(made, club="Leiden", birth_year=2016)
            own = client.get(reverse("registration", args=[row.token])).content.decode()
            # but for the link and the code, which are each entry's own
            own = re.sub(r"[\w:+/=.;,%-]{9,}", "", re.sub(r"<svg.*?</svg>", "", own, flags=re.DOTALL))
            answers.append((row.state, own, client.get(f"/t/{made.slug}/").content))
            decisions.let_go(made, row, "withdrawn")
            row.delete()
            child.delete()
        assert len(set(answers)) == 1


def test_a_team_of_that_name_takes_them_in(boss, evening):
    side = Team.objects.create(tournament=evening, key="A", name="Alpha")
    row = sent(evening, team="alpha")
    decisions.accept(evening.pk, row.pk, by=boss)
    assert Entry.objects.get(tournament=evening).team == side


def test_who_withdrew_is_not_accepted_any_more(boss, evening):
    row = sent(evening)
    registrations.withdraw(row.pk)
    with pytest.raises(Refused):
        decisions.accept(evening.pk, row.pk, by=boss)
    assert Registration.objects.get().state == "withdrawn"


def test_the_log_never_has_what_players_sent(boss, evening):
    row = sent(evening, name="Anna Secret", email="anna@example.org", remark="knee")
    registrations.change(row.pk, {"name": "Anna Secretly", "email": "other@example.org"})
    registrations.withdraw(row.pk)
    lines = LogEntry.objects.filter(kind="registration")
    assert lines.count() >= 2
    text = " ".join(f"{line.old} {line.new}" for line in lines)
    for word in ("Secret", "example.org", "knee", "I agree"):
        assert word not in text


def test_the_first_page_and_the_calendar_offer_the_way_in(client, words):
    open_, closed = offered(), make.duel(2)
    front, calendar = words(client.get("/")), words(client.get(f"/calendar/{open_.starts.year}/{open_.starts.month}/"))
    event = words(client.get(f"/t/{open_.slug}/"))
    for text in (front, calendar, event):
        assert f"/t/{open_.slug}/enter/" in text
        assert f"/t/{closed.slug}/enter/" not in text


def test_what_was_sent_is_thrown_away_in_time(boss):

    made, over = offered(), offered()
    names = ["Kept New", "Kept In", "Gone Refused", "Kept Refused"]
    _new, in_, old, fresh = (sent(made, name=name) for name in names)
    decisions.accept(made.pk, in_.pk, by=boss)
    for row in (old, fresh):
        decisions.refuse(made.pk, row.pk, by=boss)
    Registration.objects.filter(pk=old.pk).update(decided_at=timezone.now() - timedelta(days=31))
    sent(over, name="Gone Over")
    Tournament.objects.filter(pk=over.pk).update(state="finished", starts=timezone.localdate() - timedelta(days=31))
    unconfirmed = sent(made, name="Gone Unconfirmed", email="a@example.org")
    Registration.objects.filter(pk=unconfirmed.pk).update(
        state="unconfirmed", sent_at=timezone.now() - timedelta(days=4)
    )
    throw_away()
    assert set(Registration.objects.values_list("name", flat=True)) == {"Kept New", "Kept In", "Kept Refused"}


def test_delete_my_data_takes_what_they_sent(boss, evening):
    row = sent(evening, email="anna@example.org")
    decisions.accept(evening.pk, row.pk, by=boss)
    row.refresh_from_db()
    erasure.erase(row.player_id, by=boss, typed="Zoë Later")
    assert not Registration.objects.exists()
    assert Entry.objects.filter(tournament=evening).count() == 1


class TestChangedAfterwards:
    def test_the_organiser_takes_a_changed_name_over(self, desk, boss, evening, words):
        row = sent(evening, name="Zoe Latr", club="Leiden")
        decisions.accept(evening.pk, row.pk, by=boss)
        registrations.change(row.pk, {"name": "Zoë Later"})
        assert Player.objects.get().name == "Zoe Latr"
        assert "They changed their entry: Zoë Later, Leiden." in words(desk.get(page("registrations", evening)))
        desk.post(page("registrations_act", evening), {"do": f"take-over:{row.pk}"})
        assert Player.objects.get().name == "Zoë Later"
        assert "They changed their entry" not in words(desk.get(page("registrations", evening)))

    def test_a_wish_to_show_less_of_the_name_holds_at_once(self, boss, evening, client, words):
        row = sent(evening)
        decisions.accept(evening.pk, row.pk, by=boss)
        assert "Zoë Later" in words(client.get(f"/t/{evening.slug}/"))
        registrations.change(row.pk, {"name_shown": "number"})
        assert Player.objects.get().name_shown == "number"
        registrations.change(row.pk, {"name_shown": "full"})
        assert Player.objects.get().name_shown == "number"


class TestApi:
    @pytest.fixture
    def program(self, boss):
        client = APIClient()
        client.force_authenticate(boss)
        return client

    def test_listed_accepted_refused_and_paid(self, program):
        made = offered(0, {"places": 2})
        rows = [sent(made, name=name, email="a@example.org") for name in ("Anna A", "Bert B", "Cleo C", "Dora D")]
        base = f"/api/v1/tournaments/{made.slug}/registrations/"
        for row in rows[:3]:
            answer = program.put(f"{base}{row.pk}/decision/", {"accept": True}, format="json")
            assert answer.status_code == 200, answer.json()
        answer = program.put(f"{base}{rows[3].pk}/decision/", {"accept": False, "reason": "No."}, format="json")
        assert (answer.json()["state"], answer.json()["reason"]) == ("refused", "No.")
        paid = program.put(f"{base}{rows[0].pk}/payment/", {"paid": True}, format="json")
        assert paid.json() == {"id": rows[0].pk, "paid": True}
        listed = program.get(base).json()["results"]
        assert [(r["name"], r["state"], r["player"], r["waiting"], r["paid"]) for r in listed] == [
            ("Anna A", "accepted", 1, None, True),
            ("Bert B", "accepted", 2, None, False),
            ("Cleo C", "accepted", None, 1, False),
            ("Dora D", "refused", None, None, False),
        ]
        sent_to = program.post(f"{base}message/", {"to": "in", "subject": "A", "text": "B"}, format="json")
        assert sent_to.json() == {"addresses": 1}

    def test_who_is_meant_must_be_said(self, program, evening):
        known = Player.objects.create(name="Zoë Later")
        address = f"/api/v1/tournaments/{evening.slug}/registrations/{sent(evening).pk}/decision/"
        assert program.put(address, {"accept": True}, format="json").status_code == 422
        answer = program.put(address, {"accept": True, "known": known.pk}, format="json")
        assert (answer.status_code, answer.json()["state"]) == (200, "accepted")

    def test_settings(self, program):
        made = make.duel(2)
        address = f"/api/v1/tournaments/{made.slug}/registrations/settings/"
        assert program.get(address).json()["offered"] is False
        answer = program.patch(
            address, {"offered": True, "asks_birth_year": True}, format="json", headers={"if-match": "*"}
        )
        assert answer.status_code == 422
        assert "Say why the year of birth is needed" in answer.json()["detail"]
        opened = {"offered": True, "closes_at": "2030-01-01T12:00:00+01:00", "sections": ["A"]}
        kept = program.patch(address, opened, format="json", headers={"if-match": "*"}).json()
        assert (kept["offered"], kept["sections"], kept["closes_at"][:10]) == (True, ["A"], "2030-01-01")


def test_a_helper_at_the_door_ticks_the_fee_and_reads_no_address(client, boss, words):
    made = offered(fee="€ 5")
    row = sent(made, email="anna@example.org")
    decisions.accept(made.pk, row.pk, by=boss)
    client.force_login(make.arbiter(made, "helper"))
    text = words(client.get(page("check_in", made)))
    assert "1 has not paid (€ 5)" in text
    assert "anna@example.org" not in text
    text = words(client.post(page("check_in_paid", made), {"who": f"paid:{row.pk}"}, follow=True))
    assert "Zoë Later has paid." in text
    row.refresh_from_db()
    assert row.paid
    client.post(page("check_in_paid", made), {"who": f"unpaid:{row.pk}"})
    row.refresh_from_db()
    assert not row.paid
