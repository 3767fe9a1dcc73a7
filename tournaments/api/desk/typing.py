"""The people who type at tables just now."""

from __future__ import annotations

from rest_framework.request import Request

from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, checked
from tournaments.api.desk import rounds_serializers
from tournaments.api.desk.rounds import AtTable
from tournaments.api.desk.typing_answers import DeskTypingOut, TypingOut
from tournaments.domain.access import Action, require
from tournaments.models import Table
from tournaments.services.typing import set_typing


class Typing(AtTable, Resource):
    """A courtesy among arbiters; nothing rests on it."""

    @operation(
        "desk_set_typing",
        "Say at which table you are typing",
        takes=rounds_serializers.TypingIn,
        sent={"round": 2, "table": 3},
        answered={"others": [{"round": 2, "table": 3, "names": ["Chantal"]}]},
    )
    def post(self, request: Request, slug: str) -> DeskTypingOut:
        """Send `{}` once you type nowhere any more. The answer says who else types where. It holds for twelve seconds,
        so say it again every few; it locks nothing, and keeps nobody from entering."""
        values = checked(rounds_serializers.TypingIn, request)
        row = None
        if values:
            tournament, row = self.table(request, slug, values["round"], values["table"])
            require(request.user, Action.RESULTS, tournament, table=row.number)
        else:
            tournament = self.tournament(request, slug)
        others = set_typing(row, tournament_id=tournament.pk, by=request.user)
        tables = Table.objects.filter(pk__in=others).order_by("round__number", "number")
        return DeskTypingOut(
            others=[
                TypingOut(round=number, table=table, names=others[pk])
                for pk, number, table in tables.values_list("pk", "round__number", "number")
            ]
        )
