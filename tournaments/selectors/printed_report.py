"""The arbiter's report: the whole tournament on paper, with full names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Entry, Result, Round, Tournament
from tournaments.pairing.registry import systems
from tournaments.printing import documents
from tournaments.printing.documents import Report, Seated, TableRow
from tournaments.printing.press import Column
from tournaments.selectors import labels, public
from tournaments.selectors.print_scene import Print, Scene, earned, end_of
from tournaments.selectors.printed_standings import ranking
from tournaments.selectors.standings import standings_shown


def report(scene: Scene) -> Print:
    tournament = scene.tournament
    shown = standings_shown(tournament, scene.rounds)
    entries = list(Entry.objects.filter(tournament=tournament).select_related("player", "team").order_by("number"))
    names = {entry.number: entry.player.name for entry in entries}
    columns: Sequence[Column] = ()
    rows: Sequence[Sequence[str]] = ()
    if shown is not None:
        columns, rows = ranking(scene, shown, lambda number: names.get(number, f"#{number}"))
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
                earned(s.points, table.end),
            )
            for s in table.seats
        ]
        return TableRow(table.number, seats, end_of(table.end))

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
