"""News as feed readers read it: Atom, RFC 4287. All addresses in it are whole ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from xml.etree import ElementTree

from django.utils import timezone

CONTENT_TYPE = "application/atom+xml; charset=utf-8"
ATOM = "http://www.w3.org/2005/Atom"


@dataclass(frozen=True, slots=True)
class News:
    """An entry of a feed. ``id`` stays the same for ever; what was corrected is the same entry, updated."""

    id: str
    title: str
    content: str
    address: str
    published: datetime
    updated: datetime


def feed(
    id: str, title: str, author: str, language: str, page: str, own: str, since: datetime, news: Iterable[News]
) -> str:
    """Return a feed of ``news``, the newest first: ``page`` is what it tells of, ``own`` its address, ``since`` its
    time while nothing has happened."""
    entries = sorted(news, key=lambda entry: (entry.updated, entry.id), reverse=True)
    # the default namespace is written here: one registered for the process would be taken over by the next document's
    root = ElementTree.Element("feed", {"xmlns": ATOM, "{http://www.w3.org/XML/1998/namespace}lang": language})
    _add(root, "id", f"urn:uuid:{id}")
    _add(root, "title", title)
    _add(root, "updated", _time(entries[0].updated if entries else since))
    _add(ElementTree.SubElement(root, "author"), "name", author)
    _add(root, "generator", "Viertal")
    _link(root, "alternate", page, "text/html")
    _link(root, "self", own, "application/atom+xml")
    for news_entry in entries:
        entry = ElementTree.SubElement(root, "entry")
        _add(entry, "id", f"urn:uuid:{news_entry.id}")
        _add(entry, "title", news_entry.title)
        _add(entry, "published", _time(news_entry.published))
        _add(entry, "updated", _time(news_entry.updated))
        _link(entry, "alternate", news_entry.address, "text/html")
        _add(entry, "content", news_entry.content).set("type", "text")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}'


def _add(parent: ElementTree.Element, name: str, text: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, name)
    element.text = "".join(c for c in text if c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
    return element


def _link(parent: ElementTree.Element, rel: str, address: str, kind: str) -> None:
    ElementTree.SubElement(parent, "link", {"rel": rel, "href": address, "type": kind})


def _time(at: datetime) -> str:
    return timezone.localtime(at, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
