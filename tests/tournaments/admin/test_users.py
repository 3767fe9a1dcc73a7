"""Users are entered to work at a desk."""

from __future__ import annotations

from datetime import date
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import make
from tournaments.models import User

pytestmark = pytest.mark.django_db


def test_who_is_entered_sets_a_password_by_a_link_and_organises_nothing(desk):
    fields = {"username": "anna", "first_name": "Anna", "last_name": "", "email": ""}
    answer = desk.post(reverse("admin:tournaments_user_add"), fields)
    anna = User.objects.get(username="anna")
    assert anna.is_staff and not anna.is_superuser and not anna.has_usable_password()
    assert answer.url == reverse("admin:tournaments_password_link", args=[anna.pk])
    path = urlsplit(desk.post(answer.url).context["link"]).path
    new = {"password1": "four kites 88 high", "password2": "four kites 88 high"}
    assert Client().post(path, new).url == reverse("admin:login")
    login = {"username": "anna", "password": "four kites 88 high"}
    assert Client().post(reverse("admin:login"), login)["Location"] == reverse("admin:index")


def test_a_name_that_is_taken_is_taken_in_capitals_too(desk, boss, words):
    fields = {"username": boss.username.upper(), "first_name": "", "last_name": "", "email": ""}
    assert "already a user with this name" in words(desk.post(reverse("admin:tournaments_user_add"), fields))


def test_the_pages_speak_of_people_and_not_of_how_passwords_are_kept(desk, boss, words):
    pages = {
        "change": words(desk.get(reverse("admin:tournaments_user_change", args=[boss.pk]))),
        "add": words(desk.get(reverse("admin:tournaments_user_add"))),
        "password": words(desk.get(reverse("admin:tournaments_password_link", args=[boss.pk]))),
        "list": words(desk.get(reverse("admin:tournaments_user_changelist"))),
    }
    for name, page in pages.items():
        for inside in ("Staff status", "Superuser status", "pbkdf2", "algorithm", "LDAP", "usable_password"):
            assert inside not in page, f"{name}: {inside}"
    for said in ("May log in", "Organiser of everything", "Link for a new password"):
        assert said in pages["change"]


def test_nobody_types_somebody_elses_password(desk, boss, words):
    anna = User.objects.create_user("anna", password="quite long 1", is_staff=True)
    for name in ("tournaments_user_change", "tournaments_password_link"):
        assert 'type="password"' not in words(desk.get(reverse(f"admin:{name}", args=[anna.pk])))
    assert 'type="password"' not in words(desk.get(reverse("admin:tournaments_user_add")))
    old = reverse("admin:auth_user_password_change", args=[anna.pk])
    answer = desk.post(old, {"password1": "another long 2", "password2": "another long 2"})
    assert answer.url == reverse("admin:tournaments_password_link", args=[anna.pk])
    own = desk.get(reverse("admin:auth_user_password_change", args=[boss.pk]))
    assert own.url == reverse("admin:password_change")
    anna.refresh_from_db()
    assert anna.check_password("quite long 1")


def test_who_may_sign_in_is_one_tick(desk):
    anna = User.objects.create_user("anna", password="quite long 1", is_staff=True)
    address = reverse("admin:tournaments_user_change", args=[anna.pk])
    desk.post(address, {"username": "anna"})
    anna.refresh_from_db()
    assert not anna.is_active
    desk.post(address, {"username": "anna", "is_active": "on"})
    anna.refresh_from_db()
    assert anna.is_active and anna.is_staff and not anna.is_superuser


def test_lists_say_the_day_as_the_other_pages_do(desk, words):
    make.duel(2, starts=date(2026, 11, 2))
    page = words(desk.get(reverse("admin:tournaments_tournament_changelist")))
    assert "2 November 2026" in page and "Nov. 2" not in page


def test_saving_somebody_who_is_not_staff_leaves_their_account_as_it_is(desk):
    anna = User.objects.create_user("anna", password="quite long 1", is_staff=False)
    address = reverse("admin:tournaments_user_change", args=[anna.pk])
    desk.post(address, {"username": "anna", "first_name": "Anna"})
    anna.refresh_from_db()
    assert (anna.first_name, anna.is_active, anna.is_staff) == ("Anna", True, False)
    desk.post(address, {"username": "anna", "first_name": "Anna", "is_active": "on"})
    anna.refresh_from_db()
    assert (anna.is_active, anna.is_staff) == (True, True)
