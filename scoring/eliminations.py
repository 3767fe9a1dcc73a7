"""Asks a knockout of any kind how far everybody came: single or double elimination, with or without a consolation."""

from __future__ import annotations

from scoring import knockout, second_bracket
from scoring.document import Event
from scoring.knockout import Fate, Reached

SYSTEMS = (knockout.SYSTEM, second_bracket.SYSTEM)


def is_elimination(event: Event) -> bool:
    """Tell whether the event is paired as a knockout of any kind, so that its standings are ranked as one."""
    return event.pairing.get("system") in SYSTEMS


def bracket(event: Event, rounds: int | None = None) -> dict[int, Reached]:
    """Work out how far every player came after so many rounds of the document, all of them by default."""
    kind = second_bracket.kind_of(event)
    return knockout.bracket(event, rounds) if kind is None else second_bracket.bracket(event, kind, rounds)


def is_decided(event: Event, rounds: int | None = None) -> bool:
    """Tell whether the last table has been played: the final, and that of a consolation, too."""
    reached = bracket(event, rounds).values()
    open_ = second_bracket.kind_of(event) is not None and any(at.alive for at in reached)
    return not open_ and any(at.fate is Fate.DONE for at in reached)


def still_in(event: Event, rounds: int | None = None) -> tuple[int, ...]:
    """Return who can still win, or can still win the consolation, after so many rounds, all of them by default."""
    return tuple(player for player, reached in bracket(event, rounds).items() if reached.alive)
