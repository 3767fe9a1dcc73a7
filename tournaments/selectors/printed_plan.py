"""The printed schedule of all rounds: by numbers, rounds down and tables across, with the names below."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.domain.errors import Refused
from tournaments.printing.press import Column, Press
from tournaments.selectors.plan import PlannedTable, knows_its_schedule, plan_of
from tournaments.selectors.print_scene import Print, Scene
from tournaments.sentences.points import readable


def plan(scene: Scene) -> Print:
    if not knows_its_schedule(scene.tournament):
        raise Refused(_("The rounds of this pairing system are not known beforehand."))
    rounds = plan_of(scene.tournament)
    if not rounds:
        raise Refused(_("There is no schedule yet. It appears when there are enough players."))
    widest = max(len(round_.tables) for round_ in rounds)
    free = any(round_.byes for round_ in rounds)
    columns = [Column(_("Round"), "right", bold=True)]
    columns += [Column(_("Table %(table)s") % {"table": table}, "centre", give=True) for table in range(1, widest + 1)]
    columns += [Column(pgettext("round", "Free"), "right")] if free else []
    rows = []
    for round_ in rounds:
        cells = [_cell(table) for table in round_.tables]
        row = [str(round_.number), *cells, *[""] * (widest - len(cells))]
        rows.append([*row, ", ".join(map(str, round_.byes))] if free else row)
    names = [f"{number} {scene.name(number)}" for number in sorted(scene.people)] if scene.rounds else []

    def draw(press: Press) -> None:
        press.page()
        press.table(columns, rows, size=11 if widest <= 8 else 8)
        for start in range(0, len(names), 6):
            press.paragraph("   ·   ".join(names[start : start + 6]), 9)

    return Print(scene.head(_("All rounds")), draw, wide=True)


def _cell(table: PlannedTable) -> str:
    """Return the numbers at a table in seat order, and the points once all are known."""
    seats = " – ".join(str(seat.number) for seat in table.seats)
    points = [seat.points for seat in table.seats]
    known = [readable(str(value)) for value in points if value is not None]
    return f"{seats}  ({' : '.join(known)})" if len(known) == len(points) else seats
