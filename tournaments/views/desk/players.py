"""The desk's pages about players: entries, attendance, requested byes and profiles."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tournaments.domain import register
from tournaments.domain.access import Action, actions
from tournaments.domain.errors import Refused
from tournaments.forms.players import ByeForm, PersonForm, PlayerForm, ProposalForm
from tournaments.models import Entry, Tournament, Waiting
from tournaments.selectors.people.people import proposed
from tournaments.selectors.people.players import asked_byes, people
from tournaments.selectors.rounds.offers import Offer, offer
from tournaments.services.entries import attendance, byes, check_in
from tournaments.services.people import profile
from tournaments.services.people.profile import edit
from tournaments.text import number_of
from tournaments.views.desk.base import at_desk, desk_page, desk_url
from tournaments.web import staff_pages
from tournaments.web.staff_pages import refusal_in

PLACE = ("rating", "team", "board", "marks")
"""What is changed of somebody who belongs to another tournament."""


@require_GET
@at_desk(Action.WORK)
def players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _players(request, tournament, seat=number_of(request.GET.get("seat", "")))


@require_POST
@at_desk(Action.PAIR)
def act(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Carry out an action of a row: ``do`` is its name and the entry. Ask about the seat where that is undecided."""
    what, _sep, key = request.POST.get("do", "").partition(":")
    if what == "":
        return _tables(request, tournament)
    entry = get_object_or_404(tournament.entries.select_related("player"), pk=number_of(key))
    number, seat = number_of(request.POST.get("round", "")), request.POST.get("seat", "")
    try:
        sentence = _carry_out(request, tournament, entry, what, number, seat)
    except attendance.Undecided as asked:
        more = {
            "entry": entry,
            "what": what,
            "number": number,
            "seats": asked.seats,
            "keep": any(s.round.is_shown for s in asked.seats),
        }
        return desk_page(request, "desk/entries/attendance.html", tournament, more, 409)
    except Refused as error:
        messages.error(request, error.message)
        return redirect(desk_url("players", tournament))
    staff_pages.say_done(request, tournament, sentence, _back(tournament, entry, what, number, seat))
    if what in ("sit", "absent") and request.POST.get("then") == "check_in":
        return redirect(desk_url("check_in", tournament))
    if what == "seat" or request.POST.get("then") == "review":
        round_ = tournament.rounds.filter(state__in=attendance.OPEN).order_by("-number").first()
        if round_ is not None:
            back = reverse("admin:tournaments_review", args=[tournament.pk, round_.pk])
            return redirect(f"{back}?pick={entry.number}" if what == "seat" else back)
    asks = f"?seat={entry.pk}" if what in ("present", "here", "back") else ""
    return redirect(f"{desk_url('players', tournament)}{asks}#entry-{entry.number}")


def _back(tournament: Tournament, entry: Entry, what: str, number: int, seat: str) -> staff_pages.WayBack | None:
    """Return the way back from an action of a row, where no seat was touched."""
    reverse_of = {"absent": "present", "present": "absent", "withdraw": "back"}
    if what not in reverse_of or seat:
        return None
    fields = [("do", f"{reverse_of[what]}:{entry.pk}"), ("round", str(number))]
    return staff_pages.way_back("players_act", tournament, Action.PAIR, fields=fields)


def _carry_out(request: HttpRequest, tournament: Tournament, entry: Entry, what: str, number: int, seat: str) -> str:
    by, words = request.user, {"name": entry.display_name, "number": number}
    match what:
        case "absent":
            attendance.absent(entry.pk, number, by=by, seat=seat)
            if seat == attendance.KEEP:
                return _("%(name)s keeps the seat: enter a forfeit (-).") % words
            return _("%(name)s is absent in round %(number)d.") % words
        case "present":
            attendance.present(entry.pk, number, by=by)
            if offer(tournament, entry) is not None:
                return _("%(name)s is here.") % words
            return _("%(name)s plays round %(number)d.") % words
        case "here":
            check_in.check_in(tournament.pk, entry.pk, by=by)
            return _("%(name)s is here.") % words
        case "sit":
            table = number_of(request.POST.get("table", ""))
            round_ = attendance.sit_down(entry.pk, table, by=by)
            return _("%(name)s sits at table %(table)d in round %(round)d.") % {
                **words,
                "table": table,
                "round": round_.number,
            }
        case "withdraw":
            left = attendance.withdraw(entry.pk, by=by, seat=seat).left
            if seat == attendance.KEEP:
                return _("%(name)s is withdrawn and keeps the seat: enter a forfeit (-).") % words
            return _("%(name)s is withdrawn; the games played stay (until round %(left)d).") % {
                **words,
                "left": left,
            }
        case "back":
            attendance.bring_back(entry.pk, by=by)
            return _("%(name)s is back and plays from the next round on.") % words
        case "seat":
            attendance.seat_now(entry.pk, by=by)
            return _("%(name)s is in this round but has no table. Choose a seat.") % words
        case "waiting":
            check_in.to_waiting_list(tournament.pk, entry.pk, by=by)
            return _("%(name)s is waiting for a place.") % words
    raise Refused(_("There is no such action."))


