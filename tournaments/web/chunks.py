"""Long lists in chunks of a hundred players: which lines a page shows, and the ways to the others."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar
from urllib.parse import urlencode

from tournaments.search import fold
from tournaments.selectors.shown_names import Person
from tournaments.web.variants import Elsewhere, Variant

SIZE = 100
FEW = 20
"""So many players are seen at a glance: no page of them asks whom one looks for."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Chunk(Generic[T]):
    """The ``lines`` that a ``page`` shows, of ``count`` in all (or of those that were looked for), and for its head:
    ``pages`` (first line, last line, query, whether it is this one), ``homes`` (clubs and teams to look for), whether
    one may look for something (``asks``), and whether something was looked for (``chosen``)."""

    lines: Sequence[T]
    page: int
    count: int
    pages: Sequence[tuple[int, int, str, bool]]
    homes: Sequence[str]
    asks: bool
    chosen: bool


def chunk(
    everything: Sequence[T],
    players: Callable[[T], Collection[int]],
    people: Mapping[int, Person],
    form: Variant,
    size: int = SIZE,
    at: int = 0,
    table: Callable[[T], int] | None = None,
) -> Chunk[T]:
    """Return the part of a list that a form of a page asks for: its ``page``; the one with the player ``at``, or
    with a table; the lines of the ``club`` of a player, their team where they have one; or those with ``only`` in a
    name, club or team. ``players`` says who is in a line, ``table`` which one it is, ``size`` how many a page has.
    Raises Elsewhere behind the last page."""
    lines, page = list(everything), form.page
    if chosen := bool(form.club or form.only):
        fits = _fits(people, form)
        lines = [line for line in lines if any(fits(number) for number in players(line))]
    elif at := at or form.at:
        page = next((place for place, line in enumerate(lines) if at in players(line)), 0) // size + 1
    elif table and form.table:
        page = next((place for place, line in enumerate(lines) if table(line) == form.table), 0) // size + 1
    last = max(1, -(-len(lines) // size))
    if form.page > last:
        raise Elsewhere(replace(form, page=last))
    order = {"by": form.by} if form.by != "table" else {}
    kept = order | ({"club": str(form.club)} if form.club else {}) | ({"only": form.only} if form.only else {})
    pages = [
        (first + 1, min(first + size, len(lines)), _query(form, kept | {"page": str(number)}), number == page)
        for number, first in enumerate(range(0, len(lines), size), 1)
    ]
    homes = sorted({home for person in people.values() for home in (person.club, person.team) if home})
    shown = lines[(page - 1) * size : page * size]
    return Chunk(shown, page, len(lines), pages if len(pages) > 1 else (), homes, len(people) > FEW or chosen, chosen)


def _fits(people: Mapping[int, Person], form: Variant) -> Callable[[int], bool]:
    """Return whether a player is looked for."""
    own = people.get(form.club)
    words = fold(form.only).split()

    def fits(number: int) -> bool:
        person = people.get(number)
        if person is None:
            return False
        if form.club:
            home = own and (own.team or own.club)
            return number == form.club or (bool(home) and home == (person.team or person.club))
        text = f" {fold(f'{person.name} {person.club} {person.team}')}"
        return all(f" {word}" in text for word in words)

    return fits


def _query(form: Variant, asked: Mapping[str, str]) -> str:
    return "?" + "&".join(filter(None, (urlencode(asked), form.carried)))
