"""The example of the how-to page works as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

from scoring import registry
from scoring.standings import standings
from tests.scoring.test_larger_tables import event

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "add-a-tie-break.md"


def test_the_example_of_the_how_to_page_is_a_tie_break() -> None:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    registry.every()
    try:
        exec(compile(found[1], str(PAGE), "exec"), {"__name__": "example"})
        registry.every.cache_clear()
        lines = standings(event(tie_breaks=["TOP"])).standings
        assert [line.player for line in lines if line.tie_breaks["TOP"] == 1] == [5, 1, 2]
    finally:
        registry._FOUND.pop("TOP", None)
        registry.every.cache_clear()
