"""The cells of a table of numbers: each column is written in one style; the signs for tables without a result (not yet
is not nought), and the parts of points that begin with a McMahon starting score."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape as text
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.mcmahon import START
from tournaments.selectors.labels import ADJOURNED, NOT_YET, waiting
from tournaments.selectors.standings.standings import Rank
from tournaments.sentences.points import column_decimals, readable
from tournaments.web.seats import points


class Cells(dict[str | None, str]):
    """The table cell of each number, made when it is first asked for: a long table repeats few numbers. ``decimals``
    as `points` has it."""

    def __init__(self, decimals: bool | None = None) -> None:
        super().__init__()
        self.decimals = decimals

    def __missing__(self, number: str | None) -> str:
        cell = self[number] = f"<td>{points(number, self.decimals)}"
        return cell


def columns_of(
    codes: Sequence[str], lines: Iterable[Mapping[str, Any]]
) -> Callable[[Mapping[str, str]], Iterable[str]]:
    """Return a function that writes these tie-breaks of a line, in this order; ``lines`` are those of the table."""
    every = list(lines)
    cells = [Cells(column_decimals(line.get(code) for line in every)) for code in codes]
    return lambda values: (cell[values.get(code)] for code, cell in zip(codes, cells, strict=True))


def made_of_start(row: Rank | None) -> str:
    """Return what a player's points are made of, such as ``Start 3 + rounds 2``; empty without a starting score, and
    the start alone where nothing of the rounds is known yet."""
    start = row.tie_breaks.get(START) if row is not None else None
    if row is None or start is None:
        return ""
    if row.nothing_yet:
        return f"{pgettext('points', 'Start')} {readable(start)}"
    taken = sum((Fraction(penalty["points"]) for penalty in row.penalties), Fraction(0))
    rounds = Fraction(row.points) - Fraction(start) + taken
    made = _("Start %(start)s + rounds %(rounds)s") % {"start": readable(start), "rounds": readable(str(rounds))}
    return f"{made} − {_('penalty')} {readable(str(taken))}" if taken else made


def start_below(row: Rank) -> str:
    """Return the same as the small line below a name in the standings: a phone has no room for the column."""
    made = made_of_start(row)
    return f" <small class=start>{text(made)}</small>" if made else ""


def start_line(row: Rank | None) -> str:
    """Return the same as a line of its own, for a card of a player."""
    made = made_of_start(row)
    return f"<p class=start>{text(made)}</p>" if made else ""


def waiting_mark(adjourned: bool = False) -> SafeString:
    """Return the sign of a table without a result, with its word for screen readers."""
    word, sign = text(waiting(adjourned)), ADJOURNED if adjourned else NOT_YET
    return mark_safe(  # noqa: S308
        f'<i class=open title="{word}" aria-hidden=true>{sign}</i><span class=v>{word}</span>'
    )


def rank_cell(row: Rank) -> SafeString:
    """Return a row's rank; in grey while its table has no result, and a dash where none has."""
    if not row.waits:
        return mark_safe(str(row.rank))  # noqa: S308
    return rank_so_far(None if row.nothing_yet else row.rank)


def rank_so_far(number: int | None) -> SafeString:
    """Return in grey the rank by the points so far, of somebody whose table has no result yet."""
    if number is None:
        words = text(_("no rank yet"))
        return mark_safe(  # noqa: S308
            f'<i class=wait title="{words}"><span aria-hidden=true>–</span><span class=v>{words}</span></i>'
        )
    words = text(_("rank so far"))
    return mark_safe(  # noqa: S308
        f'<i class=wait title="{words}">{number}<span class=v> ({words})</span></i>'
    )
