"""Short questions to a running Viertal: as anybody, as a program of the organiser's, as a browser at the desk."""

import http.client
import http.cookiejar
import json
import secrets
import urllib.parse
import urllib.request
from urllib.parse import urlsplit


def ask(stack, path, method="GET", body=None, **headers):
    """Status, headers and text of an answer."""
    address = urlsplit(stack.url)
    line = http.client.HTTPConnection(address.hostname, address.port, timeout=60)
    try:
        line.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        line.close()


def give_token(stack, slug=None):
    """Let the organiser's programs in; with a slug, publish an event of that name first."""
    event = f"make.published(make.tournament(16, slug={slug!r}), boss)" if slug else ""
    stack.token = stack.python(
        f"""
        from tests.tournaments import make
        from tournaments.models import User
        from tournaments.services.accounts import accounts
        boss = User.objects.get(username="organiser")
        {event}
        print(accounts.make_token(by=boss, name="a test's", scope="organise")[1])
        """
    ).strip()


def as_organiser(stack, path, method="GET", body=None):
    """Status and text of an answer to a program of the organiser's, which sends JSON."""
    headers = {"Authorization": f"Bearer {stack.token}", "Content-Type": "application/json"}
    if method != "GET":
        headers["Idempotency-Key"] = secrets.token_hex(8)
    status, _headers, text = ask(stack, path, method, None if body is None else json.dumps(body), **headers)
    return status, text


def desk(stack):
    """A browser that is signed in at the desk."""
    jar = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    browser.open(f"{stack.url}admin/login/").read()
    token = next(cookie.value for cookie in jar if cookie.name == "csrftoken")
    form = {"username": stack.username, "password": stack.password, "csrfmiddlewaretoken": token}
    browser.open(f"{stack.url}admin/login/?next=/admin/", urllib.parse.urlencode(form).encode()).read()
    return browser
