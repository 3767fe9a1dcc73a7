"""Pages about the order: why a player has their place, how it moved, who met whom."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.explain import Explainer
from tests.tournaments import make
from tests.tournaments.kinds import EVERY
from tests.tournaments.public.build import event
from tests.tournaments.public.reading import page, shown, sound
from tests.tournaments.worlds import world
from tournaments.api.public.standings import the_standings
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Seat, Standings, Table, Tournament
from tournaments.selectors.events import public
from tournaments.selectors.events.events import event_of
from tournaments.selectors.people import shown_names
from tournaments.selectors.standings.standings import standings_shown
from tournaments.sentences.points import readable, written_for
from tournaments.services.results import results
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db

CODES = ("DE", "BH", "BH/C1", "SB", "WIN")


def computed(slug: str, players: Sequence[str] | int = 16, **fields: Any) -> Tournament:
    """An event whose standings are those of its results."""
    made = event(slug, players, **({"rounds": 3, "tie_breaks": CODES} | fields))
    Standings.objects.filter(tournament=made).delete()
    compute_standings(made.pk)
    made.refresh_from_db()
    return made


@world
def club(param: str | None) -> Tournament:
    """With a parameter it is of that kind of declared game."""
    return computed("club", missing=1, kind=param or "")


def number(club: Tournament, value: object) -> str:
    """Write a number as the pages of an event do: with decimals where its game has them."""
    with written_for(club):
        return shown(value)


every_game = pytest.mark.parametrize("club", EVERY, indirect=True)


PAGES = [
    "standings/",
    "standings/why/1/",
    "standings/why/1/2/",
    "standings/after/2/why/3/",
    "standings/after/2/why/3/1/",
    "movement/",
    "movement/top/8/",
    "movement/around/5/",
    "crosstable/",
    "crosstable/1/",
    "players/3/",
]


def beside(client: Client, slug: str, where: str = "standings/") -> list[str]:
    """Return the cards beside the standings, as text."""
    notes = client.get(f"/t/{slug}/{where}").content.decode().split('<div class="notes">')[1]
    cards = re.findall(r'<(?:section|p) class="?card.*?</(?:section|p)>', notes, re.DOTALL)
    return [" ".join(html.unescape(re.sub(r"<[^>]+>", " ", card)).split()) for card in cards]


class TestBesideTheTable:
    def test_while_a_round_is_played_the_tables_without_a_result_stand_there_the_leaders_first(
        self, client: Client
    ) -> None:
        made = computed("club", 16, missing=2, schedule="19:30 Round 3\n20:30 Round 4")
        next_up, playing = beside(client, "club")
        assert next_up.startswith("Round 4: 20:30") and playing.startswith("Still playing Table")
        waiting = Table.objects.filter(round__tournament=made, round__number=3, results=None)
        order = [row["player"] for row in Standings.objects.get(tournament=made, after_round=3).body["rows"]]
        best = {table: min(order.index(seat.entry.number) for seat in table.seats.all()) for table in waiting}
        expected = [table.number for table in sorted(best, key=lambda table: best[table])]
        assert list(map(int, re.findall(r"Table (\d+)", playing))) == expected and len(expected) == 2
        for entry in made.entries.select_related("player"):
            seated = waiting.filter(seats__entry=entry).exists()
            assert (entry.player.name in playing) == seated, entry.player.name

    def test_of_many_tables_six_stand_there_and_the_way_to_all(self, client: Client) -> None:
        computed("many", 40, rounds=2, missing=8)
        (playing,) = beside(client, "many")
        assert len(re.findall(r"Table \d", playing)) == 6 and playing.endswith("All 10 tables")

    def test_after_a_round_those_stand_there_who_moved_most(self, client: Client) -> None:
        made = computed("whole", 16)
        assert not Standings.objects.get(tournament=made, after_round=3).final, "two more rounds are planned"
        (movers,) = beside(client, "whole")
        before, now = (
            {
                row["player"]: row["rank"]
                for row in Standings.objects.get(tournament=made, after_round=number).body["rows"]
            }
            for number in (2, 3)
        )
        moved = [before[number] - rank for number, rank in now.items()]
        ups = sorted((by for by in moved if by > 0), reverse=True)[:2]
        downs = sorted(by for by in moved if by < 0)[:2]
        assert re.findall(r"(up|down) (\d+)", movers) == [
            *(("up", str(by)) for by in ups),
            *(("down", str(-by)) for by in downs),
        ]
        for old, new in re.findall(r"(\d+) → (\d+)", movers):
            assert any(before[number] == int(old) and rank == int(new) for number, rank in now.items())
        assert beside(client, "whole", "standings/after/1/") == [], "nobody has moved after the first round"


class TestEveryPage:
    @pytest.mark.parametrize(
        "where",
        [
            "standings/why/0/",
            "standings/why/99/",
            "standings/why/1/1/",
            "standings/why/1/99/",
            "standings/after/9/why/1/",
            "standings/after/0/why/1/",
            f"standings/why/{10**30}/",
            "movement/top/7/",
            "movement/around/99/",
            "crosstable/2/",
            "crosstable/0/",
            f"crosstable/{10**30}/",
            "teams/",
            "teams/1/",
        ],
    )
    def test_what_is_not_there_is_404(self, client: Client, club: Tournament, where: str) -> None:
        assert client.get(f"/t/club/{where}").status_code == 404

    @pytest.mark.parametrize("where", ["movement/", "crosstable/", "standings/"])
    def test_before_the_first_round_it_says_so(self, client: Client, where: str) -> None:
        event("new", rounds=0)
        assert "appear" in page(client, f"/t/new/{where}").text
        assert client.get("/t/new/standings/why/1/").status_code == 404

    def test_whatever_is_in_a_name_is_text_on_pages_of_sound_html_without_anything_inline(self, client: Client) -> None:
        odd = ["<script>alert('1')</script>", "%(lower)s & Co", 'A "quoted" one', "x" * 100, "{{ 7|add:7 }}"]
        computed("odd", [*odd, *(f"P{n}" for n in range(11))], missing=1)
        for where in PAGES:
            answer = client.get(f"/t/odd/{where}")
            assert answer.status_code == 200 and "<script>alert" not in answer.content.decode(), where
            sound(answer.content.decode())

    def test_the_number_of_queries_does_not_grow_with_the_players(self, client: Client) -> None:
        def queries(slug: str, where: str) -> int:
            with CaptureQueriesContext(connection) as captured:
                assert client.get(f"/t/{slug}/{where}").status_code == 200
            return len(captured)

        computed("small", 16)
        computed("large", 120, rounds=6)
        counts = [(queries("small", where), queries("large", where)) for where in PAGES]
        assert [one for one, _other in counts] == [other for _one, other in counts]
        assert max(one for one, _other in counts) <= 15  # penalties are one of them


class TestWhy:
    @every_game
    def test_each_value_is_shown_as_the_sum_that_made_it_with_the_opponents_names(
        self, client: Client, club: Tournament
    ) -> None:
        explainer = Explainer(event_of(club))
        names = dict(Entry.objects.filter(tournament=club).values_list("number", "player__name"))
        for player in (1, 7, 16):
            text = page(client, f"/t/club/standings/why/{player}/").text
            for code in ("points", *explainer.order.codes):
                found = explainer.explain(player, code)
                if found.terms:
                    total = " + ".join(number(club, term.amount) for term in found.terms).replace("+ −", "− ")
                    cut = "".join(f" [{number(club, term.amount)}]" for term in found.cut)
                    assert f"{number(club, found.value)} = {total}{cut}" in text
                for term in (*found.terms, *found.cut):
                    assert term.opponent is None or names[term.opponent] in text

    @every_game
    def test_the_terms_add_up_to_what_stands_in_the_standings(self, client: Client, club: Tournament) -> None:
        rows = Standings.objects.get(tournament=club, after_round=3).body["rows"]
        for row in rows[:5]:
            text = page(client, f"/t/club/standings/why/{row['player']}/").text
            for code in CODES:
                assert f"{number(club, row['tie_breaks'][code])} =" in text or row["tie_breaks"][code] == "0"

    @every_game
    def test_it_says_why_the_neighbours_are_above_and_below(self, client: Client, club: Tournament) -> None:
        rows = Standings.objects.get(tournament=club, after_round=3).body["rows"]
        names = dict(Entry.objects.filter(tournament=club).values_list("number", "player__name"))
        for above, own in pairwise(rows):
            text = page(client, f"/t/club/standings/why/{own['player']}/").text
            one, other = names[above["player"]], names[own["player"]]
            if "waits" in above or "waits" in own:
                assert f"It is still open whether {one} or {other} is ahead" in text
            elif above["rank"] == own["rank"]:
                assert f"{one} and {other} are equal in everything and share a rank." in text
            elif above["points"] != own["points"]:
                points = number(club, above["points"]), number(club, own["points"])
                assert f"{one} is ahead of {other} on points: {points[0]} against {points[1]}." in text
            else:
                assert f"{one} is ahead of {other} on " in text

    def test_any_two_can_be_compared_criterion_by_criterion(self, client: Client, club: Tournament) -> None:
        first, second = page(client, "/t/club/standings/why/2/9/"), page(client, "/t/club/standings/why/9/2/")
        for found in (first, second):
            assert any(words in found.text for words in (" is ahead of ", "share a rank", "still open whether"))
        sentence = re.search(r"[^.]* is ahead of [^.]*\.", first.text)
        assert sentence is None or sentence[0].split("Table")[-1][-30:] in second.text

    def test_the_form_leads_to_the_page_of_the_two_without_a_script(self, client: Client, club: Tournament) -> None:
        answer = client.get("/compare/club/?one=3&other=8")
        assert (answer.status_code, answer["Location"]) == (302, "/t/club/standings/why/3/8/")
        answer = client.get("/compare/club/?one=3&other=8&after=2&lang=nl")
        assert answer["Location"] == "/t/club/standings/after/2/why/3/8/?lang=nl"
        for wrong in (
            "",
            "?one=3",
            "?one=x&other=1",
            "?one=-1&other=2",
            "?one=1&other=%D9%A1%00",
            f"?one=1&other={'9' * 5000}",
        ):
            assert client.get(f"/compare/club/{wrong}").status_code in (400, 404)

    def test_the_standings_lead_there_and_so_does_the_players_page(self, client: Client, club: Tournament) -> None:
        source = client.get("/t/club/standings/?lang=nl").content.decode()
        assert source.count('<td><a href="/t/club/standings/why/') == 16
        assert '<a href="/t/club/standings/why/3/?lang=nl">' in source
        assert "/t/club/standings/why/3/" in client.get("/t/club/players/3/").content.decode()
        assert 'href="why/' not in client.get("/t/club/").content.decode()

    def test_after_an_earlier_round_it_explains_that_round(self, client: Client, club: Tournament) -> None:
        rows = Standings.objects.get(tournament=club, after_round=1).body["rows"]
        text = page(client, f"/t/club/standings/after/1/why/{rows[0]['player']}/").text
        assert f"{readable(rows[0]['points'])} = {readable(rows[0]['points'])}" in text

    def test_a_correction_is_explained_at_once(self, client: Client, boss: Any) -> None:
        made = make.tournament(4, rounds_planned=1)
        round_ = make.published(made, boss)
        first = make.play(round_, boss)[0]
        winner = Table.objects.get(round=round_).seats.get(position=1).entry
        assert "8 = 8" in page(client, f"/t/{made.slug}/standings/why/{winner.number}/").text
        results.enter(
            first.table_id, by=boss, points=make.points("0", "2", "4", "8"), seen_result=first.pk, reason="misread"
        )
        assert "0 = 0" in page(client, f"/t/{made.slug}/standings/why/{winner.number}/").text


class TestMovement:
    def test_the_table_has_everyones_rank_after_each_round(self, client: Client, club: Tournament) -> None:
        text = page(client, "/t/club/movement/").text
        assert "1 result missing" in text
        assert "Round 3: 3 of 4 tables have a result" in text
        source = client.get("/t/club/movement/").content.decode()
        # nobody moves by half a round
        ranks = [
            {row["player"]: row["rank"] for row in one.body["rows"]}
            for one in Standings.objects.filter(tournament=club, after_round__lt=3).order_by("after_round")
        ]
        for number in range(1, 17):
            row = re.search(
                rf"<tr><td>\d+</td><th scope=\"row\"><a href=\"/t/club/players/{number}/\">.*?(?=<tr>|</table>)", source
            )
            assert row is not None
            cells = re.findall(r"<td>(\d+)", row[0])
            assert [int(cell) for cell in cells] == [ranks[-1][number], *(one[number] for one in ranks)]

    def test_the_picture_names_every_line_and_has_words(self, client: Client, club: Tournament) -> None:
        source = html.unescape(client.get("/t/club/movement/").content.decode())
        picture = source[source.index('<svg class="chart') : source.rindex("</svg>")]
        for name in Entry.objects.filter(tournament=club).values_list("player__name", flat=True):
            assert f">{name[:15]}" in picture
        assert 'role="img"' in picture and "aria-label=" in picture

    @pytest.mark.parametrize(("players", "drawn"), [(16, 16), (60, 8), (240, 16)])
    def test_it_stays_readable_at_any_size(self, client: Client, players: int, drawn: int) -> None:
        event("size", players, rounds=5)
        source = client.get("/t/size/movement/").content.decode()
        assert len(re.findall(r"<text class=name", source)) <= drawn
        everybody = 16 < players <= 200
        assert len(re.findall(r"<tr><td>", source)) == (players if everybody else drawn), "who is drawn has a row"
        assert ("players behind them</summary>" in source) is everybody
        grey = source.count('<g class="grey">')
        assert grey == (players - drawn if everybody else 0)
        around = client.get("/t/size/movement/around/10/").content.decode()
        assert "Around" in around and 5 <= len(re.findall(r"<tr><td>", around)) <= 9

    def test_a_players_page_has_the_running_rank(self, client: Client, club: Tournament) -> None:
        found = client.get("/t/club/players/5/").content.decode()
        assert "Rank after each round" in found and 'class="chart run"' in found
        row = next(
            row for row in Standings.objects.get(tournament=club, after_round=2).body["rows"] if row["player"] == 5
        )
        assert f"rank {row['rank']}, points {readable(row['points'])}" in html.unescape(found)


class TestCrosstable:
    def test_a_round_robin_shows_who_beat_whom(self, client: Client, boss: Any) -> None:
        made = make.duel(4)
        for _number in range(3):
            round_ = make.published(made, boss)
            make.play(round_, boss, ("1", "0"))
            rounds.close(round_.pk, by=boss)
        compute_standings(made.pk)
        source = client.get(f"/t/{made.slug}/crosstable/").content.decode()
        assert source.count("<td class=x>") == 4
        assert len(re.findall(r"<span>1<a", source)) == len(re.findall(r"<span>0<a", source)) == 6
        assert "missing" not in source

    def test_at_tables_of_four_both_players_points_stand_in_the_cell(self, client: Client, club: Tournament) -> None:
        source = client.get("/t/club/crosstable/square/").content.decode()
        assert re.search(r"<span>8:4<a href=\"/t/club/rounds/\d/#t\d\">\d</a></span>", source)
        cells = re.findall(r"<span>([^<]+)<a", source)
        # four players still wait for three others each
        assert len(cells) == 16 * 3 * 3 - 4 * 3
        assert source.count('title="playing"') == 4 * 3
        assert cells.count("8:4") == cells.count("4:8")

    def test_the_other_form_has_a_column_a_round(self, client: Client, club: Tournament) -> None:
        text = page(client, "/t/club/crosstable/1/").text
        assert "R1" in text and "R3" in text and "T1" in text

    def test_a_bye_and_a_forfeit_are_named(self, client: Client, boss: Any) -> None:
        made = make.duel(3)
        round_ = make.published(made, boss)
        table = Table.objects.get(round=round_)
        results.enter(table.pk, by=boss, points=make.points("1", None), end="forfeit")
        compute_standings(made.pk)
        text = page(client, f"/t/{made.slug}/crosstable/1/").text
        assert "bye" in text and "+" in text and "−" in text

    def test_by_round_the_only_opponents_result_is_in_the_points(self, client: Client, boss: Any) -> None:
        """At a table of two nothing is said twice; the sign of a table without a result stands where points will."""
        made = make.duel(4)
        tables = make.published(made, boss).tables.order_by("number")
        results.enter(tables[0].pk, by=boss, points=make.points("1", "0"))
        compute_standings(made.pk)
        html = client.get(f"/t/{made.slug}/crosstable/1/").content.decode()
        assert "<sup>" not in html and html.count("<td><b><i class=open") == 2
        assert len(re.findall(r"<td><b>[01]</b> <a [^>]*>T1</a> \d<", html)) == 2
        computed("fours", 4, rounds=1)
        assert client.get("/t/fours/crosstable/1/").content.decode().count("<sup>") == 12

    def test_many_players_or_few_meetings_are_shown_round_by_round_first(self, client: Client, boss: Any) -> None:
        made = make.duel(4)
        make.play(make.published(made, boss), boss, ("1", "0"))
        computed("crowd", 20, rounds=2)
        for slug in (made.slug, "crowd"):
            first = client.get(f"/t/{slug}/crosstable/").content.decode()
            assert "<td class=x>" not in first and ">R1<" in first.replace("scope=col>", ">").replace("<th", "<")
            assert f'href="/t/{slug}/crosstable/square/"' in first
            assert "<td class=x>" in client.get(f"/t/{slug}/crosstable/square/").content.decode()

    def test_a_square_of_too_many_is_not_there(self, client: Client) -> None:
        computed("big", 220, rounds=1)
        assert client.get("/t/big/crosstable/square/").status_code == 404

    def test_a_large_field_comes_on_sheets(self, client: Client) -> None:
        computed("big", 260, rounds=2)
        first = client.get("/t/big/crosstable/").content.decode()
        assert first.count("<tr><td>") == 250
        assert client.get("/t/big/crosstable/2/").content.decode().count("<tr><td>") == 10
        assert client.get("/t/big/crosstable/3/").status_code == 404

    def test_two_hundred_players_weigh_less_than_a_photograph(self, client: Client) -> None:
        computed("hall", 200, rounds=7)
        answer = client.get("/t/hall/crosstable/square/", headers={"accept-encoding": "gzip"})
        assert len(answer.content) < 100_000
        # all of a large field on one sheet, so that it is printed whole
        sheet = client.get("/t/hall/crosstable/1/", headers={"accept-encoding": "gzip"})
        assert len(sheet.content) < 60_000
        assert client.get("/t/hall/crosstable/2/").status_code == 404
        movement = client.get("/t/hall/movement/", headers={"accept-encoding": "gzip"})
        assert len(movement.content) < 60_000


def test_club_and_seat_of_each_round_stand_beside_the_points(client: Client) -> None:
    made = event("seats", 16, rounds=3, missing=1)
    entries = {entry.number: entry for entry in made.entries.select_related("player")}
    letters = "WRBG"
    sat = {
        (seat.entry.number, seat.round.number): letters[seat.position - 1]
        for entry in entries.values()
        for seat in entry.seats.select_related("round", "entry").filter(table__isnull=False)
    }
    page_ = client.get("/t/seats/standings/").content.decode()
    rows = re.findall(r"<tr id=p(\d+)>(.*?)(?=<tr id=|</table>)", page_, re.DOTALL)
    assert len(rows) == 16 and len(sat) == 48
    for number, row in rows:
        shown_signs = re.findall(r"<td>(?:<a[^>]*>)?<i class=[wrkg] aria-hidden=true>(.)</i><span class=v>(\w+) ", row)
        assert [letter for letter, _word in shown_signs] == [sat[int(number), round_] for round_ in (1, 2, 3)], number
        said = {"W": "White", "R": "Red", "B": "Black", "G": "Green"}
        assert all(said[letter] == word for letter, word in shown_signs), "who hears the page is told the colour"
        assert f"<small>{html.escape(entries[int(number)].player.club)}</small>" in row


def test_a_seating_that_was_discarded_is_in_no_ones_row(client: Client) -> None:
    boss = make.organiser()
    made = make.tournament(8, slug="anew")
    rounds.discard(make.published(made, boss).pk, by=boss)
    rounds.discard(make.draft(made, boss).pk, by=boss)
    round_ = make.published(made, boss)
    make.play(round_, boss, make.QC_END)
    compute_standings(made.pk)
    sat = {seat.entry.number: "WRBG"[seat.position - 1] for seat in Seat.objects.filter(round=round_)}
    page_ = client.get("/t/anew/standings/").content.decode()
    rows = re.findall(r"<tr id=p(\d+)>(.*?)(?=<tr id=|</table>)", page_, re.DOTALL)
    assert {int(number): re.findall(r"<i class=[wrkg] [^>]*>(.)</i>", row) for number, row in rows} == {
        number: [letter] for number, letter in sat.items()
    }


def test_the_api_answers_while_somebody_of_the_standings_is_entered_no_more(club: Tournament) -> None:
    shown = standings_shown(club, public.shown_rounds(club.pk), None)
    assert shown is not None
    people = shown_names.people(club.pk)
    first = people.pop(shown.rows[0].player)
    named = [row.display_name for row in the_standings(shown, people).standings]
    assert named[0] == f"#{first.number}" and named[1] == people[shown.rows[1].player].name
