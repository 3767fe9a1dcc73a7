"""What a tournament is set up with, checked as a whole: game, options, pairing and scoring must fit each other."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from games.core import registry as games
from scoring.document import DocumentError, Event
from scoring.gamelink import check_game, complete_options
from scoring.rules import rules_of
from tournaments.pairing.registry import system_of
from tournaments.text import is_visible

MOST_ROUNDS = 400
USUAL_ROUNDS = 5
OWN_COLUMNS = ("system", "rounds", "table_size", "seed", "fixed_tables")
MOST_SEED = 10**15 - 1


def fields_of(event: Event) -> dict[str, Any]:
    """The fields of ``Tournament`` that an event document's objects say. Raises DocumentError with the place."""
    name_of(event.name, "name", 120)
    check_game(event.game, "game")
    complete_options(event.game, event.options, "options")
    system = system_of(event)
    pairing = system.complete(event)
    size = pairing["table_size"]
    if size not in games.get(event.game).info.seats:
        raise DocumentError("pairing.table_size", _("This game is not played by %(size)d.") % {"size": size})
    rounds = pairing["rounds"] or system.length(replace(event, pairing=pairing))
    rounds = rounds or len(event.rounds) or USUAL_ROUNDS
    if rounds > MOST_ROUNDS:
        raise DocumentError(
            "pairing.rounds", _("A tournament has at most %(most)d rounds.") % {"most": MOST_ROUNDS}
        )
    seed = pairing["seed"]
    if not 0 <= seed <= MOST_SEED:
        raise DocumentError("pairing.seed", _("The seed is a whole number from 0 up, of 15 digits at most."))
    rules_of(event)
    return {
        "name": event.name,
        "game": event.game,
        "options": dict(event.options),
        "system": system.key,
        "table_size": size,
        "rounds_planned": rounds,
        "seed": seed,
        "pairing_options": {k: v for k, v in event.pairing.items() if k not in OWN_COLUMNS},
        "scoring": dict(event.scoring),
    }


def name_of(text: str, place: str, most: int) -> str:
    """A name that can be shown and kept. Raises DocumentError."""
    if len(text) > most:
        raise DocumentError(
            place,
            _("%(given)d characters; at most %(most)d can be kept.") % {"given": len(text), "most": most},
        )
    if not is_visible(text):
        raise DocumentError(place, _("This is empty, or holds characters that cannot be shown."))
    return text
