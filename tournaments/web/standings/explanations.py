"""The reasons for a player's place in words: the sum of each value, and the criterion that decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.html import conditional_escape, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.brackets.knockout import ALIVE, BRACKET, EVERY_CRITERION, LIVES, PLACE, ROUND
from scoring.core.registry import Ending, find
from scoring.explain import POINTS, Above, Explanation, Missing, Term
from scoring.keizer import SCORE, Gain
from scoring.ladder import PLACE as LADDER_PLACE
from scoring.sections.groups import FINAL
from scoring.sections.groups import PLACE as GROUP_PLACE
from tournaments.selectors import labels
from tournaments.selectors.events.explanations import Insight, Step
from tournaments.selectors.rounds.colours import sum_of
from tournaments.sentences.points import readable
from tournaments.web.seats import Link

NOTHING = "–"
"""The sign for the direct encounter of a player who met none of those still tied, and for no place at a table."""

_BY = {
    POINTS: gettext_lazy("points"),
    SCORE: gettext_lazy("the Keizer score"),
    FINAL: gettext_lazy("the final that they play in"),
    GROUP_PLACE: gettext_lazy("the place in the final or group"),
    LADDER_PLACE: gettext_lazy("the place in the ladder"),
    ROUND: gettext_lazy("the round reached"),
    PLACE: gettext_lazy("the place at the last table"),
}


@dataclass(frozen=True, slots=True)
class Sum:
    """One value as a page shows it: ``sum`` is ``15½ = 6 + 4 + 5½``, ``terms`` name the origin of each part; ``of`` is
    the column of the standings that it stands in."""

    of: str
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
    """One step of a comparison: both values, and if it decided."""

    label: str
    first: str
    second: str
    decides: bool
    skipped: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two players side by side. ``sentence`` gives the reason."""

    higher: int
    lower: int
    sentence: SafeString
    criteria: list[Criterion]


def shown(value: Fraction) -> str:
    return readable(str(value))


_OUR_OWN = "Viertal:"
"""So begins the source of a tie-break that no rule book has: its label says all of it."""


def cited(source: str) -> str:
    """Return the source of a tie-break where it is a rule book; empty for the site's own."""
    return "" if source.startswith(_OUR_OWN) else source


def sums(insight: Insight, number: int, link: Link) -> list[Sum]:
    """Return a player's points and tie-breaks, each as the sum that made it."""
    nothing_yet = insight.nothing_yet(number)
    return [
        sum_of_value(value, link, insight.rules.two_colours, nothing_yet and not labels.is_given(value.code))
        for value in insight.values(number)
    ]


def sum_of_value(value: Explanation, link: Link, rule: str = "average", unknown: bool = False) -> Sum:
    """Return one value as the sum that made it; terms that were cut stand in brackets, as they do in its list.

    ``rule``: how the event counts two colours. ``unknown``: nothing of it is in yet.
    """
    sign = labels.NOT_YET if unknown else NOTHING if value.unmet else ""
    code, label = "", _("Points")
    if value.code != POINTS:
        code, label = labels.column(value.code), labels.tie_break(value.code)
    return Sum(
        of=value.code,
        code="" if label.startswith(f"{code}:") else code,
        label=label,
        source="" if value.code == POINTS else cited(value.source),
        value=sign or shown(value.value),
        sum=sign or _written(value),
        terms=[
            *((shown(term.amount), _whence(term, link, rule)) for term in value.terms),
            *((f"[{shown(term.amount)}]", _whence(term, link, rule, cut=True)) for term in value.cut),
        ],
        tied=_joined([link(number) for number in value.tied]),
        missing=[_missing(gap) for gap in value.missing],
    )


def _missing(gap: Missing) -> str:
    words = (
        _("The table of round %(number)d is adjourned: it counts once it is decided.")
        if gap.adjourned
        else _("Round %(number)d is being played: it counts once its result is in.")
    )
    return words % {"number": gap.round}


def _written(value: Explanation) -> str:
    cut = "".join(f" [{shown(term.amount)}]" for term in value.cut)
    if not value.terms:
        return f"{shown(value.value)} = 0{cut}" if cut else shown(value.value)
    total = " + ".join(shown(term.amount) for term in value.terms).replace("+ −", "− ")
    if value.ending is Ending.SUM:
        return f"{shown(value.value)} = {total}{cut}"
    sign = "≈" if value.ending is Ending.WHOLE_MEAN else "="
    return f"{shown(value.value)} {sign} ({total}) : {shown(value.count)}{cut}"


def _whence(term: Term, link: Link, rule: str, *, cut: bool = False) -> SafeString:
    """Return the origin of a term: opponent, round, and what is special about it."""
    parts: list[str] = []
    if term.opponent is not None:
        parts.append(link(term.opponent))
    if term.round is not None:
        parts.append(_("round %(number)d") % {"number": term.round})
    if term.begun:
        parts.append(_("starting score"))
    if term.penalty:
        parts.append(_("penalty: %(reason)s") % {"reason": term.reason})
    if term.gain is not None and term.worth is not None:
        parts.append(_gained(term.gain, term.worth))
    if term.colours:
        parts.append(_("two colours: %(sum)s") % {"sum": sum_of(term.colours, rule)})
    if term.worst:
        parts.append(_("not played: the worst score of the round"))
    if term.dummy:
        parts.append(_of_dummy(term))
    if term.times != 1:
        parts.append(_("%(part)s of the score") % {"part": shown(term.times)})
    if cut:
        parts.append(_("left out"))
    return _joined(parts)


