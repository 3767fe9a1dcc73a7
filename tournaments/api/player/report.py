"""Players with their own link: see their table's report, report, confirm, dispute, hand in a record.

The link's last part goes into a header (``Authorization: Link …``), so that it stands in no log of addresses. It opens
one table and nothing else.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.openapi import file_of, operation
from tournaments.api.core.resource import READING, Resource, checked, whole
from tournaments.api.desk.reports import (
    SEAT_HELP,
    ConfirmIn,
    HandedInOut,
    LinkOut,
    LinkSeatOut,
    LinkTableOut,
    ReportIn,
    ReportOut,
    SpeakingSeat,
)
from tournaments.api.public import players
from tournaments.domain.ledger import from_columns
from tournaments.domain.locks import snapshot
from tournaments.imports.pictures import PHOTO_BYTES
from tournaments.models import GameRecord, Round, Table
from tournaments.selectors import labels
from tournaments.selectors.events import public
from tournaments.selectors.hall import reports as selectors
from tournaments.services.results import reports
from tournaments.services.results.report_links import Sitting, sitting, speaker

LONGEST = 100
SPEAKING = OpenApiParameter("seat", {"type": "integer", "minimum": 1, "maximum": 8}, description=SEAT_HELP)
A_SEAT = players.A_SEAT | {"seat": "Seat 1", "player": 4, "points": "1"}
A_REPORT = {
    "state": "open",
    "number": 1,
    "by": 4,
    "confirmed": [],
    "missing": [7],
    "disputed": [],
    "due_at": "2026-11-27T20:10:00Z",
    "result": False,
    "decided": False,
    "calling": False,
    "record": None,
}
A_LINK = {
    "tournament": "club",
    "name": "Club evening",
    "mode": "accept",
    "minutes": 10,
    "player": 4,
    "table": {
        "round": 1,
        "number": 3,
        "closed": False,
        "seats": [A_SEAT, {**A_SEAT, "position": 2, "seat": "Seat 2", "player": 7, "name": "Bert", "points": "0"}],
    },
    "report": A_REPORT,
}


class LinkAuthentication(BaseAuthentication):
    """``Authorization: Link …``: the last part of a personal link's or a table slip's address."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        parts = get_authorization_header(request).split()
        if not parts:
            return None
        if len(parts) != 2 or parts[0].lower() != b"link" or len(parts[1]) > LONGEST:
            raise AuthenticationFailed(
                _("Send the header “Authorization: Link”, followed by the last part of your link."), "invalid_token"
            )
        text = parts[1].decode("ascii", "replace")
        held = sitting(text) if text.isprintable() else None
        if held is None:
            raise AuthenticationFailed(
                _("This link is unknown or no longer valid, or players do not report results here."), "invalid_token"
            )
        return AnonymousUser(), held

    def authenticate_header(self, request: Request) -> str:
        return 'Link realm="Viertal"'


class HasLink(BasePermission):
    def has_permission(self, request: Request, view: Any) -> bool:
        return isinstance(request.auth, Sitting)


