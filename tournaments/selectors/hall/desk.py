"""The desk's view of a round: tables, seats, results, byes, and the next sensible step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core import registry as games
from games.core.declarations.declared import DeclaredGame
from games.core.declarations.values import in_language
from games.core.notices import Notice
from scoring.documents.gamelink import declared_of
from tournaments.domain.ledger import scoring_rules
from tournaments.models import Entry, PairingProgress, Result, Round, Seat, Table, Tournament
from tournaments.selectors.games.result_words import draw, example
from tournaments.selectors.hall.evening_facts import evening_at, round_facts, with_tables
from tournaments.selectors.rounds.evening import Evening, Next, next_of
from tournaments.selectors.rounds.next_step import OpenTable, Step, adjourned_sentence, explained, open_tables
from tournaments.selectors.rounds.offers import OPEN, unseated
from tournaments.sentences.points import earned


@dataclass(slots=True)
class DeskSeat:
    position: int
    label: str
    entry: Entry
    points: str = ""
    sign: str = ""
    brings: str = ""


@dataclass(slots=True)
class DeskTable:
    """A table with its current result; ``problem`` is what was wrong with what was just typed.

    ``mine``: whether who looks may enter its result, as far as tables go.
    """

    row: Table
    seats: list[DeskSeat] = field(default_factory=list)
    result: Result | None = None
    records: int = 0
    photos: int = 0
    typed_seen: str | None = None
    problem: str = ""
    rule: str = ""
    conflict: Result | None = None
    mine: bool = True
    sure: str = ""

    @property
    def confirmed(self) -> bool:
        """Return whether a second person has said yes to the result."""
        return self.result is not None and hasattr(self.result, "confirmation")

    @property
    def seen(self) -> str:
        """Return the version of the result that the typist has seen; after a refused entry, still the one from before
        it."""
        if self.typed_seen is not None:
            return self.typed_seen
        return str(self.result.pk) if self.result else ""

    @property
    def fixed(self) -> bool:
        """Return whether somebody sits here who always sits at this table."""
        return any(seat.entry.fixed_table == self.row.number for seat in self.seats)

    @property
    def missing(self) -> bool:
        return self.result is None

    @property
    def adjourned(self) -> bool:
        """Return whether its game is to be played on."""
        return self.result is not None and self.result.end == Result.End.ADJOURNED

    @property
    def corrected(self) -> bool:
        """Return whether its result took the place of another one; an adjournment is none."""
        before = self.result.supersedes if self.result is not None else None
        return before is not None and not self.adjourned and before.end != Result.End.ADJOURNED


@dataclass(frozen=True, slots=True)
class Desk:
    tournament: Tournament
    rounds: tuple[Round, ...]
    round: Round | None
    tables: tuple[DeskTable, ...]
    byes: tuple[Seat, ...]
    evening: Evening
    next: Next | None
    step: Step | None
    open: tuple[OpenTable, ...] = ()
    unseated: tuple[Entry, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)
    """The names of the players in the round by number; of all players where the round could not be paired."""

    @property
    def players(self) -> int:
        return self.evening.players

    @property
    def adjourned(self) -> tuple[OpenTable, ...]:
        """Return the tables of all rounds that are still to be played on."""
        return tuple(table for table in self.open if table.adjourned)

    @property
    def adjourned_sentence(self) -> str:
        return adjourned_sentence(self.open)

    @property
    def settled(self) -> bool:
        """Return whether play went on since: results that are there are corrected on a page of their own."""
        round_ = self.round
        return round_ is not None and (round_.state == Round.State.CLOSED or round_ != self.rounds[-1])

    @property
    def by_places(self) -> bool:
        """Return whether places may be entered instead of points."""
        return scoring_rules(self.tournament).points == "places"

    @property
    def example(self) -> str:
        """Return a usual result as it is typed."""
        return example(self.tournament, self.next_seats or self.tournament.table_size, apart=False)

    @property
    def next_seats(self) -> int:
        """Return how many seats the first table without a result has, else the largest."""
        return next((len(table.seats) for table in self.tables if table.missing), self.most_seats)

    @property
    def examples(self) -> list[tuple[int, str]]:
        """Return a usual result as it is typed for each size of a table of the round."""
        return [
            (seats, example(self.tournament, seats, apart=False))
            for seats in sorted({len(table.seats) for table in self.tables})
        ]

    @property
    def places_entered(self) -> bool:
        """Return whether the places of a declared game are its result."""
        game = declared_of(self.tournament.game, self.tournament.options)
        return game is not None and game.declaration.entry == "places"

    @property
    def draws(self) -> bool:
        """Return whether a sign says that a whole table drew."""
        return draw(self.tournament, self.most_seats or self.tournament.table_size) is not None

    @property
    def weighs_scores(self) -> bool:
        """Return whether what is typed is turned into points by a rule."""
        game = declared_of(self.tournament.game, self.tournament.options)
        return game is not None and game.weighs

    @property
    def columns(self) -> list[str]:
        """Return the names of the numbers that a seat's score is made of; none where it is one number."""
        game = declared_of(self.tournament.game, self.tournament.options)
        language = get_language() or "en"
        return [] if game is None else [in_language(column.names, language) for column in game.declaration.columns]

    @property
    def reason(self) -> Notice | None:
        """Say why the tables are so, where it is the same for all of them."""
        reasons = {table.row.reason for table in self.tables}
        return reasons.pop() if len(reasons) == 1 else None

    @property
    def notes(self) -> tuple[Notice, ...]:
        """Return the pairing's notes on the round, without the byes that are none any more since it was changed
        by hand."""
        free = {seat.entry.number for seat in self.byes}
        notes: tuple[Notice, ...] = self.round.notes if self.round else ()
        return tuple(note for note in notes if not note.code.startswith("has-the-bye") or note.params["player"] in free)

    @property
    def first_missing(self) -> int | None:
        """Return the first table without a result."""
        return next((table.row.number for table in self.tables if table.missing), None)

    @property
    def entered(self) -> int:
        """Return how many tables of the round have a result that is not to be played on."""
        return sum(not table.missing and not table.adjourned for table in self.tables)

    @property
    def most_seats(self) -> int:
        """Return how many seats the largest table has."""
        return max((len(table.seats) for table in self.tables), default=0)

    @property
    def untouched(self) -> bool:
        """Return whether no table of the round has a result."""
        return all(table.missing for table in self.tables)


