"""Penalties at the desk: their effect shown first, a declared line in the standings, in the log, and lifted again."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, transaction
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, LogEntry, Penalty, Standings, Team
from tournaments.selectors.events.events import event_of
from tournaments.selectors.log import LogFilter, page
from tournaments.services.results import results

pytestmark = pytest.mark.django_db


@world
def evening(boss):
    evening = make.duel(4)
    make.play(make.published(evening, boss), boss, ("1", "0"))
    compute_standings(evening.pk)
    return evening


@pytest.fixture
def leader(evening):
    number = Standings.objects.get(tournament=evening).body["rows"][0]["player"]
    return Entry.objects.get(tournament=evening, number=number)


def give(evening, boss, to, **more):
    given = {"round": 1, "points": make.points("3/2")[0], "reason": "left the hall"} | more
    return results.give_penalty(evening.pk, by=boss, to=to, **given)


def rows(evening):
    compute_standings(evening.pk)
    return {row["player"]: row for row in Standings.objects.get(tournament=evening).body["rows"]}


def test_it_comes_off_the_points_and_the_line_says_so(evening, boss, leader, client, words):
    give(evening, boss, leader)
    line = rows(evening)[leader.number]
    assert (line["points"], line["rank"]) == ("-1/2", 4)
    assert line["penalties"] == [{"round": 1, "points": "3/2", "reason": "left the hall"}]
    for address in (reverse("standings", args=[evening.slug]), reverse("player", args=[evening.slug, leader.number])):
        assert "−1½ from round 1: left the hall" in words(client.get(address))
    answer = client.get(reverse("api:standings", args=[evening.slug])).json()
    assert [line["penalties"] for line in answer["standings"] if "penalties" in line] == [
        [{"round": 1, "points": "3/2", "reason": "left the hall"}]
    ]


def test_it_is_looked_at_before_it_is_given(evening, boss, leader, signed_in, words):
    client, url = signed_in(boss), reverse("admin:tournaments_penalties", args=[evening.pk])
    typed = {"who": f"p{leader.pk}", "round": "1", "points": "1,5", "reason": "left the hall"}
    look = client.post(url, typed)
    assert look.status_code == 200
    assert "What this changes" in words(look)
    assert "1 → 4 ↓" in words(look)
    assert not Penalty.objects.exists()
    assert client.post(url, typed | {"points": "1", "confirm": look.context["stamp"]}).status_code == 200
    assert not Penalty.objects.exists()
    assert client.post(url, typed | {"confirm": look.context["stamp"]}).status_code == 302
    assert Penalty.objects.get().decided_by == boss
    assert "left the hall" in words(client.get(url))


def test_in_a_half_round_the_preview_says_after_what_it_counts(evening, boss, leader, desk, words):
    first = make.published(evening, boss).tables.order_by("number").first()
    results.enter(first.pk, by=boss, points=make.points("1", "0"))
    compute_standings(evening.pk)
    typed = {"who": f"p{leader.pk}", "round": "1", "points": "1", "reason": "left the hall"}
    look = desk.post(reverse("admin:tournaments_penalties", args=[evening.pk]), typed)
    assert "Standings after round 1, with 1 of 2 tables of round 2" in words(look)


@pytest.mark.parametrize(
    "wrong",
    [
        {"points": "0"},
        {"points": "-1"},
        {"points": "x"},
        {"reason": ""},
        {"reason": "\u202e"},
        {"round": "9"},
        {"who": "p0"},
    ],
)
def test_what_is_no_penalty_is_refused_in_a_sentence(evening, desk, leader, wrong):
    url = reverse("admin:tournaments_penalties", args=[evening.pk])
    typed = {"who": f"p{leader.pk}", "round": "1", "points": "1", "reason": "late"} | wrong
    response = desk.post(url, typed)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


def test_lifted_everything_is_as_before_and_both_are_in_the_log(evening, boss, leader, desk):
    before = rows(evening)
    penalty = give(evening, boss, leader)
    with pytest.raises(Refused, match="Give a reason"):
        results.lift_penalty(penalty.pk, by=boss, reason=" ")
    desk.post(reverse("admin:tournaments_lift", args=[evening.pk, penalty.pk]), {"reason": "it was another"})
    assert rows(evening) == before
    shown = desk.get(reverse("admin:tournaments_penalties", args=[evening.pk])).content.decode()
    assert "−1½," in shown and "3/2" not in shown
    told = [line.text for line in page(LogFilter(tournament=evening, kind="penalty")).lines]
    assert "1½" in told[-1] and "3/2" not in told[-1]
    assert told[0] == f"Penalty {leader.player.name}: lifted no → yes, by {boss}. Reason: it was another"
    assert LogEntry.objects.filter(kind="penalty", row_id=penalty.pk, tournament_id=evening.pk).count() == 2


def test_a_team_has_its_own(evening, boss):
    team = Team.objects.create(tournament=evening, key="A", name="Alpha")
    Entry.objects.filter(tournament=evening, number__lte=2).update(team=team)
    give(evening, boss, team)
    assert event_of(evening).scoring["penalties"][0]["team"] == "A"
    compute_standings(evening.pk)
    body = Standings.objects.get(tournament=evening).body
    assert body["teams"][0]["penalties"][0]["points"] == "3/2"
    assert all("penalties" not in row for row in body["rows"])


def test_it_is_the_chief_arbiters(evening, leader):
    with pytest.raises(PermissionDenied):
        give(evening, make.arbiter(evening), leader)
    assert give(evening, make.arbiter(evening, "chief"), leader)


def test_nobody_of_another_tournament_is_penalised(evening, boss):
    stranger = Entry.objects.filter(tournament=make.duel(2)).first()
    with pytest.raises(Refused, match="does not take part"):
        give(evening, boss, stranger)
    with pytest.raises(DatabaseError), transaction.atomic():
        Penalty.objects.create(tournament=evening, entry=stranger, round=1, points="1", reason="x")
        connection.check_constraints()


@pytest.mark.parametrize("points", ["0", "-1", "0.5", "01"])
def test_the_database_takes_exact_points_above_nothing(evening, leader, points):
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_penalty (tournament_id, entry_id, round, points, reason, decided_at, lifted)"
            " VALUES (%s, %s, 1, %s, 'x', now(), false)",
            [evening.pk, leader.pk, points],
        )


def test_names_and_reasons_are_escaped(evening, boss, leader, client):
    give(evening, boss, leader, reason="<script>alert(1)</script>")
    rows(evening)
    for address in (reverse("standings", args=[evening.slug]), reverse("player", args=[evening.slug, leader.number])):
        assert "<script>alert(1)" not in client.get(address).content.decode()
