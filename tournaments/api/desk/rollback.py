"""An event as a whole: its next step, the way back through its rounds, and its end."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import Method, RoundState, RoundStep, TournamentState
from tournaments.api.core.fields import Nothing, Strict, Text
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, by_version, checked
from tournaments.api.desk.rounds import RoundHead, StepOut
from tournaments.domain.access import Action
from tournaments.models import Round
from tournaments.selectors.hall.desk import desk
from tournaments.selectors.rounds.next_step import Step
from tournaments.selectors.rounds.rounds import RoundSteps, every_round
from tournaments.services.events import tournaments
from tournaments.services.rounds.rollback import STEPS

BACK = [name for name, step in STEPS.items() if step.right == Action.ROLL_BACK]


class RollbackIn(Strict, s.Serializer):
    do = s.ChoiceField(BACK)
    typed = Text(default="", allow_blank=True, max_length=20, help_text="With `put_aside`: the round's number.")
    reason = Text(default="", allow_blank=True, max_length=200)


class NextStepOut(StepOut):
    round: int | None
    method: Method | None
    url: str | None


class NextOut(Answer):
    state: TournamentState
    archived_at: Moment | None
    step: NextStepOut | None


class ArchiveOut(Answer):
    state: TournamentState
    archived_at: Moment | None


class PastRound(RoundHead):
    id: int
    discarded_from: RoundState | None
    tables: int
    results: int
    may: list[RoundStep]


class PastRounds(Answer):
    results: list[PastRound]


PAST = {
    "id": 12,
    "number": 3,
    "state": "discarded",
    "problem": "",
    "discarded_from": "published",
    "tables": 4,
    "results": 2,
    "may": ["bring_back"],
}
DONE_AT = {
    "import": ("POST", "player_lists", False),
    "check_in": ("GET", "check_in", False),
    "groups": ("POST", "rounds", False),
    "pair": ("POST", "rounds", False),
    "end": ("POST", "review_end", True),
    "publish": ("POST", "publish", True),
    "results": ("GET", "desk_round", True),
    "confirm": ("GET", "desk_round", True),
    "close": ("POST", "close", True),
}
"""Where each step of the desk is done: method, name of the address, whether it is a round's."""


class NextStep(TournamentResource, Resource):
    """The desk's one big button."""

    @operation("desk_get_next_step", "Get the next step of the event", NextOut)
    def get(self, request: Request, slug: str) -> Response:
        """Return the next thing to do, and why. `method` and `url` say where, if there is anything to do; those of
        `results` and `confirm` show which tables wait. Null once the event is finished."""
        tournament = self.tournament(request, slug)

        def make() -> NextOut:
            step = desk(tournament).step
            return NextOut.of(tournament, step=_step(request, slug, step) if step else None)

        return by_version(request, tournament, make)


def _step(request: Request, slug: str, step: Step) -> NextStepOut:
    number = step.round.number if step.round else None
    method, url = None, None
    if step.action in DONE_AT:
        method, name, of_round = DONE_AT[step.action]
        url = reverse(f"api:{name}", args=[slug, number] if of_round else [slug], request=request)
    return NextStepOut.of(step, round=number, method=method, url=url)


class Archive(TournamentResource, Resource):
    """The end of an event: locked, and opened again."""

    @operation(
        "tournaments_archive",
        "Archive a finished tournament",
        takes=Nothing,
        answered={"state": "finished", "archived_at": "2026-11-28T09:00:00+01:00"},
    )
    def put(self, request: Request, slug: str) -> ArchiveOut:
        """Lock it, so that nothing in it changes any more. It is finished once its last planned round is closed: to end
        it earlier, set the number of rounds in its settings to those that were played."""
        tournament = self.tournament(request, slug)
        return ArchiveOut.of(tournaments.archive(tournament.pk, by=request.user))

    @operation(
        "tournaments_unarchive",
        "Reopen an archived tournament",
        writes=True,
        answered={"state": "finished", "archived_at": None},
    )
    def delete(self, request: Request, slug: str) -> ArchiveOut:
        """Let its results be corrected again."""
        tournament = self.tournament(request, slug)
        return ArchiveOut.of(tournaments.reopen(tournament.pk, by=request.user))


def _past(past: RoundSteps) -> PastRound:
    may = [step for step in BACK if getattr(past, step)]
    return PastRound.of(past.round, tables=past.tables, results=past.entered, may=may)


class RoundHistory(TournamentResource, Resource):
    """All rounds, those that were put away too."""

    asks = Action.ROLL_BACK

    @operation("rounds_list_history", "List all rounds, with what can be undone", PastRounds)
    def get(self, request: Request, slug: str) -> Response:
        """List them by number; a number comes again where rounds under it were put away. `results` and `tables` are
        what a step back touches, `may` which steps are open."""
        tournament = self.tournament(request, slug)
        return by_version(
            request, tournament, lambda: PastRounds(results=[_past(past) for past in every_round(tournament)])
        )


class RoundBack(TournamentResource, Resource):
    """A step back."""

    asks = Action.ROLL_BACK

    @operation(
        "rounds_roll_back",
        "Reopen, unpublish, put aside or bring back a round",
        takes=RollbackIn,
        sent={"do": "put_aside", "typed": "3", "reason": "paired with a wrong list"},
        answered=PAST,
    )
    def post(self, request: Request, slug: str, round_id: int) -> PastRound:
        """Take one of these steps: `reopen` a closed round; `unpublish` one without results; `put_aside` the last one
        with its results, `typed` being its number; `bring_back` one that was put away, as it was. Nothing is
        deleted."""
        tournament = self.tournament(request, slug)
        if not Round.objects.filter(tournament=tournament, pk=round_id).exists():
            raise Http404(_("There is no such round."))
        values, by = checked(RollbackIn, request), request.user
        step = STEPS[values["do"]]
        step.act(round_id, by=by, **{name: values[name].strip() for name in step.asks})
        tournament.refresh_from_db()
        return next(_past(past) for past in every_round(tournament) if past.round.pk == round_id)
