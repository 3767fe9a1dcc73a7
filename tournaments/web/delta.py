"""The difference between two versions of a page, small enough to be told to everybody who has it open.

It is made once a version and form, and names the page that it begins with and the one that it makes by their
digests (`conditional.render`): whoever has another page fetches the new one. ``changes`` gives, for an element and what
it becomes, what happens to its children from the first to the last:

- ``{"set": {name: value or null}}``, only in the first place: attributes of the element itself;
- a number: so many children stay as they are, or go where it is below 0;
- ``"=text"``: the next child, a text, reads so now; ``"+text"``: a new text; ``"<…"``: a new element;
- a list: the next child is changed like this;
- ``{"move": n, "to": […]}``: the child that was number n (from 0) moves here, and is changed like this.

Children after the last of these stay. An element with an id continues wherever it moves to.
"""

from __future__ import annotations

import json
import zlib
from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from tournaments.search import fold
from tournaments.selectors.people.shown_names import Person
from tournaments.web.html_tree import Element, Node, Region
from tournaments.web.variants import Elsewhere, Variant

MOST = 2000
"""Bytes of a delta that is told in any case; one that is larger must be small beside the page."""
SMALL_PART = 8
"""How many times larger than a large delta the compressed page must be."""
MOST_COMPARED = 300
"""Up to so many children without an id are compared each with each."""
SIZE = 100
FEW = 20
"""So many players are seen at a glance: no page of them asks whom one looks for."""
T = TypeVar("T")


def delta(old: Region, new: Region) -> str:
    """Return what makes one page of another, as a line of JSON."""
    message: dict[str, Any] = {
        "version": new.version,
        "from": old.digest,
        "page": new.digest,
        # what a copy in the browser must come to, so that no mistake is ever shown
        "sum": [new.elements, zlib.adler32(new.text.encode())],
    }
    if new.title != old.title:
        message["title"] = new.title
    message["changes"] = changes(old.root, new.root)
    return _json(message)


def changes(old: Element, new: Element) -> list[Any]:
    """Return what becomes of an element and its children; empty where nothing does."""
    if old.source == new.source:
        return []
    steps: list[Any] = []
    if old.attributes != new.attributes:
        gone = {name: None for name in old.attributes if name not in new.attributes}
        steps.append(
            {"set": gone | {name: value for name, value in new.attributes.items() if old.attributes.get(name) != value}}
        )
    matched = _matched(old.children, new.children)
    staying = set(_longest_rising([at for at in matched if at is not None]))
    # what has no id does not move, it is new in another place
    matched = [at if at in staying or _is_keyed(node) else None for node, at in zip(new.children, matched, strict=True)]
    moved = {at for at in matched if at is not None} - staying
    before = [at for at in range(len(old.children)) if at not in moved]
    steps += _steps(old.children, new.children, matched, staying, before)
    while steps and isinstance(steps[-1], int) and steps[-1] > 0:
        steps.pop()
    return steps


def _steps(
    old: Sequence[Node], new: Sequence[Node], matched: Sequence[int | None], staying: set[int], before: Sequence[int]
) -> list[Any]:
    """Return the steps for the children; ``before`` are the numbers of those that do not move."""
    steps: list[Any] = []

    def count(number: int) -> None:
        if steps and isinstance(steps[-1], int) and (steps[-1] > 0) == (number > 0):
            steps[-1] += number
        else:
            steps.append(number)

    left = iter(before)
    for node, at in zip(new, matched, strict=True):
        if at is None:
            steps.append(f"+{node}" if isinstance(node, str) else node.source)
            continue
        was = old[at]
        if at not in staying:
            inside = changes(was, node) if isinstance(was, Element) and isinstance(node, Element) else []
            steps.append({"move": at, "to": inside} if inside else {"move": at})
            continue
        for other in left:
            if other == at:
                break
            count(-1)
        if isinstance(node, str):
            if node == was:
                count(1)
            else:
                steps.append(f"={node}")
        elif isinstance(was, Element):
            inside = changes(was, node)
            if not inside:
                count(1)
            elif not node.key and len(_json(inside)) >= len(_json(node.source)):
                steps += [node.source]
                count(-1)
            else:
                steps.append(inside)
    for _other in left:
        count(-1)
    return steps


