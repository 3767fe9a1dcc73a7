"""The players' reports as the arbiters see them: which call, which wait; settling one; the rule; and personal links."""

from __future__ import annotations

from typing import Annotated, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.declarations.declaration import MOST_COLUMNS
from tournaments.api.core.answers import Answer, Filled, Moment, Page, Source
from tournaments.api.core.enums import RecordState, ReportMode, ReportState
from tournaments.api.core.fields import SMALL, Flag, Nothing, SignedPoints, Strict, Whole
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, by_version, checked, found, in_slices
from tournaments.api.core.writing import ConditionalWrite, if_unchanged
from tournaments.api.desk.players import loaded_entry
from tournaments.api.desk.results import COLUMNS_HELP, AtTable, either_points_or_columns
from tournaments.api.public.tournaments import NAME_HERE
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import Entry, PersonalLink, ReportRule, Round
from tournaments.selectors.hall import reports as selectors
from tournaments.services.results import report_links, reports
from tournaments.web.addresses import public_root

SEAT_HELP = "The seat of the player who speaks; with a table's link only."
LINK = {"player": 3, "name": "Chantal", "display_name": "Chantal", "url": "https://club.example/t/club/me/x7Kq…/"}


class SpeakingSeat(Strict, s.Serializer):
    seat = Whole(required=False, min_value=1, max_value=8, help_text=SEAT_HELP)


class ReportIn(SpeakingSeat):
    points = s.ListField(child=SignedPoints(), min_length=2, max_length=8, required=False)
    columns = s.ListField(
        child=s.ListField(child=SignedPoints(), min_length=1, max_length=MOST_COLUMNS),
        min_length=2,
        max_length=8,
        required=False,
        help_text=COLUMNS_HELP,
    )
    places = Flag(default=False, help_text="The numbers are places, 1 the best.")

    def validate(self, attrs: Any) -> Any:
        return either_points_or_columns(attrs)


class ConfirmIn(SpeakingSeat):
    number = Whole(min_value=0, max_value=SMALL, help_text="The report's `number` that was seen.")


class ReportRuleIn(Strict, s.Serializer):
    mode = s.ChoiceField(ReportRule.Mode.values)
    minutes = Whole(min_value=1, max_value=240)
    moves = Flag(required=False, help_text="Players may enter the moves of their own game. Missing: as before.")
    new_links = Flag(default=False, help_text="Void every slip that was given out. The links of single players stay.")


class SettleIn(Strict, s.Serializer):
    take = Flag(help_text="true: what was reported is the result; false: the table stays as it is.")


class SlipOut(Answer):
    number: int
    seats: list[int]
    url: Annotated[str, "Whoever has it reports for this table."]


class SlipsOut(Answer):
    round: int
    tables: list[SlipOut]


class LinkSeatOut(Answer):
    position: int
    seat: str
    player: Annotated[int, Source("number")]
    name: Annotated[str, Source("own_name")]
    display_name: Annotated[str, NAME_HERE, Source("name")]
    in_team: Annotated[Filled, "Their team and board, such as “Leiden, board 2”, where a team wins the event."]
    points: Annotated[str, "As reported or entered; empty while unknown."]


class LinkTableOut(Answer):
    round: Annotated[int, Source("round.number")]
    number: int
    closed: Annotated[bool, "The round is closed: nothing can be reported any more."]
    seats: list[LinkSeatOut]


class HandedInOut(Answer):
    state: RecordState
    verdict: str


class ReportOut(Answer):
    state: ReportState
    number: Annotated[int, "What a confirmation names."]
    by: int | None
    confirmed: list[int]
    missing: Annotated[list[int], "Who has not confirmed yet."]
    disputed: list[int]
    due_at: Moment | None
    result: Annotated[bool, "Whether the table has a result."]
    decided: Annotated[bool, "An arbiter has spoken; players change nothing any more."]
    calling: Annotated[bool, "The arbiter has been called."]
    record: HandedInOut | None


class LinkOut(Answer):
    tournament: Annotated[str, Source("tournament.slug")]
    name: Annotated[str, Source("tournament.name")]
    mode: Annotated[ReportMode, Source("rule.mode")]
    minutes: Annotated[int, Source("rule.minutes")]
    player: Annotated[int | None, "Null with a table's link, which anybody there may hold."]
    table: Annotated[LinkTableOut | None, "Null where the player sits at none."]
    report: ReportOut | None


class CallOut(Answer):
    round: int
    table: int
    state: ReportState
    points: Annotated[list[str | None] | None, "As reported.", Source("reported")]
    places: Annotated[bool, "The numbers are places."]
    by: Annotated[int | None, Source("by_number")]
    confirmed: Annotated[list[int], Source("confirmed_numbers")]
    disputed: Annotated[list[int], Source("disputed_numbers")]
    due_at: Moment | None
    can_take: Annotated[bool, "What was reported can be made the result by one step."]


class ReportsOut(Answer):
    mode: ReportMode
    minutes: int | None
    moves: Annotated[bool, "Players may enter the moves of their own game."]
    calling: Annotated[list[CallOut], "These want an arbiter."]
    waiting: Annotated[list[CallOut], "These wait for the others at the table."]


class ReportRuleOut(Answer):
    mode: ReportMode
    minutes: int
    moves: bool


