"""What printed documents say, put together from what everyone may see; the arbiter's report alone from more.

Names on everything that is hung up or handed out come from `public`, so a name that may not be shown is not printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext as _

from games.core.signs import Sign
from scoring.crosstable import crosstable
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused
from tournaments.models import Entry, Result, Round, Tournament
from tournaments.pairing.registry import systems
from tournaments.printing import documents, scoresheets, slips
from tournaments.printing.documents import Meeting, Place, Report, Schedule, Seated, TableRow
from tournaments.printing.press import Column, Head, Press
from tournaments.selectors import labels, public
from tournaments.selectors.colours import brought, rule_of
from tournaments.selectors.events import event_of
from tournaments.selectors.explanations import insight
from tournaments.selectors.lists import WIDEST_CROSSTABLE, meetings
from tournaments.selectors.matches import Match, Side, matches_of, record
from tournaments.selectors.points import readable
from tournaments.selectors.unfinished import open_tables, sentences


@dataclass(frozen=True, slots=True)
class Print:
    """A document with its data, ready to be drawn. ``wide``: across the paper; ``bare``: no head and foot."""

    head: Head
    draw: Callable[[Press], None]
    wide: bool = False
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """A document that can be had. ``weight``: its work for so many players, tables a round and rounds."""

    label: str
    make: Callable[[Scene], Print]
    of_round: bool = False
    action: Action = Action.PRINT
    weight: Callable[[int, int, int], float] = lambda players, tables, rounds: players


class Scene:
    """A tournament as its documents see it; everything is read once, and only if it is asked for."""

    def __init__(self, tournament: Tournament, number: int | None, site: str) -> None:
        self.tournament = tournament
        self.site = site
        self.rounds = public.shown_rounds(tournament.pk)
        self.number = number or (self.rounds[-1].number if self.rounds else 0)
        self.people = public.people(tournament.pk)
        self.colours = public.seat_colours(tournament.game)
        self.language = get_language() or "en"

    def head(self, title: str, note: str = "") -> Head:
        one = self.tournament
        day = date_format(one.starts, pgettext("date format", "j F Y"))
        facts = " · ".join(filter(None, (public.game_name(one.game), day, one.venue)))
        return Head(one.name, facts, title, note)

    def name(self, number: int) -> str:
        person = self.people.get(number)
        return person.name if person else f"#{number}"

    def seat(self, position: int) -> str:
        return labels.seat(self.colours, position, self.language)[2]

    def sign(self, position: int) -> Sign | None:
        return labels.seat_sign(self.colours, position)

    def seated(self, seat: public.SeatTaken, points: str = "") -> Seated:
        name = self.name(seat.number)
        label, sign = self.seat(seat.position), self.sign(seat.position)
        head = labels.heading(self.colours, seat.position, self.tournament.table_size, self.language)
        return Seated(label, seat.number, name, points, sign, head)

    def shown(self, number: int | None = None) -> public.RoundShown:
        found = public.round_shown(self.tournament.pk, number or self.number)
        if found is None:
            raise Refused(_("This round is not published yet, so it cannot be printed."))
        return found

    def tables(self, shown: public.RoundShown) -> list[TableRow]:
        return [
            TableRow(
                table.number,
                [self.seated(s, _earned(s.points, table.end)) for s in table.seats],
                _end(table.end),
            )
            for table in shown.tables
        ]

    def byes(self, shown: public.RoundShown) -> list[tuple[str, str]]:
        return [(self.name(number), str(labels.BYES.get(kind, kind))) for number, kind in shown.byes]


def _earned(points: str | None, end: str | None) -> str:
    if end is None:
        return ""
    if end == "adjourned":
        return labels.NOT_YET
    return readable(points) if points is not None else "–"


def _end(end: str | None) -> str:
    return {"forfeit": _("forfeit"), "adjourned": _("adjourned")}.get(end or "", "")


def slip_address(site: str, tournament: Tournament, round_number: int, table_number: int) -> str:
    """Where a slip's code leads: the table on the public page of its round."""
    return f"{site}{reverse('round', args=[tournament.slug, round_number])}#t{table_number}"


