"""The names that everyone may read: players and teams of a tournament, and people over several tournaments.

Every name that leaves for the public goes through here, so a name that may not be shown is held back in one place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date
from itertools import islice
from typing import NamedTuple

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, OuterRef, When
from django.db.models.functions import JSONObject
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments import privacy
from tournaments.models import Entry, Player, Team
from tournaments.selectors.teams import label as team_label
from tournaments.text import told_apart


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
    everywhere = ArraySubquery(
        Entry.objects.filter(player=OuterRef("player"))
        .order_by()
        .values(event=JSONObject(how="tournament__names_shown", on="tournament__starts"))
    )
    # everybody is read for some as well: who shares a name with them has another for it
    entries = Entry.objects.filter(tournament_id=tournament_id).annotate(
        everywhere=Case(When(player__page__isnull=False, then=everywhere))
    )
    rows = entries.order_by("number").values_list(
        "number",
        "player__name",
        "player__club",
        "team__key",
        "team__name",
        "board",
        "joined",
        "left",
        "fixed_table",
        "player__name_shown",
        "player__birth_year",
        "tournament__names_shown",
        "tournament__starts",
        "tournament__system",
        "player",
        "everywhere",
    )
    every = {row[0]: _person(*row) for row in rows}
    for number, name in told_apart((who.number, who.name, who.club) for who in every.values()).items():
        every[number] = every[number]._replace(name=name)
    wanted = every if only is None else every.keys() & set(only)
    return dict(islice(((number, every[number]) for number in every if number > after and number in wanted), limit))


def _person(
    number: int,
    name: str,
    club: str,
    team_key: str | None,
    team: str | None,
    board: int | None,
    joined: int,
    left: int | None,
    fixed_table: int | None,
    own: str,
    born: int | None,
    event: str,
    on: date,
    system: str,
    player: int,
    everywhere: list[dict[str, str]] | None,
) -> Person:
    how = privacy.level(own, event, born, on)
    # A club beside a first name tells who it is, so it is shown with full names only.
    club = club if how == privacy.FULL else ""
    shown = public_name(name, number, how)
    page = None
    if everywhere:
        events = [(row["how"], date.fromisoformat(row["on"])) for row in everywhere]
        page = player if _in_full(own, born, events) else None
    seat = team_label(system, team, board)
    whole = how == privacy.FULL
    return Person(number, shown, club, team_key or "", team or "", joined, left, fixed_table, whole, page, seat, shown)


def partners(number: int, seated: Iterable[int], people: Mapping[int, Person]) -> list[Person]:
    """Return the team-mates who sit at the same table as a player; nobody where no team wins the event."""
    own = people.get(number)
    if own is None or not own.in_team:
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
        return name  # a thousand of them stand on a page, and none needs the words for a number
    return privacy.shown_name(name, _("No. %(number)s") % {"number": number}, how)


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
