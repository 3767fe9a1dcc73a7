"""The rules of each game as it is played here: a page beside its engine, with diagrams that the engine draws."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt

import games
from games.core import registry
from games.core.errors import BadRecord
from games.core.record import decode, shape
from games.core.replay import replay
from tournaments.selectors import labels
from tournaments.web import variants
from tournaments.web.conditional import form_of, render

DIAGRAM = "viertal-diagram"


@require_safe
def rules(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game's rules. The numbers are anchors: rule ``QC 3.6`` is ``#qc-36``, as ``slugify`` writes it."""
    try:
        info = registry.get(game).info
    except BadRecord:
        raise Http404 from None
    form = form_of(request)
    with translation.override(form.language):
        context = {"here": "rules", "info": info, "games": all_games(), "page": rules_page(game, form.language)}
        response = HttpResponse(render("games/rules.html", form, context))
    response.headers["Content-Language"] = form.language
    response.headers["Vary"] = "Accept-Language"
    response.headers["Cache-Control"] = "no-cache"
    response.headers["ETag"] = f'"rules-{game}-{variants.code_version()}-{form.language}"'
    return response


def all_games() -> list[Any]:
    return [game.info for game in registry.every()]


def rules_file(game: str) -> Path:
    """Return the file of a game's rules."""
    return Path(games.__path__[0]) / game.replace("-", "_") / "rules.md"


@cache
def rules_page(game: str, language: str = "en") -> SafeString:
    """Return the rules as HTML, their boards with the letters of a language.

    Raises FileNotFoundError for a game that has none.
    """
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("fence", _fence)
    with translation.override(language):
        env = {"letters": labels.letters()}
    text = markdown.render(rules_file(game).read_text(encoding="utf-8"), env)
    # a rule begins its paragraph or list entry with its number
    prefix = registry.get(game).info.prefix
    numbered = re.sub(
        rf"<(p|li)>\n?(<p>)?<strong>({prefix} \d+\.\d+)</strong>",
        lambda m: f'<{m[1]} id="{slugify(m[3])}">{m[2] or ""}<strong>{m[3]}</strong>',
        text,
    )
    return mark_safe(numbered)  # noqa: S308 - our own files, rendered without raw HTML


def _fence(renderer: Any, tokens: Any, index: int, options: Any, env: Any) -> str:
    token = tokens[index]
    if token.info.strip() != DIAGRAM:
        return str(renderer.fence(tokens, index, options, env))
    done = replay(shape(decode(token.content)))
    return f'<figure class="diagram">{done.game.diagram(done.state, letters=env["letters"])}</figure>\n'
