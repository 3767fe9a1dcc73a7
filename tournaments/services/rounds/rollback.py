"""Rounds, step by step back: opened again, hidden again, put aside with all their results, and brought back; and all
steps of a round, forward and back, as desk and API take them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.domain import queue
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, locked_round, mark_standings_stale
from tournaments.domain.logbook import audited
from tournaments.models import Result, Round, Tournament
from tournaments.services.rounds import rounds
from tournaments.services.rounds.rounds import living_rounds, put_away, refuse_later
from tournaments.services.tournament_changes import finish_or_reopen


@audited
def reopen(round_id: int, *, by: Any, reason: str = "") -> Round:
    """Open a closed round again. Raises Refused where a later one is there already."""
    tournament, round_ = locked_round(round_id, by, Action.ROLL_BACK)
    if round_.state == Round.State.PUBLISHED:
        return round_
    if round_.state != Round.State.CLOSED:
        raise Refused(_("Only a closed round can be reopened."))
    refuse_later(tournament, round_)
    round_.state, round_.closed_at = Round.State.PUBLISHED, None
    round_.save(update_fields=["state", "closed_at"])
    finish_or_reopen(tournament)
    bump_version(tournament)
    return round_


@audited
def unpublish(round_id: int, *, by: Any, reason: str = "") -> Round:
    """Make a published round without results a draft again, so that nobody but the arbiters sees it."""
    tournament, round_ = locked_round(round_id, by, Action.ROLL_BACK)
    if round_.state == Round.State.DRAFT:
        return round_
    if round_.state != Round.State.PUBLISHED:
        raise Refused(_("Only a published round can be hidden again."))
    refuse_later(tournament, round_)
    if Result.objects.filter(table__round=round_).exists():
        raise Refused(
            _("Round %(number)d has results. Put it aside instead; the results are kept.") % {"number": round_.number}
        )
    round_.state, round_.published_at = Round.State.DRAFT, None
    round_.save(update_fields=["state", "published_at"])
    tournament.standings.filter(after_round__gte=round_.number).delete()
    mark_standings_stale(tournament, living_rounds(tournament).filter(number__lt=round_.number).last())
    queue.send_standings(tournament.pk)
    return round_


@audited
def put_aside(round_id: int, *, by: Any, typed: str, reason: str = "") -> Round:
    """Take the last round out of the tournament with all its results, which are kept. ``typed``: its number."""
    tournament, round_ = locked_round(round_id, by, Action.ROLL_BACK)
    if round_.state == Round.State.DISCARDED:
        return round_
    if not round_.is_shown:
        raise Refused(_("Only a published or closed round can be put aside. Discard a draft instead."))
    refuse_later(tournament, round_)
    if typed.strip() != str(round_.number):
        raise Refused(
            _("Nothing was done. Enter the number of the round, %(number)d, to confirm.") % {"number": round_.number}
        )
    put_away(tournament, round_)
    finish_or_reopen(tournament)
    return round_


@audited
def bring_back(round_id: int, *, by: Any, reason: str = "") -> Round:
    """Bring a round back exactly as it was when it was put aside or discarded: tables, results, state."""
    tournament, round_ = locked_round(round_id, by, Action.ROLL_BACK)
    if round_.state != Round.State.DISCARDED:
        return round_
    before = round_.discarded_from
    if before is None or tournament.state == Tournament.State.PLANNED:
        raise Refused(
            _("This round cannot be brought back: the settings are no longer locked, or it was never paired.")
        )
    last = living_rounds(tournament).last()
    if last is not None and last.number >= round_.number:
        raise Refused(
            _("Round %(number)d has replaced it. Put round %(number)d aside first, or discard it.")
            % {"number": last.number}
        )
    if (last.number if last else 0) + 1 < round_.number:
        raise Refused(
            _("Round %(number)d comes before it. Bring that one back first.")
            % {"number": (last.number if last else 0) + 1}
        )
    round_.state, round_.discarded_from = before, None
    round_.save(update_fields=["state", "discarded_from"])
    finish_or_reopen(tournament)
    if round_.is_shown:
        mark_standings_stale(tournament, round_)
        queue.send_standings(tournament.pk)
    else:
        bump_version(tournament)
    return round_


@dataclass(frozen=True, slots=True)
class RoundStep:
    """A step of a round that needs no form: what takes it, the right to it, what is said after it, and the step that
    takes it back. ``asks``: what is told besides the round."""

    act: Callable[..., Round]
    right: Action
    done: str
    back: str = ""
    asks: tuple[str, ...] = ()


STEPS = {
    "publish": RoundStep(rounds.publish, Action.PAIR, gettext_noop("Round %(number)d is published."), back="unpublish"),
    "discard": RoundStep(
        rounds.discard, Action.PAIR, gettext_noop("Round %(number)d is discarded."), back="bring_back"
    ),
    "close": RoundStep(rounds.close, Action.PAIR, gettext_noop("Round %(number)d is closed."), back="reopen"),
    "reopen": RoundStep(
        reopen, Action.ROLL_BACK, gettext_noop("Round %(number)d is open again."), "close", ("reason",)
    ),
    "unpublish": RoundStep(
        unpublish, Action.ROLL_BACK, gettext_noop("Round %(number)d is a draft again."), "publish", ("reason",)
    ),
    "put_aside": RoundStep(
        put_aside,
        Action.ROLL_BACK,
        gettext_noop("Round %(number)d is put aside, with its results."),
        "bring_back",
        ("reason", "typed"),
    ),
    "bring_back": RoundStep(
        bring_back, Action.ROLL_BACK, gettext_noop("Round %(number)d is back as it was."), asks=("reason",)
    ),
}
