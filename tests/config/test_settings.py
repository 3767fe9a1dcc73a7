"""The settings as a fresh process reads them."""

import json
import sys

import pytest

from launcher import __main__ as launcher
from tests.support.commands import python
from tests.support.stack import clean_environment

SHOW = """
import json
from django.conf import settings as s
print(json.dumps({name: str(getattr(s, name)) for name in (
    "DEBUG", "ALLOWED_HOSTS", "LOCAL_HOSTS_ONLY", "SESSION_COOKIE_SECURE", "SECURE_SSL_REDIRECT",
    "SECURE_HSTS_SECONDS", "SECRET_KEY_IS_KEPT", "DATABASE_IS_KNOWN", "CELERY_BROKER_URL", "TIME_ZONE",
    "SECURE_PROXY_SSL_HEADER")} | {"database": s.DATABASES["default"], "listen": s.DATABASE_LISTEN, "options": str(
    s.DATABASES["default"].get("OPTIONS", ""))}))
"""


def run(tmp_path, code, **env):
    given = clean_environment(VIERTAL_DATA=str(tmp_path), DJANGO_SETTINGS_MODULE="config.settings", **env)
    return python("-W", "error", *code, env=given)


def shown(tmp_path, **env):
    done = run(tmp_path, ["-c", SHOW], **env)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_with_nothing_set_it_is_safe_and_local(tmp_path):
    found = shown(tmp_path)
    assert found["DEBUG"] == "False"
    assert found["LOCAL_HOSTS_ONLY"] == "True"
    assert found["SECRET_KEY_IS_KEPT"] == "False"
    assert found["DATABASE_IS_KNOWN"] == "False"
    assert found["SESSION_COOKIE_SECURE"] == found["SECURE_SSL_REDIRECT"] == "False"
    assert found["SECURE_PROXY_SSL_HEADER"] == "None"
    assert found["TIME_ZONE"] == "Europe/Amsterdam"


def test_addresses_hosts_and_https_come_from_the_environment(tmp_path):
    found = shown(
        tmp_path,
        DATABASE_URL="postgresql://u:p@pooler/club",
        DATABASE_LISTEN_URL="postgresql://u:p@db/club",
        BROKER_URL="amqp://u:p@mq//",
        VIERTAL_HTTPS="1",
        ALLOWED_HOSTS="club.example",
        SECRET_KEY="k" * 50,
        TIME_ZONE="Africa/Johannesburg",
        VIERTAL_BEHIND_PROXY="1",
    )
    assert (found["database"]["HOST"], found["database"]["NAME"]) == ("pooler", "club")
    assert (found["listen"]["HOST"], found["listen"]["NAME"]) == ("db", "club")
    assert found["database"]["OPTIONS"]["pool"]["max_size"] == 16
    assert found["database"]["ATOMIC_REQUESTS"] is False
    assert found["CELERY_BROKER_URL"] == "amqp://u:p@mq//"
    assert (found["ALLOWED_HOSTS"], found["LOCAL_HOSTS_ONLY"]) == ("['club.example']", "False")
    assert found["SESSION_COOKIE_SECURE"] == found["SECURE_SSL_REDIRECT"] == found["SECRET_KEY_IS_KEPT"] == "True"
    assert int(found["SECURE_HSTS_SECONDS"]) > 0
    assert found["TIME_ZONE"] == "Africa/Johannesburg"
    assert "HTTP_X_FORWARDED_PROTO" in found["SECURE_PROXY_SSL_HEADER"]


def test_the_recorded_servers_are_used_where_the_environment_names_none(tmp_path):
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "services.json").write_text(
        json.dumps({"database_url": "postgresql://u:p@/viertal?host=/run/x", "broker_url": "redis+socket:///run/x/r"})
    )
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "secret_key").write_text("s" * 50)
    found = shown(tmp_path, DATABASE_POOL="0")
    assert found["database"]["HOST"] == "/run/x"
    assert "pool" not in found["options"]
    assert found["CELERY_BROKER_URL"] == "redis+socket:///run/x/r"
    assert found["SECRET_KEY_IS_KEPT"] == "True"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://x/y"),
        ("DATABASE_LISTEN_URL", "postgresql://u:p@db/club"),
        ("BROKER_URL", "memory://"),
        ("DEBUG", "perhaps"),
        ("DATABASE_POOL", "-3"),
    ],
)
def test_a_wrong_setting_is_named_in_one_sentence(tmp_path, name, value):
    done = run(tmp_path, ["manage.py", "check"], **{name: value})
    assert done.returncode != 0
    assert f"ImproperlyConfigured: {name}" in done.stderr


def test_a_command_that_needs_a_database_says_how_to_get_one(tmp_path):
    done = run(tmp_path, ["manage.py", "migrate"])
    assert done.returncode == 1
    assert "make up" in done.stderr and "DATABASE_URL" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_site_does_not_serve_with_a_key_that_the_next_start_forgets(tmp_path):
    done = run(tmp_path, ["-c", "import config.asgi"], DATABASE_URL="postgresql://u:p@db/club")
    assert "SECRET_KEY is not set" in done.stderr


def test_a_deployment_passes_djangos_own_review(tmp_path):
    done = run(
        tmp_path,
        ["manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        VIERTAL_HTTPS="1",
        ALLOWED_HOSTS="club.example",
        SECRET_KEY="a-long-and-unguessable-key-0123456789-abcdefghijklmnop",
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "setting",
    [
        {"TIME_ZONE": "x"},
        {"TIME_ZONE": "../etc/passwd"},
        {"TIME_ZONE": "Europe"},
        {"LOG_LEVEL": "x"},
        {"VIERTAL_HTTPS": "x"},
        {"VIERTAL_BEHIND_PROXY": "x"},
        {"VIERTAL_SECOND_FACTOR": "x"},
        {"DEBUG": "x"},
        {"DATABASE_POOL": "x"},
    ],
    ids=str,
)
def test_a_setting_that_cannot_be_used_stops_the_start_with_a_sentence(tmp_path, monkeypatch, capsys, setting):
    for name in ("VIERTAL_DATA", "DATABASE_URL", "BROKER_URL"):
        monkeypatch.delenv(name, raising=False)
    ((name, value),) = setting.items()
    monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "argv", ["launcher", "--data", str(tmp_path / "data"), "--port", "0"])
    status, said = launcher.main(), capsys.readouterr()
    assert (status, said.out) == (1, "")
    assert said.err.startswith(f"{name} is {value!r}; it must be ") and said.err.count("\n") == 1
    assert not (tmp_path / "data").exists()


def test_a_log_level_in_small_letters_will_do(tmp_path):
    done = run(
        tmp_path, ["-c", "from django.conf import settings as s; print(s.LOGGING['root']['level'])"], LOG_LEVEL="debug"
    )
    assert done.stdout == "DEBUG\n"
