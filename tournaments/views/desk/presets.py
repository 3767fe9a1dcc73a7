"""A new tournament from a template, or from a proposal of the planner; groups and finals; archiving and reopening; the
demonstration."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.documents.document import DocumentError
from scoring.sections.groups import SYSTEM, stage_rules
from tournaments.domain.access import (
    Action,
    clubs_of,
    defaults_of,
    require_creator,
    require_installation,
    several_clubs,
    tournaments_for,
)
from tournaments.domain.errors import Refused
from tournaments.forms.clubs import ask_for_club, own_game
from tournaments.forms.options import pairing_name
from tournaments.forms.presets import ASKS, FIRST, MATTERS, STEPS, FinalsForm, GroupsForm, PlannerForm, PresetForm
from tournaments.forms.season import SeasonForm
from tournaments.models import ClubGame, Tournament
from tournaments.pairing.planner.proposing import ENOUGH, Proposal
from tournaments.pairing.planner.question import Question, read_question
from tournaments.pairing.planner.trial import TIES, TIES_OF_TWO
from tournaments.pairing.planner.written import clock
from tournaments.pairing.registry import systems
from tournaments.selectors.events import planner
from tournaments.selectors.events.events import event_of
from tournaments.selectors.standings.groups import groups_shown
from tournaments.sentences import sentence
from tournaments.services.events import demonstration, tournaments
from tournaments.services.events.presets import OTHER_GAMES, PRESETS, Preset, create, of_own_game
from tournaments.services.rounds import finals as services
from tournaments.services.rounds.finals import finals
from tournaments.text import number_of
from tournaments.views.desk.base import at_desk, desk_address, desk_page, desk_url, step
from tournaments.web import staff_pages
from tournaments.web.staff_pages import refusal_in, refusal_shown, staff_page


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
    context: dict[str, Any] = {
        "form": form,
        "step": step,
        "steps": _steps(form, step),
        "found": "",
        "asks": ASKS.get(step or ""),
    }
    if found is not None:
        context["found"] = _found(len(found.proposals))
        context["cards"] = [_card(form.cleaned_data["game"], question, one) for one in found.proposals]
        context["minutes"], context["teams"] = question.minutes, question.teams
        context["warnings"] = [sentence(notice) for notice in found.warnings]
        context["left_out"] = [
            (_(systems()[key].name), sentence(notice))
            for key, notice in found.left_out.items()
            if notice.code not in ("planner-size", "planner-teams", "planner-alone")
        ]
    # the answers stand in the address, so that they can be gone back to: errors are no refusal of a change
    return staff_page(request, "desk/events/planner.html", _("New tournament"), context, of=Tournament, status=200)


def _steps(form: PlannerForm, now: str | None) -> list[tuple[str, str, str, bool]]:
    """Return the questions: each with what was answered, the address to ask it again, and whether it is asked now."""
    given = form.given
    said = {
        "game": str(dict(form.fields["game"].choices).get(given.get("game", ""), "")),
        "matters": str(dict(form.fields["matters"].choices).get(given.get("matters", ""), "")),
    }
    if "players" in given:
        told = [(str(form.fields[name].label), given[name]) for name in FIRST if name in given]
        said["players"] = " · ".join(f"{label}{form.label_suffix} {value}" for label, value in told)
    return [(str(ASKS[step]), said.get(step, ""), form.back(step), step == now) for step in STEPS]


def _found(count: int) -> str:
    """Return the heading above so many proposals."""
    return (_("No proposal"), _("One proposal"), _("Two proposals"), _("Three proposals"))[count]


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


FORMS: dict[str, type[PresetForm]] = {"evenings": SeasonForm, "groups": GroupsForm}


def new(request: HttpRequest, key: str = "") -> HttpResponse:
    """Show the templates; with one chosen, its form. A POST makes its tournaments."""
    require_creator(request.user)
    preset = _chosen(key, request) if key else None
    form = FORMS.get(preset.events, PresetForm)(preset, request.POST or None) if preset else None
    if preset and form:
        if preset.club is None:
            ask_for_club(form, request.user)
        form.propose(defaults_of(request.user))
    asked = isinstance(form, SeasonForm) and not form.days_shown  # the days are looked at before they are made
    if preset and form and request.method == "POST" and form.is_valid() and not asked:
        with refusal_in(form, "rounds" if "rounds" in form.fields else None):
            events = create(preset, by=request.user, **form.cleaned_data)
            words = {"name": events[0]}
            messages.success(request, _("%(name)s has been created. Add the players next.") % words)
            return redirect(desk_address(events[0]))
    context = {
        "presets": PRESETS.values(),
        "own_games": () if preset else _own_games(request),
        "several_clubs": several_clubs(request.user),
        "other_games": sorted(OTHER_GAMES.values(), key=lambda card: str(card.name).casefold()),
        "preset": preset,
        "form": form,
    }
    return staff_page(request, "desk/events/presets.html", _("New tournament"), context, of=Tournament)


def _chosen(key: str, request: HttpRequest) -> Preset:
    """Return the template with a key; a club's own game for organisers of this club alone. Raises Http404."""
    known = PRESETS.get(key) or OTHER_GAMES.get(key)
    if known is not None:
        return known
    own = own_game(key, clubs_of(request.user))
    if own is None or not own.is_playable:
        raise Http404
    return of_own_game(own)


