"""Teams and their boards, from the event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.core.notices import Notice
from scoring.documents.document import Event, Player
from tournaments.pairing.core import Bye, PairingError, PairingRequest


@dataclass(frozen=True, slots=True)
class Squad:
    """A team in one round. ``boards[k]``: the player's id on board k + 1, None where nobody sits.

    ``spare``: members who are there but have no board to play.
    """

    id: str
    name: str
    boards: tuple[int | None, ...]
    spare: tuple[int, ...] = ()

    def pick(self, boards: Iterable[int]) -> tuple[int | None, ...]:
        """Return the players on these boards (numbers from 1)."""
        return tuple(self.boards[k - 1] if k <= len(self.boards) else None for k in boards)


def members(event: Event) -> dict[str, list[Player]]:
    """Return the members of each team with any, teams in the document's order, members by board, then number.

    Raises PairingError for a player without a team.
    """
    out: dict[str, list[Player]] = {team.id: [] for team in event.teams}
    for player in sorted(event.players, key=lambda p: (p.board is None, p.board or 0, p.id)):
        if player.team is None:
            raise PairingError(Notice("no-team", player=player.id))
        out.setdefault(player.team, []).append(player)
    return {team: squad for team, squad in out.items() if squad}


def squads(request: PairingRequest, boards: int) -> list[Squad]:
    """Return the teams in the round ``request.first``, ``boards`` boards each.

    The first ``boards`` members are the regulars. A regular who is not there leaves their board to the first
    reserve who is; without one it stays empty. Raises PairingError for a team with too few members.
    """
    names = {team.id: team.name for team in request.event.teams}
    out = []
    for team, squad in members(request.event).items():
        if len(squad) < boards:
            raise PairingError(Notice("team-too-small", team=names.get(team, team), players=len(squad), boards=boards))
        there = [p.plays(request.first) for p in squad]
        reserves = [p.id for p, here in zip(squad[boards:], there[boards:], strict=True) if here]
        line_up: list[int | None] = []
        for player, here in zip(squad[:boards], there[:boards], strict=True):
            line_up.append(player.id if here else reserves.pop(0) if reserves else None)
        out.append(Squad(team, names.get(team, team), tuple(line_up), tuple(reserves)))
    return out


def spare_byes(teams: Iterable[Squad]) -> list[Bye]:
    """Give reserves without a board a bye without points."""
    return [Bye(player, "zero") for team in teams for player in team.spare]


def line_up_notes(request: PairingRequest, teams: Sequence[Squad]) -> list[Notice]:
    """Return the notes on empty boards and reserves."""
    out = []
    for team in teams:
        empty = tuple(k for k, player in enumerate(team.boards, 1) if player is None)
        if len(empty) == 1:
            out.append(Notice("empty-board", round=request.first, team=team.name, board=empty[0]))
        elif empty:
            out.append(Notice("empty-boards", round=request.first, team=team.name, boards=empty))
        if team.spare:
            out.append(Notice("reserves-sit-out", round=request.first, team=team.name, players=team.spare))
    return out
