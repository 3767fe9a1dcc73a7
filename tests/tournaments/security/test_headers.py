"""The headers of every answer, at every address of the project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.test import Client

from tests.support.examples import THOROUGH
from tests.tournaments import make
from tests.tournaments.declared import DECLARED, EVERYONE, VIEW
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
            hall, boss = map(request.getfixturevalue, ("hall", "boss"))
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
            "cookies": who == "boss" or "csrftoken" not in answer.cookies or url.startswith("/admin/"),
        }
        wrong += [f"{url} ({answer.status_code}): {name}" for name, right in checks.items() if not right]
    assert not wrong, "\n".join(wrong)


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
