"""Errors are sent to a Sentry server where one is named, and nobody's name or secret goes along."""

import gzip
import http.server
import json
import subprocess
import sys
import threading

import pytest

from config import environment, error_reports
from config.environment import BadSetting
from tests.support.stack import CHECKOUT, clean_environment

CODE = """
import logging, os
import django
from config import error_reports
django.setup()
error_reports.begin(os.environ["SENTRY_DSN"])
import sentry_sdk
from django.test import RequestFactory
def enter(player):
    password = "secret-of-hers"
    raise ValueError(f"result of /t/club/me/abcdefghij1234567890xy/ is wrong\\nDETAIL: Kindje Prive {player}")
try:
    enter("Kindje Prive")
except ValueError:
    logging.getLogger("viertal").exception("broken at /r/abcdefghij1234567890xy/")
sentry_sdk.flush(10)
"""


@pytest.fixture
def sentry():
    """A server that takes what is sent to it."""
    came = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            came.append((gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body).decode())
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_arguments):
            """Quietly."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.came = came
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_an_error_arrives_with_its_place_and_without_people(sentry, tmp_path):
    address = f"http://key@127.0.0.1:{sentry.server_port}/1"
    env = clean_environment(SENTRY_DSN=address, VIERTAL_DATA=str(tmp_path), DJANGO_SETTINGS_MODULE="config.settings")
    subprocess.run([sys.executable, "-c", CODE], cwd=CHECKOUT, env=env, check=True, capture_output=True)
    text = "\n".join(sentry.came)
    assert "ValueError" in text and '"function":"enter"' in text.replace(" ", "")
    for private in ("Kindje", "Prive", "secret-of-hers", "abcdefghij1234567890xy"):
        assert private not in text
    event = next(json.loads(line) for line in text.splitlines() if '"exception"' in line)
    assert "user" not in event and not event.get("server_name")


def test_an_address_that_is_no_pages_opens_no_door():
    event = error_reports.without_people({"transaction": "/t/club/me/abcdefghij1234567890xy/none"}, {})
    assert event["transaction"] == "/t/club/me/…/none"


def test_without_the_package_the_start_is_refused_with_a_sentence(monkeypatch):
    assert environment.error_reports({"SENTRY_DSN": "https://key@host/1"}) == "https://key@host/1"
    monkeypatch.setattr(environment, "find_spec", lambda _name: None)
    assert environment.error_reports({}) == ""
    with pytest.raises(BadSetting, match="SENTRY_DSN is set, but sentry-sdk is not installed"):
        environment.check({"SENTRY_DSN": "https://key@host/1"})


@pytest.mark.parametrize(
    "address", ["http://key@sentry.example/1", "https://sentry.example/1", "sentry", "http://key@127.evil/1"]
)
def test_errors_are_not_sent_in_clear(address):
    with pytest.raises(BadSetting, match="SENTRY_DSN must be an https address"):
        environment.check({"SENTRY_DSN": address})
