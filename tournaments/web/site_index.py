"""The search over everything: tournaments as this process last read their words, players by the database's index."""

from __future__ import annotations

import threading

from tournaments.search import Names
from tournaments.selectors import site_index as selectors
from tournaments.selectors.site_index import Found

MOST_EVENTS = 200
MOST_PLAYERS = 12
MOST_HIDDEN = 48
"""Names that are looked at besides, as some of the best may not be shown in full."""


class SiteIndex:
    """Names that can be searched, never older than what was committed when the search began.

    Of tournaments there are few, so their words are kept and compared as in a hall. People are many: the index of the
    database gives those who can be meant, and only these are compared.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._words: dict[int, str] = {}
        self._events = Names({})

    def find(self, query: str) -> tuple[dict[int, float], list[Found]]:
        """Return the tournaments that fit, the best first, each with how badly it does, and the players who do. Five
        queries at most."""
        words, events = self._current()
        costs = events.costs(query)
        # the tournaments are read with the newest first, and sorting keeps that order among those that fit equally
        numbers = sorted((pk for pk in words if pk in costs), key=costs.__getitem__)[:MOST_EVENTS]
        names = selectors.candidates(query)
        wanted = {pk: names[pk] for pk in Names(names).find(query, MOST_PLAYERS + MOST_HIDDEN)}
        # asked in any case: that only names fit which may not be shown is told by no work either
        hits = selectors.players(wanted or {0: ""})
        return {pk: costs[pk] for pk in numbers}, [hits[pk] for pk in wanted if pk in hits][:MOST_PLAYERS]

    def _current(self) -> tuple[dict[int, str], Names]:
        with self._guard:
            words = {event.id: event.words for event in selectors.events()}
            if words != self._words:
                self._words, self._events = words, Names(words)
            return self._words, self._events


INDEX = SiteIndex()
