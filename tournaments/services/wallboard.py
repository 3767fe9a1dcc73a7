"""The hall's screens, steered from the desk: which pages they show, the next one, and that they stay."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, locked_tournament
from tournaments.domain.logbook import audited
from tournaments.models import Wallboard


@audited
def choose_pages(tournament_id: int, *, by: Any, show: str) -> Wallboard:
    """Choose what the screens show, from now on and turning; empty: what the moment asks for. Raises Refused."""
    if show not in Wallboard.Show.values:
        raise Refused(_("The wallboard has no such pages."))

    def act(board: Wallboard, _now: int) -> None:
        board.show, board.held = show, None

    return _steer(tournament_id, by, act)


@audited
def turn_to_next(tournament_id: int, *, by: Any) -> Wallboard:
    """Show the next page on all screens, whether they turn or stay."""

    def act(board: Wallboard, _now: int) -> None:
        if board.held is None:
            board.ahead = (board.ahead + 1) % Wallboard.MOST_AHEAD
        else:
            board.held += 1

    return _steer(tournament_id, by, act)


@audited
def hold_page(tournament_id: int, *, by: Any) -> Wallboard:
    """Hold all screens at the page that they show."""

    def act(board: Wallboard, now: int) -> None:
        board.held = now + board.ahead if board.held is None else board.held

    return _steer(tournament_id, by, act)


@audited
def let_turn(tournament_id: int, *, by: Any) -> Wallboard:
    """Let the pages turn again, on from the one at which they stay."""

    def act(board: Wallboard, now: int) -> None:
        if board.held is not None:
            board.ahead, board.held = (board.held - now) % Wallboard.MOST_AHEAD, None

    return _steer(tournament_id, by, act)


def pages_turned(now: datetime) -> int:
    """Return how many pages the server's time has turned until a moment."""
    return int(now.timestamp()) // Wallboard.SECONDS


def _steer(tournament_id: int, by: Any, act: Callable[[Wallboard, int], None]) -> Wallboard:
    tournament = locked_tournament(tournament_id, by, Action.PAIR)
    board = Wallboard.objects.filter(tournament=tournament).first() or Wallboard(tournament=tournament)
    before = board.show, board.held, board.ahead
    act(board, pages_turned(timezone.now()))
    if before != (board.show, board.held, board.ahead):
        board.save()
        bump_version(tournament)
    return board
