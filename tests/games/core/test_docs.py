"""The pages *How it is played here*: their diagrams are records, and every rule that is named is there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import games
from games.core import registry
from games.core.record import parse
from games.core.replay import replay

ROOT = Path(games.__path__[0]).parent
KEYS = registry.keys()
PAGES = [(key, ROOT / "games" / key.replace("-", "_") / "rules.md") for key in KEYS]
WITH_PAGE = [(key, page) for key, page in PAGES if page.exists()]
BLOCK = re.compile(r"^```viertal-diagram\n(.*?)^```$", re.MULTILINE | re.DOTALL)

every_page = pytest.mark.parametrize(("key", "page"), WITH_PAGE, ids=[key for key, _ in WITH_PAGE])


def rules_on(page: Path, prefix: str) -> set[str]:
    return set(re.findall(rf"\*\*({prefix} \d+\.\d+)\*\*", page.read_text(encoding="utf-8")))


def test_the_games_of_this_project_have_their_page() -> None:
    assert {"kwartet", "quaro", "quarto"} <= {key for key, _ in WITH_PAGE}


@every_page
def test_every_diagram_of_a_page_is_a_record_that_can_be_drawn(key: str, page: Path) -> None:
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    assert blocks
    for block in blocks:
        done = replay(parse(block))
        assert done.record.game == key
        assert done.game.diagram(done.state).startswith("<svg ")


@every_page
def test_each_rule_that_the_code_names_is_explained(key: str, page: Path) -> None:
    prefix = registry.get(key).info.prefix
    folder = ROOT / "games" / key.replace("-", "_")
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    named = set(re.findall(rf"\b{prefix} \d+\.\d+", code))
    assert named
    assert named <= rules_on(page, prefix)


@every_page
def test_every_option_is_explained_by_its_name(key: str, page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for option in registry.get(key).info.options:
        assert f"`{option.key}`" in text
        assert option.rule in rules_on(page, registry.get(key).info.prefix)


def test_the_goldens_tell_what_they_are_about() -> None:
    for game in registry.every():
        for path in (ROOT / "games" / game.info.key.replace("-", "_") / "golden").glob("*.json"):
            golden: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            assert set(golden) >= {"about", "record", "expected"}
            assert golden["about"]
