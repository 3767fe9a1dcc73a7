"""The desk's check-in: players here, the waiting list, and its end; who missed the last round."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from tournaments.domain.access import Action, actions
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Tournament, Waiting
from tournaments.selectors.people.players import PersonRow, find, name_of, near, people
from tournaments.selectors.people.presence import Expected, away, expected, players_of_round, round_to_pair
from tournaments.selectors.people.shown_names import sort_key
from tournaments.selectors.registrations import unpaid
from tournaments.selectors.rounds.offers import offer, unseated
from tournaments.services.entries import check_in as services
from tournaments.services.entries.registration_decisions import mark_paid
from tournaments.text import number_of
from tournaments.views.desk.base import UNPROCESSABLE, Said, at_desk, desk_page, desk_url, step
from tournaments.web import staff_pages


@require_GET
@at_desk(Action.CHECK_IN)
def check_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _check_in(
        request, tournament, done=number_of(request.GET.get("done", "")), order=request.GET.get("order", "")
    )


@require_POST
@at_desk(Action.CHECK_IN)
def mark(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Mark a player as here, or not: ``who`` from a row, or ``text`` as it was typed or scanned."""
    text = request.POST.get("text", "").strip()[:100]
    what, _sep, key = request.POST.get("who", "").partition(":")
    order = request.POST.get("order", "")
    by_name = "&order=name" if order == "name" else ""
    like: list[PersonRow | Waiting | Expected] = []
    try:
        if what in ("in", "out"):
            services.check_in(tournament.pk, number_of(key), by=request.user, here=what == "in")
            return redirect(f"{desk_url('check_in', tournament)}?done={number_of(key)}{by_name}")
        if what in ("win", "wout"):
            services.waits_here(tournament.pk, number_of(key), by=request.user, here=what == "win")
            return redirect(desk_url("check_in", tournament))
        if what == "come":
            return _come(request, tournament, number_of(key), by_name)
        also = expected(tournament)
        meant = find(people(tournament), text, also)
        if not meant:
            nobody = _("Nobody is entered as “%(text)s”.") % {"text": text}
            if like := near(people(tournament), text, also):
                nobody += " " + _("Did you mean %(names)s?") % {"names": ", ".join(map(_called, like))}
            raise Refused(nobody)
        if len(meant) > 1:
            like = meant[:6]
            names = [_called(person) for person in meant]
            raise Refused(
                _("“%(text)s” could be %(names)s. Type the number.") % {"text": text, "names": ", ".join(names[:6])}
            )
        person = meant[0]
        if isinstance(person, Expected):
            return _come(request, tournament, person.pk, by_name)
        if isinstance(person, Waiting):
            services.waits_here(tournament.pk, person.pk, by=request.user)
            return redirect(desk_url("check_in", tournament))
        services.check_in(tournament.pk, person.entry.pk, by=request.user)
    except Refused as error:
        more = {"problem": error.message, "text": text, "like": like}
        return _check_in(request, tournament, **more, status=UNPROCESSABLE, order=order)
    return redirect(f"{desk_url('check_in', tournament)}?done={person.entry.pk}{by_name}")


def _come(request: HttpRequest, tournament: Tournament, player: int, by_name: str) -> HttpResponse:
    """Check in somebody of an earlier evening, who gets an entry by it."""
    entry = services.come(tournament.pk, player, by=request.user)
    done = f"?done={entry.pk}{by_name}" if isinstance(entry, Entry) else ""
    return redirect(desk_url("check_in", tournament) + done)


def _called(person: PersonRow | Waiting | Expected) -> str:
    """Return a name behind its number, the number to type."""
    return f"{person.entry.number} {person.name}" if isinstance(person, PersonRow) else name_of(person)


def _mark(person: PersonRow | Waiting | Expected) -> str:
    """Return what a button sends to check a player in."""
    if isinstance(person, PersonRow):
        return f"in:{person.entry.pk}"
    return f"{'win' if isinstance(person, Waiting) else 'come'}:{person.pk}"


@step(Action.CHECK_IN, "check_in")
def waiting(request: HttpRequest, tournament: Tournament) -> str:
    """Change the waiting list: give a place, take a player off, or fill the list with the players too many."""
    what, _sep, key = request.POST.get("do", "").partition(":")
    if what == "promote":
        entry = services.promote(tournament.pk, number_of(key), by=request.user)
        return _("%(name)s has a place.") % {"name": entry.display_name}
    if what == "leave":
        services.leave_the_list(tournament.pk, number_of(key), by=request.user)
        return _("One player was taken off the waiting list.")
    count = services.fill_the_list(tournament.pk, by=request.user)
    return _("Players waiting for a place: %(count)d.") % {"count": count}


