"""The passwords that may be chosen."""

import subprocess
import sys

import pytest
from django.conf import global_settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils.module_loading import import_string

from config import settings as real
from tests.support.stack import CHECKOUT, clean_environment
from tests.tournaments import make
from tools.leaked_passwords import leaked
from tournaments.accounts import passwords
from tournaments.accounts.passwords import _is_leaked, plain
from tournaments.models import User
from tournaments.services.accounts import invitations

GOOD = [
    "lorry moss tangent",
    "Ж" * 3 + "барабан окно",
    "4826159370 71",
    "8402759163820",
    "ALLCAPSNODIGIT",
    "a" * 3 + "nother-Brick;in'the<wall>",
    "only-for-tests-9",
    "organiser of blue lamps",
    "x" * 20 + "yzwvutsrq" * 6,
    " leading and trailing ",
    "😀 smiling table of four",
]
LEAKED = [
    "letmeinplease",
    "thisismypassword",
    "correcthorsebatterystaple",
    "michaeljordan",
    "zaq12wsxcde3",
    "iloveyousomuch",
    "footballmanager",
    "feyenoord1908",
    "Letmeinpl3as3",
    "eindhoven1913",
    "Leiden2026!!",
    "!!1988-Stellenbosch",
]
BAD = {
    "short one": "too short",
    "elevensigns": "too short",
    "password1234": "common or leaked",
    "P@ssw0rd2026": "common or leaked",
    "qwertyqwerty": "common or leaked",
    **dict.fromkeys(LEAKED, "common or leaked"),
    "iloveyou!!!!": "common or leaked",
    "123456789012": "common or leaked",
    "abcdefghijkl": "common or leaked",
    "aaaaaaaaaaaa": "common or leaked",
    "dragon-dragon": "common or leaked",
    "2026football": "common or leaked",
    "viertal2026!": "words from this program",
    "QuatroChess24": "words from this program",
    "organiserclub": "words from this program",
    "4rbiter-2026": "words from this program",
    "wachtwoord26": "words from this program",
}


@pytest.mark.parametrize("password", GOOD)
def test_any_signs_will_do(password):
    validate_password(password)


@pytest.mark.parametrize(("password", "said"), BAD.items())
def test_what_is_tried_first_is_refused(password, said):
    with pytest.raises(ValidationError) as refused:
        validate_password(password)
    assert said in " ".join(refused.value.messages)


def test_of_the_leaked_ones_none_is_missed_and_of_others_few_are_refused():
    words = [word for _, word in zip(range(20_000), leaked(), strict=False)]
    assert len(words) == 20_000 and all(map(_is_leaked, words))
    made_up = (f"{number:x} is not leaked" for number in range(20_000))
    assert sum(map(_is_leaked, made_up)) < 40


def test_the_filter_is_made_by_a_program_of_its_own(tmp_path):
    made = tmp_path / "filter"
    code = f"""
from pathlib import Path
from tools import leaked_passwords
leaked_passwords.leaked = lambda: iter(["thisismypassword"])
leaked_passwords.main(Path({str(made)!r}))
"""
    alone = {name: value for name, value in clean_environment().items() if name != "DJANGO_SETTINGS_MODULE"}
    said = subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, env=alone, capture_output=True, text=True)
    assert (said.stdout, said.stderr) == ("1 passwords, 3 bytes\n", "") and any(made.read_bytes())


@pytest.mark.parametrize("password", ["_" * 4000 + "b", "a_" * 2000 + "b", "ab" * 2000 + "c"])
def test_a_hostile_password_is_looked_at_as_quickly_as_any(password):
    assert plain(password)  # would take years with a pattern that goes back


def test_nobody_is_called_like_their_password():
    user = User(username="annelies", last_name="van der Berg-Achterhuis", email="annelies@club.example")
    for password in ("annelies2026", "van der Berg-Achterhuis!"):
        with pytest.raises(ValidationError):
            validate_password(password, user)


def test_a_long_password_counts_to_its_last_letter():
    user = User()
    user.set_password("long " * 40 + "a")
    assert user.check_password("long " * 40 + "a")
    for other in ("long " * 40 + "b", "long " * 40, ("long " * 40 + "a").upper(), " " + "long " * 40 + "a"):
        assert not user.check_password(other)


def test_passwords_are_kept_by_a_slow_function_of_today():
    assert real.PASSWORD_HASHERS[1:] == global_settings.PASSWORD_HASHERS  # what others kept is still read
    used = import_string(real.PASSWORD_HASHERS[0])()
    assert used.encode("x", "salt" * 6).startswith("argon2$argon2id$v=19$m=47104,t=2,p=1$")
    assert used.memory_cost >= 46 * 1024 and used.time_cost * used.memory_cost >= 2 * 46 * 1024


@pytest.mark.django_db
def test_an_older_hash_is_made_anew_at_the_next_sign_in(client, settings):
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS
    user = make.organiser()
    assert user.password.startswith("pbkdf2_sha256$")
    settings.PASSWORD_HASHERS = real.PASSWORD_HASHERS
    assert client.post("/admin/login/", {"username": user.username, "password": "not this one"}).status_code == 200
    user.refresh_from_db()
    assert user.password.startswith("pbkdf2_sha256$")
    sent = {"username": user.username, "password": "quite long 1"}
    assert client.post("/admin/login/?next=/admin/", sent).status_code == 302
    user.refresh_from_db()
    assert user.password.startswith("argon2$argon2id$") and user.check_password("quite long 1")
    assert client.get("/admin/").status_code == 200  # still signed in


@pytest.mark.django_db
class TestWhereTheyAreChosen:
    def test_the_first_organisers_is_looked_at_too(self, monkeypatch):
        for password in ("", "viertal2026!", "short"):
            monkeypatch.setenv("VIERTAL_ORGANISER_PASSWORD", password)
            with pytest.raises(CommandError, match="VIERTAL_ORGANISER_PASSWORD"):
                call_command("ensure_organiser")
        assert not User.objects.exists()

    def test_a_new_arbiters_and_a_changed_one(self, signed_in, boss, words):
        client = signed_in(boss)
        new = {"username": "bob", "password1": "password1234", "password2": "password1234"}
        invitation = invitations.invite(make.duel(2).pk, "Bob", "arbiter", by=boss)
        assert "common or leaked" in words(Client().post(reverse("invitation", args=[invitation.token]), new))
        path = passwords.path_of(make.arbiter(make.duel(2)), passwords.HANDED)
        assert "common or leaked" in words(Client().post(path, new))
        own = {"old_password": "quite long 1", "new_password1": "viertal2026!", "new_password2": "viertal2026!"}
        assert "words from this program" in words(client.post("/admin/password_change/", own))

    def test_fields_hide_them_and_let_helpers_of_the_browser_fill_them(self, client, boss):
        page = client.get("/admin/login/").content.decode()
        field = page[page.index('name="password"') - 200 : page.index('name="password"') + 300]
        assert 'type="password"' in field and 'autocomplete="current-password"' in field
        client.force_login(boss)
        change = client.get("/admin/password_change/").content.decode()
        assert change.count('type="password"') == 3 and change.count('autocomplete="new-password"') == 2
        for found in (page, change):
            assert "onpaste" not in found and "maxlength" not in found.partition('name="password"')[2][:200]
