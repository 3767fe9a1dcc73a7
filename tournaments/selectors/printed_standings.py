"""The printed standings of players and teams, and the crosstable."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from scoring.crosstable import crosstable
from scoring.ranking import POINTS
from tournaments.domain.errors import Refused
from tournaments.printing import documents
from tournaments.printing.press import Column
from tournaments.selectors import labels, shown_names
from tournaments.selectors.events import event_of
from tournaments.selectors.explanations import insight
from tournaments.selectors.lists import WIDEST_CROSSTABLE, meetings
from tournaments.selectors.matches import record
from tournaments.selectors.print_scene import Print, Scene
from tournaments.selectors.standings import (
    Rank,
    StandingsShown,
    beyond_meetings,
    lacking,
    standings_now,
    unranked,
    unranked_line,
    waiting_signs,
)
from tournaments.selectors.standings_parts import parts
from tournaments.selectors.teams import teams_without_result
from tournaments.sentences.points import column_decimals, earned, in_column, readable


def standings(scene: Scene) -> Print:
    shown = standings_now(scene.tournament)
    if shown is None:
        raise Refused(_("There are no standings yet."))
    ranked = [(title, *ranking(scene, part, lambda number: scene.name(number))) for title, part in parts(shown)]
    teams = team_ranking(scene, shown) if shown.teams else None
    legend = tie_break_legend(shown)
    signs = [*waiting_signs(shown), *_penalties(scene, shown)]
    title = shown.title
    note = lacking(scene.tournament.pk, shown)
    return Print(
        scene.head(title, note),
        lambda press: documents.ranking(press, ranked, legend, teams, signs, _unranked(scene, shown)),
        wide=len(shown.tie_breaks) + shown.after_round > 9,
    )


def _penalties(scene: Scene, shown: StandingsShown) -> list[tuple[str, str]]:
    """Return who has fewer points than their rounds add up to, with what was taken off."""
    names = dict(shown_names.teams(scene.tournament.pk)) if shown.teams else {}
    taken = [(names.get(line["team"], line["team"]), line.get("penalties", ())) for line in shown.teams]
    taken += [(scene.name(row.player), row.penalties) for row in shown.rows]
    return [(name, ", ".join(labels.penalties(off))) for name, off in taken if off]


def _unranked(scene: Scene, shown: StandingsShown | None) -> str:
    numbers = shown.left_out if shown else ()
    whom = unranked(scene.tournament, numbers, {who: person.left for who, person in scene.people.items()})
    return unranked_line(whom, scene.name)


def tie_break_legend(shown: StandingsShown) -> list[tuple[str, str]]:
    """Return what the columns of tie-breaks mean, those of the teams first."""
    codes = [*(code for line in shown.teams for code in line.get("tie_breaks", ())), *shown.tie_breaks]
    return [(labels.column(code), labels.tie_break(code)) for code in dict.fromkeys(codes)]


def team_ranking(scene: Scene, shown: StandingsShown) -> tuple[list[Column], list[list[str]]]:
    """Return the teams as they stand, with their matches won, drawn and lost, where they play matches."""
    names = dict(shown_names.teams(scene.tournament.pk))
    computed = insight(scene.tournament.pk, shown.after_round)
    won = record(computed) if computed else {}
    silent = teams_without_result(computed)
    codes = list(dict.fromkeys(code for line in shown.teams for code in line.get("tie_breaks", ())))
    columns = [Column("#", "right"), Column(_("Team"), give=True, bold=True)]
    columns += [Column(_("Match points") if won else _("Points"), "right", bold=True)]
    columns += [Column(_("Won – drawn – lost"), "right")] if won else []
    columns += [Column(labels.column(code), "right") for code in codes]
    rows = [
        [
            _team_rank(line, line["team"] in silent),
            names.get(line["team"], line["team"]),
            labels.NOT_YET if line["team"] in silent else readable(line["points"]),
        ]
        + ([" – ".join(map(str, won.get(line["team"], (0, 0, 0))))] if won else [])
        + [
            readable(labels.of_team(code, line.get("tie_breaks", {}).get(code), line["team"] in silent))
            for code in codes
        ]
        for line in shown.teams
    ]
    return columns, rows


def _team_rank(line: Mapping[str, object], nothing_yet: bool) -> str:
    """Return a team's rank for paper; in brackets while a table of it has no result, and a dash where none has."""
    if "waits" not in line:
        return str(line["rank"])
    return "–" if nothing_yet else f"({line['rank']})"


