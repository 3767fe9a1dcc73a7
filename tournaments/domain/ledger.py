"""The book of results: a row a result, one of a table current, none with points that its game cannot give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from games.core.declarations.declared import DeclaredGame
from games.core.declarations.entries import Row, columns_of, written
from games.core.errors import ImpossiblePoints
from games.core.notices import Notice
from scoring.documents.document import Event
from scoring.documents.gamelink import check_points, declared_of, ranked, why_not_typed, why_untyped
from scoring.input.results import numbered
from scoring.input.rules import ScoringRules, rules_of
from scoring.points import shared
from tournaments.domain.errors import Refused
from tournaments.domain.locks import mark_standings_stale
from tournaments.domain.logbook import person
from tournaments.domain.setup import options_of
from tournaments.models import GameRecord, PossiblePoints, Result, Table, Tournament
from tournaments.sentences import score, sentence

Points = Sequence[Fraction | None]

_BELOW = Fraction(-1_000_000_000)
"""Below any possible points: a no-show comes last."""


@dataclass(frozen=True, slots=True)
class Worth:
    """The points that each seat takes to the standings, and the game's own tally where that differs.

    ``places``: only places were entered, so the game's engine cannot be asked about points. ``columns``: the numbers
    that made the tally, where they were typed.
    """

    taken: tuple[Fraction | None, ...]
    tally: tuple[Fraction | None, ...] | None = None
    places: bool = False
    columns: tuple[Row | None, ...] | None = None

    @property
    def counted(self) -> tuple[Fraction | None, ...]:
        """Return the game's own points, as far as they are known."""
        return self.taken if self.tally is None else self.tally

    def agrees_with(self, result: Result) -> bool:
        """Return whether a result says the same, as far as it says anything: places alone may have been entered."""
        if result.game_points is None:
            return tuple(result.points) == self.taken
        return tuple(result.game_points) == self.counted

    def is_in(self, result: Result) -> bool:
        tally = None if result.game_points is None else tuple(result.game_points)
        return (tuple(result.points), tally, result.columns) == (self.taken, self.tally, written(self.columns))


@dataclass(frozen=True, slots=True)
class Entered:
    """A result that is to stand in the place of ``current``; its table comes with its round, and ``seats`` tell who
    sits there."""

    table: Table
    seats: Sequence[int]
    worth: Worth
    end: str
    current: Result | None = None


def valued(tournament: Tournament, entered: Points, *, places: bool = False) -> Worth:
    """Convert an entry by the tournament's rule: the game's points as they are, or points for the places.

    ``places``: whether places (1 is best) were entered and not points. Raises Refused where places cannot be known or
    are none.
    """
    rules = scoring_rules(tournament)
    declared = declared_of(tournament.game, tournament.options)
    if declared is not None:
        return _declared_value(declared, rules, entered, places=places)
    if rules.points == "game":
        if places:
            raise Refused(_("In this tournament the game's own points count. Enter points, not places."))
        return Worth(tuple(entered))
    values = rules.places(len(entered))
    order = [_BELOW if p is None else -p if places else p for p in entered]
    if places:
        expected = [1 + sum(other > own for other in order) for own in order]
        if any(p is not None and p != place for p, place in zip(entered, expected, strict=True)):
            raise Refused(_("These places are not valid: after a tie for first, the next place is third."))
    taken = tuple(None if p is None else share for p, share in zip(entered, shared(order, values), strict=True))
    tally = None if places or tuple(entered) == taken else tuple(entered)
    return Worth(taken, tally, places)


def _declared_value(game: DeclaredGame, rules: ScoringRules, typed: Points, *, places: bool) -> Worth:
    """Convert a result of a declared game: what was typed stays, and its declaration says what that brings."""
    entry = game.declaration.entry
    if places and entry != "places":
        raise Refused(
            _("In this game scores are entered, not places.")
            if entry == "score"
            else _("In this game points are entered, not places.")
        )
    columns, typed = columns_of(typed), tuple(typed)
    if all(value is None for value in typed) or why_not_typed(game, typed) is not None:
        return Worth(typed, None if entry == "points" else typed, columns=columns)
    if rules.points == "game":
        return Worth(game.points_of(typed), None if entry == "points" else typed, columns=columns)
    order = ranked(game, typed)
    shares = shared(order, rules.places(len(typed)))
    return Worth(
        tuple(None if p is None else share for p, share in zip(typed, shares, strict=True)), typed, columns=columns
    )