def _is_keyed(node: Node) -> bool:
    return isinstance(node, Element) and bool(node.key)


def _matched(old: Sequence[Node], new: Sequence[Node]) -> list[int | None]:
    """Return for each new child the number of the old one that it continues; None for a new one."""
    matched: list[int | None] = [None] * len(new)
    keyed = {node.key: at for at, node in enumerate(old) if isinstance(node, Element) and node.key}
    for at, node in enumerate(new):
        if isinstance(node, Element) and node.key:
            other = keyed.get(node.key)
            known = None if other is None else old[other]
            if isinstance(known, Element) and _continues(known, node):
                matched[at] = other
    old_rest = [at for at, node in enumerate(old) if not _is_keyed(node)]
    new_rest = [at for at, node in enumerate(new) if not _is_keyed(node)]
    for begin, other_begin, size in _equal_runs([old[at] for at in old_rest], [new[at] for at in new_rest]):
        for step in range(size):
            matched[new_rest[other_begin + step]] = old_rest[begin + step]
    _fill(old, new, old_rest, new_rest, matched)
    return matched


def _equal_runs(old: Sequence[Node], new: Sequence[Node]) -> list[tuple[int, int, int]]:
    """Return the runs of nodes that are the same before and after."""
    before, after = [_text(node) for node in old], [_text(node) for node in new]
    first, shorter = 0, min(len(before), len(after))
    while first < shorter and before[first] == after[first]:
        first += 1
    last = 0
    while last < shorter - first and before[-1 - last] == after[-1 - last]:
        last += 1
    runs = [(0, 0, first), (len(before) - last, len(after) - last, last)]
    middle = before[first : len(before) - last], after[first : len(after) - last]
    if max(map(len, middle)) <= MOST_COMPARED:
        blocks = SequenceMatcher(None, *middle, autojunk=False).get_matching_blocks()
        runs[1:1] = [(first + a, first + b, size) for a, b, size in blocks if size]
    return runs


def _fill(
    old: Sequence[Node],
    new: Sequence[Node],
    old_rest: Sequence[int],
    new_rest: Sequence[int],
    matched: list[int | None],
) -> None:
    """Let children that changed continue those that stood in the same gap between unchanged ones."""
    taken = {at for at in matched if at is not None}
    position = {at: place for place, at in enumerate(old_rest)}
    free = 0
    for at in new_rest:
        known = matched[at]
        if known is not None:
            free = position[known] + 1
            continue
        for place in range(free, len(old_rest)):
            if old_rest[place] in taken:
                break
            if _continues(old[old_rest[place]], new[at]):
                matched[at] = old_rest[place]
                taken.add(old_rest[place])
                free = place + 1
                break


def _continues(old: Node, new: Node) -> bool:
    """Tell if a node can be made of another by changing what is in it."""
    if isinstance(old, str) or isinstance(new, str):
        return isinstance(old, str) and isinstance(new, str)
    return old.name == new.name and (old.source == new.source or not new.is_whole)


def _text(node: Node) -> str:
    return f"={node}" if isinstance(node, str) else node.source


def _longest_rising(numbers: Sequence[int]) -> list[int]:
    """Return a longest part of the numbers that rises: what can stay where it is while others move."""
    ends: list[int] = []
    places: list[int] = []
    previous: list[int] = []
    for place, number in enumerate(numbers):
        length = bisect_left(ends, number)
        previous.append(places[length - 1] if length else -1)
        if length == len(ends):
            ends.append(number)
            places.append(place)
        else:
            ends[length] = number
            places[length] = place
    rising: list[int] = []
    place = places[-1] if places else -1
    while place >= 0:
        rising.append(numbers[place])
        place = previous[place]
    return rising[::-1]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


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
