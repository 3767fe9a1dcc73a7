"""Every answer, at every address of the project, in a hall of hostile names: its headers, and that names stay text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from tests.support.examples import THOROUGH
from tests.tournaments import make
from tests.tournaments.declared import DECLARED, EVERYONE, VIEW
from tests.tournaments.public.reading import Page
from tests.tournaments.security.hostile import HOSTILE, Reader, hostile  # noqa: F401
from tests.tournaments.test_every_url import address, boss, hall  # noqa: F401
from tests.tournaments.worlds import taking_back
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db
KINDS = (
    "text/",
    "application/json",
    "application/problem+json",
    "application/atom+xml",
    "application/xml",
    "application/manifest+json",
    "application/pdf",
    "image/png",
    "image/svg+xml",
    "image/x-icon",
    "application/vnd",
)


Answers = list[tuple[str, str, Any]]
"""Addresses as they are declared and as they were asked for, each with its answer."""
CRAWLED: dict[str, Answers] = {}
EVIL = {"origin": "https://evil.example"}


def every(client: Client, hall: dict[str, Any], routes: Iterable[str] = DECLARED, **more: Any) -> Iterator[Any]:  # noqa: F811
    """Yield every address that can be asked for by GET, with its answer."""
    with taking_back() as take_back:
        for route in routes:
            url, declared = address(route, hall), DECLARED[route]
            yield route, url, client.get(url, declared.data if declared.method == "get" else {}, **more)
            take_back()


@pytest.fixture
def answers(request: pytest.FixtureRequest, client: Client) -> Callable[[str], Answers]:
    """Return what gives the answers to the boss or to nobody, asking from a page of another site, asked for once.

    A public page is the same for all: the boss opens one in five of them, and all in the thorough run."""

    def of(who: str) -> Answers:
        if who not in CRAWLED:
            hall, boss = map(request.getfixturevalue, ("hostile", "boss"))
            routes = list(DECLARED)
            if who == "boss":
                client.force_login(boss)
                public = [route for route in routes if DECLARED[route].who in (VIEW, EVERYONE)]
                routes = [one for one in routes if THOROUGH or one not in public or public.index(one) % 5 == 0]
            CRAWLED[who] = list(every(client if who == "boss" else Client(), hall, routes, headers=EVIL))
        return CRAWLED[who]

    return of


@pytest.mark.parametrize("who", ["boss", "nobody"])
def test_every_answer_says_what_it_is_and_how_it_may_be_used(answers, who):
    wrong = []
    for _route, url, answer in answers(who):
        headers, kind = answer.headers, answer.headers.get("Content-Type", "")
        policy = headers.get("Content-Security-Policy", "")
        framed = (
            "frame-ancestors *"
            if url.endswith(("/widget/", "/embed/")) and answer.status_code == 200
            else "frame-ancestors 'none'"
        )
        checks = {
            "sniffed": headers.get("X-Content-Type-Options") == "nosniff",
            "referrer": headers.get("Referrer-Policy") in ("same-origin", "no-referrer"),
            "frames": framed in policy,
            "foreign": "base-uri 'none'" in policy and "http:" not in policy and "https:" not in policy,
            "inline": url.startswith("/admin/") or "unsafe" not in policy,
            "powers": "camera=()" in headers.get("Permissions-Policy", ""),
            "kind": bool(kind) or not answer.content,
            "charset": not kind.startswith("text/") or "charset=utf-8" in kind.lower().replace('"', ""),
            "known kind": not kind or kind.startswith(KINDS),
            "cookies": who == "boss" or not answer.cookies or url.startswith("/admin/"),
        }
        wrong += [f"{url} ({answer.status_code}): {name}" for name, right in checks.items() if not right]
    assert not wrong, "\n".join(wrong)


def test_hostile_words_are_text_on_every_page_and_in_no_header(answers):
    """A file's name is made of the tournament's address, which holds letters, digits, - and _ alone."""
    wrong, shown, files = [], 0, 0
    for route, url, answer in (*answers("boss"), *answers("nobody")):
        kind, body = answer.headers.get("Content-Type", ""), answer.content
        # readiness says 503 where no worker runs
        assert answer.status_code < 500 or route == "health/ready", url
        if kind.startswith("text/html"):
            reader = Reader()
            reader.feed(body.decode())
            wrong += [f"{url}: {what}" for what in set(reader.wrong)]
            shown += HOSTILE in " ".join(reader.texts)
        elif "json" in kind:
            json.loads(body)
        elif "xml" in kind:
            wrong += [url for node in ElementTree.fromstring(body).iter() if "vtx" in node.tag]
        elif kind.startswith("text/calendar"):
            lines = body.decode().replace("\r\n ", "").split("\r\n")
            wrong += [f"{url}: {line}" for line in lines if line and not re.match(r"[A-Z-]+[;:]", line)]
        if said := answer.headers.get("Content-Disposition", ""):
            files += 1
            assert re.fullmatch(r'(attachment|inline); filename="?[-\w.]+"?', said), (url, said)
        wrong += [f"{url}: {name}" for name, value in answer.headers.items() if "vtx" in value and name != "Location"]
    assert not wrong, "\n".join(wrong)
    assert shown > 25 and files >= 5  # they were there to be seen


def test_public_pages_are_sound_load_nothing_from_elsewhere_and_set_no_cookie(answers):
    wrong, seen = [], 0
    for _route, url, answer in answers("nobody"):
        html = answer.headers.get("Content-Type", "").startswith("text/html")
        if not html or answer.status_code != 200 or url.startswith("/admin/"):
            continue
        seen += 1
        page = Page(answer.content.decode())
        addresses = [at.get(name) or "" for _tag, at in page.tags for name in ("src", "srcset", "action", "data")]
        own = ("canonical", "alternate")  # addresses of the page itself and its feeds, which load nothing
        addresses += [str(at["href"]) for tag, at in page.tags if tag == "link" and at.get("rel") not in own]
        scripts = [at for tag, at in page.tags if tag == "script" and "src" not in at]
        checks = {
            "unsound": page.faults == [],
            "cookies": not answer.cookies,
            "varies by cookie": "Cookie" not in answer.get("Vary", "") or not url.startswith("/t/"),
            "policy": answer["Content-Security-Policy"].startswith(("default-src 'self'", "default-src 'none'")),
            "style inside": not any(tag == "style" or "style" in at for tag, at in page.tags),
            "code inside": not any(name.startswith("on") for _tag, at in page.tags for name in at),
            "from elsewhere": not [address for address in addresses if address.startswith(("http", "//"))],
            "script inside": {at.get("type") for at in scripts} <= {"application/json", "application/ld+json"},
        }
        wrong += [f"{url}: {name}" for name, right in checks.items() if not right]
    assert not wrong, "\n".join(wrong)
    assert seen > 60


def test_what_is_private_is_kept_by_no_browser(answers):
    kept = []
    for route, url, answer in (*answers("boss"), *answers("nobody")):
        private = DECLARED[route].who not in (VIEW, EVERYONE) or url.startswith(("/admin/", "/r/"))
        if private and answer.status_code == 200 and "no-store" not in answer.headers.get("Cache-Control", ""):
            kept.append(url)
    assert not kept, "\n".join(kept)


def test_what_is_not_public_yet_is_kept_by_no_browser(client, boss, hall):  # noqa: F811
    client.force_login(boss)
    Tournament.objects.filter(pk=hall["pk"]).update(published=False)
    seen = 0
    for _route, url, answer in every(client, hall, [route for route in DECLARED if DECLARED[route].who is VIEW]):
        if answer.status_code == 200:
            seen += 1
            said = answer.headers.get("Cache-Control", "")
            kept = said == "private, no-cache" and url.endswith(".json")
            assert kept or ("no-store" in said and "ETag" not in answer.headers), url
    assert seen > 30


def test_no_other_site_may_read_more_than_everybody(client, boss, hall, answers):  # noqa: F811
    """Another site's script reads below ``/api/`` only, without cookies and tokens, and writes nowhere."""
    asked = [(url, answer) for who in ("boss", "nobody") for _route, url, answer in answers(who)]
    for url, answer in asked:
        if not url.startswith("/api/"):
            assert not [name for name in answer.headers if name.lower().startswith("access-control-")], url
    client.force_login(boss)
    api = ("/api/", "/admin/tournaments/apitoken")
    programs = [(url, answer) for url, answer in asked if url.startswith(api)]
    for url, answer in programs:
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin", url
    first = EVIL | {"access-control-request-method": "PUT"}
    urls = [url for url in (address(route, hall) for route in DECLARED) if url.startswith(api)]
    programs += [(url, client.options(url, headers=first)) for url in urls]
    for url, answer in programs:
        given = {k.lower(): v for k, v in answer.headers.items() if k.lower().startswith("access-control-")}
        assert given.pop("access-control-allow-origin", "*") == "*", url
        assert url.startswith("/api/") or not given, url
        # without it a browser sends no cookie, and without this header no token
        assert "access-control-allow-credentials" not in given, url
        assert "authorization" not in given.pop("access-control-allow-headers", ""), url
        assert given.pop("access-control-allow-methods", "GET, HEAD, OPTIONS") == "GET, HEAD, OPTIONS", url
        assert answer.status_code < 500, url


