"""The crosstable: which rounds without a table it names."""

from __future__ import annotations

from fractions import Fraction

from scoring.crosstable import crosstable
from scoring.documents.document import Event, Player, Round, Table


def test_rounds_before_a_late_entry_are_left_out_and_missed_ones_named() -> None:
    late, absent = Player(3, "Late", joined=2), Player(4, "Absent", absent=frozenset({1}))
    event = Event(
        name="",
        game="quarto",
        players=(Player(1, "First"), Player(2, "Second"), late, absent),
        rounds=(Round(1, (Table(1, (1, 2), (Fraction(1), Fraction(0)), end="played"),)),),
    )
    byes = {row.player: dict(row.byes) for row in crosstable(event)}
    assert byes == {1: {}, 2: {}, 3: {}, 4: {1: "zero-point bye"}}
