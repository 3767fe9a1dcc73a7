"""The prizes of a season, and who wins them as its table is now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from scoring import prizes as rules
from tournaments.models import Entry, Player, PrizeList, Series, SeriesEvent
from tournaments.selectors.prizes import (
    PrizesShown,
    Winner,
    lists_of,
    rule_for,
    rule_of,
    shown_lists,
    winner,
)
from tournaments.selectors.shown_names import season_names


@dataclass(slots=True)
class _Person:
    """A player of the season: the rating is that of the newest tournament, the marks are those of all."""

    name: str
    birth_year: int | None
    club: str
    rating: int | None
    marks: set[str] = field(default_factory=set)


def prizes_of(series: Series, name: Callable[[PrizeList, int], str] | None = None) -> PrizesShown:
    """Return the prizes and who wins them as the table is, with full names: for organisers. Winners are numbered by
    the player's own number. ``name`` gives other names, by list and number."""
    rule, lists = rule_of(series), lists_of(series)
    body: Mapping[str, Any] = series.body or {}
    rows = body.get("rows", []) if lists else []
    people = _people(body) if rows else {}
    named = name or (lambda _list, number: people[number].name)
    winners: dict[int, list[Winner]] = {}
    chosen = [rule_for(row, prizes) for row, prizes in lists]
    players = [row["player"] for row in rows]
    for award in rules.awards(chosen, _ranked(rows, people), rule.sharing, rule.step, rule.several):
        row = lists[award.list][0]
        won = winner(award, row, rule, lambda list_, at: named(list_, players[at]))
        winners.setdefault(award.list, []).append(replace(won, number=players[award.number], numbered=False))
    final = rule.announced and is_played(series)
    return PrizesShown(rule, shown_lists(lists, rule, winners), len(body.get("tournaments", [])), final)


def public_prizes(series: Series) -> PrizesShown | None:
    """Return the prizes with the winners whom everybody may read, once the season is over and its organiser announced
    them; None before, and without prizes.

    Everybody's list names as the table does. A list with conditions says something about its winners: it names those
    whose name is shown in full, and only if the organiser wants that.
    """
    if not rule_of(series).announced or not is_played(series):
        return None
    numbers = [row["player"] for row in (series.body or {}).get("rows", [])]
    names = season_names(numbers)
    full = dict(Player.objects.filter(pk__in=numbers).values_list("pk", "name"))

    def name(row: PrizeList, number: int) -> str:
        shown = names.get(number, "")
        if row.has_conditions and not (row.winners_named and shown == full.get(number)):
            return ""
        return shown

    shown = prizes_of(series, name)
    return shown if shown.lists else None


def is_played(series: Series) -> bool:
    """Return whether all tournaments of a season are over and in its table, with final results."""
    body: Mapping[str, Any] = series.body or {}
    events = SeriesEvent.objects.filter(series=series).select_related("tournament")
    over = {event.tournament_id for event in events if event.tournament.is_over and event.tournament.published}
    return bool(over) and len(over) == len(events) and over == set(body.get("tournaments", [])) and all(body["final"])


def _people(body: Mapping[str, Any]) -> dict[int, _Person]:
    entries = (
        Entry.objects.filter(tournament__in=body["tournaments"])
        .select_related("player")
        .order_by("tournament__starts", "tournament_id")
    )
    people: dict[int, _Person] = {}
    for entry in entries:
        own = entry.player
        person = people.setdefault(own.pk, _Person(own.name, own.birth_year, own.club, entry.rating))
        person.rating = entry.rating
        person.marks |= entry.marked
    return people


def _ranked(rows: Iterable[Mapping[str, Any]], people: Mapping[int, _Person]) -> Iterable[rules.Person]:
    """Return the players of the table, numbered by their places in it, so that its order decides between equals."""
    for at, row in enumerate(rows):
        person = people.get(row["player"])
        if person is None:  # taken out of all tournaments since the table was made
            continue
        yield rules.Person(
            at,
            row["rank"],
            Fraction(row["total"]),
            person.birth_year,
            person.rating,
            person.club,
            frozenset(person.marks),
        )
