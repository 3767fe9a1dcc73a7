"""The public pages of a tournament: its overview, a round, a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.documents.gamelink import declared_of, lower_is_better
from scoring.sections.groups import SYSTEM as GROUPS
from tournaments.domain.ledger import scoring_rules
from tournaments.domain.schedule import begins
from tournaments.models import Tournament
from tournaments.selectors import clubs, labels, seasons
from tournaments.selectors.events import event_figures, public
from tournaments.selectors.events.public import RoundShown
from tournaments.selectors.people import shown_names
from tournaments.selectors.people.teams import sides, team_list
from tournaments.selectors.registrations import Phase, offer
from tournaments.selectors.rounds.colours import rule_of
from tournaments.selectors.rounds.rounds import is_drawn
from tournaments.selectors.standings import rank_movement
from tournaments.selectors.standings.groups import places_in_parts
from tournaments.selectors.standings.standings import Rank, StandingsShown, expelled
from tournaments.sentences import places, players
from tournaments.sentences.places import plural
from tournaments.sentences.points import readable
from tournaments.views.public.games import BOARDS_AT_FIRST, boards, featured, with_turn
from tournaments.views.public.page import Page, standings_part
from tournaments.web import cells, schedule, search_engines
from tournaments.web.conditional import public_page
from tournaments.web.delta import SIZE, Chunk, chunk
from tournaments.web.games import films
from tournaments.web.seats import SeatFigure, points, sign_of
from tournaments.web.standings import matches, player_rounds, table_cards, tables
from tournaments.web.standings import rank_movement as movement_pictures
from tournaments.web.standings.bracket import brackets
from tournaments.web.variants import Variant

MAP = "https://www.openstreetmap.org/search?"
PODIUM, STEPS = 3, 6
"""The places on the podium, and how many people share them at most: where more do there is no podium."""
# The first page of an event must stay light whatever its size; the whole lists are one step away.
TABLES_AT_FIRST = 60
MOST_CARDS = 8
"""Of more tables than these a card each would be a page too long to find one's own on."""
TABLES_WHEN_OVER = 6
"""Of an event that is over the final table is what people come for, and not all tables of its last round before it."""
RANKS_AT_FIRST = 100
BOARDS_OF_ROUND = 12
"""So many boards stand below a round's tables; the page of games has them all."""


@dataclass(frozen=True, slots=True)
class Step:
    """A player or a team on the podium."""

    rank: int
    name: str
    club: str
    points: SafeString
    worth: str
    address: str

    @property
    def one(self) -> bool:
        return self.worth == "1"


def event_facts(tournament: Tournament, newest: int) -> dict[str, Any]:
    """Return when and where: the schedule, its next line, the first time on it, a map's address."""
    lines = schedule.lines(tournament.schedule, tournament.starts, newest, tournament.is_over)
    return {
        "schedule": lines,
        "next_line": schedule.coming(lines),
        "begins": f"{hour:%H:%M}" if (hour := begins(tournament.schedule)) else "",
        "map": MAP + urlencode({"query": tournament.venue}) if tournament.venue else "",
    }


def podium(page: Page, ranks: StandingsShown | None) -> list[Step]:
    """Return who came first, second and third, teams where these are ranked; nobody before the order is final."""
    if ranks is None or not ranks.final or ranks.still_in:
        return []
    steps = _team_steps(page, ranks) if ranks.teams else _player_steps(page, ranks)
    return steps if len(steps) <= STEPS else []


def _player_steps(page: Page, ranks: StandingsShown) -> list[Step]:
    slug = page.tournament.slug
    return [
        Step(
            row.rank,
            person.name,
            person.club,
            points(row.points),
            row.points,
            reverse("player", args=[slug, row.player]),
        )
        for row in ranks.rows
        if row.rank <= PODIUM and (person := page.people.get(row.player))
    ]


def _team_steps(page: Page, ranks: StandingsShown) -> list[Step]:
    """Return the best teams; of teams it is the team that wins, not a player."""
    listed = {team.key: team for team in team_list(page.tournament.pk)}
    return [
        Step(
            line["rank"],
            team.name,
            "",
            points(line["points"]),
            line["points"],
            reverse("team", args=[page.tournament.slug, team.id]),
        )
        for line in ranks.teams
        if line["rank"] <= PODIUM and (team := listed.get(line["team"]))
    ]