def _of_dummy(term: Term) -> str:
    """Return the words for the score with which an unplayed round counts (C.07, 16.4)."""
    if not term.limited:
        return _("not played: counts with the player’s own score")
    if term.opponent is not None:
        return _("not played: counts with the opponent’s score, which is less than the player’s own")
    return _("not played: counts as draws in all rounds, which is less than the player’s own score")


def _gained(gain: Gain, worth: Fraction) -> str:
    """Say what brought a part of a Keizer score, and of which value: ``win: 1 × 43``."""
    return _("%(what)s: %(part)s × the value %(value)s") % {
        "what": labels.AWARDS[gain.award],
        "part": shown(gain.part),
        "value": shown(worth),
    }


def _joined(parts: Sequence[str]) -> SafeString:
    return format_html_join(", ", "{}", ((part,) for part in parts))


def _filled(sentence: str, **parts: str | int) -> SafeString:
    """Fill a translated sentence with links and values; what is not known as safe is escaped."""
    escaped = {name: part if isinstance(part, int) else conditional_escape(part) for name, part in parts.items()}
    return mark_safe(conditional_escape(sentence) % escaped)  # noqa: S308


def comparison(insight: Insight, number: int, other: int, link: Link) -> Comparison:
    """Compare two players of the table, criterion by criterion up to the one that decides."""
    above, steps = insight.compared(number, other)
    criteria = [
        Criterion(_name(step.code), *_values(insight, above, step), step.decides, _skipped(step.skipped))
        for step in steps
    ]
    return Comparison(above.higher, above.lower, _sentence(insight, above, link), criteria)


def _name(code: str) -> str:
    if code == POINTS:
        return _("Points")
    return labels.criterion(code) if code in EVERY_CRITERION else labels.column(code)


def _values(insight: Insight, above: Above, step: Step) -> tuple[str, str]:
    if step.code in (ALIVE, BRACKET):
        return _("yes") if step.one else _("no"), _("yes") if step.other else _("no")
    is_open = step.code not in EVERY_CRITERION and not labels.is_given(step.code)
    first, second = (
        labels.NOT_YET
        if is_open and insight.nothing_yet(who)
        else NOTHING
        if unmet or (step.code == PLACE and insight.withdrew(who))
        else shown(value)
        for who, value, unmet in zip((above.higher, above.lower), (step.one, step.other), step.unmet, strict=True)
    )
    return first, second


def _skipped(why: str) -> str:
    """Explain why a direct encounter decides nothing; empty where the players are equal in it."""
    if why == "not met":
        return _("Skipped: the two have not met.")
    if why == "not all met":
        return _("Skipped: not all tied players have met, and a missing meeting could change the order.")
    return ""


def _lower_first(code: str) -> bool:
    parsed, entry = find(code)
    return entry.lower_first != parsed.reverse


def _sentence(insight: Insight, above: Above, link: Link) -> SafeString:
    names: dict[str, str] = {"higher": link(above.higher), "lower": link(above.lower)}
    if above.open:
        if len(above.open) == 2:
            sentence = _(
                "It is still open whether %(higher)s or %(lower)s is ahead: "
                "neither has a result in round %(round)d yet."
            )
        else:
            sentence = _(
                "It is still open whether %(higher)s or %(lower)s is ahead: "
                "%(open)s has no result in round %(round)d yet."
            )
        return _filled(sentence, **names, open=link(above.open[0]), round=insight.after_round)
    if above.code is None:
        return _filled(_("%(higher)s and %(lower)s are equal in everything and share a rank."), **names)
    assert above.higher_value is not None and above.lower_value is not None
    if above.code == BRACKET:
        return _filled(_("%(lower)s came into the consolation, %(higher)s did not."), **names)
    if above.code == LIVES and above.lower_value:
        return _filled(_("%(higher)s has not lost yet, %(lower)s has lost once."), **names)
    if above.code in (ALIVE, LIVES):
        return _filled(_("%(higher)s is still in, %(lower)s is out."), **names)
    if above.code == PLACE and insight.withdrew(above.lower):
        return _filled(_("%(lower)s has withdrawn."), **names)
    if above.higher_value == above.lower_value:
        sentence = _("%(higher)s is ahead of %(lower)s on %(by)s among the players still tied with both.")
    elif above.code not in _BY and _lower_first(above.code):
        sentence = _(
            "%(higher)s is ahead of %(lower)s on %(by)s: %(one)s against %(other)s; the lower number ranks higher."
        )
    else:
        sentence = _("%(higher)s is ahead of %(lower)s on %(by)s: %(one)s against %(other)s.")
    values = {"one": shown(above.higher_value), "other": shown(above.lower_value)}
    return _filled(sentence, **names, by=str(_BY.get(above.code) or labels.column(above.code)), **values)
