"""Invitations: a person who is to work here chooses their own name and password."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.loglines import masked
from tests.tournaments import make
from tournaments.domain.errors import Refused
from tournaments.models import Appointment, Invitation, LogEntry, Mail, User
from tournaments.models.links import VALID_FOR
from tournaments.services.accounts import invitations
from tournaments.tasks import sweep_up

pytestmark = pytest.mark.django_db
NEW = {"username": "berta", "password1": "four kites 88 high", "password2": "four kites 88 high"}


@pytest.fixture
def organiser(evening):
    return make.arbiter(evening, "organiser")


@pytest.fixture
def invitation(evening, organiser):
    return invitations.invite(evening.pk, "Berta Bos", "judge", by=organiser, tables=[3, 1, 2])


def door(invitation):
    return reverse("invitation", args=[invitation.token])


def staff_page(evening):
    return reverse("admin:tournaments_staff", args=[evening.pk])


class TestAccepting:
    def test_a_new_person_chooses_name_and_password_and_is_at_the_desk(self, evening, invitation, words, knock):
        guest = Client()
        page = words(guest.get(door(invitation)))
        assert "Hello Berta Bos" in page and "as table judge, at tables 1-3" in page
        assert "at least 12 characters" in page
        answer = guest.post(door(invitation), NEW)
        assert answer.url == reverse("admin:tournaments_desk", args=[evening.pk])
        assert guest.get(answer.url).status_code == 200
        berta = User.objects.get(username="berta")
        assert (str(berta), berta.is_staff, berta.is_superuser) == ("Berta Bos", True, False)
        appointment = Appointment.objects.get(user=berta)
        assert (appointment.tournament, appointment.role, appointment.tables) == (evening, "judge", [1, 2, 3])
        assert knock(Client(), "berta", NEW["password1"]).status_code == 302
        assert LogEntry.objects.get(kind="appointment", action="insert", actor="Berta Bos").tournament_id == evening.pk

    def test_it_works_once(self, invitation):
        Client().post(door(invitation), NEW)
        for method in ("get", "post"):
            answer = getattr(Client(), method)(door(invitation), NEW | {"username": "carla"})
            assert answer.status_code == 404 and "no longer works" in answer.content.decode()
        assert not User.objects.filter(username="carla").exists()
        with pytest.raises(Refused):
            invitations.accept_anew(invitation.pk, "carla", NEW["password1"], by=None)

    def test_it_works_for_seven_days_and_its_names_are_forgotten_then(self, invitation, monkeypatch):
        at = timezone.now() + VALID_FOR
        monkeypatch.setattr(timezone, "now", lambda: at - timedelta(minutes=1))
        assert Client().get(door(invitation)).status_code == 200
        monkeypatch.setattr(timezone, "now", lambda: at + timedelta(seconds=1))
        assert Client().post(door(invitation), NEW).status_code == 404
        sweep_up()
        assert Invitation.objects.exists()
        monkeypatch.setattr(timezone, "now", lambda: at + invitations.KEPT + timedelta(minutes=1))
        sweep_up()
        assert not Invitation.objects.exists()

    def test_whoever_has_an_account_accepts_with_it(self, evening, invitation, signed_in, words):
        carla = make.arbiter(make.duel(2))
        client = signed_in(carla)
        page = words(client.get(door(invitation)))
        assert f"Accept as {carla}" in page and 'type="password"' not in page
        assert client.post(door(invitation)).status_code == 302
        assert Appointment.objects.get(user=carla, tournament=evening).role == "judge"
        invitation.refresh_from_db()
        assert invitation.used_by == carla

    def test_nobody_loses_a_role_by_accepting(self, evening, organiser, invitation, signed_in, boss, words):
        answer = signed_in(organiser).post(door(invitation))
        assert answer.status_code == 422 and "You already work at" in words(answer)
        assert Appointment.objects.get(user=organiser).role == "organiser"
        assert signed_in(boss).post(door(invitation)).status_code == 422
        invitation.refresh_from_db()
        assert invitation.works

    def test_somebody_by_code_gets_an_account_of_their_own(self, evening, organiser, invitation):
        phone = Client()
        code = make.staff_code(evening, organiser)
        make.come_in(phone, code)
        phone.post(door(invitation), NEW)
        assert Appointment.objects.get(user__username="berta").role == "judge"
        assert Appointment.objects.get(user=code.user).role == "helper"

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"password1": "password1234", "password2": "password1234"}, "common or leaked"),
            ({"password1": "Berta Bos 12", "password2": "Berta Bos 12"}, "too similar"),
            ({"password2": "another one 99"}, "didn’t match"),
            ({"username": "TAKEN"}, "already exists"),
        ],
    )
    def test_what_is_wrong_is_said_and_nothing_is_made(self, invitation, words, change, sentence):
        User.objects.create_user("taken")
        answer = Client().post(door(invitation), NEW | change)
        assert answer.status_code == 422 and sentence in words(answer)
        assert not User.objects.filter(first_name="Berta Bos").exists()
        invitation.refresh_from_db()
        assert invitation.works


class TestInviting:
    def test_the_page_shows_the_link_with_its_picture_and_ends_it(self, evening, organiser, signed_in, words):
        client = signed_in(organiser)
        sent = {"name": "Berta", "email": "", "role": "arbiter", "tables": ""}
        answer = client.post(reverse("admin:tournaments_invite", args=[evening.pk]), sent)
        invitation = Invitation.objects.get()
        page = words(client.get(answer.url))
        assert door(invitation) in page and "<details open>" in page and "<svg" in page
        assert not Mail.objects.exists()
        client.post(reverse("admin:tournaments_invitation_end", args=[evening.pk, invitation.pk]))
        assert door(invitation) not in words(client.get(staff_page(evening)))
        assert Client().get(door(invitation)).status_code == 404

    def test_with_an_address_it_is_sent_where_only_the_installation_reads_it(self, evening, organiser, signed_in):
        sent = {"name": "Berta", "email": "berta@club.example", "role": "organiser", "tables": ""}
        signed_in(organiser).post(reverse("admin:tournaments_invite", args=[evening.pk]), sent)
        mail = Mail.objects.get()
        assert (mail.kind, mail.to, mail.tournament) == ("invitation", "berta@club.example", None)
        assert mail.parameters["path"] == door(Invitation.objects.get())
        assert mail.parameters["inviter"] == str(organiser)

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"name": ""}, "required"),
            ({"role": "judge"}, "Enter the tables of the table judge"),
            ({"role": "god"}, "Select a valid choice"),
            ({"email": "berta@"}, "valid email"),
        ],
    )
    def test_what_is_wrong_is_said(self, evening, organiser, signed_in, words, change, sentence):
        sent = {"name": "Berta", "email": "", "role": "arbiter", "tables": ""} | change
        answer = signed_in(organiser).post(reverse("admin:tournaments_invite", args=[evening.pk]), sent)
        assert answer.status_code == 422 and sentence in words(answer)
        assert not Invitation.objects.exists()

    def test_only_who_appoints_invites_and_ends(self, evening, invitation):
        chief = make.arbiter(evening, "chief")
        with pytest.raises(PermissionDenied):
            invitations.invite(evening.pk, "Berta", "helper", by=chief)
        with pytest.raises(PermissionDenied):
            invitations.revoke(invitation.pk, by=chief)

    def test_no_log_holds_the_link_or_the_person(self, invitation):
        assert masked(f"GET {door(invitation)} 200") == "GET /admin/login/invitation/…/ 200"
        entry = LogEntry.objects.get(kind="invitation", row_id=invitation.pk)
        assert not {"seed", "name", "email"} & set(entry.new)

    def test_a_code_is_no_invitation(self, evening, organiser, invitation):
        code = make.staff_code(evening, organiser)
        assert Client().get(reverse("invitation", args=[code.token])).status_code == 404
        assert Client().get(reverse("staff_code", args=[invitation.token])).status_code == 404