def finished(page: Page) -> dict[str, Any]:
    """Return the figures of an event that is over, and games worth seeing."""
    shown = event_figures.figures(page.tournament.pk)
    titles = {
        "last": _("The first table of the last round"),
        "longest": _("The longest game"),
        "shortest": _("The shortest game"),
    }
    games = [
        {"title": titles[why], "game": game} | _addresses(page.tournament, game)
        for why, game in event_figures.worth_seeing(shown.games).items()
    ]
    return {"figures": shown, "worth_seeing": games, "seat_means": _means(page, shown)} | {
        "seats_most": places.counted(shown.most) if _has_bars(page, shown) else "",
        "coloured": page.coloured,
    }


def _addresses(tournament: Tournament, game: event_figures.ProvenGame) -> dict[str, str]:
    where = [tournament.slug, game.round, game.table]
    return {"address": reverse("table", args=where), "picture": reverse("table_diagram", args=[*where, game.plies])}


def _has_bars(page: Page, shown: event_figures.Figures) -> bool:
    tournament = page.tournament
    return bool(shown.most) and not lower_is_better(tournament.game, tournament.options)


def _means(page: Page, shown: event_figures.Figures) -> list[SeatFigure]:
    if not any(shown.seats) or not page.colours:
        return []
    language, bars = page.form.language, _has_bars(page, shown)
    return [
        SeatFigure(
            sign_of(page.colours, at, language),
            formats.number_format(round(float(mean), 1), 1),
            round(100 * mean / shown.most) if bars and shown.most else None,
        )
        for at, mean in enumerate(shown.seats, 1)
    ]


