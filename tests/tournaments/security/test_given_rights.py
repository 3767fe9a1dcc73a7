"""Given rights: what somebody handed out ends with the right by which they did, in either order of two commits."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, connections, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.core.notices import Notice
from tests.support.waiting import until
from tests.tournaments import make
from tests.tournaments.admin.test_seen import Tab
from tests.tournaments.rounds.test_races import at_once
from tournaments.domain.errors import Refused
from tournaments.models import ApiToken, Appointment, ClubMember, Invitation, StaffCode, Tournament, User, Webhook
from tournaments.services import clubs, webhooks
from tournaments.services.accounts import accounts, invitations, staff_codes
from tournaments.services.entries import players
from tournaments.tasks import sweep_up

PASSWORD = "four kites 88 high"


def accept(invitation):
    return invitations.accept_anew(invitation.pk, f"guest{invitation.pk}", PASSWORD, by=None)


def refused(invitation):
    with pytest.raises(Refused, match="no longer works"):
        accept(invitation)
    return True


def close(user, by, signed_in):
    """Close an account as the page of users does."""
    at = reverse("admin:tournaments_user_change", args=[user.pk])
    answer = signed_in(by).post(at, {"username": user.username, "first_name": "", "last_name": "", "email": ""})
    assert answer.status_code == 302, answer.content.decode()[-2000:]


@pytest.mark.django_db
class TestWhatWasTakenUp:
    """A list of the roles that came of an ended right: each is kept or ended."""

    @pytest.fixture
    def organiser(self, evening):
        return make.arbiter(evening, "organiser")

    @pytest.fixture
    def carla(self, evening, organiser):
        taken = invitations.invite(evening.pk, "Carla", "organiser", by=organiser)
        accept(taken)
        taken.refresh_from_db()
        return taken

    def decide(self, carla, what, client):
        return client.post(reverse("admin:tournaments_taken_up", args=[carla.tournament_id, carla.pk]), {what: "1"})

    def listed(self, evening, client, words):
        page = words(client.get(reverse("admin:tournaments_staff", args=[evening.pk])))
        return "invited by organiser" in page or "who may no longer invite" in page

    def test_it_is_listed_once_the_right_has_ended_and_not_before(
        self, evening, organiser, carla, boss, signed_in, words
    ):
        client = signed_in(boss)
        assert not self.listed(evening, client, words)
        players.dismiss(evening.pk, organiser.username, by=boss)
        assert self.listed(evening, client, words)

    def test_who_is_kept_is_answered_for_by_who_keeps_them(self, evening, organiser, carla, boss, signed_in, words):
        players.dismiss(evening.pk, organiser.username, by=boss)
        client = signed_in(boss)
        self.decide(carla, "keep", client)
        assert not self.listed(evening, client, words)
        carla.refresh_from_db()
        assert carla.made_by == boss
        assert Appointment.objects.filter(tournament=evening, user=carla.used_by).exists()

    def test_whose_role_is_ended_leaves_nothing_that_they_gave(self, evening, organiser, carla, boss, signed_in, words):
        further = invitations.invite(evening.pk, "Dora", "arbiter", by=carla.used_by)
        players.dismiss(evening.pk, organiser.username, by=boss)
        client = signed_in(boss)
        self.decide(carla, "end", client)
        assert not Appointment.objects.filter(tournament=evening, user=carla.used_by).exists()
        assert refused(further) and not self.listed(evening, client, words)
        self.decide(carla, "end", client)  # of two who do it, the second finds it done

    def test_an_older_page_ends_nobody_whom_somebody_answers_for(self, evening, organiser, carla, boss, signed_in):
        client = signed_in(boss)
        self.decide(carla, "end", client)  # who invited them may still
        players.dismiss(evening.pk, organiser.username, by=boss)
        self.decide(carla, "keep", client)
        self.decide(carla, "end", client)
        assert Appointment.objects.filter(tournament=evening, user=carla.used_by).exists()

    def test_who_was_appointed_anew_is_not_listed(self, evening, organiser, carla, boss, signed_in, words):
        players.dismiss(evening.pk, organiser.username, by=boss)
        players.dismiss(evening.pk, carla.used_by.username, by=boss)
        players.appoint(evening.pk, carla.used_by.username, "arbiter", by=boss)
        assert not self.listed(evening, signed_in(boss), words)

    def test_a_page_that_gives_the_place_to_somebody_else_ends_what_was_handed_out(
        self, evening, organiser, boss, signed_in
    ):
        open_one = invitations.invite(evening.pk, "Dora", "arbiter", by=organiser)
        other = make.arbiter()
        at = reverse("admin:tournaments_tournament_change", args=[evening.pk])
        assert Tab(signed_in(boss), at)(**{"appointments-0-user": other.pk}).status_code == 302
        assert [one.user for one in Appointment.objects.filter(tournament=evening)] == [other]
        open_one.refresh_from_db()
        assert open_one.revoked_at is not None

    def test_who_is_appointed_anew_on_the_page_is_not_listed(self, evening, organiser, carla, boss, signed_in, words):
        players.dismiss(evening.pk, organiser.username, by=boss)
        players.dismiss(evening.pk, carla.used_by.username, by=boss)
        new = {"TOTAL_FORMS": 1, "0-user": carla.used_by_id, "0-role": "arbiter", "0-tables": ""}
        at = reverse("admin:tournaments_tournament_change", args=[evening.pk])
        answer = Tab(signed_in(boss), at)(**{f"appointments-{name}": value for name, value in new.items()})
        assert answer.status_code == 302 and Appointment.objects.filter(user=carla.used_by).exists()
        assert not self.listed(evening, signed_in(boss), words)

    def test_an_archived_event_is_not_asked_about(self, evening, organiser, carla, boss, signed_in, words):
        players.dismiss(evening.pk, organiser.username, by=boss)
        Tournament.objects.filter(pk=evening.pk).update(archived_at=timezone.now(), state="finished")
        close(organiser, boss, signed_in)
        assert "#taken-up" not in words(signed_in(boss).get(reverse("admin:tournaments_user_changelist")))

    def test_an_arbiter_decides_about_nobody(self, evening, organiser, carla, boss, signed_in):
        players.dismiss(evening.pk, organiser.username, by=boss)
        assert self.decide(carla, "end", signed_in(make.arbiter(evening))).status_code == 403
        assert Appointment.objects.filter(user=carla.used_by).exists()
        other = make.duel(4)
        at = reverse("admin:tournaments_taken_up", args=[other.pk, carla.pk])
        assert signed_in(make.arbiter(other, "organiser")).post(at, {"end": "1"}).status_code == 404

    def test_whoever_closes_the_account_is_led_to_every_place(self, evening, organiser, carla, boss, signed_in, words):
        close(organiser, boss, signed_in)
        page = words(signed_in(boss).get(reverse("admin:tournaments_user_changelist")))
        assert f"{reverse('admin:tournaments_staff', args=[evening.pk])}#taken-up" in page and str(evening) in page

    def test_a_club_decides_about_its_own(self, boss, signed_in, words):
        club = make.club("Leiden")
        keeper = make.keeper(club)
        taken = invitations.invite_to_club(club.pk, "Carla", by=keeper)
        accept(taken)
        ClubMember.objects.filter(user=keeper).delete()
        client, page = signed_in(boss), reverse("admin:tournaments_club_invitations", args=[club.pk])
        assert "who may no longer invite" in words(client.get(page))
        client.post(reverse("admin:tournaments_club_taken_up", args=[club.pk, taken.pk]), {"end": "1"})
        assert not ClubMember.objects.filter(club=club).exists()
        assert "who may no longer invite" not in words(client.get(page))


@pytest.mark.django_db
class TestTheEndOfARight:
    @pytest.fixture
    def organiser(self, evening):
        return make.arbiter(evening, "organiser")

    @pytest.fixture
    def given(self, evening, organiser, boss):
        invitation = invitations.invite(evening.pk, "Berta", "organiser", by=organiser)
        taken = invitations.invite(evening.pk, "Carla", "arbiter", by=organiser)
        accept(taken)
        code = make.staff_code(evening, organiser)
        hook = webhooks.add(evening.pk, by=organiser, url="https://1.1.1.1/hook")
        others = invitations.invite(evening.pk, "Dora", "helper", by=boss), make.staff_code(evening, boss)
        return invitation, code, hook, others

    def ended(self, evening, given):
        invitation, code, hook, (other, other_code) = given
        assert Client().get(reverse("invitation", args=[invitation.token])).status_code == 404
        assert refused(invitation)
        code.refresh_from_db()
        assert code.ended_at is not None and not Appointment.objects.filter(user=code.user_id).exists()
        hook.refresh_from_db()
        assert (hook.active, hook.stopped_because) == (False, Notice("webhook-giver-gone"))
        # what was taken up stays, and what others gave
        assert Appointment.objects.filter(tournament=evening, user__first_name="Carla").exists()
        accept(other)
        staff_codes.scan(other_code.pk, by=None, browser="")
        return True

    def test_dismissed_nobody_comes_back_by_what_they_gave(self, evening, organiser, given, boss):
        players.dismiss(evening.pk, organiser.username, by=boss)
        assert self.ended(evening, given)

    def test_a_webhook_that_another_organiser_switches_on_again_is_theirs(self, evening, organiser, given, boss):
        players.dismiss(evening.pk, organiser.username, by=boss)
        webhooks.change(given[2].pk, {"active": True}, by=boss)
        sweep_up()
        assert Webhook.objects.get().active

    def test_neither_in_a_lower_role(self, evening, organiser, given, boss):
        players.appoint(evening.pk, organiser.username, "chief", by=boss)
        assert self.ended(evening, given)
        # and nothing revives with the right
        players.appoint(evening.pk, organiser.username, "organiser", by=boss)
        assert refused(given[0])

    def test_neither_by_an_account_that_was_closed_with_its_tokens(self, evening, organiser, given, boss, signed_in):
        secret = accounts.make_token(by=organiser, name="laptop", scope="organise")[1]
        close(organiser, boss, signed_in)
        assert self.ended(evening, given)
        User.objects.filter(pk=organiser.pk).update(is_active=True)
        assert accounts.note_use(secret) is None and ApiToken.objects.get().revoked_at is not None

    def test_where_no_service_ended_it_the_door_and_the_sweep_see_it(self, evening, organiser, given):
        Appointment.objects.filter(user=organiser).delete()
        invitation, code, _hook, _others = given
        assert refused(invitation)
        with pytest.raises(Refused, match="has ended"):
            staff_codes.scan(code.pk, by=None, browser="")
        sweep_up()
        assert self.ended(evening, given)

    def test_an_archived_event_ends_nothing(self, evening, given):
        type(evening).objects.filter(pk=evening.pk).update(state="finished", archived_at=timezone.now())
        sweep_up()
        assert Invitation.objects.filter(revoked_at=None, used_at=None).count() == 2
        assert Webhook.objects.get().active

    def test_a_club_that_somebody_left(self, boss):
        leiden = make.club()
        keeper = make.keeper(leiden)
        event = make.tournament(0, club=leiden)
        to_club = invitations.invite_to_club(leiden.pk, "Berta", by=keeper)
        to_event = invitations.invite(event.pk, "Carla", "arbiter", by=keeper)
        code = make.staff_code(event, keeper)
        clubs.appoint(leiden.pk, keeper.username, by=boss, role=ClubMember.Role.STAFF)
        assert refused(to_club) and refused(to_event)
        assert StaffCode.objects.get(pk=code.pk).ended_at is not None


@pytest.mark.django_db(transaction=True)
class TestBothOrders:
    def test_whoever_is_being_dismissed_gives_nothing_more(self, boss):
        """The right has ended and is not committed: the invitation waits for that, and is then refused."""
        club = make.club()
        keeper = make.keeper(club)
        invitation = invitations.invite_to_club(club.pk, "Berta", by=keeper)
        answers = []

        def come():
            try:
                answers.append(accept(invitation))
            except Refused as error:
                answers.append(error)
            finally:
                connections.close_all()

        guest = threading.Thread(target=come)
        with transaction.atomic():
            User.objects.filter(pk=keeper.pk).update(is_active=False)
            guest.start()
            until(waiting_for_a_row)
            assert not answers
        guest.join(30)
        assert [type(answer) for answer in answers] == [Refused]

    def test_two_at_once_leave_nothing_that_works(self, boss):
        """Making and ending, let go together: whichever was first, nothing that works is left."""
        for number in range(6):
            event = make.tournament(0)
            let_go(event, make.arbiter(event, "organiser"), boss, f"Anna {number}")
            assert not StaffCode.objects.filter(tournament=event, ended_at=None).exists()
            assert not Invitation.objects.filter(tournament=event, revoked_at=None).exists()


def let_go(event, organiser, boss, name):
    """Dismiss somebody at the moment at which they hand out a code and an invitation."""
    end = timezone.now() + timedelta(hours=1)
    answers = at_once(
        lambda: staff_codes.make(event.pk, name, "helper", by=organiser, until=end),
        lambda: players.dismiss(event.pk, organiser.username, by=boss),
        lambda: invitations.invite(event.pk, "Berta", "organiser", by=organiser),
    )
    wrong = [answer for answer in answers if isinstance(answer, Exception)]
    assert all(isinstance(answer, PermissionDenied) for answer in wrong), wrong


def waiting_for_a_row():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # within a transaction they would stay as first seen
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        return cursor.fetchone()[0]
