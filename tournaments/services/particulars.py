"""What is known of a player, changed from a tournament's desk."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tournaments.access import Action, require
from tournaments.errors import Refused
from tournaments.locks import lock
from tournaments.models import Entry, Player, Team, Tournament
from tournaments.services.tournaments import person_changed


def edit(
    entry_id: int,
    *,
    by: Any,
    name: str,
    club: str,
    rating: int | None,
    birth_year: int | None,
    team: Team | None,
    board: int | None,
) -> None:
    """Change a person and his team. Every tournament that he is in shows it. Raises Refused where his team is
    fixed, or a board is somebody else's."""
    with transaction.atomic():
        tournament = lock(Entry.objects.values_list("tournament", flat=True).get(pk=entry_id))
        require(by, Action.PLAYERS, tournament)
        entry = Entry.objects.get(pk=entry_id)
        new_team = (team.pk if team else None, board if team else None)
        if new_team != (entry.team_id, entry.board):
            if tournament.state != Tournament.State.PLANNED and tournament.rounds.exists():
                raise Refused(_("Teams and boards are fixed once round 1 is paired."))
            entry.team, entry.board = team, new_team[1]
            try:
                with transaction.atomic():
                    entry.save(update_fields=["team", "board"])
                    _now()
            except IntegrityError:
                raise Refused(_("Somebody else of this team has this board.")) from None
        Player.objects.filter(pk=entry.player_id).update(
            name=name, club=club, rating=rating, birth_year=birth_year
        )
    person_changed(entry.player_id)


def _now() -> None:
    """Have deferred constraints say at once what they would say at the end."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS entry_board_once IMMEDIATE")
        cursor.execute("SET CONSTRAINTS entry_board_once DEFERRED")
