"""Formats that fit: one question after the other, three proposals, and each as the form of a new tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from scoring.documents.document import DocumentError
from tournaments.domain.access import require_creator
from tournaments.forms.options import pairing_name
from tournaments.forms.planner import ASKS, FIRST, MATTERS, STEPS, PlannerForm
from tournaments.models import Tournament
from tournaments.pairing.planner.proposing import ENOUGH, Proposal
from tournaments.pairing.planner.question import Question, read_question
from tournaments.pairing.planner.trial import TIES, TIES_OF_TWO
from tournaments.pairing.planner.written import clock
from tournaments.pairing.registry import systems
from tournaments.selectors import planner
from tournaments.sentences import sentence
from tournaments.web.staff_pages import refusal_in, staff_page


@dataclass(frozen=True, slots=True)
class Card:
    """A proposal as shown. ``turns``: when each turn of the tables begins and how long it is, in minutes; ``take``:
    the form of a new tournament, filled in."""

    name: str
    about: str
    proposal: Proposal
    ends: str | None
    again: str
    sure: bool
    turns: list[tuple[int, int]]
    take: str


def ask(request: HttpRequest) -> HttpResponse:
    """Ask one question after the other; with all answers in the address, show proposals."""
    require_creator(request.user)
    form = PlannerForm(request.user, request.GET.dict())
    step, found = form.open_step, None
    again = request.GET.get("ask")
    if again in STEPS:
        step = again
    elif step in (None, MATTERS):
        try:
            question = read_question(form.question())
            with refusal_in(form):
                found = planner.proposals(form.question(), by=request.user) if step is None else None
        except DocumentError as error:
            form.add_error(error.place if error.place in form.fields else None, sentence(error.notice))
            step = form.open_step
    if again in STEPS or (step is not None and step not in form.given):
        form = PlannerForm(request.user, request.GET.dict(), fresh=True)  # nothing of this question was sent yet
    context: dict[str, Any] = {"form": form, "step": step, "steps": _steps(form, step), "asks": ASKS.get(step or "")}
    if found is not None:
        context["cards"] = [_card(form.cleaned_data["game"], question, one) for one in found.proposals]
        context["minutes"], context["teams"] = question.minutes, question.teams
        context["warnings"] = [sentence(notice) for notice in found.warnings]
        context["left_out"] = [
            (_(systems()[key].name), sentence(notice))
            for key, notice in found.left_out.items()
            if notice.code not in ("planner-size", "planner-teams", "planner-alone")
        ]
    # the answers stand in the address, so that they can be gone back to: errors are no refusal of a change
    return staff_page(request, "desk/planner.html", _("New tournament"), context, of=Tournament)


def _steps(form: PlannerForm, now: str | None) -> list[tuple[str, str, str, bool]]:
    """Return the questions: each with what was answered, the address to ask it again, and whether it is asked now."""
    given = form.given
    said = {
        "game": str(dict(form.fields["game"].choices).get(given.get("game", ""), "")),
        "matters": str(dict(form.fields["matters"].choices).get(given.get("matters", ""), "")),
    }
    if "players" in given:
        told = [(str(form.fields[name].label), given[name]) for name in FIRST if name in given]
        said["players"] = " · ".join(f"{label}: {value}" for label, value in told)
    return [(str(ASKS[step]), said.get(step, ""), form.back(step), step == now) for step in STEPS]


def _card(game: str, question: Question, proposal: Proposal) -> Card:
    system, size = systems()[proposal.system], question.table_size
    turn = question.round_minutes + question.pause
    fields: dict[str, Any] = {"game": game, "system": system.key, "table_size": size}
    fields["scoring_tie_breaks"] = " ".join(TIES_OF_TWO if size == 2 else TIES)
    fields["rounds_planned"] = proposal.options.get("rounds", "")
    fields |= {pairing_name(system.key, key): value for key, value in proposal.options.items() if key != "rounds"}
    return Card(
        name=_(system.name),
        about=_(system.help),
        proposal=proposal,
        ends=clock(proposal.ends),
        again=number_format(float(proposal.figures.again), use_l10n=True),
        sure=proposal.figures.trials >= ENOUGH,
        turns=[(at, question.round_minutes) for at in range(0, proposal.minutes, turn)],
        take=f"{reverse('admin:tournaments_tournament_add')}?{urlencode(fields)}",
    )
