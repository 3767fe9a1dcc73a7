"""Starting scores, written down when a round is asked for."""

from __future__ import annotations

from dataclasses import replace

from scoring.mcmahon import FLAG, WRITTEN, wins_at_the_start
from tournaments.models import Tournament
from tournaments.selectors.events import event_of


def write_starts_down(tournament: Tournament, number: int) -> None:
    """Keep the starting scores of all before round 1, and before a later round of those who are new: a rating that
    changes moves nobody. The tournament must be locked."""
    if not tournament.pairing_options.get(FLAG):
        return
    event = event_of(tournament, before=number)
    if number == 1:
        event = replace(event, pairing={**event.pairing, WRITTEN: {}})
    starts = {str(player): wins for player, wins in sorted(wins_at_the_start(event).items())}
    tournament.pairing_options = {**tournament.pairing_options, WRITTEN: starts}
    tournament.save(update_fields=["pairing_options"])
