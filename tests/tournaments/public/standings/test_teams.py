"""The pages of the teams: their order, their players and their matches."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from scoring.explain import Explainer
from scoring.standings import standings
from tests.tournaments import make
from tests.tournaments.public.reading import page, shown
from tests.tournaments.worlds import world
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Player, Team, Tournament
from tournaments.selectors.events.events import event_of

pytestmark = pytest.mark.django_db


@world
def league(boss: Any) -> Tournament:
    """Two rounds between three teams of two."""
    made = make.tournament(
        0,
        game="quarto",
        system="team-berger",
        table_size=2,
        rounds_planned=3,
        scoring={"teams": {"tie_breaks": ["MPvGP"]}},
    )
    for number, name in enumerate(("Alpha", "Beta", "<i>Gamma</i>")):
        team = Team.objects.create(tournament=made, key=f"K {number}", name=name)
        for board in (1, 2):
            player = Player.objects.create(name=f"{name[:6]} {board}")
            Entry.objects.create(tournament=made, player=player, team=team, board=board, number=2 * number + board)
    for _number in range(2):
        round_ = make.published(made, boss)
        make.play(round_, boss, ("1", "0"))
    compute_standings(made.pk)
    return made


def test_the_teams_stand_in_their_order(client: Client, league: Tournament) -> None:
    text = page(client, f"/t/{league.slug}/teams/").text
    order = standings(event_of(league)).teams
    names = [Team.objects.get(tournament=league, key=line.team).name for line in order]
    assert [text.index(name) for name in names] == sorted(text.index(name) for name in names)
    assert "Teams after round 2" in text


def test_a_team_has_its_players_and_its_matches(client: Client, league: Tournament) -> None:
    for team in Team.objects.filter(tournament=league):
        text = page(client, f"/t/{league.slug}/teams/{team.pk}/").text
        assert f"{team.name[:6]} 1" in text and "Match points" in text
        points = next(shown(line.points) for line in standings(event_of(league)).teams if line.team == team.key)
        assert f"{points} point{'s' * (points != '1')} " in text
        board = Explainer(event_of(league)).explain_team(team.key, "MPvGP")
        assert f"{shown(board.value)} = {' + '.join(shown(term.amount) for term in board.terms)}" in text
    other = Team.objects.create(tournament=make.duel(2), key="X", name="Elsewhere")
    assert client.get(f"/t/{league.slug}/teams/{other.pk}/").status_code == 404


def test_in_a_sum_each_round_shows_what_the_players_brought(client: Client, boss: Any) -> None:
    made = make.tournament(8, system="double-team", rounds_planned=1)
    teams = [Team.objects.create(tournament=made, key=key, name=f"Team {key}") for key in "AB"]
    for at, entry in enumerate(Entry.objects.filter(tournament=made).order_by("number")):
        entry.team, entry.board = teams[at % 2], at // 2 + 1
        entry.save()
    round_ = make.published(made, boss)
    make.play(round_, boss)
    compute_standings(made.pk)
    for team, line in zip(teams, sorted(standings(event_of(made)).teams, key=lambda t: t.team), strict=True):
        source = client.get(f"/t/{made.slug}/teams/{team.pk}/").content.decode()
        brought = re.findall(r"<b>(\d+)</b></span>", source)
        assert len(brought) == 4
        assert sum(map(Fraction, brought)) == line.points
        assert f"<td><b>{line.points}</b></td>" in source


def test_before_the_first_round_the_teams_are_listed(client: Client) -> None:
    made = make.tournament(4)
    alpha, _empty = (
        Team.objects.create(tournament=made, key=key, name=name) for key, name in (("A", "Alpha"), ("B", "Beta"))
    )
    made.entries.filter(number=1).update(team=alpha, board=1)
    listed = page(client, f"/t/{made.slug}/teams/").text
    assert "Alpha" in listed and "Beta" not in listed, "nobody is in it yet"
    assert client.get(f"/t/{made.slug}/teams/{alpha.pk}/").status_code == 200