@require_POST
@at_desk(Action.PAIR)
def close(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Close the check-in, with a decision on each player who is not here."""
    fates = {number_of(k.removeprefix("fate-")): v for k, v in request.POST.items() if k.startswith("fate-")}

    try:
        count = services.close(tournament.pk, fates, by=request.user, nobody=request.POST.get("nobody") == "1")
    except services.NobodyHere as asked:
        more = {"players": asked.players, "fates": fates}
        return desk_page(request, "desk/entries/nobody.html", tournament, more, 409)
    except Refused as error:
        messages.error(request, error.message)
        return redirect(desk_url("check_in", tournament))
    sentence = ngettext(
        "The check-in is closed; %(count)d player is not here.",
        "The check-in is closed; %(count)d players are not here.",
        count,
    )
    told = sentence % {"count": count} if count else _("The check-in is closed; everybody is here.")
    staff_pages.say_done(request, tournament, told, staff_pages.way_back("check_in_reopen", tournament, Action.PAIR))
    return redirect(desk_url("desk", tournament))


@step(Action.CHECK_IN, "check_in")
def everybody(request: HttpRequest, tournament: Tournament) -> Said:
    """Mark everybody as here; with the entries marked before, undo that."""
    marked = services.Marked(_ids(request, "entry"), _ids(request, "absent"))
    if marked.entries:
        services.not_here_after_all(tournament.pk, marked, by=request.user)
        return _("The check-in is back as it was.")
    marked = services.everybody_here(tournament.pk, by=request.user)
    count = len(marked.entries)
    text = ngettext("%(count)d more player is here.", "%(count)d more players are here.", count)
    fields = [("entry", str(pk)) for pk in marked.entries] + [("absent", str(pk)) for pk in marked.absent]
    back = staff_pages.way_back("check_in_everybody", tournament, Action.CHECK_IN, fields=fields)
    return text % {"count": count}, back if marked.entries else None


def _ids(request: HttpRequest, name: str) -> tuple[int, ...]:
    return tuple(number_of(text) for text in request.POST.getlist(name))


@step(Action.CHECK_IN, "check_in")
def paid(request: HttpRequest, tournament: Tournament) -> Said:
    """Mark the fee of a player who entered themselves as paid; a second press on the way back takes that back."""
    what, _sep, key = request.POST.get("who", "").partition(":")
    mark = what == "paid"
    row = mark_paid(tournament.pk, number_of(key), by=request.user, paid=mark)
    sentence = _("%(name)s has paid.") if mark else _("%(name)s has not paid.")
    fields = [("who", f"unpaid:{number_of(key)}")]
    back = staff_pages.way_back("check_in_paid", tournament, Action.CHECK_IN, fields=fields) if mark else None
    return sentence % {"name": row.player or row.name}, back


@step(Action.PAIR, "check_in")
def reopen(request: HttpRequest, tournament: Tournament) -> str:
    services.reopen(tournament.pk, by=request.user)
    return _("The check-in is open.")


def _check_in(
    request: HttpRequest,
    tournament: Tournament,
    *,
    done: int = 0,
    problem: str = "",
    text: str = "",
    status: int = 200,
    order: str = "",
    like: Sequence[PersonRow | Waiting | Expected] = (),
) -> HttpResponse:
    everybody = people(tournament)
    row = next((row for row in everybody.rows if row.entry.pk == done), None)
    late = unseated(tournament)
    asked_about = next((entry for entry in late if entry.pk == done), late[0] if late else None)
    asked = offer(tournament, asked_about) if asked_about else None
    surplus = len(everybody.rows) - tournament.places if tournament.places else 0
    more = {"people": everybody, "done": row, "problem": problem, "text": text, "surplus": max(0, surplus)}
    rows = everybody.rows
    if order == "name":
        rows = tuple(sorted(rows, key=lambda row: (sort_key(row.name), row.entry.number)))
    more |= {"offer": asked, "rows": rows, "order": order}
    more["also_late"] = [entry for entry in late if entry != asked_about]
    more["room"] = not tournament.places or len(everybody.rows) < tournament.places
    more["allowed"] = {action.name for action in actions(request.user, tournament)}
    more["expected"] = expected(tournament)
    more["fee"], more["unpaid"] = unpaid(tournament)
    more["like"] = [(_mark(person), _called(person)) for person in like]
    more["planned"] = tournament.state == Tournament.State.PLANNED
    return desk_page(request, "desk/entries/check_in.html", tournament, more, status)


@require_GET
@at_desk(Action.PAIR)
def presence(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the players to be asked about, with a box each."""
    missed = away(tournament)
    last, coming = round_to_pair(tournament)
    others = players_of_round(tournament, coming, but=[row.entry.pk for row in missed]) if coming else 0
    more = {"away": missed, "last": last.number if last else 0, "coming": coming, "others": others}
    return desk_page(request, "desk/entries/presence.html", tournament, more)
