"""Users are entered to work at a desk."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

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
