"""A change of somebody whom others keep: proposed at one tournament, decided at the other; who sees what of it."""

from __future__ import annotations

import pytest
from django.contrib.contenttypes.models import ContentType

from tests.tournaments import make
from tests.tournaments.privacy.conftest import BORN, CLUB, NAME, ORGANISER
from tests.tournaments.rounds.test_races import at_once
from tournaments.domain.errors import Refused
from tournaments.models import Appointment, Entry, LogEntry, Player, Proposal
from tournaments.services.entries import attendance, players
from tournaments.services.people import erasure, profile

LIST = "/admin/tournaments/player/proposals/"


@pytest.fixture
def keeper(beta):
    return make.arbiter(beta, ORGANISER)


def child() -> Player:
    return Player.objects.get(rating=1234)


def page_of(own, entry):
    return f"/admin/tournaments/tournament/{own.pk}/desk/players/{entry.pk}/"


def send(client, user, proposal, do, **more):
    client.force_login(user)
    return client.post(f"{LIST}{proposal.pk}/", {"do": do, "seen": proposal.seen, **more}, follow=True)


@pytest.mark.django_db
class TestAtTheDesk:
    def test_it_is_proposed_at_the_players_page_shown_to_who_keeps_them_and_accepted_by_name(
        self, client, own, entry, stranger, keeper
    ):
        client.force_login(stranger)
        page = page_of(own, entry)
        assert "Propose this change" in client.get(page).content.decode()
        sent = {"proposed-name": NAME, "proposed-club": "Gamma", "proposed-birth_year": ""}
        assert client.post(f"{page}propose/", sent).status_code == 302
        proposal = Proposal.objects.get()
        assert proposal.values == {"club": "Gamma"} and (child().club, proposal.state) == (CLUB, "open")
        assert "not decided yet" in client.get(page).content.decode()
        client.force_login(keeper)
        shown = client.get(LIST).content.decode()
        assert "Gamma" in shown and str(BORN) in shown and str(stranger) in shown
        assert "1 proposed change waits for you" in client.get("/admin/").content.decode()
        assert "The change is made" in send(client, keeper, proposal, "accept").content.decode()
        assert child().club == "Gamma"
        kind = LogEntry.objects.filter(actor=str(keeper))
        assert {"player", "proposal"} <= set(kind.values_list("kind", flat=True))
        client.force_login(stranger)
        assert f"accepted by {keeper}" in client.get(page).content.decode()

    def test_a_declined_one_says_so_to_who_proposed_it_and_changes_nothing(self, client, own, entry, stranger, keeper):
        proposal = profile.propose(entry.pk, by=stranger, name="Stupid Fool")
        send(client, keeper, proposal, "decline")
        assert child().name == NAME
        client.force_login(stranger)
        for page in (page_of(own, entry), LIST):
            assert f"declined by {keeper}" in client.get(page).content.decode()

    def test_who_may_change_them_anyway_proposes_nothing_and_no_change_is_none(self, entry, stranger, boss):
        with pytest.raises(Refused, match="yourself"):
            profile.propose(entry.pk, by=boss, club="Gamma")
        with pytest.raises(Refused, match="Nothing would change"):
            profile.propose(entry.pk, by=stranger, name=NAME, club=CLUB, birth_year=None)

    def test_a_newer_one_takes_the_place_of_the_open_one_and_there_are_not_too_many(
        self, own, entry, stranger, monkeypatch
    ):
        for club in ("Gamma", "Delta"):
            profile.propose(entry.pk, by=stranger, club=club)
        assert [row.values for row in Proposal.objects.all()] == [{"club": "Delta"}]
        monkeypatch.setattr(profile, "MOST_OPEN", 0)
        with pytest.raises(Refused, match="Wait until"):
            profile.propose(entry.pk, by=stranger, club="Gamma")


