"""Tournament report files (TRF): a whole tournament of two-player games in, and out again."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.core import registry as games
from games.core.errors import ImpossiblePoints
from games.core.notices import Notice
from games.core.options import complete
from scoring.documents import document as doc
from scoring.input.rules import rules_of
from scoring.output import standings_document
from scoring.standings import standings
from scoring.trf import Report, TrfError, read_report, write_report
from scoring.trf.events import BURSTEIN_KIND, KEIZER_KIND, NotForTwo, by_burstein, event_of, report_of
from scoring.trf.report import TRF16, TRF26
from tournaments.domain import queue
from tournaments.domain.access import Action, club_to_create_in, may, require
from tournaments.domain.errors import Refused, RefusedFile
from tournaments.domain.logbook import audited
from tournaments.domain.register import known
from tournaments.imports.archive import FIRST_YEAR, LAST_YEAR, Archive
from tournaments.models import Club, Entry, Round, Tournament
from tournaments.pairing.core import PairingRequest
from tournaments.pairing.dutch.field import white_first
from tournaments.selectors.events import events
from tournaments.selectors.events.public import game_name
from tournaments.sentences import sentence
from tournaments.services.events.event_builder import build
from tournaments.text import is_visible

VERSIONS = (TRF16, TRF26)
SYSTEMS = ("swiss", "berger")
KINDS = {
    "swiss": "Individual: Swiss-System (Dutch)",
    "berger": "Individual: Round-Robin",
    "keizer": KEIZER_KIND,
}
# C.07, the list of article 5
FIDE_TIE_BREAKS = frozenset(
    {"DE", "BH", "FB", "AOB", "SB", "PS", "KS", "WIN", "WON", "BPG", "BWG", "REP", "GE", "STD", "ARO", "TPR"}
    | {"RTNG", "TPN"}
)
MOST_PLAYERS = 2000


def two_player_games() -> dict[str, str]:
    """Return the names, by key and in the reader's language, of the games that two can play with a seat each."""
    infos = {key: games.game_of(key).info for key in games.all_keys()}
    return {key: game_name(key) for key, info in infos.items() if 2 in info.seats and not info.seat_names}


@audited
def import_report(content: bytes, *, by: Any, game: str, system: str = "", club: Club | None = None) -> Tournament:
    """Make a new tournament, not public yet, from a report file. Only organisers make one.

    ``system`` is what the file says, where it is empty. Raises Refused with the line and column, or what else is
    wrong; then nothing is made.
    """
    club = club_to_create_in(by, club)
    if game not in two_player_games() or system not in ("", *SYSTEMS):
        raise Refused(_("Choose a game for two players and a pairing system."))
    try:
        report = read_report(content)
    except TrfError as error:
        raise _refused(error) from error
    if len(report.players) > MOST_PLAYERS:
        raise Refused(_("The file has more than %(most)d players.") % {"most": MOST_PLAYERS})
    archive = _archive(report, event_of(report, game=game, system=system or None))
    try:
        tournament = build(archive, by=by, club=club)
    except doc.DocumentError as error:
        notice = _in_the_file(report, error)
        raise Refused(sentence(notice), notice=notice) from error
    queue.send_standings(tournament.pk)
    return tournament


def _archive(report: Report, event: doc.Event) -> Archive:
    """Return the imported event, and the facts of a report that a document has no words for."""
    states = {}
    for round_ in event.rounds:
        if all(table.points is not None for table in round_.tables):
            states[round_.number] = Round.State.CLOSED.value
        elif round_.number < len(event.rounds):
            raise Refused(
                _("Round %(round)d has games without a result, but later rounds were played.")
                % {"round": round_.number}
            )
    name, venue = event.name[:120].strip(), report.fact("022")
    return Archive(
        event=replace(
            event,
            name=name,
            scoring={} if _gives_one_and_a_half(event.game) else {"points": "places"},
            starts=_day(event.starts),
        ),
        venue=venue[:120].strip() if is_visible(venue) else "",
        birth_years={number: born for number, player in enumerate(report.players, 1) if (born := _born(player.born))},
        states=states,
    )


def _day(text: str | None) -> str | None:
    try:
        return date.fromisoformat(text or "").isoformat()
    except ValueError:
        return None


def _born(text: str) -> int | None:
    year = text[:4]
    known = year.isascii() and year.isdecimal() and FIRST_YEAR <= int(year) <= LAST_YEAR
    return int(year) if known else None


