"""Tables nearest in score, seats and strengths, and a bound that no tables go below: set partitioning.

A linear program over all tables, made as its prices ask for them, gives each player a price. Rounded to whole numbers,
the prices bound exactly what any tables cost. Better tables than those known consist of columns that cost little more
than the prices of their players; from these HiGHS makes the best. (Column generation: Dantzig and Wolfe 1960. What
HiGHS says in floats is taken for a price or for tables, and both are then reckoned in whole numbers; for a bound alone
where it says that it has gone through every division of the columns it was given.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tournaments.pairing.power.columns import Columns, columns
from tournaments.pairing.power.cost import Field, Weights

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Whole = npt.NDArray[np.int64]
    Truth = npt.NDArray[np.bool_]

FINE = 1024
"""Prices are whole numbers of this part of a step of cost."""

STEPS = (500, 1500, 4000, 10_000)
"""So many columns, those least above their price, HiGHS chooses from; more where the bound is not reached."""

PRIME, MIXED = 1_000_003, 618_041
"""Of columns equally far above their price those taken first lie all over the field."""

NODES = 200
"""Branches that HiGHS looks at: counted, not timed."""

PATIENCE = 8.0
"""Seconds after which HiGHS gives up one question, so that a slow machine pairs, too: what is found by then counts, and
nothing is proven of the rest. Questions take a fraction of it."""


OPTIONS = {"output_flag": False, "threads": 1, "time_limit": PATIENCE, "mip_max_nodes": NODES, "mip_rel_gap": 0.0}
"""HiGHS's own; one thread, so that every machine looks at the same branches."""


@dataclass(frozen=True, slots=True)
class Closest:
    """Tables, and what they cost in scores, seats and strengths.

    ``bound``: no tables with no more forbidden pairs, earlier short tables and meetings cost less.
    """

    tables: list[list[int]]
    cost: int
    bound: int


