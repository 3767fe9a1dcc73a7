"""A ladder, a Swiss for teams and a Scheveningen match, from their cards to the pages that explain them."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.public.reading import text_of
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Player, Table, Tournament
from tournaments.selectors.people.presence import ladder_of_season
from tournaments.services.events.presets import PRESETS, create

pytestmark = pytest.mark.django_db


def made_from(key: str, boss: Any, game: str, players: int, rounds: int, **more: Any) -> Tournament:
    (made,) = create(
        PRESETS[key], by=boss, name="Card", starts=date(2026, 12, 4), game=game, rounds=rounds, published=True, **more
    )
    teams = list(made.teams.order_by("key"))
    for number in range(1, players + 1):
        player = Player.objects.create(name=f"Player {number}", rating=2000 - number, home=made)
        own = {"team": teams[(number - 1) % len(teams)], "board": (number - 1) // len(teams) + 1} if teams else {}
        Entry.objects.create(tournament=made, player=player, number=number, **own)
    return made


def played(tournament: Tournament, boss: Any, points: tuple[str, ...], rounds: int = 1) -> None:
    for _round in range(rounds):
        make.play(make.published(tournament, boss), boss, points)
    compute_standings(tournament.pk)
    tournament.refresh_from_db()


def test_the_standings_of_a_ladder_show_the_levels_and_explain_them(client: Client, boss: Any) -> None:
    ladder = made_from("levels", boss, "quatro-chess", 8, 4)
    played(ladder, boss, ("8", "4", "2", "0"))
    page = text_of(client.get(reverse("standings", args=[ladder.slug])).content.decode())
    assert "Level" in page
    assert "Players are ranked by their place in the ladder." in page
    rows = client.get(f"/api/v1/tournaments/{ladder.slug}/standings/").json()["standings"]
    assert [row["tie_breaks"] for row in rows] == [{"LEVEL": "1"}] * 4 + [{"LEVEL": "2"}] * 4
    # the winner of the second table is above the loser of the first
    assert [row["points"] for row in rows][3:5] == ["8", "0"]
    why = text_of(client.get(reverse("why", args=[ladder.slug, rows[3]["player"]])).content.decode())
    assert "on the place in the ladder: 4 against 5" in why
    round_ = make.draft(ladder, boss)
    reason = str(Table.objects.get(round=round_, number=1).reason.document())
    assert "levels-group" in reason and "levels-up" in reason


def test_a_team_swiss_shows_matches_and_the_bye_of_a_team(client: Client, boss: Any) -> None:
    event = made_from("team-swiss", boss, "quarto", 10, 4, teams=[f"Club {n}" for n in range(1, 6)])
    played(event, boss, ("1", "0"), 2)
    teams = client.get(f"/api/v1/tournaments/{event.slug}/standings/").json()["teams"]
    assert len(teams) == 5
    # two drawn matches (who sits first wins, and the seats alternate), or one and the bye
    assert {line["points"] for line in teams} == {"2"}
    page = text_of(client.get(reverse("round", args=[event.slug, 2])).content.decode())
    assert "Club 1" in page and "1 – 1" in page.replace("1–1", "1 – 1")
    table = Table.objects.filter(round__number=2).first()
    assert "team-swiss-colours" in str(table.reason.document())


def test_teams_of_quatro_chess_have_the_sum_of_points_in_a_round_robin_and_others_match_points(
    client: Client, boss: Any
) -> None:
    """QC 6.4: whatever the teams meet by."""
    event = made_from("team-berger", boss, "quatro-chess", 16, 3)
    played(event, boss, ("8", "4", "2", "0"))
    teams = client.get(f"/api/v1/tournaments/{event.slug}/standings/").json()["teams"]
    assert sum(Fraction(line["points"]) for line in teams) == 4 * (8 + 4 + 2)
    assert made_from("pairs", boss, "quatro-chess", 0, 3).scoring == event.scoring == {"teams": {"score": "sum"}}
    assert made_from("team-berger", boss, "quarto", 0, 3).scoring == {}


def test_a_scheveningen_match_is_won_by_a_team(client: Client, boss: Any) -> None:
    match = made_from("scheveningen", boss, "quarto", 4, 2, teams=["Home", "Guests"])
    played(match, boss, ("1", "0"), 2)
    teams = client.get(f"/api/v1/tournaments/{match.slug}/standings/").json()["teams"]
    assert sorted(line["points"] for line in teams) == ["2", "2"]
    assert {
        line["played"] for line in client.get(f"/api/v1/tournaments/{match.slug}/standings/").json()["standings"]
    } == {2}


def test_an_evening_of_a_season_begins_with_the_ladder_of_the_one_before(boss: Any) -> None:
    first, second, third = create(
        PRESETS["ladder-season"], by=boss, name="Card", starts=date(2026, 12, 4), game="quatro-chess", rounds=1, count=3
    )
    people = [Player.objects.create(name=f"Player {n}", rating=2000 - n, home=first) for n in range(1, 11)]
    for number, player in enumerate(people[:8], 1):
        Entry.objects.create(tournament=first, player=player, number=number)
    played(first, boss, ("8", "4", "2", "0"))
    order = [p.pk for p in people]
    # who sat last goes down, who sat first at table 2 goes up
    after = ladder_of_season(second)
    assert set(after[:4]) != set(order[:4])
    assert len(set(after[:4]) & set(order[:4])) == 3
    # the second evening: the third of the ladder is away, two newcomers by rating
    missing = after[2]
    for number, player in enumerate([people[9], people[8], *(p for p in people[:8] if p.pk != missing)], 1):
        Entry.objects.create(tournament=second, player=player, number=number)
    make.draft(second, boss)
    numbered = list(Entry.objects.filter(tournament=second).order_by("number").values_list("player", flat=True))
    assert numbered == [*(p for p in after if p != missing), people[8].pk, people[9].pk]
    assert ladder_of_season(third)[2] == missing
