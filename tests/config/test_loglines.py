"""The contents of a line of the log."""

import json
import logging
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config import loglines, settings
from config.celery import write_plain_lines
from config.loglines import JsonLine, Line, masked, plain


def written(message, *values, exc_info=None):
    record = logging.LogRecord("django.request", logging.WARNING, __file__, 1, message, values, exc_info)
    return Line().format(record)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\x1b[2J", "\x00", "\u202e"])
def test_an_address_with_a_line_end_writes_one_line(end):
    line = written("Not Found: %s", f"/t/x{end}2026-11-21T20:00:00.000Z INFO viertal.security: signed in: 'boss'")
    assert len(line.splitlines()) == 1
    assert end not in line and "signed in" in line


@given(st.text())
def test_whatever_is_asked_for_is_one_line_that_can_be_printed(text):
    line = written("Not Found: %s", text)
    assert len(line.splitlines()) == 1
    assert not re.search("[\x00-\x08\x0a-\x1f\x7f-\x9f]", line)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Not Found: /r/t12-AbCdEfGhIjKlMnOpQrStUv/", "Not Found: /r/…/"),
        ("Not Found: /mail/stop/WyJWa3N1dXd:1xVCFf:SmKi-QsL_sVHNd/", "Not Found: /mail/stop/…/"),
        ("Gone: /e/AbCdEfGhIjKlMnOpQrStUv/?address=AbCdEfGhIjKl", "Gone: /e/…/?address=…"),
        ("Unprocessable: /t/club/me/AbCdEfGhIjKlMnOpQrStUv/", "Unprocessable: /t/club/me/…/"),
        ("Authorization: Bearer vt_abcDEF123456", "Authorization: Bearer …"),
        ("Authorization: Link t12-AbCdEfGhIjKl", "Authorization: Link …"),
        ("a token vt_abcDEF123 here", "a token vt_… here"),
        ("secret whsec_abcDEF123", "secret whsec_…"),
        ("postgresql://viertal:topsecret@db/club", "postgresql://viertal:…@db/club"),
        ("amqp://u:p%40ss@mq//", "amqp://u:…@mq//"),
        ("{'password': 'lorry moss', 'x': 1}", "{'password': '…', 'x': 1}"),
        ("{'password': \"lorry's moss\", 'x': 1}", "{'password': \"…\", 'x': 1}"),
        (r"{'password1': 'lorry\' moss, fern', 'x': 1}", "{'password1': '…', 'x': 1}"),
        ("password='lorry moss", "password='…'"),
        ("password=lorry%20moss&x=1", "password=…&x=1"),
        ("password: lorry moss fern", "password: …"),
        ('{"csrfmiddlewaretoken": "abc def"}', '{"csrfmiddlewaretoken": "…"}'),
        ("Cookie: sessionid=abc123; csrftoken=def456", "Cookie: sessionid=…; csrftoken=…"),
        ("Not Found: /rules/quarto/", "Not Found: /rules/quarto/"),
        ("Forbidden: /t/club/mine/12/", "Forbidden: /t/club/mine/12/"),
    ],
)
def test_links_tokens_and_passwords_are_not_written(said, kept):
    assert written("%s", said).endswith(f": {kept}")


def test_a_traceback_is_indented_masked_and_told_apart_from_lines():
    try:
        raise RuntimeError("at /r/t12-AbCdEfGhIjKlMnOpQrStUv/\n2026-11-21T20:00:00.000Z INFO forged: line")
    except RuntimeError:
        lines = written("Internal Server Error: %s", "/x/", exc_info=sys.exc_info()).splitlines()
    assert len(lines) > 3
    assert all(line.startswith("    ") for line in lines[1:])
    assert "AbCdEf" not in "".join(lines)


def test_times_are_utc():
    record = logging.LogRecord("x", logging.INFO, __file__, 1, "words", (), None)
    record.created, record.msecs = 1_763_755_200.25, 250
    assert Line().format(record) == "2025-11-21T20:00:00.250Z INFO x: words"


def test_the_web_server_and_the_worker_write_such_lines():
    assert settings.LOGGING["formatters"] == {"line": {"()": "config.loglines.Line"}}
    assert settings.LOGGING["root"]["handlers"] == ["console"]
    assert settings.LOGGING["handlers"]["console"]["formatter"] == "line"
    logger = logging.Logger("worker")
    logger.addHandler(logging.StreamHandler())
    write_plain_lines(logger)
    assert isinstance(logger.handlers[0].formatter, Line)


def test_masking_twice_changes_nothing_more():
    text = "/r/t12-AbCdEfGhIjKlMnOpQrStUv/ vt_abcdef sessionid=abc"
    assert masked(masked(text)) == masked(text)
    assert plain(plain("a\nb")) == plain("a\nb")


def test_json_lines_hold_one_object_each_with_the_id_and_no_secret():
    record = logging.LogRecord("viertal", logging.WARNING, __file__, 1, "at %s\nforged", ("/r/abcdefghij1234/",), None)
    try:
        raise ValueError("Bearer vt_abcdefgh")
    except ValueError:
        record.exc_info = sys.exc_info()
    token = loglines.REQUEST.set("an-id")
    try:
        line = JsonLine().format(record)
    finally:
        loglines.REQUEST.reset(token)
    assert "\n" not in line
    known = json.loads(line)
    assert known["request"] == "an-id" and "task" not in known and known["level"] == "WARNING"
    assert known["message"] == "at /r/…/\\nforged"
    assert known["traceback"].endswith("ValueError: Bearer …") and known["time"].endswith("Z")


def test_an_id_of_a_proxy_is_taken_only_where_the_proxy_is_believed():
    assert loglines.request_id(b"abc-12345", believed=True) == "abc-12345"
    for sent, believed in ((b"abc-12345", False), (b"short", True), (b"with space", True), (b"x" * 65, True)):
        made = loglines.request_id(sent, believed=believed)
        assert len(made) == 32 and made != loglines.request_id(sent, believed=believed)