def _own_games(request: HttpRequest) -> list[Preset]:
    """Return the cards of the games that the clubs of the user made themselves, by name."""
    rows = ClubGame.objects.filter(club__in=clubs_of(request.user)).select_related("club")
    return sorted(map(of_own_game, filter(attrgetter("is_playable"), rows)), key=lambda card: str(card.name).casefold())


@at_desk(Action.WORK)
def final(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the form for finals from this and other finished tournaments of the same game; a POST makes them."""
    require_creator(request.user, tournament.club)
    like = tournaments_for(request.user, Action.WORK).filter(
        club=tournament.club_id,
        state=Tournament.State.FINISHED,
        game=tournament.game,
        table_size=tournament.table_size,
    )
    series = tournament.name.partition(" – ")[0]
    near = like.order_by("-starts", "name")[:100]
    groups = [t.pk for t in near if t.name.partition(" – ")[0] == series]
    form = FinalsForm(request.POST or None, initial={"name": f"{series} – {_('finals')}", "groups": groups})
    form.fields["groups"].choices = [(t.pk, str(t)) for t in near]
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with refusal_in(form):
            knockout = finals(data["groups"], by=request.user, each=data["each"], name=data["name"])
            return redirect(desk_address(knockout))
    return desk_page(request, "desk/rounds/finals.html", tournament, {"form": form})


@step(Action.EDIT, "desk")
def archive(request: HttpRequest, tournament: Tournament) -> tuple[str, staff_pages.WayBack]:
    tournaments.archive(tournament.pk, by=request.user)
    back = staff_pages.way_back("reopen", tournament, Action.REOPEN)
    return _("The tournament is archived and can no longer be changed."), back


@step(Action.REOPEN, "desk")
def reopen(request: HttpRequest, tournament: Tournament) -> str:
    tournaments.reopen(tournament.pk, by=request.user)
    return _("The tournament is open again: results can be corrected.")


@require_POST
def change_demonstration(request: HttpRequest) -> HttpResponse:
    """Remove the demonstration, or let its games play on or stand still."""
    require_installation(request.user, _("Only an organiser of this installation can change the demonstration."))
    what = request.POST.get("do", "")
    if what in ("play", "stop"):
        demonstration.let_play(what == "play", by=request.user)
        return redirect(reverse("admin:index") + "#demonstration")
    if what == "remove":
        removed = demonstration.remove(by=request.user)
        gone = ngettext(
            "The demonstration is gone: %(count)d invented tournament with all its players.",
            "The demonstration is gone: %(count)d invented tournaments with all their players.",
            removed.events,
        )
        messages.success(request, gone % {"count": removed.events})
        if removed.kept:
            messages.info(request, _("What you made yourself is kept: %(names)s.") % {"names": ", ".join(removed.kept)})
    return redirect(f"{reverse('admin:index')}#demonstration")


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.PAIR)
def groups(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the groups and, once their rounds are played, the finals; a POST draws them or keeps them as set by
    hand."""
    if tournament.system != SYSTEM:
        messages.error(request, _("This tournament is not played in groups."))
        return redirect(desk_url("desk", tournament))
    if request.method == "POST":
        with refusal_shown(request):
            message = _change(request, tournament)
            messages.success(request, message)
        return redirect(desk_url("groups", tournament))
    draw = next(option for option in systems()[SYSTEM].options if option.key == "draw")
    rules = stage_rules(event_of(tournament))
    shown = groups_shown(tournament)
    names = {member.number: member.name for group in shown.groups for member in group}
    more = {
        "shown": shown,
        "notes": [sentence(note, names) for note in shown.notes],
        "planned": tournament.state == Tournament.State.PLANNED,
        "numbers": range(1, rules.groups + 1),
        "kinds": [(value, _(label)) for value, label in draw.choices if value != services.HAND],
        "draw": rules.draw,
    }
    return desk_page(request, "desk/rounds/groups.html", tournament, more)


def _change(request: HttpRequest, tournament: Tournament) -> str:
    if request.POST.get("do") == "draw":
        how = request.POST.get("draw", "")
        if how not in ("rating", "club", "lot"):
            raise Refused(_("Choose how the groups are drawn."))
        try:
            services.draw_groups(tournament.pk, how, by=request.user)
        except DocumentError as error:
            raise Refused.of(error) from error
        return _("The groups are drawn.")
    sent = {key.removeprefix("group-"): value for key, value in request.POST.dict().items() if "group-" in key}
    chosen = {number_of(entry): number_of(group) for entry, group in sent.items()}
    services.put_groups(tournament.pk, chosen, by=request.user)
    return _("The groups are kept.")
