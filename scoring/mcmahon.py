"""McMahon starting scores: who is stronger begins with more points, and everybody at or above a bar begins at the top.

Bands of ratings are counted down from the bar; each band further down begins with one win less, and nobody lower than
the floor does. ``docs/algorithms/mcmahon.md`` has the rules, the options and their sources.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from scoring.documents.document import Event, Player

SYSTEM = "swiss"
FLAG, BAR, FLOOR, BAND, WRITTEN = "mcmahon", "mcmahon_bar", "mcmahon_floor", "mcmahon_band", "starts"
"""The options of an event; ``starts``: player → how many wins they begin with, where it is written down."""

START = "START"
"""The column of the standings with the starting score, which is part of the points."""
LABELS = {START: "the starting score"}
SOURCE = "McMahon system"
USUAL_BAND = 100


@dataclass(frozen=True, slots=True)
class StartRules:
    """The options of an event. ``bar`` is None where nobody who is there from the start has a rating."""

    bar: int | None
    floor: int
    band: int
    written: Mapping[int, int]

    def wins(self, rating: int | None) -> int:
        """Return how many wins a rating is worth at the start; without a rating one begins at the floor, with none."""
        if self.bar is None or self.bar <= self.floor:
            return 0
        own = self.floor if rating is None else min(max(rating, self.floor), self.bar)
        return _bands(self.bar - self.floor, self.band) - _bands(self.bar - own, self.band)


def _bands(points: int, band: int) -> int:
    """Return how many bands so many rating points reach into."""
    return -(-points // band)


def has_starts(event: Event) -> bool:
    """Tell whether the players of an event begin with starting scores."""
    return event.pairing.get("system") == SYSTEM and event.pairing.get(FLAG) is True


def start_rules(event: Event) -> StartRules:
    """Return the options of an event with all defaults; what a system refuses is refused where a round is paired.

    Without a bar it is the rating of the player by whom one more than there are rounds begin at the top, of those who
    are there from the start; so that a single winner can be expected.
    """
    options = event.pairing

    def whole(key: str) -> int | None:
        value = options.get(key)
        return value if type(value) is int else None

    bar = whole(BAR)
    if bar is None:
        ratings = sorted((p.rating for p in event.players if _from_the_start(p) and p.rating is not None), reverse=True)
        at = whole("rounds")
        bar = ratings[len(ratings) - 1 if at is None else min(at, len(ratings) - 1)] if ratings else None
    kept = options.get(WRITTEN)
    return StartRules(
        bar,
        whole(FLOOR) or 0,
        max(1, whole(BAND) or USUAL_BAND),
        {int(p): n for p, n in kept.items() if str(p).isdecimal() and type(n) is int}
        if isinstance(kept, Mapping)
        else {},
    )


def _from_the_start(player: Player) -> bool:
    return player.joined <= 1 and (player.left is None or player.left >= 1)


def wins_at_the_start(event: Event) -> dict[int, int]:
    """Return player → how many wins they begin with: as written down, else by the rule; empty without starting
    scores."""
    if not has_starts(event):
        return {}
    rules = start_rules(event)
    return {p.id: rules.written.get(p.id, rules.wins(p.rating)) for p in event.players}


def bar_in_force(event: Event) -> int | None:
    """Return the rating from which on all begin at the top; None without starting scores, and where it follows from
    ratings that have changed since the starting scores were written down."""
    if not has_starts(event):
        return None
    rules = start_rules(event)
    if not isinstance(event.pairing.get(BAR), int) and any(
        p.id in rules.written and rules.written[p.id] != rules.wins(p.rating) for p in event.players
    ):
        return None
    return rules.bar


def starting_points(event: Event, win: Fraction | None) -> dict[int, Fraction]:
    """Return player → the points they begin with; empty without starting scores. ``win``: what a win is worth, one
    point where the game's points have no upper end."""
    worth = Fraction(1) if win is None else win
    return {player: wins * worth for player, wins in wins_at_the_start(event).items()}
