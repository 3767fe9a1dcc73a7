"""Signs for tables without a result: not yet is not nought. The words come from ``selectors.labels``."""

from __future__ import annotations

from html import escape as text

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.selectors.labels import ADJOURNED, NOT_YET, waiting
from tournaments.selectors.standings import Rank


def mark(adjourned: bool = False) -> SafeString:
    """Return the sign of a table without a result, with its word for screen readers."""
    word, sign = text(waiting(adjourned)), ADJOURNED if adjourned else NOT_YET
    return mark_safe(  # noqa: S308
        f'<i class=open title="{word}" aria-hidden=true>{sign}</i><span class=v>{word}</span>'
    )


def rank(row: Rank) -> SafeString:
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
