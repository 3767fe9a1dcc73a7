"""Matches of teams as cards that open into their tables, and all teams against each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape as text

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.selectors.explanations import Insight
from tournaments.selectors.matches import Board, Match, matches_of
from tournaments.selectors.public import RoundShown
from tournaments.selectors.teams import TeamShown, team_rounds
from tournaments.sentences.points import readable
from tournaments.web import waiting
from tournaments.web.matches import playing, score, team_link
from tournaments.web.seats import Link
from tournaments.web.variants import Variant

TEAM_LETTERS = 3


def cards(tournament: Tournament, shown: RoundShown, form: Variant, link: Link, ids: bool) -> SafeString:
    """Return a card a match: the teams and the score, inside it the tables; empty where teams play no matches.

    A match that is being played is open. ``ids``: the tables have no other place on the page.
    """
    played = matches_of(tournament, shown)
    if not played:
        return mark_safe("")
    team = team_link(tournament.slug, form)
    base = f"/t/{tournament.slug}/rounds/{shown.number}"
    end = f"/?{text(form.carried)}" if form.carried else "/"
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
        result: str = waiting.mark(board.adjourned)
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
    base, end = f"/t/{slug}/rounds/", f"/?{text(form.carried)}" if form.carried else "/"
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
                out[key_of[own.id], key_of[theirs.id]] = so_far + waiting.mark()
    return out


def _short(names: Sequence[str]) -> list[str]:
    """Return a short name for each column: three letters, or a number where two teams would have the same."""
    short = ["".join(letter for letter in name if letter.isalnum())[:TEAM_LETTERS].upper() for name in names]
    return [letters if letters and short.count(letters) == 1 else str(at) for at, letters in enumerate(short, 1)]
