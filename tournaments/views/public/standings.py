"""Public pages about the order: why it is so, how it moved, who met whom, and the teams."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, replace
from typing import Any, Self

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.standings import tables_entered
from tournaments.models import Tournament
from tournaments.selectors import labels, seasons
from tournaments.selectors.events import public
from tournaments.selectors.events.explanations import Insight, insight
from tournaments.selectors.events.public import RoundShown, TableShown
from tournaments.selectors.games import replays
from tournaments.selectors.people import shown_names
from tournaments.selectors.people.teams import TeamShown, team_list, teams_without_result
from tournaments.selectors.rounds.colours import in_event
from tournaments.selectors.rounds.rounds import is_drawn
from tournaments.selectors.standings import rank_movement as moves
from tournaments.selectors.standings.groups import standings_parts
from tournaments.selectors.standings.prizes import public_prizes
from tournaments.selectors.standings.standings import StandingsShown, beyond_meetings, standings_rounds
from tournaments.sentences import sentence
from tournaments.views.public.games import seats_of
from tournaments.views.public.page import Page, StandingsPart, standings_part
from tournaments.views.public.player_panel import panel_of
from tournaments.web import schedule, seats
from tournaments.web.conditional import form_of, public_page
from tournaments.web.delta import chunk
from tournaments.web.standings import crosstable as crosstables
from tournaments.web.standings import explanations, matches
from tournaments.web.standings import rank_movement as movement_pictures
from tournaments.web.standings.bracket import brackets
from tournaments.web.variants import Variant

MOST_CHOICES = 300
"""Up to so many players a list is offered to choose from; with more one writes a pairing number."""

OPEN_TABLES, MOVERS = 6, 2
"""How many tables, and how many who rose and as many who fell, stand beside the standings at most."""


@dataclass(frozen=True, slots=True)
class Mover:
    """A player with the rank they have, and the one they had after the round before."""

    player: SafeString
    rank: int
    before: int

    @property
    def by(self) -> int:
        """Return the places gained; less than 0 for places lost."""
        return self.before - self.rank

    @property
    def lost(self) -> int:
        return -self.by


class RankPage(Page):
    """A view of the standings: the table, the movement, the crosstable, the teams."""

    def __init__(self, tournament: Tournament, form: Variant, view: str, **more: Any) -> None:
        super().__init__(tournament, form, "standings", **more)
        self.view = view

    def narrowed(self, only: Set[int]) -> Self:
        return type(self)(self.tournament, self.form, self.view, rounds=self.rounds, only=only)

    def insight(self, after: int | None = None) -> Insight:
        """Return the explained standings. Raises Http404 before the first round, or after one not shown."""
        if not self.rounds or (after is not None and not 1 <= after <= self.last):
            raise Http404
        explained = insight(self.tournament.pk, after)
        if explained is None:
            raise Http404
        return explained

    def render(self, template: str, **context: Any) -> str:
        return super().render(template, view=self.view, has_teams=has_teams(self.tournament), **context)


def has_teams(tournament: Tournament) -> bool:
    return bool(shown_names.teams(tournament.pk))


@public_page()
def explanation(
    tournament: Tournament, form: Variant, number: int, after: int | None = None, other: int | None = None
) -> str:
    """Show a player's values as sums, and why the neighbours (or ``other``) are above or below."""
    page = RankPage(tournament, form, "table")
    event = page.insight(after)
    if not 1 <= number <= len(event.event.players):
        raise Http404
    person = page.people.get(number)
    if person is None or (other is not None and other not in page.people):
        raise Http404
    ranks = event.order.ranks
    pairs: list[tuple[int, int]] = []
    if other is not None:
        if number == other or number not in ranks or other not in ranks:
            raise Http404
        pairs = [(number, other)]
    else:
        before, behind = event.neighbours(number)
        pairs = [(who, number) for who in (before,) if who is not None]
        pairs += [(number, who) for who in (behind,) if who is not None]
    comparisons = [explanations.comparison(event, *pair, page.link) for pair in pairs]
    both = []
    if other is not None:
        # what comes after the criterion that decided played no part
        looked = len(comparisons[0].criteria)
        both = [(page.link(who), explanations.sums(event, who, page.link)[:looked]) for who in (number, other)]
    choose = []
    if number in ranks and len(page.people) <= MOST_CHOICES:
        choose = [(person.number, person.name) for person in page.people.values() if person.number in ranks]
    return page.render(
        "tournaments/standings/standings_why.html",
        person=person,
        rank=ranks.get(number),
        half=_title(labels.after_title, event) if event.half else "",
        waits=event.history.waits(number),
        nothing_yet=event.nothing_yet(number),
        after=event.after_round,
        newest=after is None,
        sums=explanations.sums(event, number, page.link) if other is None else [],
        other=other,
        both=both,
        comparisons=comparisons,
        choose=sorted(choose, key=lambda choice: shown_names.sort_key(choice[1])),
        many=len(page.people) > MOST_CHOICES,
        dropped=[(code, sentence(reason)) for code, reason in sorted(event.dropped.items())],
    )