class SettledOut(Answer):
    round: int
    table: int
    state: ReportState


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
SLIPS = {"round": 2, "tables": [{"number": 1, "seats": [3, 7], "url": "https://club.example/r/t17-x7Kq…/"}]}
RULE = {"mode": "accept", "minutes": 10, "moves": True}


class Reports(ConditionalWrite, TournamentResource, Resource):
    """The reports that wait for somebody, and the rule of the tournament."""

    asks_to_write = Action.EDIT
    replaces = ReportRuleIn

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
        takes=ReportRuleIn,
        sent=RULE,
        answered=RULE,
        seen=True,
    )
    @if_unchanged
    def put(self, request: Request, slug: str) -> ReportRuleOut:
        """Choose a mode. `accept`: an unanswered report is accepted; `ask`: it calls the arbiter; `off`: players do not
        report."""
        tournament = self.tournament(request, slug)
        values = checked(ReportRuleIn, request)
        rule = reports.set_rule(tournament.pk, by=request.user, **values)
        return ReportRuleOut.of(rule)


class Slips(TournamentResource, Resource):
    """The slips of a round: for each table the link by which who sits there reports."""

    asks = Action.RESULTS

    @operation("reports_list_slips", "List the table slips of a round", problems=(422,), answered=SLIPS)
    def get(self, request: Request, slug: str, number: int) -> SlipsOut:
        """List the slips for laying out your own; a table judge gets those of their own tables. As a document to cut
        they are `slips` of `prints/`, with a code that shows the table."""
        tournament = self.tournament(request, slug)
        round_ = found(
            Round.objects.filter(tournament=tournament, number=number, state__in=Round.SHOWN),
            _("There is no round %(number)d.") % {"number": number},
        )
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
        takes=SettleIn,
        sent={"take": True},
        answered={"round": 2, "table": 3, "state": "settled"},
    )
    def post(self, request: Request, slug: str, number: int, table: int) -> SettledOut:
        """Settle the report as an arbiter; players change nothing here after that."""
        _tournament, row = self.table(request, slug, number, table)
        values = checked(SettleIn, request)
        settled = reports.decide(row.pk, by=request.user, take=values["take"])
        return SettledOut(round=number, table=table, state=settled.state)


def _all(calls: selectors.Calls) -> ReportsOut:
    return ReportsOut.of(
        calls,
        mode=calls.rule.mode if calls.rule else ReportRule.Mode.OFF,
        minutes=calls.rule.minutes if calls.rule else None,
        moves=bool(calls.rule and calls.rule.moves),
    )


class PersonalLinkOut(Answer):
    player: int
    name: str
    display_name: Annotated[str, NAME_HERE]
    url: str | None


class PersonalLinksOut(Page):
    results: list[PersonalLinkOut]


class LinksMade(Answer):
    made: int


class LinksMailed(Answer):
    mailed: int


def _link(request: Request, slug: str, entry: Entry, link: PersonalLink | None) -> PersonalLinkOut:
    url = public_root(request._request) + reverse("personal", args=[slug, link.token]) if link else None
    name = entry.player.name
    return PersonalLinkOut(player=entry.number, name=name, display_name=entry.display_name, url=url)


class Links(TournamentResource, Resource):
    """The players' personal links. Whoever holds one is taken for the player."""

    asks = Action.PAIR

    @operation("links_list", "List the personal links", PersonalLinksOut, pages=True)
    def get(self, request: Request, slug: str) -> Response:
        """List them by pairing number; null for a player without one yet."""
        tournament = self.tournament(request, slug)

        def make() -> PersonalLinksOut:
            rows = list(tournament.entries.select_related("player", "personal_link").order_by("number"))
            return in_slices(
                PersonalLinksOut,
                request,
                rows,
                lambda entry: _link(request, slug, entry, getattr(entry, "personal_link", None)),
            )

        return by_version(request, tournament, make)

    @operation("links_create", "Create the personal links that are missing", takes=Nothing, answered={"made": 16})
    def post(self, request: Request, slug: str) -> LinksMade:
        """Make a link for everybody without one. Links that are out stay good."""
        tournament = self.tournament(request, slug)
        return LinksMade(made=report_links.make_missing_links(tournament.pk, by=request.user))


class LinkMails(TournamentResource, Resource):
    """Personal links by mail."""

    asks = Action.PLAYERS

    @operation("links_mail", "Mail the players their personal links", takes=Nothing, answered={"mailed": 12})
    def post(self, request: Request, slug: str) -> LinksMailed:
        """Mail everybody with a confirmed address who has not had their link by mail. Without a mail server the mails
        wait at the desk, to be sent by hand."""
        tournament = self.tournament(request, slug)
        return LinksMailed(mailed=report_links.mail_links(tournament.pk, by=request.user))


class LinkNew(TournamentResource, Resource):
    """One player's link."""

    asks = Action.PAIR

    @operation("links_renew", "Give a player a new personal link", takes=Nothing, answered=LINK)
    def post(self, request: Request, slug: str, number: int) -> PersonalLinkOut:
        """Replace the player's link; the old one leads nowhere from now on."""
        entry = loaded_entry(self.tournament(request, slug).pk, number)
        return _link(request, slug, entry, report_links.renew_link(entry.pk, by=request.user))