def _by_table(scene: Scene) -> Print:
    shown = scene.shown()
    tables, byes = scene.tables(shown), scene.byes(shown)
    title = _("Round %(number)d by table") % {"number": shown.number}
    played = matches_of(scene.tournament, shown)
    matches = [_match(match) for match in played.played] if played else []
    return Print(
        scene.head(title),
        lambda press: documents.by_table(press, tables, byes, matches),
        wide=scene.tournament.table_size > 2,
    )


def _match(match: Match) -> tuple[str, str]:
    """A match on paper: who meets whom, with the score once a result is in; and at which tables."""
    first, last = match.tables
    score = "–" if not match.begun else f"{_points(match.one)}–{_points(match.other)}"
    tables = f"{first}–{last}" if last > first else str(first)
    where = ngettext("table %(tables)s", "tables %(tables)s", match.boards) % {"tables": tables}
    return f"{match.one.name} {score} {match.other.name}", where


def _points(side: Side) -> str:
    return readable(str(side.points))


def _by_name(scene: Scene) -> Print:
    shown = scene.shown()
    found: dict[int, Place] = {}
    for table in shown.tables:
        for seat in table.seats:
            before = found[seat.number].seats if seat.number in found else ()
            label = scene.seat(seat.position), scene.sign(seat.position)
            found[seat.number] = Place(scene.name(seat.number), str(table.number), (*before, label))
    for number, kind in shown.byes:
        found[number] = Place(scene.name(number), "–", ((str(labels.BYES.get(kind, kind)), None),))
    order = sorted(found, key=lambda number: (public.sort_key(scene.name(number)), number))
    places = [found[number] for number in order]
    title = _("Round %(number)d by name") % {"number": shown.number}
    return Print(scene.head(title), lambda press: documents.by_name(press, places))


def _slips(scene: Scene) -> Print:
    shown = scene.shown()
    found = [
        slips.Slip(
            table.number,
            [scene.seated(s) for s in table.seats],
            slip_address(scene.site, scene.tournament, shown.number, table.number),
        )
        for table in shown.tables
    ]
    words = _("Round %(number)d") % {"number": shown.number}
    return Print(scene.head(_("Table slips")), lambda press: slips.slips(press, found, words), bare=True)


def _cards(scene: Scene) -> Print:
    found = [slips.Card(p.number, p.name, p.club) for p in scene.people.values()]
    return Print(scene.head(_("Place cards")), lambda press: slips.cards(press, found), bare=True)


def _standings(scene: Scene) -> Print:
    shown = public.standings_shown(scene.tournament, scene.rounds)
    if shown is None:
        raise Refused(_("There are no standings yet."))
    columns, rows = _ranking(scene, shown, lambda number: scene.name(number))
    teams = _team_ranking(scene, shown) if shown.teams else None
    team_codes = dict.fromkeys(code for line in shown.teams for code in line.get("tie_breaks", ()))
    team_legend = [(code, labels.tie_break(code)) for code in team_codes]
    legend = [(code, labels.tie_break(code)) for code in shown.tie_breaks]
    legend += _waiting_legend(shown)
    title = shown.title
    note = "" if shown.final and shown.current else _provisional(scene, shown.after_round)
    return Print(
        scene.head(title, note),
        lambda press: documents.ranking(press, columns, rows, [*team_legend, *legend], teams),
        wide=len(shown.tie_breaks) + shown.after_round > 9,
    )


