"""Requests are damaged at random, by everybody, at every address: each is answered or refused, nothing else happens.

``python -m reliability.requests [COUNT] [SEED]`` (default 2,000) makes a database of its own with a tournament that has
one of everything, and asks every address of the project in the same process as people of every role do: with damaged
paths, queries, headers, cookies, forms (their fields are taken from the pages) and JSON (from the API's own
examples). An exception that no view catches would be a 500: it is printed with the request. So is a request that was
refused and left something behind in the log, and one whose changes the database would not take at the end. Exits
with 1 where there was any.
"""

from __future__ import annotations

import json
import logging
import random
import re
import time
import traceback
import urllib.parse
from collections import Counter
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

from benchmarks.programs import asked, own_site
from reliability.mutations import BYTES, damaged_value

METHODS = ("GET", "GET", "POST", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "X")
TEXTS = (
    "", "0", "-1", "1", "2", "99999999999999999999999", "9223372036854775808", "2147483648", "1/2", "1/0", "nan",
    "1e999",
    "\x00", "\u202e", "\ud83d", "é", "٣", "'", '"', "<script>", "%", "%00", "%zz", "../..", "{{x}}", "a" * 5000, "on",
    "=1+1", "\r\nX: y", "null", "[]", "{}", "2026-02-30", "9999-12-31", "0000-00-00", "25:61", "true", "played", "8",
    "4",
)  # fmt: skip
HEADERS = {
    "HTTP_HOST": ("testserver", "testserver:99999", "[::1", "", "a b", "evil.example", "testserver\x00"),
    "HTTP_ACCEPT": ("*/*", "application/json", "text/html", "image/*;q=x", ";;;", "a" * 3000),
    "HTTP_ACCEPT_LANGUAGE": ("nl", "af,de;q=0.5", "xx-yy", "*", "en;q=1e9", "-" * 900, "\xff"),
    "HTTP_ACCEPT_ENCODING": ("gzip", "br;q=0", "identity;q=nan", "\x00"),
    "HTTP_IF_NONE_MATCH": ('"x"', "*", 'W/"', ",,,", "\xff"),
    "HTTP_IF_MODIFIED_SINCE": ("Sat, 32 Foo 2026 99:99:99 GMT", "x", "Thu, 01 Jan 1970 00:00:00 GMT"),
    "HTTP_RANGE": ("bytes=0-1", "bytes=-", "bytes=9-1,1-9", "x"),
    "HTTP_REFERER": ("http://testserver/", "http://[", "javascript:x", "\xff"),
    "HTTP_ORIGIN": ("null", "http://[", "http://evil.example"),
    "HTTP_IDEMPOTENCY_KEY": ("k", "", "x" * 201, "\xe9", "\x00"),
    "HTTP_AUTHORIZATION": ("Bearer", "Bearer x", "Bearer vt_\xe9", "Basic !!", "Basic Og==", "Bearer a b", "\xff"),
    "HTTP_COOKIE": ("sessionid=x", "sessionid=\xff; csrftoken=", "=;=;", "a" * 4000, "django_language=xx-\x00", ";"),
    "HTTP_X_FORWARDED_FOR": ("x", "1.2.3.4, ::", "\x00"),
    "HTTP_X_REQUESTED_WITH": ("XMLHttpRequest",),
    "HTTP_CONTENT_ENCODING": ("gzip",),
    "CONTENT_LENGTH": ("-1", "x", "99999999999", "0", ""),
    "CONTENT_TYPE": (
        "application/json",
        "application/json; charset=x",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\xff",
        "text/plain",
        "",
        "application/x-www-form-urlencoded; charset=utf-16",
        "/",
    ),
}
FORM, MANY = "application/x-www-form-urlencoded", "multipart/form-data; boundary=b0"


