"""Asks a knockout of any kind how far everybody came: single or double elimination, with or without a consolation."""

from __future__ import annotations

from scoring.brackets import knockout, second_bracket
from scoring.brackets.knockout import Reached
from scoring.documents.document import Event

SYSTEMS = (knockout.SYSTEM, second_bracket.SYSTEM)


def is_elimination(event: Event) -> bool:
    """Tell whether the event is paired as a knockout of any kind, so that its standings are ranked as one."""
    return event.pairing.get("system") in SYSTEMS


def bracket(event: Event, rounds: int | None = None) -> dict[int, Reached]:
    """Work out how far every player came after so many rounds of the document, all of them by default."""
    kind = second_bracket.kind_of(event)
    return knockout.bracket(event, rounds) if kind is None else second_bracket.bracket(event, kind, rounds)


def is_decided(event: Event, rounds: int | None = None) -> bool:
    """Tell whether nobody can win any more: neither the knockout nor a consolation."""
    kind = second_bracket.kind_of(event)
    return knockout.is_decided(event, rounds) if kind is None else second_bracket.is_decided(event, kind, rounds)


def still_in(event: Event, rounds: int | None = None) -> tuple[int, ...]:
    """Return who can still win, or can still win the consolation, after so many rounds, all of them by default."""
    return tuple(player for player, reached in bracket(event, rounds).items() if reached.alive)
