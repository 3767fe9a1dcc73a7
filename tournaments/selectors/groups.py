"""The groups of an event and its finals, as the desk and the public page show them."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.notices import Notice
from scoring.sections.groups import SYSTEM, Stages
from tournaments.models import Tournament
from tournaments.selectors.events import event_of
from tournaments.selectors.presence import round_to_pair

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a group or final; ``qualifies``: the letter of the final that they are in, as it stands."""

    number: int
    name: str
    club: str
    rating: int | None
    qualifies: str = ""


@dataclass(frozen=True, slots=True)
class GroupsShown:
    """``groups`` in the order of their places, ``finals`` by their seeds with their letters. ``look``: all rounds of
    the groups are played, and the finals are to be paired next; ``notes`` then say what decided at the cut."""

    groups: list[list[Member]]
    finals: list[tuple[str, list[Member]]]
    look: bool
    notes: list[Notice]
    drawn: bool


def groups_shown(tournament: Tournament) -> GroupsShown:
    """Return the groups and finals of a tournament that is played in groups."""
    event = event_of(tournament)
    stages = Stages(event)
    last, coming = round_to_pair(tournament)
    look = last is not None and coming == stages.group_rounds + 1
    finals = stages.finals if look or len(event.rounds) > stages.group_rounds else []
    letter = {player: LETTERS[at] for at, final in enumerate(finals) for player in final}
    names = tournament.display_names
    people = {
        player.id: Member(player.id, names[player.id], player.club or "", player.rating, letter.get(player.id, ""))
        for player in event.players
    }
    groups = [[people[player] for player, _rank in group] for group in stages.places]
    if not event.rounds:
        groups = [sorted(group, key=lambda member: (-(member.rating or 0), member.number)) for group in groups]
    return GroupsShown(
        groups,
        [(LETTERS[at], [people[player] for player in final]) for at, final in enumerate(finals)],
        look,
        stages.cut() if look else [],
        bool(stages.rules.members),
    )


def finals_next(tournament: Tournament) -> bool:
    """Return whether the finals are to be paired next."""
    if tournament.system != SYSTEM:
        return False
    last, coming = round_to_pair(tournament)
    return last is not None and coming == Stages(event_of(tournament)).group_rounds + 1