def from_columns(tournament: Tournament, rows: Sequence[Sequence[Fraction] | None]) -> Points:
    """Return the scores that columns make in a tournament's game, with these. Raises Refused."""
    game = declared_of(tournament.game, tournament.options)
    try:
        if game is None:
            raise ImpossiblePoints(Notice("declared-columns", columns=0))
        return game.listed(rows)
    except ImpossiblePoints as error:
        raise Refused(sentence(error.notice), notice=error.notice) from error


def scoring_rules(tournament: Tournament) -> ScoringRules:
    """Return the scoring of a tournament with all its defaults, without what it says of single players."""
    scoring = {name: value for name, value in tournament.scoring.items() if name != "expelled_players"}
    return rules_of(
        Event(
            name=tournament.name,
            game=tournament.game,
            options=tournament.options,
            pairing=tournament.pairing_request,
            scoring=scoring,
        )
    )


def current_result(table: Table) -> Result | None:
    return Result.objects.filter(table=table, is_current=True).select_related("entered_by").first()


def write_result(
    tournament: Tournament,
    table: Table,
    points: Worth,
    *,
    current: Result | None,
    by: Any,
    end: str = Result.End.PLAYED,
    source: str = Result.Source.DESK,
    reason: str = "",
    record: GameRecord | None = None,
) -> Result:
    """Write a result into the book in the place of ``current``. The tournament must be locked.

    ``points`` as ``valued`` made them. Raises Refused where the game cannot end so.
    """
    check_result(tournament, table, points, end)
    if current is not None:
        Result.objects.filter(pk=current.pk).update(is_current=False)
    result = Result.objects.create(
        table=table,
        number=current.number + 1 if current else 1,
        points=list(points.taken),
        game_points=None if points.tally is None else list(points.tally),
        columns=written(points.columns),
        end=end,
        source=source,
        record=record,
        entered_by=person(by),
        supersedes=current,
        reason=reason,
    )
    if current is not None:
        judge_records(tournament, result)
    mark_standings_stale(tournament, table.round, decided=True)
    return result


def put_many(
    tournament: Tournament, entered: Sequence[Entered], *, by: Any, source: str, reason: str = ""
) -> list[Result]:
    """Write many results into the book, as `write_result` does, in a number of queries that does not grow with them.

    ``entered`` were weighed and found fit (`valued`, `refuse_unfit`). ``reason`` is kept with corrections only. The
    tournament must be locked.
    """
    allow(tournament, ((entry.seats, entry.worth.counted) for entry in entered if entry.end != Result.End.ADJOURNED))
    Result.objects.filter(pk__in=[entry.current.pk for entry in entered if entry.current]).update(is_current=False)
    results = Result.objects.bulk_create(
        Result(
            table=entry.table,
            number=entry.current.number + 1 if entry.current else 1,
            points=list(entry.worth.taken),
            game_points=None if entry.worth.tally is None else list(entry.worth.tally),
            columns=written(entry.worth.columns),
            end=entry.end,
            source=source,
            entered_by=person(by),
            supersedes=entry.current,
            reason=reason[:200] if entry.current else "",
        )
        for entry in entered
    )
    corrected = {result.table_id: result for result in results if result.supersedes_id}
    for table_id in GameRecord.objects.filter(table__in=corrected).values_list("table", flat=True).distinct():
        judge_records(tournament, corrected[table_id])
    for round_ in {entry.table.round_id: entry.table.round for entry in entered}.values():
        mark_standings_stale(tournament, round_, decided=True)
    return results


def judge_records(tournament: Tournament, result: Result) -> None:
    """Say anew of every record that proves something whether it agrees with the table's result."""
    State = GameRecord.State
    for record in GameRecord.objects.filter(table=result.table_id, state__in=[State.AGREES, State.DIFFERS]):
        agrees = record.points is not None and valued(tournament, record.points).agrees_with(result)
        state = State.AGREES if agrees else State.DIFFERS
        if state != record.state:
            record.state = state
            record.verdict = Notice("record-corrected", points=score(result.points))
            record.save(update_fields=["state", "verdict"])


