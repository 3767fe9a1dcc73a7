"""Proposed changes of people, for who makes them and for who decides."""

from __future__ import annotations

from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers as s
from rest_framework.request import Request

from tournaments.api.core.answers import Answer, Source
from tournaments.api.core.enums import ProposalState
from tournaments.api.core.fields import Flag, Strict, Text, Whole
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, checked
from tournaments.api.desk.players import loaded_entry
from tournaments.domain import register
from tournaments.domain.access import Action, may
from tournaments.models import Proposal
from tournaments.selectors import proposals as selectors
from tournaments.services import proposals


class ProposalIn(Strict, s.Serializer):
    name = Text(required=False)
    club = Text(required=False, allow_blank=True)
    birth_year = Whole(required=False, min_value=1900, max_value=2100)


class ProposalDecisionIn(Strict, s.Serializer):
    accept = Flag()
    seen = Text(max_length=40, help_text="The proposal's `seen`: in which state it and the person were read.")


class ProposedOut(Answer):
    name: str | None
    club: str | None
    birth_year: int | None


class ProposalOut(Answer):
    id: int
    player: Annotated[str, Source("player.name")]
    tournament: str | None
    proposed: ProposedOut
    state: ProposalState
    by: str
    at: str
    decided_by: str | None
    decided_at: str | None
    seen: str | None


class ProposalsOut(Answer):
    results: list[ProposalOut]


class ProposalNew(TournamentResource, Resource):
    """Another name, club or year of birth of a person whom others keep."""

    asks = Action.PLAYERS

    @operation(
        "proposals_create", "Propose a change of a person", status=201, takes=ProposalIn, sent={"club": "Leiden"}
    )
    def post(self, request: Request, slug: str, number: int) -> ProposalOut:
        """Propose what `entries_update_person` refuses because the person belongs to another tournament. Whoever keeps
        them accepts or declines it. A further proposal of the same person takes the place of the open one."""
        entry = loaded_entry(self.tournament(request, slug).pk, number)
        values = checked(ProposalIn, request)
        row = proposals.propose(entry.pk, by=request.user, **values)
        return _out(row, request.user)


class Proposals(Resource):
    """The proposed changes that concern who asks."""

    @operation("proposals_list", "List the proposed changes of people")
    def get(self, request: Request) -> ProposalsOut:
        """Return those for you to decide, the oldest first, then your own, the newest first; at most 50 of each."""
        waiting = selectors.to_decide(request.user)[: selectors.MOST_SHOWN]
        mine = selectors.proposed(request.user).select_related("by")[: selectors.MOST_SHOWN]
        rows = {row.pk: row for row in (*waiting, *mine)}
        return ProposalsOut(results=[_out(row, request.user) for row in rows.values()])


class ProposalDecision(Resource):
    """A decision on a proposed change."""

    @operation(
        "proposals_decide",
        "Accept or decline a proposed change",
        takes=ProposalDecisionIn,
        sent={"accept": True, "seen": "0011223344556677"},
    )
    def put(self, request: Request, proposal_id: int) -> ProposalOut:
        """Accept it, which changes the person in every tournament, or decline it. For whoever keeps the person: the
        tournament that entered them first, and organisers of the installation. `state` is `lapsed`, and nothing has
        changed, where whoever proposed it no longer works with players there, or the person is not entered there."""
        row = get_object_or_404(selectors.readable(request.user), pk=proposal_id)
        values = checked(ProposalDecisionIn, request)
        row = proposals.decide(row.pk, by=request.user, accept=values["accept"], seen=values["seen"])
        return _out(row, request.user)


def _out(row: Proposal, reader: Any) -> ProposalOut:
    decides = row.state == Proposal.State.OPEN and register.keeps(reader, row.player)
    return ProposalOut.of(
        row,
        tournament=row.tournament.slug if may(reader, Action.VIEW, row.tournament) else None,
        proposed=ProposedOut.of(row),
        seen=row.seen if decides else None,
    )
