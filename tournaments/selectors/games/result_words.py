"""Results as they are typed: hints at what the games give, and what is odd, which is asked about and never refused."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from games.core import registry as games
from games.core.declarations.declared import DeclaredGame
from scoring.documents.gamelink import declared_of
from tournaments.domain.ledger import Points, scoring_rules
from tournaments.domain.setup import options_of
from tournaments.models import Result, Tournament
from tournaments.selectors.games.declared_games import declared_example
from tournaments.sentences import speaker


def example(tournament: Tournament, seats: int, *, apart: bool = True) -> str:
    """Return a usual result of a table: 8 4 2 0, or 8420 where a figure each is not kept ``apart``."""
    game = games.game_of(tournament.game, tournament.options)
    if isinstance(game, DeclaredGame):
        return declared_example(game, seats)
    points = [str(value) for value in game.example(options_of(tournament), seats)]
    return (" " if apart or any(len(value) > 1 for value in points) else "").join(points)


def draw(tournament: Tournament, seats: int) -> Fraction | None:
    """Return what each seat gets where all of a table draw; None where nobody draws, or numbers tell."""
    return games.game_of(tournament.game, tournament.options).draw(options_of(tournament), seats)


ENOUGH = 3
LOOKED_AT = 200


def unusual(tournament: Tournament, points: Points, *, places: bool = False, names: Sequence[str] = ()) -> str:
    """Return a question about these points, or nothing. One query at most. ``names``: who sits there, by seat."""
    present = [p for p in points if p is not None]
    if not present:
        return _("Is it right that nobody came to this table?")
    declared = declared_of(tournament.game, tournament.options)
    if declared is not None:
        odd = declared.odd(points)
        return "" if odd is None else _("%(why)s Is that right?") % {"why": speaker(names)(odd)}
    rules = scoring_rules(tournament)
    if places or (rules.win is not None and rules.points == "game"):
        return ""
    recent = (
        Result.objects.filter(table__round__tournament=tournament, is_current=True)
        .order_by("-pk")
        .values_list("points" if rules.points == "game" else "game_points", flat=True)[:LOOKED_AT]
    )
    known = [tally for tally in recent if tally is not None]
    before: list[Fraction] = [p for tally in known for p in tally if p is not None]
    highest = max(present)
    if len(known) >= ENOUGH and before and highest > 2 * max(before):
        return _("%(points)s is more than twice as much as anybody has had so far (%(most)s). Is that right?") % {
            "points": highest,
            "most": max(before),
        }
    return ""
