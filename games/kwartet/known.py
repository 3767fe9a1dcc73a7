"""Knowledge of the cards of Kwartet after each move, as far as it follows from what all at the table saw and heard.

Everybody hears who asked whom for which card and whether it was there, and sees how many cards each hand and the pot
hold and which quartets lie on the table. From that a place of a card is left open as long as

- some way to place the four cards of its quartet fits all that was said of that quartet: whoever asked held one of it
  (K 2.2), who gave a card had it and who did not had it not (K 2.4), and no hand holds a quartet whole (K 3.1); and
- with that way every hand can have as many cards as it has, by the least and the most that other quartets put there.

So whatever is told follows. Not all that follows is told: quartets are weighed one by one and hands one by one.
Why somebody asked is nowhere counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise, product

from games.core.game import Seat
from games.kwartet.state import State

POT = 0
"""The pot's number among the places of a card; a hand has its seat's."""

Places = tuple[frozenset[int], ...]
"""Where each card of the deck can be; nowhere once its quartet lies on the table."""

_Way = tuple[int, ...]
"""The places of a quartet's four cards."""


class _Quartet:
    """The ways that are left to place the cards of a quartet; none once it lies on the table."""

    def __init__(self, ways: Sequence[_Way]) -> None:
        self.ways = ways
        # questions in vain that all of these ways fit: players may ask them again, 20,000 times
        self.heard: set[tuple[Seat, Seat, int]] = set()

    @cached_property
    def places(self) -> Places:
        return tuple(frozenset(way[number] for way in self.ways) for number in range(4))

    @cached_property
    def counts(self) -> dict[int, tuple[int, int]]:
        """Return the least and the most cards of the quartet at each place that can have one."""
        places = frozenset().union(*self.places)
        counted = {place: [way.count(place) for way in self.ways] for place in places}
        return {place: (min(numbers), max(numbers)) for place, numbers in counted.items()}

    def keep(self, ways: Sequence[_Way]) -> _Quartet:
        return self if len(ways) == len(self.ways) else _Quartet(ways)


def known(states: Sequence[State], eyes: Seat | None = None) -> Iterator[Places]:
    """Yield for each position of a game, from its first, where each card can be for whoever only listens (None), or for
    a player who sees their own hand, too."""
    sizes = _sizes(states[0])
    own = states[0].hands[eyes - 1] if eyes else None
    quartets = _begin(states[0], sizes, eyes, own)
    told = _told(quartets)
    yield told
    for before, after in pairwise(states):
        stepped = _step(quartets, before, after, eyes)
        if any(one is not other for one, other in zip(stepped, quartets, strict=True)):
            quartets = _settled(stepped, _sizes(after))
            told = _told(quartets)
        yield told


def _sizes(state: State) -> list[int]:
    return [len(state.pot) - state.drawn, *(hand.bit_count() for hand in state.hands)]


def _told(quartets: Sequence[_Quartet]) -> Places:
    return tuple(places for quartet in quartets for places in quartet.places)


def _begin(state: State, sizes: Sequence[int], eyes: Seat | None, own: int | None) -> list[_Quartet]:
    laid = {quartet for row in state.laid for quartet in row}
    open_ = [place for place, size in enumerate(sizes) if size]
    every = _Quartet([way for way in product(open_, repeat=4) if not _whole(way)])
    begun = []
    for quartet in range(state.quartets):
        if quartet in laid:
            begun.append(_Quartet(()))
        elif own is None:
            begun.append(every)
        else:
            held = own >> 4 * quartet & 0b1111
            begun.append(_Quartet([way for way in every.ways if _held(way, eyes) == held]))
    return _settled(begun, sizes)


def _whole(way: _Way) -> bool:
    return way[0] != POT and way.count(way[0]) == 4


def _held(way: _Way, place: int | None) -> int:
    return sum(1 << number for number, at in enumerate(way) if at == place)


def _step(quartets: Sequence[_Quartet], before: State, after: State, eyes: Seat | None) -> list[_Quartet]:
    """Return what is left after an entry, hands not yet counted; in the order of K 3.4."""
    changed = list(quartets)
    asker, asked, hit = before.turn, 0, False
    sizes = _sizes(before)
    if len(after.log) > len(before.log) and (question := after.log.last):
        asked, hit = question.asked, question.hit
        quartet, number = divmod(question.card, 4)
        said = asker, asked, number
        if not hit and said in changed[quartet].heard:
            fitting = changed[quartet].ways
        else:
            fitting = [way for way in changed[quartet].ways if asker in way and (way[number] == asked) == hit]
        if hit:
            changed[quartet] = _Quartet([(*way[:number], asker, *way[number + 1 :]) for way in fitting])
            sizes[asked] -= 1
            sizes[asker] += 1
        else:
            changed[quartet] = changed[quartet].keep(fitting)
            changed[quartet].heard.add(said)
    new = after.laid[asker - 1][len(before.laid[asker - 1]) :]
    drawn = iter(before.pot[before.drawn : after.drawn])
    if not hit and before.drawn < after.drawn:
        changed = _draw(changed, asker, next(drawn), eyes, new)
        sizes[asker] += 1
        sizes[POT] -= 1
    for quartet in new:
        changed[quartet] = _Quartet(())
    sizes[asker] -= 4 * len(new)
    for place in (asked, asker):
        if place and not sizes[place] and sizes[POT]:
            changed = _draw(changed, place, next(drawn), eyes)
            sizes[place] += 1
            sizes[POT] -= 1
    return [
        left if left is was else left.keep([way for way in left.ways if not _whole(way)])
        for left, was in zip(changed, quartets, strict=True)
    ]


def _draw(
    quartets: Sequence[_Quartet], place: int, card: int, eyes: Seat | None, laid: Sequence[int] = ()
) -> list[_Quartet]:
    """Return what is left after a card of the pot went to a hand, of which only its player knows which it was; a
    quartet that is laid down by it tells everybody."""
    drawn = []
    for quartet, left in enumerate(quartets):
        if eyes == place:
            own = {card % 4} if card // 4 == quartet else set()
            ways = {_moved(way, number, place) for way in left.ways for number in own if way[number] == POT}
            drawn.append(_Quartet(sorted(ways)) if own else left)
        elif laid or not any(POT in way for way in left.ways):
            drawn.append(left)
        else:
            moved = {_moved(way, number, place) for way in left.ways for number in range(4) if way[number] == POT}
            drawn.append(_Quartet(sorted(moved.union(left.ways))))
    return drawn


def _moved(way: _Way, number: int, place: int) -> _Way:
    return (*way[:number], place, *way[number + 1 :])


def _settled(quartets: Sequence[_Quartet], sizes: Sequence[int]) -> list[_Quartet]:
    """Drop the ways with which some hand could not have as many cards as it has, until nothing more follows."""
    left = list(quartets)
    while True:
        least, most = [0] * len(sizes), [0] * len(sizes)
        for quartet in left:
            for place, (fewest, greatest) in quartet.counts.items():
                least[place] += fewest
                most[place] += greatest
        changed = False
        for index, quartet in enumerate(left):
            bounds = [
                (place, low, high)
                for place, (fewest, greatest) in quartet.counts.items()
                for low, high in [(sizes[place] - most[place] + greatest, sizes[place] - least[place] + fewest)]
                if low > fewest or high < greatest
            ]
            if bounds:
                left[index] = quartet.keep(
                    [way for way in quartet.ways if all(low <= way.count(at) <= high for at, low, high in bounds)]
                )
                changed = changed or left[index] is not quartet
        if not changed:
            return left
