"""The hall as this process last read it: made once a version, however many phones ask."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest

from tournaments.domain.access import Action, may
from tournaments.domain.locks import snapshot
from tournaments.models import Tournament
from tournaments.selectors import clubs
from tournaments.selectors.events import public
from tournaments.selectors.hall.hall import Hall, hall
from tournaments.selectors.rounds.plan import knows_its_schedule

MOST_HALLS = 12
JUST_NOW = 5.0


@dataclass
class Kept:
    """A hall in one language at one version, and the pages' frames that were made for it."""

    version: int
    hall: Hall
    read_at: float = field(default_factory=time.monotonic)
    frames: dict[tuple[str, ...], str] = field(default_factory=dict)

    def serves(self, version: int) -> bool:
        """Tell if it may be shown to a reader who has seen a version. A newer one may if it was read just now; a
        version overtaken long ago that is back comes from a backup."""
        newer = self.version > version and time.monotonic() - self.read_at < JUST_NOW
        return self.version == version or newer


class Halls:
    """The newest halls by tournament (its birth: an address may be given to another) and language, the least recently
    used thrown out."""

    def __init__(self, most: int = MOST_HALLS) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, str], Kept] = OrderedDict()
        self._making: dict[tuple[str, str], threading.Lock] = {}
        self._guard = threading.Lock()

    def get(self, head: public.Head, language: str) -> Kept:
        """Return the hall at the head's version or a newer one. Raises Http404 where it is gone meanwhile."""
        key = head.birth, language
        kept = self._newest(key, head.version)
        if kept:
            return kept
        with self._guard:
            making = self._making.setdefault(key, threading.Lock())
        # a thousand phones that come with the same new version wait for one of them
        with making:
            kept = self._newest(key, head.version)
            if kept:
                return kept
            kept = read(head.id)
            with self._guard:
                self._kept[key] = kept
                self._kept.move_to_end(key)
                while len(self._kept) > self._most:
                    gone, _kept = self._kept.popitem(last=False)
                    self._making.pop(gone, None)
            return kept

    def peek(self, birth: str, language: str, version: int) -> Kept | None:
        """Return the hall if it is there already; asks nobody."""
        return self._newest((birth, language), version)

    def _newest(self, key: tuple[str, str], version: int) -> Kept | None:
        with self._guard:
            kept = self._kept.get(key)
            if kept is None or not kept.serves(version):
                return None
            self._kept.move_to_end(key)
            return kept


def read(pk: int) -> Kept:
    """Return a hall as it is in the database now."""
    with snapshot():
        with_all = Tournament.objects.filter(pk=pk).select_related("clock", "report_rule")
        tournament = clubs.with_club(with_all).first()
        if tournament is None:
            raise Http404
        return Kept(tournament.version, hall(tournament))


def page_of(hall: Hall, here: str) -> dict[str, Any]:
    """Return what each page of an event tells its frame, for the page ``here`` of a hall."""
    return {
        "tournament": hall.tournament,
        "game": public.game_name(hall.tournament.game, hall.tournament.options),
        "here": here,
        "last": hall.round.number if hall.round else 0,
        "planned": knows_its_schedule(hall.tournament),
        "games_shown": hall.games,
    }


HALLS = Halls()


def kept_for(request: HttpRequest, slug: str, language: str) -> Kept:
    """Return the hall that a request may see; of an unpublished tournament its own staff see a fresh one. Raises
    Http404."""
    head = public.head(slug)
    if head is not None and head.published:
        return HALLS.get(head, language)
    known = getattr(request, "api_token", None) is not None or settings.SESSION_COOKIE_NAME in request.COOKIES
    if head is None or not known or not request.user.is_authenticated:
        raise Http404
    kept = read(head.id)
    if not may(request.user, Action.VIEW, kept.hall.tournament):
        raise Http404
    return kept
