"""My table, by number, by personal link, by name."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.support import pace
from tests.tournaments import make
from tests.tournaments.public.build import event
from tests.tournaments.public.reading import Page
from tests.tournaments.public.standings.test_bracket import CUP, HIGHER, play
from tests.tournaments.worlds import world
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, PersonalLink, ReportRule, Result, Seat, Tournament
from tournaments.selectors.events import public
from tournaments.sentences.points import readable
from tournaments.services.results import report_links, results
from tournaments.services.rounds import rounds
from tournaments.views.player import my_table
from tournaments.web import hall_cache
from tournaments.web.variants import variant

pytestmark = pytest.mark.django_db


@world
def club() -> Tournament:
    return event("club", rounds=2, missing=4)


def page(client: Client, where: str) -> Page:
    answer = client.get(where)
    assert answer.status_code == 200, where
    found = Page(answer.content.decode())
    assert found.faults == []
    assert len(found.ids) == len(set(found.ids))
    return found


def link_of(club: Tournament, number: int) -> PersonalLink:
    return PersonalLink.objects.create(entry=club.entries.get(number=number))


def test_it_shows_round_table_seat_opponents_points_and_rank(client: Client, club: Tournament) -> None:
    seat = Seat.objects.get(entry__tournament=club, entry__number=5, round__number=2)
    text = page(client, "/t/club/mine/5/").text
    assert f"Round 2 Table {seat.table.number}" in text.replace("Round 2Table", "Round 2 Table")
    assert ("White", "Red", "Black", "Green")[seat.position - 1] in text
    for other in seat.table.seats.exclude(entry=seat.entry).select_related("entry__player"):
        assert other.entry.player.name in text
    assert "Rank" in text and "points" in text and "4 results missing" in text


def test_a_personal_link_shows_the_same_without_account_or_cookie(client: Client, club: Tournament) -> None:
    link = link_of(club, 5)
    answer = client.get(f"/t/club/me/{link.token}/")
    assert answer.status_code == 200 and not answer.cookies
    # but for what is their own: the sand-glass, which may call the arbiter, and their consent to a page
    own = Page(answer.content.decode()).text.replace("Sand-glass", "").replace("A page about me", "")
    assert own == page(client, "/t/club/mine/5/").text
    assert link.token not in answer.content.decode(), "somebody may look over their shoulder"
    assert answer["X-Robots-Tag"] == "noindex"


def test_a_personal_page_never_sends_its_address_to_the_live_channel(client: Client, club: Tournament) -> None:
    """Only a page with a digest names itself there, and this one's address is a key."""
    assert "data-digest" not in client.get(f"/t/club/me/{link_of(club, 5).token}/").content.decode()
    assert "data-digest" in client.get("/t/club/standings/").content.decode()


def test_a_personal_link_leads_to_the_report_where_players_report(client: Client, club: Tournament) -> None:
    link = link_of(club, 5)
    club.refresh_from_db()
    ReportRule.objects.create(tournament=club, mode=ReportRule.Mode.ASK)
    Tournament.objects.filter(pk=club.pk).update(version=club.version + 1)
    found = client.get(f"/t/club/me/{link.token}/").content.decode()
    assert f'href="/r/{link.token}/' in found
    assert "/r/" not in client.get("/t/club/mine/5/").content.decode()
    assert client.get(f"/r/{link.token}/").status_code == 200


def test_tokens_cannot_be_guessed_and_are_never_alike(club: Tournament, boss: Any) -> None:
    assert report_links.make_missing_links(club.pk, by=boss) == 16
    tokens = {link.token for link in PersonalLink.objects.all()}
    assert len(tokens) == 16 and all(len(token) == 30 for token in tokens)
    with pytest.raises(IntegrityError), transaction.atomic():
        PersonalLink.objects.filter(entry__number=1).update(seed="short")


@pytest.mark.parametrize("token", ["x", "A" * 22, "../../admin", "%00", "-" * 200])
def test_a_token_that_was_never_given_leads_nowhere(client: Client, club: Tournament, token: str) -> None:
    link_of(club, 5)
    assert client.get(f"/t/club/me/{token}/").status_code in {400, 404}


def test_a_token_is_good_in_its_own_tournament_only(client: Client, club: Tournament) -> None:
    event("other", rounds=1)
    assert client.get(f"/t/other/me/{link_of(club, 5).token}/").status_code == 404