def check_result(tournament: Tournament, table: Table, worth: Worth, end: str) -> None:
    """Raise Refused where no game of this tournament can end so; else lets the database accept it."""
    entries = list(table.seats.values_list("entry", flat=True))
    refuse_unfit(tournament, table, worth, end, entries)
    if end == Result.End.ADJOURNED:
        return
    allow(tournament, [(entries, worth.counted)])


def allow(tournament: Tournament, results: Iterable[tuple[Sequence[int], Points]]) -> None:
    """Let the database accept these results, each with who sits there and with points, in seat order."""
    stamps = {_stamp(seats, points) for seats, points in results}
    PossiblePoints.objects.bulk_create(
        [PossiblePoints(tournament=tournament, points=list(stamp)) for stamp in sorted(stamps)],
        ignore_conflicts=True,
    )


def _stamp(seats: Sequence[int], points: Points) -> tuple[str, ...]:
    """Return the points of each seat, and who sits there, as the database's guard has them (`result_guard.sql`)."""
    return (*("-" if value is None else str(value) for value in points), "".join(map(str, numbered(seats))))


def refuse_unfit(tournament: Tournament, table: Table, worth: Worth, end: str, seats: Sequence[int]) -> None:
    """Raise Refused where no game of this tournament can end so. ``seats``: who sits at the table, in seat order."""
    points = worth.counted
    if len(points) != len(seats):
        raise Refused(
            _("Table %(table)d has %(seats)d seats, but %(given)d points were entered.")
            % {"table": table.number, "seats": len(seats), "given": len(points)}
        )
    if end == Result.End.ADJOURNED:
        return
    _refuse_half(table, points, seats)
    _refuse_absent(table, points, end)
    declared = declared_of(tournament.game, tournament.options)
    if worth.places:
        return
    if declared is not None:
        _refuse_undeclared(declared, table, worth)
    else:
        _refuse_impossible(tournament, table, points, seats)


def _refuse_half(table: Table, points: Points, seats: Sequence[int]) -> None:
    """Raise Refused where a player of two colours is here in one of them only."""
    for first, player in enumerate(seats):
        for other in range(first + 1, len(seats)):
            if seats[other] == player and (points[first] is None) != (points[other] is None):
                raise Refused(
                    _(
                        "Table %(table)d: one player has the seats %(first)d and %(other)d. Enter points for both, "
                        "or - for both."
                    )
                    % {"table": table.number, "first": first + 1, "other": other + 1}
                )


def _refuse_absent(table: Table, points: Points, end: str) -> None:
    """Raise Refused where somebody is missing from a game that was played, or nobody from a forfeit."""
    missing = [seat for seat, p in enumerate(points, start=1) if p is None]
    if missing and end == Result.End.PLAYED:
        raise Refused(
            _("Table %(table)d: the points of seat %(seat)d are missing. A no-show is a forfeit.")
            % {"table": table.number, "seat": missing[0]}
        )
    if not missing and end == Result.End.FORFEIT:
        raise Refused(
            _("Table %(table)d: everybody has points, so nobody forfeited. Enter - for a no-show.")
            % {"table": table.number}
        )


def _refuse_undeclared(game: DeclaredGame, table: Table, worth: Worth) -> None:
    """Raise Refused where no table of a declared game can end so."""
    typed = worth.counted
    known = [value for value in typed if value is not None]
    if not known:
        return
    if worth.tally is not None or game.declaration.entry == "points":
        why = why_not_typed(game, typed)
    elif len(known) == len(typed):
        why = why_untyped(game, known)
    else:
        return  # a forfeit in a document, whose reading has held its points against the most that a table gives
    if why is not None:
        notice = Notice("at-table", number=table.number, text=why)
        raise Refused(sentence(notice), notice=notice)


def _refuse_impossible(tournament: Tournament, table: Table, points: Points, seats: Sequence[int]) -> None:
    try:
        check_points(tournament.game, options_of(tournament), points, seats)
    except ImpossiblePoints as error:
        notice = error.notice
        if error.rule and error.rule not in str(notice):
            notice = Notice("by-rule", text=notice, rule=error.rule)
        notice = Notice("at-table", number=table.number, text=notice)
        raise Refused(sentence(notice), rule=error.rule, notice=notice) from error
