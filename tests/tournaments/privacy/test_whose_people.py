"""Two clubs on one installation: what the organiser of one may read and change of the other's people."""

from __future__ import annotations

import json

import pytest
from django.db import connection

from tests.support.examples import THOROUGH
from tests.tournaments import make
from tests.tournaments.privacy.conftest import BORN, CLUB, NAME, ORGANISER
from tests.tournaments.rounds.test_races import at_once
from tournaments.models import Appointment, Entry, Player, Tournament
from tournaments.selectors.papers.event_documents import archive_text
from tournaments.services.entries import attendance, players
from tournaments.services.events import trf
from tournaments.services.lists import lists
from tournaments.services.people import profile


def child() -> Player:
    return Player.objects.get(name=NAME)


def facts() -> tuple:
    return Player.objects.filter(name__startswith="Minorius").values_list("name", "club", "rating", "birth_year").get()


BEFORE = (NAME, CLUB, 1234, BORN)


@pytest.mark.django_db
class TestAtAnotherTournament:
    def person(self, client, own, entry, stranger, **sent):
        client.force_login(stranger)
        address = f"/api/v1/tournaments/{own.slug}/entries/{entry.number}/person/"
        return (
            client.patch(address, sent, content_type="application/json", headers={"if-match": "*"})
            if sent
            else client.get(address)
        )

    def test_the_year_of_birth_is_not_told(self, client, own, entry, stranger):
        assert entry.player_id == child().pk
        told = self.person(client, own, entry, stranger).json()
        assert (told["name"], told["club"], told["birth_year"], told["name_shown"]) == (NAME, CLUB, None, "")
        client.force_login(stranger)
        for page in (
            f"/admin/tournaments/tournament/{own.pk}/desk/players/{entry.pk}/",
            f"/admin/tournaments/tournament/{own.pk}/desk/lists/players.csv",
            f"/admin/tournaments/tournament/{own.pk}/document/?archive=1",
            f"/admin/tournaments/player/{entry.player_id}/change/",
            "/admin/tournaments/player/",
        ):
            answer = client.get(page)
            assert answer.status_code == 200, page
            assert NAME.encode() in answer.content and str(BORN).encode() not in answer.content, page
        assert str(BORN).encode() not in trf.export_report(own, by=stranger)
        assert str(BORN) not in archive_text(own, by=stranger)

    @pytest.mark.parametrize(
        "change",
        [{"birth_year": 1980}, {"birth_year": BORN}, {"birth_year": None}, {"name": "Stupid Fool"}, {"club": "X"}],
    )
    def test_the_api_changes_nothing_of_them(self, client, own, entry, stranger, change):
        answer = self.person(client, own, entry, stranger, **change)
        assert answer.status_code == 403
        assert "organiser of this installation" in answer.json()["detail"]
        assert facts() == BEFORE

    def test_a_rating_counts_at_this_tournament_only(self, client, beta, own, entry, stranger):
        answer = self.person(client, own, entry, stranger, rating=1900)
        assert answer.status_code == 200 and answer.json()["rating"] == 1900
        assert facts() == BEFORE
        ratings = {e.tournament_id: e.rating for e in Entry.objects.filter(player=child())}
        assert ratings == {beta.pk: 1234, own.pk: 1900}

    def test_the_desk_says_who_can(self, client, own, entry, stranger):
        client.force_login(stranger)
        page = f"/admin/tournaments/tournament/{own.pk}/desk/players/{entry.pk}/"
        assert "Ask an organiser of this installation" in client.get(page).content.decode()
        sent = {"name": "Stupid Fool", "club": "X", "birth_year": 1980, "rating": 1500}
        assert client.post(page, sent).status_code == 302
        assert facts() == BEFORE
        entry.refresh_from_db()
        assert entry.rating == 1500

    def test_a_list_gives_a_rating_here_and_overwrites_nothing(self, own, beta, stranger):
        child_ = child()
        Player.objects.filter(pk=child_.pk).update(club="", birth_year=None)
        text = f"Name;Club;Rating;Born\n{NAME};Gamma;1700;1999\n".encode()
        waiting = lists.upload("players", own.pk, by=stranger, filename="x.csv", content=text)
        (line,) = lists.preview(waiting).lines
        assert any("Ask an organiser of this installation" in change for change in line.changes)
        lists.carry_out(waiting.pk, by=stranger)
        assert facts() == (NAME, "", 1234, None)
        assert Entry.objects.get(tournament=own, player=child_).rating == 1700
        assert Entry.objects.get(tournament=beta, player=child_).rating == 1234
        again = lists.upload("players", own.pk, by=stranger, filename="x.csv", content=text)
        assert lists.preview(again).counts["same"] == 1

    def test_the_list_of_players_and_its_search_hold_ones_own_people(self, client, beta, own, stranger):
        client.force_login(stranger)
        for page in (
            "/admin/tournaments/player/",
            "/admin/autocomplete/?app_label=tournaments&model_name=entry&field_name=player&term=",
        ):
            said = client.get(page).content.decode()
            assert NAME not in said
            assert own.entries.first().player.name in said
        assert client.get(f"/admin/tournaments/player/{child().pk}/change/").status_code == 302

    def test_a_number_in_the_admins_form_enters_nobody_of_another(self, client, beta, own, stranger):
        client.force_login(stranger)
        inline = next(
            inline
            for inline in client.get(f"/admin/tournaments/tournament/{own.pk}/change/").context["inline_admin_formsets"]
            if inline.formset.model is Entry
        )
        choices = inline.formset.empty_form.fields["player"].queryset
        assert not choices.filter(pk=child().pk).exists()
        assert choices.filter(pk=own.entries.first().player_id).exists()


