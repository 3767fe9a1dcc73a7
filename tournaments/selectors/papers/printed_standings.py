"""The printed standings of players and teams, the crosstable, and the prizes for the prize-giving."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.crosstable import crosstable
from tournaments.domain.access import several_clubs
from tournaments.domain.errors import Refused
from tournaments.models import Series
from tournaments.printing import documents
from tournaments.printing.certificates import Certificate, certificates
from tournaments.printing.press import Column, Head
from tournaments.selectors import labels
from tournaments.selectors.events.events import event_of
from tournaments.selectors.events.explanations import insight
from tournaments.selectors.papers.lists import WIDEST_CROSSTABLE, meetings
from tournaments.selectors.papers.print_scene import Print, Scene, brand_of
from tournaments.selectors.people import shown_names
from tournaments.selectors.people.teams import teams_without_result
from tournaments.selectors.rounds.matches import record
from tournaments.selectors.standings import prizes, tables
from tournaments.selectors.standings.groups import parts_in_order, standings_parts
from tournaments.selectors.standings.prizes import ListShown, PrizesShown, Winner, prizes_of
from tournaments.selectors.standings.standings import (
    StandingsShown,
    beyond_meetings,
    lacking,
    standings_now,
    unranked,
    unranked_line,
    waiting_signs,
)
from tournaments.selectors.standings.tables import on_paper
from tournaments.sentences.points import readable


def standings(scene: Scene) -> Print:
    shown = standings_now(scene.tournament)
    if shown is None:
        raise Refused(_("There are no standings yet."))
    ranked = [(title, *ranking(scene, part, scene.name)) for title, part in standings_parts(shown)]
    teams = team_ranking(scene, shown) if shown.teams else None
    legend = tie_break_legend(shown)
    signs = [*waiting_signs(shown), *_penalties(scene, shown)]
    title = shown.title
    note = lacking(scene.tournament.pk, shown)
    return Print(
        scene.head(title, note),
        lambda press: documents.ranking(press, ranked, legend, teams, signs, _unranked(scene, shown)),
        wide=len(shown.tie_breaks) + shown.after_round > 9,
    )


def _penalties(scene: Scene, shown: StandingsShown) -> list[tuple[str, str]]:
    """Return who has fewer points than their rounds add up to, with what was taken off."""
    names = dict(shown_names.teams(scene.tournament.pk)) if shown.teams else {}
    taken = [(names.get(line["team"], line["team"]), line.get("penalties", ())) for line in shown.teams]
    taken += [(scene.name(row.player), row.penalties) for row in shown.rows]
    return [(name, ", ".join(labels.penalties(off))) for name, off in taken if off]


def _unranked(scene: Scene, shown: StandingsShown | None) -> str:
    numbers = shown.left_out if shown else ()
    whom = unranked(scene.tournament, numbers, {who: person.left for who, person in scene.people.items()})
    return unranked_line(whom, scene.name)


def tie_break_legend(shown: StandingsShown) -> list[tuple[str, str]]:
    """Return what the columns of tie-breaks mean, those of the teams first."""
    codes = [*(code for line in shown.teams for code in line.get("tie_breaks", ())), *shown.tie_breaks]
    return [(labels.column(code), labels.tie_break(code)) for code in dict.fromkeys(codes)]


def team_ranking(scene: Scene, shown: StandingsShown) -> tuple[list[Column], list[list[str]]]:
    """Return the teams as they stand, with their matches won, drawn and lost, where they play matches."""
    names = dict(shown_names.teams(scene.tournament.pk))
    computed = insight(scene.tournament.pk, shown.after_round)
    won = record(computed) if computed else {}
    silent = teams_without_result(computed)
    codes = list(dict.fromkeys(code for line in shown.teams for code in line.get("tie_breaks", ())))
    columns = [Column("#", "right"), Column(_("Team"), give=True, bold=True)]
    columns += [Column(_("Match points") if won else _("Points"), "right", bold=True)]
    columns += [Column(_("Won – drawn – lost"), "right")] if won else []
    columns += [Column(labels.column(code), "right") for code in codes]
    rows = [
        [
            str(tables.place(line["rank"], "waits" in line, line["team"] in silent)),
            names.get(line["team"], line["team"]),
            labels.NOT_YET if line["team"] in silent else readable(line["points"]),
        ]
        + (["" if line["team"] in silent else " – ".join(map(str, won.get(line["team"], (0, 0, 0))))] if won else [])
        + [
            readable(labels.of_team(code, line.get("tie_breaks", {}).get(code), line["team"] in silent))
            for code in codes
        ]
        for line in shown.teams
    ]
    return columns, rows


def ranking(scene: Scene, shown: StandingsShown, name: Callable[[int], str]) -> tuple[list[Column], list[list[str]]]:
    teams = {number: person.team for number, person in scene.people.items()}
    return on_paper(tables.standings(shown, name, teams), shown.rows)


def crosstable_sheet(scene: Scene) -> Print:
    if len(scene.people) > WIDEST_CROSSTABLE:
        raise Refused(_("A crosstable has at most %(most)d players.") % {"most": WIDEST_CROSSTABLE})
    shown = standings_now(scene.tournament)
    rows, ranks = parts_in_order(crosstable(event_of(scene.tournament)), shown)
    _columns, names = on_paper(tables.crosstable(ranks, scene.name), rows)
    cells = [["×" if other is row else meetings(row.cells.get(other.player, ())) for other in rows] for row in rows]
    legend = [_("1 won, ½ drawn, 0 lost against the player with that number; f by forfeit, … no result yet.")]
    legend += [f"{sign}: {meaning}" for sign, meaning in waiting_signs(shown)] if shown else []
    legend += filter(None, [beyond_meetings(rows, shown), _unranked(scene, shown)])
    title = f"{_('Crosstable')} · {shown.after_title}" if shown else _("Crosstable")
    return Print(
        scene.head(title, lacking(scene.tournament.pk, shown) if shown else ""),
        lambda press: documents.crosstable(press, names, cells, legend),
        wide=len(rows) > 12,
    )


def printed_prizes(scene: Scene) -> Print:
    """Return the sheet of all lists with their winners. Raises Refused where there are no prizes."""
    return _print(prizes_of(scene.tournament), scene.head)


def printed_certificates(scene: Scene) -> Print:
    """Return a certificate for each prize, with the names that everybody may read: they lie open at the prize-giving.

    Before all is over, where a list does not tell its winners in public, and where a lot is to be drawn for the thing,
    the name is left to be written by hand.
    Raises Refused where there are no prizes.
    """
    shown = prizes.public_prizes(scene.tournament) or prizes.still_to_win(scene.tournament)
    _refuse_none(shown)
    won = [
        Certificate(
            "" if winner.lot else winner.name,
            winner.place,
            each.list.name,
            " + ".join(filter(None, (winner.money, winner.thing))),
        )
        for each in shown.lists
        for winner in each.winners
    ]
    open_ = [
        Certificate("", place, each.list.name, prize)
        for each in shown.lists
        if not shown.final
        for place, prize in each.left
    ]
    head = scene.head(pgettext("paper", "Certificate"))
    return Print(head, lambda press: certificates(press, won + open_), wide=True, bare=True)


def _refuse_none(shown: PrizesShown) -> None:
    if not shown.lists:
        raise Refused(_("There are no prizes yet. Enter them at the desk, under “Prizes”."))


def printed_season_prizes(series: Series) -> Print:
    """Return the sheet of a season's prizes. Raises Refused where there are none."""
    club = series.club if several_clubs() else None

    def head(title: str, note: str) -> Head:
        return Head(series.name, str(_("Season")), title, note, brand_of(club))

    return _print(prizes.prizes_of_season(series), head)


def _print(shown: PrizesShown, head: Callable[[str, str], Head]) -> Print:
    _refuse_none(shown)
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
