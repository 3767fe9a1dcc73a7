"""Keeps the names of modules to the words of `docs/glossary.md`: no word of our own for a thing that has a name."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GLOSSARY = ROOT / "docs" / "glossary.md"
NOUNS = ROOT / "tests" / "nouns.txt"
OWN_WORDS = {
    "words", "described", "order", "back", "founding", "hooks", "papers", "life", "halls", "always", "seen", "odd",
    "bumps", "why", "insight", "grids", "prints", "sheets", "outputs", "typists", "entering", "leaving", "cards",
    "limits", "buckets", "particulars", "setups", "plans", "outgoing", "told", "its", "found",
    "opened", "observed", "places", "asking", "well",
}  # fmt: skip


def modules() -> list[Path]:
    """Return the modules of the app, its wiring and its launcher; pairing has the words of its own trade, FIDE's."""
    return [
        path
        for folder in ("config", "launcher", "tournaments")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.stem not in ("__init__", "__main__", "apps", "tasks", "text")
        and not {"migrations", "pairing", "sentences"} & set(path.relative_to(ROOT).parts)
    ]


def terms() -> set[str]:
    """Return the words clear by themselves and those of the glossary's first column, in singular and plural."""
    words = set(NOUNS.read_text(encoding="utf-8").split())
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        if line.startswith("| "):
            words.update(re.findall(r"[a-z]+", line.split("|")[1].lower()))
    return words | {f"{word}s" for word in words} | {re.sub("y$", "ies", word) for word in words}


def test_a_module_has_no_word_of_our_own_for_a_thing_that_has_a_name() -> None:
    assert [str(path.relative_to(ROOT)) for path in modules() if path.stem in OWN_WORDS] == []


def test_each_module_is_named_by_words_of_the_glossary() -> None:
    known = terms()
    unknown = {str(path.relative_to(ROOT)): set(path.stem.split("_")) - known for path in modules()}
    unknown = {name: words for name, words in unknown.items() if words}
    assert not unknown, f"Use a word of docs/glossary.md or tests/nouns.txt, or enter the new one there: {unknown}"
