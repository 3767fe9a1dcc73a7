"""The history of the played rounds: meetings, seats, byes and visits to small tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.pairing.core import Event, Round, distinct, pairs


@dataclass(frozen=True, slots=True)
class History:
    """Counts over some rounds. Players who have done nothing of a kind are absent from its mapping.

    ``meetings``: (lower id, higher id) → how often they sat at one table. ``seats``: id → how often each
    seat, seat 1 first. ``last_seat``: id → the latest seat, from 0. ``games``: id → games played.
    ``byes``: id → byes given by the pairing. ``small``: id → games at tables of another size than the
    event's full ones: with fewer players, or where sizes are mixed with more.
    """

    meetings: Mapping[tuple[int, int], int]
    seats: Mapping[int, tuple[int, ...]]
    last_seat: Mapping[int, int]
    games: Mapping[int, int]
    byes: Mapping[int, int]
    small: Mapping[int, int]
    width: int

    def met(self, a: int, b: int) -> int:
        """Return the number of times that two players sat at one table."""
        return self.meetings.get((a, b) if a < b else (b, a), 0)

    def seat_counts(self, player: int) -> tuple[int, ...]:
        """Return the number of times that this player had each seat; zeros for one who has not played."""
        return self.seats.get(player) or (0,) * self.width

    def surplus(self, player: int) -> int:
        """Return by how much a player had seat 1 more often than seat 2; of four seats the first two are seat 1."""
        counts = self.seat_counts(player)
        half = len(counts) // 2
        return sum(counts[:half]) - sum(counts[half:])

    def after(self, tables: Sequence[Sequence[int]]) -> History:
        """Return the history with the seats of one round more; the other counts stay as they are."""
        width = max([self.width, *(len(t) for t in tables)])
        seats = {p: (*c, *([0] * (width - len(c)))) for p, c in self.seats.items()}
        last = dict(self.last_seat)
        for table in tables:
            for seat, player in enumerate(table):
                counts = list(seats.get(player, (0,) * width))
                counts[seat] += 1
                seats[player] = tuple(counts)
                last[player] = seat
        return History(self.meetings, seats, last, self.games, self.byes, self.small, width)


def history(rounds: Iterable[Round], table_size: int = 0) -> History:
    """Count over ``rounds``; ``table_size`` is the full number of players of a table (0: the most there is).

    Seats are counted as the document has them: a player with two colours had both. A forfeit counts as a
    meeting and as a seat, because it was paired.
    """
    rounds = tuple(rounds)
    width = max([table_size, *(len(t.seats) for r in rounds for t in r.tables)])
    full = table_size or max([0, *(len(distinct(t.seats)) for r in rounds for t in r.tables)])
    meetings: dict[tuple[int, int], int] = {}
    seats: dict[int, list[int]] = {}
    last: dict[int, int] = {}
    games: dict[int, int] = {}
    byes: dict[int, int] = {}
    small: dict[int, int] = {}
    for round_ in rounds:
        for table in round_.tables:
            sitting = distinct(table.seats)
            for pair in pairs(sitting):
                meetings[pair] = meetings.get(pair, 0) + 1
            for seat, player in enumerate(table.seats):
                seats.setdefault(player, [0] * width)[seat] += 1
                last[player] = seat
            for player in sitting:
                games[player] = games.get(player, 0) + 1
                if len(sitting) != full:
                    small[player] = small.get(player, 0) + 1
        for bye in round_.byes:
            if bye.kind == "pairing":
                byes[bye.player] = byes.get(bye.player, 0) + 1
    return History(meetings, {p: tuple(c) for p, c in seats.items()}, last, games, byes, small, width)


def before(event: Event, round_number: int) -> tuple[Round, ...]:
    """Return the event's rounds before a round, in order."""
    return tuple(r for r in sorted(event.rounds, key=lambda r: r.number) if r.number < round_number)
