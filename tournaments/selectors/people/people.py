"""People of the register: those of several registers who may be one, and the changes that are proposed of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tournaments.domain import register
from tournaments.domain.access import Action, keeps_installation, tournaments_for
from tournaments.models import Club, Entry, Merge, Player, Proposal, Waiting
from tournaments.search import sounds

MOST = 200
MOST_SHOWN = 50


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


def to_decide(user: Any) -> QuerySet[Proposal]:
    """Return the open proposals on people whom a user keeps, the oldest first."""
    rows = Proposal.objects.select_related("player", "tournament", "by").order_by("at", "pk")
    rows = rows.filter(register.kept(user, "player__"), state=Proposal.State.OPEN)
    return rows if keeps_installation(user) else rows.exclude(by=user)


def proposed(user: Any) -> QuerySet[Proposal]:
    """Return a user's own proposals, the newest first: of tournaments where they still work with players, and of people
    who are still in them, since a proposal shows a person's present name."""
    return Proposal.objects.select_related("player", "tournament", "decided_by").filter(_own(user))


def readable(user: Any) -> QuerySet[Proposal]:
    """Return all that a user may read, decided ones included."""
    rows = Proposal.objects.select_related("player", "tournament", "by", "decided_by")
    return rows.filter(_own(user) | register.kept(user, "player__"))


def _own(user: Any) -> Q:
    there = {"player": OuterRef("player"), "tournament": OuterRef("tournament")}
    present = Exists(Entry.objects.filter(**there)) | Exists(Waiting.objects.filter(**there))
    return Q(present, by=user, tournament__in=tournaments_for(user, Action.PLAYERS))
