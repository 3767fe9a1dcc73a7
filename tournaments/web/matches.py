"""Matches of teams, and the order of the teams, as HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape as text
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Tournament
from tournaments.selectors import labels
from tournaments.selectors.explanations import Insight, insight
from tournaments.selectors.matches import Match, Matches, matches_of, record
from tournaments.selectors.public import RoundShown
from tournaments.selectors.shown_names import Person
from tournaments.selectors.standings import StandingsShown
from tournaments.selectors.teams import TeamShown, team_list, teams_without_result
from tournaments.sentences.places import ordinal
from tournaments.sentences.points import readable
from tournaments.web import waiting
from tournaments.web.seats import points
from tournaments.web.tables import penalties
from tournaments.web.variants import Variant


def score(match: Match) -> str:
    """Return the score, such as ``2–1``; a dash while nothing is known."""
    if not match.begun:
        return "–"
    return f"{readable(str(match.one.points))}–{readable(str(match.other.points))}"


def playing(match: Match) -> str:
    """Return the number of boards without a result, in words; empty where all have one."""
    if not match.open:
        return ""
    return ngettext("%(count)s board playing", "%(count)s boards playing", match.open) % {"count": match.open}


def of_table(matches: Matches | None, table: int) -> str:
    """Return the match that a table belongs to, with its score so far, as HTML; empty for a table of none."""
    for match in matches.played if matches else ():
        if any(board.number == table for board in match.lines):
            open_ = f" <small>{text(playing(match))}</small>" if match.open else ""
            one, other = (f"<bdi>{text(side.name)}</bdi>" for side in (match.one, match.other))
            return f"<p class=meets>{one} – {other} <b>{text(score(match))}</b>{open_}</p>"
    return ""


def team_place(shown: StandingsShown, person: Person) -> str:
    """Return the place of a player's team, as HTML; empty where teams have none, and before a round of it is whole."""
    for line in shown.teams:
        if line["team"] == person.team_key and ("waits" not in line or shown.after_round > 1):
            values = {"team": person.team, "place": ordinal(line["rank"]), "count": len(shown.teams)}
            # Translators: below a player's own rank, such as "Leiden: 1st of 4 teams"
            return f"<p>{text(_('%(team)s: %(place)s of %(count)d teams') % values)}</p>"
    return ""


def team_link(slug: str, form: Variant) -> Callable[[int, str], SafeString]:
    """Return a function that gives a team's name, by its id, as a link to the team's page."""
    base = f"/t/{slug}/teams/"
    end = f"/?{text(form.carried)}" if form.carried else "/"

    def link(team: int, name: str) -> SafeString:
        return mark_safe(f'<a href="{base}{team}{end}">{text(name)}</a>')  # noqa: S308

    return link


def of_round(tournament: Tournament, shown: RoundShown, form: Variant, here: bool) -> SafeString:
    """Return a row a match: team, score, team, tables; empty where teams play no matches. ``here``: the tables are on
    the same page."""
    played = matches_of(tournament, shown)
    return mark_safe(_table(played, tournament.slug, shown.number, form, here) if played else "")  # noqa: S308


def _table(matches: Matches, slug: str, number: int, form: Variant, here: bool) -> str:
    end = f"/?{text(form.carried)}" if form.carried else "/"
    to = "" if here else f"/t/{slug}/rounds/{number}{end}"
    team = team_link(slug, form)
    lines = []
    for match in matches.played:
        first, last = match.tables
        tables = f"{first}–{last}" if last > first else str(first)
        open_ = f" <small>{text(playing(match))}</small>" if match.open else ""
        lines.append(
            f"<tr><th scope=row>{team(match.one.id, match.one.name)}<td><b>{text(score(match))}</b>{open_}"
            f'<td>{team(match.other.id, match.other.name)}<td><a href="{to}#t{first}">{tables}</a>'
        )
    for id_, name in matches.free:
        lines.append(f"<tr><th scope=row>{team(id_, name)}<td colspan=3><em>{text(_('free this round'))}</em>")
    return (
        "<table class=matches aria-labelledby=matches-title><thead><tr>"
        f"<th scope=col>{text(_('Team'))}<th scope=col>{text(_('Score'))}<th scope=col>{text(_('Team'))}"
        f"<th scope=col>{text(_('Tables'))}<tbody>{''.join(lines)}</table>"
    )


