"""The review of a paired round: its places, what each change would cost, changes, and their end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.core.answers import Answer, Moment, Source, members
from tournaments.api.core.enums import Change, Grade, ManualPairing, sent
from tournaments.api.core.fields import Flag, Nothing, Strict, Whole, number, table_number
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, by_version, checked, whole
from tournaments.api.desk.rounds import OfARound, RoundHead
from tournaments.api.public.tournaments import ByeOut
from tournaments.domain.locks import snapshot
from tournaments.models import PairingChange
from tournaments.models.player import MOST_NUMBER
from tournaments.pairing.review import NEW_TABLE
from tournaments.selectors.rounds.review import Act, ReviewPage, differences, review_page
from tournaments.sentences import sentence
from tournaments.services.rounds import review as services

MOST_VERSION = 1_000_000_000


class ChangeIn(Strict, s.Serializer):
    what = s.ChoiceField(sent("ReviewActionEnum", ["exchange", "move", "anew", "reset"]))
    player = number(required=False)
    other = number(required=False, help_text="With `exchange`: who has the player's place then.")
    to = s.ChoiceField(
        sent("MoveTargetEnum", ["table", "new", "bye"]),
        required=False,
        help_text="With `move`: a table, a new one, or none.",
    )
    table = table_number(required=False, help_text="With `move` to a table: which one.")
    tables = s.ListField(child=table_number(), required=False, min_length=1, max_length=5000)
    expected = Whole(default=0, min_value=0, max_value=MOST_VERSION, help_text="`last_change` as you saw it; 0: none.")
    sure = Flag(default=False, help_text="Make it although it is to be confirmed.")

    def validate(self, attrs: Any) -> Any:
        needed = {"exchange": ["player", "other"], "move": ["player", "to"], "anew": ["tables"], "reset": []}
        names = [*needed[attrs["what"]], *(["table"] if attrs.get("to") == "table" else [])]
        if missing := [name for name in names if name not in attrs]:
            raise s.ValidationError({missing[0]: [_("This is required for this kind of change.")]})
        return attrs


class CostOut(Answer):
    grade: Grade
    findings: Annotated[list[str], Source("sentences")]


class ChangedTableOut(Answer):
    number: int
    seats: list[int]


class PreviewOut(CostOut):
    title: str
    nothing: bool
    tables: Annotated[list[ChangedTableOut], Source("changed")]
    last_change: int


class MadeChange(CostOut):
    findings: list[str]
    number: int
    what: Change
    by: str | None
    at: Moment


class PlaceOut(Answer):
    player: Annotated[int, Source("number")]
    name: str
    seat: Annotated[str, Source("label")]
    cost: Annotated[CostOut | None, "Of exchanging this player with `pick`."]


class ReviewTable(Answer):
    number: int
    reason: str
    played: bool
    changed: bool
    places: list[PlaceOut]
    room: Annotated[CostOut | None, "Of moving `pick` here, where there is room."]


class DifferenceOut(Answer):
    table: Annotated[int, Source("number")]
    made: list[str]
    now: list[str]


class FiguresOut(Answer):
    repeated_pairs: int
    most_meetings: int
    unmet_pairs: int
    seat_spread: int
    bound: int
    optimal: bool


class ReviewOut(RoundHead):
    manual: ManualPairing
    last_change: Annotated[int, Source("current.last_change")]
    quality: Annotated[FiguresOut, Source("figures")]
    notes: list[str]
    tables: list[ReviewTable]
    out: list[PlaceOut]
    byes: list[ByeOut]
    pick: Annotated[int | None, Source("picked.number")]
    bye: CostOut | None
    new_table: CostOut | None
    differences: list[DifferenceOut]
    changes: list[MadeChange]


class ManualEnded(RoundHead):
    differences: list[DifferenceOut]


EXCHANGE = {"what": "exchange", "player": 3, "other": 7}
WARNED = {"grade": "warned", "findings": ["Table 2: Anna and Bert met in round 1 already."]}
CHANGED = WARNED | {"number": 1, "what": "exchange", "by": "Chantal", "at": "2026-11-27T20:14:00+01:00"}


def _review(page: ReviewPage) -> ReviewOut:
    loaded, round_ = page.current, page.current.round
    return ReviewOut.of(
        page,
        **members(RoundHead.of(round_)),
        manual="none" if loaded.manual is None else "open" if page.open else "ended",
        notes=[sentence(note) for note in round_.notes],
        tables=[ReviewTable.of(each, reason=sentence(loaded.tables[each.number].reason)) for each in page.tables],
        byes=[ByeOut.of(bye) for bye in loaded.review.byes.values()],
    )


def _act(values: Mapping[str, Any]) -> Act:
    """Turn what is asked for into what the review's services take."""
    match values["what"]:
        case PairingChange.What.EXCHANGE:
            return Act(values["what"], values["player"], values["other"])
        case PairingChange.What.MOVE:
            to = {"bye": None, "new": NEW_TABLE}.get(values["to"], values.get("table"))
            return Act(values["what"], values["player"], to=to)
        case PairingChange.What.ANEW:
            return Act(values["what"], tables=tuple(sorted(set(values["tables"]))))
    return Act(PairingChange.What.RESET)


