"""Log lines: in UTC, one event a line, with the id of its request or task, and nothing in them that opens a door.

Whoever asks for an address with a line end in it must not write lines of their own, and a player's link or a program's
token must not stand in a file that is sent along with a question about an error.
"""

from __future__ import annotations

import json
import logging
import re
import time
import uuid
from contextvars import ContextVar

REQUEST: ContextVar[str] = ContextVar("viertal_request", default="")
PLAIN = re.compile(rb"[-_.A-Za-z0-9]{8,64}")


def request_id(sent_id: bytes, *, believed: bool) -> str:
    """Return the id that a trusted proxy gave a request, else a new one."""
    return sent_id.decode("ascii") if believed and PLAIN.fullmatch(sent_id) else uuid.uuid4().hex


def task_id() -> str:
    """Return the id of the task that this process works on; empty where there is none."""
    from celery import current_task

    return (current_task.request.id or "") if current_task else ""


_NAMES = r"sessionid|csrftoken|csrfmiddlewaretoken|password\w*"
_DOORS = (
    (re.compile(r"(/r/|/e/|/me/|/login/(?:code|invitation|password/[^/\s]+)/)[-_A-Za-z0-9]{8,}"), r"\1…"),
    (re.compile(r"([?&](?:code|address)=)[^\s&\"]{8,}"), r"\1…"),
    (re.compile(r"(/mail/(?:stop|confirm)/)[-_:A-Za-z0-9]{8,}"), r"\1…"),
    (re.compile(r"\b(Bearer|Link) [-_A-Za-z0-9]{8,}"), r"\1 …"),
    (re.compile(r"\b(vt_|whsec_)[-_A-Za-z0-9]{4,}"), r"\1…"),
    (re.compile(rf"(?i)\b({_NAMES})([\"']?\s*[=:]\s*)([\"'])(?:\\.|(?!\3).)*\3?"), r"\1\2\3…\3"),
    # without quotes nobody can tell where a password ends: an address's ends at the next field, another's at the line's
    (re.compile(r"(?i)\b(password\w*)(\s*[=:]\s*)(?![\"'])[^&,;\n]+"), r"\1\2…"),
    (re.compile(r"(?i)\b(sessionid|csrftoken|csrfmiddlewaretoken)(\s*[=:]\s*)(?![\"'])[^\s\"'&,;]+"), r"\1\2…"),
    (re.compile(r"(\w+://[^\s:/@]+:)[^\s@]+@"), r"\1…@"),
)
# line ends as a terminal and a text editor see them, and what steers a terminal
_STEERING = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def masked(text: str) -> str:
    """Return the text without tokens, links, cookies and passwords in addresses."""
    for what, instead in _DOORS:
        text = what.sub(instead, text)
    return text


def plain(text: str) -> str:
    """Return the text with every line end and control character written out."""
    return _STEERING.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


class Line(logging.Formatter):
    """``2026-11-21T20:15:00.123Z WARNING django.request: …``; a traceback follows, each of its lines indented."""

    converter = time.gmtime
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = plain(masked(record.message))
        return super().formatMessage(record)

    def formatException(self, ei: object) -> str:
        lines = masked(super().formatException(ei)).split("\n")  # type: ignore[arg-type]
        return "\n".join(f"    {plain(line)}" for line in lines)

    def format(self, record: logging.LogRecord) -> str:
        # what another formatter made of the exception is not taken over
        record.exc_text = None
        return super().format(record)


class JsonLine(Line):
    """The same as one JSON object a line, with the id of the request or of the task: for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        known = {
            "time": self.formatTime(record, self.default_time_format),
            "level": record.levelname,
            "logger": record.name,
            "message": plain(masked(record.getMessage())),
            "process": record.process,
            "request": REQUEST.get(),
            "task": task_id(),
            "traceback": masked(logging.Formatter.formatException(self, record.exc_info)) if record.exc_info else "",
        }
        return json.dumps({name: value for name, value in known.items() if value}, ensure_ascii=False)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return super().formatTime(record, None)


FORMATS = {"line": Line, "json": JsonLine}
