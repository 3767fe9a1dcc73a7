"""The sand-glass of a table: who sits there, how long it runs, and what the desk is told when it has run out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from games.core import registry as games
from tournaments.models import Clock, LiveGame, Result, Round, Seat, Table, TimeCall, Tournament
from tournaments.selectors import labels
from tournaments.selectors.events import public
from tournaments.selectors.people import shown_names

MINUTES: dict[str, tuple[int, ...]] = {"quarto": (1,), "quatro-chess": (3, 4)}
"""The minutes a move that the rules suggest (Q 4.4, QC 7.6), the usual first."""
OTHERS = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class GlassSeat:
    """A seat at the glass. ``looks``: style, letter and name of its sign; ``number``: the pairing number."""

    position: int
    name: str
    number: int
    looks: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Glass:
    """A glass: its seats in the order of their turns, and the seconds to choose from, the usual first."""

    seats: tuple[GlassSeat, ...]
    choices: tuple[int, ...]
    told: bool = False
    done: bool = False

    @property
    def seconds(self) -> int:
        return self.choices[0]

    @property
    def written(self) -> tuple[tuple[int, str], ...]:
        """Return the choices, each with how a clock shows it."""
        return tuple((seconds, clock_text(seconds)) for seconds in self.choices)


def clock_text(seconds: int) -> str:
    """Return seconds as a clock shows them, such as 3:00."""
    return f"{seconds // 60}:{seconds % 60:02}"


def glass_of(tournament: Tournament, table: Table, language: str) -> Glass:
    """Return the glass of a table, with the names that everyone may read: a phone lies where all can see it."""
    taken = list(Seat.objects.filter(table=table).order_by("position").values_list("position", "entry__number"))
    people = shown_names.people(tournament.pk, only=[number for _position, number in taken])
    colours = public.seat_names(tournament)
    return Glass(
        tuple(
            GlassSeat(position, people[number].name, number, labels.seat(colours, position, language))
            for position, number in taken
        ),
        choices_of(tournament),
        told=TimeCall.objects.filter(table=table, state=TimeCall.State.OPEN).exists(),
        done=table.round.state != Round.State.PUBLISHED or Result.objects.filter(table=table, is_current=True).exists(),
    )


def choices_of(tournament: Tournament) -> tuple[int, ...]:
    """Return the seconds to choose from: what the hall's clock has for a move first, then what the rules suggest."""
    usual = tuple(60 * minutes for minutes in MINUTES.get(tournament.game, OTHERS))
    clock: Clock | None = getattr(tournament, "clock", None)
    if clock is None or clock.kind != Clock.Kind.MOVE:
        return usual
    return (clock.seconds, *(seconds for seconds in usual if seconds != clock.seconds))


def practice(game: str, language: str) -> Glass:
    """Return a glass without a tournament, for as many seats as the game usually has."""
    seats = 2 if game in ("quarto", "quaro") else 4
    colours = public.seat_colours(game)
    looks = [labels.seat(colours, position, language) for position in range(1, seats + 1)]
    return Glass(
        tuple(GlassSeat(position, look[2], 0, look) for position, look in enumerate(looks, 1)),
        tuple(60 * minutes for minutes in MINUTES.get(game, OTHERS)),
    )


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A call of a table as the desk shows it; ``loses`` whether one step enters the forfeit."""

    call_id: int
    table: int
    round: int
    name: str
    number: int
    seconds: int
    by: str
    at: datetime
    loses: bool

    @property
    def minutes(self) -> str:
        """Return the time of the glass, as 3:00."""
        return clock_text(self.seconds)


def times_up(tournament: Tournament) -> tuple[TimeUp, ...]:
    """Return the open calls of a tournament's shown rounds; four queries, one where there are none."""
    rows = list(
        TimeCall.objects.filter(
            table__round__tournament=tournament, table__round__state__in=Round.SHOWN, state=TimeCall.State.OPEN
        )
        .select_related("table__round", "entry__player", "user")
        .order_by("at")
    )
    if not rows:
        return ()
    tables = [row.table_id for row in rows]
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(table__in=tables).select_related("entry__player").order_by("position"):
        seats.setdefault(seat.table_id, []).append(seat)
    running = set(
        LiveGame.objects.filter(table__in=tables, state=LiveGame.State.RUNNING).values_list("table", flat=True)
    )
    entered = set(Result.objects.filter(table__in=tables, is_current=True).values_list("table", flat=True))
    named = bool(games.game_of(tournament.game, tournament.options).info.seat_names)
    calls, names = [], tournament.display_names
    for row in rows:
        at = next((seat for seat in seats[row.table_id] if seat.position == row.position), None)
        if row.table_id in entered or at is None:
            continue
        by = names[row.entry.number] if row.entry else str(row.user) if row.user else ""
        calls.append(
            TimeUp(
                call_id=row.pk,
                table=row.table.number,
                round=row.table.round.number,
                name=names[at.entry.number],
                number=at.entry.number,
                seconds=row.seconds,
                by=by,
                at=row.at,
                loses=(row.table_id in running and named) or (len(seats[row.table_id]) == 2 and not named),
            )
        )
    return tuple(calls)