@public_page()
def tournament(tournament: Tournament, form: Variant) -> str:
    """Show an event as it stands: what is coming, the newest round beside the standings, or who won."""
    page = Page(tournament, form, "tournament")
    shown = page.round(page.last) if page.last else None
    ranks = page.standings(first=RANKS_AT_FIRST)
    if shown:
        named = {seat.number for table in shown.tables[:TABLES_AT_FIRST] for seat in table.seats}
        named |= {number for number, _kind in shown.byes[:TABLES_AT_FIRST]}
        named |= {row.player for row in ranks.rows[:RANKS_AT_FIRST]} if ranks else set()
        if not is_drawn(tournament):  # a bracket names everybody
            page = page.narrowed(named)
    context: dict[str, Any] = {
        "round": shown,
        "standings": standings_part(page, ranks, brief=True),
        "team_matches": scoring_rules(tournament).teams.score == "match",
        "teams": matches.order(tournament, ranks, form) if ranks and ranks.teams else None,
    }
    context |= event_facts(tournament, page.last)
    if shown and tournament.is_over:
        steps = podium(page, ranks)
        # a name that is read from right to left moves nothing beside it
        winners = [format_html("<bdi>{}</bdi>", step.name) for step in steps if step.rank == 1]
        context |= {"podium": steps, "winners": winners} | finished(page)
    if shown:
        games = boards(page, shown)
        best = featured(games)
        few = len(shown.tables) <= TABLES_AT_FIRST
        limit = TABLES_WHEN_OVER if tournament.is_over else min(TABLES_AT_FIRST, SIZE // tournament.table_size)
        played = (
            matches.cards(tournament, shown, form, page.link, ids=True)
            if few
            else matches.of_round(tournament, shown, form, here=False)
        )
        addresses = {game["table"]: (game["address"] + form.suffix, game["live"]) for game in games}
        context |= {
            "featured": with_turn(page, best, shown),
            # hands of cards stand in the server's picture
            "filmed": best is not None and tournament.game in films.ENTRIES and tournament.game != "kwartet",
            "drawn": brackets(tournament, page.colours, page.link, form),
            "matches": played,
            "pairings": "" if few and played else _tables(page, shown, addresses, limit),
            "byes": tables.byes(shown, page.link) if shown.byes and len(shown.byes) <= TABLES_AT_FIRST else "",
            "boards": [game for game in games if game is not best][:BOARDS_AT_FIRST],
            "tables_left_out": max(0, len(shown.tables) - limit),
        }
    else:
        everybody = list(page.people.values())
        context |= {
            "entries": tables.people_list(everybody[:RANKS_AT_FIRST], page.link) if everybody else "",
            "entries_left_out": max(0, len(everybody) - RANKS_AT_FIRST),
            "entered": len(everybody),
        }
        if (offered := offer(tournament)) is not None:
            context |= {"registration": offered.settings, "registration_full": offered.phase is Phase.FULL}
    first = [page.people[row.player] for row in ranks.rows[:STEPS]] if ranks and tournament.is_over else []
    context["linked_data"] = search_engines.event(
        tournament, form, clubs.of_page(tournament), context.get("registration"), first
    )
    return page.render("tournaments/event/tournament_detail.html", **context)


def _tables(page: Page, shown: RoundShown, games: Mapping[int, tuple[str, bool]], limit: int) -> SafeString:
    """Return the first tables of a round as their game sits round them, a card each; two at a table, and many tables,
    are rows."""
    tournament, form, rule = page.tournament, page.form, page.two_colours
    two, many = tournament.table_size == 2, len(shown.tables[:limit]) > MOST_CARDS
    if two or many:
        link = page.pair_link if two else page.seat_link
        return tables.pairings(shown, page.colours, link, form, rule, limit, tournament.slug, many)
    counter_clockwise = public.counter_clockwise(tournament)
    return table_cards.cards(shown, page.colours, page.seat_link, form, rule, games, limit, counter_clockwise)


@public_page()
def round_detail(tournament: Tournament, form: Variant, number: int) -> str:
    """Show the pairings of a round by table or by name, with the results that are in."""
    page = Page(tournament, form, "round")
    shown = page.round(number)
    if shown is None:
        raise Http404
    whole = shown
    lines: Chunk[Any]
    if form.by == "name":
        seated = {seat.number for table in shown.tables for seat in table.seats} | {who for who, _kind in shown.byes}
        names = {who: page.people[who].name if who in page.people else "" for who in seated}
        order = sorted(seated, key=lambda who: (shown_names.sort_key(names[who]), who))
        lines = chunk(order, lambda who: (who,), page.people, form)
        context = {
            "pairings": tables.names(shown, page.colours, page.seat_link, form, lines.lines, tournament.slug),
            "matches": matches.of_round(tournament, whole, form, here=False),
        }
    else:
        lines = chunk(
            shown.tables,
            lambda table: {seat.number for seat in table.seats},
            page.people,
            form,
            SIZE // tournament.table_size,
            table=lambda table: table.number,
        )
        shown = replace(shown, tables=tuple(lines.lines))
        link = page.pair_link if tournament.table_size == 2 else page.seat_link
        rule, many = rule_of(tournament), len(whole.tables) > MOST_CARDS
        context = {
            "pairings": tables.pairings(shown, page.colours, link, form, rule, slug=tournament.slug, many=many),
            "listed": tables.listed_names(shown, declared_of(tournament.game, tournament.options), form.language),
            "matches": matches.cards(tournament, whole, form, page.link, ids=False),
            "byes": tables.byes(shown, page.link) if shown.byes else "",
            "boards": boards(page, shown, BOARDS_OF_ROUND),
        }
    return page.render("tournaments/event/round_detail.html", round=whole, chunk=lines, **context)


@public_page()
def player(tournament: Tournament, form: Variant, number: int) -> str:
    """Show a player's tables, seats, opponents and points."""
    own = public.appearances(tournament.pk, number)
    opponents = {seat.number for part in own if part.table for seat in part.table.seats}
    page = Page(tournament, form, "player", only={number, *opponents})
    person = page.people.get(number)
    if person is None:
        raise Http404
    shown = page.standings(number=number)
    row = shown.rows[0] if shown and shown.rows else None
    steps = rank_movement.steps(tournament.pk, page.last, number)
    trail = row.trail if row else ()
    played = player_rounds.rounds_of(
        own, number, page.colours, page.seat_link, form, rule_of(tournament), trail, person.left
    )
    return page.render(
        "tournaments/event/player_detail.html",
        person=person,
        standing=row,
        shown=shown,
        points=readable(row.points) if row else "",
        count=plural(Fraction(row.points)) if row else 2,
        after=shown.after_title if shown else "",
        penalties=tables.penalties(row.penalties) if row else "",
        made_up=cells.made_of_start(row),
        in_group=places_in_parts(page.standings()).get(number) if tournament.system == GROUPS else "",
        tie_breaks=_tie_breaks(shown, row),
        running=movement_pictures.running(steps),
        appearances=[(appearance, movement_pictures.after(appearance.round, steps)) for appearance in played],
        ranked=bool(steps),
        ratings=seasons.of_player(tournament.pk, number),
        newest=played[-1] if own else None,
        expelled=number in expelled(tournament),
        gone=page.gone(person, row),
        with_partner=bool(sides(tournament)),
        unranked=players.unranked() if shown and row is None else "",  # beside ``gone``: others are to come in
        linked_data=search_engines.person(person, form),
    )


def _tie_breaks(shown: StandingsShown | None, row: Rank | None) -> list[tuple[str, str, str]]:
    """Return a player's tie-breaks: short name, value, meaning."""
    if shown is None or row is None:
        return []
    return [(labels.column(code), readable(row.values.get(code)), labels.tie_break(code)) for code in shown.tie_breaks]
