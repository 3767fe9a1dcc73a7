"""The square crosstable, the one by rounds, and a team's rounds; put together by hand, lean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape as text

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.core.history import Kind
from scoring.crosstable import Cell, Row
from tournaments.selectors import labels
from tournaments.selectors.events.explanations import Insight
from tournaments.selectors.people import teams as selectors
from tournaments.selectors.people.shown_names import Person
from tournaments.selectors.people.teams import TeamShown
from tournaments.selectors.standings import groups
from tournaments.selectors.standings.standings import StandingsShown
from tournaments.sentences.points import earned, readable
from tournaments.web.cells import rank_cell, rank_so_far, waiting_mark
from tournaments.web.seats import Link, points
from tournaments.web.variants import Variant

SQUARE = 200
"""Up to so many players the crosstable is a square."""
FEW = 16
"""Up to so many players it is shown first as one, if half of the pairs have met."""
SHEET = 250
"""So many players stand on one sheet of the crosstable by rounds: a field of a day is printed whole."""

SIGNS = {
    "win": "1",
    "tie": "½",
    "loss": "0",
    "forfeit win": "+",
    "forfeit loss": "−",
}
"""What a meeting with a result is."""


def is_square_fit(lines: Sequence[Row]) -> bool:
    """Tell whether all against all is read more easily than round by round: few players, mostly met."""
    pairs = len(lines) * (len(lines) - 1)
    met = sum(len(line.cells) for line in lines)
    return len(lines) <= FEW and 2 * met >= pairs


Games = frozenset[tuple[int, int]]
"""The tables with a game to look at, by round and number."""


Ranks = Mapping[int, SafeString]
"""The ranks as the standings show them, by player."""


def in_order(lines: Sequence[Row], shown: StandingsShown | None) -> tuple[list[Row], Ranks]:
    """Return the rows in the order of the standings, and the ranks that these show: in groups the places there."""
    ordered, rows = groups.parts_in_order(lines, shown)
    ranks = {line.player: mark_safe(str(line.rank)) for line in lines}  # noqa: S308
    return ordered, ranks | {player: rank_cell(row) for player, row in rows.items()}


def _player(number: int, link: Link) -> str:
    """Return a player with the number by which the table names them, too."""
    return f"<th scope=row><small>{number}</small> {link(number)}"


def square(
    lines: Sequence[Row], ranks: Ranks, link: Link, form: Variant, slug: str, games: Games = frozenset()
) -> SafeString:
    """Return everybody against everybody, in the order of the standings; an empty cell is a pair that has not met.

    Players are named by their pairing numbers, as two may share a rank. At tables of two a meeting is 1, ½ or 0; at
    larger ones both players' points. Below it stands the round, which leads to the table, or to its game where there
    is one.
    """
    base, end = f"/t/{slug}/rounds/", "/" + text(form.suffix)
    place = {line.player: at for at, line in enumerate(lines)}
    tables = _tables(lines)
    body = []
    for at, line in enumerate(lines):
        cells = ["<td>"] * len(lines)
        cells[at] = "<td class=x>"
        for opponent, met in line.cells.items():
            if opponent in place:
                inner = "".join(
                    f"<span>{_result(line.player, opponent, cell, tables)}"
                    f'<a href="{_address(base, end, cell, games)}">{cell.round}</a></span>'
                    for cell in met
                )
                cells[place[opponent]] = f"<td>{inner}"
        body.append(f"<tr><td>{ranks[line.player]}{_player(line.player, link)}{''.join(cells)}<td>{_total(line)}")
    head = "".join(f"<th scope=col>{line.player}" for line in lines)
    # at tables of more than two a cell has two figures; all columns are as wide, whatever stands in them
    wide = " both" if any(larger for _own, larger in tables.values()) else ""
    return mark_safe(  # noqa: S308
        f'<table class="cross square{wide}" aria-labelledby=crosstable-title>'
        f'<thead><tr><th scope=col><abbr title="{text(_("Rank"))}">#</abbr><th scope=col>{text(_("Player"))}'
        f"{head}<th scope=col>{text(_('Points'))}<tbody>{''.join(body)}</table>"
    )


def _address(base: str, end: str, cell: Cell, games: Games) -> str:
    """Return the address of a meeting: its game, or its table in the round."""
    if (cell.round, cell.table) in games:
        return f"{base}{cell.round}/tables/{cell.table}{end}"
    return f"{base}{cell.round}{end}#t{cell.table}"


def _total(line: Row) -> SafeString:
    """Return a player's points; while the only table so far has no result, its sign and not a 0."""
    if line.nothing_yet:
        met = [cell for cells in line.cells.values() for cell in cells]
        return waiting_mark(all(cell.result == "adjourned" for cell in met))
    return points(str(line.points))


