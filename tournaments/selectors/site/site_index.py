"""The subjects of the search over everything: public tournaments with their places, seasons, players and games.

Only players whose name a tournament shows in full are found, and only with that tournament: a search over everything
gathers what was shown one evening at a time, and whoever asked for less than their name did not ask for that.

For search engines there are the addresses of everything public. Names of people stand in none of them; the pages of
those people are among them who let search engines list theirs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.contrib.postgres.lookups import TrigramWordSimilar
from django.contrib.postgres.search import TrigramWordSimilarity
from django.db import connection, transaction
from django.db.models import BooleanField, Exists, ExpressionWrapper, F, Max, OuterRef, Q, Subquery, Value
from django.urls import reverse

from games.core import registry
from games.core.declarations.declaration import MOST_SEATS
from games.core.declarations.declared import KEY
from tournaments import privacy
from tournaments.models import Entry, EventWord, GameRecord, NameIndex, RatingList, Round, Seat, Series, Tournament
from tournaments.search import LEAST_HEARD, LONGEST_QUERY, Names, fold, slips
from tournaments.selectors import clubs
from tournaments.selectors.clubs import to_choose
from tournaments.selectors.events.public import OWN_NAMES, game_name, published
from tournaments.selectors.rounds.rounds import draws
from tournaments.selectors.site import person_pages
from tournaments.selectors.site.feeds import changed
from tournaments.transliteration import sound

MOST_CANDIDATES = 400
"""Names that the index gives, to be compared letter by letter."""
MOST_UNREAD = 5_000
MOST_TOKENS = 50
MOST_EVENTS = 200
MOST_PLAYERS = 12
MOST_HIDDEN = 48
"""Names that are looked at besides, as some of the best may not be shown in full."""


class Found(NamedTuple):
    """A player who was found, with the newest tournament that shows their name, and how many do."""

    id: int
    name: str
    club: str
    slug: str
    number: int
    event: str
    starts: date
    events: int


class GameFound(NamedTuple):
    """A game that can be looked at, by a player of it who was found."""

    name: str
    slug: str
    round: int
    table: int
    event: str
    starts: date


def find(query: str) -> tuple[dict[int, float], list[Found]]:
    """Return the tournaments that fit, the best first, each with how badly it does, and the players who do. The indexes
    of the database give what can be meant, and only this is compared."""
    words = events(query)
    costs = Names(words).costs(query)
    # they are read with the newest first, and sorting keeps that order among those that fit equally
    numbers = sorted((pk for pk in words if pk in costs), key=costs.__getitem__)[:MOST_EVENTS]
    names = candidates(query)
    best = Names(names).find(query, MOST_PLAYERS + MOST_HIDDEN)
    hits: list[Found] = []
    while True:  # as some of them may not be shown in full
        some, best = best[:MOST_PLAYERS], best[MOST_PLAYERS:]
        # asked also where none fits: that only names fit which may not be shown is told by no work either
        found = players({pk: names[pk] for pk in some} or {0: ""})
        hits += [found[pk] for pk in some if pk in found]
        if not best or len(hits) >= MOST_PLAYERS:
            break
    return {pk: costs[pk] for pk in numbers}, hits[:MOST_PLAYERS]


def game_token(key: str) -> str:
    return f"={key}"


def club_token(club: int) -> str:
    return f"@{club}"


def events(query: str) -> dict[int, str]:
    """Return the words of the public tournaments that can fit a query, the newest first: name, place, game and club. Of
    very many those whose words are what was typed, then those that are like it."""
    asked = _asked(query)
    if not asked:
        return {}
    clubs = to_choose()
    # a game of its own is found by the words of its names
    tokens = [(word, word) for word in _words(asked)]
    tokens += [(game_token(key), game_name(key)) for key in (*registry.all_keys(), KEY)]
    tokens += [(club_token(club.id), club.name) for club in clubs]
    texts = Names({at: text for at, (_token, text) in enumerate(tokens)})
    newest = published().order_by("-starts", "id")
    costs = [{tokens[at][0]: cost for at, cost in texts.costs(word).items()} for word in asked]
    best = [{token: cost for token, cost in of.items() if cost == min(of.values())} for of in costs]
    columns = ("starts", "id", "name", "venue", "game", "club_id", OWN_NAMES)
    rows = [*newest.filter(index__words=[]).values_list(*columns)[:MOST_UNREAD]]
    written = [*newest.filter(_hold(best)).values_list(*columns)[:MOST_CANDIDATES]]
    if len(written) < MOST_EVENTS:
        written += newest.filter(_hold(costs)).values_list(*columns)[:MOST_CANDIDATES]
    rows += written
    named = {club.id: club.name for club in clubs}
    rows.sort(key=lambda row: (-row[0].toordinal(), row[1]))
    return {
        pk: f"{name} {venue} {_games_words(game, names)} {named.get(club, '')}"
        for _starts, pk, name, venue, game, club, names in rows
    }


def _hold(words: Sequence[Collection[str]]) -> Q:
    """Return the condition of the tournaments that hold one of the tokens of each word. A word that can be very many
    is not asked of the index: it would read nearly all of it, to leave out few."""
    narrow = [tokens for tokens in words if len(tokens) <= MOST_TOKENS] or [min(words, key=len)]
    holds = Q()
    for tokens in narrow:
        holds &= Q(index__words__overlap=list(tokens))
    return holds


def _games_words(key: str, names: Mapping[str, str] | None) -> str:
    """Return what finds a game: of one that came with its event the names in all its languages."""
    return " ".join(names.values()) if names else game_name(key)


def _asked(query: str) -> list[str]:
    return fold(query[:LONGEST_QUERY]).split()[:5]


def _words(asked: Sequence[str]) -> list[str]:
    """Return the words of tournaments that can be one of those asked for: that hold it, as typed or by its sound, or
    are like it."""
    of_each = []
    for word in asked:
        meant = _holds(word)
        if slips(len(word)):
            meant |= Q(TrigramWordSimilar(F("words"), Value(word)))
        # the word itself, words that begin with it, then the most alike: none crowds out those of another word
        best = (Q(word=word), Q(word__startswith=word), TrigramWordSimilarity(Value(word), "words"))
        order = [ExpressionWrapper(by, BooleanField()) if isinstance(by, Q) else by for by in best]
        words = EventWord.objects.filter(meant).order_by(*(by.desc() for by in order), "word")
        of_each.append(words.values_list("word", flat=True)[: MOST_CANDIDATES // len(asked)])
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL pg_trgm.word_similarity_threshold = 0.3")
        return sorted(of_each[0].union(*of_each[1:]))


def candidates(query: str) -> dict[int, str]:
    """Return the names that can fit a query, by player, of those who play somewhere public. The index of names finds
    those that hold its words, as typed or by their sound, and where these are few, those that are like them; a name
    that is not read yet is among them in any case. Three queries at most, and two settings."""
    asked = _asked(query)
    if not asked:
        return {}
    rows = NameIndex.objects.filter(
        Exists(Entry.objects.filter(player=OuterRef("player"), tournament__published=True))
    ).order_by()
    names = dict(rows.filter(words="").values_list("player_id", "player__name")[:MOST_UNREAD])
    holding = rows
    for word in asked:
        holding = holding.filter(_holds(word))
    names |= dict(holding.values_list("player_id", "player__name")[:MOST_CANDIDATES])
    if len(names) < MOST_CANDIDATES // 4 and all(map(slips, map(len, asked))):
        alike = rows
        likeness: list[TrigramWordSimilarity] = []
        for word in asked:
            alike = alike.filter(TrigramWordSimilar(F("words"), Value(word)))
            likeness.append(TrigramWordSimilarity(Value(word), "words"))
        best = alike.order_by(*(part.desc() for part in likeness))
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL pg_trgm.word_similarity_threshold = 0.3")
            names |= dict(best.values_list("player_id", "player__name")[:MOST_CANDIDATES])
    return names


def seasons(query: str, most: int = 6) -> list[tuple[str, str, str]]:
    """Return the public series and rating lists that fit a query, the best first: the name of their page, their address
    and their name. Two queries."""
    named: list[tuple[str, str, str]] = []
    for page, model in (("series", Series), ("rating_list", RatingList)):
        rows = model._default_manager.filter(published=True).order_by("-pk").values_list("slug", "name")
        named += [(page, slug, name) for slug, name in rows]
    return [named[at] for at in Names({at: name for at, (*_page, name) in enumerate(named)}).find(query, most)]


def games(players: Sequence[int], most: int = 6) -> list[GameFound]:
    """Return the newest games of these players that can be looked at, where the name is shown in full. One query."""
    if not players:
        return []
    rows = (
        Seat.objects.filter(
            entry__player__in=players,
            table__round__tournament__published=True,
            table__round__state__in=Round.SHOWN,
            table__records__state=GameRecord.State.AGREES,
        )
        .order_by("-table__round__tournament__starts", "-table__round__number", "table__number", "position")
        .values_list(
            "entry__player__name",
            "table__round__tournament__slug",
            "table__round__number",
            "table__number",
            "table__round__tournament__name",
            "table__round__tournament__starts",
            "entry__player__name_shown",
            "entry__player__birth_year",
            "table__round__tournament__names_shown",
        )[: most * MOST_SEATS]
    )
    found: dict[tuple[str, int, int], GameFound] = {}
    for name, slug, round_, table, event, starts, own, born, level in rows:
        if privacy.level(own, level, born, starts) == privacy.FULL:
            found.setdefault((slug, round_, table), GameFound(name, slug, round_, table, event, starts))
    return list(found.values())[:most]


def _holds(word: str) -> Q:
    heard = sound(word)
    holds = Q(words__contains=word if len(word) >= LEAST_HEARD else f" {word}")
    return holds | Q(words__contains=f" {heard}") if len(heard) >= LEAST_HEARD else holds


def players(wanted: Mapping[int, str]) -> dict[int, Found]:
    """Return players by id with the newest tournament that shows them, read anew: who is not shown under the name that
    was found, or no longer in full, is left out. One query."""
    rows = (
        Entry.objects.filter(player__in=wanted, tournament__published=True)
        .order_by("tournament__starts", "tournament_id")
        .values_list(
            "player_id",
            "player__name",
            "player__club",
            "tournament__slug",
            "number",
            "tournament__name",
            "tournament__starts",
            "player__name_shown",
            "player__birth_year",
            "tournament__names_shown",
        )
    )
    hits: dict[int, Found] = {}
    for pk, name, club, slug, number, event, starts, own, born, level in rows:
        if name == wanted[pk] and privacy.level(own, level, born, starts) == privacy.FULL:
            before = hits[pk].events if pk in hits else 0
            hits[pk] = Found(pk, name, club, slug, number, event, starts, before + 1)
    return hits


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
    choice = clubs.to_choose()
    named += [reverse("clubs")] if choice else []
    named += [reverse("club", args=[club.slug]) for club in choice]
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
