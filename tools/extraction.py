"""Babel's extraction methods for this program: its Python, by the syntax tree, and Django's templates.

Babel's own method for Python sees into f-strings on some Pythons only. What games, pairing systems and tie-breaks
declare in the pure code is no call of gettext; ``declared`` yields it from their registries.
"""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages.extract import extract_python
from django.utils.translation.template import templatize

from games.core import notices
from games.core import registry as games
from scoring.core import registry as tie_breaks
from tournaments import sentences
from tournaments.pairing import registry as pairing
from tournaments.pairing.options import PairingOption
from tournaments.pairing.planner.question import ASKED

ROOT = Path(__file__).resolve().parent.parent
MODULE = "django.utils.translation"
COMMENT_TAGS = ("Translators",)
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}

Extracted = tuple[int, str, tuple[str | None, ...], list[str]]
"""A call as Babel wants it: its line, its function, its texts (None for a variable), the translators' comments."""


class BadMessage(Exception):
    """A message that cannot be translated: its place, and what would be right."""


def python(fileobj: BinaryIO, keywords: Any, comment_tags: Iterable[str], options: Any) -> Iterator[Extracted]:
    """Yield the calls of a module for Babel. Raises BadMessage where a text is put together before it is translated."""
    source = fileobj.read().decode()
    comments = _comments(source, tuple(comment_tags))
    for call, function in _calls(source):
        yield call.lineno, function, _texts(call, function), comments.get(call.lineno, [])


def template(fileobj: BinaryIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Extracted]:
    """Yield the messages of a template for Babel, as Django shows them to xgettext."""
    source = "\n".join(line.lstrip() for line in templatize(fileobj.read().decode()).split("\n"))
    yield from extract_python(io.BytesIO(source.encode()), keywords, comment_tags, options)


@cache  # one run asks for the same module up to five times
def _calls(source: str) -> tuple[tuple[ast.Call, str], ...]:
    """Return the calls of gettext's functions, under whatever name they were imported, in the order of lines: each
    with its function's own name."""
    if "translation" not in source:  # they can be imported by no other name
        return ()
    names: dict[str, str] = {}
    modules = {MODULE}
    nodes = list(ast.walk(ast.parse(source)))
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            for name in node.names:
                if node.module == MODULE and name.name in KEYWORDS:
                    names[name.asname or name.name] = name.name
                elif f"{node.module}.{name.name}" == MODULE:
                    modules.add(name.asname or name.name)
    calls = []
    for node in nodes:
        if isinstance(node, ast.Call):
            called = node.func
            function = names.get(called.id) if isinstance(called, ast.Name) else None
            if isinstance(called, ast.Attribute) and called.attr in KEYWORDS and ast.unparse(called.value) in modules:
                function = called.attr
            if function is not None:
                calls.append((node, function))
    calls.sort(key=lambda pair: (pair[0].lineno, pair[0].col_offset))
    return tuple(calls)


def _texts(call: ast.Call, function: str) -> tuple[str | None, ...]:
    texts: list[str | None] = []
    for node in call.args[: len(KEYWORDS[function] or (1,))]:
        if isinstance(node, ast.JoinedStr | ast.BinOp):
            raise BadMessage(
                f"line {call.lineno}: {ast.unparse(node)} is put together; translate first, then fill in by %"
            )
        texts.append(node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None)
    return tuple(texts)


def _comments(source: str, tags: tuple[str, ...]) -> dict[int, list[str]]:
    """Return the translators' comment for each line of code below one."""
    if not any(tag in source for tag in tags):
        return {}
    lines: dict[int, str] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and token.line.lstrip().startswith("#"):
            lines[token.start[0]] = token.string.lstrip("#").strip()
    comments: dict[int, list[str]] = {}
    for number, text in lines.items():
        if number - 1 in comments:
            comments[number] = [*comments.pop(number - 1), text]
        elif text.startswith(tags):
            comments[number] = [text]
    return {number + 1: block for number, block in comments.items()}


def declared() -> Iterator[tuple[str, str, str]]:
    """Yield the texts of games, pairing systems and tie-breaks, and all notices, each with the folder of its registry
    and a comment for translators.

    The site translates them as it shows them. A game's name is a name and stays as it is.
    """
    for game in games.every():
        named = game.info.name
        yield from (("games", seat, f"a seat of {named}") for seat in game.info.seat_names)
        for option in game.info.options:
            yield "games", option.label, f"an option of {named}"
            yield "games", option.help, f"help for the option “{option.label}” of {named}"
            for choice in option.choices:
                yield "games", choice.label, f"a choice of the option “{option.label}” of {named}"
    for system in pairing.systems().values():
        yield "tournaments/pairing", system.name, "a pairing system"
        yield "tournaments/pairing", system.help, f"help for the pairing system “{system.name}”"
        if system.rounds_help:
            comment = f"help for the number of rounds of the pairing system “{system.name}”"
            yield "tournaments/pairing", system.rounds_help, comment
        yield from _options(system.options, "pairing systems")
    yield from _options(ASKED, "the planner of formats")
    sentences.load()
    for code, text in sorted(notices.messages().items()):  # whatever was imported first
        yield "games/core", text, f"the notice “{code}”"
    for tie_break in tie_breaks.every().values():
        yield "scoring", tie_break.label, "a tie-break"


def _options(options: Iterable[PairingOption], of: str) -> Iterator[tuple[str, str, str]]:
    for option in options:
        yield "tournaments/pairing", option.label, f"an option of {of}"
        yield "tournaments/pairing", option.help, f"help for the option “{option.label}” of {of}"
        for _value, label in option.choices:
            yield "tournaments/pairing", label, f"a choice of the option “{option.label}” of {of}"
