"""The ways to share out short tables and their costs, for whoever is about to choose one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.pairing import registry
from tournaments.pairing.schedules.library import by_way, known_ways
from tournaments.selectors.presence import players_of_round

SYSTEM = "tables"


@dataclass(frozen=True, slots=True)
class ShortTables:
    """A way to share out short tables.

    ``repeats``: repeated meetings over all rounds. ``least`` and ``most``: short tables of a player. ``chosen``: the
    tournament's settings come to this.
    """

    label: str
    repeats: int
    least: int
    most: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class ShortTableWays:
    """The ways for so many players and rounds."""

    players: int
    rounds: int
    ways: Sequence[ShortTables]


def short_table_ways(tournament: Tournament) -> ShortTableWays | None:
    """Compare the ways for the players entered so far; None where nothing is to be chosen. At most one query.

    That is with another system, full tables, byes instead of short tables, once a round is paired, and where only a
    search of seconds could tell.
    """
    if tournament.system != SYSTEM or tournament.state != Tournament.State.PLANNED:
        return None
    chosen = tournament.pairing_options.get("leftover", "best")
    if chosen == "byes":
        return None
    players, rounds, size = players_of_round(tournament, 1), tournament.rounds_planned, tournament.table_size
    allowed = tuple(tournament.pairing_options.get("allowed_sizes") or ())
    usual_first = bool(tournament.pairing_options.get("usual_first"))
    ways = known_ways(players, rounds, size, allowed, usual_first)
    if len({way.repeats for way in ways}) < 2:
        return None
    if chosen == "best":
        chosen = by_way("best", players, rounds, size, None, allowed, usual_first).key
    labels = dict(next(o for o in registry.systems()[SYSTEM].options if o.key == "leftover").choices)
    shown = [
        ShortTables(_(labels[way.key]), way.repeats, way.least, way.most, chosen=way.key == chosen) for way in ways
    ]
    return ShortTableWays(players, rounds, shown)
