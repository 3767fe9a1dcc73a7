"""The search over everything, as this process last read it: a tournament's players are read again when it changed."""

from __future__ import annotations

import threading

from tournaments.search import Names
from tournaments.selectors import site_index as selectors
from tournaments.selectors.site_index import Found, Part

MOST_EVENTS = 200
MOST_PLAYERS = 12


class SiteIndex:
    """Names that can be searched, never older than what was committed when the search began.

    The version of each tournament says whether its players are as they were read; so a search reads a number for each
    tournament, and players only of those that changed.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._parts: dict[tuple[str, int], tuple[Part, ...]] = {}
        self._words: dict[int, str] = {}
        self._events = Names({})
        self._players = Names({})
        self._named: dict[int, str] = {}

    def find(self, query: str) -> tuple[list[int], list[Found]]:
        """Return the tournaments that fit, the best first, and the players who do. Three queries at most."""
        words, events, players, named = self._current()
        costs = events.costs(query)
        # the tournaments are read with the newest first, and sorting keeps that order among those that fit equally
        numbers = sorted((pk for pk in words if pk in costs), key=costs.__getitem__)[:MOST_EVENTS]
        wanted = {pk: named[pk] for pk in players.find(query, MOST_PLAYERS)}
        hits = selectors.players(wanted) if wanted else {}
        return numbers, [hits[pk] for pk in wanted if pk in hits]

    def _current(self) -> tuple[dict[int, str], Names, Names, dict[int, str]]:
        with self._guard:
            events = selectors.events()
            words = {event.id: event.words for event in events}
            if words != self._words:
                self._words, self._events = words, Names(words)
            before = self._parts
            changed = {event.id: event.mark for event in events if event.mark not in before}
            read = selectors.people(changed) if changed else {}
            self._parts = {e.mark: read[e.id] if e.id in read else before[e.mark] for e in events}
            if self._parts.keys() != before.keys():
                named = {part.player: part.name for parts in self._parts.values() for part in parts}
                if named != self._named:
                    self._named, self._players = named, Names(named)
            return self._words, self._events, self._players, self._named


INDEX = SiteIndex()
