"""The desk for programs: rounds taken a step on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.core.answers import Answer, Sentence, Source
from tournaments.api.core.enums import DeskAction, Permission, RoundState, TournamentState
from tournaments.api.core.fields import Nothing, Strict, Whole
from tournaments.api.core.openapi import operation, operations
from tournaments.api.core.problems import NoticeOut, ResultOut
from tournaments.api.core.resource import Resource, TournamentResource, checked, found
from tournaments.api.public.tournaments import NAME_HERE, ByeOut
from tournaments.domain.access import Action, actions, own_tables
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Round, Tournament
from tournaments.selectors.hall import desk as selectors
from tournaments.selectors.people.presence import away, players_of_round, round_to_pair
from tournaments.sentences import sentence
from tournaments.services.rounds import rounds
from tournaments.services.rounds.rollback import STEPS


class PairIn(Strict, s.Serializer):
    here = s.ListField(
        child=Whole(min_value=1),
        required=False,
        max_length=20_000,
        help_text="Who missed the last round and is here now, by pairing number.",
    )


class DeskTableOut(Answer):
    number: Annotated[int, Source("row.number")]
    reason: str
    seats: list[int]
    result: ResultOut | None
    confirmed: bool
    records: int


class DeskRoundOut(Answer):
    number: int
    state: RoundState
    problem: str
    quality: dict[str, Any] | None
    notes: list[str]
    notices: Annotated[list[NoticeOut], "The notes as data."]
    tables: list[DeskTableOut]
    byes: list[ByeOut]


class RoundHead(Answer):
    number: int
    state: RoundState
    problem: Sentence


class StepOut(Answer):
    action: DeskAction
    label: str
    explanation: str


class DeskOut(Answer):
    state: TournamentState
    version: int
    players: int
    rounds: list[RoundHead]
    round: DeskRoundOut | None
    step: StepOut | None
    may: list[Permission]


class AwayOut(Answer):
    player: Annotated[int, Source("entry.number")]
    name: Annotated[str, Source("entry.player.name")]
    display_name: Annotated[str, NAME_HERE, Source("entry.display_name")]
    missed: Annotated[int, "The round.", Source("round")]
    no_show: Annotated[bool, "Paired, but did not show up."]
    here: Annotated[bool, "Checked in since."]


class PresenceOut(Answer):
    round: Annotated[int | None, "The round to be paired."]
    players: int
    away: list[AwayOut]


def desk_document(tournament: Tournament, shown: selectors.Desk, user: Any) -> DeskOut:
    """Write the desk: everything, drafts too, with the versions of the results."""
    return DeskOut.of(
        tournament,
        players=shown.players,
        rounds=[RoundHead.of(r) for r in shown.rounds],
        round=_round(shown) if shown.round else None,
        step=StepOut.of(shown.step) if shown.step else None,
        may=sorted(action.name.lower() for action in actions(user, tournament)),
    )


def _round(shown: selectors.Desk) -> DeskRoundOut:
    round_ = shown.round
    assert round_ is not None
    return DeskRoundOut.of(
        round_,
        problem=sentence(round_.problem, shown.names),
        notes=[sentence(note, shown.names) for note in round_.notes],
        notices=[NoticeOut(**note.document()) for note in round_.notes],
        tables=[
            DeskTableOut.of(
                table,
                reason=sentence(table.row.reason, shown.names),
                seats=[seat.entry.number for seat in table.seats],
            )
            for table in shown.tables
        ],
        byes=[ByeOut(player=seat.entry.number, kind=seat.bye) for seat in shown.byes],
    )


class Desk(TournamentResource, Resource):
    """The arbiter's desk: the newest round, or one by its number."""

    @operation("desk_get", "Get the desk with the current round", DeskOut)
    def get(self, request: Request, slug: str, number: int | None = None) -> HttpResponse | Response:
        tournament = self.tournament(request, slug)
        may_do = "".join(sorted(action.name for action in actions(request.user, tournament)))
        own = own_tables(request.user, tournament)
        may_do += "" if own is None else "-".join(map(str, sorted(own)))
        tag = f'W/"{tournament.pk}-{tournament.version}-{number or 0}-{may_do}-{request.LANGUAGE_CODE}"'
        if tag in request.headers.get("If-None-Match", ""):
            return HttpResponse(status=304, headers={"ETag": tag})
        try:
            shown = selectors.desk(tournament, number, own)
        except Round.DoesNotExist:
            raise Http404(_("There is no round %(number)d.") % {"number": number}) from None
        return Response(desk_document(tournament, shown, request.user), headers={"ETag": tag})


