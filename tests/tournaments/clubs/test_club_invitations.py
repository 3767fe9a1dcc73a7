"""A club's organisers and staff are invited: by a link, once, for seven days, from the page and the command line."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import make
from tests.tournaments.rounds.test_races import at_once
from tournaments.domain import access
from tournaments.domain.errors import Refused
from tournaments.models import Appointment, Club, ClubMember, Invitation, LogEntry, Mail, Tournament, User
from tournaments.services.accounts import invitations

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_broker")]
ADMIN = "/admin/tournaments"
NEW = {"username": "berta", "password1": "four kites 88 high", "password2": "four kites 88 high"}


@pytest.fixture
def invitation(leiden: Club, boss: User) -> Invitation:
    return invitations.invite_to_club(leiden.pk, "Berta Bos", by=boss)


def door(invitation: Invitation) -> str:
    return reverse("invitation", args=[invitation.token])


def people(club: Club) -> str:
    return reverse("admin:tournaments_club_invitations", args=[club.pk])


class TestAccepting:
    def test_the_first_organiser_chooses_a_name_and_makes_the_clubs_first_event(self, leiden, invitation, words):
        guest = Client()
        assert "You are invited to organise Leiden" in words(guest.get(door(invitation)))
        answer = guest.post(door(invitation), NEW)
        assert answer.url == "/admin/" and guest.get(answer.url).status_code == 200
        berta = User.objects.get(username="berta")
        assert (berta.is_staff, berta.is_superuser, str(berta)) == (True, False, "Berta Bos")
        assert access.clubs_of(berta).get() == leiden and not Appointment.objects.exists()
        sent = {"name": "First evening", "starts": "2026-11-27", "game": "quarto", "rounds": "3"}
        assert guest.post(f"{ADMIN}/tournament/new/club-evening/", sent).status_code == 302
        assert Tournament.objects.get(name="First evening").club == leiden
        assert LogEntry.objects.filter(action="insert", actor="Berta Bos", kind="clubmember").exists()

    def test_it_works_once_and_for_seven_days(self, leiden, boss, invitation, monkeypatch):
        Client().post(door(invitation), NEW)
        assert Client().post(door(invitation), NEW | {"username": "carla"}).status_code == 404
        other = invitations.invite_to_club(leiden.pk, "Carla", by=boss)
        late = timezone.now() + timedelta(days=7, seconds=1)
        monkeypatch.setattr(timezone, "now", lambda: late)
        assert Client().post(door(other), NEW | {"username": "carla"}).status_code == 404
        with pytest.raises(Refused, match="no longer works"):
            invitations.accept_anew(other.pk, "carla", NEW["password1"], by=None)
        assert leiden.members.count() == 1

    def test_whoever_has_an_account_takes_it_and_staff_become_organisers(self, leiden, invitation, signed_in):
        carla = make.arbiter()
        ClubMember.objects.create(club=leiden, user=carla, role="staff")
        assert signed_in(carla).post(door(invitation)).status_code == 302
        assert leiden.members.get().role == "organiser"

    def test_nobody_loses_a_role_by_accepting(self, leiden, boss, invitation, signed_in, words):
        keeper = make.keeper(leiden)
        lower = invitations.invite_to_club(leiden.pk, "Carla", by=keeper, role="staff")
        for row in (lower, invitation):
            answer = signed_in(keeper).post(door(row))
            assert answer.status_code == 422 and "You already belong to “Leiden”" in words(answer)
        assert signed_in(boss).post(door(invitation)).status_code == 422
        assert leiden.members.get().role == "organiser"
        invitation.refresh_from_db()
        assert invitation.works

    @pytest.mark.django_db(transaction=True)
    def test_two_at_once_one_comes_in(self):
        boss, club = make.organiser(), Club.objects.get()
        row = invitations.invite_to_club(club.pk, "Berta", by=boss)
        names = ("berta", "carla", "dora")
        answers = at_once(
            *(lambda name=name: invitations.accept_anew(row.pk, name, NEW["password1"], by=None) for name in names)
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["Refused", "Refused", "User"]
        assert club.members.count() == 1


class TestInviting:
    def test_from_the_page_of_a_new_club(self, client, boss, words):
        client.force_login(boss)
        empty = {"members-TOTAL_FORMS": 0, "members-INITIAL_FORMS": 0, "accent": "#0b5d59"}
        answer = client.post(f"{ADMIN}/club/add/", {"name": "Leiden", "slug": ""} | empty)
        club = Club.objects.get(name="Leiden")
        assert answer.url == people(club)
        assert "Nobody organises this club yet" in words(client.get(people(club)))
        sent = {"name": "Berta Bos", "email": "", "role": "organiser"}
        answer = client.post(people(club), sent)
        row = Invitation.objects.get()
        page = words(client.get(answer.url))
        assert door(row) in page and "<svg" in page and "<details open>" in page
        assert not Mail.objects.exists()
        assert people(club) in client.get(f"{ADMIN}/club/{club.pk}/change/").content.decode()
        client.post(reverse("admin:tournaments_club_invitation_end", args=[club.pk, row.pk]))
        assert Client().get(door(row)).status_code == 404
        wrong = client.post(people(club), sent | {"name": "", "role": "helper"})
        assert wrong.status_code == 422 and Invitation.objects.count() == 1

    def test_with_an_address_it_is_sent(self, leiden):
        keeper = make.keeper(leiden)
        row = invitations.invite_to_club(leiden.pk, "Berta", by=keeper, email="berta@club.example")
        mail = Mail.objects.get()
        assert (mail.kind, mail.to, mail.tournament) == ("invitation", "berta@club.example", None)
        assert mail.parameters["path"] == door(row)

    def test_from_the_command_line(self, leiden, boss):
        def run(by: User, *words: str) -> str:
            out = io.StringIO()
            call_command("club", "--as", by.username, *words, stdout=out)
            return out.getvalue()

        said = run(boss, "invite", "leiden", "Berta Bos")
        assert door(Invitation.objects.get()) in said and "works once" in said
        with pytest.raises(CommandError, match="Only an organiser of the club"):
            run(make.arbiter(), "invite", "leiden", "Carla")
        with pytest.raises(CommandError, match="valid email"):
            run(boss, "invite", "leiden", "Carla", "--email", "carla@")

    def test_only_its_organisers_invite_see_and_end(self, client, leiden, invitation):
        other = make.keeper(make.club("Utrecht"))
        with pytest.raises(PermissionDenied):
            invitations.invite_to_club(leiden.pk, "Carla", by=other)
        with pytest.raises(PermissionDenied):
            invitations.revoke(invitation.pk, by=other)
        client.force_login(other)
        assert client.get(people(leiden)).status_code == 403
        # by the address of their own club neither
        end = reverse("admin:tournaments_club_invitation_end", args=[other.clubs.get().club_id, invitation.pk])
        assert client.post(end).status_code == 404
        assert invitations.open_invitations(None, leiden).count() == 1

    def test_the_database_keeps_to_an_event_or_a_club_and_its_roles(self, evening, leiden):
        until = timezone.now() + timedelta(days=1)
        for to in (
            {"role": "organiser"},
            {"role": "organiser", "tournament": evening, "club": leiden},
            {"role": "helper", "club": leiden},
            {"role": "staff", "tournament": evening},
            {"role": "staff", "club": leiden, "tables": [1]},
        ):
            with pytest.raises(IntegrityError, match="invitation_to_something"), transaction.atomic():
                Invitation.objects.create(name="Berta", expires_at=until, **to)


class TestTheChoiceOfAClub:
    """Organisers of several clubs say for which one; the form begins with their own."""

    PAGES = ("tournament/new/club-evening/", "tournament/import-document/", "tournament/trf/")

    def test_it_begins_with_their_own(self, client, boss, leiden):
        def chosen(page: str) -> Any:
            context = client.get(f"{ADMIN}/{page}").context
            form = context["adminform"].form if "adminform" in context else context["form"]
            name = "register" if "player" in page else "club"
            return form[name].value(), str(form[name])

        client.force_login(boss)
        for page in (*self.PAGES, "tournament/add/", "player/add/", "series/add/"):
            value, text = chosen(page)
            assert value is None and "Choose a club" in text and "-----" not in text, (page, text)
        ClubMember.objects.create(club=leiden, user=boss)
        for page in (*self.PAGES, "tournament/add/", "player/add/", "series/add/"):
            value, text = chosen(page)
            assert str(value) == str(leiden.pk) or value == leiden, page
            assert f'<option value="{leiden.pk}" selected>' in text and "Choose a club" not in text, page

    def test_a_command_names_its_option(self, boss, leiden):
        with pytest.raises(CommandError, match=r"Name one of them with --club: leiden, club"):
            call_command("event", "--as", boss.username, "new", "Typed", "--game", "quarto", "--system", "berger")
        with pytest.raises(CommandError, match=r"--club: leiden, club"):
            call_command("event", "--as", boss.username, "import", "README.md")
