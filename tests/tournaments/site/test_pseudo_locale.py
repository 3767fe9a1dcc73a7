"""Every page in a language that no one speaks: what is not in its signs was never given to translators."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils.translation import trans_real

from games.core import registry as games
from tests.tournaments.declared import DECLARED
from tests.tournaments.test_every_url import address, build
from tournaments.models import PrintJob

pytestmark = pytest.mark.django_db

MARKED = re.compile(r"⟦[^⟦⟧]*⟧")
HOLES = re.compile(r"(%\(\w+\)[sdrif]|%[sdrif%]|\{[^{}]*\}|<[^>]*>|&\w+;)")
WORDS = re.compile(r"[A-Za-z]{2,}(?: [A-Za-z]{2,})+")
"""Two words or more: a sentence or a label, not a name, a code or a move."""
SPOKEN = ("alt", "title", "placeholder", "aria-label", "aria-description")
UNSEEN = {"script", "style", "template", "code", "pre", "textarea"}
DATA = re.compile(
    # what people typed or a game says: names in the tests' events, the reader's own address, records and documents
    r"Player \d+|Somebody who waits|Zoe Later|Club evening|Duel \d*|Season|Ladder|Anna|Bert|Zulu"
    r"|Your table at Evening|give [LD][RS][ST][FH]|make backup|Our club|Quatro Chess|Mozilla|Chrome|Windows|User Agent|"
    # the number of a delivery can begin with letters
    r"published [0-9a-f]+|"
    # one game's name begins another's, and what is one word is no sentence
    + "|".join(sorted((re.escape(g.info.name) for g in games.ready_made() if " " in g.info.name), reverse=True))
    + "|"
    + "|".join(re.escape(game.info.name) for game in games.every())
    # the numbers of a list have names in each language in the game's own declaration
    + "".join(f"|{re.escape(column.names['en'])}" for game in games.ready_made() for column in game.declaration.columns)
)
ENGLISH = {
    "style/": "for those who make pages, in English as their code is",
    "api/v1/reference/": "the API's reference is in English",
    "help/": "a file for each language; tests/tournaments/site/test_handbook.py looks at those",
    "help/<slug:key>/": "the same",
    "rules/<slug:game>/": "a file for each language; tests/games/core/test_docs.py looks at those",
}


class Pseudo(gettext.NullTranslations):
    """A catalogue that puts every message between signs, its holes outside of them."""

    plural = staticmethod(lambda number: int(number != 1))

    def __init__(self) -> None:
        super().__init__()
        self._catalog: dict[Any, str] = {}

    def language(self) -> str:
        return "fy"

    def to_language(self) -> str:
        return "fy"

    def gettext(self, message: str) -> str:
        return marked(message)

    def ngettext(self, one: str, many: str, number: int) -> str:
        return marked(one if number == 1 else many)


def marked(message: str) -> str:
    """Return a message between signs; its context, what is filled in, and its elements stay outside."""
    message = message.rpartition("\4")[2]
    if not re.search(r"[A-Za-z]", HOLES.sub("", message)):
        return message
    parts = HOLES.split(message)
    return "".join(part if at % 2 or not part.strip() else f"⟦{part}⟧" for at, part in enumerate(parts))


class Texts(HTMLParser):
    """The texts of a page that somebody reads or hears."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.seen += [values[name] or "" for name in SPOKEN if values.get(name)]
        if tag == "input" and values.get("type") in ("submit", "button"):
            self.seen.append(values.get("value") or "")
        if tag in UNSEEN or tag == "bdi" or (values.get("lang") and tag != "html"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            self._open.reverse()
            self._open.remove(tag)
            self._open.reverse()

    def handle_data(self, data: str) -> None:
        if not self._open:
            self.seen.append(data)


@pytest.fixture
def pseudo(monkeypatch, settings) -> None:
    """Frisian stands in for the language that no one speaks; its translations are the messages between signs."""
    settings.LANGUAGES = [*settings.LANGUAGES, ("fy", "Frisian")]
    trans_real._get_supported_language_variant.cache_clear()
    trans_real.get_languages.cache_clear()
    known = trans_real.translation
    made = Pseudo()
    monkeypatch.setattr(trans_real, "translation", lambda language: made if language == "fy" else known(language))
    yield
    trans_real._get_supported_language_variant.cache_clear()
    trans_real.get_languages.cache_clear()


def untranslated(html: str) -> Iterator[str]:
    """Yield what stands outside of the signs and reads like words."""
    texts = Texts()
    texts.feed(html)
    for text in texts.seen:
        rest = DATA.sub("", MARKED.sub("·", " ".join(text.split())))
        if found := WORDS.findall(rest):
            yield found[0]


def test_what_is_outside_of_the_signs_is_found():
    assert list(untranslated('<html lang="fy"><p>⟦Round⟧ 3</p><a title="Go there">on</a><code>two words</code>')) == [
        "Go there"
    ]
    assert marked("Round %(number)d of <b>five</b>") == "⟦Round ⟧%(number)d⟦ of ⟧<b>⟦five⟧</b>"


@pytest.fixture
def empty_log(db) -> None:
    """The log of a site that just began: lines of tests that committed stay, with the names of their people."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tournaments_logentry DISABLE TRIGGER USER")
        cursor.execute("DELETE FROM tournaments_logentry")
        cursor.execute("ALTER TABLE tournaments_logentry ENABLE TRIGGER USER")


def test_every_page_says_nothing_but_what_translators_see(client: Client, empty_log, boss, pseudo):
    hall = build(boss)
    PrintJob.objects.update(owner=boss)
    client.force_login(boss)
    troubles: dict[str, list[str]] = {}
    pages = 0
    for route, declared in DECLARED.items():
        if route in ENGLISH or declared.method != "get" or route.startswith("api/"):
            continue
        answer = client.get(address(route, hall), declared.data or {}, headers={"accept-language": "fy"})
        if answer.status_code != 200 or not answer["Content-Type"].startswith("text/html"):
            continue
        pages += 1
        html = answer.content.decode()
        if not html:
            continue
        if "⟦" not in html:
            troubles[route] = ["no translated word at all"]
        if found := sorted(set(untranslated(html))):
            troubles[route] = found
    assert pages > 100
    assert not troubles, "\n".join(f"{route}: {found[:12]}" for route, found in troubles.items())
