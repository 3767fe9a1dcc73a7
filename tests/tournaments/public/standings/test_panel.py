"""The player's panel beside the standings: with and without a script, what it says, and what it costs."""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape

import pytest
from django.test import Client

from scoring.standings import order_of
from scoring.tiebreaks.ratings import against_rated
from tests.games.core.test_declared import RIICHI
from tests.tournaments import make
from tests.tournaments.public.build import event
from tests.tournaments.public.reading import Page, text_of
from tests.tournaments.worlds import world
from tournaments.jobs.standings import compute_standings
from tournaments.models import NameShown, Player, Standings, Tournament
from tournaments.selectors.events.explanations import insight
from tournaments.services.entries import attendance
from tournaments.services.results import results
from tournaments.views.public.player_panel import mean_written

pytestmark = pytest.mark.django_db


@world
def club() -> Tournament:
    return event("club", rounds=3)


def panel(client: Client, where: str, slug: str = "club") -> str:
    answer = client.get(f"/t/{slug}/standings/{where}")
    assert answer.status_code == 200, where
    html = answer.content.decode()
    assert Page(html).faults == []
    return html[html.index('id="panel"') : html.index("</aside>")]


def test_each_name_leads_to_the_panel_beside_the_same_standings(client: Client, club: Tournament) -> None:
    plain = client.get("/t/club/standings/").content.decode()
    assert plain.count('href="/t/club/standings/player/') == 16 and 'id="panel"' not in plain
    beside = client.get("/t/club/standings/player/5/").content.decode()
    assert 'id="panel"' in beside and len(re.findall(r"<tr id=p\d+>", beside)) == 16
    assert re.findall(r"player/(\d+)/\" aria-current=true", beside) == ["5"]
    assert 'href="/t/club/standings/#p5" data-close-panel' in beside


def test_it_says_place_reason_rounds_seats_and_leads_on(client: Client, club: Tournament) -> None:
    second = insight(club.pk).order.participants[1]
    html = panel(client, f"player/{second}/")
    text = text_of(html)
    assert re.search(r"\d(st|nd|rd|th) with \S+ points, ", text)
    assert " is ahead of " in text or " share a rank" in text
    assert html.count("<ul class=seats") == 3 and "Mean points by seat" in text
    assert f"/t/club/players/{second}/" in html and f"/t/club/standings/why/{second}/" in html
    assert f'data-me="{second}"' in html


def test_what_a_script_fetches_is_the_same_panel(client: Client, club: Tournament) -> None:
    for where in ("player/5/", "after/2/player/5/"):
        assert panel(client, where) == panel(client, f"{where}panel/")
    assert panel(client, "after/2/player/5/").count("<ul class=seats") == 2, "the third round is not told"


def test_performance_counts_rated_opponents_only_and_says_how(client: Client, club: Tournament) -> None:
    assert "Performance" not in panel(client, "player/1/")
    met = {n for turn in order_of(insight(club.pk).event, 3)[0].turns[1] for n in turn.opponents}
    rated = sorted(met)[:3]
    Player.objects.filter(entries__tournament=club, entries__number__in=rated).update(rating=1800)
    Tournament.objects.filter(pk=club.pk).update(version=club.version + 1, results_version=club.results_version + 1)
    text = text_of(panel(client, "player/1/"))
    average, performance, games = against_rated(insight(club.pk).history, 1)
    assert (average, games >= 3) == (1800, True)
    assert f"Performance {performance} Average opponent 1800" in text
    assert f"the average rating of {games} rated opponents" in text and "8.1.1" in text


def test_hidden_names_stay_hidden_and_unpublished_events_too(client: Client, club: Tournament) -> None:
    Player.objects.filter(entries__tournament=club).update(name_shown=NameShown.NUMBER)
    Tournament.objects.filter(pk=club.pk).update(version=club.version + 1)
    html = panel(client, "player/5/panel/")
    assert not [name for name in Player.objects.values_list("name", flat=True) if name in unescape(html)]
    Tournament.objects.filter(pk=club.pk).update(published=False, version=club.version + 2)
    for where in ("player/5/", "player/5/panel/", "after/1/player/5/"):
        assert client.get(f"/t/club/standings/{where}").status_code == 404


@pytest.mark.parametrize("where", ["player/17/", "player/17/panel/", "after/9/player/1/", "after/9/player/1/panel/"])
def test_who_or_what_is_not_there_is_not_found(client: Client, club: Tournament, where: str) -> None:
    assert client.get(f"/t/club/standings/{where}").status_code == 404


def test_a_bar_is_as_long_as_the_share_of_the_most_that_can_be_seen_at_these_tables(client: Client) -> None:
    boss = make.organiser()
    made = make.tournament(4, rounds_planned=2)
    (table,) = make.published(made, boss).tables.all()
    results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
    compute_standings(made.pk)
    bars = {}
    for seat in table.seats.select_related("entry"):
        html = panel(client, f"player/{seat.entry.number}/", made.slug)
        bars[seat.position] = re.findall(r'<meter min="0" max="100" value="(\d+)"', html)
        assert re.search(r"1 round</small>", html), "in how many rounds, and not that it brought so much once"
        assert "A full bar: 8 points, the most at these tables." in html
    assert bars == {1: ["100"], 2: ["50"], 3: ["25"], 4: ["0"]}