@pytest.mark.django_db
class TestAtHome:
    def test_who_entered_them_reads_on_and_changes_them_while_they_play_nowhere_else(self, beta, own, stranger):
        home = make.arbiter(beta, ORGANISER)
        entry = Entry.objects.get(tournament=beta, player=child())
        profile.edit(entry.pk, by=home, birth_year=2013)
        assert child().birth_year == 2013
        players.enter(own.pk, {"name": NAME, "club": CLUB}, by=stranger)
        with pytest.raises(profile.PermissionDenied):
            profile.edit(entry.pk, by=home, birth_year=1980)
        assert child().birth_year == 2013
        assert "2013" in archive_text(beta, by=home)

    def test_who_organises_both_changes_them(self, beta, own, entry, stranger):
        Appointment.objects.create(tournament=beta, user=stranger, role=ORGANISER)
        profile.edit(entry.pk, by=stranger, birth_year=2013)
        assert child().birth_year == 2013

    def test_who_organises_the_installation_changes_everybody(self, entry, boss):
        profile.edit(entry.pk, by=boss, birth_year=2013, club="Delta")
        assert (child().birth_year, child().club) == (2013, "Delta")

    def test_somebody_left_over_from_a_deleted_tournament_is_the_registers_alone(self, beta, own, stranger):
        Tournament.objects.get(pk=beta.pk).delete()
        entry = players.enter(own.pk, {"name": NAME, "club": CLUB}, by=stranger)
        assert entry.player.home is None
        assert str(BORN) not in archive_text(own, by=stranger)
        with pytest.raises(profile.PermissionDenied):
            profile.edit(entry.pk, by=stranger, name="Stupid Fool")

    def test_whom_an_archive_brings_belongs_to_the_copy(self, beta, boss):
        from tournaments.services.events import event_imports

        text = json.loads(archive_text(beta, by=boss))
        text["event"]["players"][0]["name"] = "Nova Nieuw"
        copy = event_imports.at_once(by=boss, content=json.dumps(text).encode(), slug="copy")
        assert Player.objects.get(name="Nova Nieuw").home == copy
        assert child().home == beta


@pytest.mark.django_db(transaction=True)
def test_a_change_and_an_entry_elsewhere_at_once_are_one_after_the_other(monkeypatch):
    """Either the change came first and everybody saw it, or the person played elsewhere already and it is refused."""
    monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args: None)
    outcomes = set()
    for turn in range(12 if THOROUGH else 4):
        beta, own, boss = make.duel(2), make.duel(2), make.organiser()
        name = f"Rosa Renner {turn}"
        entry = players.enter(beta.pk, {"name": name, "club": "Beta"}, by=boss)
        home, stranger = make.arbiter(beta, ORGANISER), make.arbiter(own, ORGANISER)
        edited, added = at_once(
            lambda pk=entry.pk, by=home: profile.edit(pk, by=by, birth_year=2013),
            lambda pk=own.pk, by=stranger, name=name: attendance.add(pk, by=by, name=name, club="Beta"),
        )
        assert isinstance(added, Entry), added
        assert edited is None or isinstance(edited, profile.PermissionDenied), edited
        year = Player.objects.get(name=name).birth_year
        assert year == (2013 if edited is None else None)
        outcomes.add(edited is None)
    assert outcomes


@pytest.mark.django_db(transaction=True)
def test_a_change_waits_for_an_entry_elsewhere_that_is_not_yet_written_down(monkeypatch):
    import threading

    from django.db import transaction

    monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args: None)
    beta, own, boss = make.duel(2), make.duel(2), make.organiser()
    entry = players.enter(beta.pk, {"name": "Rosa Renner"}, by=boss)
    home, stranger = make.arbiter(beta, ORGANISER), make.arbiter(own, ORGANISER)
    answers: list = []

    def change() -> None:
        try:
            answers.append(profile.edit(entry.pk, by=home, birth_year=2013))
        except profile.PermissionDenied as error:
            answers.append(error)
        finally:
            connection.close()

    thread = threading.Thread(target=change)
    with transaction.atomic():
        attendance.add(own.pk, by=stranger, name="Rosa Renner")
        thread.start()
        thread.join(1)
        assert thread.is_alive()  # it waits until it is known whether they play there
    thread.join(30)
    assert isinstance(answers[0], profile.PermissionDenied)
    assert Player.objects.get(name="Rosa Renner").birth_year is None
