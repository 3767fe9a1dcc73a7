"""The documents that can be printed, each with its work; only the arbiter's report and the prizes show more than
everyone may see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from tournaments.domain.access import Action
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors.papers.print_scene import Print, Scene
from tournaments.selectors.papers.printed_pairings import (
    by_name,
    by_table,
    place_cards,
    printed_plan,
    schedules,
    scoresheet,
    table_slips,
)
from tournaments.selectors.papers.printed_report import report
from tournaments.selectors.papers.printed_standings import (
    crosstable_sheet,
    printed_certificates,
    printed_prizes,
    standings,
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A document that can be had. ``weight``: its work for so many players, tables a round and rounds."""

    label: str
    make: Callable[[Scene], Print]
    of_round: bool = False
    action: Action = Action.PRINT
    weight: Callable[[int, int, int], float] = lambda players, tables, rounds: players


KINDS: dict[str, Kind] = {
    "by-table": Kind(gettext_lazy("Pairings by table"), by_table, of_round=True),
    "by-name": Kind(gettext_lazy("Pairings by name"), by_name, of_round=True),
    "slips": Kind(
        gettext_lazy("Table slips to cut"),
        table_slips,
        of_round=True,
        weight=lambda players, tables, rounds: 4 * tables,
    ),
    "cards": Kind(gettext_lazy("Place cards"), place_cards),
    "standings": Kind(gettext_lazy("Standings"), standings),
    "crosstable": Kind(
        gettext_lazy("Crosstable"), crosstable_sheet, weight=lambda players, tables, rounds: players * players / 20
    ),
    "schedules": Kind(
        gettext_lazy("Players’ schedules"),
        schedules,
        weight=lambda players, tables, rounds: players * rounds,
    ),
    "plan": Kind(gettext_lazy("All rounds"), printed_plan),
    "prizes": Kind(gettext_lazy("Prizes"), printed_prizes, action=Action.LOG),
    "certificates": Kind(gettext_lazy("Certificates"), printed_certificates),
    "report": Kind(
        gettext_lazy("Arbiter’s report"),
        report,
        action=Action.LOG,
        weight=lambda players, tables, rounds: players * rounds,
    ),
    "scoresheet": Kind(gettext_lazy("Blank score sheet"), scoresheet, weight=lambda players, tables, rounds: 1),
}


def prepare(tournament: Tournament, what: str, number: int | None, site: str) -> Print:
    """Prepare a document with all its data, in the language that is active. Raises Refused where there is nothing to
    print."""
    return KINDS[what].make(Scene(tournament, number, site))


def weight(tournament: Tournament, what: str) -> float:
    """Estimate how many lines a document will have, to decide whether it is made at once or by a worker."""
    players = Entry.objects.filter(tournament=tournament).count()
    rounds = Round.objects.filter(tournament=tournament, state__in=Round.SHOWN).count()
    tables = -(-players // tournament.table_size)
    return KINDS[what].weight(players, tables, rounds)
