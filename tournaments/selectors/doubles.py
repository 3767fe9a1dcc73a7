"""People of several registers who may be one: the doubles that a federation looks at."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Count, QuerySet

from tournaments.models import Club, Entry, Merge, Player
from tournaments.search import sounds

MOST = 200


@dataclass(frozen=True, slots=True)
class Double:
    """Two people who may be one, who played more first; ``seen`` marks them as they are."""

    kept: Player
    other: Player
    seen: str

    @property
    def people(self) -> tuple[Player, Player]:
        return self.kept, self.other


def mark(*people: Player) -> str:
    """Return a mark of people as they are: another one once one of them was changed."""
    return ";".join(f"{p.pk}:{p.name}:{p.club}:{p.birth_year}:{p.rating}" for p in people)


def doubles() -> list[Double]:
    """Return the likely doubles among the people of all clubs that share theirs: the same name but for accents, case,
    script, spelling of the same sound and order of its words, and no two years of birth. Nobody who plays in one
    tournament with the other."""
    sharing = Club.objects.filter(shares_people=True)
    people = Player.objects.filter(register__in=sharing).select_related("register")
    groups: dict[tuple[str, ...], list[Player]] = defaultdict(list)
    for player in people.annotate(played=Count("entries")).order_by("-played", "pk"):
        groups[tuple(sorted(sounds(player.name)))].append(player)
    pairs = [
        (first, second)
        for group in groups.values()
        for first, second in combinations(group, 2)
        if not (first.birth_year and second.birth_year) or first.birth_year == second.birth_year
    ][:MOST]
    met = _entered({player.pk for pair in pairs for player in pair})
    return [Double(a, b, mark(a, b)) for a, b in pairs if not met[a.pk] & met[b.pk]]


def merged() -> QuerySet[Merge]:
    """Return the merges that stand, the newest first."""
    rows = Merge.objects.select_related("kept__register", "register", "by")
    return rows.order_by("-at", "-pk")[:MOST]


def _entered(players: set[int]) -> dict[int, set[int]]:
    met: dict[int, set[int]] = defaultdict(set)
    for player, tournament in Entry.objects.filter(player__in=players).values_list("player", "tournament"):
        met[player].add(tournament)
    return met
