"""The games of an event: a list to choose from, their texts and their files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from tournaments.domain.access import Action, may
from tournaments.models import GameRecord, Tournament
from tournaments.selectors import game_list, game_texts, shown_names
from tournaments.selectors.game_list import Listed
from tournaments.selectors.written_records import public_text
from tournaments.views.public.game_boards import seats_of
from tournaments.views.public.page import Page
from tournaments.web.conditional import answer, form_of, public_page
from tournaments.web.seats import seat_list
from tournaments.web.variants import Variant

HTML = "text/html; charset=utf-8"
MOST = 200
"""So many games stand on one page; a choice finds the others."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of games; whatever is not understood is as if it were left out."""

    player: int = 0
    round: int = 0
    result: str = ""
    length: str = ""

    @classmethod
    def asked(cls, query: QueryDict) -> Self:
        def number(name: str) -> int:
            text = query.get(name, "")
            return int(text) if text.isascii() and text.isdigit() and len(text) <= 5 else 0

        result, length = query.get("result", ""), query.get("length", "")
        return cls(
            number("player"),
            number("round"),
            result if result in (game_list.DRAWN, game_list.DECIDED, game_list.LIVE) else "",
            length if length in game_list.LENGTHS else "",
        )

    @property
    def query(self) -> str:
        """Return the query that asks for this, in one spelling."""
        asked = {"player": self.player, "round": self.round, "result": self.result, "length": self.length}
        return urlencode({name: value for name, value in asked.items() if value})


@require_safe
def games(request: HttpRequest, slug: str) -> HttpResponseBase:
    """List the games of an event by player, round, result and length."""
    form, choice = form_of(request), Choice.asked(request.GET)
    with translation.override(form.language):
        where = f"{request.path}?{choice.query}"
        return answer(request, slug, form, lambda tournament: _page(tournament, form, choice), HTML, where)


def _page(tournament: Tournament, form: Variant, choice: Choice) -> str:
    if not tournament.has_engine:
        raise Http404
    page = Page(tournament, form, "games")
    everything = game_list.games_of(tournament.pk)
    shown = game_list.chosen(everything, choice.player, choice.round, choice.result, choice.length)
    page = page.narrowed({seat.number for game in everything for seat in game.table.seats})
    people = sorted(page.people.values(), key=lambda person: shown_names.sort_key(person.name))
    return page.render(
        "tournaments/game_list.html",
        games=[_line(page, game, choice.player) for game in shown[:MOST]],
        left_out=max(0, len(shown) - MOST),
        count=len(everything),
        recorded=any(not game.live for game in everything),
        choice=choice,
        **_filters(everything, choice, [(person.number, person.name) for person in people]),
    )


def _filters(games: Sequence[Listed], choice: Choice, people: list[tuple[int, str]]) -> dict[str, Any]:
    """Return the options of each filter; none where every choice would leave the same games, unless one is made."""
    results = [
        (game_list.DECIDED, pgettext("result of a game", "won")),
        (game_list.DRAWN, pgettext("result of a game", "drawn")),
        (game_list.LIVE, _("being played")),
    ]
    lengths = [
        (key, _("up to %(most)d moves") % {"most": most} if not least else _span(least, most))
        for key, (least, most) in game_list.LENGTHS.items()
    ]
    rounds = sorted({game.round for game in games})
    tables = {frozenset(seat.number for seat in game.table.seats) for game in games}
    of_length = [key for key, _name in lengths if game_list.chosen(games, length=key)]
    return {
        "people": people if len(tables) > 1 or choice.player else [],
        "rounds_played": rounds if len(rounds) > 1 or choice.round else [],
        "results": results if len({game.result for game in games}) > 1 or choice.result else [],
        "lengths": lengths if len(of_length) > 1 or choice.length else [],
    }


def _span(least: int, most: int) -> str:
    if most >= 1_000_000:
        return _("%(least)d moves and more") % {"least": least}
    return _("%(least)d to %(most)d moves") % {"least": least, "most": most}


def _line(page: Page, game: Listed, player: int) -> dict[str, Any]:
    address = reverse("table", args=[page.tournament.slug, game.round, game.table.number])
    seat = next((seat.position for seat in game.table.seats if seat.number == player), 0)
    query = "&".join(filter(None, (f"seat={seat}" if seat else "", page.form.carried)))
    return {
        "round": game.round,
        "table": game.table.number,
        "seats": seat_list(seats_of(page, game.table)),
        "plies": game.plies,
        "live": game.playing,
        "noted": game.live and not game.playing,
        "address": f"{address}?{query}" if query else address,
    }


TEXT = "text/plain; charset=utf-8"


@public_page(TEXT)
def one_as_text(tournament: Tournament, form: Variant, record_id: int) -> str:
    """Show a game as text."""
    text = game_texts.game(tournament, record_id)
    if text is None:
        raise Http404
    return text


@public_page(TEXT)
def all_as_text(tournament: Tournament, form: Variant) -> str:
    """Show all games of an event as text, one after the other."""
    return game_texts.games(tournament)


@require_safe
def download_record(request: HttpRequest, slug: str, record_id: int) -> HttpResponse:
    """Send a record as it was handed in. The public gets those that prove a result of a round that is shown, with
    the names that everyone may read."""
    record = get_object_or_404(
        GameRecord.objects.select_related("table__round__tournament"),
        pk=record_id,
        table__round__tournament__slug=slug,
    )
    round_, text = record.table.round, record.text
    if not may(request.user, Action.WORK, round_.tournament):
        proves = record.state == GameRecord.State.AGREES
        if not (proves and round_.is_shown and may(request.user, Action.VIEW, round_.tournament)):
            raise Http404
        text = public_text(record)
    name = f"{slug}-round-{round_.number}-table-{record.table.number}.json"
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    return response
