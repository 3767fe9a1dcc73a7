"""The selectors' values as JSON, in the shapes and words of the event document."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.api.core.answers import LEFT_OUT, LeftOut
from tournaments.api.public.players_answers import PlayerOut
from tournaments.api.public.standings_answers import StandingRow, StandingsOut, TablesEntered
from tournaments.api.public.tournaments_answers import ByeOut, PairingOut, RoundOut, TableOut, TournamentOut
from tournaments.models import Tournament
from tournaments.selectors import clubs
from tournaments.selectors.public import RoundShown, TableShown
from tournaments.selectors.shown_names import Person
from tournaments.selectors.standings import Rank, StandingsShown


def tournament(row: Tournament) -> TournamentOut:
    return TournamentOut(
        slug=row.slug,
        name=row.name,
        starts=row.starts.isoformat(),
        venue=row.venue,
        game=row.game,
        pairing=PairingOut(
            system=row.system,
            table_size=row.table_size,
            rounds=LEFT_OUT if row.rounds_open else row.rounds_planned,
        ),
        state=row.state,
        version=row.version,
        club=club.slug if (club := clubs.of_page(row)) else LEFT_OUT,
    )


def player(person: Person) -> PlayerOut:
    return PlayerOut(
        id=person.number,
        name=person.name,
        club=person.club or None,
        team=person.team_key or None,
        joined=person.joined,
        left=person.left,
    )


def table(shown: TableShown) -> TableOut:
    return TableOut(
        number=shown.number,
        seats=[seat.number for seat in shown.seats],
        points=None if shown.end is None else [seat.points for seat in shown.seats],
        end=shown.end,
    )


def a_round(shown: RoundShown, players: list[PlayerOut] | LeftOut = LEFT_OUT) -> RoundOut:
    return RoundOut(
        number=shown.number,
        state=shown.state,
        tables=[table(sat) for sat in shown.tables],
        byes=[ByeOut(player=number, kind=kind) for number, kind in shown.byes],
        players=players,
    )


def standings(shown: StandingsShown, players: list[PlayerOut] | LeftOut = LEFT_OUT) -> StandingsOut:
    """Write the standings as the scoring command prints them, and whether they are up to date."""
    entered = TablesEntered(round=shown.after_round, entered=shown.entered, tables=shown.tables)
    return StandingsOut(
        after_round=shown.after_round,
        final=shown.final and shown.current,
        current=shown.current,
        tables=entered if shown.half else LEFT_OUT,
        tie_breaks=list(shown.tie_breaks),
        standings=[_rank(row, shown.tie_breaks) for row in shown.rows],
        teams=[dict(team) for team in shown.teams],
        players=players,
    )


def _rank(row: Rank, codes: Sequence[str]) -> StandingRow:
    """Write a row; what says nothing is left out, but not that somebody who waits had no rank."""
    nothing = Rank._field_defaults
    said = {name: value for name, value in row._asdict().items() if name not in nothing or value != nothing[name]}
    if row.waits:
        said["rank_before"] = row.rank_before
    said["tie_breaks"] = {code: row.tie_breaks[code] for code in codes if code in row.tie_breaks}
    return StandingRow(**said)
