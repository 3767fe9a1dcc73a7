"""Matches of teams, as a list and as cards, and the order of the teams, as HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape as text
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.models import Tournament
from tournaments.selectors import labels
from tournaments.selectors.events.explanations import Insight, insight
from tournaments.selectors.events.public import RoundShown
from tournaments.selectors.people.shown_names import Person
from tournaments.selectors.people.teams import TeamShown, team_list, team_rounds, teams_without_result
from tournaments.selectors.rounds.matches import Board, Match, Matches, matches_of, record
from tournaments.selectors.standings.standings import StandingsShown
from tournaments.sentences.places import ordinal
from tournaments.sentences.points import readable
from tournaments.web import cells
from tournaments.web.seats import Link, points
from tournaments.web.standings.tables import penalties
from tournaments.web.variants import Variant

TEAM_LETTERS = 3


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
    end = "/" + text(form.suffix)

    def link(team: int, name: str) -> SafeString:
        return mark_safe(f'<a href="{base}{team}{end}">{text(name)}</a>')  # noqa: S308

    return link


def of_round(tournament: Tournament, shown: RoundShown, form: Variant, here: bool) -> SafeString:
    """Return a row a match: team, score, team, tables; empty where teams play no matches. ``here``: the tables are on
    the same page."""
    played = matches_of(tournament, shown)
    return mark_safe(_table(played, tournament.slug, shown.number, form, here) if played else "")  # noqa: S308


def _table(matches: Matches, slug: str, number: int, form: Variant, here: bool) -> str:
    end = "/" + text(form.suffix)
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
    return cells.rank_so_far(None if nothing_yet else line["rank"])


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
            f"<td>{cells.waiting_mark() if nothing_yet else points(line['points'])}{results}{values}"
        )
    heading = _("Match points") if won else _("Points")
    return mark_safe(  # noqa: S308
        "<table class=standings aria-labelledby=teams-title>"
        f'<thead><tr><th scope=col><abbr title="{text(_("Rank"))}">#</abbr>'
        f"<th scope=col>{text(_('Team'))}<th scope=col>{text(heading)}{head}"
        f"<tbody>{''.join(body)}</table>"
    )


def cards(tournament: Tournament, shown: RoundShown, form: Variant, link: Link, ids: bool) -> SafeString:
    """Return a card a match: the teams and the score, inside it the tables; empty where teams play no matches.

    A match that is being played is open. ``ids``: the tables have no other place on the page.
    """
    played = matches_of(tournament, shown)
    if not played:
        return mark_safe("")
    team = team_link(tournament.slug, form)
    base = f"/t/{tournament.slug}/rounds/{shown.number}"
    end = "/" + text(form.suffix)
    items = [_card(match, team, link, base, end, ids) for match in played.played]
    items += [
        f'<li class="card free">{team(id_, name)} <em>{text(_("free this round"))}</em>' for id_, name in played.free
    ]
    return mark_safe(f"<ul class=mcards role=list>{''.join(items)}</ul>")  # noqa: S308


def _card(match: Match, team: Callable[[int, str], SafeString], link: Link, base: str, end: str, ids: bool) -> str:
    one, other = match.one, match.other
    rows = "".join(_row(board, link, base, end, ids) for board in match.lines)
    open_ = f" <small>{text(playing(match))}</small>" if match.open else ""
    return (
        f'<li><details class="card mcard{_stage(match)}"{" open" if match.open else ""}>'
        f"<summary><span>{text(one.name)}</span> <b class=score>{text(score(match))}</b>{open_} "
        f"<span>{text(other.name)}</span></summary>"
        f"<table><thead><tr><th scope=col>{text(_('Table'))}<th scope=col>{team(one.id, one.name)}"
        f"<th scope=col>{text(_('Result'))}<th scope=col>{team(other.id, other.name)}"
        f"<tbody>{rows}</table></details>"
    )


def _stage(match: Match) -> str:
    """Return the class of a match that is played or won; its colour is said by words as well."""
    if match.open:
        return " plays"
    if match.one.points == match.other.points:
        return ""
    return " one" if match.one.points > match.other.points else " other"


def _row(board: Board, link: Link, base: str, end: str, ids: bool) -> str:
    way = f"{base}/tables/{board.number}{end}" if board.game else f"{base}{end}#t{board.number}"
    number = f'<a href="{way}">{board.number}</a>' if board.game or not ids else str(board.number)
    one, other = ("<br>".join(link(player) for player in side) for side in (board.one, board.other))
    if board.points is None:
        result: str = cells.waiting_mark(board.adjourned)
    else:
        result = "–".join(readable(str(value)) for value in board.points)
    at = f" id=t{board.number}" if ids else ""
    return f"<tr{at}><td>{number}<td>{one}<td>{result}<td>{other}"


def each_other(
    event: Insight | None,
    teams: Sequence[TeamShown],
    ranks: Mapping[str, object],
    tournament: Tournament,
    newest: RoundShown,
    form: Variant,
) -> SafeString:
    """Return all teams against each other, in the order of ``ranks``; empty where they play no matches.

    A match of the ``newest`` round that is being played has its score so far.
    """
    if event is None or not event.after_round or not event.teams().matches:
        return mark_safe("")
    slug = tournament.slug
    now = _being_played(tournament, newest, {team.id: team.key for team in teams})
    order = list(ranks)
    listed = sorted((team for team in teams if team.key in ranks), key=lambda team: order.index(team.key))
    team = team_link(slug, form)
    short = _short([row.name for row in listed])
    base, end = f"/t/{slug}/rounds/", "/" + text(form.suffix)
    body = []
    for row in listed:
        met: dict[str, list[str]] = {}
        for turn in team_rounds(event, row):
            if turn.opponent and turn.boards:
                inner = "–".join(readable(str(value)) for value in turn.boards)
                met.setdefault(turn.opponent, []).append(f'<a href="{base}{turn.round}{end}">{inner}</a>')
        for (key, opponent), so_far in now.items():
            if key == row.key:
                met.setdefault(opponent, []).append(f'<a href="{base}{newest.number}{end}">{so_far}</a>')
        cells = "".join(
            "<td class=x>" if other.key == row.key else f"<td>{' '.join(met.get(other.key, ()))}" for other in listed
        )
        body.append(f"<tr><th scope=row>{team(row.id, row.name)}{cells}")
    head = "".join(
        f'<th scope=col><abbr title="{text(row.name)}">{text(letters)}</abbr>'
        for row, letters in zip(listed, short, strict=True)
    )
    return mark_safe(  # noqa: S308
        '<table class="cross teams" aria-labelledby=each-other-title>'
        f"<thead><tr><th scope=col>{text(_('Team'))}{head}<tbody>{''.join(body)}</table>"
    )


def _being_played(tournament: Tournament, newest: RoundShown, key_of: Mapping[int, str]) -> dict[tuple[str, str], str]:
    """Return the matches without an end, seen from each team: its own board points first."""
    out = {}
    played = matches_of(tournament, newest)
    for match in played.played if played else ():
        if match.open:
            for own, theirs in ((match.one, match.other), (match.other, match.one)):
                so_far = f"{readable(str(own.points))}–{readable(str(theirs.points))} " if match.begun else ""
                out[key_of[own.id], key_of[theirs.id]] = so_far + cells.waiting_mark()
    return out


def _short(names: Sequence[str]) -> list[str]:
    """Return a short name for each column: three letters, or a number where two teams would have the same."""
    short = ["".join(letter for letter in name if letter.isalnum())[:TEAM_LETTERS].upper() for name in names]
    return [letters if letters and short.count(letters) == 1 else str(at) for at, letters in enumerate(short, 1)]
