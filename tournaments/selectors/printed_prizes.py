"""The prizes on paper, for the prize-giving, with full names."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from tournaments.domain.access import several_clubs
from tournaments.domain.errors import Refused
from tournaments.models import Series
from tournaments.printing import documents
from tournaments.printing.press import Head
from tournaments.selectors import season_prizes
from tournaments.selectors.print_scene import Print, Scene, brand_of
from tournaments.selectors.prizes import ListShown, PrizesShown, Winner, prizes_of


def prizes(scene: Scene) -> Print:
    """Return the sheet of all lists with their winners. Raises Refused where there are no prizes."""
    return _print(prizes_of(scene.tournament), scene.head)


def of_season(series: Series) -> Print:
    """Return the sheet of a season's prizes. Raises Refused where there are none."""
    club = series.club if several_clubs() else None

    def head(title: str, note: str) -> Head:
        return Head(series.name, str(_("Season")), title, note, brand_of(club))

    return _print(season_prizes.prizes_of(series), head)


def _print(shown: PrizesShown, head: Callable[[str, str], Head]) -> Print:
    if not shown.lists:
        raise Refused(_("There are no prizes yet. Enter them at the desk, under “Prizes”."))
    lists = [(str(each.list), _rows(each), _remarks(each)) for each in shown.lists]
    note = _("For the prize-giving. It shows full names: do not display it.")
    if not shown.final:
        note = " ".join((f"{shown.title or _('As it stands now')}.", note))
    return Print(head(_("Prizes"), note), lambda press: documents.prizes(press, lists))


def _rows(each: ListShown) -> list[list[str]]:
    won = [
        [str(winner.place), winner.called, winner.name, " + ".join(filter(None, (_money(winner), winner.thing)))]
        for winner in each.winners
    ]
    return won + [[str(place), "", "–", prize] for place, prize in each.left]


def _money(winner: Winner) -> str:
    """Return what somebody wins, and among how many it was shared."""
    if not winner.sharers:
        return winner.money
    return f"{winner.money} ({_('shared among %(n)s') % {'n': winner.sharers}})"


def _remarks(each: ListShown) -> list[str]:
    """Say between whom a lot decides in a list."""
    lots = dict.fromkeys(winner.lot for winner in each.winners if winner.lot)
    return [
        _("Draw lots for the thing: %(names)s are equal in everything.") % {"names": ", ".join(names)} for names in lots
    ]