def test_a_new_link_revokes_the_old_one_at_once(client: Client, club: Tournament, boss: Any) -> None:
    old = link_of(club, 5)
    assert client.get(f"/t/club/me/{old.token}/").status_code == 200
    new = report_links.renew_link(old.entry_id, by=boss)
    for asked in ({}, {"if-none-match": "*"}):
        assert client.get(f"/t/club/me/{old.token}/", headers=asked).status_code == 404
    assert client.get(f"/t/club/me/{new.token}/").status_code == 200


def test_an_address_that_is_a_key_is_kept_nowhere_and_told_to_nobody(client: Client, club: Tournament) -> None:
    link = PersonalLink.objects.create(entry=club.entries.get(number=3))
    own = client.get(f"/t/club/me/{link.token}/")
    assert own.status_code == 200
    assert (own["Cache-Control"], own["Referrer-Policy"], own.get("ETag")) == ("no-store", "no-referrer", None)
    assert client.get("/t/club/mine/3/")["Cache-Control"] == "no-cache", "everybody's page is kept as before"


def test_it_turns_when_a_round_is_published(client: Client, boss: Any) -> None:
    made = make.tournament(8, slug="turning")
    assert "No round is published yet" in page(client, "/t/turning/mine/3/").text
    waiting = make.draft(made, boss)
    before = client.get("/t/turning/mine/3/")
    assert "No round is published yet" in before.content.decode(), "a draft is nobody's business"
    rounds.publish(waiting.pk, by=boss)
    after = client.get("/t/turning/mine/3/", headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200 and "Table" in Page(after.content.decode()).text
    again = client.get("/t/turning/mine/3/", headers={"if-none-match": after["ETag"]})
    assert again.status_code == 304 and "Content-Type" not in again.headers


def test_byes_two_colours_and_who_does_not_play(client: Client, club: Tournament) -> None:
    odd = event("odd", 9, rounds=1)
    bye = Seat.objects.get(round__tournament=odd, table__isnull=True)
    assert "bye" in page(client, f"/t/odd/mine/{bye.entry.number}/").text
    late = Entry.objects.create(tournament=odd, player=make.Player.objects.create(name="Late"), number=10)
    Tournament.objects.filter(pk=odd.pk).update(version=2)
    assert "You do not play in this round" in page(client, f"/t/odd/mine/{late.number}/").text
    seat = Seat.objects.filter(round__tournament=club, round__number=2, position=1).select_related("entry").first()
    assert seat is not None
    Seat.objects.filter(table=seat.table, position=3).update(entry=seat.entry)
    text = page(client, f"/t/club/mine/{seat.entry.number}/").text
    assert "White" in text and "Black" in text


@pytest.mark.parametrize("size", [4, 2])
def test_a_bye_is_called_by_what_it_gives_where_half_is_not_a_half(client: Client, size: int) -> None:
    """A half-point bye among tables of 8, 4, 2 and 0 brings 3½."""
    game = {} if size == 4 else {"game": "quarto", "system": "swiss"}
    made = event("half", 9, rounds=2, size=size, **game)
    Seat.objects.filter(round__tournament=made, table__isnull=True).update(bye="half")
    number = Seat.objects.get(round__tournament=made, round__number=2, table__isnull=True).entry.number
    compute_standings(made.pk)
    word = "bye: 3½ points" if size == 4 else "half-point bye"
    mine = page(client, f"/t/half/mine/{number}/").text
    assert word in mine
    assert word in page(client, "/t/half/rounds/2/").text and word in page(client, f"/t/half/find/?q={number}").text
    assert word in page(client, "/t/half/crosstable/1/").text
    # where its points stand beside it they are not said twice
    beside = "bye" if size == 4 else "half-point bye"
    assert f"<small>{beside} · " in client.get(f"/t/half/mine/{number}/").content.decode()


def test_each_round_has_its_table_opponents_result_and_the_points_since(client: Client, club: Tournament) -> None:
    seat = Seat.objects.get(entry__tournament=club, entry__number=5, round__number=1)
    others = seat.table.seats.exclude(entry=seat.entry).order_by("position").select_related("entry__player")
    html = client.get("/t/club/mine/5/?lang=en").content.decode()
    newest, first = re.findall(r"<li><b class=at>.*?(?=<li>|</ol>)", html)
    assert f'<a href="/t/club/rounds/1/tables/{seat.table.number}/?lang=en">Table {seat.table.number}</a>' in first
    assert re.findall(r"<bdi>(.*?)</bdi>", unescape(first)) == [other.entry.player.name for other in others]
    colour = ("White", "Red", "Black", "Green")[seat.position - 1]
    assert f"<span class=v>{colour}: </span>" in first
    result = Result.objects.get(table=seat.table, is_current=True)
    earned = result.points[seat.position - 1]
    place = 1 + sum(value > earned for value in result.points)
    words = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}[place]
    assert f" · {words} of 4 · {readable(str(earned))} in all" in first
    assert "Round 2" in newest and "Round 1" in first