class Review(OfARound, Resource):
    """A paired round under the arbiter's hands."""

    @operation(
        "review_get",
        "Get a paired round for review",
        ReviewOut,
        problems=(422,),
        more=[
            OpenApiParameter(
                "pick",
                {"type": "integer", "minimum": 1, "maximum": MOST_NUMBER},
                description="A player: each place then says what it costs to give it to them.",
            )
        ],
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return a draft or a published round: tables with their reasons, the figures of the whole pairing, the changes
        by hand and how they differ from the system's pairing."""
        round_ = self.round(request, slug, number)
        pick = whole(request, "pick", 0, 1, MOST_NUMBER) or None
        return by_version(
            request, round_.tournament, lambda: _review(review_page(services.look(round_, by=request.user), pick))
        )


class ReviewPreview(OfARound, Resource):
    """A change, weighed."""

    @operation("review_preview", "Preview a change of a paired round", takes=ChangeIn, sent=EXCHANGE)
    def post(self, request: Request, slug: str, number: int) -> PreviewOut:
        """Weigh the change and change nothing, whatever is `expected` and `sure`. `grade` is `free` (nothing gets
        worse), `warned` (`findings` say what does) or `confirm`: the change is then made with `sure` only."""
        round_ = self.round(request, slug, number)
        values = checked(ChangeIn, request)
        with snapshot():
            change, last = services.weigh(round_, _act(values), by=request.user)
        cost = CostOut.of(change.cost)
        return PreviewOut.of(change, **members(cost), last_change=last)


class ReviewChanges(OfARound, Resource):
    """Changes by hand."""

    @operation(
        "review_change",
        "Change a paired round by hand",
        takes=ChangeIn,
        sent=EXCHANGE | {"expected": 0, "sure": False},
        answered=CHANGED,
    )
    def post(self, request: Request, slug: str, number: int) -> MadeChange:
        """Exchange two players, move one, pair some tables anew, or put the round back to the system's pairing. The
        first change begins the manual pairing, which is ended before the round is published. If it is to be confirmed
        and `sure` is not sent, the answer is 409 (`confirm_needed`); if the round was changed since `expected`, it is
        refused."""
        round_ = self.round(request, slug, number)
        values = checked(ChangeIn, request)
        change = services.change(
            round_.pk, _act(values), by=request.user, seen_change=values["expected"], sure=values["sure"]
        )
        return MadeChange.of(change)


class ReviewEnd(OfARound, Resource):
    """The end of the manual pairing."""

    @operation("review_end", "End the manual pairing of a round", takes=Nothing)
    def post(self, request: Request, slug: str, number: int) -> ManualEnded:
        """End it, so that the round can be published. `differences`: the tables that are not as the system made
        them."""
        round_ = self.round(request, slug, number)
        ended = services.end(round_.pk, by=request.user)
        return ManualEnded.of(
            ended, differences=[DifferenceOut.of(each) for each in differences(services.look(round_, by=request.user))]
        )
