"""Staff of one evening come in by a code: one event, one phone, until midnight, in the log by name."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.loglines import masked
from tests.tournaments import make
from tests.tournaments.security.conftest import LOGIN, RIGHT
from tournaments.accounts import sessions
from tournaments.domain.errors import Refused
from tournaments.models import Appointment, LogEntry, Result, StaffCode, Table, User
from tournaments.models.links import new_seed
from tournaments.services.accounts import staff_codes
from tournaments.services.entries import players
from tournaments.tasks import sweep_up
from tournaments.views.desk.staff import midnight_after

pytestmark = pytest.mark.django_db


def desk_of(evening):
    return reverse("admin:tournaments_desk", args=[evening.pk])


def door(code):
    return reverse("staff_code", args=[code.token])


def staff_page(evening):
    return reverse("admin:tournaments_staff", args=[evening.pk])


class TestComingIn:
    def test_looking_changes_nothing_and_starting_leads_to_the_desk(self, evening, boss, words):
        code = make.staff_code(evening, boss, "judge", name="Anna", tables=[1, 2, 3, 7])
        phone = Client()
        page = phone.get(door(code))
        assert "Hello Anna" in words(page) and "as table judge, at tables 1-3, 7" in words(page)
        assert "no-store" in page["Cache-Control"] and "_auth_user_id" not in phone.session
        code.refresh_from_db()
        assert code.scans == 0
        answer = make.come_in(phone, code)
        assert answer.url == desk_of(evening)
        assert phone.get(answer.url).status_code == 200

    def test_what_they_enter_is_in_the_log_by_name_in_one_language(self, evening, boss, words):
        round_ = make.published(evening, boss)
        table = Table.objects.get(round=round_, number=1)
        code = make.staff_code(evening, boss, "judge", name="Anna", tables=[1])
        phone = Client(HTTP_ACCEPT_LANGUAGE="nl")
        make.come_in(phone, code)
        address = reverse("admin:tournaments_result", args=[evening.pk, table.pk])
        phone.post(address, {"points1": "1", "points2": "0"})
        assert Result.objects.get(table=table).entered_by == code.user
        entry = LogEntry.objects.filter(kind="result").latest("pk")
        assert (entry.actor, entry.role) == ("Anna (by code)", "judge")
        client = Client()
        client.force_login(boss)
        assert "Anna (by code)" in words(client.get(reverse("admin:tournaments_log", args=[evening.pk])))

    def test_a_judge_by_code_enters_at_their_tables_alone(self, evening, boss):
        round_ = make.published(evening, boss)
        other = Table.objects.get(round=round_, number=2)
        phone = Client()
        make.come_in(phone, make.staff_code(evening, boss, "judge", tables=[1]))
        address = reverse("admin:tournaments_result", args=[evening.pk, other.pk])
        assert phone.post(address, {"points1": "1", "points2": "0"}).status_code == 403
        assert not Result.objects.exists()

    def test_a_new_scan_replaces_the_phone_before(self, evening, boss, words):
        code = make.staff_code(evening, boss)
        first, second = Client(), Client()
        make.come_in(first, code)
        assert "Another phone is in use" in words(second.get(door(code)))
        make.come_in(second, code)
        assert second.get(desk_of(evening)).status_code == 200
        answer = first.get(desk_of(evening), follow=True)
        assert "This code no longer works" in words(answer) and "another phone" in words(answer)

    @pytest.mark.parametrize("token", ["x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "ÿ" * 30, "A" * 400])
    def test_a_made_up_code_opens_nothing(self, evening, boss, token):
        make.staff_code(evening, boss)
        for method in ("get", "post"):
            answer = getattr(Client(), method)(reverse("staff_code", args=[token]))
            assert answer.status_code == 404 and "no longer works" in answer.content.decode()

    def test_one_code_is_not_another_ones(self, evening, boss):
        one, other = make.staff_code(evening, boss), make.staff_code(evening, boss)
        assert (StaffCode.of(one.token), StaffCode.of(other.token)) == (one, other)
        StaffCode.objects.filter(pk=one.pk).update(seed=new_seed())
        assert StaffCode.of(one.token) is None

    def test_an_arbiters_own_browser_stays_known(self, evening, boss, knock):
        judge = make.arbiter(evening)
        phone = Client()
        knock(phone, judge.username, RIGHT)
        known = phone.cookies["known"].value
        make.come_in(phone, make.staff_code(evening, boss))
        assert phone.cookies["known"].value == known

    def test_where_a_second_factor_is_required_the_code_is_enough(self, evening, boss, settings):
        settings.SECOND_FACTOR_REQUIRED = True
        phone = Client()
        make.come_in(phone, make.staff_code(evening, boss))
        assert phone.get(desk_of(evening)).status_code == 200


class TestWhatIsClosed:
    """Examples; `test_every_url` asks all addresses."""

    def test_their_first_page_is_the_desk_and_elsewhere_it_is_said(self, evening, boss):
        other = make.duel(2)
        phone = Client()
        make.come_in(phone, make.staff_code(evening, boss, "arbiter"))
        assert phone.get("/admin/").url == desk_of(evening)
        for closed in (desk_of(other), reverse("admin:password_change"), reverse("admin:tournaments_sessions")):
            assert phone.get(closed).status_code == 403, closed
        assert phone.get("/api/v1/me/").status_code == 401
        page = phone.get(desk_of(evening)).content.decode()
        for gone in ("/admin/tournaments/apitoken/", "/admin/password_change/", "second-factor"):
            assert gone not in page, gone

    def test_what_is_not_public_shows_itself_to_their_event_only(self, boss):
        mine, other = make.duel(2, published=False), make.duel(2, published=False)
        phone = Client()
        code = make.staff_code(mine, boss)
        make.come_in(phone, code)
        assert phone.get(mine.get_absolute_url()).status_code == 200
        assert phone.get(other.get_absolute_url()).status_code == 404
        staff_codes.end(code.pk, by=boss)
        assert phone.get(mine.get_absolute_url()).status_code == 404

    def test_no_list_of_accounts_has_them(self, evening, boss, words):
        code = make.staff_code(evening, boss, name="Annabel")
        client = Client()
        client.force_login(boss)
        pages = [
            reverse("admin:tournaments_user_changelist"),
            reverse("admin:tournaments_tournament_change", args=[evening.pk]),
            f"/api/v1/tournaments/{evening.slug}/appointments/",
        ]
        for page in pages:
            assert "Annabel" not in words(client.get(page)), page
        assert client.get(reverse("admin:tournaments_user_change", args=[code.user_id])).status_code == 302
        with pytest.raises(Refused):
            players.appoint(evening.pk, code.user.username, "organiser", by=boss)
        with pytest.raises(IntegrityError), transaction.atomic():
            User.objects.filter(pk=code.user_id).update(is_superuser=True)

    def test_no_password_opens_it(self, evening, boss, knock):
        code = make.staff_code(evening, boss)
        for password in ("", "!", code.token, code.user.password):
            phone = Client()
            knock(phone, code.user.username, password)
            assert "_auth_user_id" not in phone.session


class TestTheEnd:
    def test_ended_at_the_desk_the_phone_is_out_at_once(self, evening, boss, signed_in, words):
        code = make.staff_code(evening, boss, name="Anna")
        phone = Client()
        make.come_in(phone, code)
        desk = signed_in(boss)
        assert "in use since" in words(desk.get(staff_page(evening)))
        desk.post(reverse("admin:tournaments_staff_end", args=[evening.pk, code.pk]))
        for _opened in "again", "and again":
            assert "This code no longer works" in words(phone.get(desk_of(evening), follow=True))
        assert make.come_in(Client(), code).status_code == 404
        assert "End the code of Anna" not in words(desk.get(staff_page(evening)))

    def test_a_phone_whose_code_ended_scans_the_next_one(self, evening, boss, words):
        phone = Client()
        first = make.staff_code(evening, boss)
        make.come_in(phone, first)
        staff_codes.end(first.pk, by=boss)
        second = make.staff_code(evening, boss, name="Berta")
        assert "Hello Berta" in words(phone.get(door(second)))
        assert make.come_in(phone, second).url == desk_of(evening)

    def test_a_script_is_told_as_anybody_who_is_signed_out(self, evening, boss):
        code = make.staff_code(evening, boss)
        phone = Client()
        make.come_in(phone, code)
        staff_codes.end(code.pk, by=boss)
        version = reverse("admin:tournaments_desk_version", args=[evening.pk])
        assert LOGIN in phone.get(version, headers={"sec-fetch-mode": "cors"}).url

    @pytest.mark.parametrize("headers", [{"sec-fetch-mode": "cors"}, {}], ids=["by https", "by plain http"])
    def test_what_an_open_page_asks_by_itself_does_not_keep_the_person_from_being_told(
        self, evening, boss, words, headers
    ):
        code = make.staff_code(evening, boss)
        phone = Client()
        make.come_in(phone, code)
        staff_codes.end(code.pk, by=boss)
        phone.get(reverse("admin:tournaments_desk_version", args=[evening.pk]), headers=headers)
        phone.get(desk_of(evening), headers=headers, follow=True)
        assert "This code no longer works" in words(phone.get(desk_of(evening), follow=True))

    def test_whoever_has_an_account_signs_in_on_that_phone_as_on_any_other(self, evening, boss, knock):
        code = make.staff_code(evening, boss)
        phone = Client()
        make.come_in(phone, code)
        staff_codes.end(code.pk, by=boss)
        assert phone.get(LOGIN).status_code == 200
        knock(phone, make.arbiter(evening).username, RIGHT)
        assert phone.get(desk_of(evening)).status_code == 200
        assert "staff_code" not in phone.session

    def test_at_midnight_the_phone_is_out_and_then_the_program_tidies_up(self, evening, boss, monkeypatch):
        round_ = make.published(evening, boss)
        code = make.staff_code(evening, boss, "arbiter", name="Anna")
        phone = Client()
        make.come_in(phone, code)
        make.play(round_, code.user, ("1", "0"))
        later = code.until + timedelta(seconds=1)
        monkeypatch.setattr(timezone, "now", lambda: later)
        assert phone.get(desk_of(evening)).status_code == 302
        assert make.come_in(Client(), code).status_code == 404
        sweep_up()
        code.refresh_from_db()
        assert code.ended_at == later and not User.objects.get(pk=code.user_id).is_active
        assert not Appointment.objects.filter(user=code.user).exists()
        assert LogEntry.objects.filter(actor="Anna (by code)", kind="result").exists()

    def test_the_browser_forgets_the_session_with_the_code(self, evening, boss):
        code = make.staff_code(evening, boss, until=timezone.now() + timedelta(minutes=30))
        phone = Client()
        make.come_in(phone, code)
        assert 0 < int(phone.cookies["sessionid"]["max-age"]) <= 1800
        assert sessions.of(code.user)[0].session.expire_date <= code.until

    def test_midnight_is_the_halls_on_the_events_day(self, settings):
        settings.TIME_ZONE = "Africa/Johannesburg"
        with timezone.override("Africa/Johannesburg"):
            tomorrow = timezone.localdate() + timedelta(days=1)
            ends = [midnight_after(make.duel(2, starts=day)) for day in (tomorrow, date(2020, 1, 1))]
        assert [end.utcoffset() for end in ends] == [timedelta(hours=2)] * 2
        assert [end.replace(tzinfo=None) for end in ends] == [
            datetime.combine(tomorrow + timedelta(days=1), datetime.min.time()),
            datetime.combine(tomorrow, datetime.min.time()),
        ]


class TestThePage:
    def test_no_two_fields_have_one_id(self, evening, boss, signed_in, words):
        ids = re.findall(r'<(?:input|select)[^>]* id="([^"]+)"', words(signed_in(boss).get(staff_page(evening))))
        own = [name for name in ids if name.startswith(("id_", "invite_"))]
        assert len(own) >= 8 and len(own) == len({*own})

    def test_a_code_is_made_and_shown_with_its_picture(self, evening, boss, signed_in, words):
        desk = signed_in(boss)
        form = desk.get(staff_page(evening)).context["form"]
        until = form["until"].value()
        sent = {"name": " Anna  Smit", "role": "judge", "tables": "1-3, 7", "until": until.strftime("%Y-%m-%dT%H:%M")}
        answer = desk.post(staff_page(evening), sent)
        code = StaffCode.objects.get()
        assert answer.url.endswith(f"?code={code.pk}#code-{code.pk}")
        page = words(desk.get(answer.url))
        assert "Anna Smit</b>, table judge: 1-3, 7" in page and code.token in page and "<svg" in page
        assert "not scanned yet" in page and "<details open>" in page
        assert Appointment.objects.get(user=code.user).tables == [1, 2, 3, 7]
        assert code.until == midnight_after(evening)

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"tables": ""}, "Enter the tables of the table judge"),
            ({"tables": "1-3, x"}, "“x” is not a table number"),
            ({"until": "2020-01-01T00:00"}, "an end in the future"),
            ({"name": "\u200b"}, "Enter the person's name"),
            ({"role": "organiser"}, "Select a valid choice"),
            ({"name": "anna"}, "has a code already"),
        ],
    )
    def test_what_is_wrong_is_said_and_nothing_is_made(self, evening, boss, signed_in, words, change, sentence):
        make.staff_code(evening, boss, name="Anna")
        until = (timezone.localtime() + timedelta(hours=3)).strftime("%Y-%m-%dT%H:%M")
        sent = {"name": "Berta", "role": "judge", "tables": "1", "until": until}
        answer = signed_in(boss).post(staff_page(evening), sent | change)
        assert answer.status_code == 422 and sentence in words(answer)
        assert StaffCode.objects.count() == 1

    @pytest.mark.parametrize("role", ["organiser", "chief", "nonsense"])
    def test_nobody_decides_or_appoints_by_code(self, evening, boss, role):
        with pytest.raises(Refused):
            make.staff_code(evening, boss, role)

    def test_only_who_appoints_makes_and_ends_codes(self, evening, boss):
        chief = make.arbiter(evening, "chief")
        code = make.staff_code(evening, make.arbiter(evening, "organiser"))
        with pytest.raises(PermissionDenied):
            make.staff_code(evening, chief)
        with pytest.raises(PermissionDenied):
            staff_codes.end(code.pk, by=chief)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (Android 14; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0", "Firefox, Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/26.0 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        (
            "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 "
            "Chrome/136.0.0.0 Mobile Safari/537.36",
            "Samsung Internet, Android",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 "
            "Safari/537.36 Edg/143.0.0.0",
            "Edge, Windows",
        ),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", ""),
    ],
)
def test_the_phone_on_a_code_is_named_as_people_do(evening, boss, signed_in, words, agent, name):
    code = make.staff_code(evening, boss)
    make.come_in(Client(HTTP_USER_AGENT=agent), code)
    page = words(signed_in(boss).get(staff_page(evening)))
    assert re.search(r"in use since [^<:]+:\d\d" + (f": {re.escape(name)}</p>" if name else "</p>"), page)


def test_no_log_holds_a_code(evening, boss):
    code = make.staff_code(evening, boss)
    assert masked(f"GET {door(code)} 200") == "GET /admin/login/code/…/ 200"
    assert not LogEntry.objects.filter(new__icontains=code.seed).exists()
    assert LogEntry.objects.filter(kind="staffcode").exists()
