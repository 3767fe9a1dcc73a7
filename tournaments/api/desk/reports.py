"""The players' reports as the arbiters see them: which call, which wait; settling one; the rule."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.openapi import operation
from tournaments.api.core.preconditions import ConditionalWrite, if_unchanged
from tournaments.api.core.resource import Resource, TournamentResource, checked
from tournaments.api.desk import reports_serializers
from tournaments.api.desk.reports_answers import CallOut, ReportRuleOut, ReportsOut, SettledOut, SlipOut, SlipsOut
from tournaments.api.desk.rounds import AtTable
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import ReportRule, Round
from tournaments.selectors import reports as selectors
from tournaments.services import report_links, reports
from tournaments.web.addresses import public_root

A_CALL = {
    "round": 2,
    "table": 3,
    "state": "disputed",
    "points": ["1", "0"],
    "places": False,
    "by": 4,
    "confirmed": [],
    "disputed": [7],
    "due_at": "2026-11-27T20:10:00Z",
    "can_take": True,
}
SLIPS = {
    "round": 2,
    "tables": [{"number": 1, "seats": [3, 7], "url": "https://club.example/r/t17-x7Kq…/"}],
}
RULE = {"mode": "accept", "minutes": 10, "moves": True}


class Reports(ConditionalWrite, TournamentResource, Resource):
    """The reports that wait for somebody, and the rule of the tournament."""

    asks_to_write = Action.EDIT
    replaces = reports_serializers.ReportRuleIn

    @operation(
        "reports_list",
        "List the players’ reports that are open",
        ReportsOut,
        answered=RULE | {"calling": [A_CALL], "waiting": []},
        seen=True,
    )
    def get(self, request: Request, slug: str) -> Response:
        return self.tagged(_all(selectors.calls(self.tournament(request, slug))))

    def stored(self, request: Request, **where: Any) -> ReportsOut:
        return _all(selectors.calls(self.held(request, where["slug"])))

    @operation(
        "reports_configure",
        "Choose whether players report their results",
        takes=reports_serializers.ReportRuleIn,
        sent=RULE,
        answered=RULE,
        seen=True,
    )
    @if_unchanged
    def put(self, request: Request, slug: str) -> ReportRuleOut:
        """Choose a mode. `accept`: an unanswered report is accepted; `ask`: it calls the arbiter; `off`: players do not
        report."""
        tournament = self.tournament(request, slug)
        values = checked(reports_serializers.ReportRuleIn, request)
        rule = reports.set_rule(tournament.pk, by=request.user, **values)
        return ReportRuleOut(mode=rule.mode, minutes=rule.minutes, moves=rule.moves)


class Slips(TournamentResource, Resource):
    """The slips of a round: for each table the link by which who sits there reports."""

    asks = Action.RESULTS

    @operation("reports_list_slips", "List the table slips of a round", problems=(422,), answered=SLIPS)
    def get(self, request: Request, slug: str, number: int) -> SlipsOut:
        """List the slips for laying out your own; a table judge gets those of their own tables. As a document to cut
        they are `slips` of `prints/`, with a code that shows the table."""
        tournament = self.tournament(request, slug)
        round_ = Round.objects.filter(tournament=tournament, number=number, state__in=Round.SHOWN).first()
        if round_ is None:
            raise Http404(_("There is no round %(number)d.") % {"number": number})
        round_.tournament = tournament
        links = report_links.slips(round_, to=request.user)
        if links is None:
            raise Refused(_("Players cannot report results here. Change the rule for reports first."))
        root = public_root(request._request)
        return SlipsOut(
            round=round_.number,
            tables=[
                SlipOut(
                    number=table.row.number,
                    seats=[seat.entry.number for seat in table.seats],
                    url=root + reverse("report", args=[token]),
                )
                for table, token in links
            ],
        )


class Settle(AtTable, Resource):
    """An arbiter settles a table's report."""

    @operation(
        "reports_settle",
        "Settle the report of a table",
        takes=reports_serializers.SettleIn,
        sent={"take": True},
        answered={"round": 2, "table": 3, "state": "settled"},
    )
    def post(self, request: Request, slug: str, number: int, table: int) -> SettledOut:
        """Settle the report as an arbiter; players change nothing here after that."""
        _tournament, row = self.table(request, slug, number, table)
        values = checked(reports_serializers.SettleIn, request)
        settled = reports.decide(row.pk, by=request.user, take=values["take"])
        return SettledOut(round=number, table=table, state=settled.state)


def _all(calls: selectors.Calls) -> ReportsOut:
    return ReportsOut(
        mode=calls.rule.mode if calls.rule else ReportRule.Mode.OFF,
        minutes=calls.rule.minutes if calls.rule else None,
        moves=bool(calls.rule and calls.rule.moves),
        calling=[_call(call) for call in calls.calling],
        waiting=[_call(call) for call in calls.waiting],
    )


def _call(call: selectors.Call) -> CallOut:
    return CallOut(
        round=call.round,
        table=call.table,
        state=call.state,
        points=None if call.reported is None else [None if p is None else str(p) for p in call.reported],
        places=call.places,
        by=call.by_number,
        confirmed=list(call.confirmed_numbers),
        disputed=list(call.disputed_numbers),
        due_at=call.due_at.isoformat() if call.due_at else None,
        can_take=call.can_take,
    )
