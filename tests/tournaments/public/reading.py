"""Reads a page as a browser would, and complains where it would have to guess."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from itertools import pairwise

from django.test import Client

from tournaments.sentences.points import readable

VOID = {"meta", "link", "br", "hr", "img", "input", "source", "wbr"}
# Whose end tags HTML lets one omit, and by which following tags they are ended.
ENDED_BY = {
    "tr": {"tr", "tbody"},
    "td": {"td", "th", "tr", "tbody"},
    "th": {"td", "th", "tr", "tbody"},
    "li": {"li"},
    "thead": {"tbody"},
    "tbody": {"tbody"},
}
OMITTED_AT = {
    "tr": {"table"},
    "td": {"table"},
    "th": {"table"},
    "tbody": {"table"},
    "thead": {"table"},
    "li": {"ul", "ol"},
}


class Page(HTMLParser):
    """A parsed page: ``ids``, ``tags`` (with their attributes), ``headings``, visible ``text``, ``faults``."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.headings: list[int] = []
        self.faults: list[str] = []
        self._open: list[str] = []
        self._text: list[str] = []
        self.feed(source)
        self.close()
        if self._open:
            self.faults.append(f"never closed: {self._open}")

    @property
    def text(self) -> str:
        return " ".join("".join(self._text).split())

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        names = [name for name, _value in attributes]
        if len(set(names)) != len(names):
            self.faults.append(f"<{tag}> has an attribute twice: {names}")
        found = dict(attributes)
        self.tags.append((tag, found))
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if tag in {"h1", "h2", "h3", "h4"}:
            self.headings.append(int(tag[1]))
        while self._open and tag in ENDED_BY.get(self._open[-1], ()):
            self._open.pop()
        if self._open and self._open[-1] == "p" and tag in {"p", "ul", "ol", "div", "table", "section", "h2", "nav"}:
            self.faults.append(f"<{tag}> inside <p>")
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open[-1] != tag and tag in OMITTED_AT.get(self._open[-1], ()):
            self._open.pop()
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing that is open")

    def handle_data(self, data: str) -> None:
        if not self._open or self._open[-1] not in {"script", "style"}:
            self._text.append(data)


def page(client: Client, path: str) -> Page:
    """Fetch a page and read it. Fails where it is not answered, or not sound HTML."""
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    source = Page(answer.content.decode())
    assert source.faults == [], (path, source.faults)
    return source


def text_of(source: str) -> str:
    """Return what is read of a page or a piece of one, with a space where a tag stood."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", source)).split())


def sound(source: str, language: str = "en") -> Page:
    """Read a page that is sound HTML with nothing inline, in its language, with headings in order and heads that say
    of what. Fails where it is not."""
    found = Page(source)
    assert found.faults == [] and source.startswith("<!doctype html>")
    assert len(found.ids) == len(set(found.ids)), "an id twice"
    for tag, attributes in found.tags:
        assert not any(name.startswith("on") or name == "style" for name in attributes), (tag, attributes)
        assert tag != "style"
        if tag == "script" and attributes.get("type") != "application/ld+json":  # data is never run
            assert str(attributes["src"]).startswith("/static/")
        if tag == "link" and attributes.get("rel") in ("canonical", "alternate"):
            continue  # the page's own address, which loads nothing
        for name in ("src", "href"):
            assert not str(attributes.get(name, "")).startswith(("http", "//", "javascript"))
        if tag == "html":
            assert attributes["lang"] == language
    names = [tag for tag, _attributes in found.tags]
    assert names.count("main") == names.count("h1") == names.count("title") == 1
    assert found.headings[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(found.headings))
    referred = [str(a[n]) for _t, a in found.tags for n in ("aria-labelledby", "aria-describedby") if a.get(n)]
    assert set(referred) <= set(found.ids)
    assert all(attributes.get("scope") in {"col", "row"} for tag, attributes in found.tags if tag == "th")
    return found


def shown(value: object) -> str:
    """Write a number as it stands in a page's text, where every white space is a space."""
    return " ".join(readable(str(value)).split())
