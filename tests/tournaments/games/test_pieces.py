"""One drawing of each piece: what the boards of pages show is what the engines draw."""

from __future__ import annotations

import pytest

from tools.pieces import GAMES, SCRIPTS, script


@pytest.mark.parametrize("game", GAMES)
def test_the_script_holds_what_the_engine_draws_now(game):
    """Else: `python -m tools.pieces`."""
    assert (SCRIPTS / f"pieces_{game}.js").read_text(encoding="utf-8") == script(game)