@require_safe
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect the form "compare with" to the page of the two, without telling what exists."""
    try:
        number, other = (int(request.GET.get(key, "")) for key in ("one", "other"))
        after = int(request.GET["after"]) if request.GET.get("after") else None
    except ValueError:
        raise Http404 from None
    if not all(0 < figure < 100_000 for figure in (number, other, after or 1)):
        raise Http404
    carried = form_of(request).carried
    if after is None:
        address = reverse("compared", args=[slug, number, other])
    else:
        address = reverse("compared_after", args=[slug, after, number, other])
    return HttpResponseRedirect(f"{address}?{carried}" if carried else address)


@public_page()
def movement(tournament: Tournament, form: Variant, top: int | None = None, number: int | None = None) -> str:
    """Show how the ranks moved: the first ``top``, or those around the player with a pairing ``number``."""
    page = RankPage(tournament, form, "movement")
    moved = moves.moved(tournament.pk, page.last)
    if number is not None and number not in (moved.ranks if moved.rounds else page.people):
        raise Http404
    if top is not None and top not in movement_pictures.TOPS:
        raise Http404
    choice = movement_pictures.choose(moved, top, number if moved.rounds else None)
    page = page.narrowed({*choice.numbers, *choice.others})
    names = {who: person.name for who, person in page.people.items()}
    person = page.people.get(number) if number is not None else None
    return page.render(
        "tournaments/standings/standings_movement.html",
        moved=moved,
        choice=choice,
        person=person,
        half=labels.half_note(*moved.half) if moved.half else "",
        warning=labels.standings_state(page.last, 0, missing=moved.missing) if moved.missing else "",
        picture=movement_pictures.picture(moved, choice, names) if moved.rounds else "",
        rows=movement_pictures.rows(moved, choice.numbers, page.link) if moved.rounds else (),
        others=movement_pictures.rows(moved, choice.others, page.link) if moved.rounds else (),
        columns=movement_pictures.columns(moved),
        tops=[size for size in movement_pictures.TOPS if size < len(moved.ranks)],
        everybody=len(moved.ranks) <= movement_pictures.ALL,
    )


@public_page()
def crosstable(tournament: Tournament, form: Variant, sheet: int | None = None, square: bool | None = None) -> str:
    """Show all meetings with their results: all against all, or round by round (``sheet`` from 1).

    Where neither is asked for it is the square as long as that is small and mostly filled.
    """
    page = RankPage(tournament, form, "crosstable")
    event = insight(tournament.pk) if page.rounds else None
    context: dict[str, Any] = {"grid": "", "sheets": 0}
    if event is not None:
        shown = page.standings()
        lines, ranks = crosstables.in_order(event.crosstable(), shown)
        if square and len(lines) > crosstables.SQUARE:
            raise Http404
        square = crosstables.is_square_fit(lines) if sheet is None and square is None else bool(square)
        sheets = -(-len(lines) // crosstables.SHEET)
        at = 1 if sheet is None else sheet
        if not 1 <= at <= max(1, sheets):
            raise Http404
        part = lines if square else lines[(at - 1) * crosstables.SHEET : at * crosstables.SHEET]
        members = {line.player for line in part}
        page = page.narrowed(members.union(shown.left_out if shown else ()))
        games = replays.tables_with_games(tournament.pk)
        drawn = (
            crosstables.square(lines, ranks, page.link, form, tournament.slug, games)
            if square
            else crosstables.by_round(part, ranks, page.link, event.after_round, form, tournament.slug, games)
        )
        context = {
            "grid": drawn,
            "left_out": page.left_out(shown, numbered=True),
            "square": square,
            "beyond": beyond_meetings(lines, shown) if square else "",
            "may_square": len(lines) <= crosstables.SQUARE,
            "sheets": range(1, sheets + 1),
            "sheet": at,
            "warning": shown.warning if shown else "",
            "title": shown.after_title if shown else _title(labels.after_title, event),
            "doubled": [
                (number, player, page.link(player), whole.sum)
                for number, player, whole in in_event(event.event, event.rules.two_colours)
                if player in members and number <= event.after_round
            ],
        }
    return page.render("tournaments/standings/standings_crosstable.html", **context)


@public_page()
def bracket(tournament: Tournament, form: Variant) -> str:
    """Show the brackets of a knockout, or of the finals after groups, with the places so far beside them."""
    page = RankPage(tournament, form, "bracket")
    if not is_drawn(tournament):
        raise Http404
    return page.render(
        "tournaments/standings/bracket.html",
        drawn=brackets(tournament, page.colours, page.link, form) if page.rounds else None,
        standings=standings_part(page, page.standings(), brief=True),
    )


@public_page()
def teams(tournament: Tournament, form: Variant) -> str:
    """Show the teams in their order."""
    page = RankPage(tournament, form, "teams")
    listed = team_list(tournament.pk)
    event = insight(tournament.pk) if page.rounds else None
    if not listed:
        raise Http404
    shown = page.standings(first=1)
    codes = event.teams().order.codes if event else ()
    title = _title(labels.teams_title, event) if event else _("Teams")
    return page.render(
        "tournaments/standings/team_list.html",
        title=shown.title if shown and shown.settled else title,
        teams=crosstables.team_lines(event, listed),
        codes=[labels.column(code) for code in codes],
        legend=[(labels.column(code), labels.tie_break(code)) for code in codes],
        table=matches.order(tournament, whole, form) if (whole := page.standings()) and whole.teams else None,
        each_other=matches.each_other(
            event, listed, {line["team"]: line for line in whole.teams}, tournament, newest, form
        )
        if whole and (newest := page.round(page.last))
        else "",
        standings={"shown": shown} if shown else None,
        started=event is not None,
        open=event is not None and event.open,
    )


@public_page()
def team(tournament: Tournament, form: Variant, team_id: int) -> str:
    """Show a team: its players, its rounds, its matches."""
    page = RankPage(tournament, form, "teams")
    listed = {row.id: row for row in team_list(tournament.pk, empty=True)}
    if team_id not in listed or not listed[team_id].members:
        raise Http404
    own = listed[team_id]
    page = page.narrowed(set(own.members))
    event = insight(tournament.pk) if page.rounds else None
    shown = page.standings(first=1)
    return page.render(
        "tournaments/standings/team_detail.html",
        team=own,
        title=shown.after_title if shown and shown.settled else _title(labels.after_title, event) if event else "",
        standing=(standing := next((line for line in crosstables.team_lines(event, [own]) if event), None)),
        count=1 if standing and standing.points == "1" else 2,
        members=crosstables.members(event, own, page.people, page.link),
        rounds_played=crosstables.team_rounds(event, own, {row.key: row for row in listed.values()}, page.link),
        matches=event.teams().matches if event else False,
        standings={"shown": shown} if shown else None,
        sums=_team_sums(event, own.key, page, {row.key: row for row in listed.values()}) if event else [],
        open=event is not None and event.open,
    )


def _title(words: Callable[[int, int, int], str], event: Insight) -> str:
    return words(event.after_round, *tables_entered(event.event, event.after_round))


def _team_sums(event: Insight, key: str, page: RankPage, by_key: Mapping[str, TeamShown]) -> list[explanations.Sum]:
    """Return a team's tie-breaks as the sums that made them; who gave a term is a team."""
    named = matches.team_link(page.tournament.slug, page.form)

    def link(number: int) -> SafeString:
        row = by_key[event.event.teams[number - 1].id]
        return named(row.id, row.name)

    silent = key in teams_without_result(event)
    values = [event.explainer.explain_team(key, code) for code in event.teams().order.codes]
    return [
        explanations.sum_of_value(value, link, unknown=silent and not value.value and not labels.is_given(value.code))
        for value in values
    ]


