"""Why somebody stands where he stands, in words: each value's sum, and what put one above another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape as text

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.explain import POINTS, Above, Explanation, Missing, Term
from scoring.knockout import ALIVE, CRITERIA, PLACE, ROUND
from scoring.registry import Ending, find
from tournaments.selectors import labels
from tournaments.selectors.colours import sum_of
from tournaments.selectors.explanations import Insight, Step
from tournaments.selectors.shown_names import Person
from tournaments.sentences.points import readable

Link = Callable[[int], str]

NOTHING = "–"
"""Stands for a direct encounter of somebody who met none of those still tied."""

_BY = {
    POINTS: gettext_lazy("points"),
    ROUND: gettext_lazy("the round reached"),
    PLACE: gettext_lazy("the place at the last table"),
}


@dataclass(frozen=True, slots=True)
class Sum:
    """One value as a page shows it: ``sum`` is ``15½ = 6 + 4 + 5½``, ``terms`` say where each part is from."""

    code: str
    label: str
    source: str
    value: str
    sum: str
    terms: list[tuple[str, SafeString]]
    tied: SafeString
    missing: list[str]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One step of a comparison: both values, and whether it decided."""

    label: str
    one: str
    other: str
    decides: bool
    skipped: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two players side by side. ``sentence`` says what put the first above the second."""

    higher: int
    lower: int
    sentence: SafeString
    criteria: list[Criterion]


def shown(value: Fraction) -> str:
    return readable(str(value))


def sums(found: Insight, number: int, link: Link) -> list[Sum]:
    """A player's points and tie-breaks, each as the sum that made it."""
    nothing_yet = found.nothing_yet(number)
    return [
        a_sum(one, link, found.rules.two_colours, nothing_yet and one.code == POINTS) for one in found.values(number)
    ]


def a_sum(one: Explanation, link: Link, rule: str = "average", unknown: bool = False) -> Sum:
    """One value as the sum that made it; terms that were cut stand in brackets, as they do in its list.

    ``rule``: what the event makes of two colours. ``unknown``: nothing of it is in yet.
    """
    sign = labels.NOT_YET if unknown else NOTHING if one.unmet else ""
    tied = ", ".join(link(number) for number in one.tied)
    return Sum(
        code="" if one.code == POINTS else one.code,
        label=_("Points") if one.code == POINTS else labels.tie_break(one.code),
        source="" if one.code == POINTS else one.source,
        value=sign or shown(one.value),
        sum=sign or _written(one),
        terms=[
            *((shown(term.amount), _whence(term, link, rule)) for term in one.terms),
            *((f"[{shown(term.amount)}]", _whence(term, link, rule, cut=True)) for term in one.cut),
        ],
        tied=mark_safe(tied),  # noqa: S308
        missing=[_missing(gap) for gap in one.missing],
    )


def _missing(gap: Missing) -> str:
    words = (
        _("The table of round %(number)d is adjourned: it counts once it is decided.")
        if gap.adjourned
        else _("Round %(number)d is being played: it counts once its result is in.")
    )
    return words % {"number": gap.round}


def _written(one: Explanation) -> str:
    cut = "".join(f" [{shown(term.amount)}]" for term in one.cut)
    if not one.terms:
        return f"{shown(one.value)} = 0{cut}" if cut else shown(one.value)
    total = " + ".join(shown(term.amount) for term in one.terms).replace("+ −", "− ")
    if one.ending is Ending.SUM:
        return f"{shown(one.value)} = {total}{cut}"
    sign = "≈" if one.ending is Ending.WHOLE_MEAN else "="
    return f"{shown(one.value)} {sign} ({total}) : {len(one.terms)}{cut}"


