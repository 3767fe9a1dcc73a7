"""Who met whom: the square crosstable, the one by rounds, and a team's rounds; put together by hand, lean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape as text

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from scoring.crosstable import Cell, Row
from scoring.history import Kind
from tournaments.selectors import labels
from tournaments.selectors import teams as selectors
from tournaments.selectors.explanations import Insight
from tournaments.selectors.shown_names import Person
from tournaments.selectors.teams import TeamShown
from tournaments.sentences.points import readable
from tournaments.web import tables as markup
from tournaments.web import waiting
from tournaments.web.variants import Variant

Link = Callable[[int], str]

SQUARE = 200
"""Up to so many players the crosstable is a square."""
FEW = 16
"""Up to so many players it is shown first as one, if half of the pairs have met."""
SHEET = 100
"""So many players stand on one sheet of the crosstable by rounds."""

SIGNS = {
    "win": "1",
    "tie": "½",
    "loss": "0",
    "forfeit win": "+",
    "forfeit loss": "−",
}
"""What a meeting with a result is."""


def is_square_fit(lines: Sequence[Row]) -> bool:
    """Whether everybody against everybody is read more easily than round by round: few players, mostly met."""
    pairs = len(lines) * (len(lines) - 1)
    met = sum(len(line.cells) for line in lines)
    return len(lines) <= FEW and 2 * met >= pairs


def square(lines: Sequence[Row], link: Link, form: Variant, slug: str) -> SafeString:
    """Everybody against everybody, in the order of the standings; an empty cell is a pair that has not met.

    At tables of two a meeting is 1, ½ or 0; at larger ones both players' points. Below it stands the round,
    which leads to the table.
    """
    base, end = f"/t/{slug}/rounds/", f"/?{text(form.carried)}" if form.carried else "/"
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
                    f'<a href="{base}{cell.round}{end}#t{cell.table}">{cell.round}</a></span>'
                    for cell in met
                )
                cells[place[opponent]] = f"<td>{inner}"
        body.append(
            f"<tr><td>{at + 1}<th scope=row>{link(line.player)}{''.join(cells)}<td>{markup.points(str(line.points))}"
        )
    head = "".join(f"<th scope=col>{at}" for at in range(1, len(lines) + 1))
    # at tables of more than two a cell has two figures; all columns are as wide, whatever stands in them
    wide = " both" if any(larger for _points, larger in tables.values()) else ""
    return mark_safe(  # noqa: S308
        f'<table class="cross square{wide}" aria-labelledby=crosstable-title>'
        f'<thead><tr><th scope=col><abbr title="{text(_("Row"))}">#</abbr><th scope=col>{text(_("Player"))}'
        f"{head}<th scope=col>{text(_('Points'))}<tbody>{''.join(body)}</table>"
    )


_Tables = Mapping[tuple[int, int], tuple[Fraction | None, bool]]


def _tables(lines: Sequence[Row]) -> dict[tuple[int, int], tuple[Fraction | None, bool]]:
    """What each player's table gave him in each round, and whether more than two sat there."""
    found: dict[tuple[int, int], tuple[Fraction | None, bool]] = {}
    for line in lines:
        met: dict[int, int] = {}
        for cells in line.cells.values():
            for cell in cells:
                met[cell.round] = met.get(cell.round, 0) + 1
                found[line.player, cell.round] = (cell.points, met[cell.round] > 1)
    return found


def _result(player: int, opponent: int, cell: Cell, tables: _Tables) -> str:
    own, larger = tables[player, cell.round]
    theirs = tables.get((opponent, cell.round), (None, False))[0]
    if larger and own is not None and theirs is not None and cell.result in ("win", "tie", "loss"):
        return f"{readable(str(own))}:{readable(str(theirs))}"
    return _sign(cell)


def _sign(cell: Cell) -> str:
    return SIGNS.get(cell.result) or waiting.mark(cell.result == "adjourned")


