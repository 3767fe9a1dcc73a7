"""A tournament's lists as sheets for a spreadsheet: players, teams, results, standings, crosstable.

They are for the desk, so they hold full names. What is written here our own imports read again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Case, When
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.core.declarations.values import in_language
from scoring.crosstable import Cell, crosstable
from scoring.documents.gamelink import declared_of
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.ledger import scoring_rules
from tournaments.domain.register import known
from tournaments.imports.headings import end_word, heading
from tournaments.imports.writing import Sheet, Value, rows_of
from tournaments.models import Entry, Result, Round, Seat, Table, Team, Tournament
from tournaments.selectors import labels
from tournaments.selectors.events.events import event_of
from tournaments.selectors.people.shown_names import sort_key
from tournaments.selectors.standings import tables
from tournaments.selectors.standings.groups import parts_in_order, standings_parts
from tournaments.selectors.standings.prizes import PrizesShown, prizes_of
from tournaments.selectors.standings.standings import (
    Rank,
    StandingsShown,
    beyond_meetings,
    lacking,
    standings_now,
    unranked,
    waiting_signs,
)
from tournaments.selectors.standings.tables import Column, in_sheet
from tournaments.sentences.players import gone
from tournaments.sentences.points import written_for

WIDEST_CROSSTABLE = 250
MARKS = {
    "win": "1",
    "tie": "½",
    "loss": "0",
    "forfeit win": "1f",
    "forfeit loss": "0f",
    "adjourned": labels.ADJOURNED,
    "pending": labels.NOT_YET,
}


@dataclass(frozen=True, slots=True)
class Kind:
    """A sheet that can be had: its label, who may have it, and what makes it."""

    label: str
    action: Action
    make: Callable[[Tournament, Any], Sheet]


def _language() -> str:
    return (get_language() or "en").partition("-")[0]


def players(tournament: Tournament, by: Any) -> Sheet:
    """Return everybody with the columns that an import of players reads; the years of birth of those whom ``by``
    knows."""
    entries = Entry.objects.filter(tournament=tournament).select_related("player", "team").order_by("number")
    year = Case(When(known(by, Action.PLAYERS, "player__"), then="player__birth_year"))
    return Sheet(_("Players"), *in_sheet(tables.players(_language()), entries.annotate(year=year)))


def teams(tournament: Tournament, _by: Any = None) -> Sheet:
    language = _language()
    rows = Team.objects.filter(tournament=tournament).values_list("key", "name")
    in_order = sorted(map(list, rows), key=lambda row: sort_key(row[0]))
    return Sheet(_("Teams"), [heading("key", language), heading("team", language)], in_order)


def results(tournament: Tournament, _by: Any = None) -> Sheet:
    """Return a line for each table of the shown rounds, with or without a result. Three queries."""
    language = _language()
    shown = Round.objects.filter(tournament=tournament, state__in=Round.SHOWN)
    seats: dict[int, list[tuple[int, str]]] = {}
    taken = Seat.objects.filter(round__in=shown, table__isnull=False).order_by("position")
    for table, number, name in taken.values_list("table_id", "entry__number", "entry__player__name"):
        seats.setdefault(table, []).append((number, name))
    entered = {r.table_id: r for r in Result.objects.filter(table__round__in=shown, is_current=True)}
    widest = max((len(some) for some in seats.values()), default=tournament.table_size)
    by_places = scoring_rules(tournament).points == "places"
    head = [heading("round", language), heading("table", language)]
    held, names = _held(tournament, [r for r in entered.values() if r.end != Result.End.ADJOURNED], by_places)
    for seat in range(1, widest + 1):
        head += [heading(column, language, seat) for column in ("number#", "player#")]
        head.append(heading(held, language, seat) + names)
    rows = []
    every = Table.objects.filter(round__in=shown).order_by("round__number", "number")
    for pk, round_number, number in every.values_list("pk", "round__number", "number"):
        some, result = seats.get(pk, []), entered.get(pk)
        points = _as_entered(result, by_places) if result else []
        cells: list[Value] = []
        for seat in range(widest):
            cells += some[seat] if seat < len(some) else ("", "")
            cells.append(points[seat] if seat < len(points) else None)
        rows.append(rows_of([round_number, number], cells, [end_word(result.end, language) if result else ""]))
    return Sheet(_("Results"), [*head, heading("end", language)], rows)


def _held(tournament: Tournament, entered: Sequence[Result], by_places: bool) -> tuple[str, str]:
    """Return what a list's results are headed by, and behind it the names of several numbers a seat."""
    game = declared_of(tournament.game, tournament.options)
    if game is not None:
        columns = ", ".join(in_language(column.names, _language()) for column in game.declaration.columns)
        return ("result#", f" ({columns})") if columns else (_HELD[game.declaration.entry], "")
    places = {by_places and result.game_points is None for result in entered} or {False}
    return ("result#" if len(places) > 1 else "place#" if places == {True} else "points#"), ""


_HELD = {"places": "place#", "score": "score#", "points": "points#"}


def _as_entered(result: Result, by_places: bool) -> list[Value]:
    """Return a result as the import reads it: the game's points, or the places where only those are known."""
    if by_places and result.game_points is None:
        present = [p for p in result.points if p is not None]
        return ["–" if p is None else f"{1 + sum(q > p for q in present)}." for p in result.points]
    if result.columns is not None:
        # a true minus, because a cell that begins with a hyphen is the beginning of a formula
        return ["–" if row is None else " ".join(row).replace("-", "−") for row in result.columns]
    return ["–" if p is None else p for p in result.game_points or result.points]