def _team_ranking(scene: Scene, shown: public.StandingsShown) -> tuple[list[Column], list[list[str]]]:
    """The teams as they stand: with their matches won, drawn and lost, where they play matches."""
    names = dict(public.teams(scene.tournament.pk))
    found = insight(scene.tournament.pk, shown.after_round)
    won = record(found) if found else {}
    codes = list(dict.fromkeys(code for line in shown.teams for code in line.get("tie_breaks", ())))
    columns = [Column("#", "right"), Column(_("Team"), give=True, bold=True)]
    columns += [Column(_("Match points") if won else _("Points"), "right", bold=True)]
    columns += [Column(_("Won – drawn – lost"), "right")] if won else []
    columns += [Column(code, "right") for code in codes]
    rows = [
        [_team_rank(line), names.get(line["team"], line["team"]), readable(line["points"])]
        + ([" – ".join(map(str, won.get(line["team"], (0, 0, 0))))] if won else [])
        + [readable(line.get("tie_breaks", {}).get(code)) for code in codes]
        for line in shown.teams
    ]
    return columns, rows


def _team_rank(line: Mapping[str, object]) -> str:
    """A team's rank on paper; in brackets that of the round before, while a table of it has no result."""
    if "waits" not in line:
        return str(line["rank"])
    return "–" if line.get("rank_before") is None else f"({line['rank_before']})"


def _provisional(scene: Scene, after: int) -> str:
    """Why standings may still change, with the tables whose result stands out."""
    missing = sentences(open_tables(scene.tournament.pk, after))
    return _("Provisional: %(missing)s") % {"missing": missing} if missing else _("Provisional.")


def _ranking(
    scene: Scene, shown: public.StandingsShown, name: Callable[[int], str]
) -> tuple[list[Column], list[list[str]]]:
    columns = [Column("#", "right"), Column(_("No."), "right"), Column(_("Player"), give=True, bold=True)]
    with_teams = any(person.team for person in scene.people.values())
    columns += [Column(_("Team"), give=True)] if with_teams else []
    columns += [Column(_("Points"), "right", bold=True)]
    columns += [Column(code, "right") for code in shown.tie_breaks]
    columns += [Column(_("R%(number)d") % {"number": n}, "right") for n in range(1, shown.after_round + 1)]
    marks = {"withdrawn": _("withdrawn"), "expelled": _("expelled")}
    rows = []
    for row in shown.rows:
        person = scene.people.get(row.number)
        mark = f" ({marks[row.mark]})" if row.mark in marks else ""
        trail = [*row.trail, *[None] * shown.after_round][: shown.after_round]
        rows.append(
            [_rank(row), str(row.number), name(row.number) + mark]
            + ([person.team if person else ""] if with_teams else [])
            + [labels.NOT_YET if row.waits and not any(row.trail) else readable(row.points)]
            + ["–" if code in row.unmet else readable(row.tie_breaks.get(code)) for code in shown.tie_breaks]
            + [labels.NOT_YET if points is None else readable(points) for points in trail]
        )
    return columns, rows


def _rank(row: public.Rank) -> str:
    """A rank on paper; in brackets that of the round before, where the table has no result yet."""
    if not row.waits:
        return str(row.rank)
    return "–" if row.before is None else f"({row.before})"


def _waiting_legend(shown: public.StandingsShown) -> list[tuple[str, str]]:
    """What the signs of tables without a result mean, where there are any."""
    if not any(None in row.trail for row in shown.rows):
        return []
    signs = [(labels.NOT_YET, _("The table has no result yet: the game is still on, or adjourned."))]
    if any(row.waits and row.before is not None for row in shown.rows):
        signs.append(("(5)", _("The rank after the previous round, because the table has no result yet.")))
    return signs


def _crosstable(scene: Scene) -> Print:
    if len(scene.people) > WIDEST_CROSSTABLE:
        raise Refused(_("A crosstable has at most %(most)d players.") % {"most": WIDEST_CROSSTABLE})
    rows = crosstable(event_of(scene.tournament))
    names = [(str(row.rank), str(row.player), scene.name(row.player), readable(str(row.points))) for row in rows]
    cells = [["×" if other is row else meetings(row.cells.get(other.player, ())) for other in rows] for row in rows]
    legend = _("1 won, ½ tied, 0 lost against the player with that number; f by forfeit, … no result yet.")
    return Print(
        scene.head(_("Crosstable")),
        lambda press: documents.crosstable(press, names, cells, legend),
        wide=len(rows) > 12,
    )


