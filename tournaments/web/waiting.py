"""Signs for tables without a result: not yet is not nought. The words come from ``selectors.labels``."""

from __future__ import annotations

from html import escape as text

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.selectors.labels import ADJOURNED, NOT_YET, waiting
from tournaments.selectors.standings import Rank, StandingsShown


def mark(adjourned: bool = False) -> SafeString:
    """Return the sign of a table without a result, with its word for screen readers."""
    word, sign = text(waiting(adjourned)), ADJOURNED if adjourned else NOT_YET
    return mark_safe(  # noqa: S308
        f'<i class=open title="{word}" aria-hidden=true>{sign}</i><span class=v>{word}</span>'
    )


def nothing_yet(row: Rank) -> bool:
    """Tell whether a player has no result at all, so that even the points are not known."""
    return row.waits and all(points is None for points in row.trail)


def rank(row: Rank, shown: StandingsShown) -> SafeString:
    """Return a row's rank; where its table has no result yet, in grey that of the round before."""
    return rank_before(row.before, shown.after_round) if row.waits else mark_safe(str(row.rank))  # noqa: S308


def rank_before(before: int | None, after_round: int) -> SafeString:
    """Return in grey the rank of the round ``before``, for a player without a result in ``after_round``."""
    if before is None:
        words = text(_("no rank yet"))
        return mark_safe(  # noqa: S308
            f'<i class=wait title="{words}"><span aria-hidden=true>–</span><span class=v>{words}</span></i>'
        )
    words = text(_("rank after round %(number)d") % {"number": after_round - 1})
    return mark_safe(  # noqa: S308
        f'<i class=wait title="{words}">{before}<span class=v> ({words})</span></i>'
    )
