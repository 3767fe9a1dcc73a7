"""Holds docs/licences.md to what is installed, and the licences to those that go with ours."""

from __future__ import annotations

import re

from tests.support.stack import CHECKOUT
from tools.licences import ELSEWHERE, FREE, licence, packages

ROW = re.compile(r"^- (.+): (.+)$", re.MULTILINE)


def rows() -> dict[str, str]:
    """Return the page's packages with their licences."""
    page = (CHECKOUT / "docs" / "licences.md").read_text(encoding="utf-8")
    return {name: words for words, names in ROW.findall(page) for name in names.split(", ")}


def test_every_package_is_listed_with_its_licence() -> None:
    listed = rows()
    assert sorted(listed) == sorted(packages()), "python -m tools.licences > docs/licences.md"
    assert {
        name: words for name, words in listed.items() if name not in ELSEWHERE and licence(name) not in (None, words)
    } == {}


def test_each_licence_is_one_that_goes_with_ours() -> None:
    assert {name: words for name, words in rows().items() if not FREE.search(words) or "AGPL" in words} == {}
    assert FREE.search("GPL-3.0-only") is None