class Fields(HTMLParser):
    """The fields of a page's forms, with what stands in them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.files: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        name = attributes.get("name")
        if tag in ("input", "select", "textarea", "button") and name and name != "csrfmiddlewaretoken":
            self.found[name] = attributes.get("value") or ""
            if attributes.get("type") == "file":
                self.files.add(name)


class Asker:
    """All users with their session or token, and all addresses with what is usually sent there: by the forms of one
    in ``share`` pages, as to read them all takes longer than a few requests."""

    def __init__(self, lots: random.Random, share: int = 1) -> None:
        from django.test import Client
        from django.urls import get_resolver

        from tests.tournaments import make
        from tests.tournaments.declared import ROLES
        from tests.tournaments.test_every_url import address, build, person, routes
        from tournaments.api.public.meta import openapi
        from tournaments.models import ApiToken, Tournament

        self.lots = lots
        boss = make.organiser()
        hall = build(boss)
        evening = Tournament.objects.get(pk=hall["pk"])
        self.places = {route: address(route, hall) for route in routes(get_resolver().url_patterns)}
        self.clients, self.secrets = {}, {}
        for role in ROLES:
            self.clients[role] = Client()
            if user := person(role, evening, boss):
                self.clients[role].force_login(user)
                token = ApiToken(user=user, name="x", scope=ApiToken.Scope.ORGANISE)
                self.secrets[role] = token.give_secret()
                token.save()
        self.forms: dict[str, Fields] = {}
        self._read_forms(list(self.places.items())[::share])
        self.bodies = _examples(json.loads(openapi()))
        self.slug = evening.slug

    def _read_forms(self, places: list[tuple[str, str]]) -> None:
        everything = Fields()
        for route, place in places:
            answer = self.clients["superuser"].get(place)
            if answer.status_code == 200 and answer.get("Content-Type", "").startswith("text/html"):
                fields = self.forms[route] = Fields()
                page = answer.getvalue().decode()
                fields.feed(page)
                everything.found |= fields.found
                # where a page's form leads
                for action in re.findall(r'action="([^"?#]+)"', page):
                    self.forms.setdefault(action, fields)
        self.everything = everything

    def request(self) -> tuple[str, dict[str, Any]]:
        """Return the next request: the person's role, and what the server is handed."""
        lots = self.lots
        route, place = lots.choice(list(self.places.items()))
        role = lots.choice(list(self.clients))
        if lots.random() < 0.25:
            pieces = place.split("/")
            pieces[lots.randrange(len(pieces))] = lots.choice(TEXTS)
            place = "/".join(pieces)
        environ: dict[str, Any] = {
            "REQUEST_METHOD": lots.choice(METHODS),
            "PATH_INFO": _latin("/" + place.lstrip("/")),
            "QUERY_STRING": _latin(self._pairs(route)) if lots.random() < 0.5 else "",
        }
        body, kind = self._body(route)
        environ |= {"CONTENT_TYPE": kind, "CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
        if place.startswith("/api/") and role in self.secrets and lots.random() < 0.8:
            environ["HTTP_AUTHORIZATION"] = f"Bearer {self.secrets[role]}"
        for _ in range(lots.choice((0, 0, 0, 1, 2))):
            name = lots.choice(list(HEADERS))
            environ[name] = lots.choice(HEADERS[name])
        return role, environ

    def _pairs(self, route: str) -> str:
        """Return a query or form: what the page has, some of it damaged."""
        lots = self.lots
        fields = self.forms.get(route) or self.forms.get(self.places[route])
        known = dict(fields.found) if fields else {}
        if not known or lots.random() < 0.1:
            known |= {lots.choice(list(self.everything.found)): lots.choice(TEXTS)}
        known |= {lots.choice(("page", "q", "after", "lang", "around", "o", "_popup", "next", "term")): "1"}
        pairs = list(known.items())
        for _ in range(lots.choice((0, 1, 1, 2, 4))):
            at = lots.randrange(len(pairs))
            luck = lots.random()
            if luck < 0.15 and len(pairs) > 1:
                del pairs[at]
            elif luck < 0.25:
                pairs.append((pairs[at][0], lots.choice(TEXTS)))
            else:
                pairs[at] = (pairs[at][0], lots.choice(TEXTS))
        text = urllib.parse.urlencode(pairs, errors="replace")
        if lots.random() < 0.1:
            at = lots.randrange(len(text) + 1)
            text = text[:at] + lots.choice(("&", "=", "%", "%ff", ";", "+")) + text[at:]
        return text

    def _body(self, route: str) -> tuple[bytes, str]:
        lots = self.lots
        luck = lots.random()
        if route.startswith("api/") or luck < 0.05:
            sample = self.bodies.get(route) or lots.choice(list(self.bodies.values()))
            value: Any = sample
            for _ in range(lots.choice((0, 1, 1, 2, 3))):
                value = damaged_value(value, lots)
            body = json.dumps(value).encode()
            if lots.random() < 0.15:
                at = lots.randrange(len(body) + 1)
                body = body[:at] + lots.choice(BYTES) + body[at + lots.randrange(4) :]
            return body, "application/json"
        fields = self.forms.get(route) or self.forms.get(self.places[route])
        if (fields and fields.files) or luck < 0.1:
            return self._parts(urllib.parse.parse_qsl(self._pairs(route)), fields), MANY
        return self._pairs(route).encode(), FORM

    def _parts(self, pairs: list[tuple[str, str]], fields: Fields | None) -> bytes:
        lots = self.lots
        files = {name: lots.choice(_files()) for name in (fields.files if fields else ("file",))}
        out = b""
        for name, value in pairs:
            if name not in files:
                head = f'--b0\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
                out += head.encode("utf-8", "replace") + value.encode("utf-8", "replace") + b"\r\n"
        for name, content in files.items():
            if lots.random() < 0.5:
                at = lots.randrange(len(content) + 1)
                content = content[:at] + lots.choice((*BYTES, b"\x00", b"\xff\xfe", b"\r")) + content[at:]
            file = lots.choice(("l.csv", "l.xlsx", "", "\x00", "../x", "a" * 300))
            head = f'--b0\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\n\r\n'
            out += head.encode() + content + b"\r\n"
        out += b"--b0--\r\n"
        if lots.random() < 0.1:
            out = out[: lots.randrange(len(out))]
        return out


def _files() -> list[bytes]:
    root = Path(__file__).resolve().parents[1] / "tests"
    return [
        b"Name;Rating\nAnna;1500\nBert;x\n",
        b"Team;Short name\nA;B\n",
        b"Round;Table;1;2\n1;1;1;0\n",
        b"{}",
        b"",
        (root / "tournaments" / "data" / "club-players.csv").read_bytes(),
        (root / "scoring" / "data" / "trf" / "pl-swiss.trf").read_bytes(),
        (root / "scoring" / "data" / "example-event.json").read_bytes(),
    ]


def _latin(text: str) -> str:
    """Return the text as a server hands on what it got: bytes, one a letter."""
    return text.encode("utf-8", "replace").decode("latin-1")


def _examples(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the examples of the API's schema, by route as the project has it."""
    examples: dict[str, Any] = {}
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            if not isinstance(operation, dict):
                continue
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            for example in content.get("examples", {}).values():
                examples[path] = example.get("value")
            if "example" in content:
                examples[path] = content["example"]
    return {_route_of(path): value for path, value in examples.items()} or {"": {"points": ["1", "0"]}}


def _route_of(path: str) -> str:
    return re.sub(r"\{(\w+)\}", r"<\1>", path.lstrip("/"))


def ask(asker: Asker, role: str, environ: dict[str, Any]) -> tuple[int, str]:
    """Return the status, and what was wrong; take back whatever the request changed."""
    from django.db import connection, transaction

    from tournaments.models import LogEntry

    written = 0
    try:
        with transaction.atomic():
            before = LogEntry.objects.count()
            answer = asker.clients[role].request(**environ)
            b"".join(answer) if answer.streaming and not answer.is_async else answer
            status = answer.status_code
            connection.check_constraints()
            written = LogEntry.objects.count() - before
            transaction.set_rollback(True)
    except Exception:
        return 500, traceback.format_exc()
    # no worker runs beside these requests, and readiness says so
    if status >= 500 and environ["PATH_INFO"].strip() != "/health/ready":
        return status, f"answered with {status}"
    if status >= 400 and written:
        return status, f"refused with {status}, but {written} changes are in the log"
    return status, ""


def run(count: int, seed: int) -> int:
    """Send so many requests; return how many different things went wrong."""
    lots = random.Random(seed)
    asker = Asker(lots)
    statuses: Counter[int] = Counter()
    known: set[str] = set()
    begun = time.monotonic()
    for number in range(1, count + 1):
        role, environ = asker.request()
        status, problem = ask(asker, role, environ)
        statuses[status] += 1
        if problem:
            mark = "".join(problem.splitlines()[-5:])
            if mark not in known:
                known.add(mark)
                body = environ["wsgi.input"].getvalue()
                shown = {k: v for k, v in environ.items() if k not in ("wsgi.input", "HTTP_AUTHORIZATION")}
                print(f"Number {number}, {role}: {shown!r:.1500}\n{body!r:.1500}\n{problem}\n", flush=True)
        if number % 5000 == 0:
            print(f"{number} requests, {time.monotonic() - begun:.0f} s", flush=True)
    taken = time.monotonic() - begun
    print(
        f"{count} damaged requests at {len(asker.places)} addresses by {len(asker.clients)} roles, "
        f"{len(known)} problems; {count / taken:.0f} a second; statuses {dict(sorted(statuses.items()))}"
    )
    return len(known)


def main() -> None:
    chosen = asked(__doc__, count=2000, seed=1)
    with own_site("tests.settings", named=False):
        from django.conf import settings
        from django.core.signals import request_finished, request_started
        from django.db import close_old_connections

        from reliability.hall import without_broker

        settings.API_RATES = dict.fromkeys(("token", "person", "address"), (10**9, 10**9))
        logging.getLogger("django").setLevel(logging.CRITICAL)
        # each request is one transaction of ours, as it is in tests
        request_started.disconnect(close_old_connections)
        request_finished.disconnect(close_old_connections)
        with without_broker():
            problems = run(chosen.count, chosen.seed)
    raise SystemExit(1 if problems else 0)


if __name__ == "__main__":
    main()
