"""Users are entered to work at a desk."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import make
from tournaments.models import User

pytestmark = pytest.mark.django_db


def test_who_is_entered_can_sign_in_at_once_and_organises_nothing(signed_in, boss):
    fields = {
        "username": "anna",
        "usable_password": "true",
        "password1": "quite long 1",
        "password2": "quite long 1",
    }
    signed_in(boss).post(reverse("admin:tournaments_user_add"), fields)
    anna = User.objects.get(username="anna")
    assert anna.is_staff and not anna.is_superuser
    login = {"username": "anna", "password": "quite long 1"}
    assert Client().post(reverse("admin:login"), login)["Location"] == reverse("admin:index")


def test_the_pages_speak_of_people_and_not_of_how_passwords_are_kept(signed_in, boss, words):
    client = signed_in(boss)
    pages = {
        "change": words(client.get(reverse("admin:tournaments_user_change", args=[boss.pk]))),
        "add": words(client.get(reverse("admin:tournaments_user_add"))),
        "password": words(client.get(reverse("admin:auth_user_password_change", args=[boss.pk]))),
        "list": words(client.get(reverse("admin:tournaments_user_changelist"))),
    }
    for name, page in pages.items():
        for inside in ("Staff status", "Superuser status", "pbkdf2", "algorithm", "LDAP", "usable_password"):
            assert inside not in page, f"{name}: {inside}"
    for said in ("May log in", "Organiser of everything", "Set a new password"):
        assert said in pages["change"]


def test_a_new_password_is_set_for_somebody_and_never_left_out(signed_in, boss):
    anna = User.objects.create_user("anna", password="quite long 1", is_staff=True)
    address = reverse("admin:auth_user_password_change", args=[anna.pk])
    client = signed_in(boss)
    client.post(address, {"usable_password": "false", "unset-password": "1"})
    anna.refresh_from_db()
    assert anna.check_password("quite long 1")
    client.post(address, {"password1": "another long 2", "password2": "another long 2"})
    anna.refresh_from_db()
    assert anna.check_password("another long 2")


def test_who_may_sign_in_is_one_tick(signed_in, boss):
    anna = User.objects.create_user("anna", password="quite long 1", is_staff=True)
    address = reverse("admin:tournaments_user_change", args=[anna.pk])
    client = signed_in(boss)
    client.post(address, {"username": "anna"})
    anna.refresh_from_db()
    assert not anna.is_active
    client.post(address, {"username": "anna", "is_active": "on"})
    anna.refresh_from_db()
    assert anna.is_active and anna.is_staff and not anna.is_superuser


def test_lists_say_the_day_as_the_other_pages_do(signed_in, boss, words):
    from datetime import date

    make.duel(2, starts=date(2026, 11, 2))
    page = words(signed_in(boss).get(reverse("admin:tournaments_tournament_changelist")))
    assert "2 November 2026" in page and "Nov. 2" not in page


def test_saving_somebody_who_is_not_staff_leaves_their_account_as_it_is(signed_in, boss):
    anna = User.objects.create_user("anna", password="quite long 1", is_staff=False)
    address = reverse("admin:tournaments_user_change", args=[anna.pk])
    client = signed_in(boss)
    client.post(address, {"username": "anna", "first_name": "Anna"})
    anna.refresh_from_db()
    assert (anna.first_name, anna.is_active, anna.is_staff) == ("Anna", True, False)
    client.post(address, {"username": "anna", "first_name": "Anna", "is_active": "on"})
    anna.refresh_from_db()
    assert (anna.is_active, anna.is_staff) == (True, True)
