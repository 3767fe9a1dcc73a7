"""The arbiter's report: the whole tournament on paper, with full names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Entry, Penalty, Result, Round, Tournament
from tournaments.pairing.registry import systems
from tournaments.printing import documents
from tournaments.printing.documents import Report, Seated, TableRow
from tournaments.selectors import labels
from tournaments.selectors.events import public
from tournaments.selectors.papers.print_scene import Print, Scene, earned, end_of
from tournaments.selectors.papers.printed_standings import ranking, team_ranking, tie_break_legend
from tournaments.selectors.standings import tables
from tournaments.selectors.standings.groups import standings_parts
from tournaments.selectors.standings.standings import expelled, standings_now, waiting_signs
from tournaments.selectors.standings.tables import on_paper
from tournaments.sentences.points import readable


def report(scene: Scene) -> Print:
    tournament = scene.tournament
    shown = standings_now(tournament)
    entries = list(Entry.objects.filter(tournament=tournament).select_related("player", "team").order_by("number"))
    names = tournament.display_names

    def name(number: int) -> str:
        return names.get(number, f"#{number}")

    ranked = [(title, *ranking(scene, part, name)) for title, part in (standings_parts(shown) if shown else ())]
    rounds = []
    for round_ in scene.rounds:
        a_round = scene.shown(round_.number)
        byes = [(name(n), labels.bye(kind)) for n, kind in a_round.byes]
        title = _("Round %(number)d") % {"number": round_.number}
        rounds.append((title, [_full_row(scene, name, table) for table in a_round.tables], byes))
    content = Report(
        facts=_facts(scene, len(entries)),
        players=on_paper(tables.players(name=lambda entry: name(entry.number)), entries),
        rounds=rounds,
        events=_events(tournament, entries),
        teams=team_ranking(scene, shown) if shown and shown.teams else None,
        standings=ranked,
        legend=tie_break_legend(shown) if shown else [],
        signs=waiting_signs(shown) if shown else [],
    )
    note = _("For the organiser and the federation. It shows full names: do not display it.")
    return Print(scene.head(_("Arbiter’s report"), note), lambda press: documents.report(press, content))


def _full_row(scene: Scene, name: Callable[[int], str], table: public.TableShown) -> TableRow:
    seats = [
        Seated(scene.seat(s.position), s.number, name(s.number), earned(s.points, table.end, s.score))
        for s in table.seats
    ]
    return TableRow(table.number, seats, end_of(table.end))


def _facts(scene: Scene, players: int) -> list[tuple[str, str]]:
    event = scene.tournament
    arbiters = event.appointments.select_related("user").order_by("role", "pk")
    people = "; ".join(f"{a.user}, {a.get_role_display()}" for a in arbiters if a.role != a.Role.HELPER)
    helpers = "; ".join(str(a.user) for a in arbiters if a.role == a.Role.HELPER)
    system = systems().get(event.system)
    facts = [
        (_("Tournament"), event.name),
        (_("Date"), date_format(event.starts, pgettext("date format", "j F Y"))),
        (_("Venue"), event.venue),
        (_("Game"), public.game_name(event.game, event.options)),
        (_("Pairing system"), _(system.name) if system else event.system),
        (
            _("Rounds"),
            _("%(played)d of %(planned)d") % {"played": len(scene.rounds), "planned": event.rounds_planned},
        ),
        (_("Players"), str(players)),
        (_("State"), event.get_state_display()),
        (_("Arbiters"), people),
        (_("Helpers"), helpers),
    ]
    return [(what, value) for what, value in facts if value]


def _events(tournament: Tournament, entries: Sequence[Entry]) -> list[str]:
    """Return withdrawals, expulsions, late entries, penalties, forfeits and corrections as sentences."""
    events = []
    sent_away, names = expelled(tournament), tournament.display_names
    for entry in entries:
        if entry.number in sent_away:
            events.append(
                _("%(name)s was expelled after round %(round)d.") % {"name": names[entry.number], "round": entry.left}
                if entry.left
                else _("%(name)s was expelled.") % {"name": names[entry.number]}
            )
        elif entry.left is not None:
            events.append(
                _("%(name)s withdrew after round %(round)d.") % {"name": names[entry.number], "round": entry.left}
            )
        if entry.joined > 1:
            events.append(
                _("%(name)s joined in round %(round)d.") % {"name": names[entry.number], "round": entry.joined}
            )
    events += _penalties(tournament)
    results = Result.objects.filter(
        table__round__tournament=tournament, table__round__state__in=Round.SHOWN
    ).select_related("table__round", "entered_by", "supersedes")
    for result in results.order_by("table__round__number", "table__number", "number"):
        events += _ended(result)
    return events


def _ended(result: Result) -> list[str]:
    """Return what a result has that is out of the ordinary, as sentences: a correction, a game played on, a forfeit."""
    place = {"round": result.table.round.number, "table": result.table.number, "points": _seat_by_seat(result)}
    before = result.supersedes
    if before is not None and before.end == Result.End.ADJOURNED and result.end == Result.End.PLAYED:
        if not result.reason:
            return [_("Round %(round)d, table %(table)d: adjourned; played on, %(points)s.") % place]
        sentence = _("Round %(round)d, table %(table)d: adjourned; played on, %(points)s. Reason: %(reason)s")
        return [sentence % {**place, "reason": result.reason}]
    if before is not None:
        sentence = _("Round %(round)d, table %(table)d: corrected to %(points)s by %(who)s. Reason: %(reason)s")
        return [sentence % {**place, "who": result.entered_by or "–", "reason": result.reason or "–"}]
    if not result.is_current or result.end == Result.End.PLAYED:
        return []
    if result.end == Result.End.ADJOURNED:  # nobody has points yet
        return [_("Round %(round)d, table %(table)d: adjourned.") % place]
    sentence = _("Round %(round)d, table %(table)d: %(end)s (%(points)s).")
    return [sentence % {**place, "end": result.get_end_display()}]


def _seat_by_seat(result: Result) -> str:
    """Return the points of a table. A dash stands for a seat without any, and then a colon parts the seats."""
    points = ["–" if p is None else readable(str(p)) for p in result.points]
    return (" : " if None in result.points else " – ").join(points)


def _penalties(tournament: Tournament) -> list[str]:
    """Return the penalties as sentences; a lifted one as well, since it was announced."""
    texts = {
        False: _("Penalty for %(name)s from round %(round)d: −%(points)s. Reason: %(reason)s"),
        True: _("Penalty for %(name)s from round %(round)d: −%(points)s, lifted. Reason: %(reason)s"),
    }
    return [
        texts[penalty.lifted]
        % {
            "name": tournament.display_names[penalty.entry.number] if penalty.entry else penalty.team,
            "round": penalty.round,
            "points": readable(str(penalty.points)),
            "reason": penalty.reason,
        }
        for penalty in Penalty.objects.filter(tournament=tournament).select_related("entry", "team")
    ]
