"""The addresses of everything public, for search engines. Names of people stand in none of them; the pages of those
people are among them who let search engines list theirs."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Exists, Max, OuterRef, Subquery
from django.urls import reverse

from games.core import registry
from tournaments.models import Entry, GameRecord, RatingList, Round, Series, Tournament
from tournaments.selectors import clubs, person_pages
from tournaments.selectors.feeds import changed
from tournaments.selectors.public import published
from tournaments.selectors.rounds import draws

PER_PART = 250
"""Tournaments in one list, of at most eight addresses each: as many as are written in a moment."""
PEOPLE_PER_PART = 20_000
Address = tuple[str, datetime | None]


def parts() -> int:
    """Return how many lists there are, at least one."""
    tournaments, people = published().count(), person_pages.listed_count()
    return max(1, -(-tournaments // PER_PART), -(-people // PEOPLE_PER_PART))


def addresses(part: int) -> list[Address]:
    """Return the addresses of one list, with the moment of the last round published or closed; the site's own pages
    stand in the first. Six queries at most."""
    return [*(_of_the_site() if part == 1 else ()), *_of_tournaments(part), *_of_people(part)]


def _of_the_site() -> list[Address]:
    named = [reverse(name) for name in ("index", "every", "calendar", "seasons")]
    named += [reverse("rules", args=[game.info.key]) for game in registry.every()]
    named += [reverse("club", args=[club.slug]) for club in clubs.to_choose()]
    named += [reverse("series", args=[slug]) for slug in _slugs(Series)]
    named += [reverse("rating_list", args=[slug]) for slug in _slugs(RatingList)]
    return [(address, None) for address in named]


def _slugs(model: type[Series] | type[RatingList]) -> list[str]:
    return list(model._default_manager.filter(published=True).order_by("pk").values_list("slug", flat=True))


def _of_people(part: int) -> list[Address]:
    people = person_pages.listed_pages((part - 1) * PEOPLE_PER_PART, part * PEOPLE_PER_PART)
    return [(reverse("person", args=[player]), None) for player in people]


def _of_tournaments(part: int) -> list[Address]:
    shown = Round.objects.filter(tournament=OuterRef("pk"), state__in=Round.SHOWN).order_by().values("tournament")
    valid = GameRecord.objects.filter(table__round__tournament=OuterRef("pk"), state=GameRecord.State.AGREES)
    of_part = published().order_by("pk").values("pk")[(part - 1) * PER_PART : part * PER_PART]
    rows = (
        Tournament.objects.filter(pk__in=of_part)
        .annotate(
            newest=Subquery(shown.annotate(newest=Max("number")).values("newest")),
            changed=changed(),
            has_games=Exists(valid),
            has_teams=Exists(Entry.objects.filter(tournament=OuterRef("pk"), team__isnull=False)),
        )
        .order_by("pk")
        .values_list("slug", "newest", "changed", "has_games", "has_teams", "system", "pairing_options")
    )
    listed: list[Address] = []
    for slug, newest, moment, games, teams, system, options in rows:
        pages = ["tournament", "about"]
        pages += ["standings", "crosstable"] if newest else []
        pages += ["bracket"] if newest and draws(system, options) else []
        pages += ["games"] if games and newest else []
        pages += ["teams"] if teams and newest else []
        listed += [(reverse(page, args=[slug]), moment) for page in pages]
        if newest:
            listed.append((reverse("round", args=[slug, newest]), moment))
    return listed
