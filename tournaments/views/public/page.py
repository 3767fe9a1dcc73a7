"""The pages of one tournament, in what they have in common."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape
from typing import Any, Self

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.core import registry as games
from scoring.brackets.knockout import SYSTEM as KNOCKOUT
from scoring.brackets.second_bracket import SYSTEM as DOUBLE
from scoring.ranking import POINTS
from scoring.sections.groups import SYSTEM
from tournaments.models import Round, Tournament
from tournaments.selectors import labels
from tournaments.selectors.events import public
from tournaments.selectors.events.public import RoundHead, RoundShown
from tournaments.selectors.games import replays
from tournaments.selectors.people import shown_names
from tournaments.selectors.people.shown_names import Person
from tournaments.selectors.rounds.colours import rule_of
from tournaments.selectors.rounds.next_step import OpenTable, open_tables, unfinished_sentences
from tournaments.selectors.rounds.plan import knows_its_schedule
from tournaments.selectors.rounds.rounds import is_drawn, round_names
from tournaments.selectors.standings import groups, rank_movement
from tournaments.selectors.standings.groups import Finals
from tournaments.selectors.standings.standings import Rank, StandingsShown, expelled, standings_shown, unranked
from tournaments.sentences import players as attendance
from tournaments.sentences.points import written_with
from tournaments.web.conditional import render
from tournaments.web.event_pages import grouped
from tournaments.web.seats import Link, sign_of
from tournaments.web.standings import tables
from tournaments.web.variants import Variant


class Page:
    """A page of a tournament: with everybody's names, or with ``only`` those of some pairing numbers."""

    def __init__(
        self,
        tournament: Tournament,
        form: Variant,
        here: str,
        *,
        rounds: list[RoundHead] | None = None,
        only: Set[int] | None = None,
    ) -> None:
        self.tournament = tournament
        self.form = form
        self.here = here
        self.rounds = public.shown_rounds(tournament.pk) if rounds is None else rounds
        # known from the rounds; asked for by itself it costs a query
        open_ = any(round_.state == Round.State.PUBLISHED for round_ in self.rounds)
        tournament.is_being_played = tournament.state == Tournament.State.RUNNING and open_
        self.only = only
        self.colours = public.seat_names(tournament)

    def narrowed(self, only: Set[int]) -> Self:
        """Return the same page with the names of a few players only."""
        return type(self)(self.tournament, self.form, self.here, rounds=self.rounds, only=only)

    @cached_property
    def people(self) -> dict[int, Person]:
        """Return the players whom the page may name, by pairing number."""
        return shown_names.people(self.tournament.pk, only=self.only)

    @cached_property
    def link(self) -> Link:
        return tables.person_link(self.tournament.slug, self.form, self.people)

    @cached_property
    def seat_link(self) -> Link:
        """Return what names a player where they sit: with their team, where teams win the event."""
        return tables.person_link(self.tournament.slug, self.form, self.people, seated=True)

    @cached_property
    def finals(self) -> list[Finals]:
        """Return the public finals that the event led to."""
        return groups.finals_of(self.tournament)

    def groups_before(self) -> list[dict[str, Any]]:
        """Return the public groups that these finals are made of, each with who came from it and from which place."""
        return [
            {"slug": group.slug, "name": group.name, "people": [(place, self.link(who)) for place, who in group.people]}
            for group in groups.groups_of(self.tournament)
        ]

    @property
    def coloured(self) -> bool:
        """Return whether the seats of the game are colours, and not winds or the like."""
        return self.tournament.game in games.keys_set()

    @cached_property
    def two_colours(self) -> str:
        """Return what two colours of a player bring, as `colours.rule_of` says."""
        return rule_of(self.tournament)

    @cached_property
    def pair_link(self) -> Link:
        """Return what names a player at a table of two: with their team, else with their club."""
        return tables.person_link(self.tournament.slug, self.form, self.people, seated=True, clubs=True)

    @property
    def last(self) -> int:
        """Return the number of the newest shown round, 0 before the first."""
        return self.rounds[-1].number if self.rounds else 0

    @cached_property
    def round_names(self) -> dict[int, str]:
        """Return the rounds that have a name, such as "Semi-finals", by their numbers."""
        return round_names(self.tournament) if self.rounds else {}

    def round(self, number: int) -> RoundShown | None:
        return public.round_shown(self.tournament.pk, number)

    def standings(self, after: int | None = None, **part: int) -> StandingsShown | None:
        return standings_shown(self.tournament, self.rounds, after, **part)

    def gone(self, person: Person, row: Rank | None) -> str:
        """Say that a player plays no more, and since when; empty for who does."""
        out = row.out_after if row and row.not_in else None
        thrown_out = person.number in expelled(self.tournament)
        return attendance.gone(person.left, expelled=thrown_out, out_after=out, names=self.round_names)

    def left_out(self, shown: StandingsShown | None, numbered: bool = False) -> SafeString:
        """Return the players whom a rule keeps out of the standings, with the reason."""
        numbers = shown.left_out if shown else ()
        gone = unranked(self.tournament, numbers, {who: person.left for who, person in self.people.items()})
        return tables.left_out(gone, self.link, numbered)

    def render(self, template: str, **context: Any) -> str:
        return render(
            template,
            self.form,
            {
                "tournament": self.tournament,
                "game": public.game_name(self.tournament.game, self.tournament.options),
                "here": self.here,
                "rounds": [round_.number for round_ in self.rounds],
                "last": self.last,
                "planned": knows_its_schedule(self.tournament),
                "games_shown": any(round_.games for round_ in self.rounds),
                # its style is there before round 1: a page that stays open gets the bracket without being loaded again
                "knockout": is_drawn(self.tournament),
                "has_bracket": bool(self.rounds) and is_drawn(self.tournament),
                # asked for by the templates that show them
                "groups_before": self.groups_before,
                "round_names": lambda: self.round_names,
                "finals_after": lambda: self.finals,
                **context,
            },
        )


