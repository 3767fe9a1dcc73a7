"""The groups of an event: drawn, set by hand, and written down with the finalists when a round is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from scoring.sections.groups import SYSTEM, Stages
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.domain.locks import bump_version, locked_tournament
from tournaments.domain.logbook import audited
from tournaments.models import Tournament
from tournaments.selectors.events import event_of

HAND = "hand"


def write_down(tournament: Tournament, number: int) -> None:
    """Keep the groups as they are before a round of theirs, and the finalists before the first final: neither a rating
    nor a corrected result moves anybody later. The tournament must be locked."""
    if tournament.system != SYSTEM:
        return
    event = event_of(tournament, before=number)
    stages = Stages(event)
    kept: dict[str, Any] = {}
    if number <= stages.group_rounds:
        kept = {"members": _as_text(stages.group_of), "finalists": None}
    elif number == stages.group_rounds + 1:
        pairing = {**event.pairing, "finalists": {}}
        kept = {"finalists": _as_text(Stages(replace(event, pairing=pairing)).seeds)}
    if kept:
        _keep(tournament, kept)


@audited
def draw(tournament_id: int, how: str, *, by: Any) -> None:
    """Draw the groups of all who are entered now; who comes later joins the smallest group. Raises Refused once
    round 1 is paired."""
    tournament = _planned(tournament_id, by)
    event = event_of(tournament)
    pairing = {**event.pairing, "draw": how, "members": {}}
    _keep(tournament, {"draw": how, "members": _as_text(Stages(replace(event, pairing=pairing)).group_of)})
    bump_version(tournament)


@audited
def put(tournament_id: int, groups: Mapping[int, int], *, by: Any) -> None:
    """Put players, by pairing number, into groups by hand; the others stay where they are. Raises Refused for a group
    that there is not, and once round 1 is paired."""
    tournament = _planned(tournament_id, by)
    stages = Stages(event_of(tournament))
    known = {player.id for player in stages.event.players}
    for player, group in groups.items():
        if player not in known or not 1 <= group <= stages.rules.groups:
            raise Refused(_("Group %(group)d or player %(player)d is not there.") % {"group": group, "player": player})
    _keep(tournament, {"draw": HAND, "members": _as_text({**stages.group_of, **groups})})
    bump_version(tournament)


def _planned(tournament_id: int, by: Any) -> Tournament:
    tournament = locked_tournament(tournament_id, by, Action.PAIR)
    if tournament.system != SYSTEM:
        raise Refused(_("This tournament is not played in groups."))
    if tournament.state != Tournament.State.PLANNED:
        raise Refused(_("Round 1 is already paired. Discard it to change the groups."))
    return tournament


def _as_text(numbers: Mapping[int, int]) -> dict[str, int]:
    return {str(player): number for player, number in sorted(numbers.items())}


def _keep(tournament: Tournament, options: Mapping[str, Any]) -> None:
    merged = {**tournament.pairing_options, **options}
    tournament.pairing_options = {key: value for key, value in merged.items() if value is not None}
    tournament.save(update_fields=["pairing_options"])