def _against(cell: Cell, opponents: int) -> str:
    """Return the result against one of the ``opponents`` at a table; against the only one the points say it, unless it
    was a forfeit."""
    if cell.points is None or (opponents == 1 and "forfeit" not in cell.result):
        return ""
    return f"<sup>{_sign(cell)}</sup>"


_Tables = Mapping[tuple[int, int], tuple[Fraction | None, bool]]


def _tables(lines: Sequence[Row]) -> dict[tuple[int, int], tuple[Fraction | None, bool]]:
    """Return each player's points at the table of each round, and if more than two sat there."""
    tables: dict[tuple[int, int], tuple[Fraction | None, bool]] = {}
    for line in lines:
        met: dict[int, int] = {}
        for cells in line.cells.values():
            for cell in cells:
                met[cell.round] = met.get(cell.round, 0) + 1
                tables[line.player, cell.round] = (cell.points, met[cell.round] > 1)
    return tables


def _result(player: int, opponent: int, cell: Cell, tables: _Tables) -> str:
    own, larger = tables[player, cell.round]
    theirs = tables.get((opponent, cell.round), (None, False))[0]
    if larger and own is not None and theirs is not None and cell.result in ("win", "tie", "loss"):
        return f"{readable(str(own))}:{readable(str(theirs))}"
    return _sign(cell)


def _sign(cell: Cell) -> str:
    return SIGNS.get(cell.result) or waiting_mark(cell.result == "adjourned")


def by_round(
    part: Sequence[Row],
    ranks: Ranks,
    link: Link,
    rounds: int,
    form: Variant,
    slug: str,
    games: Games = frozenset(),
) -> SafeString:
    """Return some rows, a column a round: table, opponents by number with the result against each, points."""
    base, end = f"/t/{slug}/rounds/", "/" + text(form.suffix)
    body = []
    for line in part:
        met: dict[int, list[tuple[int, Cell]]] = {}
        for opponent, cells in line.cells.items():
            for cell in cells:
                met.setdefault(cell.round, []).append((opponent, cell))
        row = []
        for number in range(1, rounds + 1):
            if number not in met:
                kind = line.byes.get(number)
                if number in line.not_in:
                    row.append(f"<td><em>{text(_gone(line))}</em>" if number == line.gone else "<td>")
                    continue
                if kind and line.left is not None and number > line.left:
                    # they count where the lowest score wins, and still nobody is said to be absent who has left
                    row.append(f"<td><em>{text(_('withdrawn'))}</em>" if number == line.left + 1 else "<td>")
                    continue
                row.append(f"<td><em>{text(_bye(kind))}</em>" if kind else "<td>")
                continue
            first = met[number][0][1]
            own = _sign(first) if first.points is None else earned(str(first.points))
            against = " ".join(f"{opponent}{_against(cell, len(met[number]))}" for opponent, cell in met[number])
            row.append(
                f'<td><b>{own}</b> <a href="{_address(base, end, first, games)}">'
                f"{text(_('T%(number)d') % {'number': first.table})}</a> {against}"
            )
        body.append(f"<tr><td>{ranks[line.player]}{_player(line.player, link)}<td>{_total(line)}{''.join(row)}")
    head = "".join(f"<th scope=col>{text(_('R%(number)d') % {'number': number})}" for number in range(1, rounds + 1))
    return mark_safe(  # noqa: S308
        '<table class="cross rounds" aria-labelledby=crosstable-title>'
        f'<thead><tr><th scope=col><abbr title="{text(_("Rank"))}">#</abbr><th scope=col>{text(_("Player"))}'
        f"<th scope=col>{text(_('Points'))}{head}<tbody>{''.join(body)}</table>"
    )


