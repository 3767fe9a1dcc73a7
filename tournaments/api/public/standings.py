"""The order for programs: the standings, who met whom, how the ranks moved.

Players are named by pairing number; who that is, the entries say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request

from scoring.crosstable import Row
from tournaments.api.core.answers import LEFT_OUT, Answer, LeftOut
from tournaments.api.core.enums import Meeting, Unplayed
from tournaments.api.core.openapi import PAGES, reads
from tournaments.api.core.resource import in_slices
from tournaments.api.public.tournaments import EXPAND, NAME_HERE, PlayerOut, TournamentView, expanded
from tournaments.models import Tournament
from tournaments.selectors.events import public
from tournaments.selectors.events.explanations import Insight, insight
from tournaments.selectors.people.shown_names import Person, people
from tournaments.selectors.standings import rank_movement as moves
from tournaments.selectors.standings.standings import Rank, StandingsShown, standings_shown


class TakenOffOut(Answer):
    round: int
    points: str
    reason: str


class StandingRow(Answer):
    rank: int
    player: int
    display_name: Annotated[str, NAME_HERE]
    points: str
    tie_breaks: dict[str, str]
    played: int
    trail: Annotated[list[str | None], "The points of each round, null where there is no result yet."]
    withdrawn: Annotated[bool | LeftOut, "They left the event; else missing."] = LEFT_OUT
    expelled: Annotated[bool | LeftOut, "They were sent away; else missing."] = LEFT_OUT
    penalties: Annotated[list[TakenOffOut] | LeftOut, "Already taken off `points`."] = LEFT_OUT
    waits: Annotated[bool | LeftOut, "The table of the last round has no result yet."] = LEFT_OUT
    rank_before: Annotated[int | LeftOut | None, "Of a row that waits: the rank after the round before."] = LEFT_OUT
    unmet: Annotated[
        list[str] | LeftOut, "The direct encounters that say nothing of the player, who met none of those tied."
    ] = LEFT_OUT
    adjourned: Annotated[list[int] | LeftOut, "The rounds that will be played on."] = LEFT_OUT
    out_after: Annotated[
        int | LeftOut, "Beaten in a knockout, or in no final: their last round. Who withdrew while still in has none."
    ] = LEFT_OUT
    not_in: Annotated[
        list[int] | LeftOut,
        "The rounds that they were not in: not there yet, out, withdrawn, or their group had played; `trail` has 0.",
    ] = LEFT_OUT


class TablesEntered(Answer):
    round: int
    entered: Annotated[int, "So many of the tables have a result."]
    tables: int


class StandingsOut(Answer):
    after_round: int
    final: bool
    current: bool
    tables: Annotated[
        TablesEntered | LeftOut, "While the last round has a table without a result: how much of it is in."
    ] = LEFT_OUT
    tie_breaks: list[str]
    standings: list[StandingRow]
    teams: list[dict[str, Any]]
    players: Annotated[list[PlayerOut] | LeftOut, "The players by pairing number, with `expand=players`."] = LEFT_OUT


class MeetingOut(Answer):
    opponent: int
    round: int
    table: int
    result: Meeting
    points: Annotated[str | None, "What the table gave the player."]
    second: Annotated[bool, "Whether the player moved after this opponent."]


class UnplayedOut(Answer):
    round: int
    kind: Unplayed


class CrosstableRow(Answer):
    rank: int
    player: int
    points: str
    meetings: list[MeetingOut]
    unplayed: list[UnplayedOut]
    not_in: Annotated[
        list[int] | LeftOut,
        "The rounds that they were not in: not there yet, out, withdrawn, or their group had played.",
    ] = LEFT_OUT


class CrosstableOut(Answer):
    after_round: int
    provisional: bool
    next: str | None
    results: list[CrosstableRow]


class MovedRow(Answer):
    player: int
    ranks: list[int | None]


class MovementOut(Answer):
    rounds: list[int]
    final: bool
    next: str | None
    results: list[MovedRow]


SAME = {"after_round": 2, "provisional": False}


class OrderView(TournamentView):
    """The base of these: they rest on the rounds that are shown."""

    def insight(self, tournament: Tournament, after: int | None = None) -> Insight:
        """Load the standings with their reasons. Raises Http404 where there is nothing to explain: before the first
        round, or after one that is not shown."""
        rounds = public.shown_rounds(tournament.pk)
        last = rounds[-1].number if rounds else 0
        basis = insight(tournament.pk, after) if last and (after is None or 1 <= after <= last) else None
        if basis is None:
            raise Http404(_("There are no standings yet."))
        return basis


@reads(
    "standings_get_crosstable",
    "Get the crosstable",
    CrosstableOut,
    more=PAGES,
    answered=SAME
    | {
        "next": None,
        "results": [
            {
                "rank": 1,
                "player": 2,
                "points": "1",
                "meetings": [{"opponent": 3, "round": 1, "table": 1, "result": "win", "points": "1", "second": False}],
                "unplayed": [{"round": 2, "kind": "pairing bye"}],
            }
        ],
    },
    about="In the order of the standings. At tables of three and four a table is a meeting with each opponent.",
)
class Crosstable(OrderView):
    """The crosstable: each meeting with its table and result."""

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        basis = self.insight(tournament)
        return in_slices(CrosstableOut, request, basis.crosstable(), _row, **state_of(basis))


def _row(line: Row) -> CrosstableRow:
    return CrosstableRow.of(
        line,
        meetings=[MeetingOut.of(cell, opponent=opponent) for opponent, cells in line.cells.items() for cell in cells],
        unplayed=[UnplayedOut(round=number, kind=kind) for number, kind in line.byes.items()],
        not_in=list(line.not_in) or LEFT_OUT,
    )


@reads(
    "standings_get_movement",
    "Get the rank of each player after each round",
    MovementOut,
    more=PAGES,
    answered={"rounds": [1, 2], "final": True, "next": None, "results": [{"player": 2, "ranks": [3, 1]}]},
    about="Everybody's rank after each of `rounds`, by the newest rank; null where one is not in the "
    "table.\n\n"
    "A round with a table without a result is not among `rounds` while it is the newest.",
)
class Movement(OrderView):
    """The rank of each player after each round."""

    def make(self, request: Request, tournament: Tournament, **arguments: Any) -> Any:
        rounds = public.shown_rounds(tournament.pk)
        basis = moves.moved(tournament.pk, rounds[-1].number if rounds else 0)
        everybody = sorted(basis.ranks, key=lambda who: (basis.last(who), who))
        return in_slices(
            MovementOut,
            request,
            everybody,
            lambda who: MovedRow(player=who, ranks=list(basis.ranks[who])),
            rounds=list(basis.rounds),
            final=basis.final,
        )


def state_of(basis: Insight | None) -> dict[str, Any]:
    """Say after which round standings are, and whether a result of it is still open."""
    if basis is None:
        return {"after_round": 0, "provisional": False}
    return {"after_round": basis.after_round, "provisional": basis.open}


def the_standings(
    shown: StandingsShown, people: Mapping[int, Person], players: list[PlayerOut] | LeftOut = LEFT_OUT
) -> StandingsOut:
    """Write the standings as the scoring command prints them, with everybody's name in this event, and whether they are
    up to date."""
    entered = TablesEntered(round=shown.after_round, entered=shown.entered, tables=shown.tables)
    return StandingsOut.of(
        shown,
        final=shown.final and shown.current,
        tables=entered if shown.half else LEFT_OUT,
        standings=[_rank(row, shown.tie_breaks, people.get(row.player)) for row in shown.rows],
        teams=[dict(team) for team in shown.teams],
        players=players,
    )


def _rank(row: Rank, codes: Sequence[str], person: Person | None) -> StandingRow:
    """Write a row; what says nothing is left out, but not that somebody who waits had no rank. ``person`` None: not
    entered any more, until the standings are computed again."""
    nothing = Rank._field_defaults
    said = {name: value for name, value in row._asdict().items() if name not in nothing or value != nothing[name]}
    if row.waits:
        said["rank_before"] = row.rank_before
    said["tie_breaks"] = {code: row.tie_breaks[code] for code in codes if code in row.tie_breaks}
    return StandingRow(**said, display_name=person.name if person else f"#{row.player}")


@reads("standings_get", "Get the standings", StandingsOut, more=[EXPAND])
class StandingsDetail(TournamentView):
    """The standings, the newest or those after a round."""

    def make(self, request: Request, tournament: Tournament, after: int | None = None, **arguments: Any) -> Any:
        rounds = public.shown_rounds(tournament.pk)
        last = rounds[-1].number if rounds else 0
        shown = None
        if after is None or after <= last:
            shown = standings_shown(tournament, rounds, after)
        if shown is None:
            raise Http404(_("There are no standings yet."))
        return the_standings(shown, people(tournament.pk), expanded(request, tournament))


@reads("standings_get_after", "Get the standings after a round", StandingsOut, more=[EXPAND])
class StandingsAfter(StandingsDetail):
    """The standings after a round."""