def _schedules(scene: Scene) -> Print:
    rounds: dict[int, list[Meeting]] = {number: [] for number in scene.people}
    for one in scene.rounds:
        shown = scene.shown(one.number)
        for table in shown.tables:
            for number in dict.fromkeys(seat.number for seat in table.seats):
                rounds[number].append(_meeting(scene, shown.number, table, number))
        for number, kind in shown.byes:
            word = str(labels.BYES.get(kind, kind))
            rounds[number].append(Meeting(shown.number, "–", "", word, ""))
    found = [Schedule(n, scene.name(n), some) for n, some in rounds.items()]
    return Print(scene.head(_("Players’ schedules")), lambda press: documents.schedules(press, found))


def _meeting(scene: Scene, number: int, table: public.TableShown, player: int) -> Meeting:
    own = [seat for seat in table.seats if seat.number == player]
    others = [f"{scene.seat(s.position)}: {scene.name(s.number)}" for s in table.seats if s.number != player]
    whole = brought((seat.points for seat in own), rule_of(scene.tournament))
    points = whole.text if whole is not None else _earned(None, table.end)
    seats = ", ".join(scene.seat(seat.position) for seat in own)
    return Meeting(number, str(table.number), seats, " · ".join(others), points)


def _report(scene: Scene) -> Print:
    tournament = scene.tournament
    shown = public.standings_shown(tournament, scene.rounds)
    entries = list(Entry.objects.filter(tournament=tournament).select_related("player", "team").order_by("number"))
    names = {entry.number: entry.player.name for entry in entries}
    columns: Sequence[Column] = ()
    rows: Sequence[Sequence[str]] = ()
    if shown is not None:
        columns, rows = _ranking(scene, shown, lambda number: names.get(number, f"#{number}"))
    tables = _full_tables(scene, names)
    rounds = []
    for one in scene.rounds:
        a_round = scene.shown(one.number)
        byes = [(names.get(n, f"#{n}"), str(labels.BYES.get(kind, kind))) for n, kind in a_round.byes]
        title = _("Round %(number)d") % {"number": one.number}
        rounds.append((title, [tables(a_round.number, table) for table in a_round.tables], byes))
    found = Report(
        facts=_facts(scene, len(entries)),
        players=[
            [
                str(e.number),
                e.player.name,
                str(e.player.rating or ""),
                e.player.club,
                e.team.name if e.team else "",
            ]
            for e in entries
        ],
        rounds=rounds,
        events=_events(tournament, entries),
        columns=columns,
        standings=rows,
        legend=[(code, labels.tie_break(code)) for code in shown.tie_breaks] if shown else [],
    )
    note = _("For the organiser and the federation. It shows full names: do not hang it up.")
    return Print(scene.head(_("Arbiter’s report"), note), lambda press: documents.report(press, found))


def _full_tables(scene: Scene, names: Mapping[int, str]) -> Callable[[int, public.TableShown], TableRow]:
    def row(_number: int, table: public.TableShown) -> TableRow:
        seats = [
            Seated(
                scene.seat(s.position),
                s.number,
                names.get(s.number, f"#{s.number}"),
                _earned(s.points, table.end),
            )
            for s in table.seats
        ]
        return TableRow(table.number, seats, _end(table.end))

    return row


def _facts(scene: Scene, players: int) -> list[tuple[str, str]]:
    one = scene.tournament
    arbiters = one.appointments.select_related("user").order_by("role", "pk")
    people = ", ".join(f"{a.user} ({a.get_role_display()})" for a in arbiters)
    system = systems().get(one.system)
    facts = [
        (_("Tournament"), one.name),
        (_("Date"), date_format(one.starts, pgettext("date format", "j F Y"))),
        (_("Venue"), one.venue),
        (_("Game"), public.game_name(one.game)),
        (_("Pairing system"), _(system.name) if system else one.system),
        (
            _("Rounds"),
            _("%(played)d of %(planned)d") % {"played": len(scene.rounds), "planned": one.rounds_planned},
        ),
        (_("Players"), str(players)),
        (_("State"), one.get_state_display()),
        (_("Arbiters"), people),
    ]
    return [(what, value) for what, value in facts if value]