def by_round(
    lines: Sequence[Row],
    part: Sequence[Row],
    link: Link,
    rounds: int,
    form: Variant,
    slug: str,
) -> SafeString:
    """Some rows, a column a round: table, opponents by row with the result against each, points."""
    base, end = f"/t/{slug}/rounds/", f"/?{text(form.carried)}" if form.carried else "/"
    place = {line.player: at for at, line in enumerate(lines, 1)}
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
                row.append(f"<td><em>{text(_bye(kind))}</em>" if kind else "<td>")
                continue
            first = met[number][0][1]
            points = "" if first.points is None else f"<b>{readable(str(first.points))}</b> "
            against = " ".join(f"{place.get(opponent, '–')}<sup>{_sign(cell)}</sup>" for opponent, cell in met[number])
            row.append(
                f'<td>{points}<a href="{base}{number}{end}#t{first.table}">'
                f"{text(_('T%(number)d') % {'number': first.table})}</a> {against}"
            )
        body.append(
            f"<tr><td>{place[line.player]}<th scope=row>{link(line.player)}<td>{markup.points(str(line.points))}"
            f"{''.join(row)}"
        )
    head = "".join(f"<th scope=col>{text(_('R%(number)d') % {'number': number})}" for number in range(1, rounds + 1))
    return mark_safe(  # noqa: S308
        '<table class="cross rounds" aria-labelledby=crosstable-title>'
        f'<thead><tr><th scope=col><abbr title="{text(_("Row"))}">#</abbr><th scope=col>{text(_("Player"))}'
        f"<th scope=col>{text(_('Points'))}{head}<tbody>{''.join(body)}</table>"
    )


_BYE_KEYS = {
    Kind.PAIRING_BYE: "pairing",
    Kind.FREE: "pairing",
    Kind.HALF_BYE: "half",
    Kind.FULL_BYE: "full",
    Kind.ZERO_BYE: "zero",
}


def _bye(kind: str) -> str:
    key = _BYE_KEYS.get(Kind(kind))
    return str(labels.BYES[key]) if key else "–"


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


def team_lines(found: Insight | None, listed: Sequence[TeamShown]) -> list[TeamLine]:
    """The teams by rank; as they stand in the list before the first round."""
    return [
        TeamLine(
            one.team.id,
            _team_rank(one, found),
            one.team.name,
            _or_waiting(None if one.nothing_yet else one.points) if found else "",
            tuple(_readable(value) for _code, value in one.tie_breaks),
            len(one.team.members),
            one.waits,
        )
        for one in selectors.team_lines(found, listed)
    ]


def _team_rank(line: selectors.TeamLine, found: Insight | None) -> SafeString:
    if line.waits and found is not None:
        return mark_safe(waiting.rank_before(line.before, found.after_round))  # noqa: S308
    return mark_safe("" if line.rank is None else str(line.rank))  # noqa: S308


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a team: his place in the players' own standings, and his points."""

    link: SafeString
    rank: int | None
    points: str
    gone: bool


def members(found: Insight | None, team: TeamShown, people: Mapping[int, Person], link: Link) -> list[Member]:
    return [
        Member(
            mark_safe(link(one.number)),  # noqa: S308
            None if one.waits else one.rank,
            _or_waiting(None if one.nothing_yet else one.points) if found else "",
            one.number in people and people[one.number].left is not None,
        )
        for one in selectors.members(found, team)
    ]


@dataclass(frozen=True, slots=True)
class TeamRound:
    """One round of a team: its points, and in a match its opponent (None: no match) and the board points."""

    round: int
    points: str
    opponent: TeamShown | None
    boards: str
    players: tuple[tuple[SafeString, str], ...]


def team_rounds(found: Insight | None, team: TeamShown, by_key: Mapping[str, TeamShown], link: Link) -> list[TeamRound]:
    """A team's rounds: what its players brought, and the matches."""
    return [
        TeamRound(
            one.round,
            _so_far(one.points, one.open),
            by_key.get(one.opponent or ""),
            f"{_readable(one.boards[0])} : {_readable(one.boards[1])}" if one.boards else "",
            tuple((mark_safe(link(who)), _or_waiting(points)) for who, points in one.players),  # noqa: S308
        )
        for one in selectors.team_rounds(found, team)
    ]


def _readable(value: Fraction | None) -> str:
    return "" if value is None else readable(str(value))


def _so_far(value: Fraction | None, is_open: bool) -> str:
    """The points of a round, marked while more is to come."""
    if value is None or not is_open:
        return _or_waiting(value)
    return mark_safe(f"{readable(str(value))} {waiting.mark()}")  # noqa: S308


def _or_waiting(value: Fraction | None) -> str:
    return mark_safe(waiting.mark()) if value is None else readable(str(value))  # noqa: S308
