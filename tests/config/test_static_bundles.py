"""Files that pages load together are one file when they are collected, and no page loads a part of one beside it."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from config.static_files import BUNDLES, Bundles, joined
from tests.support.stack import Stack
from tournaments.selectors.site import health

CHECKOUT = Path(__file__).resolve().parents[2]


def source(name: str) -> str:
    found: Any = finders.find(f"tournaments/{name}")
    return Path(found).read_text("utf-8")


def test_a_bundle_holds_its_parts_in_order_and_health_misses_the_one_of_all_pages(
    stack: Stack, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the start of the application has collected them."""
    settings.STATIC_ROOT = shutil.copytree(stack.folder.root / "static", tmp_path, dirs_exist_ok=True)
    names = json.loads((tmp_path / "staticfiles.json").read_text("utf-8"))["paths"]
    for name, parts in BUNDLES.items():
        made, kind = tmp_path / names[f"tournaments/{name}"], name.partition(".")[2]
        text, at = made.read_text("utf-8"), -1
        for part in parts:
            plain = re.sub(r"(?s)/\*.*?\*/\s*", "", source(part)) if kind == "css" else source(part)
            # a line without an address, which gets its name by content
            line = max((line for line in plain.splitlines() if "url(" not in line), key=len)
            assert text.find(line) > at, (name, part)
            at = text.find(line)
        if kind == "css":
            assert "/*" not in text
        assert Path(f"{made}.gz").exists()
    monkeypatch.setattr(health, "staticfiles_storage", Bundles())
    assert health._static().ok
    for file in (tmp_path / "tournaments").glob("page.*"):
        file.unlink()
    assert not health._static().ok


def test_an_error_at_the_start_of_a_script_is_reported_and_those_after_it_run(page: Any, watch: Any) -> None:
    watch.allow("script error: no such thing")
    page.goto("")
    text = joined(
        {"one.js": b"window.ran = 1; throw new Error('no such thing') // as it is", "two.js": b"window.ran += 1"}
    )
    with page.expect_event("pageerror") as told:
        # not as a script of the page, which its policy forbids: as the browser would run a file
        page.evaluate("text => new Function(text)()", text.decode())
    assert str(told.value) == "no such thing"
    assert page.evaluate("ran") == 2


def test_what_is_taken_for_a_comment_of_a_style_sheet_is_one() -> None:
    for parts in BUNDLES.values():
        for part in parts:
            if part.endswith(".css"):
                rules = re.sub(r"(?s)/\*.*?\*/", "", source(part))
                assert "/*" not in rules and "*/" not in rules, part


def test_a_script_in_a_bundle_is_strict_and_keeps_its_names_to_itself() -> None:
    for parts in BUNDLES.values():
        for part in parts:
            if part.endswith(".js"):
                body = re.sub(r"\A(?:/\*(?s:.*?)\*/|//.*)\s*", "", source(part)).strip()
                assert body.startswith('(() => {\n  "use strict";') and body.endswith("})();"), part


@pytest.mark.django_db
def test_the_first_page_asks_for_a_style_of_all_pages_one_of_its_own_and_a_face(client: Client) -> None:
    page = client.get("/").content.decode()
    asked = re.findall(r'(?:href|src)="/static/tournaments/([^"]+\.(?:css|js|woff2))"', page)
    assert asked == ["fonts/inter-latin.woff2", "page.css", "first_page.css"]


def test_no_template_loads_a_part_beside_its_bundle() -> None:
    """Whichever template extends or includes another: what one loads as a bundle, the other does not load again."""
    templates = CHECKOUT / "templates"
    loads = {
        path: set(re.findall(r"tournaments/([a-z_-]+\.(?:css|js))", path.read_text("utf-8")))
        for path in templates.rglob("*.html")
    }
    for path, names in loads.items():
        for included in re.findall(r'{% include "(.+?)"', path.read_text("utf-8")):
            names |= loads.get(templates / included, set())
    for path, names in loads.items():
        every = set(names)
        lower, before = path, {path}
        while parent := re.match(r'{% extends "(.+?)" %}', lower.read_text("utf-8")):
            lower = templates / parent[1]
            # one of a package, or a page of a package that ours extends under its own name
            if lower not in loads or lower in before:
                break
            before.add(lower)
            every |= loads[lower]
        parts = {part for name in every & set(BUNDLES) for part in BUNDLES[name]}
        assert not parts & every, path
