"""Makes ``tournaments/sentences/table.py``: every sentence that the pairing says, as messages to translate.

The pairing is pure and speaks English; what it says is kept as it was said. To show it in another language the
site recognises it by these messages. `python -m tools.messages` runs it, too; a test compares.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "tournaments" / "sentences" / "table.py"
SAID = ("tournaments/pairing",)
NOT_SAID = {
    "PairingOption",
    "pairing_system",
    "ValueError",
    "ArithmeticError",
    "TypeError",
    "KeyError",
    "Lots",
}
SILENT = {"__main__.py", "packed.py", "field.py"}
MOST_FORMS = 16

Part = str | ast.expr
Form = tuple[Part, ...]


def sentences() -> list[str]:
    """The messages, each once, sorted: ``Round %(number)s is not there.``"""
    found: set[str] = set()
    for folder in SAID:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path.name not in SILENT:
                found.update(_of_module(ast.parse(path.read_text("utf-8"))))
    return sorted(found)


def _of_module(tree: ast.AST) -> Iterator[str]:
    for node in _texts(tree):
        for form in _forms(node):
            text = _message(form)
            if _is_said(form):
                yield text


def _texts(node: ast.AST) -> Iterator[ast.expr]:
    """The outermost strings, without docstrings, declarations and faults of the program."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.Call) and _name(child.func) in NOT_SAID:
            continue
        if isinstance(child, ast.Constant | ast.JoinedStr | ast.IfExp | ast.BinOp) and _forms(child):
            yield child
            for part in ast.walk(child):
                if isinstance(part, ast.FormattedValue) and not _forms(part.value):
                    yield from _texts(part)
        else:
            yield from _texts(child)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _forms(node: ast.expr) -> list[Form]:
    """What a string can be, in constants and expressions; empty for what is no string."""
    match node:
        case ast.Constant(value=str(text)):
            return [(text,)]
        case ast.JoinedStr(values=values):
            parts = [_forms(v) for v in values]
            return [tuple(p for part in choice for p in part) for choice in _products(parts)]
        case ast.FormattedValue(value=value):
            return (isinstance(value, ast.IfExp) and _forms(value)) or [(value,)]
        case ast.IfExp(body=one, orelse=other):
            first, second = _forms(one), _forms(other)
            return first + second if first and second else []
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            first, second = _forms(left), _forms(right)
            if not first or not second:
                return []
            return [(*a, *b) for a, b in _products([first, second])]
    return []


def _products(parts: list[list[Form]]) -> list[tuple[Form, ...]]:
    count = 1
    for part in parts:
        count *= max(1, len(part))
    return list(product(*parts)) if count <= MOST_FORMS else []


def _is_said(form: Form) -> bool:
    text = " ".join(p for p in form if isinstance(p, str))
    words = re.findall(r"[A-Za-z]{2,}", text)
    return len(words) >= 2 and (len(form) > 1 or " " in text.strip()) and not text.startswith(("<", "%"))


def _message(form: Form) -> str:
    names: dict[str, str] = {}
    out = []
    for part in form:
        if isinstance(part, str):
            out.append(part.replace("%", "%%"))
            continue
        expression = ast.unparse(part)
        if expression not in names:
            words = re.findall(r"[a-z]+", expression.lower())
            base = expression if expression.isidentifier() else (words[-1] if words else "value")
            name, k = base.strip("_"), 2
            while name in names.values():
                name, k = f"{base}{k}", k + 1
            names[expression] = name
        out.append(f"%({names[expression]})s")
    return "".join(out)


def source() -> str:
    """The text of the table."""
    lines = [
        '"""What the pairing says. Made by `python -m tools.sentences`; do not change it by hand."""',
        "",
        "# fmt: off",
        "# ruff: noqa: E501",
        "from django.utils.translation import gettext_noop as _",
        "",
        "SENTENCES = (",
        *(f"    _({json.dumps(text, ensure_ascii=False)})," for text in sentences()),
        ")",
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the table."""
    TABLE.write_text(source(), encoding="utf-8")
    print(f"{len(sentences())} sentences in {TABLE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
