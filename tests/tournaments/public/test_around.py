"""Calendar, the page about a tournament, share cards; and what every public answer must keep to."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from datetime import date, timedelta
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from PIL import Image, ImageDraw

from config.static_files import BUNDLES
from tests.tournaments import make
from tests.tournaments.public.build import SIX_TIE_BREAKS, event
from tests.tournaments.public.full import full
from tests.tournaments.public.reading import page
from tests.tournaments.public.standings.test_matches import first_wins, league
from tournaments.jobs.standings import compute_standings
from tournaments.models import Player, Standings, Tournament
from tournaments.views.public import share_card

pytestmark = pytest.mark.django_db

PAGES = [
    "",
    "rounds/1/",
    "standings/",
    "players/1/",
    "mine/1/",
    "find/",
    "find/?q=a",
    "about/",
    "board/",
]


class TestCalendar:
    def test_a_month_shows_its_public_tournaments_on_their_days(self, client: Client) -> None:
        event("may", 4, rounds=0, starts=date(2027, 5, 14), venue="Leiden")
        event("secret", 4, rounds=0, starts=date(2027, 5, 15), published=False)
        event("june", 4, rounds=0, starts=date(2027, 6, 1))
        found = page(client, "/calendar/2027/5/")
        assert "May 2027" in found.text and "Event may" in found.text and "Leiden" in found.text
        assert "secret" not in found.text and "Event june" not in found.text

    def test_it_leads_to_the_nearest_months_that_have_any(self, client: Client) -> None:
        for slug, day in (("a", date(2027, 1, 31)), ("b", date(2027, 5, 14)), ("c", date(2028, 12, 1))):
            event(slug, 4, rounds=0, starts=day)
        html = client.get("/calendar/2027/5/").content.decode()
        assert 'rel="prev" href="/calendar/2027/1/">← January</a>' in html, "of the same year, the month is enough"
        assert 'rel="next" href="/calendar/2028/12/">December 2028 →</a>' in html
        assert 'rel="next"' not in client.get("/calendar/2028/12/").content.decode()

    def test_without_a_month_it_is_this_one(self, client: Client) -> None:
        event("now", 4, rounds=0, starts=timezone.localdate())
        assert "Event now" in page(client, "/calendar/").text

    @pytest.mark.parametrize("where", ["2027/0", "2027/13", "0/1", "99999/1", "1/1", f"{10**30}/1"])
    def test_there_is_no_such_month(self, client: Client, where: str) -> None:
        assert client.get(f"/calendar/{where}/").status_code == 404

    @pytest.mark.parametrize("where", ["1900/1", "2199/12", "2028/2", "2026/12"])
    def test_the_ends_of_time_and_of_years(self, client: Client, where: str) -> None:
        assert client.get(f"/calendar/{where}/").status_code == 200

    def test_four_queries_whatever_is_on(self, client: Client) -> None:
        for number in range(12):
            event(f"e{number}", 4, rounds=0, starts=date(2027, 5, 1) + timedelta(days=number // 3))
        with CaptureQueriesContext(connection) as captured:
            client.get("/calendar/2027/5/")
        assert len(captured) == 4

    def test_it_speaks_the_readers_language(self, client: Client) -> None:
        assert "mei 2027" in page(client, "/calendar/2027/5/?lang=nl").text


class TestAbout:
    def test_it_says_what_when_where_and_by_which_rules(self, client: Client) -> None:
        event(
            "club",
            rounds=2,
            missing=1,
            venue="Leiden",
            options={"teams": [[1, 3], [2, 4]]},
            schedule="19:30 Round 1\n\n20:45 <b>Break</b>",
            tie_breaks=("DE", "WIN"),
        )
        text = page(client, "/t/club/about/").text
        for words in (
            "Quatro Chess",
            "4 players at a table",
            "Leiden",
            "19:30 Round 1",
            "20:45 <b>Break</b>",
            "Round 1",
            "closed",
            "being played",
            "Complete schedule at tables",
            "The game's own points",
            "Direct encounter",
            "partners opposite: seats 1 and 3, 2 and 4",
            "not standard",
        ):
            assert words in text, words

    def test_every_game_and_system_can_be_told(self, client: Client) -> None:
        from games.core import registry as games
        from tournaments.pairing import registry as pairing

        for at, game in enumerate(games.every()):
            size = max(s for s in game.info.seats if s <= 4)
            event(f"g{at}", 0, rounds=0, size=4, game=game.info.key, table_size=size)
            assert game.info.name in page(client, f"/t/g{at}/about/").text
        for at, system in enumerate(pairing.systems().values()):
            event(f"s{at}", 0, rounds=0, system=system.key)
            text = page(client, f"/t/s{at}/about/").text
            assert system.name in text
            # the number of rounds is on the page; how a form finds it is not
            assert not system.rounds_help or system.rounds_help not in text

    def test_points_for_places_are_told(self, client: Client) -> None:
        event("club", 4, rounds=0, scoring={"points": {"places": ["5", "3", "1", "1/2"]}})
        assert "5, 3, 1, ½" in page(client, "/t/club/about/").text


class TestShareCard:
    def test_a_link_brings_title_words_and_a_picture(self, client: Client) -> None:
        event("club", rounds=1, name='Schaak "vier" & meer', venue="Leiden")
        html = client.get("/t/club/", headers={"host": "10.1.2.3:8000"}).content.decode()
        assert 'property="og:image" content="http://10.1.2.3:8000/t/club/card.png"' in html
        assert 'property="og:title" content="Schaak &quot;vier&quot; &amp; meer"' in html
        assert 'property="og:description" content="Quatro Chess, ' in html

    def test_the_picture_is_a_png_of_the_usual_size_and_light(self, client: Client) -> None:
        event("club", rounds=1, name="Zomertoernooi Łódź – Køge – Αθήνα")
        answer = client.get("/t/club/card.png")
        assert answer["Content-Type"] == "image/png" and not answer.cookies
        image = Image.open(BytesIO(answer.content))
        assert image.size == (1200, 630) and len(answer.content) < 40_000
        again = client.get("/t/club/card.png", headers={"if-none-match": answer["ETag"]})
        assert again.status_code == 304

    @pytest.mark.parametrize("name", ["x" * 120, "W" * 60 + " " + "M" * 59, "山田の大会", "🎲" * 50, "a b " * 30, "…"])
    def test_any_name_makes_a_picture(self, name: str) -> None:
        assert Image.open(BytesIO(share_card.picture(name, "Quarto", "1 May"))).size == (1200, 630)

    def test_letters_of_europe_can_be_drawn(self) -> None:
        assert all(share_card.can_draw(letter) for letter in "éłżøŞğßŽőäÖñçřЖяΩ·…–’")

    def test_standings_and_games_have_cards_of_their_own_with_public_names(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made = full("full")
        said: list[str] = []
        draw = share_card._say
        monkeypatch.setattr(share_card, "_say", lambda at, words, *rest: (said.append(words), draw(at, words, *rest)))
        Player.objects.filter(entries__tournament=made).update(name_shown="number")
        for where in ("/t/full/standings/card.png", "/t/full/rounds/3/tables/4/card.png"):
            answer = client.get(where)
            assert Image.open(BytesIO(answer.content)).size == (1200, 630) and len(answer.content) < 60_000
            assert client.get(where, headers={"if-none-match": answer["ETag"]}).status_code == 304
        assert made.name in said and sum(words.startswith("No. ") for words in said) >= 6
        names = set(made.entries.values_list("player__name", flat=True))
        assert not names & set(said)
        Tournament.objects.filter(pk=made.pk).update(published=False)
        for where in ("/t/full/standings/card.png", "/t/full/rounds/3/tables/4/card.png"):
            assert client.get(where).status_code == 404

    def test_names_stand_on_it_in_full(self, monkeypatch: pytest.MonkeyPatch) -> None:
        said = self.drawn(monkeypatch)
        places = "12 December 2026, 10:00\nBürgerhaus Köln-Kalk, Kalk-Mülheimer Straße 58, 51103 Köln"
        first = (
            (1, "Hans-Joachim Freiherr von Schnitzenbaumer-Weißmüller", "20⅙"),
            (2, "Александр Константинопольский-Рождественский", "12⅔"),
            (3, "Maria de los Ángeles Fernández de Córdoba y Álvarez", "12⅔"),
            (4, "Elżbieta Wiśniewska-Brzęczyszczykiewicz", "9"),
        )
        for name in (
            "Internationale Meisterschaft von Nordrhein-Westfalen im Quatro Chess",
            "Открытое первенство Санкт-Петербурга по четверным шахматам",
            "Donaudampfschifffahrtsgesellschaftskapitänspokal",
        ):
            for people in ((), first[:3], first):
                said.clear()
                share_card.picture.__wrapped__(name, "Quatro Chess", places, people)
                whole = "".join(said).replace(" ", "")
                assert name.replace(" ", "") in whole and "51103Köln" in whole and "…" not in whole
                assert all(person.replace(" ", "") in whole for _rank, person, _points in people)
        share_card.picture.__wrapped__("x" * 400, "Quarto", "1 May", ())
        assert "…" in "".join(said), "what has no end at all is cut"

    def test_no_line_of_a_shared_podium_lies_over_another(self, monkeypatch: pytest.MonkeyPatch) -> None:
        lines: list[tuple[str, int, int]] = []
        monkeypatch.setattr(
            share_card, "_say", lambda at, words, size, colour, x, y, *room: lines.append((words, y, size))
        )
        for count in (1, 3, 4, 5, 6):
            lines.clear()
            first = tuple((1, f"Player {at}", "16") for at in range(count))
            share_card.picture.__wrapped__("Winter league", "Quarto", "24 September 2026 · Leiden", first)
            names = [(y, size) for words, y, size in lines if words.startswith(("Player", "24 "))]
            assert len(names) == count + 1
            assert all(y + size <= below for (y, size), (below, _size) in pairwise(names)), count

    @pytest.mark.parametrize(
        ("ranks", "lines"),
        [((1, 2, 3, 4, 5), (4, 0)), ((1, 2, 3, 3, 3), (5, 0)), ((1, 1, 3, 3, 3, 3, 7), (6, 0)),
         ((1, 2, 3, 4, 4, 4, 4, 4), (5, 3)), ((1,) * 9, (5, 4)), ((1, 2), (2, 0)), ((), (0, 0))],
    )  # fmt: skip
    def test_first_lines_do_not_end_silently_within_a_tie(self, ranks: tuple[int, ...], lines: tuple[int, int]) -> None:
        assert share_card.whole_ranks(ranks) == lines

    def test_the_order_on_a_card_is_that_of_the_page(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        said = self.drawn(monkeypatch)
        made = event("half", [f"Player{n}" for n in range(8)], rounds=1, missing=1)
        sit = {entry.number: entry.player.name for entry in made.entries.filter(seats__table__results__isnull=True)}
        assert len(sit) == 4
        Standings.objects.filter(tournament=made).delete()
        compute_standings(made.pk)
        client.get("/t/half/standings/card.png")
        assert not set(sit.values()) & set(said) and sum(text.startswith("Player") for text in said) == 4
        assert any(text.endswith("· 1 result missing") for text in said)
        said.clear()
        row = Standings.objects.get(tournament=made)
        row.body["rows"] = [line | {"rank": 1, "waits": False} for line in row.body["rows"]]
        row.save()
        Tournament.objects.filter(pk=made.pk).update(version=99)
        client.get("/t/half/standings/card.png")
        assert "and 3 more" in said and sum(text.startswith("Player") for text in said) == 5

    def test_of_teams_the_card_of_the_order_shows_teams(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        said = self.drawn(monkeypatch)
        made, boss = league(slug="teams"), make.organiser()
        tables = make.published(made, boss).tables.order_by("number")
        for table in tables:
            first_wins(table, boss)
        compute_standings(made.pk)
        client.get("/t/teams/standings/card.png")
        assert {"Eindhoven", "Delft", "Leiden", "Gouda"} <= set(said) and not any(" 1" in text for text in said[2:-1])

    def test_arabic_and_hebrew_are_joined_and_stand_in_their_order(self, monkeypatch: pytest.MonkeyPatch) -> None:
        said = self.drawn(monkeypatch)
        share_card.picture.__wrapped__("ليلى", "Quarto", "שלום", ())
        assert "".join(c for c in "".join(said) if c > "\u0500") == "ﻰﻠﻴﻟםולש"
        assert not any(share_card.can_draw(letter) for letter in "山🎲")

    def test_a_coming_event_says_the_hour_and_the_place(self) -> None:
        made = event("club", 4, rounds=0, state="planned", starts=date(2027, 5, 14), venue="Leiden", schedule="19:30 R")
        assert share_card.facts(made)[2] == "14 May 2027, 19:30\nLeiden"
        Tournament.objects.update(state="finished")
        assert share_card.facts(Tournament.objects.get())[2] == "14 May 2027 · Leiden"

    def drawn(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """Return the list of all texts that are drawn from now on."""
        said: list[str] = []
        draw = ImageDraw.ImageDraw.text

        def noted(self: ImageDraw.ImageDraw, place: object, text: str, **more: object) -> None:
            said.append(text)
            draw(self, place, text, **more)

        monkeypatch.setattr(ImageDraw.ImageDraw, "text", noted)
        return said


class TestFirstLook:
    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def hall(cls, django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
        """Make an event of a thousand once: all pages of it are only read. It is taken back at the end."""
        with django_db_blocker.unblock(), transaction.atomic():
            event("club", rounds=2, missing=1)
            event("large", 1000, rounds=9, missing=50, tie_breaks=SIX_TIE_BREAKS)
            yield
            transaction.set_rollback(True)

    @pytest.mark.parametrize("where", PAGES)
    def test_all_that_it_loads_weighs_little(self, client: Client, where: str) -> None:
        html = client.get(f"/t/large/{where}", headers={"accept-encoding": "gzip"})
        assert html.status_code == 200
        assert len(html.content) + linked(client, f"/t/club/{where}") < 100_000

    @pytest.mark.parametrize("where", ["standings/", "rounds/9/", "rounds/9/?by=name"])
    def test_a_thousand_players_fit_into_sixty_thousand_bytes(self, client: Client, where: str) -> None:
        answer = client.get(f"/t/large/{where}", headers={"accept-encoding": "gzip"})
        assert answer.status_code == 200 and len(answer.content) < 60_000


def linked(client: Client, where: str) -> int:
    """The bytes of everything a page loads as the server sends them: text by gzip, pictures and letters as they are."""
    from django.contrib.staticfiles import finders

    total = 0
    # an icon for home screens is fetched by whoever puts the page there
    html = re.sub(r'<link rel="apple-touch-icon"[^>]*>', "", client.get(where).content.decode())
    for path in set(re.findall(r'(?:src|href)="/static/([^"]+)"', html)):
        folder, _, name = path.rpartition("/")
        parts: list[Any] = [finders.find(f"{folder}/{part}") for part in BUNDLES.get(name, (name,))]
        content = b"".join(Path(part).read_bytes() for part in parts)
        total += len(gzip.compress(content)) if path.endswith((".css", ".js", ".svg")) else len(content)
    return total