def test_a_request_that_another_site_made_up_changes_nothing(boss, hall):  # noqa: F811
    """With the victim's cookies and without the page's own mark: refused, by every method, in every form that a page
    of another site can send without asking first."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(boss)
    before = LogEntry.objects.count()
    let_in = []
    for at, (route, declared) in enumerate(DECLARED.items()):
        url = address(route, hall)
        if url.startswith(("/r/", "/mail/")) or "/me/" in url:
            continue  # no cookie counts there: the address is the key
        methods = [declared.method] if declared.method != "get" else ["post"]
        kinds = ("application/x-www-form-urlencoded", "text/plain")
        for method in methods:
            for kind in kinds if THOROUGH else kinds[at % 2 :][:1]:
                answer = getattr(browser, method)(url, "a=b", content_type=kind, headers=EVIL)
                if answer.status_code < 400 and not (answer.status_code == 302 and "/admin/login/" in answer.url):
                    let_in.append(f"{method} {url}: {answer.status_code}")
    assert not let_in, "\n".join(let_in)
    assert LogEntry.objects.count() == before


def test_the_way_out_is_on_every_page_behind_the_door(answers):
    seen = 0
    for _route, url, answer in answers("boss"):
        page = answer.content.decode("utf-8", "replace")
        if not url.startswith("/admin/") or answer.status_code != 200 or "<body" not in page:
            continue
        seen += 1
        if url.endswith("/desk/links/"):
            assert f'href="{url.removesuffix("links/")}"' in page  # a sheet to be printed
        else:
            assert 'action="/admin/logout/"' in page, url
    assert seen > 30


def test_signing_out_clears_what_the_browser_kept(client):
    client.force_login(make.arbiter(make.duel(2)))
    answer = client.post("/admin/logout/")
    assert answer.headers["Clear-Site-Data"] == '"cache"'
    assert answer.cookies["sessionid"].value == ""


def test_an_error_page_says_nothing_of_the_inside(client, hall):  # noqa: F811
    for url in ("/nothing/", f"/t/{hall['slug']}/rounds/99/", "/api/v1/nothing/", "/admin/nothing/", "/t/x/?%00"):
        answer = client.get(url)
        assert answer.status_code in (302, 400, 404)
        for word in (b"Traceback", b"DEBUG", b"Django", b"urlpatterns", b"psycopg", b"/site-packages/"):
            assert word not in answer.content, url
        assert not {"Server", "X-Powered-By"} & set(answer.headers)
