"""The rules of each game as it is played here: in one minute with four pictures, then in full.

The text is a file beside the engine for each language, with diagrams that the engine draws; of a game without a file it
is the docstring of its package. An event that links here has its own options stated on top.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
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
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from markdown_it import MarkdownIt

from games.core import registry
from games.core.declarations.declared import DeclaredGame
from games.core.declarations.values import Declaration, Score, in_language
from games.core.errors import GameError
from games.core.record import decode, shape
from games.core.replay import replay
from tournaments.domain.access import Action, may
from tournaments.domain.setup import implied, options_of
from tournaments.models import Tournament
from tournaments.selectors import labels
from tournaments.selectors.games.declared_games import draw_of_some
from tournaments.sentences import speaker
from tournaments.sentences.points import listed, readable
from tournaments.views.public.about import options_in_words
from tournaments.web import variants
from tournaments.web.conditional import render, said_in, site_page
from tournaments.web.variants import Variant

DIAGRAM = "viertal-diagram"


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of the page: what it is about, and its sentences."""

    label: str
    sentences: tuple[str, ...]


def declared_facts(declared: Declaration, language: str) -> tuple[Fact, ...]:
    """Return the page of a declared game, line by line."""
    lines = [
        Fact(_("Players at a table"), (" · ".join(map(str, declared.seats)),)),
        *_seats(declared, language),
        Fact(_("Result"), tuple(_typed(declared, language))),
        Fact(_("Points"), tuple(_brought(declared))),
    ]
    if declared.minutes:
        lines.append(Fact(_("Usual length"), (_("%(minutes)d minutes") % {"minutes": declared.minutes},)))
    if declared.source:
        lines.append(Fact(_("Source"), (declared.source,)))
    return tuple(lines)


def _seats(declared: Declaration, language: str) -> Iterator[Fact]:
    if declared.seat_names is not None:
        yield Fact(_("Seats"), (", ".join(in_language(declared.seat_names, language)),))
    if declared.partners is not None:
        sides = " – ".join(" + ".join(map(str, side)) for side in declared.partners)
        yield Fact(_("Partners"), (_("seats %(seats)s; they have the same result") % {"seats": sides},))


def _typed(declared: Declaration, language: str) -> Iterator[str]:
    if declared.entry == "places":
        yield _("The place of each player is typed; 1 is the best.")
    elif declared.entry == "points":
        yield _("The points of each player are typed.")
        if declared.amounts is not None:
            yield _("Possible are %(amounts)s.") % {"amounts": ", ".join(map(_number, declared.amounts))}
        for size, results in (declared.tables or {}).items():
            ends = "; ".join(listed(result) for result in results)
            yield _("A table of %(seats)d ends %(results)s.") % {"seats": size, "results": ends}
        if some := draw_of_some(declared, declared.seats[-1]):
            yield some
    elif declared.columns:
        names = ", ".join(in_language(column.names, language) for column in declared.columns)
        yield _("Of each player are typed: %(columns)s; or the score that they make.") % {"columns": names}
        yield from _columns(declared, language)
        yield from _scores(declared)
    else:
        yield _("The score of each player is typed.")
        yield from _scores(declared)
    if not declared.draws:
        yield _("One player wins; nobody shares the first place.")


def _columns(declared: Declaration, language: str) -> Iterator[str]:
    """Say what each number counts, and what some of them add up to at most."""
    called = [str(in_language(column.names, language)) for column in declared.columns]
    for name, column in zip(called, declared.columns, strict=True):
        if column.own:
            yield _("%(name)s: each counts %(points)s.") % {"name": name, "points": _number(column.own)}
        for size, points in column.others.items():
            if points:
                values = {"name": name, "seats": size, "points": _number(points)}
                yield _("%(name)s of others at a table of %(seats)d: each counts %(points)s.") % values
    for rule in declared.together:
        names = " + ".join(called[index] for index in rule.columns)
        for size, most in (rule.table or {}).items():
            values = {"names": names, "seats": size, "most": _number(most)}
            yield _("%(names)s at a table of %(seats)d: together at most %(most)s.") % values


def _scores(declared: Declaration) -> Iterator[str]:
    score = declared.score or Score()
    yield _("The highest score is the best.") if declared.higher_is_better else _("The lowest score is the best.")
    for size, total in (score.total or {}).items():
        yield _("The scores of a table of %(seats)d add up to %(total)s.") % {"seats": size, "total": _number(total)}
    if score.step != 1:
        yield _("Scores go in steps of %(step)s.") % {"step": _number(score.step)}
    if score.least is not None:
        yield _("A score is at least %(least)s.") % {"least": _number(score.least)}
    if score.most is not None:
        yield _("A score is at most %(most)s.") % {"most": _number(score.most)}


def _brought(declared: Declaration) -> Iterator[str]:
    score = declared.score
    if declared.entry == "points":
        yield _("They count as they are.")
        return
    if score is not None and score.counts != "places":
        if score.start or score.unit != 1:
            values = {"start": _number(score.start), "unit": _number(score.unit)}
            yield _("From each score %(start)s is taken off, and the rest is divided by %(unit)s.") % values
        else:
            yield _("The score counts as it is.")
        for size, uma in (score.uma or {}).items():
            yield _("The places of a table of %(seats)d add %(points)s.") % {
                "seats": size,
                "points": listed(uma, signed=True),
            }
        for oka in (score.oka or {}).values():
            if oka:
                yield _("The first gets %(points)s more, which all pay in equal parts.") % {"points": _number(oka)}
    for size, worth in (declared.worth or {}).items():
        if score is None or score.counts == "places":
            yield _("The places of a table of %(seats)d bring %(points)s.") % {"seats": size, "points": listed(worth)}
    yield {
        "share": _("Players who share places share their points equally."),
        "best": _("Players who share a place each get the points of that place."),
        "seat": _("Of equal players the one on the earlier seat has the better place."),
        "refuse": _("No two players have the same place."),
    }[declared.ties]


def _number(value: Fraction) -> str:
    return readable(str(value))


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


@site_page
def rules(request: HttpRequest, form: Variant, game: str) -> HttpResponse:
    """Show a game's rules. The numbers are anchors: rule ``QC 3.6`` is ``#qc-36``, as ``slugify`` writes it.

    ``event`` in the address is the tournament whose options are stated on top; one that nobody may see is left out.
    """
    slug = request.GET.get("event", "")[:80]
    event = Tournament.objects.filter(slug=slug, game=game).first() if slug else None
    if event is not None and not event.published and not may(request.user, Action.VIEW, event):
        event = None
    if game not in registry.keys_set():
        return _declared(game, event, form)
    info = registry.get(game).info
    context = {
        "here": "rules",
        "info": info,
        "games": all_games(),
        "page": rules_page(game, form.language),
        "event": event,
        "options": _options(event) if event else (),
    }
    response = said_in(form, HttpResponse(render("games/rules.html", form, context)), cache=_kept(event))
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
    context = {
        "here": "rules",
        "name": declared.declaration.name(form.language),
        "facts": declared_facts(declared.declaration, form.language),
        "event": event,
    }
    return said_in(form, HttpResponse(render("games/declared.html", form, context)), cache=_kept(event))


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
