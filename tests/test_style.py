"""Keeps what a program can keep of `docs/style.md`: how docstrings begin, and that a person is "they"."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("benchmarks", "config", "games", "launcher", "reliability", "scoring", "tests", "tools", "tournaments")
SOURCES = sorted(
    path for room in ROOMS for path in (ROOT / room).rglob("*.py") if "migrations" not in path.relative_to(ROOT).parts
)
PAGES = sorted((ROOT / "templates").rglob("*.html")) + sorted((ROOT / "tournaments" / "static").rglob("*.js"))
SEARCHING = (Path(__file__), ROOT / "tests" / "tournaments" / "api" / "test_openapi.py")
"""These name the words that they search for."""
VERBS = frozenset((ROOT / "tests" / "verbs.txt").read_text(encoding="utf-8").split())
"""How the docstring of a function may begin."""
NOUN = re.compile(r"(?!Hear|Speak|Tell|Think)\w+ (?:of|is|are)\b")
"""A word of VERBS that is a noun here: *Order of the seats*."""
FUSED = re.compile(r"(?:Who|Whoever|Whom|Whose|What|Whatever|Whether|Which|Where|How|Why|He|She)\b")
QUOTED = re.compile(rf"[\"']\s*{FUSED.pattern}")
"""Any text in quotes that begins so; without one a program needs not be taken apart."""
HIM = re.compile(r"\b(?:he|his|him|himself)\b", re.IGNORECASE)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def documented(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each docstring."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text is not None:
                yield node.body[0].lineno, text


def functions(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the name and the docstring of each function and method."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            text = ast.get_docstring(node)
            if text is not None:
                yield node.body[0].lineno, node.name, text


def begins_with_a_verb(docstring: str) -> bool:
    """Tell whether a docstring begins with a verb in the imperative."""
    word = re.match(r"\w*", docstring)
    return word is not None and word[0] in VERBS and not NOUN.match(docstring)


def prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each comment and each string of a program."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield token.start[0], token.string


def place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


@pytest.mark.parametrize(
    ("docstring", "is_fused"),
    [
        ("Return the players.", False),
        ("Who plays.", True),
        ("Whether it counts.", True),
        ("However many there are, keep all.", False),
    ],
)
def test_a_fused_relative_is_told_from_a_verb(docstring: str, is_fused: bool) -> None:
    assert bool(FUSED.match(docstring)) == is_fused


def test_no_docstring_begins_with_a_fused_relative() -> None:
    faults = [
        f"{place(path, line)} {text.splitlines()[0]}"
        for path in SOURCES
        if QUOTED.search(path.read_text(encoding="utf-8"))
        for line, text in documented(parsed(path))
        if FUSED.match(text)
    ]
    assert not faults, "Begin with a verb, a class or module with a noun (docs/style.md):\n" + "\n".join(faults)


@pytest.mark.parametrize(
    ("docstring", "is_verb"),
    [
        ("Return the open rounds.", True),
        ("Cancel: at once where nothing runs.", True),
        ("Tell of each answer.", True),
        ("The open rounds.", False),
        ("Returns the open rounds.", False),
        ("returns the open rounds.", False),
        ("Meetings that the plan still holds.", False),
        ("List of the open rounds.", False),
        ("``rounds`` and their tables.", False),
        ("", False),
    ],
)
def test_a_verb_is_told_from_a_noun(docstring: str, is_verb: bool) -> None:
    assert begins_with_a_verb(docstring) == is_verb


def test_the_docstring_of_every_function_begins_with_a_verb() -> None:
    faults = [
        f"{place(path, line)} {name}: {text.splitlines()[0]}"
        for path in SOURCES
        if "tests" not in path.relative_to(ROOT).parts
        for line, name, text in functions(parsed(path))
        if not begins_with_a_verb(text)
    ]
    assert not faults, (
        "A function's docstring begins with a verb in the imperative: “Return the open rounds.” (docs/style.md). "
        "If yours does and its verb is only missing in tests/verbs.txt, add it there:\n" + "\n".join(faults)
    )


def test_a_person_is_they_in_the_code() -> None:
    faults = [
        f"{place(path, line)} {text[:100]}"
        for path in SOURCES
        if path not in SEARCHING
        if HIM.search(source := path.read_text(encoding="utf-8"))  # else there is no need to take it apart
        for line, text in prose(source)
        if HIM.search(text)
    ]
    assert not faults, "A person is “they” (docs/style.md):\n" + "\n".join(faults)


def test_a_person_is_they_on_pages() -> None:
    faults = [
        f"{place(path, number)} {line.strip()[:100]}"
        for path in PAGES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if HIM.search(line)
    ]
    assert not faults, "A person is “they” (docs/style.md):\n" + "\n".join(faults)


def test_a_colon_after_a_label_is_left_to_the_language() -> None:
    """French leaves a space before it: ``{{ name|labelled }}`` writes label and colon."""
    pasted = re.compile(r"{% translate [^%]*%}:|\.label }}:")
    assert [f"{path.name}: {where[0]}" for path in PAGES for where in pasted.finditer(path.read_text())] == []


def test_the_order_of_day_and_month_is_left_to_the_language() -> None:
    """German writes ``23. November``, Spanish ``23 de noviembre``."""
    fixed = re.compile(r'date:"[^"]*j [FMN][^"]*"')
    assert [f"{path.name}: {where[0]}" for path in PAGES for where in fixed.finditer(path.read_text())] == []