def _missing(tournament: Tournament, after: int) -> list[OpenTable]:
    """Return the tables whose results the order waits for; those that are being played the title counts already."""
    open_ = open_tables(tournament.pk, after)
    return [table for table in open_ if table.adjourned or table.round < after or tournament.is_over]


def _ranks_before(page: Page, shown: StandingsShown) -> dict[int, int]:
    """Return the ranks after the round before; none while a table waits for a result: nobody moves by half a round."""
    # final is the end of the event; a round before the last one is whole as soon as all its tables are in
    whole = shown.final or (shown.tables > 0 and not shown.half)
    if shown.after_round < 2 or not whole:
        return {}
    return rank_movement.before(page.tournament.pk, shown.after_round)


def _seated(
    page: Page, shown: StandingsShown, end: str
) -> tuple[dict[tuple[int, int], str], dict[tuple[int, int], str]]:
    """Return, by player and round, the signs of the seats that those in the standings had, where seats have names, and
    the addresses of their games, each as seen from the player's seat."""
    with_games = any(round_.games for round_ in page.rounds)
    if not (with_games or page.colours):
        return {}, {}
    tournament, colours, language = page.tournament, page.colours, page.form.language
    tables_ = replays.tables_with_games(tournament.pk) if with_games else frozenset()
    base, more = f"/t/{tournament.slug}/rounds/", f"&amp;{end[1:]}" if end else ""
    signs, games = {}, {}
    players = [row.player for row in shown.rows]
    for at, seats in replays.seats_of_players(tournament.pk, players, shown.after_round).items():
        number, (table, seat) = at[1], seats[0]
        if colours:
            signs[at] = "".join(sign_of(colours, position, language).said for _table, position in seats)
        if (number, table) in tables_:
            games[at] = f"{base}{number}/tables/{table}/?seat={seat}{more}"
    return signs, games


@dataclass(frozen=True, slots=True)
class StandingsPart:
    """Standings as a template shows them."""

    shown: StandingsShown
    table: str
    left_out: int
    legend: list[tuple[str, str]]
    missing: str = ""
    ranks_before: Mapping[int, int] = field(default_factory=dict)
    ranked_by: str = ""
    """What ranks before points, in words; empty where nothing does."""


def standings_part(
    page: Page,
    whole: StandingsShown | None,
    brief: bool = False,
    address: str = "",
    open_: int = 0,
    keep: Set[int] | None = None,
) -> StandingsPart | None:
    """Return the standings for a template; ``address`` is that of their page, ``open_`` whose panel is beside them, and
    ``keep`` whose rows alone are shown, where not all are."""
    if whole is None:
        return None
    shown = whole if keep is None else replace(whole, rows=[row for row in whole.rows if row.player in keep])
    if not shown.rows:
        return None
    legend = [(labels.column(code), labels.tie_break(code)) for code in shown.columns if code != POINTS]
    end = escape(page.form.suffix)
    link = tables.panel_link(address, page.form, page.people, open_) if address else page.link
    before: Mapping[int, int] = {}
    if page.tournament.system == SYSTEM:
        table = grouped(whole, page.people, link, brief, end, last=brief, address=address, keep=keep)
    else:
        before = _ranks_before(page, shown)
        signs, games = _seated(page, shown, end) if address else ({}, {})
        with written_with(number for row in shown.rows for number in (row.points, *row.trail)):
            table = tables.standings(
                shown,
                page.people,
                link,
                brief,
                end,
                before,
                last=brief,
                games=games,
                signs=signs,
                address=address,
                go_on=frozenset().union(*(one.numbers for one in page.finals)),
            )
    missing = "" if shown.final else unfinished_sentences(_missing(page.tournament, shown.after_round))
    if shown.still_in:
        missing = " ".join(filter(None, (missing, labels.still_in(shown.still_in))))
    ranked_by = _ranked_by(page.tournament)
    return StandingsPart(shown, table, shown.players - len(shown.rows), legend, missing, before, ranked_by)


def _ranked_by(tournament: Tournament) -> str:
    """Say what ranks a knockout before points: the round, and with a second bracket defeats or the bracket first."""
    if tournament.system == DOUBLE:
        return _(
            "Whoever has lost less often stands higher, then whoever reached a later round, then whoever had the"
            " better place there."
        )
    if tournament.system != KNOCKOUT:
        return ""
    if tournament.pairing_options.get("consolation") not in (None, "none"):
        return _(
            "The main bracket stands above the consolation. In each of them whoever reached a later round stands"
            " higher, then whoever had the better place there."
        )
    return _("Whoever reached a later round stands higher, then whoever had the better place there.")
