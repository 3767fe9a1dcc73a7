"""Everybody's table, read once for a hall full of phones that ask at the same moment; each one's way on in a bracket,
and the hall's clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from django.utils.crypto import constant_time_compare

from tournaments.models import Clock, PersonalLink, ReportRule, Tournament
from tournaments.models.links import number_in, token_of
from tournaments.pairing.bracket.drawn import Drawing, Way
from tournaments.search import Names, best
from tournaments.selectors.events import public
from tournaments.selectors.events.public import Appearance, RoundShown, TableShown
from tournaments.selectors.games import replays
from tournaments.selectors.games.replays import Board
from tournaments.selectors.people import shown_names
from tournaments.selectors.people.shown_names import Person
from tournaments.selectors.rounds.colours import rule_of
from tournaments.selectors.rounds.matches import Matches, matches_of
from tournaments.selectors.rounds.rounds import drawings_of, names_in, round_title, rounds_with_tables
from tournaments.selectors.standings.groups import places_in_parts
from tournaments.selectors.standings.standings import Rank, StandingsShown, expelled, order_by_points, standings_shown
from tournaments.sentences.players import gone


@dataclass(frozen=True, slots=True)
class Onward:
    """The way of a player on from their newest table, before the next round is published.

    ``round``: what the round is called in which they play next, empty where that is not known, or where they are out.
    ``table``: their table there; None for a bye. ``double``: the second bracket is that of a double elimination.
    """

    way: Way
    round: str = ""
    table: int | None = None
    double: bool = False


def onward(drawn: Sequence[Drawing]) -> dict[int, Onward]:
    """Return it by pairing number, for everybody of whom it is known."""
    newest: dict[int, tuple[int, Onward]] = {}
    following: dict[int, tuple[int, str, int | None]] = {}
    for drawing in drawn:
        for at, column in enumerate(drawing.columns):
            for box in column.boxes:
                for spot in box.spots:
                    if spot.player is None:
                        continue
                    if box.paired and column.round >= newest.get(spot.player, (0,))[0]:
                        newest[spot.player] = column.round, Onward(spot.way, double=drawing.double)
                    elif not box.paired and column.round < following.get(spot.player, (column.round + 1,))[0]:
                        following[spot.player] = column.round, round_title(drawing, at), box.number
    out = {}
    for player, (_number, now) in newest.items():
        if now.way is Way.OUT:
            out[player] = now
        elif now.way in (Way.ON, Way.DOWN):
            _round, title, table = following.get(player, (0, "", None))
            out[player] = Onward(now.way, title, table, now.double)
    return out


@dataclass(frozen=True, slots=True)
class Place:
    """A player's place in the newest round: at a table, or out of it with a bye."""

    table: TableShown | None
    bye: str | None