@pytest.mark.django_db
class TestWhoSeesWhat:
    def test_who_proposes_learns_nothing_of_the_year_of_birth(self, client, own, entry, stranger):
        """Neither what it is, nor whether the proposed one is another, nor whether there is such a person."""
        client.force_login(stranger)
        page = page_of(own, entry)
        answers = []
        for year in (BORN, 1999):
            answer = client.post(
                f"{page}propose/", {"proposed-name": NAME, "proposed-club": CLUB, "proposed-birth_year": year}
            )
            answers.append((answer.status_code, answer.url))
            Proposal.objects.all().delete()
        assert answers[0] == answers[1]
        Player.objects.create(name="Twin", club=CLUB, birth_year=None)
        double = client.post(
            f"{page}propose/", {"proposed-name": "Twin", "proposed-club": CLUB, "proposed-birth_year": ""}
        )
        assert double.status_code == 302
        for shown in (page, LIST):
            assert str(BORN) not in client.get(shown).content.decode()

    def test_nobody_else_sees_or_decides_it(self, client, own, entry, stranger, keeper, beta):
        proposal = profile.propose(entry.pk, by=stranger, club="Gamma")
        third = make.arbiter(make.duel(2), ORGANISER)
        client.force_login(third)
        assert "Gamma" not in client.get(LIST).content.decode()
        for user, status in ((third, 404), (stranger, 403), (make.arbiter(beta, "arbiter"), 404)):
            client.force_login(user)
            sent = {"do": "accept", "seen": proposal.seen}
            assert client.post(f"{LIST}{proposal.pk}/", sent).status_code == status, user
        proposal.refresh_from_db()
        assert (proposal.state, child().club) == ("open", CLUB)

    def test_who_proposed_it_does_not_decide_it_where_they_keep_the_person_too(self, entry, keeper, beta):
        at_home = Entry.objects.get(tournament=beta, player=child())
        proposal = profile.propose(at_home.pk, by=keeper, club="Gamma")
        with pytest.raises(profile.PermissionDenied, match="somebody else decides"):
            profile.decide(proposal.pk, by=keeper, accept=True, seen=proposal.seen)
        other = make.arbiter(beta, ORGANISER)
        assert profile.decide(proposal.pk, by=other, accept=True, seen=proposal.seen).state == "accepted"

    def test_it_goes_with_the_persons_data_and_the_log_never_had_its_names(self, entry, stranger, boss):
        profile.propose(entry.pk, by=stranger, name="Minorius Grosskind", club="Gamma", birth_year=1999)
        erasure.erase(entry.player_id, by=boss, typed=NAME)
        assert not Proposal.objects.exists()
        kept = LogEntry.objects.filter(kind="proposal")
        assert kept.count() == 2
        assert not any("Grosskind" in str((row.old, row.new)) or "1999" in str((row.old, row.new)) for row in kept)
        assert ContentType.objects.filter(model="proposal").exists()

    def test_who_lost_their_tournament_sees_nothing_of_theirs_and_it_lapses(self, client, own, entry, stranger, keeper):
        proposal = profile.propose(entry.pk, by=stranger, club="Gamma")
        Appointment.objects.filter(user=stranger).delete()
        other = make.duel(2)
        Appointment.objects.create(tournament=other, user=stranger, role=ORGANISER)
        client.force_login(stranger)
        assert "Gamma" not in client.get(LIST).content.decode()
        assert "Nothing was changed" in send(client, keeper, proposal, "accept").content.decode()
        proposal.refresh_from_db()
        assert (proposal.state, child().club) == ("lapsed", CLUB)

    def test_who_proposed_it_learns_no_later_name_of_somebody_who_left_their_event(self, client, own, entry, stranger):
        profile.propose(entry.pk, by=stranger, club="Gamma")
        entry.delete()
        Player.objects.filter(pk=entry.player_id).update(name="Minorius Later")
        client.force_login(stranger)
        for address in (LIST, "/api/v1/proposals/"):
            shown = client.get(address).content.decode()
            assert "Later" not in shown and "Gamma" not in shown


@pytest.mark.django_db
class TestMeanwhile:
    def test_a_person_changed_since_it_was_read_is_read_again_first(self, client, entry, stranger, keeper, boss):
        proposal = profile.propose(entry.pk, by=stranger, club="Gamma")
        seen = proposal.seen
        Player.objects.filter(pk=entry.player_id).update(club="Omega")
        with pytest.raises(Refused, match="changed meanwhile"):
            profile.decide(proposal.pk, by=keeper, accept=True, seen=seen)
        assert child().club == "Omega"

    def test_a_double_of_somebody_is_refused_to_who_decides(self, entry, stranger, keeper):
        Player.objects.create(name="Twin", club=CLUB, birth_year=BORN)
        proposal = profile.propose(entry.pk, by=stranger, name="Twin")
        with pytest.raises(Refused, match="already a player"):
            profile.decide(proposal.pk, by=keeper, accept=True, seen=proposal.seen)
        proposal.refresh_from_db()
        assert proposal.state == "open"


@pytest.mark.django_db
def test_programs_propose_list_and_decide(client, own, entry, stranger, keeper):
    client.force_login(stranger)
    address = f"/api/v1/tournaments/{own.slug}/entries/{entry.number}/person/proposal/"
    made = client.post(address, {"birth_year": 2013}, content_type="application/json")
    assert made.status_code == 201 and made.json()["seen"] is None
    assert str(BORN) not in made.content.decode()
    decision = f"/api/v1/proposals/{made.json()['id']}/decision/"
    assert client.put(decision, {"accept": True, "seen": "x"}, content_type="application/json").status_code == 403
    client.force_login(keeper)
    (listed,) = client.get("/api/v1/proposals/").json()["results"]
    assert (listed["player"], listed["proposed"]["birth_year"], listed["by"]) == (NAME, 2013, str(stranger))
    stale = client.put(decision, {"accept": True, "seen": "stale"}, content_type="application/json")
    assert stale.status_code == 422 and child().birth_year == BORN
    done = client.put(decision, {"accept": True, "seen": listed["seen"]}, content_type="application/json")
    assert (done.status_code, done.json()["state"], child().birth_year) == (200, "accepted", 2013)


@pytest.mark.django_db(transaction=True)
def test_two_who_decide_at_once_decide_once(monkeypatch):
    monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args: None)
    for turn in range(6):
        beta, own, boss = make.duel(2), make.duel(2), make.organiser()
        name = f"Rosa Renner {turn}"
        players.enter(beta.pk, {"name": name}, by=boss)
        stranger, keeper = make.arbiter(own, ORGANISER), make.arbiter(beta, ORGANISER)
        entry = attendance.add(own.pk, by=stranger, name=name)
        proposal = profile.propose(entry.pk, by=stranger, club="Gamma")
        seen = proposal.seen
        answers = at_once(
            lambda pk=proposal.pk, by=keeper, seen=seen: profile.decide(pk, by=by, accept=True, seen=seen),
            lambda pk=proposal.pk, by=boss, seen=seen: profile.decide(pk, by=by, accept=False, seen=seen),
        )
        assert sorted(type(answer) is Proposal for answer in answers) == [False, True], answers
        proposal.refresh_from_db()
        assert (Player.objects.get(name=name).club == "Gamma") == (proposal.state == "accepted")