def test_a_round_without_a_game_says_so_and_why(client: Client) -> None:
    odd = event("odd", 9, rounds=2)
    bye = Seat.objects.filter(round__tournament=odd, table__isnull=True).order_by("round__number").first()
    assert bye is not None
    html = client.get(f"/t/odd/mine/{bye.entry.number}/").content.decode()
    assert ">No game in this round <small>bye" in html
    Seat.objects.filter(round__tournament=odd, table__isnull=True, round__number=2).delete()
    out = bye.entry if bye.round.number == 2 else odd.entries.exclude(seats__round__number=2).get()
    odd.entries.filter(pk=out.pk).update(left=1)
    Tournament.objects.filter(pk=odd.pk).update(version=odd.version + 2)
    text = page(client, f"/t/odd/mine/{out.number}/").text
    assert "You do not play in this round." not in text and "No game in this round" not in text
    assert "rounds.ics" in html and "rounds.ics" not in client.get(f"/t/odd/mine/{out.number}/").content.decode()
    assert "Withdrawn after round 1." in text and " behind " not in text
    found = page(client, f"/t/odd/find/?q={out.number}").text
    assert "Withdrawn after round 1." in found


def test_a_fixed_table_is_marked(client: Client, club: Tournament) -> None:
    seat = Seat.objects.get(entry__tournament=club, entry__number=5, round__number=2)
    club.entries.filter(number=5).update(fixed_table=seat.table.number)
    assert "fixed table" in page(client, "/t/club/mine/5/").text
    assert "fixed table" not in page(client, "/t/club/mine/6/").text


def test_what_is_not_public_is_not_there(client: Client, club: Tournament) -> None:
    link = link_of(club, 5)
    Tournament.objects.filter(pk=club.pk).update(published=False, version=2)
    for where in ("mine/5/", f"me/{link.token}/", "find/?q=a"):
        assert client.get(f"/t/club/{where}").status_code == 404
    assert client.get("/t/nowhere/mine/1/").status_code == 404
    assert client.get("/t/nowhere/find/").status_code == 404
    client.force_login(make.arbiter(club))
    answer = client.get("/t/club/mine/5/")
    assert answer.status_code == 200 and answer["Cache-Control"] == "private, no-store"
    assert client.get("/t/club/find/?q=a").status_code == 200
    client.force_login(make.arbiter())
    assert client.get("/t/club/mine/5/").status_code == 404


def test_nobody_has_a_number_that_is_not_there(client: Client, club: Tournament) -> None:
    for where in ("mine/0/", "mine/17/", "mine/99999999999999999999/"):
        assert client.get(f"/t/club/{where}").status_code == 404


class TestFind:
    def test_a_name_leads_to_its_table(self, client: Client) -> None:
        event("club", ["Óscar Núñez", "Anna <de> Wit", "Bert", "Carla"], rounds=1)
        answer = client.get("/t/club/find/?q=oskar+nunes")
        assert not answer.cookies
        found = Page(answer.content.decode())
        assert found.faults == []
        assert "Óscar Núñez" in found.text and "Table 1" in found.text.replace("Table1", "Table 1")
        assert "/t/club/mine/1/" in answer.content.decode()
        assert "Anna <de> Wit" in page(client, "/t/club/find/?q=anna").text
        assert "1 player found" in page(client, "/t/club/find/?q=4").text

    def test_what_was_typed_is_text(self, client: Client, club: Tournament) -> None:
        answer = client.get("/t/club/find/", {"q": '"><script>alert(1)</script>'}).content.decode()
        assert "<script>alert" not in answer and Page(answer).faults == []

    @pytest.mark.parametrize("query", ["q=", "q=%F0%9F%98%80", "q=" + "a" * 5000, "q=%ff", "p=1", "q=a&q=b"])
    def test_anything_may_be_asked(self, client: Client, club: Tournament, query: str) -> None:
        assert client.get(f"/t/club/find/?{query}").status_code == 200

    def test_before_the_first_round_names_are_found_without_a_table(self, client: Client) -> None:
        event("new", ["Anna", "Bert"], rounds=0)
        assert "Anna" in page(client, "/t/new/find/?q=anna").text
        assert "No round is published yet" in page(client, "/t/new/find/").text


