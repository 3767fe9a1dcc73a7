"""The questions of a document to the games: is there this game, are these its options, can it give these points?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from games.core import registry
from games.core.declarations.declaration import BadDeclaration
from games.core.declarations.declared import OPTION, DeclaredGame
from games.core.errors import GameError, ImpossiblePoints
from games.core.notices import Notice
from games.core.options import OPPOSITE, at_table, complete
from scoring.documents.document import DocumentError

OUT_EARLY = (Fraction(0), Fraction(2), Fraction(4))
"""The possible points of a seat without a player: none, or (two or three missing in Quatro Chess) QC 6.1."""


def check_game(key: str, options: Mapping[str, Any], place: str) -> None:
    """Raise DocumentError where there is no such game, or its declaration in the options cannot be used."""
    try:
        registry.game_of(key, options)
    except BadDeclaration as error:
        where = ".".join(part for part in ("options", OPTION, error.member) if part)
        raise DocumentError(where, error.reason) from None
    except GameError as error:
        raise DocumentError(place, error.notice) from None


def complete_options(key: str, options: Mapping[str, Any], place: str) -> Mapping[str, Any]:
    """Return a game's options with the defaults of those left out. Raises DocumentError for others."""
    try:
        return complete(registry.game_of(key, options).info, options, event=True)
    except GameError as error:
        raise DocumentError(place, error.notice) from None


def partners(key: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of partners who sit opposite each other, for those of an event that says nothing of them: a
    pairing system may seat them so."""
    info = registry.game_of(key, options).info
    return {option.key: OPPOSITE for option in info.options if option.kind == "teams" and option.key not in options}


def check_points(key: str, options: Mapping[str, Any], points: Sequence[Fraction | None], seats: Sequence[int]) -> None:
    """Raise ImpossiblePoints where no table of this game, with these players in its seats, can end with these points.

    ``options`` are complete; of partners they hold only where each of their seats has a player of its own. Who did not
    come has None: those who did have nothing, or what the game gives them where the others went out early.
    """
    game = registry.game_of(key, options)
    ready = at_table(game.info, options, len(set(seats)))
    if None in points and not any(points):
        return
    reasons = []
    for whole in _filled(points):
        try:
            game.check_points(ready, whole, seats)
        except ImpossiblePoints as error:
            reasons.append(error)
        else:
            return
    raise reasons[0]


def _filled(points: Sequence[Fraction | None]) -> Iterator[list[Fraction]]:
    """Yield the points of a whole table, with those who did not come out early in each way."""
    for early in product(OUT_EARLY, repeat=list(points).count(None)):
        missing = iter(early)
        yield [next(missing) if value is None else value for value in points]


def why_impossible(
    key: str, options: Mapping[str, Any], points: Sequence[Fraction | None], seats: Sequence[int]
) -> Notice | None:
    """Return the reason why no table can end so, as `check_points` knows it; None where one can."""
    try:
        check_points(key, options, points, seats)
    except GameError as error:
        return error.notice
    return None


def declared_of(key: str, options: Mapping[str, Any]) -> DeclaredGame | None:
    """Return an event's game where it is declared; None where it has an engine."""
    game = registry.game_of(key, options)
    return game if isinstance(game, DeclaredGame) else None


def lower_is_better(key: str, options: Mapping[str, Any]) -> bool:
    """Return whether of the numbers typed at a table the lower is better: places, or scores of which a declaration
    says so."""
    game = declared_of(key, options)
    return game is not None and (game.declaration.entry == "places" or not game.declaration.higher_is_better)


def seats_matter(key: str, options: Mapping[str, Any]) -> bool:
    """Return whether it matters in an event's game who sits where; in games with an engine it does."""
    game = declared_of(key, options)
    return game is None or game.declaration.seats_matter or game.declaration.partners is not None


def has_grades(key: str, options: Mapping[str, Any]) -> bool:
    """Return whether players of an event's game have grades that are read as ratings."""
    game = declared_of(key, options)
    return game is not None and bool(game.declaration.grades)


def why_not_typed(game: DeclaredGame, typed: Sequence[Fraction | None]) -> Notice | None:
    """Return the reason why no table of a declared game can end with what was typed; None where one can."""
    here = [value for value in typed if value is not None]
    try:
        if len(here) == len(typed):
            game.check_typed(here)
        else:
            game.check_forfeit(typed)
    except GameError as error:
        return error.notice
    return None


def why_untyped(game: DeclaredGame, points: Sequence[Fraction]) -> Notice | None:
    """Return the reason why no table of a declared game brings these points; None where one does."""
    try:
        game.check_points({}, points)
    except GameError as error:
        return error.notice
    return None


def ranked(game: DeclaredGame, typed: Sequence[Fraction | None]) -> tuple[Fraction, ...]:
    """Return numbers in the order of a typed result, the best highest, for points by places; who is missing is last."""
    places = iter(game.places_of([value for value in typed if value is not None]))
    return tuple(Fraction(-len(typed) - 1 if value is None else -next(places)) for value in typed)
