"""A season's ratings: events in their order, each table rated, what an event changed kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from scoring.core.history import Kind
from scoring.documents.document import Event
from scoring.pairwise import history_of
from scoring.ratings.weng_lin import START, Rating, rate

Person = TypeVar("Person")
Key = TypeVar("Key")


Rate = Callable[[Mapping[int, Rating], Iterable[tuple[int, int, int]]], dict[int, Rating]]


@dataclass(frozen=True, slots=True)
class Method:
    """A way to rate: where everybody begins, and what a table does."""

    start: Rating
    rate: Rate


WENG_LIN: Method = Method(START, rate)


@dataclass(frozen=True, slots=True)
class Step(Generic[Key]):
    """An event's effect on a player's rating."""

    event: Key
    before: Rating
    after: Rating


@dataclass(slots=True)
class Run(Generic[Key]):
    """Somebody's season: the rating now, and a step an event with a rated table."""

    rating: Rating = START
    steps: list[Step[Key]] = field(default_factory=list)


def rated(event: Event, ratings: Mapping[int, Rating], method: Method = WENG_LIN) -> dict[int, Rating]:
    """Return the ratings of an event's players after it, from their ``ratings`` before it; players without one begin.

    Round by round; within a round the order of tables does not matter, as nobody sits at two. What counts is what was
    played over the board: no bye, no forfeit, nothing adjourned or open. Raises DocumentError.
    """
    history = history_of(event)
    now = {player.id: ratings.get(player.id, method.start) for player in event.players}
    for index in range(history.rounds):
        seen: set[int] = set()
        for player in history.participants:
            turn = history.turns[player][index]
            if player in seen or turn.kind is not Kind.PLAYED or turn.table is None:
                continue
            sitting = turn.table.players
            seen.update(sitting)
            meetings = [
                (number, other, halves)
                for place, number in enumerate(sitting)
                for other, halves, played, _ in history.turns[number][index].meetings
                if played and other in sitting[place + 1 :]
            ]
            now.update(method.rate({who: now[who] for who in sitting}, meetings))
    return now


def season(
    events: Iterable[tuple[Key, Event, Mapping[int, Person]]], method: Method = WENG_LIN
) -> dict[Person, Run[Key]]:
    """Rate everybody's season: ``events`` in order, with whose pairing number is whose. Raises DocumentError."""
    runs: dict[Person, Run[Key]] = {}
    for key, event, people in events:
        before = {number: runs[who].rating for number, who in people.items() if who in runs}
        for number, after in rated(event, before, method).items():
            was = before.get(number, method.start)
            if after.games > was.games:
                run = runs.setdefault(people[number], Run())
                run.rating = after
                run.steps.append(Step(key, was, after))
    return runs
