"""The standings that everyone may see, as they were computed last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import models
from django.db.models import Func, Value
from django.utils.translation import gettext as _

from scoring import keizer, ladder
from scoring.brackets import eliminations
from scoring.crosstable import Row
from scoring.mcmahon import START
from scoring.ranking import POINTS
from scoring.sections import groups
from tournaments.models import Standings, Tournament
from tournaments.selectors import labels
from tournaments.selectors.events.public import RoundHead
from tournaments.selectors.rounds.next_step import open_tables, unfinished_sentences
from tournaments.selectors.standings.current_standings import current_body
from tournaments.sentences.places import labelled

NOT_BY_POINTS = (*eliminations.SYSTEMS, groups.SYSTEM, keizer.SYSTEM, ladder.SYSTEM)
"""The systems in which something else than points comes first."""

BY_PLACE = (*eliminations.SYSTEMS, groups.SYSTEM, ladder.SYSTEM)
"""Those of them in which the place itself ranks, and no figure beside it."""

PATH_QUERY = "jsonb_path_query_array(%(expressions)s::jsonpath)"


class Rank(NamedTuple):
    """A line of the standings; ``player`` is a pairing number. ``points``, ``tie_breaks`` and ``trail`` (points a
    round) are text in lowest terms.

    ``trail`` has None where a table has no result yet; ``adjourned`` are those of these rounds that will be played on.
    ``waits``: the table of the last round has no result, and ``rank_before`` is that after the round before, if any.
    ``unmet`` are the direct encounters among the tie-breaks that say nothing of the player, who met nobody of the tied.
    ``out_after`` is the last round of who is out of a knockout, or in no final; ``not_in`` are the rounds that a player
    was not in, not there yet, out or withdrawn, or in a group that had played: no page shows a nought there.
    ``penalties`` (``round``, ``points``, ``reason``) are taken off the points already.
    """

    rank: int
    player: int
    points: str
    tie_breaks: Mapping[str, str]
    played: int
    trail: Sequence[str | None]
    withdrawn: bool = False
    expelled: bool = False
    adjourned: Sequence[int] = ()
    penalties: Sequence[Mapping[str, Any]] = ()
    unmet: Sequence[str] = ()
    out_after: int | None = None
    not_in: Sequence[int] = ()
    waits: bool = False
    rank_before: int | None = None

    @property
    def mark(self) -> str:
        """Return ``withdrawn``, ``expelled`` or nothing."""
        return "expelled" if self.expelled else "withdrawn" if self.withdrawn else ""

    def of_round(self, number: int) -> str:
        """Return the points of a round for a list: a sign where there is no result yet, nothing where the player was
        not in it."""
        if number in self.not_in:
            return ""
        points = self.trail[number - 1] if number <= len(self.trail) else None
        return points if points is not None else labels.ADJOURNED if number in self.adjourned else labels.NOT_YET

    @property
    def nothing_yet(self) -> bool:
        """Tell whether the player has no result at all, so that neither points nor rank are known."""
        return self.waits and all(points is None for points in self.trail)

    @property
    def values(self) -> Mapping[str, str]:
        """Return the tie-breaks as they are shown: a dash for a direct encounter that says nothing of the player, and
        three dots for what only a first result can bring."""
        open_ = [code for code in self.tie_breaks if not labels.is_given(code)] if self.nothing_yet else ()
        if not (open_ or self.unmet):
            return self.tie_breaks
        return {**self.tie_breaks, **dict.fromkeys(self.unmet, "–"), **dict.fromkeys(open_, labels.NOT_YET)}


MEMBERS = frozenset(Rank._fields)


@dataclass(frozen=True, slots=True)
class StandingsShown:
    """Standings after a round. ``current`` is False while a newer result waits to be counted in. ``entered`` of the
    ``tables`` of that round have a result; ``missing`` tables up to it have none, and where ``unconfirmed`` a result
    waits for a second person. ``still_in``: so many can still win a knockout whose rounds are over. ``over``: the
    tournament is finished. ``planned``: how many rounds it has. ``by_place``: the place itself ranks, and no figure.

    ``rows`` may be a part of all ``players``; ``teams`` are the scoring layer's lines (``rank``, ``team``,
    ``points``); ``left_out``, whom a rule keeps out of the table, are read with all rows only.
    """

    after_round: int
    final: bool
    current: bool
    rows: Sequence[Rank]
    players: int
    teams: Sequence[Mapping[str, Any]]
    tie_breaks: tuple[str, ...]
    left_out: tuple[int, ...] = ()
    entered: int = 0
    tables: int = 0
    still_in: int = 0
    over: bool = False
    missing: int = 0
    unconfirmed: bool = False
    planned: int = 0
    by_place: bool = False

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns of figures in the order in which they decide, the points among them as ``POINTS``: what
        ranks comes first, what decides nothing last. Where the place ranks, none of them does."""
        ranks = [code for code in self.tie_breaks if code in labels.RANKING]
        ties = [code for code in self.tie_breaks if code not in labels.OWN_COLUMNS]
        return tuple(dict.fromkeys([*ranks, POINTS, *ties, *self.tie_breaks]))

    @property
    def open(self) -> bool:
        """Return whether a result is missing or not sure yet, so that what is shown can change before it is final."""
        return bool(self.missing or self.unconfirmed)

    @property
    def state(self) -> str:
        """Say how far they go: "10 results missing", "after round 5 of 7" or "final"."""
        doubt = {"missing": self.missing, "unconfirmed": self.unconfirmed}
        return labels.standings_state(self.after_round, self.planned, over=self.settled, **doubt)

    @property
    def warning(self) -> str:
        """Say what they lack; empty where the title says all."""
        return "" if not self.open and self.current else self.state if self.current else _("being recomputed")

    @property
    def half(self) -> bool:
        """Return whether the last round has a table without a result: then nobody has moved yet."""
        return self.entered < self.tables

    @property
    def waits(self) -> bool:
        """Return whether a row that is shown waits for its table's result."""
        return any(row.waits for row in self.rows)

    @property
    def progress(self) -> tuple[int, int, int]:
        """Return the round, how many of its tables have a result, and how many there are, for titles."""
        return self.after_round, self.entered, self.tables

    @property
    def settled(self) -> bool:
        """Return whether this is how the tournament ended."""
        return self.over and self.final and self.current

    @property
    def title(self) -> str:
        return _("Final standings") if self.settled else labels.standings_title(*self.progress, self.planned)

    @property
    def after_title(self) -> str:
        """Return the title above one player's or one team's place."""
        return _("Final standings") if self.settled else labels.after_title(*self.progress, self.planned)


