"""Each statement of the written rules is in the list, with a rule that exists and a test that names it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIST = ROOT / "docs" / "statements.md"
ROW = re.compile(r"^(\d+)\. .+ \(((?:[A-Z]+ [\d.]+(?:, )?)+)(?:, \*(\w+)\*)?\): (.+)$", re.MULTILINE)
ROWS = [
    (int(row[1]), row[2], row[3] or "yes", re.findall("`([^`]+)`", row[4]))
    for row in ROW.finditer(LIST.read_text(encoding="utf-8"))
]
GAMES = {"Q": "quarto", "QU": "quaro", "K": "kwartet", "QC": "quatro_chess"}
SHOWN = [(rules, where) for _number, rules, _verdict, tests in ROWS for where in tests]


@cache
def rule(name: str) -> str:
    """Return the text of a rule on its game's page."""
    page = (ROOT / "games" / GAMES[name.split()[0]] / "rules.md").read_text(encoding="utf-8")
    found = re.search(rf"^- \*\*{re.escape(name)}\*\*.*?(?=^\S|\Z)", page, re.MULTILINE | re.DOTALL)
    assert found, f"no rule {name}"
    return " ".join(found[0].split())


@cache
def functions(path: Path) -> dict[str, str]:
    """Return the tests of a file by their names (``Class::test`` in a class), each with its text."""
    text = path.read_text(encoding="utf-8")
    tests = {}
    for node in ast.parse(text).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        for function in inner:
            if isinstance(function, ast.FunctionDef):
                first = min(part.lineno for part in (function, *function.decorator_list))
                tests[prefix + function.name] = "\n".join(text.splitlines()[first - 1 : function.end_lineno])
    return tests


def names_of(rules: str) -> list[str]:
    return rules.split(", ")


def test_there_are_58_and_none_twice_each_with_what_shows_it() -> None:
    assert [number for number, _rules, _verdict, tests in ROWS if tests] == list(range(1, 59))


def test_each_rule_is_on_its_page_and_what_is_ours_or_contested_names_another_way() -> None:
    for number, rules, verdict, _where in ROWS:
        assert verdict in ("yes", "ours", "contested"), number
        said = " ".join(map(rule, names_of(rules)))
        other_way = ("*Also possible:*", "*Option*", "could be read as")
        assert verdict == "yes" or any(sign in said for sign in other_way), number


@pytest.mark.parametrize(("rules", "where"), SHOWN, ids=[f"{rules} {where}" for rules, where in SHOWN])
def test_what_shows_it_is_there_and_names_one_of_its_rules(rules: str, where: str) -> None:
    if where.endswith(".json"):
        text = (ROOT / where).read_text(encoding="utf-8")
    else:
        file, _separator, name = where.partition("::")
        text = functions(ROOT / file)[name]
    named = [
        name
        for name in names_of(rules)
        if name in text or f"_{name.lower().replace(' ', '_').replace('.', '_')}_" in text
    ]
    assert named, f"{where} names none of {rules}"
