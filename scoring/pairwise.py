"""Builds the history of players from an event: points by the rules, and each table as its pairwise meetings.

At a table the one with more points beats the one with fewer; equal points tie. At a table decided by forfeit
who showed up played those who did too, and won by forfeit against the others.
"""

from __future__ import annotations

from dataclasses import replace

from games.core.notices import Notice
from scoring.core.history import History, Kind, Turn
from scoring.documents.document import DocumentError, Event, Player, Round, Table
from scoring.documents.gamelink import lower_is_better
from scoring.input.rules import ScoringRules, rules_of
from scoring.mcmahon import starting_points
from scoring.penalties import taken_off
from scoring.tablepoints import TablePoints

_BYES = {
    "pairing": Kind.PAIRING_BYE,
    "full": Kind.FULL_BYE,
    "half": Kind.HALF_BYE,
    "zero": Kind.ZERO_BYE,
}


def history_of(event: Event, after_round: int | None = None, rules: ScoringRules | None = None) -> History:
    """Return the history of an event's players after a round, the last by default. Raises DocumentError."""
    for index, entrant in enumerate(event.players):
        if entrant.id != index + 1:
            raise DocumentError(f"players[{index}].id", Notice("document-out-of-order", number=entrant.id))
    rules = rules or rules_of(event)
    counted = event.rounds if after_round is None else event.rounds[:after_round]
    points = TablePoints(rules, counted)
    unit = points.unit
    annulled = _under_half(event, rules) if rules.annul_under_half and rules.round_robin else frozenset()
    rounds = _Rounds(points, annulled)
    turns: list[list[Turn]] = [[] for _ in range(len(event.players) + 1)]
    regular = [True] * len(turns)
    for entry in counted:
        known, absent = rounds.turns(entry, last=entry.number == len(event.rounds))
        for player, own in enumerate(turns):
            turn = known.get(player)
            own.append(absent if turn is None else turn)
            if turn is None or turn.unplayed or not turn.opponents:
                regular[player] = False
    turns[0].clear()
    begin = starting_points(event, rules.win)
    start = [0, *(int(begin[player.id] * unit) for player in event.players)] if begin else []
    score = [sum([turn.points for turn in own]) for own in turns]
    return History(
        participants=tuple(player.id for player in event.players),
        turns=turns,
        score=[own + first for own, first in zip(score, start, strict=True)] if start else score,
        unit=unit,
        rounds=len(counted),
        final_round=rules.final_round,
        win=int((rules.win if rules.win is not None else rules.byes["full"]) * unit),
        draw=int(rules.draw * unit),
        dummies=rules.players - 1,
        ratings=[None, *(player.rating for player in event.players)],
        seed=rules.seed,
        predetermined=rules.predetermined,
        round_robin=rules.round_robin,
        capped=rules.capped,
        regular=regular,
        off=taken_off(rules.penalties, len(counted)),
        start=start,
        options={
            "unrated": rules.unrated,
            "two_colours": rules.two_colours,
            "annulled": annulled,
            "draws": points.draws,
            "costly": rules.costly,
            "lower_is_better": lower_is_better(event.game, event.options),
            "entrants": len(event.teams if event.pairing.get("system") == "team-berger" else event.players),
        },
    )


