"""The page behind a table slip's code or a personal link: report, confirm, dispute."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core.declarations.values import in_language
from scoring.documents.gamelink import declared_of
from tournaments.domain.errors import Refused
from tournaments.domain.ledger import scoring_rules
from tournaments.domain.locks import snapshot
from tournaments.forms.points import MOST_SIGNS, PointsForm, keyboard
from tournaments.forms.results import DUEL, PhotoOfSheet, RecordOfPlayer, duel_results, in_order
from tournaments.imports.pictures import PHOTO_BYTES
from tournaments.models import GameRecord, Result
from tournaments.selectors import labels
from tournaments.selectors.events import public
from tournaments.selectors.games.result_words import example, unusual
from tournaments.selectors.games.written_records import Look, look
from tournaments.selectors.hall import reports as selectors
from tournaments.sentences import places
from tournaments.sentences.points import earned, written_for
from tournaments.services.results import reports, results
from tournaments.services.results.report_links import Sitting, sitting, speaker
from tournaments.text import number_of
from tournaments.views.player.base import by_link, led_on, private_page, said_when_busy, status_of
from tournaments.web.games import live_games
from tournaments.web.variants import Variant

TOO_LARGE = 413
MORE_BYTES = 64 * 1024
PHOTO_SENT = "sent=photo"
SEATS = frozenset("123456")


@dataclass(frozen=True, slots=True)
class Weighed:
    """The points that typed scores would bring, a text a seat, and a question about odd ones."""

    points: list[str]
    odd: str


@by_link
def report(request: HttpRequest, form: Variant, token: str, position: int | None = None) -> HttpResponse:
    """Show a table's report for one of its players; with a table's link they first choose their name."""
    sitting_ = sitting(token)
    if sitting_ is None or (sitting_.entry_id is not None and position is not None):
        raise Http404
    with written_for(sitting_.tournament):
        if request.method != "POST":
            photo_sent = request.META.get("QUERY_STRING", "").endswith(PHOTO_SENT)
            tapped = tuple(int(at) for at in request.GET.get("tapped", "").split("-") if at in SEATS)
            return _page(sitting_, form, token, position, photo_sent=photo_sent, tapped=tapped)
        if _is_too_large(request):
            problem = _("A game record can have at most 1 MiB, a photo 12 MiB.")
            return _page(sitting_, form, token, position, problem, TOO_LARGE, problem_at="moves")
        try:
            shown = _carry_out(request, sitting_, position)
        except Refused as error:
            problem, at = _problem(error, request, sitting_), PLACES.get(request.POST.get("what", ""), "")
            return _page(sitting_, form, token, position, problem, status_of(error), request.POST, problem_at=at)
        if shown is not None:
            return _page(sitting_, form, token, position, typed=request.POST, **shown)
        here = "report" if position is None else "report_seat"
        address = reverse(here, args=[token] if position is None else [token, position])
        sent = PHOTO_SENT if request.POST.get("what") == "photo" else ""
        query = "&".join(part for part in (form.carried, sent) if part)
        return led_on(address + (f"?{query}" if query else "") + ("#photo-sent" if sent else ""))


def _is_too_large(request: HttpRequest) -> bool:
    """Tell whether a request is larger than a record, or than a photo where it holds files. Nothing of it is read."""
    most = PHOTO_BYTES if request.content_type == "multipart/form-data" else GameRecord.MAX_BYTES
    return int(request.META.get("CONTENT_LENGTH") or 0) > most + MORE_BYTES


PLACES = {"look": "moves", "record": "moves", "photo": "photo"}
"""The part of the page that a refusal is about; other refusals are about the whole page."""


def _problem(error: Refused, request: HttpRequest, sitting_: Sitting) -> str:
    """Say why something was refused, with the names at the table."""
    if request.POST.get("what") == "weigh":
        return error.of_table(_names(sitting_))
    return live_games.message(error, sitting_.tournament.game, _names(sitting_))


def _carry_out(request: HttpRequest, sitting_: Sitting, position: int | None) -> dict[str, Any] | None:
    """Carry out a player's request, or look at what would be sent: then return what the page shows of it. Raises
    Refused."""
    reports.count_try(sitting_.link)
    entry_id = speaker(sitting_, position)
    if sitting_.table is None or entry_id is None:
        raise Http404
    match request.POST.get("what"):
        case "look":
            return {"looked": look(sitting_.table, _handed_in(request), _names(sitting_))}
        case "weigh":
            return {"weighed": _weighed(request, sitting_)}
    with said_when_busy(_("Many players are reporting right now. Try again in a moment.")):
        _step(request, sitting_, entry_id)()
    return None


def _weighed(request: HttpRequest, sitting_: Sitting) -> Weighed:
    """Say what scores would bring before they are reported."""
    assert sitting_.table is not None
    points, places = _typed(request, sitting_)
    value = results.check(sitting_.tournament, sitting_.table, points, Result.End.PLAYED, places)
    odd = unusual(sitting_.tournament, points, places=places, names=_names(sitting_))
    return Weighed([earned(str(p)) for p in value.taken], odd)


def _typed(request: HttpRequest, sitting_: Sitting) -> tuple[list[Fraction | None], bool]:
    """Return the points of each seat as they were typed, and whether they are places. Raises Refused."""
    assert sitting_.table is not None
    names = _names(sitting_)
    form = PointsForm(sitting_.table.seats.count(), request.POST, tournament=sitting_.tournament, names=names)
    if not form.is_valid():
        raise Refused(" ".join(str(error) for errors in form.errors.values() for error in errors))
    return form.cleaned_data["points"], form.cleaned_data["places"]


def _names(sitting_: Sitting) -> list[str]:
    """Return those at the table, seat by seat, as everyone may read them."""
    if sitting_.table is None:
        return []
    seated = live_games.places(sitting_.tournament, sitting_.table, get_language() or "en", real=False)
    return [place.name for place in seated]


def _handed_in(request: HttpRequest) -> bytes:
    """Return the text of the record that was pasted or chosen. Raises Refused."""
    handed_in = RecordOfPlayer(request.POST, request.FILES)
    if not handed_in.is_valid():
        raise Refused(" ".join(str(error) for errors in handed_in.errors.values() for error in errors))
    content: bytes = handed_in.cleaned_data["content"]
    return content


def _step(request: HttpRequest, sitting_: Sitting, entry_id: int) -> Callable[[], Any]:
    table, what = sitting_.table, request.POST.get("what", "")
    assert table is not None
    if what == "confirm":
        seen = number_of(request.POST.get("number", ""), 5)
        return lambda: reports.confirm(table.pk, entry_id, report_number=seen)
    if what == "dispute":
        return lambda: reports.dispute(table.pk, entry_id)
    if what == "record":
        content = _handed_in(request)
        return lambda: reports.hand_in_record(table.pk, entry_id, content=content)
    if what == "photo":
        photo = PhotoOfSheet(request.POST, request.FILES)
        if not photo.is_valid():
            raise Refused(" ".join(str(error) for errors in photo.errors.values() for error in errors))
        return lambda: reports.send_photo(table.pk, entry_id, content=photo.cleaned_data["photo"])
    if (end := request.POST.get("end", "")) in DUEL and end in duel_results(sitting_.tournament, table.seats.count()):
        return lambda: reports.report(table.pk, entry_id, points=DUEL[end])
    if what != "report":
        raise Refused(_("Choose a result first."))
    points, places = _typed(request, sitting_)
    return lambda: reports.report(table.pk, entry_id, points=points, places=places)


def _page(
    sitting_: Sitting,
    form: Variant,
    token: str,
    position: int | None,
    problem: str = "",
    status: int = 200,
    typed: Any = None,
    looked: Look | None = None,
    weighed: Weighed | None = None,
    problem_at: str = "",
    photo_sent: bool = False,
    tapped: tuple[int, ...] = (),
) -> HttpResponse:
    context: dict[str, Any] = {
        "tournament": sitting_.tournament,
        "game": public.game_name(sitting_.tournament.game, sitting_.tournament.options),
        "token": token,
        "problem": problem,
        "rule": sitting_.rule,
        "personal": sitting_.entry_id is not None,
        "position": position,
    }
    with snapshot():
        sitting_.tournament.refresh_from_db(fields=["version"])
        if sitting_.table is not None:
            me = speaker(sitting_, position)
            if position is not None and me is None:
                raise Http404
            context |= _standing(sitting_, form, me, typed or {})
            context |= _scores(sitting_, context["seats"], weighed)
            context |= {"taps": None if typed else _taps(sitting_, form, context["seats"], tapped)}
            context |= _looked(looked, context["seats"], (typed or {}).get("text", ""))
            # where the form is gone, what was refused stands at the top
            context |= {"problem_at": problem_at if context["hands_in"] else "", "photo_sent": photo_sent}
    return private_page("tournaments/hall/report.html", form, context, status)


def _standing(sitting_: Sitting, form: Variant, me: int | None, typed: Any) -> dict[str, Any]:
    table = sitting_.table
    assert table is not None
    if table.round.state == "published":
        sitting_.tournament.is_being_played = True  # known, so not asked for again
    now = selectors.standing(table)
    colours = public.seat_names(sitting_.tournament)
    names = {place.entry_id: place.name for place in now.places}
    mine = me is not None and now.by == me
    confirmed = [names[entry] for entry in names if entry in now.confirmed]
    ended = now.decided or now.calling or now.result or table.round.state == "closed"
    seats = [
        {
            "position": place.position,
            "name": place.name,
            "points": place.points,
            "brings": place.brings,
            "mine": place.entry_id == me,
            "looks": labels.seat(colours, place.position, form.language),
            "typed": typed.get(f"points{place.position}", "")[:MOST_SIGNS],
        }
        for place in now.places
    ]
    return {
        "table": table,
        "round": table.round,
        "now": now,
        "seats": seats,
        # an initial at the end of a name has its full stop already
        "me": names.get(me, "").removesuffix("."),
        "mine": mine,
        "by": names.get(now.by, ""),
        "closed": table.round.state == "closed",
        "confirmed": confirmed,
        "hands_in": me is not None and not ended and (now.state == "none" or (mine and not confirmed)),
        "missing": [names[entry] for entry in names if entry in now.missing],
        "disputed": [names[entry] for entry in names if entry in now.disputed],
        "i_confirmed": me in now.confirmed,
        "i_disputed": me in now.disputed,
        "ends": _ends(sitting_, now),
        "photos": table.sheet_photos.count(),
        "by_places": scoring_rules(sitting_.tournament).points == "places",
    }


def _scores(sitting_: Sitting, seats: list[dict[str, Any]], weighed: Weighed | None) -> dict[str, Any]:
    """Return what the page shows of a declared game: how its results are typed, and what typed scores would bring."""
    game = declared_of(sitting_.tournament.game, sitting_.tournament.options)
    return {
        "example": example(sitting_.tournament, len(seats)) if seats else "",
        "places_entered": game is not None and game.declaration.entry == "places",
        "columns": []
        if game is None
        else [in_language(c.names, get_language() or "en") for c in game.declaration.columns],
        "keyboard": keyboard(sitting_.tournament),
        "weighs": game is not None and game.weighs,
        "weighed": list(zip(seats, weighed.points, strict=True)) if weighed else [],
        "odd": weighed.odd if weighed else "",
    }


def _taps(
    sitting_: Sitting, form: Variant, seats: list[dict[str, Any]], tapped: tuple[int, ...]
) -> dict[str, Any] | None:
    """Return the taps that tell a result: each seat with where it leads, or the place and figure that it has; who is
    left follows by itself. None where an order is no result."""
    order = in_order(sitting_.tournament, len(seats))
    if order is None:
        return None
    positions = {seat["position"] for seat in seats}
    gone = [at for at in dict.fromkeys(tapped) if at in positions]
    undo = gone[:-1]
    if len(gone) == len(seats) - 1:
        gone += positions.difference(gone)
    whole = len(gone) == len(seats)

    def address(order: list[int]) -> str:
        asked = [f"tapped={'-'.join(map(str, order))}"] if order else []
        return f"?{'&'.join([*asked, *filter(None, [form.carried])])}#report-title"

    lines = []
    for seat in seats:
        at = gone.index(seat["position"]) if seat["position"] in gone else None
        place = None if at is None else len(seats) - at if order.out else at + 1
        lines.append(
            seat
            | {
                "place": place,
                "placed": "" if place is None else places.ordinal(place),
                "brings": "" if at is None else earned(order.figures[at]) if order.out else "",
                "figure": "" if at is None else order.figures[at],
                "address": address([*gone, seat["position"]]),
            }
        )
    if whole:
        lines.sort(key=lambda line: line["place"])
    return {
        "lines": lines,
        "out": order.out,
        "count": len(gone),
        "whole": whole,
        "undo": address(undo) if gone else "",
    }


def _looked(looked: Look | None, seats: list[dict[str, Any]], text: str) -> dict[str, Any]:
    """Return what the page shows of a written game: the text as it was pasted, its position, each seat's points."""
    if looked is None:
        return {"pasted": text}
    return {
        "pasted": text,
        "looked": looked,
        "picture": mark_safe(looked.picture),  # noqa: S308
        "proven": list(zip(seats, looked.points, strict=True)) if looked.points is not None else [],
    }


def _ends(sitting_: Sitting, now: selectors.Standing) -> list[tuple[str, str]]:
    """Return the big buttons of a duel."""
    sentences = {
        "1": lambda: _("%(name)s won") % {"name": now.places[0].name},
        "half": lambda: _("A draw"),
        "0": lambda: _("%(name)s won") % {"name": now.places[1].name},
    }
    return [(end, sentences[end]()) for end in duel_results(sitting_.tournament, len(now.places))]
