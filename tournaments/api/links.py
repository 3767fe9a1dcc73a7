"""What players are given: their personal links, and whether and how they report their results."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import Action
from tournaments.api import peoplewords as its
from tournaments.api import words
from tournaments.api.base import Of, Resource, by_version, in_slices
from tournaments.api.described import described
from tournaments.api.idempotency import once
from tournaments.api.people import loaded_entry
from tournaments.api.rounds import AtTable
from tournaments.ledger import current_result
from tournaments.models import Entry, PersonalLink, ReportRule
from tournaments.selectors.reports import Call, calls
from tournaments.services import links, reports
from tournaments.views.addresses import public_root

LINK = {"player": 3, "name": "Chantal", "url": "https://club.example/t/club/me/x7Kq…/"}


def _link(request: Request, slug: str, entry: Entry, link: PersonalLink | None) -> dict[str, Any]:
    url = public_root(request._request) + reverse("personal", args=[slug, link.token]) if link else None
    return {"player": entry.number, "name": entry.player.name, "url": url}


class Links(Of, Resource):
    """The players' personal links. Whoever holds one is taken for the player."""

    asks = Action.PAIR

    @described("The personal links", its.LinksOut, pages=True)
    def get(self, request: Request, slug: str) -> Response:
        """By pairing number; null for who has none yet."""
        tournament = self.tournament(request, slug)

        def make() -> dict[str, Any]:
            rows = list(
                Entry.objects.filter(tournament=tournament)
                .select_related("player", "personal_link")
                .order_by("number")
            )
            return in_slices(
                request, rows, lambda one: _link(request, slug, one, getattr(one, "personal_link", None))
            )

        return by_version(request, tournament, make)

    @described("Make the personal links that are missing", its.LinksMade, takes=words.Nothing, sent={},
               answered={"made": 16})  # fmt: skip
    @once
    def post(self, request: Request, slug: str) -> Response:
        """Links that are out stay good."""
        tournament = self.tournament(request, slug)
        return Response({"made": links.make_missing(tournament.pk, by=request.user)})


class LinkNew(Of, Resource):
    """One player's link."""

    asks = Action.PAIR

    @described("Give a player a new link", its.LinkOut, takes=words.Nothing, sent={}, answered=LINK)
    @once
    def post(self, request: Request, slug: str, number: int) -> Response:
        """The old one leads nowhere from now on."""
        entry = loaded_entry(self.tournament(request, slug).pk, number)
        return Response(_link(request, slug, entry, links.renew(entry.pk, by=request.user)))


class Reporting(Of, Resource):
    """Whether the players report their own results."""

    asks = Action.EDIT

    @described("Whether and how players report", its.RuleOut)
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament(request, slug)
        rule = ReportRule.objects.filter(tournament=tournament).first() or ReportRule(tournament=tournament)
        return Response({"mode": rule.mode, "minutes": rule.minutes})

    @described("Say whether and how players report", its.RuleOut, takes=its.RuleIn,
               sent={"mode": "ask", "minutes": 10})  # fmt: skip
    @once
    def put(self, request: Request, slug: str) -> Response:
        """`off`; or what becomes of a report that nobody answers in time: `accept` takes it, `ask` calls the
        arbiter."""
        tournament = self.tournament(request, slug)
        given = its.RuleIn(data=request.data)
        given.is_valid(raise_exception=True)
        rule = reports.set_rule(tournament.pk, by=request.user, **given.validated_data)
        return Response({"mode": rule.mode, "minutes": rule.minutes})


def _call(call: Call) -> dict[str, Any]:
    return {
        "round": call.round,
        "table": call.table,
        "state": call.state,
        "points": call.points,
        "by": call.by or None,
        "confirmed": list(call.confirmed),
        "disputed": [{"by": who, "points": points} for who, points in call.disputed],
        "due_at": call.due_at.isoformat() if call.due_at else None,
        "result": call.result or None,
        "can_take": call.can_take,
    }


class ReportCalls(Of, Resource):
    """What players reported and what waits for somebody."""

    @described("Reports that wait", its.CallsOut)
    def get(self, request: Request, slug: str) -> Response:
        """`calling` wants the arbiter: disputes, and reports that nobody answered in time. `waiting` still has
        time."""
        tournament = self.tournament(request, slug)

        def make() -> dict[str, Any]:
            found = calls(tournament)
            return {
                "calling": [_call(one) for one in found.calling],
                "waiting": [_call(one) for one in found.waiting],
            }

        return by_version(request, tournament, make)


class ReportDecision(AtTable, Resource):
    """An arbiter's word on what players reported."""

    @described("Settle a table's report", its.ReportState, takes=its.TakeIn, sent={"take": True},
               answered={"state": "settled", "result": 1})  # fmt: skip
    @once
    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """After it players change nothing at this table any more."""
        _tournament, row = self.table(request, slug, number, table)
        given = its.TakeIn(data=request.data)
        given.is_valid(raise_exception=True)
        found = reports.decide(row.pk, by=request.user, take=given.validated_data["take"])
        current = current_result(row)
        return Response({"state": found.state, "result": current.number if current else None})
