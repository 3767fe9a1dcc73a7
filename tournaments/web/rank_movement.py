"""How ranks moved, as a picture and as the table that says the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape as text

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.selectors.rank_movement import Moved, Step
from tournaments.sentences.points import readable
from tournaments.web import charts

Link = Callable[[int], str]

TOPS = (8, 16, 32)
FEW = 16
"""Up to so many players everybody's line is drawn in full."""
ALL = 200
"""Up to so many players the whole field is drawn, the first ones in full and the others in grey."""
AROUND = 4
MOST_ROUNDS = 60
"""The newest rounds only, where there are more."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which lines are drawn: ``numbers`` in full, by rank, and in grey everybody where ``field``.

    Ranks from ``low`` to ``high`` have rows. ``kind``: ``all``, ``field``, ``top`` or ``around``.
    """

    kind: str
    numbers: tuple[int, ...]
    low: int
    high: int
    field: bool = False


def choose(found: Moved, top: int | None, number: int | None) -> Choice:
    """What to draw: around a player, the first so many, or what is readable for the size of the event."""
    order = sorted(found.ranks, key=lambda who: (found.last(who), who))
    if number is not None:
        at = order.index(number)
        near = order[max(0, at - AROUND) : at + AROUND + 1]
        ranks = [rank for who in near for rank in found.ranks[who][-MOST_ROUNDS:] if rank is not None]
        low, high = (min(ranks), max(ranks)) if ranks else (1, 1)
        return Choice("around", (number, *(who for who in near if who != number)), low, high)
    everybody = len(order)
    if top is None and everybody <= FEW:
        return Choice("all", tuple(order), 1, max(1, everybody))
    if top is None and everybody <= ALL:
        return Choice("field", tuple(order[: charts.LOOKS]), 1, everybody, field=True)
    size = min(top or FEW, everybody)
    return Choice("top", tuple(order[:size]), 1, max(1, size))


def picture(found: Moved, choice: Choice, names: Mapping[int, str]) -> SafeString:
    """The picture; the line of the player around whom it is drawn is the first look, the strongest."""
    at = slice(-MOST_ROUNDS, None)
    lines = [
        charts.Line(names.get(who, f"#{who}"), found.ranks[who][at], look, look == 0 and choice.kind == "around")
        for look, who in enumerate(choice.numbers)
    ]
    if choice.field:
        drawn = set(choice.numbers)
        lines += [charts.Line("", ranks[at]) for who, ranks in found.ranks.items() if who not in drawn]
    columns = [_("R%(number)d") % {"number": number} for number in found.rounds[at]]
    title = _("Ranks after each round; the table below shows the same.")
    return charts.bump(columns, lines, choice.low, choice.high, title)


def table(found: Moved, choice: Choice, link: Link) -> SafeString:
    """The ranks of those who are drawn in full, newest first to last, and how each moved in the last round."""
    at = slice(-MOST_ROUNDS, None)
    head = "".join(f"<th scope=col>{text(_('R%(number)d') % {'number': number})}" for number in found.rounds[at])
    rows = []
    for who in sorted(choice.numbers, key=lambda one: (found.last(one), one)):
        ranks = found.ranks[who][at]
        cells = "".join(f"<td>{'–' if rank is None else rank}" for rank in ranks)
        rows.append(f"<tr><td>{ranks[-1] or '–'}<th scope=row>{link(who)}{_change(ranks)}{cells}")
    return mark_safe(  # noqa: S308
        '<table class="standings moved" aria-labelledby=movement-table>'
        f'<thead><tr><th scope=col><abbr title="{text(_("Rank"))}">#</abbr>'
        f"<th scope=col>{text(_('Player'))}{head}<tbody>{''.join(rows)}</table>"
    )


def _change(ranks: tuple[int | None, ...]) -> str:
    if len(ranks) < 2 or ranks[-1] is None or ranks[-2] is None or ranks[-1] == ranks[-2]:
        return ""
    by = ranks[-2] - ranks[-1]
    words = (_("up %(by)d") if by > 0 else _("down %(by)d")) % {"by": abs(by)}
    return (
        f" <small class={'rose' if by > 0 else 'fell'}><span aria-hidden=true>{'▲' if by > 0 else '▼'}{abs(by)}"
        f"</span><span class=v>{text(words)}</span></small>"
    )


def running(steps: Sequence[Step]) -> SafeString:
    """One player's rank after each round as a picture; nothing for a single round."""
    newest = steps[-MOST_ROUNDS:]
    if len(newest) < 2:
        return mark_safe("")
    columns = [_("R%(number)d") % {"number": step.round} for step in newest]
    title = _("Rank after each round; the table of rounds shows the same.")
    return charts.ranks(columns, [step.rank for step in newest], title)


def after(number: int, steps: Sequence[Step]) -> str:
    """A player's rank and points after a round, in a few words; nothing where there are no standings."""
    for step in steps:
        if step.round == number:
            return _("rank %(rank)d, points %(points)s") % {
                "rank": step.rank,
                "points": readable(step.points),
            }
    return ""
