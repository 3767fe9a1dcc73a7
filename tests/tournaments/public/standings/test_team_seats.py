"""The team, the board and the partner at a seat: on every page where people look for their table."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments import make
from tests.tournaments.public.reading import page
from tests.tournaments.worlds import world
from tournaments.models import Entry, Mail, Table, Team, Tournament
from tournaments.models.mail import Kind
from tournaments.selectors.people import mails
from tournaments.services.results import results

pytestmark = pytest.mark.django_db
ADVICE = "Team-mates may not consult during the game (QC 7.5)."
AT_ONE_TABLE = "Partners may not consult during the game (QC 7.5)."


def of_teams(system: str, names: list[str], boards: int, boss: Any, **fields: Any) -> Tournament:
    """An event whose first round is published; the players stand team by team, by board."""
    made = make.tournament(len(names) * boards, system=system, rounds_planned=4, **fields)
    teams = [Team.objects.create(tournament=made, key=f"K{at}", name=name) for at, name in enumerate(names)]
    for at, entry in enumerate(Entry.objects.filter(tournament=made).order_by("number")):
        entry.team, entry.board = teams[at // boards], at % boards + 1
        entry.save()
    make.published(made, boss)
    return made


@world
def triple(boss: Any) -> Tournament:
    return of_teams("triple-team", ["Alpha", "<i>Beta</i>", "Gamma"], 4, boss)


@pytest.mark.parametrize("path", ["", "rounds/1/", "rounds/1/?by=name", "schedule/", "board/?show=pairings"])
def test_each_seat_names_team_and_board(client: Client, triple: Tournament, path: str) -> None:
    text = page(client, f"/t/{triple.slug}/{path}").text
    for team in ("Alpha", "<i>Beta</i>", "Gamma"):
        for board in (1, 2, 3, 4):
            assert f"{team}, board {board}" in text


def test_the_results_on_the_wall_name_the_teams(client: Client, boss: Any, triple: Tournament) -> None:
    table = Table.objects.get(round__tournament=triple, number=1)
    results.enter(table.pk, by=boss, points=make.points(*make.QC_END))
    text = page(client, f"/t/{triple.slug}/board/").text
    assert "1 of 3 results" in text and text.count(", board ") == 12


def test_the_card_of_a_table_names_the_teams(client: Client, triple: Tournament) -> None:
    assert page(client, f"/t/{triple.slug}/rounds/1/tables/1/").text.count(", board ") == 4


def test_my_table_names_team_and_partner_and_says_what_partners_may_not(client: Client, triple: Tournament) -> None:
    """QC 7.5."""
    # one round of QC 7.2: boards 1 and 4 of Alpha are partners
    names = dict(Entry.objects.filter(tournament=triple).values_list("number", "player__name"))
    text = page(client, f"/t/{triple.slug}/mine/1/").text
    assert f"Partner: {names[4]}" in text and f"Partner: {names[1]}" not in text
    assert "Alpha, board 1" in text and ADVICE in text


def test_the_mail_about_a_table_names_team_partner_and_board_and_says_what_partners_may_not(triple: Tournament) -> None:
    """QC 7.5."""
    first = Entry.objects.get(tournament=triple, number=1)
    names = dict(Entry.objects.filter(tournament=triple).values_list("number", "player__name"))
    table = Table.objects.get(round__tournament=triple, seats__entry=first).number
    told = {"name": "Anna", "round": 1, "table": table}
    mail = Mail(kind=Kind.PAIRING, tournament=triple, entry=first, language="nl", parameters=told)
    text = mails.words(mail, "https://club.example").text
    assert f"Alpha, bord 1 · Partner: {names[4]}\nTeamgenoten mogen" in text
    alone = make.tournament(4)
    mail = Mail(kind=Kind.PAIRING, tournament=alone, entry=alone.entries.first(), language="en", parameters=told)
    assert "Partner" not in mails.words(mail, "https://club.example").text


def test_where_partners_sit_opposite_they_are_named_also_without_teams(client: Client, boss: Any) -> None:
    """QC 7.5."""
    made = make.tournament(8, system="whist")
    make.published(made, boss)
    table = Table.objects.get(round__tournament=made, number=1)
    first, other, mate, _last = (seat.entry for seat in table.seats.order_by("position"))
    text = page(client, f"/t/{made.slug}/mine/{first.number}/").text
    assert f"Partner: {mate.player.name}" in text and f"Partner: {other.player.name}" not in text
    assert AT_ONE_TABLE in text
    text = page(client, f"/t/{made.slug}/players/{first.number}/").text
    assert "At the table" in text and "Opponents" not in text
    told = {"name": "Anna", "round": 1, "table": 1}
    mail = Mail(kind=Kind.PAIRING, tournament=made, entry=first, language="en", parameters=told)
    assert f"\nPartner: {mate.player.name}\n{AT_ONE_TABLE}" in mails.words(mail, "https://club.example").text


def test_the_api_names_team_and_board_at_each_seat(client: Client, triple: Tournament) -> None:
    found = client.get(f"/api/v1/tournaments/{triple.slug}/mine/1/").json()
    assert {seat["in_team"] for seat in found["table"]["seats"]} >= {"Alpha, board 1", "Alpha, board 4"}
    alone = make.tournament(4)
    make.published(alone, make.organiser())
    found = client.get(f"/api/v1/tournaments/{alone.slug}/mine/1/").json()
    assert {seat["in_team"] for seat in found["table"]["seats"]} == {None}


def test_about_says_what_team_mates_may_not(client: Client, triple: Tournament) -> None:
    assert ADVICE in page(client, f"/t/{triple.slug}/about/").text
    assert ADVICE not in page(client, f"/t/{make.tournament(4).slug}/about/").text


def test_in_a_group_of_number_ones_nobody_has_a_partner(client: Client, boss: Any) -> None:
    made = of_teams("board-groups", ["North", "East", "South", "West"], 2, boss)
    text = page(client, f"/t/{made.slug}/mine/1/").text
    assert "North, board 1" in text and "West, board 1" in text and "Partner" not in text


def test_where_nobody_wins_as_a_team_a_seat_names_none(client: Client, boss: Any) -> None:
    made = of_teams("tables", ["North", "East"], 4, boss)
    assert "board 1" not in page(client, f"/t/{made.slug}/rounds/1/").text
    assert "North" not in page(client, f"/t/{made.slug}/mine/1/").text.split("Table")[-1]


@pytest.mark.parametrize("path", ["", "rounds/1/", "rounds/1/?by=name", "schedule/", "mine/1/", "board/?show=pairings"])
def test_the_labels_cost_no_query_a_seat(client: Client, boss: Any, path: str) -> None:
    counts = []
    for teams in (4, 8):
        names = [f"Team {at}" for at in range(teams)]
        made = of_teams("board-groups", names, 2, boss, pairing_options={"group_teams": "4"})
        client.get(f"/t/{made.slug}/about/")  # what is read once for all pages of the site
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/t/{made.slug}/{path}").status_code == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]
