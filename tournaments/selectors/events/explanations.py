"""The explanation of the standings: one tournament's sums, meetings and matches, worked out once a version.

What is worked out is kept in the process for the few events that are asked about at the moment. It holds numbers only;
names come from ``selectors.shown_names`` each time.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from threading import Lock

from games.core.notices import Notice
from scoring.brackets.knockout import table_size
from scoring.core.history import History
from scoring.crosstable import Row, crosstable
from scoring.documents.document import DocumentError, Event
from scoring.explain import POINTS, Above, Explainer, Explanation
from scoring.input.rules import ScoringRules, rules_of
from scoring.ranking import Order
from scoring.sections.teams import team_order
from scoring.standings import order_of, tables_entered
from tournaments.domain.locks import snapshot
from tournaments.models import Tournament
from tournaments.pairing.bracket.drawn import Drawing, drawings
from tournaments.selectors.events.events import event_of

KEPT = 6


@dataclass(frozen=True, slots=True)
class Step:
    """A criterion of a comparison: its code, both values, the higher player's first, and whether it decided.

    ``skipped`` says why a direct encounter did not: ``not met``, or ``not all met``; ``unmet`` of whom it says
    nothing, as
    they met nobody of the tied.
    """

    code: str
    one: Fraction
    other: Fraction
    decides: bool
    skipped: str = ""
    unmet: tuple[bool, bool] = (False, False)


@dataclass(slots=True)
class Insight:
    """One event after a round. ``dropped``: tie-breaks that cannot be used here, with the reason."""

    event: Event
    after_round: int
    explainer: Explainer
    _grid: tuple[Row, ...] | None = field(default=None, repr=False)
    _drawn: list[Drawing] | None = field(default=None, repr=False)

    @property
    def order(self) -> Order:
        return self.explainer.order

    @property
    def history(self) -> History:
        return self.explainer.history

    @property
    def dropped(self) -> Mapping[str, Notice]:
        return self.order.dropped

    @property
    def rules(self) -> ScoringRules:
        return rules_of(self.event)

    def values(self, number: int) -> list[Explanation]:
        """Return a player's points and tie-breaks, in the order in which they count."""
        return [self.explainer.explain(number, code) for code in (POINTS, *self.order.codes)]

    def above(self, one: int, other: int) -> Above:
        return self.explainer.above(one, other)

    def compared(self, one: int, other: int) -> tuple[Above, tuple[Step, ...]]:
        """Compare two players of the table, criterion by criterion up to the decisive one; the later ones played no
        part."""
        above = self.above(one, other)
        steps = []
        for code in self.order.criteria:
            both = above.higher, above.lower
            one, other = (self.explainer.value(who, code) for who in both)
            decides = code == above.code and not above.open
            skipped = "" if code == above.code else self.explainer.skipped(*both, code)
            met_none = self.order.unmet.get(code, frozenset())
            unmet = above.higher in met_none, above.lower in met_none
            steps.append(Step(code, one, other, decides, skipped, unmet))
            if code == above.code:
                break
        return above, tuple(steps)

    @property
    def half(self) -> bool:
        """Return whether the last round has a table without a result."""
        entered, tables = tables_entered(self.event, self.after_round)
        return entered < tables

    def nothing_yet(self, number: int) -> bool:
        """Tell whether a player has no result at all yet and waits for one, so that the points are not known either."""
        return self.history.nothing_yet(number)

    @property
    def open(self) -> bool:
        """Return whether a result is missing, so that what is shown is provisional."""
        return any(not table.entered for round_ in self.event.rounds for table in round_.tables)

    def neighbours(self, number: int) -> tuple[int | None, int | None]:
        """Return the players next above and next below a player; both None for a player who is not in the table."""
        order = self.order.participants
        if number not in self.order.ranks:
            return None, None
        at = order.index(number)
        return (order[at - 1] if at else None), (order[at + 1] if at + 1 < len(order) else None)

    def withdrew(self, number: int) -> bool:
        """Tell whether a player of a knockout has withdrawn while still in: then no table put them below others."""
        reached, left = self.order.reached, self.event.players[number - 1].left
        return reached is not None and left is not None and reached[number].place > table_size(self.event)

    def crosstable(self) -> tuple[Row, ...]:
        """Return everybody's meetings, in the order of the standings."""
        if self._grid is None:
            self._grid = crosstable(self.event, self.after_round)
        return self._grid

    def drawings(self) -> list[Drawing]:
        """Return the brackets of the event as they are drawn."""
        if self._drawn is None:
            self._drawn = drawings(self.event)
        return self._drawn

    @property
    def team_ranks_before(self) -> Mapping[int, int]:
        """Return the teams' ranks after the round before, by their numbers; empty before the second round."""
        if self.after_round < 2:
            return {}
        history, _order = order_of(self.event, self.after_round - 1)
        return team_order(self.event, history, self.rules)[1].ranks

    def teams(self) -> Teams:
        histories, order = team_order(self.event, self.history, self.rules)
        return Teams(self.event, histories[None], histories["GP"], order, self.rules.teams.score == "match")


@dataclass(frozen=True)
class Teams:
    """The teams' rounds and order; a team's number is its place in the document, from 1.

    ``history`` is what decides, ``boards`` the board points of matches (the same where there are none).
    """

    event: Event
    history: History
    boards: History
    order: Order
    matches: bool

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Return team numbers by their short names."""
        return {team.id: number for number, team in enumerate(self.event.teams, 1)}


_kept: OrderedDict[tuple[int, int, int], Insight] = OrderedDict()
_guard = Lock()


def insight(tournament_id: int, after: int | None = None) -> Insight | None:
    """Return the insight into a tournament after a shown round (the newest where None).

    None where that round is not shown, or where its settings cannot be scored. One query where it is known
    already, seven where not.
    """
    with snapshot():
        version = Tournament.objects.filter(pk=tournament_id).values_list("results_version", flat=True).first()
        if version is None:
            return None
        key = (tournament_id, version, -1 if after is None else after)
        with _guard:
            if key in _kept:
                _kept.move_to_end(key)
                return _kept[key]
        event = event_of(Tournament.objects.get(pk=tournament_id))
    counted = len(event.rounds) if after is None else after
    if not 0 <= counted <= len(event.rounds):
        return None
    try:
        result = Insight(event, counted, Explainer(event, counted))
    except DocumentError:
        return None
    with _guard:
        _kept[key] = result
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return result