def ranking(scene: Scene, shown: StandingsShown, name: Callable[[int], str]) -> tuple[list[Column], list[list[str]]]:
    key = "" if shown.by_place else shown.columns[0]
    columns = [Column("#", "right", bold=not key), Column(_("No."), "right"), Column(_("Player"), give=True, bold=True)]
    with_teams = any(person.team for person in scene.people.values())
    columns += [Column(_("Team"), give=True)] if with_teams else []
    columns += [
        Column(_("Points") if code == POINTS else labels.column(code), "right", bold=code == key)
        for code in shown.columns
    ]
    columns += [Column(_("R%(number)d") % {"number": n}, "right") for n in range(1, shown.after_round + 1)]
    marks = {"withdrawn": _("withdrawn"), "expelled": _("expelled")}
    fine = {code: column_decimals(row.tie_breaks.get(code) for row in shown.rows) for code in shown.tie_breaks}
    rows = []
    for row in shown.rows:
        person = scene.people.get(row.player)
        mark = f" ({marks[row.mark]})" if row.mark in marks else ""
        rows.append(
            [_rank(row), str(row.player), name(row.player) + mark]
            + ([person.team if person else ""] if with_teams else [])
            + [
                _points(row) if code == POINTS else "".join(in_column(row.values.get(code), fine[code]))
                for code in shown.columns
            ]
            + [earned(points) for points in row.columns(shown.after_round)]
        )
    return columns, rows


def _rank(row: Rank) -> str:
    """Return a rank for paper; in brackets where the table has no result yet, and a dash where none has."""
    if not row.waits:
        return str(row.rank)
    return "–" if row.nothing_yet else f"({row.rank})"


def _points(row: Rank) -> str:
    """Return the points for paper; before the first result there are none yet."""
    return labels.NOT_YET if row.nothing_yet else earned(row.points)


def crosstable_sheet(scene: Scene) -> Print:
    if len(scene.people) > WIDEST_CROSSTABLE:
        raise Refused(_("A crosstable has at most %(most)d players.") % {"most": WIDEST_CROSSTABLE})
    shown = standings_now(scene.tournament)
    ranks = {row.player: row for _title, part in parts(shown) for row in part.rows} if shown else {}
    place = {player: at for at, player in enumerate(ranks)}
    rows = sorted(crosstable(event_of(scene.tournament)), key=lambda row: place.get(row.player, len(place)))
    names = [
        (
            _rank(ranks[row.player]) if row.player in ranks else str(row.rank),
            str(row.player),
            scene.name(row.player),
            _points(ranks[row.player]) if row.player in ranks else readable(str(row.points)),
        )
        for row in rows
    ]
    cells = [["×" if other is row else meetings(row.cells.get(other.player, ())) for other in rows] for row in rows]
    legend = [_("1 won, ½ drawn, 0 lost against the player with that number; f by forfeit, … no result yet.")]
    legend += [f"{sign}: {meaning}" for sign, meaning in waiting_signs(shown)] if shown else []
    legend += filter(None, [beyond_meetings(rows, shown), _unranked(scene, shown)])
    title = f"{_('Crosstable')} · {shown.after_title}" if shown else _("Crosstable")
    return Print(
        scene.head(title, lacking(scene.tournament.pk, shown) if shown else ""),
        lambda press: documents.crosstable(press, names, cells, legend),
        wide=len(rows) > 12,
    )
