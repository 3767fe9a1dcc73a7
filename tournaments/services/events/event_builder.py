"""A whole tournament out of an event document: all of it in one transaction, or nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from django.db import connection, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.core.declarations.declaration import MOST_SEATS
from games.core.declarations.entries import written
from games.core.notices import Notice, plain
from scoring.brackets.eliminations import is_decided, is_elimination
from scoring.documents.document import DocumentError, Event
from scoring.documents.document import Player as ListedPlayer
from scoring.documents.document import Table as Listed
from scoring.input.results import numbered
from tournaments.domain import register
from tournaments.domain.errors import Refused
from tournaments.domain.ledger import Worth, check_result, scoring_rules
from tournaments.domain.locks import hold_people, lock, mark_standings_stale
from tournaments.domain.logbook import acting, person, signed
from tournaments.domain.setup import fields_of, name_of, options_played
from tournaments.imports.archive import Archive, read_archive
from tournaments.models import (
    Club,
    Entry,
    EventImport,
    FormerAddress,
    GameRecord,
    HistoryLine,
    Penalty,
    Player,
    Result,
    Round,
    Seat,
    Table,
    Team,
    Tournament,
)
from tournaments.selectors.site import addresses
from tournaments.services import prizes
from tournaments.services.events.tournaments import refuse_kept
from tournaments.services.lists.import_runs import BATCH, Progress, Tick, carry, keep, quiet

MOST_SMALL = 32_767
MOST_POINTS = 999_999_999


def import_event(import_id: int) -> int | None:
    """Carry out a waiting import; the new tournament's id, or None where there is none."""
    return carry(EventImport, import_id, _carry_out)


def _carry_out(waiting: EventImport) -> int:
    with acting(waiting.uploaded_by, door="import"):
        archive = read_archive(bytes(waiting.content))
        with Progress(waiting, rows_of(archive)) as tick, transaction.atomic():
            tournament = build(archive, by=waiting.uploaded_by, club=waiting.club, slug=waiting.slug, tick=tick)
            keep(waiting, EventImport.DONE, tournament=tournament, content=b"")
    return tournament.pk


