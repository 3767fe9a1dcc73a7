"""Tournament report files (TRF): a whole tournament of two-player games in, and out again."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from games.core import registry as games
from games.core.errors import ImpossiblePoints
from games.core.options import complete
from scoring import document as doc
from scoring.output import standings_document
from scoring.standings import standings
from scoring.trf import Report, TrfError, read_report, write_report
from scoring.trf.events import NotForTwo, event_of, report_of
from scoring.trf.writing import TRF16, TRF26
from tournaments import ledger, tasks
from tournaments.access import Action, may, require
from tournaments.errors import Refused
from tournaments.locks import standings_moved
from tournaments.models import (
    Entry,
    Player,
    PossiblePoints,
    Result,
    Round,
    Seat,
    Table,
    Team,
    Tournament,
)
from tournaments.selectors import documents
from tournaments.services.entries import ONE_LIST_AT_A_TIME
from tournaments.text import is_visible

VERSIONS = (TRF16, TRF26)
SYSTEMS = ("swiss", "berger")
KINDS = {"swiss": "Individual: Swiss-System (Dutch)", "berger": "Individual: Round-Robin"}
# C.07, the list of article 5
FIDE_TIE_BREAKS = frozenset(
    {"DE", "BH", "FB", "AOB", "SB", "PS", "KS", "WIN", "WON", "BPG", "BWG", "REP", "GE", "STD", "ARO", "TPR"}
    | {"RTNG", "TPN"}
)
MOST_PLAYERS = 2000


def two_player_games() -> dict[str, str]:
    """The games that two can play with a seat each, by key, with their names."""
    found = {key: games.get(key).info for key in games.keys()}  # noqa: SIM118
    return {key: info.name for key, info in found.items() if 2 in info.seats and not info.seat_names}


def bring_in(content: bytes, *, by: Any, game: str, system: str = "") -> Tournament:
    """A new tournament, not public yet, from a report file. Only an organiser of the installation makes one.

    ``system`` is what the file says, where it is empty. Raises Refused with the line and column, or what else is
    wrong; then nothing is made.
    """
    if not (getattr(by, "is_superuser", False) and by.is_active):
        raise PermissionDenied(_("Only an organiser of this installation makes or imports tournaments."))
    if game not in two_player_games() or system not in ("", *SYSTEMS):
        raise Refused(_("Choose a game for two and a pairing system."))
    try:
        report = read_report(content)
    except TrfError as error:
        if not error.line:
            raise Refused(error.message) from error
        raise Refused(
            _("Line %(line)d, column %(column)d: %(why)s")
            % {"line": error.line, "column": error.column, "why": error.message}
        ) from error
    if len(report.players) > MOST_PLAYERS:
        raise Refused(_("The file has more than %(most)d players.") % {"most": MOST_PLAYERS})
    with transaction.atomic():
        tournament = _write(report, event_of(report, game=game, system=system or None), by)
        transaction.on_commit(lambda: tasks.send(tasks.compute_standings, tournament.pk))
    return tournament


def _write(report: Report, event: doc.Event, by: Any) -> Tournament:
    with connection.cursor() as cursor:
        # people belong to all tournaments, so lists are imported one after the other
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [ONE_LIST_AT_A_TIME])
    tournament = _tournament(report, event, by)
    teams = {
        team.id: Team.objects.create(tournament=tournament, key=team.id, name=_name(team.name, 100))
        for team in event.teams
    }
    people = _people(report)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player=person,
            number=player.id,
            team=teams.get(player.team or ""),
            board=player.board,
            absent=sorted(player.absent),
        )
        for player, person in zip(event.players, people, strict=True)
    )
    by_number = {entry.number: entry for entry in entries}
    for number, round_ in enumerate(event.rounds, 1):
        _write_round(tournament, round_, by_number, by, is_last=number == len(event.rounds))
    _begin(tournament, event)
    standings_moved(tournament)
    return tournament


def _tournament(report: Report, event: doc.Event, by: Any) -> Tournament:
    try:
        starts = date.fromisoformat(event.starts or "")
    except ValueError:
        starts = timezone.localdate()
    pairing = dict(event.pairing)
    rounds, system, size = pairing.pop("rounds"), pairing.pop("system"), pairing.pop("table_size")
    name = _name(event.name, 120)
    made = Tournament(
        name=name,
        slug=_free_slug(name),
        starts=starts,
        venue=_visible(report.fact("022"), 120),
        game=event.game,
        system=system,
        table_size=size,
        rounds_planned=rounds,
        pairing_options=pairing,
        scoring={} if _gives_one_and_a_half(event.game) else {"points": "places"},
        created_by=by,
    )
    try:
        made.full_clean(exclude=["created_by"])
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error
    made.save()
    return made


def _gives_one_and_a_half(key: str) -> bool:
    """Whether the game's own points for a win and a tie are those of the format."""
    game = games.get(key)
    options = complete(game.info, {})
    try:
        game.check_points(options, [Fraction(1), Fraction(0)])
        game.check_points(options, [Fraction(1, 2), Fraction(1, 2)])
    except ImpossiblePoints:
        return False
    return True


def _people(report: Report) -> list[Player]:
    """The players, known ones found again by name and year of birth. Raises Refused where two cannot be told apart."""
    wanted: dict[tuple[str, int | None], int] = {}
    keys = []
    for player in report.players:
        year = player.born[:4]
        born = int(year) if year.isascii() and year.isdecimal() and 1900 <= int(year) <= 2100 else None
        key = (_name(player.name, 100), born)
        if key in wanted:
            raise Refused(
                _("Players %(one)d and %(other)d are both called %(name)s; give one a year of birth.")
                % {"one": wanted[key], "other": player.number, "name": key[0]}
            )
        wanted[key] = player.number
        keys.append(key)
    names = {name for name, _born in keys}
    known = {
        (person.name, person.birth_year): person
        for person in Player.objects.filter(name__in=names, club="").order_by("-pk")
    }
    new = [
        Player(name=key[0], birth_year=key[1], rating=player.rating)
        for key, player in zip(keys, report.players, strict=True)
        if key not in known
    ]
    for person in Player.objects.bulk_create(new):
        known[person.name, person.birth_year] = person
    return [known[key] for key in keys]