def standings_shown(
    tournament: Tournament,
    rounds: Sequence[RoundHead],
    after: int | None = None,
    *,
    first: int | None = None,
    number: int | None = None,
) -> StandingsShown | None:
    """Return the standings after a round (``after``; the newest where None), in one query.

    ``rounds`` are the shown rounds. Standings after a round that is not shown any more are not shown either.
    Only the ``first`` rows, or the row of the player with a pairing ``number``, are read where that is asked.
    """
    last = rounds[-1].number if rounds else 0
    mine = Standings.objects.filter(tournament=tournament, after_round__lte=last).order_by("-after_round")
    if after is not None:
        mine = mine.filter(after_round=after)
    if number is None and first is None:
        row = mine.values_list("after_round", "computed_for", "final", "body").first()
        body = row[3] if row else {}
    else:
        # A page that shows a few lines need not read a thousand.
        path = f"$.rows[*] ? (@.player == {number:d})" if number is not None else f"$.rows[0 to {first - 1:d}]"
        row = (
            mine.annotate(
                lines=Func("body", Value(path), template=PATH_QUERY, output_field=models.JSONField()),
                count=Func("body__rows", function="jsonb_array_length", output_field=models.IntegerField()),
            )
            .values_list(
                "after_round",
                "computed_for",
                "final",
                "lines",
                "count",
                "body__tie_breaks",
                "body__tables",
                "body__still_in",
                "body__teams",
                "body__missing",
                "body__unconfirmed",
            )
            .first()
        )
        if row:
            keys = ("rows", "count", "tie_breaks", "tables", "still_in", "teams", "missing", "unconfirmed")
            body = dict(zip(keys, row[3:], strict=True))
    if row is None:
        return None
    after_round, computed_for, final = row[:3]
    touched = max((round_.touched for round_ in rounds if round_.number <= after_round), default=0)
    return _shown(tournament, body, after_round=after_round, final=final, current=computed_for >= touched)


def standings_now(tournament: Tournament) -> StandingsShown | None:
    """Return the standings after the newest shown round as they are now: for what is decided by them, and for what is
    kept on paper and in files, where nobody sees that it was about to change."""
    body = current_body(tournament)
    if body is None:
        return None
    return _shown(tournament, body, after_round=body["through"], final=body["final"], current=True)