def _columns(with_matches: bool) -> list[tuple[str, str]]:
    """Return the columns of matches won, drawn and lost: letter and word."""
    if not with_matches:
        return []
    return [
        (pgettext("column of a table", "W"), _("matches won")),
        (pgettext("column of a table", "D"), _("matches drawn")),
        (pgettext("column of a table", "L"), _("matches lost")),
    ]


def order(tournament: Tournament, shown: StandingsShown, form: Variant) -> dict[str, Any]:
    """Return the teams as they stand: the table, and what its columns mean, for a template."""
    listed = {team.key: team for team in team_list(tournament.pk)}
    event = insight(tournament.pk, shown.after_round)
    won = record(event) if event else {}
    codes = list(dict.fromkeys(code for line in shown.teams for code in line.get("tie_breaks", ())))
    columns = _columns(bool(won))
    return {
        "table": _order(shown, listed, won, codes, columns, event, tournament.slug, form),
        "legend": [*columns, *((labels.column(code), labels.tie_break(code)) for code in codes)],
        "matches": bool(won),
    }


def rank(line: Mapping[str, Any], nothing_yet: bool) -> SafeString:
    """Return a team's rank; in grey while a table of it has no result, and a dash where none has."""
    if "waits" not in line:
        return mark_safe(str(line["rank"]))  # noqa: S308
    return waiting.rank_so_far(None if nothing_yet else line["rank"])


def _boards(code: str) -> str:
    """Return the class of the board points, which stand beside the match points where there is no room for more."""
    return " class=bp" if code == labels.BOARD_POINTS else ""


def _order(
    shown: StandingsShown,
    listed: Mapping[str, TeamShown],
    won: Mapping[str, tuple[int, int, int]],
    codes: Sequence[str],
    columns: Sequence[tuple[str, str]],
    event: Insight | None,
    slug: str,
    form: Variant,
) -> SafeString:
    link = team_link(slug, form)
    head = "".join(f'<th scope=col><abbr title="{text(word)}">{text(short)}</abbr>' for short, word in columns)
    head += "".join(
        f'<th scope=col{_boards(code)}><abbr title="{text(labels.tie_break(code))}">{text(labels.column(code))}</abbr>'
        for code in codes
    )
    body = []
    silent = teams_without_result(event)
    for line in shown.teams:
        nothing_yet = line["team"] in silent
        team = listed.get(line["team"])
        name = link(team.id, team.name) if team else text(line["team"])
        results = "".join(
            f"<td>{count}"
            for count in (won.get(line["team"], ("",) * len(columns)) if not nothing_yet else ("",) * len(columns))
        )
        own = {code: labels.of_team(code, value, nothing_yet) for code, value in line.get("tie_breaks", {}).items()}
        values = "".join(f"<td{_boards(code)}>{points(own.get(code), False)}" for code in codes)
        body.append(
            f"<tr><td>{rank(line, nothing_yet)}<th scope=row>{name}"
            f"{penalties(line.get('penalties', ()))}"
            f"<td>{waiting.mark() if nothing_yet else points(line['points'])}{results}{values}"
        )
    heading = _("Match points") if won else _("Points")
    return mark_safe(  # noqa: S308
        "<table class=standings aria-labelledby=teams-title>"
        f'<thead><tr><th scope=col><abbr title="{text(_("Rank"))}">#</abbr>'
        f"<th scope=col>{text(_('Team'))}<th scope=col>{text(heading)}{head}"
        f"<tbody>{''.join(body)}</table>"
    )