def countable(field: Field, w: Weights, tables: Sequence[Sequence[int]]) -> bool:
    """Return whether what any tables cost stays a whole number of 64 bits: scores of a declared game may be large."""
    size, times = max(map(len, tables)), max((max(met.values(), default=0) for met in field.met), default=0)
    pair = w.score * (max(field.scores) - min(field.scores)) ** 2 + w.fold + (0 if w.strict else w.meeting * times)
    return (pair * size * (size - 1) // 2 + w.seat * size) * FINE * len(tables) < 2**62


def closest(field: Field, w: Weights, tables: Sequence[Sequence[int]]) -> Closest:
    """Return the best tables found that are no worse than ``tables`` in what outweighs the rest, with their bound.

    The sizes stay. All possible tables are held at once (``columns.how_many``).
    """
    every = columns(field, w, tables)
    program = _Program(every, every.places(tables))
    if not program.proven:
        program.price()
    for most in STEPS:
        if program.proven:
            break
        program.choose(most)
    return Closest(every.tables(program.best), program.cost * every.step, program.bound * every.step)


class _Program:
    """A set partitioning, with the best division known and the bound, in steps of cost.

    ``above``: what each column costs more than the prices of its players, in fine parts, never below 0. ``base``: the
    prices of all. Any division costs ``base`` at least, and what its columns are above.
    """

    def __init__(self, every: Columns, start: list[int]) -> None:
        import numpy as np

        self.every = every
        self.best = start
        self.cost = int(every.cost[start].sum())
        self.bound = 0
        self.base = 0
        self.above: Whole = every.cost * FINE
        self.burdened = [at for at, burden in enumerate(every.burdens) if burden.any()]
        self.limits = np.array([every.limits[at] for at in self.burdened], dtype=np.float64)
        self.rows = np.array([1] * every.people + [*every.counts], dtype=np.float64)

    @property
    def proven(self) -> bool:
        return self.bound >= self.cost

    def price(self) -> None:
        """Give players and sizes prices by the linear program, adding columns below their price until none is."""
        import numpy as np

        active = np.zeros(len(self.every.cost), dtype=bool)
        active[np.argsort(self.every.cost, kind="stable")[: 20 * self.every.people]] = True
        active[self.best] = True
        while not self.proven:
            over = self._solve_relaxed(np.flatnonzero(active))
            if over is None:
                return
            below = np.flatnonzero((over < -FINE // 2) & ~active)
            if not below.size:
                return
            active[below[np.argsort(over[below], kind="stable")[: 10 * self.every.people]]] = True

    def _solve_relaxed(self, chosen: Whole) -> Whole | None:
        """Solve the linear program over these columns; return what every column costs above the prices."""
        import highspy
        import numpy as np

        every = self.every
        solved = self._solved(chosen)
        if solved.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            return None
        prices = _fine(solved.getSolution().row_dual)
        players, rows = every.people, len(self.rows)
        over: Whole = every.cost * FINE - np.append(prices[:players], 0)[every.players].sum(axis=1)
        over -= prices[players:rows][every.kind]
        base = int(prices[:rows] @ self.rows.astype(np.int64))
        for at, penalty in zip(self.burdened, prices[rows:], strict=True):
            charge = min(0, int(penalty))
            over -= charge * every.burdens[at].astype(np.int64)
            base += charge * every.limits[at]
        self._keep(over, base)
        return over

    def _keep(self, over: Whole, base: int) -> None:
        """Keep these prices where they bound better; a size with columns below them is priced lower first."""
        above = over.copy()
        for kind, count in enumerate(self.every.counts):
            mine = self.every.kind == kind
            lower = min(0, int(over[mine].min()))
            above[mine] -= lower
            base += count * lower
        if base > self.base:
            self.base, self.above = base, above
            self.bound = max(self.bound, -(-base // FINE))

    def choose(self, most: int) -> None:
        """Let HiGHS make the best division of the ``most`` columns least above their price, and raise the bound by what
        a division with any other column costs."""
        import numpy as np

        near = np.flatnonzero(self.above < self.cost * FINE - self.base)
        near = near[np.lexsort((near * MIXED % PRIME, self.above[near]))]
        chosen, others = near[:most], near[most:]
        found = self._solve_whole(chosen)
        least = self.cost if not others.size else -(-(self.base + int(self.above[others[0]])) // FINE)
        self.bound = max(self.bound, min(self.cost, found, least))

    def _solve_whole(self, chosen: Whole) -> int:
        """Take the best division of these columns, if it is better; return what none of them costs less than."""
        import highspy
        import numpy as np

        solved = self._solved(chosen, whole=True)
        if solved.getInfo().primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible:
            taken = [int(at) for at in chosen[np.array(solved.getSolution().col_value) > 0.5]]
            cost = int(self.every.cost[taken].sum())
            if cost < self.cost and self._divides(taken):
                self.best, self.cost = taken, cost
        complete = highspy.HighsModelStatus.kOptimal, highspy.HighsModelStatus.kInfeasible
        return self.cost if solved.getModelStatus() in complete else 0

    def _divides(self, taken: list[int]) -> bool:
        """Return whether these columns seat everybody once, within the limits."""
        players = sorted(p for table in self.every.tables(taken) for p in table)
        burdens = self.every.burdens[:, taken].sum(axis=1)
        return players == [*range(self.every.people)] and all(burdens <= self.every.limits)

    def _solved(self, chosen: Whole, *, whole: bool = False) -> Any:
        """Return HiGHS when it has divided the field among these columns, in whole ones or in parts of them.

        Its rows are the players, the sizes, and the burdens with a limit.
        """
        import highspy
        import numpy as np

        players = self.every.players[chosen]
        burdens = self.every.burdens[self.burdened][:, chosen].T
        last = len(self.rows) + np.broadcast_to(np.arange(burdens.shape[1]), burdens.shape)
        rows = np.concatenate([players, self.every.people + self.every.kind[chosen][:, None], last], axis=1)
        values = np.concatenate([players < self.every.people, np.ones((len(chosen), 1)), burdens], axis=1)
        there = values != 0
        lp = highspy.HighsLp()
        lp.num_col_, lp.num_row_ = len(chosen), len(self.rows) + len(self.burdened)
        lp.col_cost_ = self.every.cost[chosen].astype(np.float64)
        lp.col_lower_, lp.col_upper_ = np.zeros(len(chosen)), np.full(len(chosen), 1.0 if whole else np.inf)
        lp.row_lower_ = np.concatenate([self.rows, np.full(len(self.burdened), -np.inf)])
        lp.row_upper_ = np.concatenate([self.rows, self.limits])
        lp.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        lp.a_matrix_.start_ = np.append(0, there.sum(axis=1).cumsum())
        lp.a_matrix_.index_, lp.a_matrix_.value_ = rows[there], values[there]
        if whole:
            lp.integrality_ = [highspy.HighsVarType.kInteger] * len(chosen)
        highs = highspy.Highs.__bases__[0]()  # the class around HiGHS itself prints its name, silent or not
        for name, value in OPTIONS.items():
            highs.setOptionValue(name, value)
        highs.passModel(lp)
        highs.run()
        return highs


def _fine(prices: Any) -> Whole:
    import numpy as np

    out: Whole = np.rint(np.asarray(prices) * FINE).astype(np.int64)
    return out