def desk(
    tournament: Tournament, number: int | None = None, own: frozenset[int] | None = None, calling: int | None = None
) -> Desk:
    """Return the desk of a round (the newest where ``number`` is None), for results of all tables or of ``own``.
    ``calling``: how many players call, where that is known. A fixed number of queries, whatever the size."""
    rounds = tuple(with_tables(tournament.rounds.select_related("progress")))
    if number is None:
        round_ = rounds[-1] if rounds else None
    else:
        round_ = next((r for r in rounds if r.number == number), None)
        if round_ is None:
            raise Round.DoesNotExist(number)
    tables = desk_tables(tournament, round_) if round_ else ()
    byes = _byes(tournament, round_) if round_ else ()
    newest = rounds[-1] if rounds else None
    open_ = tuple(open_tables(tournament.pk)) if newest is not None else ()
    evening = evening_at(tournament, round_facts(rounds, open_), own, calling)
    next_ = next_of(evening)
    step = explained(tournament, evening, next_, newest) if next_ else None
    late = tuple(unseated(tournament)) if newest is not None and newest.state in OPEN else ()
    names = tournament.display_names
    return Desk(tournament, rounds, round_, tables, byes, evening, next_, step, open_, late, names)


def newest_shown(tournament: Tournament) -> int | None:
    """Return the number of the last round that is published or closed."""
    shown = tournament.rounds.filter(state__in=Round.SHOWN).order_by("-number")
    return shown.values_list("number", flat=True).first()