def test_points_below_nought_have_no_bars(client: Client) -> None:
    boss = make.organiser()
    made = make.tournament(4, game="riichi", options=RIICHI, rounds_planned=2)
    (table,) = make.published(made, boss).tables.all()
    results.enter(table.pk, by=boss, points=make.points("42300", "28100", "59600", "-10000"))
    compute_standings(made.pk)
    html = panel(client, "player/1/", made.slug)
    assert "Mean points by seat" in html and "<meter" not in html and "A full bar" not in html


def test_a_bye_and_a_forfeit_stand_with_what_they_brought(client: Client) -> None:
    boss = make.organiser()
    made = make.tournament(5, rounds_planned=2)
    published = make.published(made, boss)
    (table,) = published.tables.all()
    results.enter(table.pk, by=boss, points=[*make.points("8", "4", "2"), None], end="forfeit")
    compute_standings(made.pk)
    free = published.seats.get(table=None).entry.number
    (row,) = (row for row in Standings.objects.get(tournament=made).body["rows"] if row["player"] == free)
    assert row["points"] == "7/2" and '<b class="got-points">3<i>½</i></b>' in panel(
        client, f"player/{free}/", made.slug
    )
    gone = panel(client, f"player/{table.seats.get(position=4).entry.number}/", made.slug)
    assert "<small>forfeit</small>" in gone and '<b class="got-points">0</b>' in gone


def test_before_a_result_there_are_no_means_and_no_sums(client: Client) -> None:
    made = make.tournament(4, rounds_planned=2)
    make.published(made, make.organiser())
    html = panel(client, "player/1/panel/", made.slug)
    assert "Mean points by seat" not in html and "/why/" not in html


@pytest.mark.parametrize(("mean", "written"), [("1/4", "0.3"), ("-74", "−74.0"), ("-1/4", "−0.3"), ("-1/100", "0.0")])
def test_a_mean_is_rounded_as_people_do_and_has_a_real_minus(mean: str, written: str) -> None:
    assert mean_written(Fraction(mean)) == written


HEARTS = {
    "key": "hearts", "names": {"en": "Hearts"}, "seats": [4], "entry": "score", "higher_is_better": False,
    "score": {"counts": "score"},
}  # fmt: skip


def test_rounds_that_count_although_nobody_sat_there_are_listed(client: Client) -> None:
    """Show the figures add up where the lowest score wins: a player who has left has the worst score of each later
    round on every page with their rounds, and nobody calls them absent."""
    boss = make.organiser()
    options = {"declaration": HEARTS}
    made = make.tournament(8, slug="hearts", game="declared", options=options, scoring={"tie_breaks": []})
    first = make.published(made, boss)
    make.play(first, boss, ("10", "20", "30", "40"))
    gone, away = (made.entries.get(number=number) for number in (3, 4))
    attendance.withdraw(gone.pk, by=boss)
    attendance.absent(away.pk, 2, by=boss)
    for worst in ("73", "74"):
        make.play(make.published(made, boss), boss, ("11", "12", "13", worst))
    compute_standings(made.pk)
    answer = client.get("/api/v1/tournaments/hearts/standings/").json()["standings"]
    (row,) = [row for row in answer if row["player"] == 3]
    assert row["trail"][1:] == ["-73", "-74"]

    whole = row["points"].replace("-", "−")
    listed = text_of(panel(client, "player/3/", made.slug))
    assert "Round 3 withdrawn −74 Round 2 withdrawn −73 Round 1" in listed
    assert f"with {whole} points" in listed
    page = text_of(client.get("/t/hearts/players/3/").content.decode())
    assert re.search(r"Round 2 withdrawn −73 .*Round 3 withdrawn −74", page)
    mine = text_of(client.get("/t/hearts/mine/3/").content.decode())
    assert re.search(rf"No game in this round withdrawn · {whole} in all −74 .*withdrawn · \S+ in all −73", mine)
    sums = text_of(client.get("/t/hearts/standings/why/3/").content.decode())
    assert "−73 round 2, not played: the worst score of the round" in sums
    assert sums.count("not played") == 2
    absent = text_of(client.get("/t/hearts/standings/why/4/").content.decode())
    assert "−73 round 2, not played: the worst score of the round" in absent
    lines = client.get("/t/hearts/crosstable/1/").content.decode().split("<tr>")
    (line,) = [each for each in lines if "<small>3</small>" in each]
    assert re.findall(r"<em>(\w+)</em>", line) == ["withdrawn"]
    assert any("<em>absent</em>" in each for each in lines)