def standings(tournament: Tournament, _by: Any = None) -> Sheet:
    """Return the newest standings with tie-breaks, each round's points, and what explains them: who left, and
    penalties."""
    shown = standings_now(tournament)
    if shown is None:
        raise Refused(_("There are no standings yet."))
    names, teams, left = _people(tournament)
    with written_for(tournament):
        remarks = {row.player: _remark(row, left.get(row.player)) for row in shown.rows}
        columns = tables.standings(shown, lambda number: names.get(number, ""), teams)
        if any(remarks.values()):
            columns.append(Column("", lambda row: remarks[row.player] or None, head=_("Remarks")))
        head, rows = in_sheet(columns, [row for _title, part in standings_parts(shown) for row in part.rows])
    for number, why in unranked(tournament, shown.left_out, left):
        rows.append(["–", number, names.get(number, ""), teams.get(number, ""), why, *[None] * (len(head) - 5)])
    after = _("Standings during round %(number)d") if shown.half else _("Standings after round %(number)d")
    title = after % {"number": shown.after_round}
    return Sheet(title, head, rows, *_notes(tournament, shown), fractions=True)


def _remark(row: Rank, left: int | None) -> str:
    """Return why a line has fewer points than others: since when the player is gone, and what was taken off."""
    since = gone(left, expelled=row.expelled)
    return "; ".join(filter(None, [since.rstrip("."), *labels.penalties(row.penalties)]))


def cross(tournament: Tournament, _by: Any = None) -> Sheet:
    """Return the crosstable as rows; 1 won, a half drawn, 0 lost, f by forfeit."""
    if Entry.objects.filter(tournament=tournament).count() > WIDEST_CROSSTABLE:
        raise Refused(_("A crosstable has at most %(most)d players.") % {"most": WIDEST_CROSSTABLE})
    names, _teams, left = _people(tournament)
    shown = standings_now(tournament)
    lines, ranks = parts_in_order(crosstable(event_of(tournament)), shown)
    head, body = in_sheet(tables.crosstable(ranks, names.__getitem__), lines)
    for row, line in zip(body, lines, strict=True):
        row += ["×" if other is line else _met(line.cells.get(other.player, ())) for other in lines]
    for number, why in unranked(tournament, sorted(names.keys() - {line.player for line in lines}), left):
        body.append(["–", number, names[number], why, *[None] * len(lines)])
    beyond = beyond_meetings(lines, shown)
    head += [str(line.player) for line in lines]
    return Sheet(_("Crosstable"), head, body, *_notes(tournament, shown, beyond), fractions=True)


def _notes(tournament: Tournament, shown: StandingsShown | None, *more: str) -> tuple[Sequence[Sequence[str]], bool]:
    """Return what paper says beside the standings, for a sheet of its own, and whether they are provisional."""
    if shown is None:
        return [], False
    why = lacking(tournament.pk, shown)
    notes = [[note] for note in (why, *more) if note]
    return [*notes, *map(list, waiting_signs(shown))], bool(why)


def prizes(tournament: Tournament, _by: Any = None) -> Sheet:
    """Return the prizes with their winners as it stands, and those that nobody wins."""
    return prize_sheet(prizes_of(tournament))


def prize_sheet(shown: PrizesShown) -> Sheet:
    """Return prizes as a sheet; money is a number. Raises Refused where there are none."""
    if not shown.lists:
        raise Refused(_("There are no prizes yet. Enter them at the desk, under “Prizes”."))
    language = _language()
    head = [_("List"), _("Rank"), heading("number", language), heading("name", language)]
    head += [_("Money"), _("Currency"), _("Thing"), _("Shared among")]
    rows: list[list[Value]] = []
    for each in shown.lists:
        title = str(each.list)
        for won in each.winners:
            money: Value = Fraction(won.cents, 100) if won.cents else None
            currency = shown.rule.currency if won.cents else ""
            number = won.team or (won.number if won.numbered else None)
            rows.append([title, won.place, number, won.name, money, currency, won.thing, won.sharers or None])
        rows += [[title, place, None, "", None, "", prize, None] for place, prize in each.left]
    title = _("Prizes") if shown.final else _("Prizes, provisional")
    return Sheet(title, head, rows)


def _met(cells: tuple[Cell, ...]) -> Value:
    """Return the result of the only meeting of two as a number, as the points beside it are; else as on paper."""
    numbers = {"win": 1, "tie": Fraction(1, 2), "loss": 0}
    return numbers[cells[0].result] if len(cells) == 1 and cells[0].result in numbers else meetings(cells)


def meetings(cells: tuple[Cell, ...]) -> str:
    """Return the results of some meetings of two players, in playing order."""
    return " ".join(MARKS[cell.result] for cell in cells)


def _people(tournament: Tournament) -> tuple[dict[int, str], dict[int, str], dict[int, int | None]]:
    """Return everybody's name and team, and when they left."""
    rows = list(tournament.entries.values_list("number", "team__name", "left"))
    left = {number: left for number, _team, left in rows}
    return tournament.display_names, {number: team or "" for number, team, _ in rows}, left


KINDS: dict[str, Kind] = {
    "players": Kind(gettext_lazy("Players"), Action.PLAYERS, players),
    "teams": Kind(gettext_lazy("Teams"), Action.PRINT, teams),
    "results": Kind(gettext_lazy("Results"), Action.PRINT, results),
    "standings": Kind(gettext_lazy("Standings"), Action.PRINT, standings),
    "crosstable": Kind(gettext_lazy("Crosstable"), Action.PRINT, cross),
    "prizes": Kind(gettext_lazy("Prizes"), Action.LOG, prizes),
}
