"""The forms of a page that requests ask for, and the entity tag of each.

A public page depends on its address, the tournament's version, the language, the encoding and the code, on
nothing else: no cookie, no user. So all of it is known before the page is made, by Django's views and by
what stands in front of them, and both ask here so that they cannot differ.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from games.core import plugins
from tournaments.text import SLUG, number_of

GZIP, PLAIN = "gzip", "identity"
SHOWS = ("pairings", "standings", "clock")
MOST_SCREENS = 20
MOST_SOUGHT, MOST_ASKED = 60, 800
"""So many characters are looked for, as the page's field takes them; encoded they are up to twelve times as many, and
with the rest of a query no more than it may have."""
LISTS = re.compile(
    rf"/t/{SLUG}/(?:(?P<tables>rounds/[0-9]+)|standings(?:/after/[0-9]+)?(?:/player/[0-9]+(?:/panel)?)?)/\Z"
)
"""The addresses of long lists, of which a request may ask for a part."""
OF_A_PART = frozenset({".py", ".md", ".json", ".txt", ".html"})
"""The endings of what a game is made of: its code, its declaration, its decks and its page of rules."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One form of a page.

    ``language`` is what it is written in, ``chosen`` whether the address names it (and so links must carry it on),
    ``by`` the order of a list (``table`` or ``name``), ``board`` whether it is for a wall, ``encoding`` ``gzip`` or
    ``identity``. Of a long list a page shows the chunk ``page``, the one with the player ``at`` or the ``table``, the
    lines of the ``club`` of a player, or those in which ``only`` is found. A wallboard may ``show`` one thing only, and
    the ``part`` of it that one of several ``parts`` screens shows. ``root`` is how phones in the hall reach this site
    (scheme and host), ``path`` the page's address there and ``view`` the name of that address.
    """

    language: str
    encoding: str = PLAIN
    chosen: bool = False
    by: str = "table"
    board: bool = False
    show: str = ""
    part: int = 1
    parts: int = 1
    page: int = 1
    at: int = 0
    table: int = 0
    club: int = 0
    only: str = ""
    root: str = field(default="", compare=False)
    path: str = field(default="", compare=False)
    view: str = field(default="", compare=False)

    @property
    def query(self) -> str:
        """Return the query string that asks for this form, in one spelling only; empty for the usual one."""
        parts = []
        if self.by != "table":
            parts.append(f"by={self.by}")
        if self.show:
            parts.append(f"show={self.show}")
        if self.parts > 1:
            parts.append(f"part={self.part}&of={self.parts}")
        parts += [f"{name}={value}" for name, value in self._lines if value]
        if self.only:
            parts.append(urlencode({"only": self.only}))
        if self.carried:
            parts.append(self.carried)
        return "&".join(parts)

    @property
    def _lines(self) -> tuple[tuple[str, int], ...]:
        return ("page", self.page - 1 and self.page), ("at", self.at), ("table", self.table), ("club", self.club)

    @property
    def listed(self) -> str:
        """Return the query that leads back to the same lines of the standings, and what links carry on."""
        return replace(self, by="table", show="", parts=1, at=0, table=0).query

    @property
    def carried(self) -> str:
        """Return the query that links to other pages carry on: the chosen language and the wall's size of type."""
        parts = [f"lang={self.language}"] if self.chosen else []
        if self.board:
            parts.append("board=1")
        return "&".join(parts)

    @property
    def suffix(self) -> str:
        """Return what is carried on as it stands behind an address: with its question mark, or empty."""
        return f"?{self.carried}" if self.carried else ""


class Elsewhere(Exception):
    """The page is that of another form: what was asked for is not there."""

    def __init__(self, form: Variant) -> None:
        super().__init__(form.query)
        self.form = form


def of_path(form: Variant, path: str) -> Variant:
    """Return the form of the page at a path. What is not a list has no parts to ask for: each of them would be made,
    and kept, as a page of its own."""
    if not (form.page > 1 or form.at or form.table or form.club or form.only):
        return form
    found = LISTS.match(path)
    if found is None:
        return replace(form, page=1, at=0, table=0, club=0, only="")
    return form if found["tables"] else replace(form, table=0)