@dataclass
class Hall:
    """A tournament at one version: its players, their tables and their places in the standings.

    ``links`` are the personal links' seeds and pairing numbers, by entry; nobody must be shown them.
    """

    tournament: Tournament
    people: dict[int, Person]
    round: RoundShown | None
    standings: StandingsShown | None
    links: dict[int, tuple[str, int]] = field(repr=False)
    games: bool = False
    """Whether a game can be looked at."""
    boards: dict[int, Board] = field(default_factory=dict)
    """The games of the newest round, by table."""
    rounds: list[RoundShown] = field(default_factory=list)
    """All shown rounds."""
    round_names: dict[int, str] = field(default_factory=dict)
    """The rounds that have a name, such as "Semi-finals", by their numbers."""
    onward: dict[int, Onward] = field(default_factory=dict)
    """How players of a knockout go on, before the next round is published."""
    matches: Matches | None = None
    """The matches of the newest round, where teams play any."""
    parts: dict[tuple[str | int, ...], Any] = field(default_factory=dict, repr=False)
    """Parts of pages that are the same for several of its players, by what they depend on."""

    @cached_property
    def places(self) -> dict[int, Place]:
        places: dict[int, Place] = {}
        if self.round:
            for table in self.round.tables:
                for seat in table.seats:
                    places[seat.number] = Place(table, None)
            for number, kind in self.round.byes:
                places[number] = Place(None, kind)
        return places

    @cached_property
    def ways(self) -> dict[int, dict[int, Appearance]]:
        """Return everybody's way through the event: for each player their part of each round."""
        ways: dict[int, dict[int, Appearance]] = {}
        for shown in self.rounds:
            for table in shown.tables:
                part = Appearance(shown.number, table, None)
                for seat in table.seats:
                    ways.setdefault(seat.number, {})[shown.number] = part
            for number, kind in shown.byes:
                ways.setdefault(number, {})[shown.number] = Appearance(shown.number, None, kind)
        return ways

    @cached_property
    def two_colours(self) -> str:
        """Return what two colours of a player bring, as `colours.rule_of` says."""
        return rule_of(self.tournament)

    @cached_property
    def expelled(self) -> frozenset[int]:
        return expelled(self.tournament)

    def gone(self, number: int) -> str:
        """Say that a player plays no more, and since when, once a round is there that they are not in; else empty."""
        row, left = self.ranks.get(number), self.people[number].left
        if left is not None and self.round is not None and left >= self.round.number and number not in self.expelled:
            return ""
        out = row.out_after if row and row.not_in else None
        return gone(left, expelled=number in self.expelled, out_after=out, names=self.round_names)

    @cached_property
    def ranks(self) -> dict[int, Rank]:
        return {row.player: row for row in self.standings.rows} if self.standings else {}

    @cached_property
    def in_parts(self) -> dict[int, str]:
        return places_in_parts(self.standings)

    @cached_property
    def order(self) -> list[tuple[int, Fraction]]:
        """Return rank and points of those who have a rank, in their order; empty where points do not decide.

        Nobody is so many points behind a rank that is not shown.
        """
        return order_by_points(self.tournament, self._ranked)

    @cached_property
    def lines(self) -> dict[int, int]:
        """Return the line of each of them in the order."""
        return {row.player: at for at, row in enumerate(self._ranked)}

    @cached_property
    def _ranked(self) -> list[Rank]:
        return [row for row in self.standings.rows if not row.nothing_yet] if self.standings else []

    def who_holds(self, token: str) -> int:
        """Return the pairing number of the player whose link a token is; 0 for a token of nobody."""
        entry_id = number_in(token)
        if entry_id is None or entry_id not in self.links:
            return 0
        seed, number = self.links[entry_id]
        return number if constant_time_compare(token, token_of(entry_id, seed)) else 0

    @cached_property
    def names(self) -> Names:
        """Return the names for the search: those that everyone may read, and no others."""
        return Names({number: person.name for number, person in self.people.items()})

    def find(self, query: str) -> list[int]:
        """Find the players for a typed text, a name or a pairing number, the best first; nobody for nothing."""
        return best(self.people, query) or self.names.find(query) if query else []

    @cached_property
    def reports(self) -> bool:
        """Return whether players report their results themselves."""
        rule: ReportRule | None = getattr(self.tournament, "report_rule", None)
        return rule is not None and rule.mode != ReportRule.Mode.OFF

    @cached_property
    def moves(self) -> bool:
        """Return whether players enter the moves of their own games now."""
        rule: ReportRule | None = getattr(self.tournament, "report_rule", None)
        return rule is not None and rule.moves and self.round is not None and self.round.state == "published"

    @property
    def counter_clockwise(self) -> bool:
        return public.counter_clockwise(self.tournament)

    @cached_property
    def colours(self) -> tuple[str, ...]:
        return public.seat_names(self.tournament)


def hall(tournament: Tournament) -> Hall:
    """Read all of it in six queries, eight where there are games. Names are in the language that is active."""
    rounds = public.shown_rounds(tournament.pk)
    with_games = any(head.games for head in rounds)
    whole = rounds_with_tables(
        tournament.pk, rounds, replays.tables_with_games(tournament.pk) if with_games else frozenset()
    )
    drawn = drawings_of(tournament) if whole else ()
    links = PersonalLink.objects.filter(entry__tournament=tournament).order_by()
    return Hall(
        tournament=tournament,
        people=shown_names.people(tournament.pk),
        round=whole[-1] if whole else None,
        standings=standings_shown(tournament, rounds),
        links={entry: (seed, number) for entry, seed, number in links.values_list("entry", "seed", "entry__number")},
        games=with_games,
        boards={game.table: game for game in replays.boards(tournament.pk, rounds[-1].number)}
        if rounds and rounds[-1].games
        else {},
        rounds=whole,
        round_names=names_in(drawn),
        onward=onward(drawn),
        matches=matches_of(tournament, whole[-1]) if whole else None,
    )


def shown_clock(tournament: Tournament, last: int) -> Clock | None:
    """Return the clock if it was begun, in the round ``last``, the newest that is shown; else None."""
    clock: Clock | None = getattr(tournament, "clock", None)
    return clock if clock and clock.begun and clock.round == last else None
