"""Options as they hold at one table of an event."""

from __future__ import annotations

import pytest

from games.core.options import at_table, complete
from games.core.registry import get

INFO = get("quatro-chess").info
PARTNERS = complete(INFO, {"teams": [[1, 3], [2, 4]], "draw_points": "half"})


def test_partners_hold_where_all_four_sit() -> None:
    assert at_table(INFO, PARTNERS, 4) == PARTNERS


@pytest.mark.parametrize("players", [2, 3])
def test_at_a_smaller_table_everyone_plays_for_themselves(players: int) -> None:
    assert at_table(INFO, PARTNERS, players) == PARTNERS | {"teams": None}


def test_a_game_without_teams_is_played_by_its_options_at_every_table() -> None:
    info = get("quarto").info
    options = complete(info, {})
    assert at_table(info, options, 2) == options