def _shown(
    tournament: Tournament, body: Mapping[str, Any], *, after_round: int, final: bool, current: bool
) -> StandingsShown:
    entered, tables = body.get("tables") or (0, 0)  # such a body may lack it
    return StandingsShown(
        after_round=after_round,
        final=final,
        current=current,
        # rows in another shape, which are about to be computed again, may have members that are not known here
        rows=[Rank(**{name: value for name, value in line.items() if name in MEMBERS}) for line in body["rows"]],
        players=body["count"] if "count" in body else len(body["rows"]),
        teams=body["teams"],
        tie_breaks=tuple(body["tie_breaks"]),
        left_out=tuple(body.get("left_out", ())),
        still_in=body.get("still_in") or 0,
        over=tournament.is_over,
        entered=entered,
        tables=tables,
        missing=tables - entered if body.get("missing") is None else body["missing"],
        unconfirmed=bool(body.get("unconfirmed")),
        planned=tournament.rounds_planned,
        by_place=tournament.system in BY_PLACE,
    )


def expelled(tournament: Tournament) -> frozenset[int]:
    """Return the pairing numbers of the expelled players."""
    return frozenset(tournament.scoring.get("expelled_players", ()))


def unranked(tournament: Tournament, numbers: Iterable[int], left: Mapping[int, int | None]) -> list[tuple[int, str]]:
    """Return the players whom a rule keeps out of the table, each with the reason; ``left``: when players left."""
    sent_away = expelled(tournament)
    return [
        (
            number,
            _("expelled")
            if number in sent_away
            else _("withdrawn")
            if left.get(number) is not None
            else _("fewer than half of the games played"),
        )
        for number in numbers
    ]


def unranked_line(whom: Sequence[tuple[int, str]], name: Callable[[int], str]) -> str:
    """Return them in one line for paper, with their names; empty where all are ranked."""
    named = ", ".join(f"{name(number)} ({why})" for number, why in whom)
    return f"{labelled(_('Not ranked'))} {named}" if named else ""


def order_by_points(tournament: Tournament, rows: Sequence[Rank]) -> list[tuple[int, Fraction]]:
    """Return rank and points of each row that shows a rank, in their order; none where points do not decide."""
    if tournament.system in NOT_BY_POINTS:
        return []
    return [(row.rank, Fraction(row.points)) for row in rows if not row.nothing_yet]


def standings_rounds(tournament_id: int, last: int) -> list[int]:
    """Return the shown rounds after which there are standings."""
    return list(
        Standings.objects.filter(tournament_id=tournament_id, after_round__range=(1, last))
        .order_by("after_round")
        .values_list("after_round", flat=True)
    )


def lacking(tournament_id: int, shown: StandingsShown) -> str:
    """Say what standings lack, with the tables whose result stands out; empty where no result does."""
    return unfinished_sentences(open_tables(tournament_id, shown.after_round)) or shown.warning if shown.open else ""


def waiting_signs(shown: StandingsShown) -> list[tuple[str, str]]:
    """Explain the signs of tables without a result, where there are any."""
    adjourned = any(row.adjourned for row in shown.rows)
    open_ = any(
        row.nothing_yet or (points is None and number not in row.adjourned)
        for row in shown.rows
        for number, points in enumerate(row.trail, 1)
    )
    signs = [(labels.NOT_YET, _("The table has no result yet: the game is still on."))] if open_ else []
    if adjourned:
        signs.append((labels.ADJOURNED, _("The game is adjourned: it will be played on.")))
    if any(row.waits and not row.nothing_yet for row in shown.rows):
        signs.append(("(5)", _("The rank by the points so far, because the table has no result yet.")))
    return signs


def beyond_meetings(lines: Iterable[Row], shown: StandingsShown | None) -> str:
    """Say why the points of a square crosstable are not the sum of its meetings; empty where nobody had a bye that
    brought points, a penalty, or a starting score."""
    byes = {line.player: line.byes for line in lines}
    more = any(
        row.penalties or any(row.trail[number - 1 : number] not in ([], [None], ["0"]) for number in byes[row.player])
        for row in (shown.rows if shown else ())
        if row.player in byes
    )
    if any(row.tie_breaks.get(START, "0") != "0" for row in (shown.rows if shown else ())):
        return _("Points also count starting scores, byes and penalties.")
    return _("Points also count byes and penalties.") if more else ""
