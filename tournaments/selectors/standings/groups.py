"""The groups of an event and its finals, as the desk and the public page show them: their players, and their
standings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.core.notices import Notice
from scoring.brackets.eliminations import SYSTEMS
from scoring.crosstable import Row
from scoring.sections.groups import FINAL, GROUP, SYSTEM, Stages
from tournaments.models import Finalist, Tournament
from tournaments.selectors.events.events import event_of
from tournaments.selectors.people.presence import round_to_pair
from tournaments.selectors.standings.standings import Rank, StandingsShown
from tournaments.sentences.places import labelled, ordinal
from tournaments.text import told_apart

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a group or final; ``qualifies``: the letter of the final that they are in, as it stands."""

    number: int
    name: str
    club: str
    rating: int | None
    qualifies: str = ""


@dataclass(frozen=True, slots=True)
class GroupsShown:
    """``groups`` in the order of their places, ``finals`` by their seeds with their letters. ``look``: all rounds of
    the groups are played, and the finals are to be paired next; ``notes`` then say what decided at the cut."""

    groups: list[list[Member]]
    finals: list[tuple[str, list[Member]]]
    look: bool
    notes: list[Notice]
    drawn: bool


def groups_shown(tournament: Tournament) -> GroupsShown:
    """Return the groups and finals of a tournament that is played in groups."""
    event = event_of(tournament)
    stages = Stages(event)
    last, coming = round_to_pair(tournament)
    look = last is not None and coming == stages.group_rounds + 1
    finals = stages.finals if look or len(event.rounds) > stages.group_rounds else []
    letter = {player: LETTERS[at] for at, final in enumerate(finals) for player in final}
    # of this moment: players are added, taken out and numbered while the groups are set
    apart = told_apart((player.id, player.name, player.club or "") for player in event.players)
    people = {
        player.id: Member(
            player.id, apart.get(player.id, player.name), player.club or "", player.rating, letter.get(player.id, "")
        )
        for player in event.players
    }
    groups = [[people[player] for player, _rank in group] for group in stages.places]
    if not event.rounds:
        groups = [sorted(group, key=lambda member: (-(member.rating or 0), member.number)) for group in groups]
    return GroupsShown(
        groups,
        [(LETTERS[at], [people[player] for player in final]) for at, final in enumerate(finals)],
        look,
        stages.cut() if look else [],
        bool(stages.rules.members),
    )


def finals_next(tournament: Tournament) -> bool:
    """Return whether the finals are to be paired next."""
    if tournament.system != SYSTEM:
        return False
    last, coming = round_to_pair(tournament)
    return last is not None and coming == Stages(event_of(tournament)).group_rounds + 1


@dataclass(frozen=True, slots=True)
class Group:
    """A tournament from which finalists came: the places in it with their numbers in the finals, best first."""

    slug: str
    name: str
    people: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Finals:
    """Finals that a tournament led to, with those of its numbers who are in them."""

    slug: str
    name: str
    numbers: frozenset[int]


def groups_of(tournament: Tournament) -> list[Group]:
    """Return the public groups of finals by name; none where it is not made of any."""
    if tournament.system not in SYSTEMS:
        return []
    rows = (
        Finalist.objects.filter(entry__tournament=tournament.pk, group__published=True)
        .order_by("group__name", "group", "place", "entry__number")
        .values_list("group__slug", "group__name", "group__names_shown", "place", "entry__number")
    )
    people: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for slug, name, names_shown, place, number in rows:
        listed = people.setdefault((slug, name), [])
        if names_shown == tournament.names_shown:
            listed.append((place, number))
    return [Group(slug, name, listed) for (slug, name), listed in people.items()]


def finals_of(tournament: Tournament) -> list[Finals]:
    """Return the public finals that a finished tournament led to, by name."""
    if tournament.state != Tournament.State.FINISHED:
        return []
    rows = (
        Finalist.objects.filter(
            group=tournament.pk, entry__tournament__published=True, entry__player__entries__tournament=tournament.pk
        )
        .order_by("entry__tournament__name", "entry__tournament")
        .values_list(
            "entry__tournament__slug",
            "entry__tournament__name",
            "entry__tournament__names_shown",
            "entry__player__entries__number",
        )
    )
    numbers: dict[tuple[str, str], set[int]] = {}
    for slug, name, names_shown, number in rows:
        listed = numbers.setdefault((slug, name), set())
        if names_shown == tournament.names_shown:
            listed.add(number)
    return [Finals(slug, name, frozenset(listed)) for (slug, name), listed in numbers.items()]


def standings_parts(shown: StandingsShown) -> list[tuple[str, StandingsShown]]:
    """Return the parts with their titles: before the finals the groups, then the finals and everybody else. A rank is
    the place in that table. Other standings, and a few lines of some, are one part without a title, in their order."""
    if len(shown.rows) < shown.players - len(shown.left_out) or GROUP not in shown.tie_breaks:
        return [("", shown)]
    codes = tuple(code for code in shown.tie_breaks if code not in (GROUP, FINAL))
    codes = (GROUP, *codes) if FINAL in shown.tie_breaks else codes
    final = FINAL in shown.tie_breaks
    return [
        (title, replace(shown, rows=_ranked(rows), tie_breaks=codes, by_place=final)) for title, rows in _by_part(shown)
    ]


def places_in_parts(shown: StandingsShown | None) -> dict[int, str]:
    """Return which place each player has in their group or final, in words: "Group 2: 1st". Empty where the standings,
    of which all rows are needed, have no parts; who has no result yet is left out."""
    return {
        row.player: f"{labelled(title)} {ordinal(row.rank)}"
        for title, part in (standings_parts(shown) if shown else ())
        for row in part.rows
        if title and not row.nothing_yet
    }


def parts_in_order(lines: Iterable[Row], shown: StandingsShown | None) -> tuple[list[Row], dict[int, Rank]]:
    """Return the rows of a crosstable in the order of the standings, and the rows of these by player: in groups with
    the places there."""
    ranks = {row.player: row for _title, part in standings_parts(shown) for row in part.rows} if shown else {}
    place = {player: at for at, player in enumerate(ranks)}
    return sorted(lines, key=lambda line: place.get(line.player, len(place))), ranks


def _by_part(shown: StandingsShown) -> list[tuple[str, list[Rank]]]:
    by = FINAL if FINAL in shown.tie_breaks else GROUP
    rows_of: dict[int, list[Rank]] = {}
    for row in shown.rows:
        rows_of.setdefault(int(row.tie_breaks.get(by, "0")), []).append(row)

    def title(number: int) -> str:
        if by == GROUP:
            return _("Group %(n)s") % {"n": number} if number else _("In no group")
        return _("%(letter)s final") % {"letter": LETTERS[number - 1]} if number else _("In no final")

    order = sorted(rows_of.items(), key=lambda part: (part[0] == 0, part[0]))
    return [(title(number), rows) for number, rows in order]


def _ranked(rows: list[Rank]) -> list[Rank]:
    """Return the rows with their places in this table; who shared a rank still does."""
    out: list[Rank] = []
    for place, row in enumerate(rows, 1):
        same = place > 1 and rows[place - 2].rank == row.rank
        out.append(row._replace(rank=out[-1].rank if same else place))
    return out
