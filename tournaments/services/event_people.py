"""Matching the players of an event document with known people, or making new ones.

A player is the person with exactly their name and club; with a year of birth (an archive has it) the one of that year.
Where a document does not tell the year and several fit, the one without a year is meant, else the one whose rating is
the document's, else the first known. Nobody who fits is a new person. What the document says of ratings is kept with
the entry: a person's rating today is not changed by an event of the past.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from games.core.notices import Notice
from scoring.documents.document import DocumentError, Event
from scoring.documents.document import Player as Listed
from tournaments.domain import register
from tournaments.domain.setup import name_of
from tournaments.models import Player, Tournament

LONGEST = 100
MOST_RATING = 4000


def people_of(event: Event, birth_years: Mapping[int, int], prefix: str = "", *, home: Tournament) -> dict[int, Player]:
    """Return the person of each player, by pairing number; new ones are saved, and belong to ``home``. Two queries, and
    one a thousand new people.

    Lists of people must be locked (``entries.ONE_LIST_AT_A_TIME``). Raises DocumentError where two players would be
    one person.
    """
    wanted = {p.id: (p.name, p.club or "", birth_years.get(p.id)) for p in event.players}
    known: dict[tuple[str, str], list[Player]] = defaultdict(list)
    names = {name for name, _club, _year in wanted.values()}
    for person in Player.objects.filter(register.of_the_club(home), name__in=names).order_by("pk"):
        known[person.name, person.club].append(person)
    people: dict[int, Player] = {}
    taken: set[tuple[str, str, int | None]] = set()
    new: dict[int, Player] = {}
    # who is told apart best goes first, so that nobody takes another one's place
    for index, player in sorted(enumerate(event.players), key=lambda pair: (wanted[pair[1].id][2] is None, pair[0])):
        place = f"{prefix}players[{index}]"
        name_of(player.name, f"{place}.name", LONGEST)
        if player.club is not None:
            name_of(player.club, f"{place}.club", LONGEST)
        name, club, year = wanted[player.id]
        free = [p for p in known[name, club] if (p.name, p.club, p.birth_year) not in taken]
        person = _meant(player, year, free)
        if person is None:
            if (name, club, year) in taken:
                raise DocumentError(
                    f"{place}.name",
                    Notice("event-same-person"),
                )
            rating = player.rating if player.rating is None or player.rating <= MOST_RATING else None
            person = new[player.id] = Player(
                name=name, club=club, birth_year=year, rating=rating, home=home, register_id=home.club_id
            )
        taken.add((person.name, person.club, person.birth_year))
        people[player.id] = person
    Player.objects.bulk_create(new.values(), batch_size=1000)
    return people


def _meant(player: Listed, year: int | None, free: list[Player]) -> Player | None:
    if year is not None:
        return next((p for p in free if p.birth_year == year), None)
    ranked = sorted(free, key=lambda p: (p.birth_year is not None, p.rating != player.rating))
    return ranked[0] if ranked else None
