"""The sums behind the order for programs: what puts a player where they stand."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request

from scoring.explain import POINTS, Explanation
from tournaments.api.core.answers import Answer, Source, members
from tournaments.api.core.enums import Gap, Skipped, SumEnding
from tournaments.api.core.openapi import reads
from tournaments.api.public.standings import SAME, OrderView, state_of
from tournaments.models import Tournament
from tournaments.selectors import labels
from tournaments.selectors.events.explanations import Insight
from tournaments.sentences import sentence
from tournaments.web.standings.explanations import cited


class TermOut(Answer):
    amount: str
    round: int | None
    opponent: int | None
    dummy: Annotated[bool, "The round was not played and counts against a dummy (C.07, 16.4)."]
    reason: Annotated[str, "Of a penalty."]
    colours: Annotated[list[str], "Of the points of a round what each of two colours brought (QC 6.4); else empty."]
    times: Annotated[str, "How often it counts in a mean: less than `1` where a cut takes a part of it."]


class MissingOut(Answer):
    round: int
    state: Gap


class ValueOut(Answer):
    code: Annotated[str, "`points`, or a tie-break's."]
    label: str
    source: Annotated[str, "The rule book that has it; empty for the site's own."]
    value: str
    text: Annotated[str, "The whole sum, such as `BH 31/2 = 6 + 4 + 11/2`."]
    ending: Annotated[SumEnding, Source("ending.value")]
    terms: list[TermOut]
    cut: list[TermOut]
    tied: list[int]
    missing: Annotated[list[MissingOut], "The rounds that are not in the points yet."]


class CriterionOut(Answer):
    code: Annotated[
        str,
        "`points`, a tie-break's, or in a knockout `alive`, `round` (reached), `place` (at the last table), `lives` "
        "(the defeats left in a double elimination), `bracket` (1: not in the consolation).",
    ]
    label: str
    higher: Annotated[str, Source("one")]
    lower: Annotated[str, Source("other")]
    decides: bool
    skipped: Annotated[
        Skipped, "Why a direct encounter parts nobody: the two, or not all who are tied, have met (C.07, 6.3)."
    ]


class ComparedOut(Answer):
    higher: int
    lower: int
    decided_by: Annotated[
        str | None, "Null: equal in everything, they share a rank; or not settled yet, where `open` names somebody."
    ]
    open: Annotated[
        list[int], "Those of the two without a result in the last round, which can still change who is above."
    ]
    among_tied: Annotated[bool, "It decided among those who were still tied with both."]
    criteria: Annotated[list[CriterionOut], "Up to the one that decided."]


class WhyOut(Answer):
    after_round: int
    provisional: bool
    player: int
    rank: int | None
    waits: Annotated[bool, "The table of the last round has no result yet: the rank is not settled."]
    values: list[ValueOut]
    above: Annotated[ComparedOut | None, "With who stands next above."]
    below: Annotated[ComparedOut | None, "With who stands next below."]
    dropped: Annotated[dict[str, str], "Tie-breaks that do not count here, and why."]


class ComparisonOut(ComparedOut):
    after_round: int
    provisional: bool
    values: Annotated[dict[str, list[ValueOut]], "The sums of both, by pairing number."]


A_TERM = {"amount": "6", "round": 1, "opponent": 4, "dummy": False, "reason": "", "colours": [], "times": "1"}
A_VALUE = {
    "code": "BH",
    "label": "Buchholz: the sum of the opponents’ scores",
    "source": "FIDE Handbook C.07, article 8",
    "value": "31/2",
    "text": "BH 31/2 = 6 + 4 + 11/2",
    "ending": "sum",
    "terms": [A_TERM],
    "cut": [],
    "tied": [],
    "missing": [],
}
A_COMPARISON = {
    "higher": 2,
    "lower": 1,
    "decided_by": "BH",
    "open": [],
    "among_tied": False,
    "criteria": [
        {"code": "points", "label": "Points", "higher": "12", "lower": "12", "decides": False, "skipped": ""},
        {
            "code": "BH",
            "label": "Buchholz: the sum of the opponents’ scores",
            "higher": "16",
            "lower": "31/2",
            "decides": True,
            "skipped": "",
        },
    ],
}


@reads(
    "standings_explain",
    "Explain the rank of a player",
    WhyOut,
    answered=SAME
    | {
        "player": 1,
        "rank": 2,
        "waits": False,
        "values": [A_VALUE],
        "above": A_COMPARISON,
        "below": None,
        "dropped": {},
    },
)
class Why(OrderView):
    """A player's values as sums, and what put the neighbours above and below."""

    def make(
        self, request: Request, tournament: Tournament, number: int = 0, after: int | None = None, **arguments: Any
    ) -> Any:
        basis = self.insight(tournament, after)
        _known(basis, number)
        above, below = basis.neighbours(number)
        return WhyOut(
            **state_of(basis),
            player=number,
            rank=basis.order.ranks.get(number),
            waits=basis.history.waits(number),
            values=[a_value(value) for value in basis.values(number)],
            above=None if above is None else _compared(basis, above, number),
            below=None if below is None else _compared(basis, number, below),
            dropped={code: sentence(reason) for code, reason in basis.dropped.items()},
        )


@reads("standings_explain_after", "Explain the rank of a player after a round", WhyOut)
class WhyAfter(Why):
    """The same after a round."""


@reads(
    "standings_compare",
    "Compare two players",
    ComparisonOut,
    answered=SAME | A_COMPARISON | {"values": {"1": [A_VALUE], "2": [A_VALUE]}},
)
class WhyBoth(OrderView):
    """The comparison that put one player above another."""

    def make(
        self,
        request: Request,
        tournament: Tournament,
        number: int = 0,
        other: int = 0,
        after: int | None = None,
        **arguments: Any,
    ) -> Any:
        basis = self.insight(tournament, after)
        for who in (number, other):
            _known(basis, who)
            if who not in basis.order.ranks:
                raise Http404(_("Player %(number)d is not in the standings.") % {"number": who})
        if number == other:
            raise Http404(_("Choose two different players to compare."))
        compared = _compared(basis, number, other)
        looked = len(compared.criteria)
        values = {str(who): [a_value(value) for value in basis.values(who)[:looked]] for who in (number, other)}
        return ComparisonOut(**state_of(basis), **members(compared), values=values)


@reads("standings_compare_after", "Compare two players after a round", ComparisonOut)
class WhyBothAfter(WhyBoth):
    """The same after a round."""


def _known(basis: Insight, number: int) -> None:
    if not 1 <= number <= len(basis.event.players):
        raise Http404(_("There is no player %(number)d.") % {"number": number})


def _label(code: str) -> str:
    return _("Points") if code == POINTS else labels.criterion(code)


def a_value(value: Explanation) -> ValueOut:
    """Write a value as the sum that made it."""
    return ValueOut.of(
        value,
        label=_label(value.code),
        source=cited(value.source),
        missing=[MissingOut.of(gap, state="adjourned" if gap.adjourned else "playing") for gap in value.missing],
    )


def _compared(basis: Insight, number: int, other: int) -> ComparedOut:
    above, steps = basis.compared(number, other)
    return ComparedOut.of(
        above,
        decided_by=None if above.open else above.code,
        among_tied=not above.open and above.code is not None and above.higher_value == above.lower_value,
        criteria=[CriterionOut.of(step, label=_label(step.code)) for step in steps],
    )
