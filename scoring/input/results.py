"""The check of a table and its result: who may sit there, and which points the game can give."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from games.core.declarations.entries import Row
from games.core.errors import ImpossiblePoints
from games.core.notices import Notice, sentences
from scoring.documents.document import DocumentError, Event, Table
from scoring.documents.gamelink import complete_options, declared_of, partners, ranked, why_impossible, why_not_typed
from scoring.input.rules import WITH_PARTNERS, ScoringRules, rules_of
from scoring.points import place_points, seats_are_colours, shared


class ResultCheck:
    """Checks the tables of one event; equal points are asked of the game only once."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self.declared = declared_of(event.game, event.options)
        """The event's game where it is declared: its results are typed, as places, points or scores."""
        self._options = [complete_options(event.game, event.options, "options")]
        """The event's options, and, where it says nothing of partners, those with whom its system may seat them."""
        if event.pairing.get("system") in WITH_PARTNERS and (with_partners := partners(event.game, event.options)):
            self._options.append({**self._options[0], **with_partners})
        self._rules: ScoringRules = rules_of(event)
        self._known: dict[tuple[tuple[Fraction | None, ...], tuple[int, ...]], Notice | None] = {}

    def check(self, table: Table, place: str) -> None:
        """Raise DocumentError for seats, an end or points that cannot be."""
        self._check_seats(table, place)
        points = table.points
        known = points is not None and None not in points
        if table.end is None and known:
            raise DocumentError(f"{place}.end", Notice("result-without-end"))
        if table.end == "played" and not known:
            raise DocumentError(f"{place}.points", Notice("result-unknown"))
        if self.declared is not None and table.game_points is not None and table.entered:
            self._check_typed(table, place)
            return
        if table.end == "forfeit":
            if points is None:
                raise DocumentError(f"{place}.points", Notice("result-forfeit-missing"))
            if known:
                raise DocumentError(f"{place}.points", Notice("result-forfeit-all-came"))
            gone = {player for player, value in zip(table.seats, points, strict=True) if value is None}
            for player, value in zip(table.seats, points, strict=True):
                if value is not None and player in gone:
                    raise DocumentError(f"{place}.points", Notice("result-half-there", player=player))
            self._check_forfeit(table, points, place)
        elif points is not None and known:
            self._check_points(points, table.seats, place)
        tally = table.game_points
        if tally is None or points is None or table.end not in ("played", "forfeit"):
            return
        if table.end == "forfeit" or None not in tally:
            why = self._why_no_game(tally, numbered(table.seats))
            if why is not None:
                raise DocumentError(f"{place}.game_points", why)
            self._check_right(tally, points, place)

    def scores_of(
        self, columns: tuple[Row | None, ...], scores: tuple[Fraction | None, ...] | None, place: str
    ) -> tuple[Fraction | None, ...]:
        """Return the scores that columns make. Raises DocumentError where a table cannot have these, or where they
        make others than ``scores``."""
        if self.declared is None:
            raise DocumentError(place, Notice("declared-columns", columns=0))
        try:
            right = tuple(self.declared.listed(columns))
        except ImpossiblePoints as error:
            raise DocumentError(place, error.notice) from None
        if scores is not None and scores != right:
            raise DocumentError(place, Notice("declared-differs", right=_listed(right), given=_listed(scores)))
        return right

    def points_of(self, typed: tuple[Fraction | None, ...], place: str) -> tuple[Fraction | None, ...] | None:
        """Return what a result brings of which the document says only what was typed; None where no rule says it.

        Raises DocumentError for a result that the game cannot have.
        """
        if self.declared is None or all(value is None for value in typed):
            return None
        why = why_not_typed(self.declared, typed)
        if why is not None:
            raise DocumentError(place, why)
        return self._right(typed)[-1]

    def _right(self, typed: tuple[Fraction | None, ...]) -> list[tuple[Fraction | None, ...]]:
        """Return the points that a result of the game can bring: the game's own, and last those that count here."""
        own = typed if self.declared is None else self.declared.points_of(typed)
        if self._rules.points == "game":
            return [own]
        # a game with an engine gives nobody less than nothing: who did not come is below
        if self.declared is None:
            order = tuple(Fraction(-1) if value is None else value for value in typed)
        else:
            order = ranked(self.declared, typed)
        places = shared(order, self._rules.places(len(own)))
        return [own, tuple(None if value is None else share for value, share in zip(own, places, strict=True))]

    def _check_typed(self, table: Table, place: str) -> None:
        """Check that a declared game can end so, and that the points are what it brings."""
        typed, points = table.game_points, table.points
        assert self.declared is not None and typed is not None and points is not None
        if table.end == "forfeit" and None not in points:
            raise DocumentError(f"{place}.points", Notice("result-forfeit-all-came"))
        why = why_not_typed(self.declared, typed)
        if why is not None:
            raise DocumentError(f"{place}.game_points", why)
        self._check_right(typed, points, place)

    def _check_right(self, typed: tuple[Fraction | None, ...], points: tuple[Fraction | None, ...], place: str) -> None:
        """Check that the points are what the game's own bring."""
        right = self._right(typed)
        if points not in right:
            raise DocumentError(
                f"{place}.points", Notice("declared-differs", right=_listed(right[-1]), given=_listed(points))
            )

    def _check_points(self, points: tuple[Fraction | None, ...], seats: Sequence[int], place: str) -> None:
        players = numbered(seats)
        if (points, players) not in self._known:
            self._known[points, players] = self._why(points, players)
        why = self._known[points, players]
        if why is not None:
            raise DocumentError(f"{place}.points", why)

    def _why(self, points: tuple[Fraction | None, ...], players: tuple[int, ...]) -> Notice | None:
        why = self._why_no_game(points, players)
        if why is None or self._rules.points == "game":
            return why
        worth = self._rules.places(len(points))
        known = [value for value in points if value is not None]
        if len(worth) == len(known) and shared(known, worth) == points:
            return None
        return sentences([why, Notice("no-points-for-places", points=tuple(worth))])

    def _why_no_game(self, points: tuple[Fraction | None, ...], players: tuple[int, ...]) -> Notice | None:
        reasons = [why_impossible(self._event.game, options, points, players) for options in self._options]
        return None if None in reasons else reasons[0]

    def _check_forfeit(self, table: Table, points: tuple[Fraction | None, ...], place: str) -> None:
        """Check what is given to those who came: what the game gives, or, where places count or are all that a
        declared game says, never more than a table of them, to one player and to all."""
        entered = [value for value in points if value is not None]
        bounds = [self._rules.places(len(points))] if self._rules.points == "places" else []
        by_places = self.declared is not None and self.declared.declaration.entry != "points"
        if by_places:
            by_game = place_points(self._event.game, self._event.options, len(points))
            if by_game is None:
                return
            bounds.insert(0, by_game)
        if any(max(entered, default=0) <= most[0] and sum(entered) <= sum(most) for most in bounds):
            return
        if by_places:
            why: Notice | None = Notice("result-too-much", points=tuple(bounds[0]))
        elif self.declared is not None:
            why = why_not_typed(self.declared, points)
        else:
            why = self._why_no_game(points, numbered(table.seats))
        if why is not None:
            raise DocumentError(f"{place}.points", why)

    def _check_seats(self, table: Table, place: str) -> None:
        seats = table.seats
        if len(set(seats)) < 2:
            raise DocumentError(f"{place}.seats", Notice("seats-too-few"))
        if len(set(seats)) == len(seats):
            return
        player = next(seat for seat in seats if seats.count(seat) > 1)
        second = seats.index(player, seats.index(player) + 1)
        if not seats_are_colours(self._event.game):
            raise DocumentError(f"{place}.seats[{second}]", Notice("seats-twice", player=player))
        if len(seats) != 4 or max(map(seats.count, seats)) > 2:
            raise DocumentError(
                f"{place}.seats[{second}]",
                Notice("seats-too-often", player=player),
            )
        if len(set(seats)) == 2 and seats[0] == seats[2]:
            raise DocumentError(f"{place}.seats[2]", Notice("seats-not-neighbours"))


def numbered(seats: Sequence[int]) -> tuple[int, ...]:
    """Return who sits on each seat by numbers that are the same at each table that is occupied alike."""
    first = {player: at for at, player in reversed(list(enumerate(seats)))}
    return tuple(first[player] for player in seats)


def _listed(points: tuple[Fraction | None, ...]) -> tuple[Fraction | str, ...]:
    return tuple("–" if value is None else value for value in points)
