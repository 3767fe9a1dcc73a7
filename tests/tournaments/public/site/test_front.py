"""The first page and what stands on every page: cards that say what matters, a way in, what browsers ask for."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments import make
from tests.tournaments.public.build import event
from tests.tournaments.public.reading import Page
from tournaments.models import Player, Standings, Team, Tournament

pytestmark = pytest.mark.django_db


def cards(client: Client) -> dict[str, str]:
    """The words of each card on the first page, by the tournament's name."""
    html = client.get("/").content.decode().split("<main")[1]
    found = {}
    for card in re.split(r"<li data-hall>|<li>(?=<time)", html)[1:]:
        found[re.findall(r"<a class=\"whole\"[^>]*>([^<]+)", card)[0]] = Page(card.split("</section>")[0]).text
    return found


def test_a_past_event_names_its_winner_and_a_running_one_its_round(client: Client) -> None:
    event("old", ["Anna", "Bert", "Carla", "Dirk"], rounds=3, state="finished")
    newest = Standings.objects.get(tournament__slug="old", after_round=3)
    first = newest.body["rows"][0]
    newest.body["rows"][1]["rank"] = 2
    newest.save()
    event("on", 16, rounds=2)
    texts = cards(client)
    winner = ["Anna", "Bert", "Carla", "Dirk"][first["player"] - 1]
    assert f"Winner: {winner}" in texts["Event old"] and "Round" not in texts["Event old"]
    assert "Round 2 of 4" in texts["Event on"] and "Winner" not in texts["Event on"]
    newest.body["rows"][1]["rank"] = 1
    newest.save()
    other = ["Anna", "Bert", "Carla", "Dirk"][newest.body["rows"][1]["player"] - 1]
    assert f"Winners: {winner}, {other}" in cards(client)["Event old"]


def test_a_team_event_is_won_by_a_team(client: Client) -> None:
    made = event("cup", 8, rounds=1, state="finished", system="team-berger", size=2)
    Team.objects.create(tournament=made, key="A", name="Alpha")
    row = Standings.objects.get(tournament=made)
    row.body["teams"] = [{"rank": 1, "team": "A", "points": "9"}, {"rank": 2, "team": "B", "points": "3"}]
    row.save()
    assert "Winner: Alpha" in cards(client)["Event cup"]


def test_a_winner_who_is_hidden_is_not_named(client: Client) -> None:
    made = event("old", ["Anna Geheim", "Bert B", "Carla C", "Dirk D"], rounds=1, state="finished")
    row = Standings.objects.get(tournament=made)
    row.body["rows"].sort(key=lambda line: line["player"])
    for rank, line in enumerate(row.body["rows"], 1):
        line["rank"] = rank
    row.save()
    assert "Anna Geheim" in cards(client)["Event old"]
    Player.objects.filter(name="Anna Geheim").update(name_shown="number")
    assert "Winner: No. 1" in cards(client)["Event old"]
    assert "Geheim" not in client.get("/").content.decode()


def test_an_event_that_nobody_has_entered_yet_does_not_count_nobody(client: Client) -> None:
    event("soon", 0, rounds=0, state="planned")
    event("full", 5, rounds=0, state="planned")
    assert "0 player" not in client.get("/").content.decode()
    assert "5 players" in cards(client)["Event full"]


def test_a_knockout_that_is_played_ranks_nobody(client: Client) -> None:
    event("cup", 8, rounds=1, size=2, system="knockout", name="Cup")
    event("on", 8, rounds=1)
    row = Standings.objects.get(tournament__slug="cup")
    row.final, row.body["tables"] = False, [4, 4]
    row.save()
    html = client.get("/").content.decode()
    assert html.count('class="leaders"') == 1, "of the other event"
    assert html.index('class="leaders"') > html.index("Event on")
    Standings.objects.filter(tournament__slug="cup").update(final=True)
    assert client.get("/").content.decode().count('class="leaders"') == 2


def test_an_event_of_today_says_so_and_whether_people_are_checked_in(client: Client) -> None:
    made = event("soon", 8, rounds=0, state="planned", starts=timezone.localdate())
    event("later", 8, rounds=0, state="planned", starts=timezone.localdate() + timedelta(days=1), check_in=True)
    texts = cards(client)
    assert "today" in texts["Event soon"] and "check-in" not in texts["Event soon"]
    assert "today" not in texts["Event later"] and "check-in" not in texts["Event later"]
    Tournament.objects.filter(pk=made.pk).update(check_in=True)
    assert "today check-in open" in cards(client)["Event soon"]
    Tournament.objects.filter(pk=made.pk).update(check_in_closed_at=timezone.now())
    assert "check-in" not in cards(client)["Event soon"]