@lru_cache(maxsize=1024)
def variant(query: str, languages: str = "", cookie: str = "", encodings: str = "") -> Variant:
    """Return the form that a request asks for: its query string, Accept-Language, language cookie and
    Accept-Encoding.

    Whatever is not understood is as if it were left out, and so is what plays no part beside the rest.
    """
    asked = {}
    if query and len(query) <= MOST_ASKED:
        asked = dict(parse_qsl(query, max_num_fields=20) if query.count("&") < 20 else ())
    named = _supported(asked.get("lang", ""))
    club = number_of(asked.get("club", ""), 5)
    only = "" if club else " ".join(asked.get("only", "").replace("\ufffd", "").split())[:MOST_SOUGHT].rstrip()
    at = 0 if club or only else number_of(asked.get("at", ""), 5)
    by_name = asked.get("by") == "name"
    table = 0 if club or only or at or by_name else number_of(asked.get("table", ""), 5)
    part, parts = _part(asked.get("part", ""), asked.get("of", ""))
    return Variant(
        language=named or _supported(cookie) or _accepted(languages),
        encoding=GZIP if _takes_gzip(encodings) else PLAIN,
        chosen=bool(named),
        by="name" if by_name else "table",
        board=asked.get("board") == "1",
        show=asked["show"] if asked.get("show") in SHOWS else "",
        part=part,
        parts=parts,
        page=1 if at or table else number_of(asked.get("page", ""), 5) or 1,
        at=at,
        table=table,
        club=club,
        only=only,
    )


def _part(part: str, parts: str) -> tuple[int, int]:
    """Read the part of several screens; (1, 1) where it makes no sense."""
    chosen = number_of(part, 2), number_of(parts, 2)
    return chosen if 1 <= chosen[0] <= chosen[1] <= MOST_SCREENS else (1, 1)


def _supported(code: str) -> str:
    if not code or len(code) > 20:
        return ""
    try:
        return get_supported_language_variant(code)
    except LookupError:
        return ""


def _accepted(header: str) -> str:
    for code, _quality in parse_accept_lang_header(header):
        if code == "*":
            break
        if language := _supported(code):
            return language
    return _supported(settings.LANGUAGE_CODE) or settings.LANGUAGE_CODE


def _takes_gzip(header: str) -> bool:
    """Tell whether an Accept-Encoding header allows gzip."""
    for part in header.lower().split(","):
        name, _, weight = part.strip().partition(";")
        if name.strip() in {"gzip", "x-gzip", "*"}:
            return weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


def tag(birth: str, version: int, path: str, host: str, form: Variant) -> str:
    """Return the strong entity tag of a page's form.

    It is keyed, so that nobody can ask with a made-up tag whether something exists: whoever holds it was
    given the page. ``birth`` tells the tournament from one that had its address before. The host is part of it
    because Django decides which names it answers to.
    """
    text = "\0".join((birth, str(version), path, host, form.query, form.language, form.encoding, code_version()))
    digest = hashlib.blake2b(text.encode("utf-8", "surrogateescape"), key=_key(settings.SECRET_KEY), digest_size=12)
    return f'"{digest.hexdigest()}"'


@cache
def _key(secret: str) -> bytes:
    return hashlib.blake2b(secret.encode(), person=b"page tags", digest_size=32).digest()


@cache
def code_version() -> str:
    """Return a digest of all that pages are made from: code, templates, translations, static files, what the games
    have (declarations, decks, rules), and what other packages bring."""
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(set(_sources())):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterable[Path]:
    package = Path(__file__).resolve().parent.parent
    for folder, endings in (
        (package, {".py", ".html", ".css", ".js", ".svg", ".md"}),
        (package.parent / "templates", {".html"}),
        (package.parent / "locale", {".mo"}),
        (package.parent / "games", OF_A_PART),
        (package.parent / "scoring", {".py"}),
        *((place, OF_A_PART) for place in plugins.places()),
    ):
        if folder.is_file():
            yield folder
        for path in folder.rglob("*"):
            if path.suffix in endings and path.is_file():
                yield path


def matches(header: str, wanted: str) -> bool:
    """Tell whether an If-None-Match header names the tag (``*`` names none: it asks about any form at all)."""
    if not header:
        return False
    return wanted in header and wanted in {part.strip().removeprefix("W/") for part in header.split(",")}
