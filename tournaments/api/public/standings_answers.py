"""Answers about the standings: the order, the crosstable, the sums behind it, the teams."""

from __future__ import annotations

from typing import Annotated, Any

from tournaments.api.core.answers import LEFT_OUT, Answer, LeftOut
from tournaments.api.core.enums import Gap, Meeting, Skipped, SumEnding, Unplayed
from tournaments.api.public.players_answers import PlayerOut


class TakenOffOut(Answer):
    round: int
    points: str
    reason: str


class StandingRow(Answer):
    rank: int
    player: int
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


class TermOut(Answer):
    amount: str
    round: int | None
    opponent: int | None
    dummy: Annotated[bool, "The round was not played and counts against a dummy (C.07, 16.4)."]
    reason: Annotated[str, "Of a penalty."]
    colours: Annotated[list[str], "Of the points of a round what each of two colours brought (QC 6.4); else empty."]
    times: Annotated[str, "How often it counts in a mean: less than `1` where a cut takes a part of it."]


class TeamTermOut(TermOut):
    opponent: str | None  # type: ignore[assignment]


class MissingOut(Answer):
    round: int
    state: Gap


class ValueOut(Answer):
    code: Annotated[str, "`points`, or a tie-break's."]
    label: str
    source: Annotated[str, "The rule book that has it; empty for the site's own."]
    value: str
    text: Annotated[str, "The whole sum, such as `BH 31/2 = 6 + 4 + 11/2`."]
    ending: SumEnding
    terms: list[TermOut]
    cut: list[TermOut]
    tied: list[int]
    missing: Annotated[list[MissingOut], "The rounds that are not in the points yet."]


class TeamValueOut(ValueOut):
    terms: list[TeamTermOut]  # type: ignore[assignment]
    cut: list[TeamTermOut]  # type: ignore[assignment]
    tied: list[str]  # type: ignore[assignment]


class CriterionOut(Answer):
    code: Annotated[
        str,
        "`points`, a tie-break's, or in a knockout `alive`, `round` (reached), `place` (at the last table), `lives` "
        "(the defeats left in a double elimination), `bracket` (1: not in the consolation).",
    ]
    label: str
    higher: str
    lower: str
    decides: bool
    skipped: Annotated[
        Skipped,
        "Why a direct encounter parts nobody: the two, or not all who are tied, have met (C.07, 6.3).",
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


class TeamLineOut(Answer):
    id: str
    name: str
    rank: int | None
    points: str | None
    waits: Annotated[bool | LeftOut, "A table of the team in the last round has no result yet."] = LEFT_OUT
    rank_before: Annotated[int | LeftOut | None, "Of a team that waits: the rank after the round before."] = LEFT_OUT
    tie_breaks: dict[str, str]
    members: Annotated[list[int], "Pairing numbers by board."]


class TeamsOut(Answer):
    after_round: int
    provisional: bool
    next: str | None
    results: list[TeamLineOut]


class MemberOut(Answer):
    player: int
    rank: int | None
    points: str | None


class ContributionOut(Answer):
    player: int
    points: str | None


class TeamRoundOut(Answer):
    round: int
    points: Annotated[str | None, "Null while a table of the team has no result."]
    opponent: str | None
    board_points: list[str] | None
    players: list[ContributionOut]


class TeamPageOut(Answer):
    id: str
    name: str
    after_round: int
    provisional: bool
    rank: int | None
    points: str | None
    waits: Annotated[bool | LeftOut, "A table of the team in the last round has no result yet."] = LEFT_OUT
    rank_before: Annotated[int | LeftOut | None, "Of a team that waits: the rank after the round before."] = LEFT_OUT
    tie_breaks: dict[str, str]
    matches: Annotated[bool, "Whether points are match points."]
    members: list[MemberOut]
    rounds: list[TeamRoundOut]
    values: list[TeamValueOut]
