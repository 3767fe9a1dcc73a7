"""The schedule of all rounds: a row a round, a column a table, one's own line marked."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse

from tournaments.models import Tournament
from tournaments.selectors import labels
from tournaments.selectors.games.replays import tables_with_games
from tournaments.selectors.rounds.plan import PlannedRound, PlannedTable, knows_its_schedule, plan_of
from tournaments.sentences.points import readable
from tournaments.views.public.page import Page
from tournaments.web.conditional import public_page
from tournaments.web.variants import Variant


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as the page shows it: its sign, the player's number, name, team and points; whether it is one's own."""

    style: str
    letter: str
    title: str
    number: int
    name: str
    team: str
    points: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A round: for each table its number, where its game or its round is shown, and its seats; and who is free."""

    number: int
    made: bool
    tables: list[tuple[int, str, list[Seat]]]
    byes: list[tuple[int, str, bool]]


@public_page()
def plan(tournament: Tournament, form: Variant, number: int | None = None) -> str:
    """Show all rounds of a system that knows them beforehand, with the line of a player marked.

    Before the first round is there the numbers may still change hands, so nobody is named.
    """
    if not knows_its_schedule(tournament):
        raise Http404
    page = Page(tournament, form, "schedule")
    if number is not None and number not in page.people:
        raise Http404
    rounds = plan_of(tournament)
    games = tables_with_games(tournament.pk) if any(round_.made for round_ in rounds) else frozenset()
    widest = max((len(round_.tables) for round_ in rounds), default=0)
    return page.render(
        "tournaments/event/plan.html",
        lines=[_line(page, round_, number, games) for round_ in rounds],
        tables=range(1, widest + 1),
        player=page.people.get(number) if number else None,
        named=bool(page.last),
        free=any(round_.byes for round_ in rounds),
    )


def _line(page: Page, round_: PlannedRound, player: int | None, games: frozenset[tuple[int, int]]) -> Line:
    return Line(
        round_.number,
        round_.made,
        [(table.number, _where(page, round_, table, games), _seats(page, table, player)) for table in round_.tables],
        [(number, _name(page, number), number == player) for number in round_.byes],
    )


def _where(page: Page, round_: PlannedRound, table: PlannedTable, games: frozenset[tuple[int, int]]) -> str:
    """Return the address of a table's game, or of its place in the round; empty while its round is not there."""
    if not round_.made:
        return ""
    carried = page.form.suffix
    if (round_.number, table.number) in games:
        return f"{reverse('table', args=[page.tournament.slug, round_.number, table.number])}{carried}"
    return f"{reverse('round', args=[page.tournament.slug, round_.number])}{carried}#t{table.number}"


def _seats(page: Page, table: PlannedTable, player: int | None) -> list[Seat]:
    seats = []
    for seat in table.seats:
        style, letter, title = labels.seat(page.colours, seat.position, page.form.language)
        points = "" if seat.points is None else readable(str(seat.points))
        mine = seat.number == player
        person = page.people.get(seat.number) if page.last else None
        team = person.in_team if person else ""
        seats.append(Seat(style, letter, title, seat.number, _name(page, seat.number), team, points, mine))
    return seats


def _name(page: Page, number: int) -> str:
    person = page.people.get(number) if page.last else None
    return person.name if person else ""
