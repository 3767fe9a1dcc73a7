"""With a certificate in front (VIERTAL_HTTPS): what cookies, answers and redirects say then."""

import json

import pytest

from tests.config.test_settings import run

ASK = """
import json, django
django.setup()
from django.test import Client
from django.conf import settings as s
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import path
from config.http.messages import Cookies
import django.urls, config.urls
def give(request):
    get_token(request)
    response = HttpResponse("x")
    from django.contrib import messages
    return response
config.urls.urlpatterns.insert(0, path("give/", give))
config.urls.urlpatterns.insert(0, path("api/give/", give))
client = Client(headers={"host": "club.example"})
def seen(answer):
    return {"status": answer.status_code, "headers": dict(answer.headers),
            "cookies": {name: {k: v for k, v in cookie.items() if v} for name, cookie in answer.cookies.items()}}
print(json.dumps({
    "secure": seen(client.get("/give/", secure=True)), "plain": seen(client.get("/give/")),
    "language": seen(client.post("/i18n/setlang/", {"language": "nl"}, secure=True)),
    "api": seen(client.get("/api/give/")), "secure_api": seen(client.get("/api/give/", secure=True)),
    "forged": seen(client.get("/api/give/", headers={"x-forwarded-proto": "https"})),
    "static": seen(client.get("/static/nothing.css", secure=True)),
    "names": [s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.LANGUAGE_COOKIE_NAME, s.KNOWN_COOKIE_NAME,
              s.MESSAGES_COOKIE_NAME, Cookies.cookie_name],
    "flags": {name: getattr(s, name) for name in (
        "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY",
        "CSRF_COOKIE_HTTPONLY", "LANGUAGE_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE", "CSRF_COOKIE_SAMESITE",
        "LANGUAGE_COOKIE_SAMESITE", "SESSION_COOKIE_DOMAIN", "CSRF_COOKIE_DOMAIN", "SESSION_COOKIE_PATH",
        "CSRF_COOKIE_PATH", "LANGUAGE_COOKIE_PATH")},
}))
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    folder = tmp_path_factory.mktemp("https")
    (folder / "static").mkdir()
    done = run(folder, ["-c", ASK], VIERTAL_HTTPS="1", ALLOWED_HOSTS="club.example", SECRET_KEY="k" * 50)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_cookies_belong_to_this_host_by_https_alone(seen):
    assert all(name.startswith("__Host-") for name in seen["names"]), seen["names"]
    flags = seen["flags"]
    assert all(flags[name] is True for name in flags if name.endswith(("_SECURE", "_HTTPONLY")))
    assert all(flags[name] == "Lax" for name in flags if name.endswith("_SAMESITE"))
    assert all(flags[name] is None for name in flags if name.endswith("_DOMAIN"))
    assert all(flags[name] == "/" for name in flags if name.endswith("_PATH"))
    given = seen["secure"]["cookies"] | seen["language"]["cookies"]
    assert set(given) == {"__Host-csrftoken", "__Host-django_language"}
    for cookie in given.values():
        assert cookie["secure"] and cookie["httponly"] and cookie["samesite"] == "Lax" and cookie["path"] == "/"
        assert "domain" not in cookie


def test_every_answer_insists_on_https(seen):
    for name in ("secure", "secure_api", "static", "language"):
        assert seen[name]["headers"]["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload", (
            name
        )
        assert seen[name]["headers"]["Cross-Origin-Opener-Policy"] == "same-origin"
    assert seen["plain"]["status"] == 301
    assert seen["plain"]["headers"]["Location"] == "https://club.example/give/"


def test_a_program_that_speaks_http_is_told_so_and_not_led_on(seen):
    assert seen["secure_api"]["status"] == 200
    for name in ("api", "forged"):
        assert seen[name]["status"] == 403, name
        assert "Location" not in seen[name]["headers"]
        assert seen[name]["headers"]["Content-Type"] == "application/problem+json"