def _write_round(
    tournament: Tournament, round_: doc.Round, entries: dict[int, Entry], by: Any, is_last: bool
) -> None:
    whole = all(table.points is not None for table in round_.tables)
    if not whole and not is_last:
        raise Refused(
            _("Round %(round)d has games without a result, and later rounds were played.")
            % {"round": round_.number}
        )
    now = timezone.now()
    row = Round.objects.create(
        tournament=tournament,
        number=round_.number,
        state=Round.State.CLOSED if whole else Round.State.PUBLISHED,
        asked_by=by,
        published_at=now,
        closed_at=now if whole else None,
    )
    tables = Table.objects.bulk_create(Table(round=row, number=table.number) for table in round_.tables)
    seats = [
        Seat(round=row, table=made, position=position, entry=entries[number])
        for made, table in zip(tables, round_.tables, strict=True)
        for position, number in enumerate(table.seats, 1)
    ]
    Seat.objects.bulk_create(
        [*seats, *(Seat(round=row, entry=entries[b.player], bye=b.kind) for b in round_.byes)]
    )
    results = [
        _result(tournament, made, table, by)
        for made, table in zip(tables, round_.tables, strict=True)
        if table.points is not None
    ]
    stamps = {
        tuple(sorted("-" if p is None else str(p) for p in result.game_points or result.points))
        for result in results
    }
    PossiblePoints.objects.bulk_create(
        [PossiblePoints(tournament=tournament, points=list(stamp)) for stamp in sorted(stamps)],
        ignore_conflicts=True,
    )
    Result.objects.bulk_create(results)


def _result(tournament: Tournament, made: Table, table: doc.Table, by: Any) -> Result:
    assert table.points is not None
    end = table.end or Result.End.PLAYED
    points = list(table.points)
    places = tournament.scoring.get("points") == "places"
    if places:
        points = [
            None if p is None else Fraction(1 + sum(q is not None and q > p for q in points)) for p in points
        ]
    value = ledger.worth(tournament, points, places=places)
    ledger.refuse_unfit(tournament, made, value, end, 2)
    return Result(
        table=made,
        points=list(value.taken),
        game_points=None if value.tally is None else list(value.tally),
        end=end,
        source=Result.Source.IMPORT,
        entered_by=by,
    )


def _begin(tournament: Tournament, event: doc.Event) -> None:
    if not event.rounds:
        return
    done = all(t.points is not None for r in event.rounds for t in r.tables)
    finished = done and len(event.rounds) >= tournament.rounds_planned
    tournament.state = Tournament.State.FINISHED if finished else Tournament.State.RUNNING
    tournament.save(update_fields=["state"])


def _visible(text: str, most: int) -> str:
    return text[:most].strip() if is_visible(text) else ""


def _name(text: str, most: int) -> str:
    name = _visible(text, most)
    if not name:
        raise Refused(_("“%(text)s” holds characters that cannot be shown.") % {"text": text[:40]})
    return name


def _free_slug(name: str) -> str:
    stem = slugify(name)[:70] or "trf"
    taken = set(Tournament.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    candidates = [stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))]
    return next(slug for slug in candidates if slug not in taken)


def take_out(tournament: Tournament, *, by: Any, version: str = TRF26) -> bytes:
    """The report file of a tournament at tables of two. Raises Refused for another one."""
    require(by, Action.WORK, tournament)
    event = documents.event_of(tournament)
    lines = standings_document(standings(event))["standings"] if event.players else []
    years = may(by, Action.PLAYERS, tournament)
    born = {
        number: f"{year}/00/00"
        for number, year in Entry.objects.filter(tournament=tournament).values_list(
            "number", "player__birth_year"
        )
        if year and years
    }
    try:
        report = report_of(
            event, ranks={line["player"]: line["rank"] for line in lines}, facts=_facts(tournament, event, lines),
            born=born,
        )  # fmt: skip
    except NotForTwo:
        raise Refused(_("A report file (TRF) is for tables of two only.")) from None
    return write_report(report, version).encode()


def _facts(tournament: Tournament, event: doc.Event, lines: list[dict[str, Any]]) -> dict[str, list[str]]:
    arbiters = [str(a.user) for a in tournament.appointments.select_related("user").order_by("-role", "pk")]
    last = tournament.rounds.filter(state__in=Round.SHOWN).order_by("number").last()
    ends = tournament.starts
    if last is not None and last.published_at is not None:
        ends = max(ends, timezone.localtime(last.published_at).date())
    codes = [
        code for code in (lines[0]["tie_breaks"] if lines else {}) if code.split("/")[0] in FIDE_TIE_BREAKS
    ]
    facts = {
        "012": [tournament.name],
        "022": [tournament.venue],
        "042": [f"{tournament.starts:%Y/%m/%d}"],
        "052": [f"{ends:%Y/%m/%d}"],
        "062": [str(len(event.players))],
        "072": [str(sum(player.rating is not None for player in event.players))],
        "082": [str(len(event.teams))],
        "092": [KINDS.get(tournament.system, tournament.system)],
        "102": arbiters[:1],
        "112": arbiters[1:],
        "182": ["Viertal"],
        "202": [",".join(codes)],
        "212": [",".join(["PTS", *codes])],
    }
    return {code: some for code, some in facts.items() if any(some)}