@public_page()
def standings(tournament: Tournament, form: Variant, after: int | None = None, number: int | None = None) -> str:
    """Show the standings, the newest or those after a round; beside them the panel of a player with a ``number``."""
    page = Page(tournament, form, "standings")
    if after is not None and after > page.last:
        raise Http404
    shown = page.standings(after)
    if shown is None and after is not None:
        raise Http404
    address = _address(tournament, after)
    rows = [row for _title, part in standings_parts(shown) for row in part.rows] if shown else []
    lines = chunk(rows, lambda row: (row.player,), page.people, form, at=number or 0)
    page.form = replace(form, page=lines.page, at=0)  # the lines that links lead back to
    keep = {row.player for row in lines.lines} if len(lines.lines) < len(rows) else None
    part = standings_part(page, shown, address=address, open_=number or 0, keep=keep)
    return page.render(
        "tournaments/standings/standings_detail.html",
        standings=part,
        chunk=lines if shown else None,
        **(_beside(page, shown, part, now=after is None) if shown and part else {}),
        teams=matches.order(tournament, shown, form) if shown and shown.teams else None,
        view="table",
        part_of=seasons.of_tournament(tournament.pk),
        has_teams=bool(shown and shown.teams),
        left_out=page.left_out(shown),
        after=after,
        prizes=public_prizes(tournament) if after is None else None,
        afters=standings_rounds(tournament.pk, page.last),
        panel=panel_of(page, shown, number, after) if number is not None else None,
        address=address,
    )


