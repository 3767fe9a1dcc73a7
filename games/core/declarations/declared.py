"""A declared game: its results are typed and held against its declaration; no engine follows its moves.

Typed are places, points or scores, whichever the declaration says; what they bring is computed here. A seat where
nobody showed up is None.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations, product
from typing import Any

from games.core.declarations.declaration import BadDeclaration, read
from games.core.declarations.entries import (
    Listed,
    Seated,
    check_columns,
    check_places,
    check_scores,
    refuse_shared,
    scores_of,
)
from games.core.declarations.values import Declaration, each_alone, in_language, sides_of
from games.core.errors import ImpossiblePoints
from games.core.game import GameInfo, Option, Players
from games.core.notices import Notice, either, every

KEY = "declared"
"""The key of an event whose declaration stands in its options, under `OPTION`."""

OPTION = "declaration"

_ZERO = Fraction(0)
Typed = Sequence[Fraction | None]


class DeclaredGame:
    """A game made from its declaration. ``info.key`` is `KEY` where ``own``: the declaration comes with the event."""

    def __init__(self, declaration: Declaration, *, own: bool = False) -> None:
        self.declaration = declaration
        option = Option(OPTION, "declaration", {}, "Declaration", "The declaration of the game.", "", event=True)
        self.info = GameInfo(
            key=KEY if own else declaration.key,
            name=declaration.name(),
            prefix="",
            seats=declaration.seats,
            rules_version="",
            options=(option,) if own else (),
            engine=False,
            names=dict(declaration.names),
            minutes=(declaration.minutes,) if declaration.minutes else (),
        )

    def seat_names(self, language: str) -> tuple[str, ...]:
        """Return what the game calls its seats in a language; empty where a number is enough."""
        names = self.declaration.seat_names
        return () if names is None else tuple(in_language(names, language))

    @cached_property
    def has_decimals(self) -> bool:
        """Return whether its points go in tenths or the like; then its halves are written as decimals, too."""
        declared, score = self.declaration, self.declaration.score
        rows = [declared.amounts or (), *(row for some in (declared.tables or {}).values() for row in some)]
        if score is None or score.counts == "places":
            rows += (declared.worth or {}).values()
        else:
            rows += [(score.step / score.unit, score.start / score.unit), *(score.uma or {}).values()]
        return any(value.denominator % 5 == 0 for row in rows for value in row)

    def place_points(self, seats: int) -> tuple[Fraction, ...] | None:
        """Return the points for first, second, … place; None where places do not decide them."""
        declared = self.declaration
        if declared.worth is not None and (declared.score is None or declared.score.counts == "places"):
            return declared.worth.get(seats)
        results = (declared.tables or {}).get(seats)
        return tuple(sorted(results[0], reverse=True)) if results else None

    def check_points(self, options: Mapping[str, Any], points: Sequence[Fraction], players: Players = ()) -> None:
        """Raise ImpossiblePoints where no table can take these points to the standings."""
        self._check_size(len(points))
        declared = self.declaration
        if declared.entry == "points":
            self._check_typed_points(points, self._sides(len(points)))
        elif declared.score is None or declared.score.counts == "places":
            if tuple(sorted(points)) not in self._by_ranking(len(points)):
                raise ImpossiblePoints(self._worth_notice(points))
            _check_partners(points, self._sides(len(points)))
        elif declared.score.counts == "score":
            self.check_typed([self._score_of(value) for value in points])
        else:
            raise ImpossiblePoints(Notice("declared-scores-needed"))

    def check_typed(self, typed: Sequence[Fraction]) -> None:
        """Raise ImpossiblePoints, with the rule in words, where no table can end with what was typed."""
        self._check_size(len(typed))
        entry = self.declaration.entry
        if entry == "points":
            self._check_typed_points(typed, self._sides(len(typed)))
            return
        sides = self._sides(len(typed))
        if entry == "places":
            if self.declaration.ties == "refuse":
                refuse_shared(typed, sides)
            check_places(typed)
        else:
            self._check_scores(list(enumerate(typed, start=1)), whole_table=True)
        _check_partners(typed, sides)
        self._check_shared(self.places_of(typed), sides)

    def check_forfeit(self, typed: Typed) -> None:
        """Raise ImpossiblePoints where a table with somebody missing cannot end so; partners may differ there."""
        self._check_size(len(typed))
        seated = [(seat, value) for seat, value in enumerate(typed, start=1) if value is not None]
        here = [value for _seat, value in seated]
        declared = self.declaration
        if declared.entry != "points":
            if declared.entry == "places":
                check_places([*here, *[Fraction(len(here) + 1)] * (len(typed) - len(here))])
            else:
                # a substitute may play for who is missing, and takes part of the table's total to nobody
                self._check_scores(seated, whole_table=False)
            self._check_shared(self.places_of(here), each_alone(len(here)), [seat for seat, _value in seated])
        elif any(here):
            self._check_some_filling(typed)

    def places_of(self, typed: Sequence[Fraction]) -> tuple[int, ...]:
        """Return the place of each seat; equal ones share it, or the earlier seat is better where ties go by seat."""
        lower = self.declaration.entry == "places" or not self.declaration.higher_is_better
        order = [-value if lower else value for value in typed]
        by_seat = self.declaration.ties == "seat" and self.declaration.entry != "points"
        first = {seat: side[0] for side in self._sides(len(order)) for seat in side}
        return tuple(
            1
            + sum(
                other > own or (by_seat and other == own and first[at] < first[seat]) for at, other in enumerate(order)
            )
            for seat, own in enumerate(order)
        )

    @property
    def weighs(self) -> bool:
        """Return whether what is typed is turned into other points by a rule."""
        declared, score = self.declaration, self.declaration.score
        if score is None or score.counts != "score":
            return declared.entry != "points"
        return bool(score.start) or score.unit != 1 or not declared.higher_is_better

    def draw(self, options: Mapping[str, Any], seats: int) -> Fraction | None:
        """Return what is typed for each seat where all of a table draw; None where nobody draws, or scores tell."""
        declared = self.declaration
        equal = declared.amounts or tuple(
            value for result in (declared.tables or {}).get(seats, ()) for value in result
        )
        for value in (Fraction(1),) if declared.entry == "places" else equal:
            try:
                self.check_typed([value] * seats)
            except ImpossiblePoints:
                continue
            return value
        return None

    def points_of(self, typed: Typed) -> tuple[Fraction | None, ...]:
        """Return what a table with this result takes to the standings, for each seat; None for a seat without a player.

        What was typed has been checked. Who did not show up is last.
        """
        declared = self.declaration
        if declared.entry == "points":
            return tuple(typed)
        here = [value for value in typed if value is not None]
        if not here:
            return tuple(typed)
        taken = iter(self._taken(here, len(typed)))
        return tuple(None if value is None else next(taken) for value in typed)

    def odd(self, typed: Typed) -> Notice | None:
        """Return a sentence about a result that is possible but seldom; None for any other."""
        score = self.declaration.score
        here = [value for value in typed if value is not None]
        if score is None or not here:
            return None
        odd = score.odd
        for seat, value in enumerate(typed, start=1):
            if value is not None and odd.least is not None and value < odd.least:
                return Notice("declared-odd-least", seat=seat, score=value)
            if value is not None and odd.most is not None and value > odd.most:
                return Notice("declared-odd-most", seat=seat, score=value)
        best = max(here) if self.declaration.higher_is_better else min(here)
        if (odd.winner_least is not None and best < odd.winner_least) or (
            odd.winner_most is not None and best > odd.winner_most
        ):
            return Notice("declared-odd-winner", score=best)
        return None

    def scores_of(self, columns: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...]:
        """Return the scores that several numbers a seat make. ``columns``: one row a seat. Raises ImpossiblePoints."""
        self._check_size(len(columns))
        check_columns(self.declaration, columns)
        return scores_of(self.declaration, columns)

    def listed(self, rows: Sequence[Sequence[Fraction] | None]) -> Listed:
        """Return the scores that columns make, with these; None for a no-show. Raises ImpossiblePoints."""
        nothing = [_ZERO] * len(self.declaration.columns)
        scores = self.scores_of([nothing if row is None else row for row in rows])
        return Listed((None if row is None else score for row, score in zip(rows, scores, strict=True)), rows)

    def _taken(self, here: Sequence[Fraction], size: int) -> list[Fraction]:
        declared, score = self.declaration, self.declaration.score
        places = self.places_of(here)
        if score is None or score.counts == "places":
            assert declared.worth is not None
            return [self._for_place(place, places, declared.worth[size]) for place in places]
        sign = 1 if declared.higher_is_better else -1
        taken = [sign * (value - score.start) / score.unit for value in here]
        if score.counts == "both":
            assert score.uma is not None
            oka = (score.oka or {}).get(size, _ZERO)
            bonus = [score.uma[size][0] + oka, *score.uma[size][1:]]
            taken = [
                own + self._for_place(place, places, bonus) - oka / size
                for own, place in zip(taken, places, strict=True)
            ]
        return taken

    def _for_place(self, place: int, places: Sequence[int], worth: Sequence[Fraction]) -> Fraction:
        """Return the worth of a place, by the rule for those who share it."""
        if self.declaration.ties == "best":
            return worth[place - 1]
        sharing = places.count(place)
        return sum(worth[place - 1 : place - 1 + sharing], _ZERO) / sharing

    def _score_of(self, points: Fraction) -> Fraction:
        score = self.declaration.score
        assert score is not None
        return score.start + (points if self.declaration.higher_is_better else -points) * score.unit

    def _by_ranking(self, size: int) -> frozenset[tuple[Fraction, ...]]:
        """Return the points that the rankings of a table bring, each sorted."""
        return self._rankings[size]

    @cached_property
    def _rankings(self) -> dict[int, frozenset[tuple[Fraction, ...]]]:
        worth = self.declaration.worth
        assert worth is not None
        return {
            size: frozenset(
                tuple(sorted(self._for_place(place, places, worth[size]) for place in places))
                for places in self._orders(size)
            )
            for size in self.declaration.seats
        }

    def _orders(self, size: int) -> Iterator[tuple[int, ...]]:
        """Yield the rankings of so many players, without regard to who is who: 1 2 3, 1 1 3, 1 2 2, 1 1 1."""
        strict = self.declaration.ties in ("seat", "refuse")
        for sides in set(permutations(map(len, self._sides(size)))):
            for cuts in product((True, False), repeat=len(sides) - 1):
                if (strict and not all(cuts)) or (not self.declaration.draws and not cuts[0]):
                    continue
                places = [1] * sides[0]
                for side, cut in zip(sides[1:], cuts, strict=True):
                    places += [len(places) + 1 if cut else places[-1]] * side
                yield tuple(places)

    def _sides(self, size: int) -> tuple[tuple[int, ...], ...]:
        return sides_of(self.declaration, size)

    def _check_shared(
        self, places: Sequence[int], sides: Sequence[Sequence[int]], seats: Sequence[int] | None = None
    ) -> None:
        """Raise ImpossiblePoints where sides share a place that the game does not let them share. ``seats``: those of
        the places, where some are missing."""
        taken = [places[side[0]] for side in sides]
        if self.declaration.ties == "refuse":
            refuse_shared(places, sides, seats)
        if not self.declaration.draws and self.declaration.ties != "seat" and taken.count(1) > 1:
            raise ImpossiblePoints(Notice("declared-first-shared"))

    def _check_size(self, seats: int) -> None:
        if seats not in self.declaration.seats:
            numbers = either(self.declaration.seats)
            raise ImpossiblePoints(
                Notice("record-number-of-seats", game=self.info.name, numbers=numbers, seats=seats),
            )

    def _check_typed_points(self, points: Sequence[Fraction], sides: Sequence[Sequence[int]]) -> None:
        declared = self.declaration
        if declared.amounts is not None:
            for seat, value in enumerate(points, start=1):
                if value not in declared.amounts:
                    right = either(declared.amounts)
                    raise ImpossiblePoints(Notice("declared-amount", seat=seat, amounts=right, points=value))
        results = (declared.tables or {}).get(len(points))
        if results is not None and sorted(points) not in [sorted(result) for result in results]:
            raise ImpossiblePoints(self._no_such_table(points, results))
        _check_partners(points, sides)
        taken = [points[side[0]] for side in sides]
        if not declared.draws and taken.count(max(taken)) > 1:
            raise ImpossiblePoints(Notice("declared-first-shared"))
        if declared.ties == "refuse":
            refuse_shared(points, sides)

    def _no_such_table(self, points: Sequence[Fraction], results: Sequence[Sequence[Fraction]]) -> Notice:
        """Say what a table can end with. At two seats each result is written from both sides, as it is typed."""
        if len(points) == 2:
            both = dict.fromkeys(tuple(seats) for result in results for seats in (result, reversed(result)))
            right = either(tuple(Notice("declared-result-two", one=one, other=other) for one, other in both))
            return Notice("declared-tables-two", game=self.info.name, results=right)
        right = either(tuple(Notice("declared-result", points=tuple(result)) for result in results[:12]))
        ends = Notice("declared-result", points=tuple(points))
        return Notice("declared-tables", seats=len(points), points=ends, results=right)

    def _check_scores(self, typed: Seated, *, whole_table: bool) -> None:
        score = self.declaration.score
        assert score is not None
        check_scores(score, typed)
        total = (score.total or {}).get(len(typed)) if whole_table else None
        whole = sum((value for _seat, value in typed), _ZERO)
        if total is not None and whole != total:
            raise ImpossiblePoints(Notice("declared-total", total=total, sum=whole))

    def _check_some_filling(self, typed: Typed) -> None:
        refusals: list[ImpossiblePoints] = []
        for full in self._filled(typed):
            try:
                self._check_typed_points(full, each_alone(len(full)))
            except ImpossiblePoints as error:
                refusals.append(error)
            else:
                return
        raise refusals[0]

    def _filled(self, typed: Typed) -> Iterator[list[Fraction]]:
        declared = self.declaration
        amounts = declared.amounts or tuple(
            sorted({value for result in (declared.tables or {}).get(len(typed), ()) for value in result})
        )
        # who is missing wins nothing, unless a partner does
        missing = [seat for seat, value in enumerate(typed) if value is None]
        side_of = {seat: side for side in self._sides(len(typed)) for seat in side}
        choices = [
            dict.fromkeys([*amounts[:2], *(value for at in side_of[seat] if (value := typed[at]) is not None)])
            for seat in missing
        ]
        for filling in product(*choices):
            at = dict(zip(missing, filling, strict=True))
            yield [at[seat] if value is None else value for seat, value in enumerate(typed)]

    def _worth_notice(self, points: Sequence[Fraction]) -> Notice:
        worth = (self.declaration.worth or {})[len(points)]
        return Notice("declared-worth", seats=len(points), points=tuple(points), worth=tuple(worth))


def _check_partners(results: Sequence[Fraction], sides: Sequence[Sequence[int]]) -> None:
    """Raise ImpossiblePoints where partners differ."""
    for side in sides:
        if len({results[seat] for seat in side}) > 1:
            raise ImpossiblePoints(Notice("declared-partners", seats=every(tuple(seat + 1 for seat in side))))


@lru_cache(maxsize=256)
def _of_text(text: str) -> DeclaredGame:
    return DeclaredGame(read(json.loads(text)), own=True)


def in_options(options: Mapping[str, Any]) -> DeclaredGame:
    """Return the game whose declaration stands in an event's options. Raises BadDeclaration."""
    value = options.get(OPTION)
    if not isinstance(value, dict):
        raise BadDeclaration("", Notice("declared-without-declaration"))
    return _of_text(json.dumps(value, sort_keys=True))
