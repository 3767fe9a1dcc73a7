"""The handbook for a secretary and an arbiter: a file a chapter in each language, read from ``tournaments/handbook``.

Words of the program stand in bold, as their English message, in the files of all languages; the page and the paper
show what the catalogue says in the reader's language. So a button is called in the handbook as it is on the screen. A
context stands before a bar (``**sent by players|Entries**``), a plural behind two (``**one line||all %(n)s lines**``).
What is filled in is shown as 1, in a plural as 16.

A paragraph of its own is a picture: ``![a description](results)``. ``tools/handbook_pictures.py`` takes it in each
language; the page has the description as alternative text, the paper below the picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from markdown_it import MarkdownIt
from markdown_it.token import Token
from PIL import Image

from tournaments.web.addresses import asset

FOLDER = Path(__file__).parents[1] / "handbook"
PICTURES = Path(__file__).parents[1] / "static" / "tournaments" / "handbook"
PIXELS = 1.5
"""Pixels of a picture's file in one of the page."""
CHAPTERS = (
    "first-evening",
    "events",
    "games",
    "players",
    "rounds",
    "troubles",
    "paper",
    "seasons",
    "servers",
    "table",
)
"""The chapters in their order. The last is the page for the tables of the players."""
SHEET = CHAPTERS[-1]
ANCHOR = re.compile(r"\s*\{#([a-z0-9-]+)\}$")
MANY = 16
HOLE = re.compile(r"%\(\w+\)[sd]|%[sd]")
LINKS = {
    "tournaments_new": "events",
    "tournaments_new_preset": "events",
    "tournaments_planner": "events",
    "tournaments_tournament_add": "events",
    "tournaments_tournament_change": "events#settings",
    "tournaments_desk": "rounds",
    "tournaments_desk_round": "rounds",
    "tournaments_actions": "rounds",
    "tournaments_presence": "rounds#pair",
    "tournaments_review": "rounds#review",
    "tournaments_review_change": "rounds#review",
    "tournaments_review_end": "rounds#review",
    "tournaments_quick": "rounds#results",
    "tournaments_result": "rounds#results",
    "tournaments_decide": "rounds#corrections",
    "tournaments_record": "rounds#records",
    "tournaments_game": "rounds#records",
    "tournaments_deal": "rounds#records",
    "tournaments_penalties": "rounds#penalties",
    "tournaments_rounds": "troubles#wrong-round",
    "tournaments_report_rule": "rounds#reports",
    "tournaments_report_decide": "rounds#reports",
    "tournaments_players": "players",
    "tournaments_players_act": "players",
    "tournaments_players_add": "players#latecomers",
    "tournaments_person": "players#person",
    "tournaments_byes": "players#absence",
    "tournaments_check_in": "players#check-in",
    "tournaments_check_in_close": "players#check-in",
    "tournaments_check_in_mark": "players#check-in",
    "tournaments_registrations": "players#entries",
    "tournaments_registration_settings": "players#entries",
    "tournaments_list_upload": "players#lists",
    "tournaments_list_preview": "players#lists",
    "tournaments_outputs": "paper",
    "tournaments_slips": "paper#slips",
    "tournaments_wall": "paper#wall",
    "tournaments_links": "paper#links",
    "tournaments_links_mail": "paper#links",
    "tournaments_mails": "paper#mail",
    "tournaments_staff": "servers#staff",
    "tournaments_invite": "servers#staff",
    "tournaments_log": "troubles#log",
    "tournaments_history": "troubles#log",
    "tournaments_trf_upload": "players#lists",
    "tournaments_import_document": "events",
    "tournaments_groups": "seasons#groups",
    "tournaments_finals": "seasons#groups",
    "tournaments_prizes": "seasons#prizes",
    "tournaments_end": "first-evening#end",
    "tournaments_season_evenings": "seasons",
    "tournaments_season_evening": "seasons",
}
"""The name of an address of the desk, and what tells about it."""


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph, an item of a list or a picture: its kind, its mark (``1.``, ``•``), level or file, and
    its runs of text, each with whether it is bold."""

    kind: str
    mark: str
    runs: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter, and the language that it is written in: English where the reader's has no file. The words of the
    program are in the reader's even then, as on their screen."""

    key: str
    language: str
    title: str
    headings: tuple[tuple[str, str], ...]
    text: SafeString
    blocks: tuple[Block, ...]


def path(key: str, language: str) -> Path:
    return FOLDER / f"{key}.{language}.md"


def label(written: str) -> str:
    """Return a word of the program in the language that is active, from how the handbook names it."""
    singular, bars, plural = written.partition("||")
    if bars:
        return HOLE.sub(str(MANY), translation.ngettext(singular, plural, MANY))
    context, bar, message = written.rpartition("|")
    text = translation.pgettext(context, message) if bar else translation.gettext(message)
    return HOLE.sub("1", text)