def test_a_link_to_all_leads_to_more_than_is_there(client: Client) -> None:
    for number in range(9):
        html = client.get("/").content.decode()
        assert "kind=coming" not in html and "kind=past" not in html, number
        event(f"soon{number}", 4, rounds=0, state="planned", starts=timezone.localdate() + timedelta(days=number))
        event(f"old{number}", 4, rounds=0, state="finished", starts=date(2025, 1, 1 + number))
    html = client.get("/").content.decode()
    assert "All 9 upcoming tournaments" in html and "All 9 past tournaments" in html and "year=2025" not in html
    event("before", 4, rounds=0, state="finished", starts=date(2024, 12, 1))
    html = client.get("/").content.decode()
    assert "year=2025" in html and "year=2024" in html


PAGES = ["/", "/t/on/", "/t/on/standings/", "/t/on/mine/1/", "/calendar/", "/seasons/", "/rules/quarto/", "/nowhere/"]


def words(client: Client, path: str, **headers: str) -> str:
    return Page(client.get(path, headers=headers).content.decode()).text


def test_every_page_has_a_way_in_and_names_nobody(client: Client) -> None:
    event("on", 16, rounds=2)
    for path in PAGES:
        answer = client.get(path)
        assert "Log in" in words(client, path) and "Desk" not in words(client, path), path
        assert 'href="/admin/"' in answer.content.decode() and not answer.cookies


def test_who_is_signed_in_finds_their_desk_on_every_page_and_nobody_else_gets_that_page(client: Client) -> None:
    made = event("on", 16, rounds=2)
    arbiter = make.arbiter(made)
    before = {path: client.get(path) for path in PAGES}
    client.force_login(arbiter)
    for path in PAGES:
        tag = before[path].headers.get("ETag", "")
        answer = client.get(path, headers={"if-none-match": tag, "accept-encoding": "gzip"} if tag else {})
        assert answer.status_code == before[path].status_code, "a copy from before is not confirmed"
        assert answer["Cache-Control"] == "private, no-store" and "ETag" not in answer, path
        assert f"Desk ({arbiter.get_short_name() or arbiter.username})" in words(client, path), path
        assert "Log in" not in words(client, path)
    client.logout()
    for path in PAGES:
        assert client.get(path).content == before[path].content, "for everybody else it is the same page as before"


def test_only_its_staff_read_that_they_run_a_tournament(client: Client) -> None:
    made, other = event("on", 16, rounds=1), event("other", 16, rounds=1)
    assert "You run this tournament" not in words(client, "/t/on/")
    client.force_login(make.arbiter(made))
    assert "You run this tournament. Desk" in words(client, "/t/on/standings/")
    assert f'href="/admin/tournaments/tournament/{made.pk}/desk/"' in client.get("/t/on/").content.decode()
    assert "You run this tournament" not in words(client, f"/t/{other.slug}/")


def test_the_wall_of_a_signed_in_reader_is_everybodys(client: Client, boss: object) -> None:
    event("on", 16, rounds=1)
    wall = client.get("/t/on/board/")
    client.force_login(boss)  # type: ignore[arg-type]
    again = client.get("/t/on/board/")
    assert again.content == wall.content and again["ETag"] == wall["ETag"]
    assert client.get("/t/on/board/", headers={"if-none-match": wall["ETag"]}).status_code == 304


def test_what_browsers_and_search_engines_ask_for_is_there(client: Client) -> None:
    robots = client.get("/robots.txt")
    assert robots.status_code == 200 and robots["Content-Type"].startswith("text/plain")
    assert "Disallow: /admin/" in robots.content.decode()
    icon = client.get("/favicon.ico")
    assert icon["Content-Type"] == "image/x-icon" and icon.content[:4] == b"\0\0\1\0"
    assert len(icon.content) < 4000
    for answer in (robots, icon):
        assert "max-age" in answer["Cache-Control"] and not answer.cookies
    worker = client.get("/worker.js")
    assert worker["Content-Type"].startswith("text/javascript") and worker["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(("language", "word"), [("nl", "Toernooien"), ("de", "Turniere"), ("af", "Toernooie")])
def test_the_frame_of_the_rules_follows_the_language_link(client: Client, language: str, word: str) -> None:
    answer = client.get(f"/rules/quarto/?lang={language}")
    html = answer.content.decode()
    assert f'<html lang="{language}"' in html and word in html and answer["Content-Language"] == language
    assert '<article class="rules card">' in html, "the rules are in the page's language"


def test_the_columns_of_a_game_of_two_say_who_begins(client: Client) -> None:
    event("duo", 4, rounds=1, size=2)
    html = client.get("/t/duo/rounds/1/").content.decode()
    heads = re.findall(r"<th scope=col role=columnheader>([^<]*)", html)
    assert heads == ["Table", "First", "Second"]


def test_one_clock_on_a_page_the_halls(client: Client, settings: object) -> None:
    settings.TIME_ZONE = "Europe/Amsterdam"  # type: ignore[attr-defined]
    event("on", 16, rounds=1)
    assert 'data-zone="Europe/Amsterdam"' in client.get("/t/on/").content.decode()


def test_a_finished_event_does_not_say_that_it_is_live(client: Client) -> None:
    event("old", 4, rounds=1, state="finished")
    html = client.get("/t/old/").content.decode()
    assert 'data-live-text="Finished"' in html and 'class="sign still"' in html