@signed
def build(archive: Archive, *, by: Any, club: Club, slug: str = "", tick: Tick = quiet) -> Tournament:
    """Write a tournament. Must be called in a transaction. Raises DocumentError with the place of what cannot be."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('viertal.quiet', 'on', true)")
    hold_people()
    try:
        tournament = _Builder(archive, by, club, tick).build(slug)
    finally:
        if not connection.needs_rollback:
            with connection.cursor() as cursor:
                cursor.execute("SELECT set_config('viertal.quiet', '', true)")
    return tournament


class _Builder:
    def __init__(self, archive: Archive, by: Any, club: Club, tick: Tick) -> None:
        self.archive, self.event, self.prefix = archive, archive.event, archive.prefix
        self.by = person(by)
        self.club = club
        self.tick = tick
        self.settled: set[Any] = set()

    def build(self, slug: str) -> Tournament:
        event, now = self.event, timezone.now()
        try:
            fields = fields_of(event)
            fields["options"] = options_played(event)
        except DocumentError as error:
            raise DocumentError(self.prefix + error.place, error.notice) from None
        penalties = fields["scoring"].pop("penalties", [])
        states = self._states(fields["rounds_planned"])
        if event.rounds:
            over = is_elimination(event) and is_decided(event)
            done = states[-1] == "closed" and (over or len(states) >= fields["rounds_planned"])
            fields["state"] = Tournament.State.FINISHED if done else Tournament.State.RUNNING
        if self.archive.venue:
            fields["venue"] = name_of(self.archive.venue, "tournament.venue", 120)
        if event.starts:
            fields["starts"] = event.starts
        tournament = Tournament.objects.create(
            **fields, published=self.archive.published, created_by=self.by, slug=self._slug(slug), club=self.club
        )
        tournament = lock(tournament.pk)
        self._former_addresses(tournament)
        teams = self._teams(tournament)
        entries = self._entries(tournament, teams)
        self._penalties(tournament, penalties, entries, teams)
        self.by_places = scoring_rules(tournament).points != "game"
        for index, (listed, state) in enumerate(zip(event.rounds, states, strict=True)):
            round_ = Round.objects.create(
                tournament=tournament,
                number=listed.number,
                state=state,
                asked_by=self.by,
                seed=tournament.seed,
                published_at=now,
                closed_at=now if state == "closed" else None,
            )
            self._round(tournament, round_, index, entries)
        if self.archive.prizes is not None:
            prizes.write(tournament, self.archive.prizes.rule, self.archive.prizes.lists)
        self._history(tournament)
        mark_standings_stale(tournament)
        return tournament

    def _former_addresses(self, tournament: Tournament) -> None:
        """Keep the former addresses that no other tournament has or keeps."""
        wanted = [slug for slug in self.archive.former_slugs if slug != tournament.slug]
        taken = set(Tournament.objects.filter(slug__in=wanted).values_list("slug", flat=True))
        taken |= set(FormerAddress.objects.filter(slug__in=wanted).values_list("slug", flat=True))
        FormerAddress.objects.bulk_create(
            FormerAddress(slug=slug, tournament=tournament) for slug in wanted if slug not in taken
        )

    def _history(self, tournament: Tournament) -> None:
        lines = [
            HistoryLine(tournament=tournament, position=position, **asdict(line))
            for position, line in enumerate(self.archive.log, 1)
        ]
        for start in range(0, len(lines), BATCH):
            rows = HistoryLine.objects.bulk_create(lines[start : start + BATCH])
            self.tick(len(rows))

    def _penalties(
        self,
        tournament: Tournament,
        penalties: list[dict[str, Any]],
        entries: dict[int, Entry],
        teams: dict[str, Team],
    ) -> None:
        for index, penalty in enumerate(penalties):
            place = f"{self.prefix}scoring.penalties[{index}]"
            points = Fraction(penalty["points"])
            if len(str(points)) > 16 or points.numerator >= 10**9 or points.denominator >= 10**6:
                raise DocumentError(f"{place}.points", Notice("event-impossible-points"))
            Penalty.objects.create(
                tournament=tournament,
                round=_small(penalty["round"], f"{place}.round"),
                points=points,
                reason=name_of(penalty["reason"], f"{place}.reason", 200),
                decided_by=self.by,
                entry=entries[penalty["player"]] if "player" in penalty else None,
                team=teams[penalty["team"]] if "team" in penalty else None,
            )

    def _slug(self, wanted: str) -> str:
        """Return the address asked for, or the archive's, or one of the name; with a number where it is taken. Raises
        Refused where the address asked for is taken."""
        base = (wanted or self.archive.slug or slugify(self.event.name) or "event")[:74]
        if wanted:
            refuse_kept(base, None)
        if wanted and base in addresses.taken(base):
            raise Refused(_("There is already a tournament “%(slug)s”.") % {"slug": wanted})
        return addresses.first_free(base)

    def _states(self, planned: int) -> list[str]:
        """Return how far each round is: as the archive says. A document alone does not say it: of its rounds the
        last is still open, unless it is the last of all and complete; those before are closed where they are
        complete."""
        states = []
        for index, listed in enumerate(self.event.rounds):
            complete = all(table.end is not None for table in listed.tables)
            last = index == len(self.event.rounds) - 1
            state = "closed" if complete and not (last and listed.number < planned) else "published"
            state = self.archive.states.get(listed.number, state)
            if state == "closed" and not complete:
                place = next(i for i, r in enumerate(self.archive.states) if r == listed.number)
                raise DocumentError(
                    f"rounds[{place}].state",
                    Notice("event-round-not-over"),
                )
            states.append(state)
        return states

    def _teams(self, tournament: Tournament) -> dict[str, Team]:
        names: set[str] = set()
        for index, team in enumerate(self.event.teams):
            place = f"{self.prefix}teams[{index}]"
            name_of(team.id, f"{place}.id", 20)
            name_of(team.name, f"{place}.name", 100)
            if team.name in names:
                raise DocumentError(f"{place}.name", Notice("event-team-name-twice"))
            names.add(team.name)
        teams = Team.objects.bulk_create(
            [Team(tournament=tournament, key=t.id, name=t.name) for t in self.event.teams], batch_size=BATCH
        )
        return {team.key: team for team in teams}

    def _entries(self, tournament: Tournament, teams: dict[str, Team]) -> dict[int, Entry]:
        byes = self.archive.byes
        people = people_of(self.event, self.archive.birth_years, self.prefix, home=tournament)
        fixed = self.event.pairing.get("fixed_tables") or {}
        entries = []
        for index, player in enumerate(self.event.players):
            place = f"{self.prefix}players[{index}]"
            person = people[player.id]
            if player.board is not None and player.team is None:
                raise DocumentError(f"{place}.board", Notice("event-board-without-team"))
            table = fixed.get(str(player.id))
            entries.append(
                Entry(
                    tournament=tournament,
                    player=person,
                    number=player.id,
                    team=teams[player.team] if player.team is not None else None,
                    board=_small(player.board, f"{place}.board"),
                    joined=player.joined,
                    left=player.left,
                    absent=sorted(player.absent),
                    half_byes=sorted(player.half_byes or byes.get(player.id, {}).get("half_byes", ())),
                    full_byes=sorted(player.full_byes or byes.get(player.id, {}).get("full_byes", ())),
                    marks=self.archive.marks.get(player.id, ""),
                    fixed_table=_small(table, f"{self.prefix}pairing.fixed_tables.{player.id}"),
                    has_own_rating=person.rating != player.rating,
                    own_rating=player.rating if person.rating != player.rating else None,
                )
            )
        Entry.objects.bulk_create(entries, batch_size=BATCH)
        self.tick(len(entries))
        return {entry.number: entry for entry in entries}

    def _round(self, tournament: Tournament, round_: Round, index: int, entries: dict[int, Entry]) -> None:
        listed = self.event.rounds[index]
        place = f"{self.prefix}rounds[{index}]"
        reasons = self.archive.reasons
        tables: list[Table] = []
        for at, table in enumerate(listed.tables):
            number = _small(table.number, f"{place}.tables[{at}].number")
            if len(table.seats) > MOST_SEATS:
                raise DocumentError(f"{place}.tables[{at}].seats", Notice("event-too-many-seats"))
            tables.append(Table(round=round_, number=number, reason=reasons.get((round_.number, table.number))))
        Table.objects.bulk_create(tables, batch_size=BATCH)
        seats = [
            Seat(round=round_, table=row, position=position, entry=entries[player])
            for row, table in zip(tables, listed.tables, strict=True)
            for position, player in enumerate(table.seats, start=1)
        ]
        seats += [Seat(round=round_, entry=entries[bye.player], bye=bye.kind) for bye in listed.byes]
        for start in range(0, len(seats), BATCH):
            rows = Seat.objects.bulk_create(seats[start : start + BATCH])
            self.tick(len(rows))
        results = []
        for at, (row, table) in enumerate(zip(tables, listed.tables, strict=True)):
            result = self._result(tournament, row, table, f"{place}.tables[{at}]")
            if result is not None:
                results.append(result)
        Result.objects.bulk_create(results, batch_size=BATCH)
        self._records(round_, {row.number: row for row in tables})

    def _result(self, tournament: Tournament, row: Table, table: Listed, place: str) -> Result | None:
        if table.end is None:
            if any(p is not None for p in table.points or ()):
                raise DocumentError(f"{place}.points", Notice("event-points-missing"))
            return None
        points = table.points or (None,) * len(table.seats)
        _check_points(points, f"{place}.points")
        _check_points(table.game_points or (), f"{place}.game_points")
        value = Worth(points, table.game_points, places=self.by_places and table.game_points is None)
        what = (points, table.game_points, table.end, numbered(table.seats))
        if what not in self.settled:
            try:
                check_result(tournament, row, value, table.end)
            except Refused as error:
                raise DocumentError(f"{place}.points", error.notice or plain(error.message)) from None
            self.settled.add(what)
        return Result(
            table=row,
            points=list(points),
            end=table.end,
            source=Result.Source.IMPORT,
            entered_by=self.by,
            game_points=None if table.game_points is None else list(table.game_points),
            columns=written(table.columns),
        )

    def _records(self, round_: Round, tables: dict[int, Table]) -> None:
        kept = [record for record in self.archive.records if record.round == round_.number]
        GameRecord.objects.bulk_create(
            [GameRecord(table=tables[r.table], text=r.text, uploaded_by=self.by) for r in kept],
            batch_size=100,
        )


def _small(value: int | None, place: str) -> int | None:
    if value is not None and not 1 <= value <= MOST_SMALL:
        raise DocumentError(place, Notice("event-number-too-high", most=MOST_SMALL))
    return value


def _check_points(points: tuple[Fraction | None, ...], place: str) -> None:
    for index, value in enumerate(points):
        if value is not None and not abs(value.numerator) <= MOST_POINTS:
            raise DocumentError(f"{place}[{index}]", Notice("event-points-out-of-bounds"))


def rows_of(archive: Archive) -> int:
    """Return how many rows an import counts."""
    event = archive.event
    seats = sum(len(t.seats) for r in event.rounds for t in r.tables) + sum(len(r.byes) for r in event.rounds)
    return len(event.players) + seats + len(archive.log)


LONGEST = 100
MOST_RATING = 4000


def people_of(event: Event, birth_years: Mapping[int, int], prefix: str = "", *, home: Tournament) -> dict[int, Player]:
    """Return the person of each player, by pairing number; new ones are saved, and belong to ``home``. Two queries, and
    one a thousand new people.

    People must be held (``hold_people``). Raises DocumentError where two players would be one person.
    """
    wanted = {p.id: (p.name, p.club or "", birth_years.get(p.id)) for p in event.players}
    known: dict[tuple[str, str], list[Player]] = defaultdict(list)
    names = {name for name, _club, _year in wanted.values()}
    for player in Player.objects.filter(register.of_the_club(home), name__in=names).order_by("pk"):
        known[player.name, player.club].append(player)
    people: dict[int, Player] = {}
    taken: set[tuple[str, str, int | None]] = set()
    new: dict[int, Player] = {}
    # who is told apart best goes first, so that nobody takes another one's place
    for index, player in sorted(enumerate(event.players), key=lambda pair: (wanted[pair[1].id][2] is None, pair[0])):
        place = f"{prefix}players[{index}]"
        name_of(player.name, f"{place}.name", LONGEST)
        if player.club is not None:
            name_of(player.club, f"{place}.club", LONGEST)
        name, club, year = wanted[player.id]
        free = [p for p in known[name, club] if (p.name, p.club, p.birth_year) not in taken]
        person = _meant(player, year, free)
        if person is None:
            if (name, club, year) in taken:
                raise DocumentError(
                    f"{place}.name",
                    Notice("event-same-person"),
                )
            rating = player.rating if player.rating is None or player.rating <= MOST_RATING else None
            person = new[player.id] = Player(
                name=name, club=club, birth_year=year, rating=rating, home=home, register_id=home.club_id
            )
        taken.add((person.name, person.club, person.birth_year))
        people[player.id] = person
    Player.objects.bulk_create(new.values(), batch_size=1000)
    return people


def _meant(player: ListedPlayer, year: int | None, free: list[Player]) -> Player | None:
    if year is not None:
        return next((p for p in free if p.birth_year == year), None)
    ranked = sorted(free, key=lambda p: (p.birth_year is not None, p.rating != player.rating))
    return ranked[0] if ranked else None