def _events(tournament: Tournament, entries: Sequence[Entry]) -> list[str]:
    """Withdrawals, late entries, forfeits and corrections, as sentences."""
    said = []
    for entry in entries:
        if entry.left is not None:
            said.append(_("%(name)s withdrew after round %(round)d.") % {"name": entry.player, "round": entry.left})
        if entry.joined > 1:
            said.append(_("%(name)s joined in round %(round)d.") % {"name": entry.player, "round": entry.joined})
    results = Result.objects.filter(
        table__round__tournament=tournament, table__round__state__in=Round.SHOWN
    ).select_related("table__round", "entered_by")
    for result in results.order_by("table__round__number", "table__number", "number"):
        place = {"round": result.table.round.number, "table": result.table.number}
        if result.number > 1:
            who = {"who": result.entered_by or "–", "points": str(result), "reason": result.reason or "–"}
            said.append(
                _("Round %(round)d, table %(table)d: corrected to %(points)s by %(who)s. Reason: %(reason)s")
                % {**place, **who}
            )
        elif result.is_current and result.end != Result.End.PLAYED:
            end = {"end": result.get_end_display(), "points": str(result)}
            said.append(_("Round %(round)d, table %(table)d: %(end)s (%(points)s).") % {**place, **end})
    return said


def _scoresheet(scene: Scene) -> Print:
    one = scene.tournament
    colours = [(scene.seat(at), scene.sign(at)) for at in range(1, len(scene.colours) + 1)]
    title = _("Score sheet: %(game)s") % {"game": public.game_name(one.game)}
    seats = len(colours) or one.table_size
    return Print(scene.head(title), lambda press: scoresheets.scoresheet(press, one.game, seats, colours))


KINDS: dict[str, Kind] = {
    "by-table": Kind(gettext_lazy("Pairings by table"), _by_table, of_round=True),
    "by-name": Kind(gettext_lazy("Pairings by name"), _by_name, of_round=True),
    "slips": Kind(
        gettext_lazy("Table slips to cut"),
        _slips,
        of_round=True,
        weight=lambda players, tables, rounds: 4 * tables,
    ),
    "cards": Kind(gettext_lazy("Place cards"), _cards),
    "standings": Kind(gettext_lazy("Standings"), _standings),
    "crosstable": Kind(
        gettext_lazy("Crosstable"), _crosstable, weight=lambda players, tables, rounds: players * players / 20
    ),
    "schedules": Kind(
        gettext_lazy("Players’ schedules"),
        _schedules,
        weight=lambda players, tables, rounds: players * rounds,
    ),
    "report": Kind(
        gettext_lazy("Arbiter’s report"),
        _report,
        action=Action.LOG,
        weight=lambda players, tables, rounds: players * rounds,
    ),
    "scoresheet": Kind(gettext_lazy("Blank score sheet"), _scoresheet, weight=lambda players, tables, rounds: 1),
}


def prepare(tournament: Tournament, what: str, number: int | None, site: str) -> Print:
    """A document with all its data, in the language that is active. Raises Refused where there is nothing to print."""
    return KINDS[what].make(Scene(tournament, number, site))


def weight(tournament: Tournament, what: str) -> float:
    """About how many lines a document will have: whether it is made at once or by a worker."""
    players = Entry.objects.filter(tournament=tournament).count()
    rounds = Round.objects.filter(tournament=tournament, state__in=Round.SHOWN).count()
    tables = -(-players // tournament.table_size)
    return KINDS[what].weight(players, tables, rounds)