def _tables(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Enter in a field for a fixed table: every one that was changed is set."""
    count = 0
    for entry in Entry.objects.filter(tournament=tournament):
        text = request.POST.get(f"fixed-{entry.pk}")
        if text is None or text.strip() == str(entry.fixed_table or ""):
            continue
        try:
            if text.strip() and not number_of(text):
                raise Refused(_("A table number is 1 or higher."))
            attendance.fix_table(entry.pk, number_of(text) or None, by=request.user)
            count += 1
        except Refused as error:
            messages.error(request, f"{entry.number}: {error.message}")
    if count:
        messages.success(request, _("The fixed tables apply from the next pairing on."))
    return redirect(desk_url("players", tournament))


@require_POST
@at_desk(Action.PAIR)
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = PlayerForm(request.POST, tournament=tournament)
    if not form.is_valid():
        return _players(request, tournament, form)
    try:
        entry = attendance.add(tournament.pk, by=request.user, **form.cleaned_data)
    except (Refused, ValidationError) as error:
        form.add_error(None, getattr(error, "message", None) or error)
        return _players(request, tournament, form)
    words = {"name": form.cleaned_data["name"]}
    if isinstance(entry, Waiting):
        messages.warning(request, _("All places are taken: %(name)s is waiting for one.") % words)
    elif entry.joined > 1:
        messages.success(
            request,
            _("%(name)s is entered, and plays from round %(joined)d on.") % {**words, "joined": entry.joined},
        )
        return redirect(f"{desk_url('players', tournament)}?seat={entry.pk}")
    else:
        messages.success(request, _("%(name)s is entered.") % words)
    return redirect(f"{desk_url('players', tournament)}#new")


@at_desk(Action.PLAYERS)
def person(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Show a player's profile: name, club, rating, year of birth; team and board here. A POST changes them."""
    entry = get_object_or_404(tournament.entries.select_related("player"), pk=entry_id)
    known = register.knows(request.user, entry.player)
    changeable = entry.player_id in register.changeable(request.user, [entry.player_id])
    form = PersonForm(request.POST or None, entry=entry, known=known, changeable=changeable)
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            values = form.cleaned_data if changeable else {name: form.cleaned_data[name] for name in PLACE}
            edit(entry.pk, by=request.user, **values)
            return redirect(f"{desk_url('players', tournament)}#entry-{entry.number}")
    return _profile(request, tournament, entry, form)


@require_POST
@at_desk(Action.PLAYERS)
def propose(request: HttpRequest, tournament: Tournament, entry_id: int) -> HttpResponse:
    """Propose another name, club or year of birth to who keeps the person."""
    entry = get_object_or_404(tournament.entries.select_related("player"), pk=entry_id)
    proposal = ProposalForm(request.POST, entry=entry, known=register.knows(request.user, entry.player))
    if proposal.is_valid():
        try:
            profile.propose(entry.pk, by=request.user, **proposal.cleaned_data)
        except Refused as error:
            proposal.add_error(None, error.message)
        else:
            messages.success(request, _("Your proposal is waiting for the keeper of this player’s data."))
            return redirect(desk_url("person", tournament, entry.pk))
    return _profile(request, tournament, entry, None, proposal)


def _profile(
    request: HttpRequest,
    tournament: Tournament,
    entry: Entry,
    form: PersonForm | None,
    proposal: ProposalForm | None = None,
) -> HttpResponse:
    known = register.knows(request.user, entry.player)
    changeable = entry.player_id in register.changeable(request.user, [entry.player_id])
    form = form or PersonForm(None, entry=entry, known=known, changeable=changeable)
    more: dict[str, Any] = {"entry": entry, "form": form, "kept": "", "proposals": []}
    if not changeable:
        more["kept"] = register.refusal(entry.player)
        more["proposal"] = proposal or ProposalForm(entry=entry, known=known)
        more["proposals"] = proposed(request.user).filter(player=entry.player_id)[:5]
    return desk_page(request, "desk/entries/profile.html", tournament, more, 422 if proposal else None)


def _players(
    request: HttpRequest, tournament: Tournament, form: PlayerForm | None = None, seat: int = 0
) -> HttpResponse:
    more: dict[str, Any] = {"people": people(tournament), "form": form or PlayerForm(tournament=tournament)}
    more["offer"] = _offer(tournament, seat) if seat else None
    more["allowed"] = {action.name for action in actions(request.user, tournament)}
    return desk_page(request, "desk/entries/players.html", tournament, more)


def _offer(tournament: Tournament, entry_id: int) -> Offer | None:
    """Return a free seat for somebody of this tournament who has none."""
    entry = tournament.entries.select_related("player").filter(pk=entry_id).first()
    return offer(tournament, entry) if entry else None


@require_http_methods(["GET", "HEAD", "POST"])
@at_desk(Action.PAIR)
def requested_byes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the requested byes, and a form that asks for another one."""
    rounds, offered = byes.open_rounds(tournament), byes.offered(tournament)
    form = ByeForm(tournament, rounds, offered, request.POST if request.method == "POST" else None)
    if form.is_valid():
        data = form.cleaned_data
        with refusal_in(form):
            byes.ask(data["entry"].pk, data["round"], data["kind"], by=request.user)
            words = {"name": data["entry"].display_name, "number": data["round"]}
            messages.success(request, _("%(name)s has a bye in round %(number)d.") % words)
            return redirect("admin:tournaments_byes", tournament.pk)
    more = {"form": form, "asked": asked_byes(tournament, rounds), "rounds": rounds, "offered": offered}
    return desk_page(request, "desk/entries/byes.html", tournament, more)


@require_POST
@at_desk(Action.PAIR)
def take_bye_back(request: HttpRequest, tournament: Tournament, entry_id: int, number: int) -> HttpResponse:
    """Take a bye back: the player plays the round after all."""
    entry = get_object_or_404(tournament.entries.select_related("player"), pk=entry_id)
    if number in byes.open_rounds(tournament):
        attendance.present(entry.pk, number, by=request.user, here=False)
        messages.success(
            request, _("%(name)s plays round %(number)d.") % {"name": entry.display_name, "number": number}
        )
    else:
        messages.warning(
            request, _("Round %(number)d has been paired in the meantime: seat the player there.") % {"number": number}
        )
    return redirect("admin:tournaments_byes", tournament.pk)