class LinkView(Resource):
    """For who holds a link; the site's session and tokens mean nothing here."""

    authentication_classes = [LinkAuthentication]
    permission_classes = (HasLink,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method not in READING:
            # before anything that could be rolled back: what was tried stays counted
            try:
                reports.count_try(self.held(request).link)
            except reports.TooMany as error:
                raise Throttled(60, error.message) from None

    def held(self, request: Request) -> Sitting:
        """Return what the link opens, as ``LinkAuthentication`` found it."""
        sitting: Any = request.auth
        assert isinstance(sitting, Sitting)
        return sitting

    def speaking(self, request: Request, seat: int | None) -> tuple[Table, int]:
        """Return the table, and the entry that acts. Raises Http404."""
        held = self.held(request)
        if held.entry_id is not None and seat is not None:
            raise Http404(_("A personal link is for one player. Leave out the seat."))
        who = speaker(held, seat)
        if held.table is None or who is None:
            raise Http404(_("Nobody sits there."))
        return held.table, who

    def state(self, request: Request) -> LinkOut:
        """Say how it stands now."""
        with snapshot():
            return link(self.held(request))


def link(held: Sitting) -> LinkOut:
    """Write what a link opens: one table."""
    now = selectors.standing(held.table) if held.table else None
    numbers = {place.entry_id: place.number for place in now.places} if now else {}
    own = numbers.get(held.entry_id) if held.entry_id is not None else None
    return LinkOut.of(
        held,
        player=own,
        table=_table(held, now) if held.table and now else None,
        report=_report(now, numbers) if now else None,
    )


def _table(held: Sitting, now: selectors.Standing) -> LinkTableOut:
    assert held.table is not None
    colours, language = public.seat_names(held.tournament), str(get_language())
    return LinkTableOut.of(
        held.table,
        closed=held.table.round.state == Round.State.CLOSED,
        seats=[LinkSeatOut.of(place, seat=labels.seat(colours, place.position, language)[2]) for place in now.places],
    )


def _report(now: selectors.Standing, numbers: dict[int, int]) -> ReportOut:
    def those(entries: frozenset[int]) -> list[int]:
        return [number for entry, number in numbers.items() if entry in entries]

    return ReportOut.of(
        now,
        by=None if now.by is None else numbers.get(now.by),
        confirmed=those(now.confirmed),
        missing=those(now.missing),
        disputed=those(now.disputed),
        record=HandedInOut(state=now.record[0], verdict=now.record[1]) if now.record else None,
    )


class Link(LinkView):
    """The state of one's table and its report."""

    @operation("link_get", "Get my table and its report", LinkOut, answered=A_LINK, auth="link")
    def get(self, request: Request) -> HttpResponse | Response:
        held = self.held(request)
        tag = f'W/"{held.link}-{held.tournament.version}-{request.LANGUAGE_CODE}"'
        if tag in request.headers.get("If-None-Match", ""):
            return HttpResponse(status=304, headers={"ETag": tag})
        return Response(self.state(request), headers={"ETag": tag})


class LinkReport(LinkView):
    """A player reports."""

    @operation(
        "link_report",
        "Report my table’s result",
        takes=ReportIn,
        sent={"points": ["1", "0"]},
        answered=A_LINK,
        auth="link",
    )
    def post(self, request: Request) -> LinkOut:
        """Send `points` with one entry a seat, or of a game with columns these instead, a row a seat. The same from
        another player is a confirmation, something else a dispute."""
        values = checked(ReportIn, request)
        table, who = self.speaking(request, values.get("seat"))
        columns = values.get("columns")
        points = values["points"] if columns is None else from_columns(self.held(request).tournament, columns)
        reports.report(table.pk, who, points=points, places=values["places"])
        return self.state(request)


class LinkConfirm(LinkView):
    """A player says that a report is right."""

    @operation(
        "link_confirm", "Confirm my table’s report", takes=ConfirmIn, sent={"number": 1}, answered=A_LINK, auth="link"
    )
    def post(self, request: Request) -> LinkOut:
        """Say that the report is right. Once everybody else at the table has, it is the result. If the report was
        changed meanwhile, the request is refused."""
        values = checked(ConfirmIn, request)
        table, who = self.speaking(request, values.get("seat"))
        reports.confirm(table.pk, who, report_number=values["number"])
        return self.state(request)


class LinkDispute(LinkView):
    """A player calls the arbiter."""

    @operation("link_dispute", "Dispute my table’s report", takes=SpeakingSeat, sent={}, answered=A_LINK, auth="link")
    def post(self, request: Request) -> LinkOut:
        """Say that the report, or the result that came of it, is not right: an arbiter decides."""
        values = checked(SpeakingSeat, request)
        table, who = self.speaking(request, values.get("seat"))
        reports.dispute(table.pk, who)
        return self.state(request)


class LinkPhotos(LinkView):
    """A player sends a photo of the score sheet: the body is the picture itself."""

    parser_classes = ()
    most_body = PHOTO_BYTES

    @operation(
        "link_send_photo",
        "Send a photo of my score sheet",
        status=201,
        takes=file_of("image/jpeg") | {"image/png": OpenApiTypes.BINARY, "image/webp": OpenApiTypes.BINARY},
        more=[SPEAKING],
        answered=A_LINK,
        auth="link",
    )
    def post(self, request: Request) -> LinkOut:
        """Send a JPEG, PNG or WebP, for the arbiters only. It is drawn anew, and deleted a month after the event."""
        table, who = self.speaking(request, whole(request, "seat", 0, 1, 8) or None)
        reports.send_photo(table.pk, who, content=request._request.body)
        return self.state(request)


class LinkRecords(LinkView):
    """A player hands in the game's record: the body is the record itself."""

    parser_classes = ()
    most_body = GameRecord.MAX_BYTES

    @operation(
        "link_submit_record",
        "Submit the record of my game",
        status=202,
        takes={"application/json": OpenApiTypes.OBJECT, "text/plain": OpenApiTypes.STR},
        more=[SPEAKING],
        answered=A_LINK,
        auth="link",
    )
    def post(self, request: Request) -> LinkOut:
        """Have a worker replay it. The points that it proves are the result, without a confirmation. The body is a
        record as JSON, or text: the moves as people write them."""
        table, who = self.speaking(request, whole(request, "seat", 0, 1, 8) or None)
        reports.hand_in_record(table.pk, who, content=request._request.body)
        return self.state(request)