def to_be_entered(tournament: Tournament) -> QuerySet[Table]:
    """Return the tables with the facts for entering a result, in one query: ``round``, ``seat_count``,
    ``has_result``."""
    current = Result.objects.filter(table=OuterRef("pk"), is_current=True)
    rows = Table.objects.filter(round__tournament=tournament).select_related("round")
    return rows.annotate(seat_count=Count("seats"), has_result=Exists(current))


def is_settled(table: Table) -> bool:
    """Return whether a table of `to_be_entered` has a result and play went on since: its round is closed, or a
    later one is there."""
    if not table.has_result:  # type: ignore[attr-defined]
        return False
    later = Round.objects.filter(tournament=table.round.tournament_id, number__gt=table.round.number)
    return table.round.state == Round.State.CLOSED or later.exclude(state=Round.State.DISCARDED).exists()


def desk_tables(tournament: Tournament, round_: Round) -> tuple[DeskTable, ...]:
    """Return the tables of a round by number, each with seats, current result and how many records. Three queries."""
    return _with_seats(tournament, Table.objects.filter(round=round_))


def names_at(table: Table) -> list[str]:
    """Return the names at a table, seat by seat."""
    names = table.round.tournament.display_names
    return [names[number] for number in table.seats.order_by("position").values_list("entry__number", flat=True)]


def desk_table(tournament: Tournament, table: Table) -> DeskTable:
    return _with_seats(tournament, Table.objects.filter(pk=table.pk))[0]


def _with_seats(tournament: Tournament, rows: QuerySet[Table]) -> tuple[DeskTable, ...]:
    game = games.game_of(tournament.game, tournament.options)
    names = game.info.seat_names
    called = game.seat_names(get_language() or "en") if isinstance(game, DeclaredGame) else ()
    by_places = scoring_rules(tournament).points == "places"
    tables = {
        row.pk: DeskTable(row, records=row.record_count, photos=row.photo_count)
        for row in rows.annotate(
            record_count=Count("records", distinct=True), photo_count=Count("sheet_photos", distinct=True)
        ).order_by("number")
    }
    taken = Seat.objects.filter(table__in=tables).select_related("entry__player").order_by("position")
    for seat in taken:
        seat.entry.tournament = tournament
        sign = names[seat.position - 1] if seat.position <= len(names) else ""
        label = _(sign) if sign else called[seat.position - 1] if called else str(seat.position)
        tables[seat.table_id].seats.append(DeskSeat(seat.position, label, seat.entry, sign=sign))
    for result in Result.objects.filter(table__in=tables, is_current=True).select_related(
        "entered_by", "confirmation__by", "supersedes"
    ):
        table = tables[result.table_id]
        table.result = result
        for seat, text in zip(table.seats, _as_entered(result, by_places), strict=True):
            seat.points = text
        if result.columns or (result.game_points is not None and result.game_points != result.points):
            for seat, taken in zip(table.seats, result.points, strict=True):
                seat.brings = "" if taken is None else earned(str(taken))
    return tuple(tables.values())


def _as_entered(result: Result, by_places: bool) -> list[str]:
    """Return a result as it would be typed: the game's points, or places where only those are known; nothing where the
    game is adjourned."""
    if result.end == Result.End.ADJOURNED:
        return [""] * len(result.points)
    if by_places and result.game_points is None:
        present = [p for p in result.points if p is not None]
        return ["-" if p is None else f"{1 + sum(q > p for q in present)}." for p in result.points]
    if result.columns is not None:
        return ["-" if row is None else " ".join(row) for row in result.columns]
    return ["-" if p is None else str(p) for p in result.game_points or result.points]


def _byes(tournament: Tournament, round_: Round) -> tuple[Seat, ...]:
    free = Seat.objects.filter(round=round_, table__isnull=True).select_related("entry__player")
    byes = tuple(free.order_by("entry__number"))
    for seat in byes:
        seat.entry.tournament = tournament
    return byes


def percent_paired(tournament: Tournament) -> int | None:
    """Return how far a pairing under way is; None where there is none, or it has not lasted long yet."""
    waiting = {"round__tournament": tournament, "round__state": Round.State.PAIRING}
    return PairingProgress.objects.filter(**waiting).values_list("percent", flat=True).first()
