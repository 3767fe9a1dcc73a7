"""Points that players of a Swiss start with: McMahon starting scores as its options, what they do not go with, and
what is said of them; and the virtual points of Baku acceleration (FIDE Handbook C.04.5.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core.notices import Notice, declare, every
from games.core.notices import gettext_noop as _
from scoring.documents.document import DocumentError
from scoring.mcmahon import BAND, BAR, FLAG, FLOOR, USUAL_BAND, WRITTEN, start_rules
from tournaments.pairing.core import PairingError, PairingRequest, Player
from tournaments.pairing.options import PairingOption

MOST_RATING = 10_000
MCMAHON = (
    PairingOption(
        FLAG,
        "flag",
        False,
        "McMahon starting scores",
        "Stronger players begin with more points, so that equally strong ones meet. The starting score is part of the "
        "points.",
    ),
    PairingOption(
        BAR,
        "integer",
        None,
        "Bar",
        "With this rating or a higher one, all begin together at the top. Empty: as many as there are rounds, and one "
        "more.",
        minimum=1,
        maximum=MOST_RATING,
    ),
    PairingOption(
        FLOOR,
        "integer",
        None,
        "Floor",
        "With this rating or a lower one, or with none, all begin together at the bottom. Empty: 0.",
        minimum=0,
        maximum=MOST_RATING,
    ),
    PairingOption(
        BAND,
        "integer",
        USUAL_BAND,
        "Rating points of a band",
        "Bands are counted down from the bar; each brings one win less at the start. A grade in Go is 100.",
        minimum=1,
        maximum=MOST_RATING,
    ),
    PairingOption(WRITTEN, "counts", {}, "The wins with which each player begins"),
)


def baku(players: Sequence[Player], rounds: int | None, win: int) -> dict[int, tuple[int, ...]]:
    """Return player → the virtual points with which each accelerated round is paired; players without any are missing.

    The upper half of those who are there from the start, rounded up to an even number, and who joins later above
    the last of them: a win in the first half of the accelerated rounds, half as much in the others. Accelerated
    is the first half of all rounds; halves are rounded up. Raises PairingError where their number is not known.
    """
    if rounds is None:
        raise PairingError(Notice("baku-needs-rounds"))
    start = sorted(p.id for p in players if p.joined <= 1)
    if not start:
        return {}
    last = start[min(len(start), 2 * -(-len(start) // 4)) - 1]
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    points = (win,) * full + (win // 2,) * (accelerated - full)
    return {p.id: points for p in players if p.id <= last}


declare(
    {
        "mcmahon-accelerated": _(
            "McMahon starting scores and an acceleration both let the strong meet earlier: choose one of the two."
        ),
        "mcmahon-edition": _("McMahon starting scores are paired by the rules in force: choose that edition."),
        "mcmahon-floor": _("The floor, %(floor)s, must be below the bar, %(bar)s."),
        "mcmahon-needs-rounds": _("The bar follows from the number of rounds: set the number of rounds, or set a bar."),
        "mcmahon-not-chosen": _(
            "This is for McMahon starting scores: choose them, or leave the bar and the floor empty."
        ),
        "mcmahon-starts": _("McMahon: everybody rated %(bar)s or more begins at the top."),
        "mcmahon-unrated": _("Without a rating, beginning at the floor: %(players)s."),
    }
)


def refuse_starts(options: Mapping[str, Any]) -> None:
    """Refuse options that do not go with starting scores, or are for them alone. Raises DocumentError."""
    bar, floor = options[BAR], options[FLOOR]
    if not options[FLAG]:
        if bar is not None or floor is not None:
            raise DocumentError(f"pairing.{BAR if bar is not None else FLOOR}", Notice("mcmahon-not-chosen"))
        return
    if options["acceleration"] != "none":
        raise DocumentError("pairing.acceleration", Notice("mcmahon-accelerated"))
    if options["edition"] == "2018":
        raise DocumentError("pairing.edition", Notice("mcmahon-edition"))
    if bar is None and options["rounds"] is None:
        raise DocumentError(f"pairing.{BAR}", Notice("mcmahon-needs-rounds"))
    if bar is not None and floor is not None and floor >= bar:
        raise DocumentError(f"pairing.{FLOOR}", Notice("mcmahon-floor", floor=floor, bar=bar))


def start_notes(request: PairingRequest) -> Iterator[Notice]:
    """Say in round 1 where the bar is, and in every round who begins without a rating."""
    if not request.options[FLAG]:
        return
    rules = start_rules(request.event)
    if request.first == 1 and rules.bar is not None:
        yield Notice("mcmahon-starts", bar=rules.bar)
    new = [p for p in request.players(request.first) if request.first == 1 or p.joined == request.first]
    if unrated := [p.id for p in new if p.rating is None]:
        yield Notice("mcmahon-unrated", players=every(unrated))