@operations(get=operation("desk_get_round", "Get the desk with a given round", DeskOut))
class DeskRound(Desk):
    """The desk of one round."""


class Rounds(TournamentResource, Resource):
    """Rounds are made one after the other."""

    asks = Action.PAIR

    @operation(
        "rounds_create",
        "Pair the next round",
        RoundHead,
        status=202,
        takes=PairIn,
        sent={"here": [7]},
        answered={"number": 1, "state": "pairing", "problem": ""},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Have a worker make the round as a draft; look at the desk until its state is `draft`. A repeated
        request returns the same round. The players who missed the last round (`GET …/presence/` names them) stay
        absent, unless checked in since then or named in `here` by pairing number."""
        tournament = self.tournament(request, slug)
        values = checked(PairIn, request)
        round_ = rounds.ask_for_pairing(tournament.pk, by=request.user, here=_here(tournament, values.get("here", ())))
        where = reverse("api:desk_round", args=[slug, round_.number], request=request)
        return Response(RoundHead.of(round_), status=202, headers={"Location": where})


def _here(tournament: Tournament, numbers: Sequence[int]) -> set[int]:
    """Return the entries that missed the last round and are here: checked in since, or named. Raises Refused."""
    missed = away(tournament)
    known = dict(Entry.objects.filter(tournament=tournament, number__in=numbers).values_list("number", "pk"))
    unknown = sorted(set(numbers) - known.keys())
    if unknown:
        raise Refused(_("There is no player %(number)d.") % {"number": unknown[0]})
    return {player.entry.pk for player in missed if player.here} | set(known.values())


class Presence(TournamentResource, Resource):
    """The players who missed the last round, and are asked about before the next one is paired."""

    asks = Action.PAIR

    @operation(
        "desk_list_absentees",
        "List the players who missed the last round",
        answered={
            "round": 2,
            "players": 14,
            "away": [
                {"player": 7, "name": "Gerda", "display_name": "Gerda", "missed": 1, "no_show": False, "here": False}
            ],
        },
    )
    def get(self, request: Request, slug: str) -> PresenceOut:
        """List them with `here`: whether they were checked in since (`PUT …/check-in/{number}/`). The others stay
        absent in `round` unless the request for it names them. `players`: how many play besides those of the list.
        `round` is null where none is to be paired."""
        tournament = self.tournament(request, slug)
        _last, coming = round_to_pair(tournament)
        missed = away(tournament)
        others = players_of_round(tournament, coming, but=[player.entry.pk for player in missed]) if coming else 0
        rows = [AwayOut.of(player) for player in missed]
        return PresenceOut(round=coming, players=others, away=rows)


class OfARound(TournamentResource):
    """A resource of a round that is not discarded."""

    asks = Action.PAIR

    def round(self, request: Request, slug: str, number: int) -> Round:
        tournament = self.tournament(request, slug)
        round_ = found(
            rounds.living_rounds(tournament).filter(number=number),
            _("There is no round %(number)d.") % {"number": number},
        )
        round_.tournament = tournament
        return round_


class RoundStep(OfARound, Resource):
    """A step of one round, one of `STEPS`."""

    step = ""

    def post(self, request: Request, slug: str, number: int) -> RoundHead:
        return RoundHead.of(STEPS[self.step].act(self.round(request, slug, number).pk, by=request.user))


@operations(post=operation("rounds_publish", "Publish a draft round", RoundHead, takes=Nothing))
class Publish(RoundStep):
    step = "publish"


@operations(post=operation("rounds_close", "Close a round", RoundHead, takes=Nothing))
class Close(RoundStep):
    step = "close"


@operations(post=operation("rounds_discard", "Discard a round without results", RoundHead, takes=Nothing))
class Discard(RoundStep):
    step = "discard"
