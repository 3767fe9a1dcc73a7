"""The teams as a round of the Swiss is to be paired: scores, colours, opponents, floats and byes, from the event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.core.history import History, Kind
from scoring.documents.document import Event, Round, Table
from scoring.input.rules import rules_of
from scoring.lots import Lots
from scoring.pairwise import history_of
from scoring.sections.teams import match_histories
from tournaments.pairing.core import PairingRequest
from tournaments.pairing.history import before
from tournaments.pairing.teams.tables import Squad, members, squads

WHITE, BLACK, NONE = 1, -1, 0

SIMPLE, STRONG_AND_MILD, NO_PREFERENCE = "a", "b", "none"
WITHOUT_PLAYING = frozenset({Kind.PAIRING_BYE, Kind.FULL_BYE, Kind.FORFEIT_WIN})
"""Who had one of these does not get the bye of the pairing (C2)."""
FLOATS_FREE = 2
"""In so many last rounds floats do not count (C7, C10)."""


@dataclass(frozen=True, slots=True)
class Preference:
    """``colour``: WHITE, BLACK or NONE. ``strong``: a strong one of type B; never of type A."""

    colour: int = NONE
    strong: bool = False


def preference(colours: tuple[int, ...], kind: str, *, last_round: bool) -> Preference:
    """Return the preference of a team that has had these colours in the matches it played, the first first.

    ``kind``: type A (simple), type B (strong and mild), or none at all. Where both clauses of type B fit, the strong
    one counts, in the last round too.
    """
    if kind == NO_PREFERENCE or not colours:
        return Preference()
    difference = sum(colours)
    twice = colours[-1] if len(colours) > 1 and colours[-1] == colours[-2] else NONE
    for colour in (WHITE, BLACK):
        # for White: a difference below -1, or of 0 or -1 after two matches with Black
        if difference * colour < -1 or (difference * colour in (0, -1) and twice == -colour):
            return Preference(colour, kind == STRONG_AND_MILD)
    if kind == SIMPLE:
        return Preference()
    if difference:
        return Preference(-difference)
    return Preference() if last_round else Preference(-colours[-1])


@dataclass(frozen=True, slots=True)
class Side:
    """A team of a pair: its ``number`` among the teams that have come, its colours so far, its preference."""

    number: int
    colours: tuple[int, ...]
    preference: Preference


def first_colour(first: Side, other: Side, initial: int) -> tuple[int, str]:
    """Return the colour of the first-team on board 1, and the article that gives it."""
    if not first.colours and not other.colours:
        return (initial if first.number % 2 else -initial), "4.3.1"
    mine, theirs = first.preference, other.preference
    if mine.colour != theirs.colour:
        if NONE in (mine.colour, theirs.colour):
            return mine.colour or -theirs.colour, "4.3.2"
        return mine.colour, "4.3.3"
    if mine.strong != theirs.strong:
        return (mine.colour if mine.strong else -theirs.colour), "4.3.4"
    difference = sum(first.colours) - sum(other.colours)
    if difference:
        return (WHITE if difference < 0 else BLACK), "4.3.5"
    for own, opposite in zip(reversed(first.colours), reversed(other.colours), strict=False):
        if own != opposite:
            return opposite, "4.3.6"
    if mine.colour:
        return mine.colour, "4.3.7"
    if first.colours:
        return -first.colours[-1], "4.3.8"
    return other.colours[-1], "4.3.9"


@dataclass(frozen=True, slots=True)
class SwissTeam:
    """A team that is to be paired. ``tpn``: its place in the list of teams; ``number``: among those that have come.

    ``score`` and ``second`` are whole numbers; ``met``: the teams it has played; ``played``: how many matches;
    ``floated``: it met a team of another score in the round before; ``had_bye``: it cannot have the bye.
    """

    tpn: int
    number: int
    squad: Squad
    score: int
    second: int
    colours: tuple[int, ...]
    met: frozenset[int]
    played: int
    floated: bool
    had_bye: bool
    preference: Preference

    @property
    def side(self) -> Side:
        """Return what the rule of colours asks about it."""
        return Side(self.number, self.colours, self.preference)


@dataclass(frozen=True, slots=True)
class TeamField:
    """A round to be paired: the teams that are here, by their numbers. ``unit``: scores are points times this.

    ``apart``: pairs of numbers that must not meet. ``floats``: whether floats of the round before count. ``initial``:
    the colour drawn for the first team. ``second``: whether the second score counts for colours. ``open_tables``:
    results that are missing and count as draws. ``spare``: squads of teams that are not here.
    """

    teams: tuple[SwissTeam, ...]
    round_number: int
    unit: int
    apart: frozenset[tuple[int, int]]
    floats: bool
    initial: int
    second: bool
    open_tables: tuple[tuple[int, int], ...] = ()

    def may_meet(self, one: SwissTeam, other: SwissTeam) -> bool:
        """Tell whether two teams have not played each other (C1) and are not kept apart."""
        return one.tpn != other.tpn and other.tpn not in one.met and _key(one.tpn, other.tpn) not in self.apart


def _key(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def boards_of(event: Event) -> int:
    """Return the boards of a match: the option, or as many as every team has players for. Raises PairingError."""
    asked = event.pairing.get("boards")
    return int(asked or min((len(squad) for squad in members(event).values()), default=1))


def team_field(request: PairingRequest) -> TeamField:
    """Return the field of the round ``request.first``. Raises PairingError for a team with too few members.

    A missing or adjourned game counts as a draw. A match of which no game was played is no meeting and has no colour.
    """
    event, options = request.event, request.options
    boards = boards_of(event)
    rounds = before(event, request.first)
    rules = rules_of(event)
    drawn = tuple(_with_draws(round_, rules.draw_at(2)) for round_ in rounds)
    known = replace(event, rounds=drawn)
    histories = match_histories(known, history_of(known, rules=rules), rules.teams)
    main, second = ("MP", "GP") if options["primary"] == "match" else ("GP", "MP")
    numbers = {team.id: tpn for tpn, team in enumerate(event.teams, 1)}
    colours = _colours(request, rounds, boards, numbers)
    here = {numbers[squad.id]: squad for squad in squads(request, boards) if any(squad.boards)}
    came = sorted({*here, *(tpn for tpn in numbers.values() if _has_come(histories["MP"], tpn))})
    last = options["rounds"]
    teams = tuple(
        SwissTeam(
            tpn=tpn,
            number=came.index(tpn) + 1,
            squad=squad,
            score=histories[main].score[tpn],
            second=histories[second].score[tpn],
            colours=tuple(colours.get((tpn, n), 0) for n in range(1, len(rounds) + 1) if (tpn, n) in colours),
            met=frozenset(o for turn in histories["MP"].turns[tpn] if turn.kind is Kind.PLAYED for o in turn.opponents),
            played=sum(turn.kind is Kind.PLAYED for turn in histories["MP"].turns[tpn]),
            floated=_floated(histories[main], tpn),
            had_bye=any(turn.kind in WITHOUT_PLAYING for turn in histories["MP"].turns[tpn]),
            preference=Preference(),
        )
        for tpn, squad in sorted(here.items())
    )
    kind = options["colours"]
    teams = tuple(
        replace(t, preference=preference(t.colours, kind, last_round=last is not None and request.first >= last))
        for t in teams
    )
    white = options["initial_colour"]
    if white == "lot":
        white = ("white", "black")[Lots(request.seed, "initial-colour").below(2)]
    return TeamField(
        teams=teams,
        round_number=request.first,
        unit=histories[main].unit,
        apart=_apart(request, teams),
        floats=last is None or request.first <= last - FLOATS_FREE,
        initial=WHITE if white == "white" else BLACK,
        second=bool(options["second_score"]),
        open_tables=tuple((r.number, t.number) for r in rounds for t in r.tables if not t.entered),
    )


def _with_draws(round_: Round, draw: Fraction) -> Round:
    """Return the round with a draw at every table that has no result."""
    return replace(round_, tables=tuple(t if t.entered else _drawn(t, draw) for t in round_.tables))


def _drawn(table: Table, draw: Fraction) -> Table:
    return replace(table, points=tuple(draw for _seat in table.seats), game_points=None, end="played")


def _has_come(history: History, tpn: int) -> bool:
    """Tell whether a team has taken part in a round, paired or with the bye."""
    return any(turn.opponents or turn.kind is Kind.PAIRING_BYE for turn in history.turns[tpn])


def _floated(history: History, tpn: int) -> bool:
    """Tell whether a team played one of another score in the last round (1.5)."""
    if not history.turns[tpn] or history.turns[tpn][-1].kind is not Kind.PLAYED:
        return False
    (opponent,) = history.turns[tpn][-1].opponents
    before_it = [history.score[t] - history.turns[t][-1].points for t in (tpn, opponent)]
    return before_it[0] != before_it[1]


def _colours(
    request: PairingRequest, rounds: Sequence[Round], boards: int, numbers: Mapping[str, int]
) -> dict[tuple[int, int], int]:
    """Return the colour of each team on board 1 in each match that was played, by (tpn, round) (1.6.1).

    The first table of a match tells it: there board 1 sits, or where that was empty a board whose colour follows.
    """
    team = {player.id: numbers[player.team] for player in request.event.players if player.team is not None}
    out: dict[tuple[int, int], int] = {}
    for round_ in rounds:
        place = {
            player: board
            for squad in squads(PairingRequest(request.event, round_.number), boards)
            for board, player in enumerate(squad.boards, 1)
            if player is not None
        }
        matches: dict[tuple[int, int], list[Table]] = {}
        for table in sorted(round_.tables, key=lambda t: t.number):
            pair = sorted({team[player] for player in table.players})
            if len(pair) == 2:
                matches.setdefault((pair[0], pair[1]), []).append(table)
        for sides, tables in matches.items():
            if all(table.end == "forfeit" for table in tables):
                continue
            board, first = min((place.get(t.seats[0], k), t.seats[0]) for k, t in enumerate(tables, 1))
            white = team[first] if board % 2 else next(side for side in sides if side != team[first])
            for side in sides:
                out[side, round_.number] = WHITE if side == white else BLACK
    return out


def _apart(request: PairingRequest, teams: Sequence[SwissTeam]) -> frozenset[tuple[int, int]]:
    """Return the pairs of teams in whose match two would sit together who must not meet."""
    place = {p: (t.tpn, board) for t in teams for board, p in enumerate(t.squad.boards) if p is not None}
    found = set()
    for a, b in request.forbidden:
        if a in place and b in place and place[a][1] == place[b][1] and place[a][0] != place[b][0]:
            found.add(_key(place[a][0], place[b][0]))
    return frozenset(found)
