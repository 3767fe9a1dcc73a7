"""The parts of an event's first page that follow from its state: facts and schedule, podium, figures, games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import formats
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.documents.gamelink import lower_is_better
from tournaments.domain.schedule import begins
from tournaments.models import Tournament
from tournaments.selectors import event_figures
from tournaments.selectors.standings import StandingsShown
from tournaments.selectors.teams import team_list
from tournaments.sentences import places
from tournaments.views.public.page import Page
from tournaments.web import schedule
from tournaments.web.seats import Sign, points, sign_of

MAP = "https://www.openstreetmap.org/search?"
PODIUM, STEPS = 3, 6
"""The places on the podium, and how many people share them at most: where more do there is no podium."""


@dataclass(frozen=True, slots=True)
class Step:
    """A player or a team on the podium."""

    rank: int
    name: str
    club: str
    points: SafeString
    worth: str
    address: str

    @property
    def one(self) -> bool:
        return self.worth == "1"


@dataclass(frozen=True, slots=True)
class SeatMean:
    """The mean of a seat's points; ``share`` of the most that anybody got at a table, in hundredths, for a bar; None
    where a longer bar would say nothing good."""

    sign: Sign
    mean: str
    share: int | None


def facts(tournament: Tournament, newest: int) -> dict[str, Any]:
    """Return when and where: the schedule, its next line, the first time on it, a map's address."""
    lines = schedule.lines(tournament.schedule, tournament.starts, newest, tournament.is_over)
    return {
        "schedule": lines,
        "next_line": schedule.coming(lines),
        "begins": f"{hour:%H:%M}" if (hour := begins(tournament.schedule)) else "",
        "map": MAP + urlencode({"query": tournament.venue}) if tournament.venue else "",
    }


def podium(page: Page, ranks: StandingsShown | None) -> list[Step]:
    """Return who came first, second and third, teams where these are ranked; nobody before the order is final."""
    if ranks is None or not ranks.final or ranks.still_in:
        return []
    steps = _team_steps(page, ranks) if ranks.teams else _player_steps(page, ranks)
    return steps if len(steps) <= STEPS else []


def _player_steps(page: Page, ranks: StandingsShown) -> list[Step]:
    slug = page.tournament.slug
    return [
        Step(
            row.rank,
            person.name,
            person.club,
            points(row.points),
            row.points,
            reverse("player", args=[slug, row.player]),
        )
        for row in ranks.rows
        if row.rank <= PODIUM and (person := page.people.get(row.player))
    ]


def _team_steps(page: Page, ranks: StandingsShown) -> list[Step]:
    """Return the best teams; of teams it is the team that wins, not a player."""
    listed = {team.key: team for team in team_list(page.tournament.pk)}
    return [
        Step(
            line["rank"],
            team.name,
            "",
            points(line["points"]),
            line["points"],
            reverse("team", args=[page.tournament.slug, team.id]),
        )
        for line in ranks.teams
        if line["rank"] <= PODIUM and (team := listed.get(line["team"]))
    ]


def finished(page: Page) -> dict[str, Any]:
    """Return the figures of an event that is over, and games worth seeing."""
    shown = event_figures.figures(page.tournament.pk)
    titles = {
        "last": _("The first table of the last round"),
        "longest": _("The longest game"),
        "shortest": _("The shortest game"),
    }
    games = [
        {"title": titles[why], "game": game} | _addresses(page.tournament, game)
        for why, game in event_figures.worth_seeing(shown.games).items()
    ]
    return {"figures": shown, "worth_seeing": games, "seat_means": _means(page, shown)} | {
        "seats_most": places.counted(shown.most) if _has_bars(page, shown) else "",
        "coloured": page.coloured,
    }


def _addresses(tournament: Tournament, game: event_figures.ProvenGame) -> dict[str, str]:
    where = [tournament.slug, game.round, game.table]
    return {"address": reverse("table", args=where), "picture": reverse("table_diagram", args=[*where, game.plies])}


def _has_bars(page: Page, shown: event_figures.Figures) -> bool:
    tournament = page.tournament
    return bool(shown.most) and not lower_is_better(tournament.game, tournament.options)


def _means(page: Page, shown: event_figures.Figures) -> list[SeatMean]:
    if not any(shown.seats) or not page.colours:
        return []
    language, bars = page.form.language, _has_bars(page, shown)
    return [
        SeatMean(
            sign_of(page.colours, at, language),
            formats.number_format(round(float(mean), 1), 1),
            round(100 * mean / shown.most) if bars and shown.most else None,
        )
        for at, mean in enumerate(shown.seats, 1)
    ]