_BYE_KEYS = {
    Kind.PAIRING_BYE: "pairing",
    Kind.FREE: "pairing",
    Kind.HALF_BYE: "half",
    Kind.FULL_BYE: "full",
    Kind.ZERO_BYE: "zero",
}


def _gone(line: Row) -> str:
    return pgettext("of a knockout", "out") if line.out else _("withdrawn")


def _bye(kind: str) -> str:
    key = _BYE_KEYS.get(Kind(kind))
    return labels.bye(key) if key else "–"


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team in the order of the teams."""

    id: int
    rank: SafeString
    name: str
    points: str
    tie_breaks: tuple[str, ...]
    members: int
    waits: bool = False


def team_lines(event: Insight | None, listed: Sequence[TeamShown]) -> list[TeamLine]:
    """Return the teams by rank; as they stand in the list before the first round."""
    return [
        TeamLine(
            line.team.id,
            _team_rank(line),
            line.team.name,
            _or_waiting(None if line.nothing_yet else line.points) if event else "",
            tuple(readable(labels.of_team(code, str(value), line.nothing_yet)) for code, value in line.tie_breaks),
            len(line.team.members),
            line.waits,
        )
        for line in selectors.team_lines(event, listed)
    ]


def _team_rank(line: selectors.TeamLine) -> SafeString:
    if line.waits:
        return rank_so_far(None if line.nothing_yet else line.rank)
    return mark_safe("" if line.rank is None else str(line.rank))  # noqa: S308


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a team: the place in the players' own standings, and the points."""

    link: SafeString
    rank: SafeString | str
    points: str
    gone: bool


def members(event: Insight | None, team: TeamShown, people: Mapping[int, Person], link: Link) -> list[Member]:
    return [
        Member(
            link(member.number),
            _member_rank(member),
            _or_waiting(None if member.nothing_yet else member.points) if event else "",
            member.number in people and people[member.number].left is not None,
        )
        for member in selectors.members(event, team)
    ]


def _member_rank(member: selectors.Member) -> SafeString | str:
    if member.waits:
        return rank_so_far(None if member.nothing_yet else member.rank)
    return "–" if member.rank is None else str(member.rank)


@dataclass(frozen=True, slots=True)
class TeamRound:
    """One round of a team: its points, and in a match its opponent (None: no match) and the board points."""

    round: int
    points: str
    opponent: TeamShown | None
    boards: str
    players: tuple[tuple[SafeString, str], ...]


def team_rounds(event: Insight | None, team: TeamShown, by_key: Mapping[str, TeamShown], link: Link) -> list[TeamRound]:
    """Return a team's rounds: what its players brought, and the matches."""
    return [
        TeamRound(
            turn.round,
            _so_far(turn.points, turn.open),
            by_key.get(turn.opponent or ""),
            f"{_readable(turn.boards[0])} : {_readable(turn.boards[1])}" if turn.boards else "",
            tuple((link(who), _or_waiting(earned)) for who, earned in turn.players),
        )
        for turn in selectors.team_rounds(event, team)
    ]


def _readable(value: Fraction | None) -> str:
    return "" if value is None else readable(str(value))


def _so_far(value: Fraction | None, is_open: bool) -> str:
    """Return the points of a round, marked while more is to come."""
    if value is None or not is_open:
        return _or_waiting(value)
    return format_html("{} {}", earned(str(value)), waiting_mark())


def _or_waiting(value: Fraction | None) -> str:
    return waiting_mark() if value is None else earned(str(value))
