"""The list of all public tournaments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import Count, Max, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from tournaments import privacy
from tournaments.models import Entry, Round, Standings, Team, Tournament
from tournaments.pairing.registry import systems
from tournaments.selectors.public import game_name, published
from tournaments.selectors.shown_names import public_name

FIRST: Final = tuple(f"body__rows__{at}" for at in range(4))
"""The first lines of stored standings: a card names at most this many winners."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A tournament in the list of all; ``winners`` are those who won a finished one."""

    slug: str
    name: str
    starts: date
    venue: str
    game: str
    players: int
    rounds: int
    rounds_planned: int
    winners: tuple[str, ...] = ()

    @property
    def game_name(self) -> str:
        return game_name(self.game)


def listing(today: date, past: int = 50) -> dict[str, list[Listed]]:
    """Return published tournaments: ``running``, ``coming`` (soonest first) and ``past`` (newest first, at most
    ``past``).

    A running one is running whatever its date; what was planned for a day gone by has moved to the past.
    """
    finished, running = Tournament.State.FINISHED, Tournament.State.RUNNING
    planned = Q(state=Tournament.State.PLANNED)
    return {
        "running": _listed(Q(state=running), "-starts"),
        "coming": _listed(planned & Q(starts__gte=today), "starts"),
        "past": _listed(Q(state=finished) | planned & Q(starts__lt=today), "-starts", past, finished=True),
    }


def _listed(where: Q, order: str, limit: int = 200, *, finished: bool = False) -> list[Listed]:
    entries = Entry.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    shown = Round.objects.filter(tournament=OuterRef("pk"), state__in=Round.SHOWN).order_by().values("tournament")
    rows = (
        published()
        .filter(where)
        .annotate(
            players=Coalesce(Subquery(entries.annotate(count=Count("*")).values("count")), 0),
            shown=Coalesce(Subquery(shown.annotate(last=Max("number")).values("last")), 0),
        )
        .order_by(order, "name", "id")
        .values_list("pk", "slug", "name", "starts", "venue", "game", "players", "shown", "rounds_planned")[:limit]
    )
    won = _winners([row[0] for row in rows]) if finished else {}
    return [Listed(*row[1:], won.get(row[0], ())) for row in rows]


def _winners(events: list[int]) -> dict[int, tuple[str, ...]]:
    """Return the winners of finished events, by the event: a team where teams play, in any
    case as everyone may read the name. Three queries."""
    newest = (
        Standings.objects.filter(tournament__in=events, tournament__state=Tournament.State.FINISHED, final=True)
        .order_by("tournament_id", "-after_round")
        .distinct("tournament_id")
        .values_list("tournament_id", "tournament__system", "body__teams", *FIRST)
    )
    people: dict[int, list[int]] = {}
    keys: dict[int, list[str]] = {}
    known = systems()
    for event, system, teams, *rows in newest:
        if teams and system in known and known[system].teams:
            keys[event] = [line["team"] for line in teams if line["rank"] == 1]
        else:
            people[event] = [row["player"] for row in rows if row and row["rank"] == 1]
    entries = Q()
    for event, numbers in people.items():
        entries |= Q(tournament=event, number__in=numbers)
    named: dict[tuple[int, int], str] = {}
    if people:
        for event, number, name, own, born, level, on in Entry.objects.filter(entries).values_list(
            "tournament_id",
            "number",
            "player__name",
            "player__name_shown",
            "player__birth_year",
            "tournament__names_shown",
            "tournament__starts",
        ):
            named[event, number] = public_name(name, number, privacy.level(own, level, born, on))
    titles = {
        (event, key): name
        for event, key, name in Team.objects.filter(tournament__in=keys).values_list("tournament", "key", "name")
    }
    winners = {
        event: tuple(named[event, number] for number in some if (event, number) in named)
        for event, some in people.items()
    }
    return winners | {event: tuple(titles.get((event, key), key) for key in some) for event, some in keys.items()}