def test_a_new_version_is_read_once_for_all_and_a_page_costs_one_query(client: Client) -> None:
    event("hall", 40, rounds=3)
    client.get("/t/hall/mine/1/")
    with CaptureQueriesContext(connection) as captured:
        for number in range(2, 12):
            assert client.get(f"/t/hall/mine/{number}/").status_code == 200
    assert len(captured) == 10
    Tournament.objects.filter(slug="hall").update(version=2)
    with CaptureQueriesContext(connection) as captured:
        client.get("/t/hall/mine/1/")
    assert len(captured) <= 10


def test_hundreds_of_phones_cost_little(client: Client) -> None:
    """Without the web framework, which costs its own: what a phone's page adds to it."""
    made = event("hundreds", 300, rounds=6, missing=15)
    kept = hall_cache.read(made.pk)
    form = variant("", "en", "", "gzip")
    my_table._page(kept, form, 1, "")
    calls = pace.calls(lambda: [my_table._page(kept, form, number, "") for number in range(1, 301)])
    assert calls < 300 * 1500


def test_halls_forget_the_oldest(club: Tournament) -> None:
    kept = hall_cache.Halls(most=2)
    for slug in ("one", "two", "three"):
        event(slug, 4, rounds=1)
        head = public.head(slug)
        assert head is not None
        assert kept.get(head, "en").hall.tournament.slug == slug
    assert len(kept._kept) == 2


def fates(client: Client, made: Tournament) -> dict[int, str]:
    """Return the words of the table card on how players go on, by number."""
    out = {}
    for number in made.entries.values_list("number", flat=True):
        html = client.get(f"/t/{made.slug}/mine/{number}/").content.decode()
        if said := re.search(r"<p class=fate data-news>(.*?)</p>", html):
            out[number] = unescape(re.sub(r"<[^>]*>", "", said[1])).strip()
            assert f'"{out[number]} ' in unescape(html), "every page of their phone says it"
    return out


def test_a_knockout_says_who_is_out_and_who_is_through_before_the_next_round(client: Client, boss: Any) -> None:
    made = make.tournament(8, **CUP, **HIGHER)
    play(made, boss, left_open=1)
    first = {seat.entry.number: seat for seat in Seat.objects.filter(round__tournament=made).select_related("entry")}
    told = fates(client, made)
    waiting = {number for number, seat in first.items() if seat.table.number == 4}
    assert told.keys() == first.keys() - waiting, "nothing is known of a table without a result"
    out = {number for number, seat in first.items() if seat.position == 2} - waiting
    assert {number for number, said in told.items() if said == "You are out."} == out
    through = {said for number, said in told.items() if number not in out}
    assert through == {f"You are through. Next: Semi-finals, table {table}." for table in (1, 2)}
    results.enter(made.rounds.get().tables.get(number=4).pk, by=boss, points=make.points("1", "0"))
    rounds.close(made.rounds.get().pk, by=boss)
    assert len(fates(client, made)) == 8, "until the next round is there"
    make.published(made, boss)
    playing = made.rounds.get(number=2).seats.values_list("entry__number", flat=True)
    assert len(playing) == 4 and not fates(client, made).keys() & set(playing), "to who plays the table itself says it"
    compute_standings(made.pk)
    for where in (f"mine/{min(out)}/", f"players/{min(out)}/"):
        assert "Out in the quarter-finals." in page(client, f"/t/{made.slug}/{where}").text, where


def test_a_double_elimination_says_who_plays_on_in_the_losers_bracket(client: Client, boss: Any) -> None:
    made = make.tournament(8, **CUP | {"system": "double-elimination", "rounds_planned": 7}, **HIGHER)
    play(made, boss)
    lost = Seat.objects.filter(round__tournament=made, position=2).values_list("entry__number", flat=True)
    told = fates(client, made)
    for number, said in told.items():
        beaten = "You play on in the losers’ bracket. Next: Losers’ round 1, table "
        assert said.startswith(beaten if number in lost else "You are through. Next: "), number
    assert len(told) == 8
    gone = made.entries.get(number=min(lost))
    made.entries.filter(pk=gone.pk).update(left=1)
    Tournament.objects.filter(pk=made.pk).update(version=99)
    assert gone.number not in fates(client, made), "who has left plays nowhere"