class _Patterns:
    """The places and half points that the points at a table make, each pattern worked out once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], list[tuple[int, tuple[int, ...]]]] = {}

    def of(self, points: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
        """Return for each player their place, and their half points against each of the others."""
        known = self._known.get(points)
        if known is None:
            known = self._known[points] = [
                (
                    1 + sum(theirs > own for theirs in points),
                    tuple(
                        2 if own > theirs else 1 if own == theirs else 0
                        for other, theirs in enumerate(points)
                        if other != index
                    ),
                )
                for index, own in enumerate(points)
            ]
        return known


class _Rounds:
    """Makes the turns of the players of a round."""

    def __init__(self, points: TablePoints, annulled: frozenset[int]) -> None:
        self._points = points
        self._annulled = annulled
        self._patterns = _Patterns()
        rules, unit = points.rules, points.unit
        self._byes = {kind: Turn(_BYES[kind], int(worth * unit)) for kind, worth in rules.byes.items()}
        if rules.round_robin:
            self._byes["pairing"] = Turn(Kind.FREE, self._byes["pairing"].points)

    def turns(self, entry: Round, *, last: bool) -> tuple[dict[int, Turn], Turn]:
        """Return the turns of the players who sit at a table or have a bye, and that of all others, who were absent;
        ``last``: no later round stands in the document."""
        known: dict[int, Turn] = {}
        annulled = self._annulled
        for table in entry.tables:
            if annulled and not annulled.isdisjoint(table.seats):
                for player in table.seats:
                    known[player] = Turn(Kind.ANNULLED if player in annulled else Kind.FREE, 0)
            elif table.end == "played":
                self._played(table, known)
            elif table.end == "forfeit":
                self._forfeited(table, known)
            else:
                kind = Kind.ADJOURNED if table.end == "adjourned" or not last else Kind.PENDING
                known.update((player, Turn(kind, 0, table=table)) for player in table.seats)
        byes = self._costly(known) if self._points.rules.costly else self._byes
        for bye in entry.byes:
            known[bye.player] = byes[bye.kind]
        return known, byes["zero"]

    def _costly(self, known: dict[int, Turn]) -> dict[str, Turn]:
        """Return the byes of a round in which the lowest score wins, so that not to play is never the best result;
        who did not show up gets the worst one, too."""
        scored = (Kind.PLAYED, Kind.FORFEIT_WIN)
        worst = min([0, *[turn.points for turn in known.values() if turn.kind in scored]])
        for player, turn in known.items():
            if turn.kind is Kind.FORFEIT_LOSS:
                known[player] = turn._replace(points=worst)
        return {
            kind: turn if turn.kind is Kind.FREE else turn._replace(points=min(turn.points, worst))
            for kind, turn in self._byes.items()
        }

    def _played(self, table: Table, known: dict[int, Turn]) -> None:
        players, points = self._points.played(table)
        for index, (place, halves) in enumerate(self._patterns.of(points)):
            opponents = players[:index] + players[index + 1 :]
            known[players[index]] = Turn(Kind.PLAYED, points[index], opponents, halves, index, (), place, table)

    def _forfeited(self, table: Table, known: dict[int, Turn]) -> None:
        result = self._points.forfeited(table)
        present = [own for _, own in result if own is not None]
        for index, (player, own) in enumerate(result):
            others = [entry for other, entry in enumerate(result) if other != index]
            opponents = tuple(opponent for opponent, _ in others)
            if own is None:
                halves = (0,) * len(opponents)
                known[player] = Turn(Kind.FORFEIT_LOSS, 0, opponents, halves, index, opponents, 0, table)
                continue
            award = self._points.forfeit_halves(own, len(result))
            halves = tuple(
                award if theirs is None else 2 if own > theirs else 1 if own == theirs else 0 for _, theirs in others
            )
            absent = tuple(opponent for opponent, theirs in others if theirs is None)
            if len(present) > 1:
                place = 1 + sum(theirs > own for theirs in present)
                known[player] = Turn(Kind.PLAYED, own, opponents, halves, index, absent, place, table)
            else:
                known[player] = Turn(Kind.FORFEIT_WIN, own, opponents, halves, index, absent, 0, table)


def drawn_final_round(history: History) -> History:
    """Return the history with every paired game of the event's last round drawn (Fore Buchholz, C.07 8.3).

    The same history while that round is not among those counted, or where there is none.
    """
    last = history.final_round or history.rounds
    if history.rounds != last or last == 0:
        return history
    known: History | None = history.memo.get("drawn final round")
    if known is not None:
        return known
    turns: list[list[Turn]] = [[] for _ in history.turns]
    for player in history.participants:
        *before, final = history.turns[player]
        turns[player] = [*before, _drawn(history, player, final)]
    score = [sum(turn.points for turn in own) + history.began(player) for player, own in enumerate(turns)]
    drawn = replace(history, turns=turns, score=score, regular=History.are_regular(turns), memo={}, off={})
    history.memo["drawn final round"] = drawn
    return drawn


def _drawn(history: History, player: int, turn: Turn) -> Turn:
    table = turn.table
    if table is None:
        return turn
    seated = table.players
    own = seated.index(player)
    opponents = seated[:own] + seated[own + 1 :]
    draws = history.options.get("draws", {})
    points = draws.get((len(table.seats), table.seats.count(player)), history.draw)
    return Turn(Kind.PLAYED, points, opponents, (1,) * len(opponents), own)


def _under_half(event: Event, rules: ScoringRules) -> frozenset[int]:
    """Return the players who left, or were expelled, before half of their games of a round robin were played."""
    played = [0] * (len(event.players) + 1)
    for entry in event.rounds:
        for table in entry.tables:
            if table.end == "played":
                for player in table.players:
                    played[player] += 1
    cycles = event.pairing.get("cycles", 1)
    games = (len(event.players) - 1) * (cycles if type(cycles) is int else 1)
    return frozenset(
        player.id for player in event.players if 2 * played[player.id] < games and _gone(player, event, rules)
    )


def _gone(player: Player, event: Event, rules: ScoringRules) -> bool:
    if player.id in rules.expelled_players:
        return True
    last = rules.final_round or len(event.rounds)
    if player.left is not None:
        return player.left < last
    return len(event.rounds) >= last and all(
        entry.number < last or all(table.end is not None for table in entry.tables) for entry in event.rounds
    )
