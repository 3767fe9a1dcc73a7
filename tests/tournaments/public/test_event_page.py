"""The first page of an event by its state: what is coming, what is played now, who won."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from io import BytesIO

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone
from PIL import Image

from tests.tournaments import make
from tests.tournaments.public.build import event
from tests.tournaments.public.full import full
from tests.tournaments.public.reading import Page
from tests.tournaments.public.standings.test_matches import first_wins, league
from tournaments.models import GameRecord, Player, RegistrationSettings, Result, Seat, Standings, Table, Tournament
from tournaments.web import schedule

pytestmark = pytest.mark.django_db

SCHEDULE = "Hall opens 13:00\n13:30 Round 1\n14:10 – Round 2\n15:20 Round 3\n20:00 Prizes"


def shown(client: Client, slug: str) -> str:
    html = client.get(f"/t/{slug}/").content.decode()
    assert Page(html).faults == []
    return html


def order(html: str, *words: str) -> bool:
    places = [html.index(word) for word in words]
    return places == sorted(places)


class TestComing:
    @pytest.fixture
    def page(self, client: Client) -> str:
        event(
            "soon",
            6,
            rounds=0,
            state="planned",
            venue="Robijnstraat 4, Leiden",
            schedule=SCHEDULE,
            directions="Ring at the green door.\nBus 4 <b>",
        )
        return shown(client, "soon")

    def test_time_place_way_and_schedule_come_before_the_names(self, page: str) -> None:
        assert "https://www.openstreetmap.org/search?query=Robijnstraat+4%2C+Leiden" in page
        assert "Ring at the green door.<br>Bus 4 &lt;b&gt;" in page
        assert re.search(r'data-news>[^<]*, 13:00 <span class="chip">', page)
        assert order(page, "Robijnstraat", "Ring at", 'id="schedule-title"', "/t/soon/rounds.ics", "<ol class=entries>")
        assert 'data-live-text="Upcoming"' in page and "podium" not in page

    def test_an_address_in_the_directions_is_a_link_and_nothing_else_of_them_is_markup(self, client: Client) -> None:
        event(
            "soon",
            6,
            rounds=0,
            state="planned",
            directions="Plan: https://example.org/?a=1&b=2.\n"
            "<script>alert(1)</script> javascript:alert(1) data:text/html,<b>\n"
            'https://example.org/"onmouseover="alert(1) http://x.org/<img/src=x>',
        )
        way = re.search(r"<span class=\"?way\"?>(.*?)</span>", shown(client, "soon"), re.DOTALL)
        assert way is not None
        link = '<a href="https://example.org/?a=1&amp;b=2" rel="nofollow noopener external">'
        assert f"Plan: {link}https://example.org/<wbr>?<wbr>a=1&amp;<wbr>b=2</a>.<br>" in way[1]
        assert {part.split(">")[0] for part in re.findall(r"<\w[^<]*", way[1])} == {
            link[:-1],
            '<a href="https://example.org/" rel="nofollow noopener external"',
            '<a href="http://x.org/" rel="nofollow noopener external"',
            "<br",
            "<wbr",
        }
        assert "&lt;script&gt;alert(1)&lt;/script&gt; javascript:alert(1) data:text/html,&lt;b&gt;" in way[1]
        assert link in client.get("/t/soon/about/").content.decode()

    def test_fee_and_contact_stand_there_as_long_as_one_can_enter(self, client: Client) -> None:
        made = event("soon", 6, rounds=0, state="planned")
        settings = RegistrationSettings.objects.create(
            tournament=made, offered=True, fee="€ 5", fee_note="Cash <at> the door",
            contact="Ann <i>, ann@example.org, +31 (0)71 555-0123 / 06 12345678, before 01.12.2026 1800",
        )  # fmt: skip
        page = shown(client, "soon")
        assert "Entry fee: € 5<br><small>Cash &lt;at&gt; the door</small>" in page
        contact = re.search(r"Questions: (.*?)</span>", page)
        assert contact and contact[1].startswith("Ann &lt;i&gt;, ") and contact[1].endswith(", before 01.12.2026 1800")
        assert re.findall(r"<a href=\"(.*?)\"[^>]*>(.*?)</a>", contact[1]) == [
            ("mailto:ann@example.org", "ann@<wbr>example.org"),
            ("tel:+31715550123", "+31 (0)71 555-0123"),
            ("tel:0612345678", "06 12345678"),
        ]
        assert contact[1] in client.get("/t/soon/enter/").content.decode()
        settings.offered = False
        settings.save()
        Tournament.objects.filter(pk=made.pk).update(version=F("version") + 1)
        page = shown(client, "soon")
        assert "€ 5" not in page and "ann@example.org" not in page

    def test_about_says_the_number_of_rounds_once(self, client: Client) -> None:
        event("soon", 6, rounds=0, state="planned", rounds_planned=5)
        page = client.get("/t/soon/about/").content.decode()
        assert re.findall(r"<(\w+)>Rounds</", page) == ["h3"]
        assert "<p>5 rounds</p>" in page

    def test_its_name_is_the_heading_of_the_page(self, page: str) -> None:
        assert re.findall(r"<h1.*?>.*?</h1>", page) == ['<h1 class="event-name">Event soon</h1>']


class TestRunning:
    def test_the_schedule_knows_the_round_and_what_is_next(self, client: Client) -> None:
        # tomorrow's, as an hour that is past is told otherwise
        event("on", 8, rounds=2, missing=1, schedule=SCHEDULE, starts=timezone.localdate() + timedelta(days=1))
        page = shown(client, "on")
        line = r'<li(?: class="(\w+)")?(?: aria-current="step")?><span>([\d:]*)</span><span>(.*?)</span>'
        lines = re.findall(line, page)
        assert lines == [
            ("past", "", "Hall opens 13:00"),
            ("past", "13:30", "Round 1"),
            ("here", "14:10", "Round 2"),
            ("next", "15:20", "Round 3"),
            ("", "20:00", "Prizes"),
        ]
        coming = (
            r'<span>Round 3: 15:20</span> <span class="until" data-until="\d{13}"[^>]*"Round 3 was planned for 15:20\."'
        )
        assert re.search(coming, page)

    @pytest.mark.parametrize("is_past", [False, True])
    def test_an_hour_that_is_past_was_planned_also_without_a_script(self, client: Client, is_past: bool) -> None:
        day = timezone.localdate() + timedelta(days=-1 if is_past else 1)
        event("on", 8, rounds=1, missing=1, schedule="9:00 Round 1\n10:00 Round 2", starts=day)
        shown = "Round 2 was planned for 10:00." if is_past else ""
        for where, there in (
            ("", r"<span{}>Round 2: 10:00</span> <span class=\"until\""),
            ("standings/", r"<span{}>Round 2: <b>10:00</b></span> <span class=\"until\""),
            ("mine/1/", r"<div{}><p class=next-time>10:00</p><p>Round 2</p></div><p class=until"),
        ):
            said = client.get(f"/t/on/{where}").content.decode()
            assert re.search(there.format(" hidden" if is_past else "") + f"[^>]*>{shown}</", said), where

    def test_what_is_next_on_my_table_is_past_a_minute_later(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        event("on", 8, rounds=1, missing=1, schedule="9:00 Round 1\n10:00 Round 2", starts=date(2026, 11, 29))
        for minute, shown in ((58, ""), (59, ""), (60, "Round 2 was planned for 10:00.")):
            now = datetime(2026, 11, 29, 9, tzinfo=timezone.get_default_timezone()) + timedelta(minutes=minute)
            monkeypatch.setattr(timezone, "now", lambda now=now: now)
            said = client.get("/t/on/mine/1/").content.decode()
            assert re.search(rf"<p class=until[^>]*>{shown}</p>", said), minute

    def test_tables_are_drawn_as_people_sit(self, client: Client) -> None:
        event("on", 8, rounds=1, missing=1)
        page = shown(client, "on")
        first, second = (page[page.index(f'<li id=t{n} class="tcard') :] for n in (1, 2))
        assert first.startswith('<li id=t1 class="tcard done">') and second.startswith('<li id=t2 class="tcard">')
        sides = re.findall(r"<li class=([NESW])><i class=(\w)", first)[:4]
        assert sides == [("S", "w"), ("W", "r"), ("N", "k"), ("E", "g")]
        assert "<b" not in second[: second.index("</ul>")], "a table that is being played has no nought"

    def test_two_and_three_at_a_table_of_four_sit_opposite_and_round_it(self, client: Client) -> None:
        made = event("short", 12, rounds=1, missing=3)
        for table, players in ((1, 2), (2, 3)):
            Seat.objects.filter(table__round__tournament=made, table__number=table, position__gt=players).delete()
        sides = re.findall(r"<li class=([NESW]+)>", shown(client, "short"))
        assert sides == ["S", "N", *"SWN", *"SWNE"], "two sit opposite in an event of fours too"

    def test_mahjong_is_drawn_counter_clockwise(self, client: Client) -> None:
        made = event("winds", 4, rounds=1)
        Tournament.objects.filter(pk=made.pk).update(game="riichi", options={})
        sides = re.findall(r"<li class=([NESW])><i class=n aria-hidden=true>(\w)", shown(client, "winds"))
        assert sides == [("S", "E"), ("E", "S"), ("N", "W"), ("W", "N")], "South sits right of East"
        own = client.get("/t/winds/mine/2/").content.decode()
        seats = re.findall(r'<li class="?([NESW])', own)[:4]
        at = seats.index("S")
        assert seats[at:] + seats[:at] == ["S", "E", "N", "W"], "and so at one's own table"

    def test_two_at_a_table_are_a_row_with_their_clubs(self, client: Client) -> None:
        event("duel", 4, rounds=1, size=2)
        for where in ("/t/duel/", "/t/duel/rounds/1/"):
            page = client.get(where).content.decode()
            assert page.count('<table class="pairs bare"') == 1 and "tcard" not in page, where
            row = page[page.index("<tr role=row id=t1>") : page.index("<tr role=row id=t2>")]
            assert row.count("<small class=team>Club duel</small></a>") == 2, where

    def test_a_name_beside_a_table_has_a_line_for_itself_where_a_word_of_it_is_long(self, client: Client) -> None:
        event("short", ["Anna Weiß-Joubert", "Bert", "Carl", "Dora"], rounds=1)
        event("long", [f"Elżbieta Wiśniewska-Brzęczyszczykiewicz {n}" for n in "ABCD"], rounds=1)
        assert '<ol class="tcards" ' in shown(client, "short")
        assert '<li id=t1 class="tcard done">' in shown(client, "short")
        assert '<li id=t1 class="tcard wordy done">' in shown(client, "long")

    def test_the_bar_has_the_heading_and_whose_move_it_is_stands_in_words_and_at_the_board(
        self, client: Client
    ) -> None:
        full("full")
        page = shown(client, "full")
        assert re.findall(r"<h1.*?>", page) == ['<h1 class="title">']
        assert '<span class="turn">Green to move</span>' in page and 'data-turn="E"' in page
        assert re.findall(r"<li class=on><i class=(\w)", page) == ["g"]
        assert '<span class="turn">Grün ist am Zug</span>' in client.get("/t/full/?lang=de").content.decode()

    def test_a_round_is_being_played_while_a_table_of_it_is_open(self, client: Client) -> None:
        made = event("three", 8, rounds=3, missing=1)
        made.rounds.update(state="published")
        about = client.get("/t/three/about/").content.decode()
        said = re.findall(r">Round (\d)</a>\s*<span class=\"?chip\"?>([^<]+)", about)
        assert said == [("1", "all results in"), ("2", "all results in"), ("3", "being played")]

    def test_a_live_game_is_featured_and_its_table_leads_to_it(self, client: Client) -> None:
        full("full")
        page = shown(client, "full")
        assert order(page, 'class="featured featured-quatro-chess"', "being played, move 51", '<ol class="tcards')
        assert re.search(r'class="tcard lives">.*?<a href="/t/full/rounds/3/tables/4/">Watch', page)
        assert page.count("/diagram/") == 1, "no game twice"

    def test_a_game_that_nobody_noted_to_its_end_is_not_being_played_once_its_table_has_a_result(
        self, client: Client
    ) -> None:
        table = Table.objects.get(round__tournament=full("noted"), round__number=3, number=4)
        places = ["", "rounds/3/", "games/", "rounds/3/tables/4/", f"mine/{table.seats.get(position=1).entry.number}/"]
        before = {at: client.get(f"/t/noted/{at}").content.decode() for at in places}
        assert all("being played" in page and "noted up to" not in page for page in before.values())
        wall = "/t/noted/board/"
        assert "being played, move 51" in client.get(wall).content.decode()
        other = Result.objects.filter(table__round__tournament__slug="noted")[0]
        Result.objects.create(table=table, points=other.points)
        Tournament.objects.filter(slug="noted").update(
            version=F("version") + 1, results_version=F("results_version") + 1
        )
        for at in places:
            page = client.get(f"/t/noted/{at}").content.decode()
            assert "noted up to move 51" in page, at
            said = page.replace('">being played</option>', "")  # the other open table may be asked for
            assert "being played" not in said and "lives" not in said and 'class="on"' not in said, at
        assert "being played, move" not in client.get(wall).content.decode()
        page = client.get("/t/noted/rounds/3/tables/4/").content.decode()
        assert "To move" not in page[page.index('id="said"') :][:400]
        assert page.count('<b class="points">') == 4
        assert client.get("/t/noted/rounds/3/tables/4/moves/").json()["next"] == []

    def test_tie_breaks_are_promised_where_there_are_some(self, client: Client) -> None:
        event("with", tie_breaks=("DE",))
        event("without", tie_breaks=())
        promised = "Standings with tie-breaks"
        assert promised in shown(client, "with")
        assert promised not in shown(client, "without") and "Go to the standings" in shown(client, "without")

    def test_arrows_show_who_rose_when_a_round_is_whole_and_not_before(self, client: Client) -> None:
        made = event("whole", 8, rounds=2)
        first, second = (Standings.objects.get(tournament=made, after_round=n).body["rows"] for n in (1, 2))
        ranks = {row["player"]: row["rank"] for row in first}
        page = shown(client, "whole")
        moves = 0
        for row in second:
            by = ranks[row["player"]] - row["rank"]
            arrow = r"<td>\d+(?:<small class=(up|down)>.*?</i>(\d+)</small>)?<th"
            shown_row = re.search(rf"<tr id=p{row['player']}>{arrow}", page)
            assert shown_row is not None
            assert shown_row.groups() == ((None, None) if not by else ("up" if by > 0 else "down", str(abs(by))))
            moves += bool(by)
        assert moves
        event("half", 8, rounds=2, missing=1)
        assert "class=up" not in shown(client, "half") and "class=down" not in shown(client, "half")


class TestFinished:
    @pytest.fixture
    def done(self) -> Tournament:
        made = event("done", 8, rounds=2, state="finished")
        table = Table.objects.filter(round__tournament=made, round__number=1, number=2).get()
        GameRecord.objects.create(table=table, text="{}", state="agrees", answer={"plies": 191})
        return made

    def test_the_podium_comes_first_then_games_figures_and_the_order(self, client: Client, done: Tournament) -> None:
        page = shown(client, "done")
        assert order(
            page,
            'class="podium"',
            "Games worth seeing",
            "The event in figures",
            "Tables of round 2",
            ">Final standings</",
        )
        assert "Standings after" not in page and "final after" not in page and '<p class="state">' not in page
        winner = Standings.objects.get(tournament=done, after_round=2).body["rows"][0]["player"]
        name = Player.objects.get(entries__tournament=done, entries__number=winner).name.replace("'", "&#x27;")
        assert f"Winner: <bdi>{name}</bdi> " in page
        assert "191 moves" in page and '/t/done/rounds/1/tables/2/"' in page
        assert 'data-live-text="Finished"' in page and "data-until" not in page and "data-clock" not in page

    def test_few_tables_stand_before_the_final_table(self, client: Client) -> None:
        event("large", 32, rounds=1, state="finished")
        page = shown(client, "large")
        assert page.count("<li id=t") == 6 and ">All 8 tables</a>" in page

    def test_a_heading_of_tables_stands_over_tables(self, client: Client) -> None:
        made = league(slug="matched")
        boss = make.organiser()
        first_wins(make.published(made, boss).tables.order_by("number")[0], boss)
        for table in Table.objects.filter(round__tournament=made).order_by("number")[1:]:
            first_wins(table, boss)
        made.rounds.update(state="closed")
        Tournament.objects.filter(pk=made.pk).update(state="finished", version=99)
        page = shown(client, "matched")
        assert 'data-live-text="Finished"' in page and "class=mcards" in page
        assert "Tables of round" not in page

    def test_the_points_of_a_colour_are_its_mean(self, client: Client, done: Tournament) -> None:
        results = Result.objects.filter(table__round__tournament=done, is_current=True)
        means = [sum(result.points[at] for result in results) / len(results) for at in range(4)]
        page = shown(client, "done")
        assert re.findall(r"</meter><b>([\d.]+)</b>", page) == [f"{round(float(mean), 1):.1f}" for mean in means]

    def test_one_figure_alone_has_no_heading(self, client: Client) -> None:
        event("means", 8, rounds=1, state="finished")
        page = shown(client, "means")
        assert "The event in figures" in page and "Tables played" not in page, "the points by colour are there"
        event("bare", 8, rounds=1, missing=2, state="finished")
        assert "The event in figures" not in shown(client, "bare")

    def test_nobody_is_on_a_podium_before_the_order_is_final(self, client: Client) -> None:
        event("open", 8, rounds=2, missing=1, state="finished")
        page = shown(client, "open")
        assert 'class="podium"' not in page and "Winner" not in page

    def test_the_picture_to_share_has_the_podium(self, client: Client, done: Tournament) -> None:
        before = client.get("/t/done/card.png")
        assert Image.open(BytesIO(before.content)).size == (1200, 630)
        Tournament.objects.filter(pk=done.pk).update(state="running")
        assert client.get("/t/done/card.png").content != before.content

    def test_a_picture_shows_no_name_that_the_page_does_not(self, client: Client, done: Tournament) -> None:
        before = client.get("/t/done/card.png").content
        Player.objects.filter(entries__tournament=done).update(name_shown="number")
        hidden = client.get("/t/done/card.png")
        assert hidden.content != before


class TestSchedule:
    def test_a_line_without_a_round_or_a_time_is_kept_as_it_is(self) -> None:
        lines = schedule.lines("Doors open\n25:00 Round 9\n9:05 Round 1", date(2026, 11, 29), 0)
        assert [(line.time, line.label, line.state) for line in lines] == [
            ("", "Doors open", "next"),
            ("", "25:00 Round 9", ""),
            ("09:05", "Round 1", ""),
        ]
        assert schedule.coming(lines) is None, "a line without an hour is not counted down to"

    def test_after_midnight_it_is_the_day_after(self) -> None:
        late, early = schedule.lines("23:30 Round 1\n0:45 Round 2", date(2026, 11, 29), 1)
        assert late.at is not None and early.at is not None and early.at - late.at == 75 * 60 * 1000
        assert (late.state, early.state) == ("here", "next")

    def test_the_time_is_the_halls(self) -> None:
        day = timezone.localdate() + timedelta(days=1)
        line = schedule.lines("19:30 Round 1", day, 0)[0]
        assert line.at is not None
        at = timezone.localtime(datetime.fromtimestamp(line.at / 1000, tz=UTC))
        assert (at.date(), f"{at:%H:%M}") == (day, "19:30")