def _whence(term: Term, link: Link, rule: str, *, cut: bool = False) -> SafeString:
    """Where a term comes from: round, opponent, and what is special about it."""
    parts = []
    if term.opponent is not None:
        parts.append(link(term.opponent))
    if term.round is not None:
        parts.append(text(_("round %(number)d") % {"number": term.round}))
    if term.colours:
        parts.append(text(_("two colours: %(sum)s") % {"sum": sum_of(term.colours, rule)}))
    if term.dummy:
        parts.append(text(_("not played: counts with the player’s own score")))
    if cut:
        parts.append(text(_("left out")))
    return mark_safe(", ".join(parts))  # noqa: S308


def comparison(found: Insight, one: int, other: int, link: Link) -> Comparison:
    """Two players of the table, criterion by criterion up to the one that decides."""
    above, steps = found.compared(one, other)
    criteria = [
        Criterion(_name(step.code), *_values(found, above, step), step.decides, _skipped(step.skipped))
        for step in steps
    ]
    return Comparison(above.higher, above.lower, _sentence(found, above, link), criteria)


def _name(code: str) -> str:
    if code == POINTS:
        return _("Points")
    return labels.criterion(code) if code in CRITERIA else code


def _values(found: Insight, above: Above, step: Step) -> tuple[str, str]:
    if step.code == ALIVE:
        return _("yes") if step.one else _("no"), _("yes") if step.other else _("no")
    one, other = (
        NOTHING if unmet else labels.NOT_YET if step.code == POINTS and found.nothing_yet(who) else shown(value)
        for who, value, unmet in zip((above.higher, above.lower), (step.one, step.other), step.unmet, strict=True)
    )
    return one, other


def _skipped(why: str) -> str:
    """Why a direct encounter parts nobody, as a sentence; nothing where they are equal in it."""
    if why == "not met":
        return _("Skipped: the two have not met.")
    if why == "not all met":
        return _("Skipped: not all who are tied have met, and a missing meeting could change the order.")
    return ""


def _lower_first(code: str) -> bool:
    parsed, entry = find(code)
    return entry.lower_first != parsed.reverse


def _sentence(found: Insight, above: Above, link: Link) -> SafeString:
    names = {"higher": link(above.higher), "lower": link(above.lower)}
    if above.open:
        if len(above.open) == 2:
            words = _(
                "It is still open whether %(higher)s or %(lower)s is ahead: "
                "neither has a result in round %(round)d yet."
            )
        else:
            words = _(
                "It is still open whether %(higher)s or %(lower)s is ahead: "
                "%(open)s has no result in round %(round)d yet."
            )
        named = {"open": link(above.open[0]), "round": found.after_round}
        return mark_safe(text(words) % (names | named))  # noqa: S308
    if above.code is None:
        words = text(_("%(higher)s and %(lower)s are equal in everything and share a rank."))
        return mark_safe(words % names)  # noqa: S308
    assert above.higher_value is not None and above.lower_value is not None
    if above.code == ALIVE:
        return mark_safe(text(_("%(higher)s is still in, %(lower)s is out.")) % names)  # noqa: S308
    by = _BY.get(above.code, above.code)
    values = {
        "by": text(str(by)),
        "one": text(shown(above.higher_value)),
        "other": text(shown(above.lower_value)),
    }
    if above.higher_value == above.lower_value:
        words = text(_("%(higher)s is ahead of %(lower)s on %(by)s among the players still tied with both."))
    elif above.code not in _BY and _lower_first(above.code):
        words = text(
            _("%(higher)s is ahead of %(lower)s on %(by)s: %(one)s against %(other)s; the lower number ranks higher.")
        )
    else:
        words = text(_("%(higher)s is ahead of %(lower)s on %(by)s: %(one)s against %(other)s."))
    return mark_safe(words % (names | values))  # noqa: S308


def left_out(found: Insight, people: Mapping[int, Person], link: Link) -> list[tuple[SafeString, str]]:
    """Who is not in the table by the event's rules, and why."""
    rules = found.rules
    out = [number for number in people if number not in found.order.ranks]
    return [
        (
            mark_safe(link(number)),  # noqa: S308
            _("expelled")
            if number in rules.expelled_players
            else _("withdrawn")
            if people[number].left is not None
            else _("fewer than half of the games played"),
        )
        for number in out
    ]
