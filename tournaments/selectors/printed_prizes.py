"""The prizes on paper, for the prize-giving, with full names."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.domain.errors import Refused
from tournaments.printing import documents
from tournaments.selectors.print_scene import Print, Scene
from tournaments.selectors.prizes import ListShown, prizes_of


def prizes(scene: Scene) -> Print:
    """Return the sheet of all lists with their winners. Raises Refused where there are no prizes."""
    shown = prizes_of(scene.tournament)
    if not shown.lists:
        raise Refused(_("There are no prizes yet. Enter them at the desk, under “Prizes”."))
    lists = [(str(each.list), _rows(each)) for each in shown.lists]
    lots = {won.lot: won.thing for each in shown.lists for won in each.winners if won.lot}
    remarks = [
        _("Draw lots for the thing: %(names)s are equal in everything.") % {"names": ", ".join(names)} for names in lots
    ]
    note = _("For the prize-giving. It shows full names: do not display it.")
    if not shown.final:
        note = " ".join((_("Provisional."), note))
    return Print(scene.head(_("Prizes"), note), lambda press: documents.prizes(press, lists, remarks))


def _rows(each: ListShown) -> list[list[str]]:
    won = [
        [str(winner.place), str(winner.number), winner.name, " + ".join(filter(None, (winner.money, winner.thing)))]
        for winner in each.winners
    ]
    return won + [[str(place), "", "–", prize] for place, prize in each.left]
