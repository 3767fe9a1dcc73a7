"""The rules of each game as it is played here: in one minute with four pictures, then in full.

The text is a file beside the engine for each language, with diagrams that the engine draws; of a game without a file it
is the docstring of its package. An event that links here has its own options stated on top.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import getdoc
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

from games.core import registry
from games.core.declarations.declared import DeclaredGame
from games.core.errors import GameError
from games.core.record import decode, shape
from games.core.replay import replay
from tournaments.domain.access import Action, may
from tournaments.domain.setup import implied, options_of
from tournaments.models import Tournament
from tournaments.selectors import labels
from tournaments.sentences import speaker
from tournaments.views.public.about import options_in_words
from tournaments.web import variants
from tournaments.web.conditional import form_of, render
from tournaments.web.declared_rules import facts
from tournaments.web.variants import Variant

DIAGRAM = "viertal-diagram"


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the game in one minute: its picture, what it is, and a sentence or two."""

    picture: SafeString
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page of rules in one language: the minute, the headings with their addresses, and the text."""

    in_short: str
    steps: tuple[Step, ...]
    contents: tuple[tuple[str, str, str], ...]
    text: SafeString
    language: str


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game's rules. The numbers are anchors: rule ``QC 3.6`` is ``#qc-36``, as ``slugify`` writes it.

    ``event`` in the address is the tournament whose options are stated on top; one that nobody may see is left out.
    """
    form = form_of(request)
    slug = request.GET.get("event", "")[:80]
    event = Tournament.objects.filter(slug=slug, game=game).first() if slug else None
    if event is not None and not event.published and not may(request.user, Action.VIEW, event):
        event = None
    if game not in registry.keys_set():
        return _declared(game, event, form)
    info = registry.get(game).info
    with translation.override(form.language):
        context = {
            "here": "rules",
            "info": info,
            "games": all_games(),
            "page": rules_page(game, form.language),
            "event": event,
            "options": _options(event) if event else (),
        }
        response = HttpResponse(render("games/rules.html", form, context))
    response.headers["Content-Language"] = form.language
    response.headers["Vary"] = "Accept-Language"
    response.headers["Cache-Control"] = _kept(event)
    of = f"-{event.pk}-{event.version}" if event else ""
    response.headers["ETag"] = f'"rules-{game}-{variants.code_version()}-{form.language}{of}"'
    return response


def _declared(game: str, event: Tournament | None, form: Variant) -> HttpResponse:
    """Show how results of a declared game are typed and counted; of one that came with its event, by that event."""
    try:
        declared = registry.game_of(game, event.options if event else {})
    except GameError:
        raise Http404 from None
    assert isinstance(declared, DeclaredGame)
    with translation.override(form.language):
        context = {
            "here": "rules",
            "name": declared.declaration.name(form.language),
            "facts": facts(declared.declaration, form.language),
            "event": event,
        }
        response = HttpResponse(render("games/declared.html", form, context))
    response.headers["Content-Language"] = form.language
    response.headers["Vary"] = "Accept-Language"
    response.headers["Cache-Control"] = _kept(event)
    return response


def _kept(event: Tournament | None) -> str:
    """Return how a page may be kept: not at all where it is of an event that not everybody may see."""
    return "private, no-store" if event is not None and not event.published else "no-cache"


def _options(event: Tournament) -> list[Any]:
    """Return the event's options of the game in words, as its page *About* has them."""
    info = registry.get(event.game).info
    return options_in_words(info.options, options_of(event), implied(info, event.system, event.table_size))


def all_games() -> list[Any]:
    return [game.info for game in registry.every()]


def rules_file(game: str, language: str = "en") -> Path:
    """Return the file of a game's rules in a language; the English one where there is no other."""
    name = "rules.md" if language == "en" else f"rules.{language}.md"
    folder = registry.folder(game)
    return folder / name if (folder / name).exists() else folder / "rules.md"


@cache
def rules_page(game: str, language: str = "en") -> RulesPage:
    """Return the rules in a language, their boards with its letters and words."""
    with translation.override(language):
        letters = labels.letters()
        file = rules_file(game, language)
        if not file.exists():
            return _in_short(game, letters)
        if file.name == "rules.md":
            language = "en"
        source = file.read_text(encoding="utf-8")
        _title, *sections = re.split(r"^## ", source, flags=re.MULTILINE)
        in_short, _blank, minute = sections[0].partition("\n")
        told = [part.partition("\n") for part in minute.split("### ")[1:]]
        drawn = _pictures(game) or [""] * len(told)
        steps = tuple(
            Step(mark_safe(picture), title, " ".join(text.split()))  # noqa: S308 - drawn by the engine
            for picture, (title, _nl, text) in zip(drawn, told, strict=True)
        )
        named = [section.partition("\n")[0].partition(". ") for section in sections[1:]]
        contents = tuple((f"part-{number}", number, title) for number, _dot, title in named)
        return RulesPage(in_short, steps, contents, _html(game, "## " + "## ".join(sections[1:]), letters), language)


def _in_short(game: str, letters: Any) -> RulesPage:
    """Return the docstring of a game that has no page of rules, in the words of those who made it."""
    title, _blank, text = (getdoc(registry.package(game)) or "").partition("\n")
    return RulesPage(title.partition(": ")[2], (), (), _html(game, text, letters), "en")


def _pictures(game: str) -> Sequence[str]:
    """Return the pictures of the game in one minute; none where nobody drew any."""
    name = f"{registry.package(game).__name__}.minute"
    drawn: Sequence[str] = import_module(name).pictures() if find_spec(name) else ()
    return drawn


def _html(game: str, source: str, letters: Any) -> SafeString:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("fence", _fence)
    text = markdown.render(source, {"game": game, "letters": letters})
    text = re.sub(r"<h2>(\d+)\. ", r'<h2 id="part-\1">\1. ', text)
    # a rule begins its paragraph or list entry with its number
    prefix = registry.get(game).info.prefix
    text = re.sub(
        rf"<(p|li)>\n?(<p>)?<strong>({prefix} \d+\.\d+)</strong>",
        lambda m: f'<{m[1]} id="{slugify(m[3])}">{m[2] or ""}<strong>{m[3]}</strong>',
        text,
    )
    ours = pgettext("a mark in the rules", "Ours:")
    other = pgettext("a mark in the rules", "Also possible:")
    for words, sign in ((ours, "ours"), (other, "else")):
        marked = r"\s".join(map(re.escape, words.split()))
        text = re.sub(rf"<em>({marked})</em>", rf'<em class="{sign}">\1</em>', text)
    return mark_safe(text)  # noqa: S308 - our own files, rendered without raw HTML


@cache
def diagrams(game: str) -> dict[str, Any]:
    """Return the records of a game's diagrams, by name."""
    known: dict[str, Any] = json.loads((registry.folder(game) / "diagrams.json").read_text(encoding="utf-8"))
    return known


def _fence(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    token = tokens[index]
    if token.info.strip() != DIAGRAM:
        return str(renderer.fence(tokens, index, options, env))
    record = diagrams(env["game"])[token.content.strip()]
    done = replay(shape(decode(json.dumps(record))))
    drawn = done.game.diagram(done.state, letters=env["letters"], say=speaker())
    return f'<figure class="diagram">{drawn}</figure>\n'
