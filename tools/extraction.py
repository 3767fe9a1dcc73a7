"""Every message of the program, found without a gettext binary: in Python by its syntax tree, in templates by
Django's own ``templatize``, in games, pairing systems and tie-breaks by what they declare.

``xgettext`` will not do: it sees neither into f-strings nor through ``gettext as now``.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.utils.translation.template import templatize

from games.core import registry as games
from scoring import registry as tie_breaks
from tournaments.pairing import registry as pairing

ROOT = Path(__file__).resolve().parent.parent
CODE = ("config", "launcher", "tournaments")
TEMPLATES = ("templates", "tournaments", "config")
DECLARING = ("games", "tournaments/pairing", "scoring")
MODULE = "django.utils.translation"

# What each function takes before its number.
SHAPES: dict[str, tuple[str, ...]] = {
    "gettext": ("text",),
    "gettext_lazy": ("text",),
    "gettext_noop": ("text",),
    "ngettext": ("text", "plural"),
    "ngettext_lazy": ("text", "plural"),
    "pgettext": ("context", "text"),
    "pgettext_lazy": ("context", "text"),
    "npgettext": ("context", "text", "plural"),
    "npgettext_lazy": ("context", "text", "plural"),
}


class BadMessage(Exception):
    """Something that is to be translated and cannot be: the place, and what would be right."""


@dataclass(frozen=True, slots=True)
class Message:
    """``place``: file and line. ``plural`` and ``context``: None where there is none."""

    context: str | None
    text: str
    plural: str | None
    place: str


def messages(root: Path = ROOT) -> list[Message]:
    """Every message of the program, in the order of files and lines; what is declared comes last."""
    found: list[Message] = []
    for path in _files(root, CODE, {".py"}):
        found += in_python(path.read_text("utf-8"), path.relative_to(root).as_posix())
    for path in _files(root, TEMPLATES, {".html", ".txt", ".xml", ".svg"}):
        if "templates" in path.relative_to(root).parts:
            found += in_template(path.read_text("utf-8"), path.relative_to(root).as_posix())
    return found + list(declared(root))


def _files(root: Path, folders: Iterable[str], endings: set[str]) -> list[Path]:
    found = []
    for folder in folders:
        for where, below, names in os.walk(root / folder):
            below[:] = [name for name in below if name not in ("migrations", "__pycache__")]
            found += [Path(where, name) for name in names if Path(name).suffix in endings]
    return sorted(found)


def in_python(source: str, place: str) -> Iterator[Message]:
    """The messages of a module. Raises BadMessage where a text is put together before it is translated."""
    tree = ast.parse(source)
    names: dict[str, str] = {}
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for name in node.names:
                if node.module == MODULE and name.name in SHAPES:
                    names[name.asname or name.name] = name.name
                elif f"{node.module}.{name.name}" == MODULE:
                    modules.add(name.asname or name.name)
        elif isinstance(node, ast.Import):
            modules.update(name.asname for name in node.names if name.name == MODULE and name.asname)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        called = call.func
        function = None
        if isinstance(called, ast.Name):
            function = names.get(called.id)
        elif isinstance(called, ast.Attribute) and ast.unparse(called.value) in {*modules, MODULE}:
            function = called.attr
        message = _called(call, SHAPES.get(function or "", ()), f"{place}:{call.lineno}")
        if message is not None:
            yield message


def _called(call: ast.Call, shape: tuple[str, ...], place: str) -> Message | None:
    given = {"context": None, "plural": None} | dict(zip(shape, call.args, strict=False))
    texts: dict[str, str | None] = {}
    for name, node in given.items():
        if node is None:
            texts[name] = None
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts[name] = node.value
        elif isinstance(node, ast.JoinedStr | ast.BinOp):
            raise BadMessage(f"{place}: {ast.unparse(node)} is put together; translate first, then fill in by %")
        else:
            return None  # a variable: what it holds is marked, or declared, elsewhere
    text = texts.get("text")
    return Message(texts["context"], text, texts["plural"], place) if text else None


_TEXT = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_NEXT = rf"(?:\s*,\s*{_TEXT})?"
_MARKED = re.compile(rf"(?<![\w.])(npgettext|ngettext|pgettext|gettext|_)\(\s*{_TEXT}{_NEXT}{_NEXT}")


def in_template(source: str, place: str) -> Iterator[Message]:
    """The messages of a template, as Django's ``templatize`` shows them to xgettext."""
    for number, line in enumerate(templatize(source, origin=place).split("\n"), start=1):
        for match in _MARKED.finditer(line):
            shape = SHAPES[match[1] if match[1] != "_" else "gettext"]
            texts = [ast.literal_eval(part) for part in match.groups()[1:] if part is not None]
            given = dict(zip(shape, texts, strict=False))
            yield Message(given.get("context"), given["text"], given.get("plural"), f"{place}:{number}")


def declared(root: Path = ROOT) -> Iterator[Message]:
    """What games, pairing systems and tie-breaks say of themselves; the site translates it as it shows it.

    A game's name is a name and stays as it is.
    """
    written = _constants(root)
    seen = set()
    for text, fallback in _declarations():
        # a number is the same in every language
        if text not in seen and any(char.isalpha() for char in text):
            seen.add(text)
            yield Message(None, text, None, written.get(text, fallback))


def _declarations() -> Iterator[tuple[str, str]]:
    for game in games.every():
        place = f"games/{game.info.key.replace('-', '_')}/__init__.py"
        texts = [*game.info.seat_names]
        for option in game.info.options:
            texts += [option.label, option.help, *(choice.label for choice in option.choices)]
        yield from ((text, place) for text in texts)
    for system in pairing.systems().values():
        place = f"{system.pair.__module__.replace('.', '/')}.py"
        texts = [system.name, system.help]
        for setting in system.options:
            texts += [setting.label, setting.help, *(label for _value, label in setting.choices)]
        yield from ((text, place) for text in texts)
    for name, tie_break in tie_breaks.every().items():
        yield tie_break.label, f"scoring/registry.py({name})"


def _constants(root: Path) -> dict[str, str]:
    """Where each text of the pure code is written first."""
    found: dict[str, str] = {}
    for path in _files(root, DECLARING, {".py"}):
        place = path.relative_to(root).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.setdefault(node.value, f"{place}:{node.lineno}")
    return found
