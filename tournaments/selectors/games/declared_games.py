"""The ready-made games on their cards: the usual rounds and pairing, and the worth of a result."""

from __future__ import annotations

from fractions import Fraction

from django.utils.functional import lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core import registry
from games.core.declarations.declared import DeclaredGame
from games.core.declarations.values import Declaration, in_language, sides_of
from games.core.notices import Notice, either
from tournaments.sentences import sentence
from tournaments.sentences.points import listed, readable

DUEL = 2


def usual_games() -> list[DeclaredGame]:
    """Return the ready-made games that say what is usual."""
    return [game for game in registry.ready_made() if (game.declaration.usual or {}).get("system")]


def name_of(game: DeclaredGame) -> str:
    """Return the name of a declared game in the reader's language."""
    return game.declaration.name(get_language() or "en")


def about(game: DeclaredGame) -> str:
    """Say in two or three sentences how the game is usually played, and what its results bring."""
    declared = game.declaration
    said = [_rounds(game), _results(game, (declared.usual or {}).get("table_size") or declared.seats[-1])]
    if declared.minutes:
        said.insert(1, _("A round takes about %(minutes)d minutes.") % {"minutes": declared.minutes})
    return " ".join(said)


def about_own(game: DeclaredGame, size: int) -> str:
    """Say how many play at a table, how a result is typed and what it brings at tables of ``size``."""
    players = sentence(Notice("game-players", seats=either(game.declaration.seats)))
    return f"{players} {_results(game, size)}"


def usual_tie_breaks(declared: Declaration) -> list[str]:
    """Return the tie-breaks of a declared game; where its declaration names none, what its results can tell, and the
    lot at the end."""
    size = declared.seats[-1]
    if declared.usual and declared.usual.get("tie_breaks"):
        return list(declared.usual["tie_breaks"])
    if declared.entry == "places":
        return [*(f"PLACE{place}" for place in range(1, size)), "LOT"]
    if declared.score is None:
        return ["DE", "BH", "SB", "LOT"] if size == DUEL else ["AOS", "PLACE1", "LOT"]
    if declared.score.counts == "score":
        return ["PLACE1", "LOT"]
    first_alone = declared.worth is not None and not any(declared.worth[size][1:])
    places = [] if first_alone else ["PLACE1"]
    if size > DUEL:
        return [*places, "DIFF", "LOT"]
    # the sum of the scores puts the highest first, so it says nothing where the lowest score wins
    return [*places, "GP", "LOT"] if declared.higher_is_better else ["PLACE1", "PLACE2", "LOT"]


def _rounds(game: DeclaredGame) -> str:
    usual = game.declaration.usual or {}
    values = {"rounds": usual.get("rounds", 0), "size": usual.get("table_size", 0)}
    match usual["system"]:
        case "swiss" if usual.get("pairing", {}).get("mcmahon"):
            return (
                _("McMahon, %(rounds)d rounds: who has a higher rating begins with more points, and equal scores meet.")
                % values
            )
        case "swiss":
            return _("Swiss, %(rounds)d rounds: equal scores meet, and nobody meets twice.") % values
        case "swiss-tables":
            return _("%(rounds)d rounds at tables of %(size)d: equal scores meet.") % values
    return _("%(rounds)d rounds at tables of %(size)d, against as many different opponents as possible.") % values


def _results(game: DeclaredGame, size: int) -> str:
    declared, score = game.declaration, game.declaration.score
    if score is not None and score.counts == "both":
        values = {"points": listed((score.uma or {})[size], signed=True)}
        if oka := (score.oka or {}).get(size):
            values["oka"] = readable(str(oka))
            return _("Scores are entered; uma %(points)s and, for the first, oka %(oka)s are added.") % values
        return _("Scores are entered; uma %(points)s is added.") % values
    if declared.columns:
        names = ", ".join(in_language(column.names, get_language() or "en") for column in declared.columns)
        return _("For each seat these numbers of its list are entered: %(columns)s. They make the score.") % {
            "columns": names
        }
    if score is not None and score.counts == "score":
        return _("Scores are entered, and they count.")
    worth = game.place_points(size)
    if score is not None and worth:
        return _("Scores are entered; the places bring %(points)s.") % {"points": listed(worth)}
    if declared.entry == "places" and worth:
        return _("Places are entered; they bring %(points)s.") % {"points": listed(worth)}
    results = (declared.tables or {}).get(size) or (sorted(declared.amounts or (), reverse=True),)
    entered = _("Points are entered: %(points)s.") % {"points": " · ".join(listed(result) for result in results)}
    return " ".join(filter(None, (entered, draw_of_some(declared, size))))


def draw_of_some(declared: Declaration, size: int) -> str:
    """Say what a draw brings where not all at a table need to have drawn; empty for other games."""
    ends = [(max(result), result) for result in (declared.tables or {}).get(size, ()) if len(set(result)) > 1]
    drawn = {best for best, result in ends if result.count(best) > 1}
    won = {best for best, result in ends if result.count(best) == 1}
    # partners win together, and where nobody can win alone a shared first place is a win
    if declared.partners is not None or len(drawn) != 1 or not won or max(drawn) >= max(won):
        return ""
    return _("A draw brings %(points)s to each who is still in the game.") % {"points": readable(str(drawn.pop()))}


def declared_example(game: DeclaredGame, seats: int) -> str:
    """Return a possible result of a table as it is typed, for a hint."""
    declared, score = game.declaration, game.declaration.score
    size = seats if seats in declared.seats else declared.seats[-1]
    if declared.columns:
        return "; ".join(
            " ".join(["900", *["9" if index == 0 else "1" for index in range(len(declared.columns) - 1)]])
            for _seat in range(size)
        )
    if score is None:
        results = (declared.tables or {}).get(size)
        if declared.entry == "places":
            return " ".join(str(place) for place in _places(game, size))
        values = results[0] if results else tuple(sorted(declared.amounts or (), reverse=True))[:size]
        return " ".join(str(value) for value in values)
    middle = (score.total or {}).get(size, Fraction(0)) / size
    if score.total is None:
        middle = (score.odd.winner_least or score.odd.least or score.least or Fraction(20)) + 0
        if not declared.higher_is_better:
            least = middle if middle > 0 else Fraction(20)
            return " ".join(str(least + 2 * score.step * place) for place in range(size))
        return " ".join(str(max(middle - 2 * place, score.least or 0)) for place in range(size))
    if not declared.higher_is_better and middle > 0:
        return " ".join(map(str, _shares(middle * size, score.step, size)))
    return " ".join(str(middle + 10 * score.step * (size - 1 - 2 * place)) for place in range(size))


def _shares(total: Fraction, step: Fraction, size: int) -> list[Fraction]:
    """Divide what a table loses, the least first and nothing below zero."""
    weights = sum(range(size))
    shares = [total * place / weights // step * step for place in range(size - 1)]
    return [*shares, total - sum(shares)]


def _places(game: DeclaredGame, size: int) -> list[int]:
    """Return possible places of a table, not in their order, or people list the seats in the order of finish."""
    sides = sides_of(game.declaration, size)
    places, next_place = [0] * size, 1
    for side in [*sides[1::2], *sides[::2]]:
        for seat in side:
            places[seat] = next_place
        next_place += len(side)
    return places


lazy_name = lazy(lambda key: name_of(registry.game_of(key)), str)  # type: ignore[arg-type]
lazy_about = lazy(lambda key: about(registry.game_of(key)), str)  # type: ignore[arg-type]
