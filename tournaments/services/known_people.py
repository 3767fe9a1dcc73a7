"""The people whom the names of a list can mean, and what its owner may see of them."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from tournaments.domain import register
from tournaments.domain.access import Action, organises, tournaments_for
from tournaments.imports.players import PlayerLine
from tournaments.models import Entry, Player, Tournament

MOST_SHOWN = 8


def key_of(name: str) -> str:
    """Return the key of a name: a letter with its accent is the same, composed or not."""
    return unicodedata.normalize("NFC", name).casefold()


@dataclass(frozen=True, slots=True)
class KnownPeople:
    """People by the key of their name, and those who play here by theirs. ``ours`` may be changed, the years of birth
    of ``familiar`` are shown, ``events`` is where somebody played last."""

    named: dict[str, list[Player]]
    entry_of: dict[int, Entry]
    ours: set[int]
    familiar: set[int] = field(default_factory=set)
    events: dict[int, str] = field(default_factory=dict)

    def label(self, player: Player) -> str:
        """Say who somebody is, as every desk may see it: club, rating, and where they played last."""
        born = _("born %(year)d") % {"year": player.birth_year} if player.birth_year else ""
        event = self.events.get(player.pk, "")
        parts = [
            player.club,
            str(player.rating or ""),
            born if player.pk in self.familiar else "",
            _("last in “%(event)s”") % {"event": event} if event else "",
        ]
        return ", ".join(part for part in parts if part)

    def labels(self, players: Iterable[Player]) -> list[tuple[int, str]]:
        """Name people to choose from, with what tells them apart."""
        return [
            (player.pk, ", ".join(filter(None, (player.name, self.label(player)))))
            for player in list(players)[:MOST_SHOWN]
        ]


def known_people(
    tournament: Tournament, lines: Iterable[PlayerLine], entered: Iterable[Entry], *, by: Any
) -> KnownPeople:
    """Look up everybody whom a list can mean, in a fixed number of queries."""
    entry_of = {entry.player_id: entry for entry in entered}
    names = {name for line in lines for name in (line.name, line.written) if name}
    lower = {name.lower() for name in names} | {key_of(name) for name in names}
    named: dict[str, list[Player]] = defaultdict(list)
    rows = Player.objects.annotate(lower=Lower("name")).filter(
        register.of_the_club(tournament) & (Q(name__in=names) | Q(lower__in=lower)) | Q(pk__in=entry_of)
    )
    for player in rows:
        named[key_of(player.name)].append(player)
    people = [player.pk for namesakes in named.values() for player in namesakes]
    familiar = Player.objects.filter(register.known(by, Action.PLAYERS), pk__in=people)
    return KnownPeople(
        named,
        entry_of,
        register.changeable(by, people),
        set(familiar.values_list("pk", flat=True)),
        _last_events(tournament, people, by),
    )


def _last_events(tournament: Tournament, people: Iterable[int], by: Any) -> dict[int, str]:
    """Find where people played last, of the tournaments that everybody or this person may see."""
    entries = Entry.objects.filter(player__in=list(people)).exclude(tournament=tournament)
    if not organises(by):
        entries = entries.filter(Q(tournament__published=True) | Q(tournament__in=tournaments_for(by, Action.WORK)))
    last = entries.order_by("player", "-tournament__starts", "-tournament").distinct("player")
    return dict(last.values_list("player", "tournament__name"))