@cache
def chapter(key: str, language: str) -> Chapter:
    """Return a chapter. Raises KeyError where there is none of this name."""
    if key not in CHAPTERS:
        raise KeyError(key)
    written = language if path(key, language).exists() else "en"
    markdown = MarkdownIt("commonmark", {"html": False})
    with translation.override(language):
        tokens = markdown.parse(path(key, written).read_text(encoding="utf-8"))
        headings = tuple(_name(tokens))
        _speak(tokens)
        _illustrate(tokens, language)
        title, rest = tokens[1], tokens[3:]
        text = str(markdown.renderer.render(rest, markdown.options, {}))
    shown = tuple((anchor, _plain(inline)) for anchor, inline in headings)
    # our own files, rendered without raw HTML
    return Chapter(key, written, _plain(title), shown, mark_safe(text), tuple(_blocks(rest)))  # noqa: S308


def chapters(language: str) -> tuple[Chapter, ...]:
    return tuple(chapter(key, language) for key in CHAPTERS)


def linked(text: str, suffix: str) -> SafeString:
    """Return a chapter's text whose links to this site carry on the reader's language."""
    carried = re.sub(r'href="([^"#:]+)(#[^"]*)?"', lambda m: f'href="{m[1]}{escape(suffix)}{m[2] or ""}"', text)
    return mark_safe(carried)  # noqa: S308 - a chapter's own text


def _name(tokens: list[Token]) -> Iterator[tuple[str, Token]]:
    """Give the headings their anchors, which stand in braces behind them; return those of the second level."""
    for opening, inline in pairwise(tokens):
        if opening.type != "heading_open" or not inline.children:
            continue
        last = inline.children[-1]
        if anchor := ANCHOR.search(last.content):
            last.content = last.content[: anchor.start()]
            opening.attrSet("id", anchor[1])
            yield anchor[1], inline


def _speak(tokens: list[Token]) -> None:
    """Put the program's words in the language that is active."""
    for token in tokens:
        children = token.children or []
        for before, inside in pairwise(children):
            if before.type == "strong_open":
                inside.content = label(inside.content)


def picture(name: str, language: str) -> Path:
    """Return the file of a picture: in the language, else the one without words, else in English."""
    files = (PICTURES / f"{name}.{tag}webp" for tag in (f"{language}.", "", "en."))
    return next(file for file in files if file.exists())


def _illustrate(tokens: list[Token], language: str) -> None:
    """Lead each picture to its file in the language. The page loads it when the reader comes near it, and keeps room
    for it until then."""
    for paragraph, inline in pairwise(tokens):
        for image in inline.children or []:
            if image.type != "image":
                continue
            file = picture(str(image.attrs["src"]), language)
            with Image.open(file) as opened:
                wide, high = (round(side / PIXELS) for side in opened.size)
            image.meta["file"] = file
            image.attrs = {"src": asset(f"tournaments/handbook/{file.name}"), "alt": ""}
            image.attrs |= {"width": wide, "height": high, "loading": "lazy", "decoding": "async"}
            paragraph.attrSet("class", "picture")


def _plain(inline: Token) -> str:
    return "".join(text for text, _bold in _runs(inline))


def _runs(inline: Token) -> Iterator[tuple[str, bool]]:
    bold = False
    for child in inline.children or []:
        if child.type in ("strong_open", "strong_close"):
            bold = child.type == "strong_open"
        elif child.type in ("softbreak", "hardbreak"):
            yield " ", bold
        elif child.content:
            yield child.content, bold


def _blocks(tokens: list[Token]) -> Iterator[Block]:
    lists: list[Any] = []
    mark, level = "", ""
    for token in tokens:
        if token.type == "ordered_list_open":
            lists.append(0)
        elif token.type == "bullet_list_open":
            lists.append(None)
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            lists.pop()
        elif token.type == "list_item_open":
            if lists[-1] is None:
                mark = "•"
            else:
                lists[-1] += 1
                mark = f"{lists[-1]}."
        elif token.type == "heading_open":
            level = token.tag
        elif token.type == "heading_close":
            level = ""
        elif token.type == "inline" and (file := _file(token)):
            yield Block("picture", str(file), ((_plain(token), False),))
        elif token.type == "inline":
            kind = "heading" if level else "item" if lists else "paragraph"
            yield Block(kind, level or mark, tuple(_runs(token)))
            mark = ""


def _file(inline: Token) -> Path | None:
    """Return the file of the picture that a paragraph is."""
    return next((child.meta["file"] for child in inline.children or [] if child.type == "image"), None)


def address(name: str) -> str:
    """Return the address of what the handbook says about a page; of its contents where it says nothing special."""
    key, _sign, anchor = LINKS.get(name, "").partition("#")
    page = reverse("handbook_chapter", args=[key]) if key else reverse("handbook")
    return f"{page}?lang={get_language()}" + (f"#{anchor}" if anchor else "")


def of_page(request: HttpRequest) -> str:
    """Return the address of what the handbook says about the page that was asked for."""
    match = request.resolver_match
    return address(match.url_name or "" if match else "")
