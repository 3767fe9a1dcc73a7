"""The names that everyone may read: players and teams of a tournament, and people over several tournaments.

Every name that leaves for the public goes through here, so a name that may not be shown is held back in one place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, OuterRef, Q, When
from django.db.models.functions import JSONObject
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import privacy
from tournaments.models import Entry, Player, Team
from tournaments.selectors.people.teams import label as team_label
from tournaments.text import name_key, told_apart


class Person(NamedTuple):
    """A player as the public knows them. ``number`` is the pairing number; ``name`` their name in this event, which
    nobody else has there, and ``own_name`` the same without what tells them apart; ``team`` the name of their team, if
    any; ``fixed_table`` the table that they keep through all rounds; ``in_full`` whether the name is the whole of it;
    ``page`` the id of their page over all their events, None where there is none; ``in_team`` their team and board, as
    a seat shows them, empty where no team wins the event."""

    number: int
    name: str
    club: str
    team_key: str
    team: str
    joined: int
    left: int | None
    fixed_table: int | None = None
    in_full: bool = False
    page: int | None = None
    in_team: str = ""
    own_name: str = ""


def people(
    tournament_id: int, after: int = 0, limit: int | None = None, only: Iterable[int] | None = None
) -> dict[int, Person]:
    """Read everybody who is entered, by pairing number; or the next ``limit`` with a number above ``after``; or
    ``only`` those with these numbers."""
    wanted = None if only is None else {*only}
    if wanted is not None and not wanted:
        return {}
    everywhere = ArraySubquery(
        Entry.objects.filter(player=OuterRef("player"))
        .order_by()
        .values(event=JSONObject(how="tournament__names_shown", on="tournament__starts"))
    )
    entries = Entry.objects.filter(tournament_id=tournament_id).annotate(
        everywhere=Case(When(player__page__isnull=False, then=everywhere))
    )
    more: Iterable[Any] = _MORE
    if after or (wanted is not None and len(wanted) <= _FEW):
        # of the others only their names are read: who shares one with somebody who is wanted changes theirs
        mine = Q(number__gt=after) if wanted is None else Q(number__gt=after, number__in=wanted)
        more = [Case(When(mine, then=column)) for column in _MORE]
    rows = list(entries.order_by("number").values_list(*_NAMES, *more))
    those = [row for row in rows if row[0] > after and (wanted is None or row[0] in wanted)][:limit]
    some = {row[0]: _person(*row) for row in those}
    alike = [(who.number, who.name, who.club) for who in some.values()]
    if len(some) < len(rows):
        names = {name_key(who.name) for who in some.values()}
        others = (_as_read(*row[: len(_NAMES)]) for row in rows if row[0] not in some)
        alike += [other for other in others if name_key(other[1]) in names]
    for number, name in told_apart(alike).items():
        if number in some:
            some[number] = some[number]._replace(name=name)
    return some


_FEW = 60
"""So many are told from the others in the query; of more everything is read of everybody."""

_NAMES = (
    "number",
    "player__name",
    "player__club",
    "player__name_shown",
    "player__birth_year",
    "tournament__names_shown",
    "tournament__starts",
)
"""What tells by which name and club everyone reads somebody."""

_MORE = (
    "team__key",
    "team__name",
    "board",
    "joined",
    "left",
    "fixed_table",
    "tournament__system",
    "everywhere",
    "player",
)


def _as_read(
    number: int, name: str, club: str, own: str, born: int | None, event: str, on: date
) -> tuple[int, str, str]:
    """Return number, name and club as everyone may read them."""
    how = privacy.level(own, event, born, on)
    return number, public_name(name, number, how), _public_club(club, how)


def _public_club(club: str, how: str) -> str:
    # A club beside a first name tells who it is, so it is shown with full names only.
    return club if how == privacy.FULL else ""


def _person(
    number: int,
    name: str,
    club: str,
    own: str,
    born: int | None,
    event: str,
    on: date,
    team_key: str | None,
    team: str | None,
    board: int | None,
    joined: int,
    left: int | None,
    fixed_table: int | None,
    system: str,
    everywhere: list[dict[str, str]] | None,
    player: int,
) -> Person:
    how = privacy.level(own, event, born, on)
    club = _public_club(club, how)
    shown = public_name(name, number, how)
    page = None
    if everywhere:
        events = [(row["how"], date.fromisoformat(row["on"])) for row in everywhere]
        page = player if _in_full(own, born, events) else None
    seat = team_label(system, team, board)
    whole = how == privacy.FULL
    return Person(number, shown, club, team_key or "", team or "", joined, left, fixed_table, whole, page, seat, shown)


def for_themselves(entries: Iterable[Entry]) -> dict[int, str]:
    """Return by which names people are spoken to, by the ids of their entries: by their own, with what tells them from
    namesakes only as everyone reads it. Nobody learns by their own name of a namesake who is not shown in full."""
    here: dict[int, dict[int, Entry]] = {}
    for entry in entries:
        here.setdefault(entry.tournament_id, {})[entry.number] = entry
    return {
        entry.pk: shown[number].name if number in shown and shown[number].in_full else entry.player.name
        for tournament, mine in here.items()
        for shown in [people(tournament, only=mine)]
        for number, entry in mine.items()
    }


def partners(
    number: int, seated: Sequence[int], people: Mapping[int, Person], sides: Sequence[Sequence[int]] | None = None
) -> list[Person]:
    """Return who plays with a player at a table: who sits on their side, where its game has ``sides`` (seats from 1);
    else their team-mates there; nobody where no team wins the event. ``seated``: who sits where, by seat."""
    own = people.get(number)
    if own is None:
        return []
    if sides and len(seated) == sum(map(len, sides)):
        mine = [seated[seat - 1] for side in sides for seat in side if number in [seated[at - 1] for at in side]]
        return [people[other] for other in dict.fromkeys(mine) if other != number and other in people]
    if not own.in_team:
        return []
    others = (people[other] for other in dict.fromkeys(seated) if other != number and other in people)
    return [other for other in others if other.team_key == own.team_key]


def _in_full(own: str, born: int | None, events: Iterable[tuple[str, date]]) -> bool:
    """Return whether somebody is of age and shown by their full name at all of these events."""
    if privacy.is_minor(born, timezone.localdate()):
        return False
    return all(privacy.level(own, event, born, on) == privacy.FULL for event, on in events)


def public_name(name: str, number: int, how: str) -> str:
    """Return a player's name as everyone may read it, at a level from `privacy.level`. Every name for the public goes
    through here."""
    if how == privacy.FULL:
        return name
    # a thousand of them stand on a page, and few need the words for a number
    return privacy.shown_name(name, "", how) or _("No. %(number)s") % {"number": number}


def season_names(players: Iterable[int]) -> dict[int, str]:
    """Return the names of people on pages that go over several tournaments, by the players' ids, in one query.

    Whoever is hidden at one of their tournaments is hidden there too; a number is then the player's own.
    """
    rows = Player.objects.filter(pk__in=set(players)).values_list(
        "pk",
        "name",
        "name_shown",
        "birth_year",
        "entries__tournament__names_shown",
        "entries__tournament__starts",
    )
    names: dict[int, str] = {}
    strictest: dict[int, str] = {}
    for pk, name, own, born, event, on in rows:
        how = privacy.level(own, event or "", born, on or timezone.localdate())
        names[pk] = name
        strictest[pk] = max(strictest.get(pk, privacy.FULL), how, key=privacy.LEVELS.index)
    return {pk: public_name(name, pk, strictest[pk]) for pk, name in names.items()}


def fully_shown(players: Iterable[int]) -> dict[int, str]:
    """Return the names of those of these people who are of age and shown by their full name at all of their
    tournaments, by the players' ids, in one query."""
    today = timezone.localdate()
    rows = Player.objects.filter(pk__in=set(players)).values_list(
        "pk", "name", "name_shown", "birth_year", "entries__tournament__names_shown", "entries__tournament__starts"
    )
    names: dict[int, str] = {}
    hidden = set()
    for pk, name, own, born, event, on in rows:
        names[pk] = name
        if not _in_full(own, born, [(event or "", on or today)]):
            hidden.add(pk)
    return {pk: name for pk, name in names.items() if pk not in hidden}


def teams(tournament_id: int) -> list[tuple[str, str]]:
    """Return the short names and names of the teams in which somebody is."""
    rows = Team.objects.filter(tournament_id=tournament_id, entries__isnull=False).distinct()
    return sorted(rows.values_list("key", "name"), key=lambda team: sort_key(team[0]))


def sort_key(name: str) -> tuple[str, str]:
    """Return a key that sorts names as on a list on the wall: first without accents and case, then with them; figures
    count as numbers, so that 2 stands before 10."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return re.sub(r"\d+", lambda figures: figures[0].zfill(9), plain.casefold()), name