def _refused(error: TrfError) -> Refused:
    if not error.line:
        return Refused.of(error)
    notice = Notice("at-line-and-column", line=error.line, column=error.column, why=error.notice)
    return RefusedFile(sentence(notice), line=error.line, column=error.column, notice=notice)


def _in_the_file(report: Report, error: doc.DocumentError) -> Notice:
    """Say an error of the event in terms of the file."""
    at = re.match(r"(players|rounds)\[(\d+)\]", error.place)
    if at is None:
        return error.notice
    if at[1] == "players":
        player = report.players[int(at[2])]
        return Notice("report-player", number=player.number, why=error.notice)
    return Notice("report-round", number=int(at[2]) + 1, why=error.notice)


def _gives_one_and_a_half(key: str) -> bool:
    """Return whether the game's own points for a win and a tie are those of the format."""
    game = games.game_of(key)
    options = complete(game.info, {})
    try:
        game.check_points(options, [Fraction(1), Fraction(0)])
        game.check_points(options, [Fraction(1, 2), Fraction(1, 2)])
    except ImpossiblePoints:
        return False
    return True


def export_report(tournament: Tournament, *, by: Any, version: str = TRF26) -> bytes:
    """Write the report file of a tournament at tables of two. Raises Refused for any other.

    Where each plays for themselves there are no team records: programs take them for a team tournament and stop there.
    """
    require(by, Action.WORK, tournament)
    if tournament.table_size != 2:
        raise Refused(_("A report file (TRF) is for tables of two only."))
    event = events.event_of(tournament)
    computed = standings_document(standings(event)) if event.players else {"standings": [], "teams": []}
    lines = computed["standings"]
    entries = Entry.objects.filter(tournament=tournament)
    if not may(by, Action.PLAYERS, tournament):
        entries = entries.none()
    born = {
        number: f"{year}/00/00"
        for number, year in entries.filter(known(by, Action.PLAYERS, "player__")).values_list(
            "number", "player__birth_year"
        )
        if year
    }
    try:
        report = report_of(
            event,
            ranks={line["player"]: line["rank"] for line in lines},
            facts=_facts(tournament, event, lines),
            born=born,
            team_ranks=_team_ranks(event, computed["teams"]),
        )
    except NotForTwo:
        raise Refused(_("A report file (TRF) is for tables of two only.")) from None
    if tournament.system in KINDS:
        report = replace(report, teams=())
    if tournament.system == "swiss":
        chosen = replace(event, pairing={"initial_colour": "white", **event.pairing})
        report = replace(report, initial_colour="W" if white_first(PairingRequest(chosen, 1)) else "B")
    return write_report(report, version).encode()


def _team_ranks(event: doc.Event, lines: list[dict[str, Any]]) -> dict[str, tuple[int, int | None]]:
    """Return each team's rank, and its match points in tenths where it plays matches."""
    matches = bool(lines) and rules_of(event).teams.score == "match"
    ranks = {}
    for line in lines:
        tenths = 10 * Fraction(line["points"])
        ranks[line["team"]] = (line["rank"], int(tenths) if matches and tenths.denominator == 1 else None)
    return ranks


def _facts(tournament: Tournament, event: doc.Event, lines: list[dict[str, Any]]) -> dict[str, list[str]]:
    arbiters = [str(a.user) for a in tournament.appointments.select_related("user").order_by("-role", "pk")]
    last = tournament.rounds.filter(state__in=Round.SHOWN).order_by("number").last()
    ends = tournament.starts
    if last is not None and last.published_at is not None:
        ends = max(ends, timezone.localtime(last.published_at).date())
    codes = [code for code in (lines[0]["tie_breaks"] if lines else {}) if code.split("/")[0] in FIDE_TIE_BREAKS]
    facts = {
        "012": [tournament.name],
        "022": [tournament.venue],
        "042": [f"{tournament.starts:%Y/%m/%d}"],
        "052": [f"{ends:%Y/%m/%d}"],
        "062": [str(len(event.players))],
        "072": [str(sum(player.rating is not None for player in event.players))],
        "082": ["0" if tournament.system in KINDS else str(len(event.teams))],
        "092": [BURSTEIN_KIND if by_burstein(event) else KINDS.get(tournament.system, tournament.system)],
        "102": arbiters[:1],
        "112": arbiters[1:],
        "182": ["Viertal"],
        "202": [",".join(codes)],
        "212": [",".join(["PTS", *codes])],
    }
    return {code: some for code, some in facts.items() if any(some)}