def _beside(page: Page, shown: StandingsShown, part: StandingsPart, *, now: bool) -> dict[str, Any]:
    """Return what stands beside the table: the tables without a result, those of the leaders first, or who rose and
    fell most; ``now``: and what comes next."""
    tournament = page.tournament
    round_ = page.round(shown.after_round) if now and shown.half else None
    lines = schedule.lines(tournament.schedule, tournament.starts, page.last, tournament.is_over) if now else []
    moved = [Mover(page.link(row.player), row.rank, part.ranks_before.get(row.player, row.rank)) for row in shown.rows]
    waiting = _still_playing(page, shown, round_) if round_ else []
    by_rise = sorted((mover for mover in moved if mover.by), key=lambda mover: (-mover.by, mover.rank))
    fell = [mover for mover in by_rise if mover.by < 0]
    return {
        "round": round_,
        "playing": waiting[:OPEN_TABLES],
        "open_left_out": len(waiting) - OPEN_TABLES > 0,
        "movers": [mover for mover in by_rise if mover.by > 0][:MOVERS] + fell[-MOVERS:][::-1],
        "next_line": schedule.coming(lines),
    }


def _still_playing(page: Page, shown: StandingsShown, round_: RoundShown) -> list[tuple[TableShown, SafeString]]:
    """Return the tables without a result and their seats, in the order of the best placed player at each."""
    place = {row.player: at for at, row in enumerate(shown.rows)}
    waiting = [table for table in round_.tables if table.end in (None, "adjourned")]
    waiting.sort(key=lambda table: min(place.get(seat.number, len(place)) for seat in table.seats))
    return [(table, seats.seat_list(seats_of(page, table))) for table in waiting]


@public_page()
def panel(tournament: Tournament, form: Variant, number: int, after: int | None = None) -> str:
    """Show a player's panel alone: what a script puts beside the standings."""
    own = public.appearances(tournament.pk, number)
    opponents = {seat.number for part in own if part.table for seat in part.table.seats}
    page = Page(tournament, form, "standings", only={number, *opponents, *_neighbours(tournament, number, after)})
    if after is not None and after > page.last:
        raise Http404
    return page.render(
        "tournaments/standings/standings_panel.html",
        panel=panel_of(page, page.standings(after), number, after, own),
        after=after,
        address=_address(tournament, after),
    )


def _neighbours(tournament: Tournament, number: int, after: int | None) -> set[int]:
    """Return whom a player's place is compared with."""
    event = insight(tournament.pk, after)
    return {who for who in event.neighbours(number) if who is not None} if event else set()


def _address(tournament: Tournament, after: int | None) -> str:
    if after is None:
        return reverse("standings", args=[tournament.slug])
    return reverse("standings_after", args=[tournament.slug, after])
