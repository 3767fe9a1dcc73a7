"""A name that begins with an underscore is its module's own."""

from __future__ import annotations

import ast
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
PARTS = ("launcher", "config", "tournaments", "scoring", "games", "tools")


def private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def taken(tree: ast.Module) -> list[str]:
    """The private names that a module takes from others, by import or as ``module._name``."""
    names: list[str] = []
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names if private(alias.name)]
            modules |= {alias.asname or alias.name for alias in node.names if alias.name.islower()}
        elif isinstance(node, ast.Import):
            modules |= {alias.asname or alias.name for alias in node.names if "." not in alias.name}
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in modules and private(name):
                names.append(f"{module}.{name}")
    return names


def test_it_sees_both_ways_to_take_one() -> None:
    code = "from a.b import _c\nfrom a import d\nimport e\n\nd._f()\ne._g\nd.h\nself._own"
    assert sorted(taken(ast.parse(code))) == ["a.b._c", "d._f", "e._g"]


def test_no_module_takes_another_modules_private_names() -> None:
    paths = [path for part in PARTS for path in sorted((CHECKOUT / part).rglob("*.py"))]
    assert len(paths) > 300
    assert {
        str(path.relative_to(CHECKOUT)): names
        for path in paths
        if (names := taken(ast.parse(path.read_text(encoding="utf-8"))))
    } == {}
