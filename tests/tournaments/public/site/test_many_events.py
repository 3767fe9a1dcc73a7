"""The lists in SQL agree with the same lists made in Python, and read no more rows where there are more events."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.core.declarations.declared import KEY
from tournaments.jobs.name_index import forget_words, read_names
from tournaments.models import Club, ClubMember, EventIndex, EventWord, Series, SeriesEvent, Tournament, User
from tournaments.selectors.events.public import listed_game_name
from tournaments.selectors.site import listed, listing, site_index
from tournaments.selectors.site.listed import COMING, KINDS, PAST, RUNNING, kind_of

pytestmark = pytest.mark.django_db

TODAY = date(2026, 5, 6)
GAMES = ("quarto", "quaro", "quatro-chess", KEY, KEY)
OWN = ({"en": "Four Winds"}, {"en": "Hearts", "nl": "Harten"}, {"en": "hearts"}, None)


def events(chance: random.Random, many: int, clubs: list[Club]) -> None:
    """Make so many events of every kind, with equal days and names among them, and series that overlap."""
    made = []
    for n in range(many):
        game, names = chance.choice(GAMES), chance.choice(OWN)
        made.append(
            Tournament(
                slug=f"e{chance.random()}-{n}",
                name=f"Event {chance.randrange(3)}",
                starts=TODAY + timedelta(days=chance.choice((-900, -400, -2, -1, 0, 1, 2))),
                state=chance.choice(("planned", "running", "finished", "finished")),
                published=chance.random() < 0.8,
                club=chance.choice(clubs),
                game=game,
                options={"declaration": {"names": names}} if game == KEY and names else {},
                system="berger",
                table_size=2,
            )
        )
    Tournament.objects.bulk_create(made)
    for n in range(3):
        series = Series.objects.create(
            name=chance.choice("AB") + str(n), slug=f"s{n}-{many}", published=n != 1, club=clubs[0]
        )
        of_it = chance.sample([*Tournament.objects.all()], many // 3)
        SeriesEvent.objects.bulk_create(SeriesEvent(series=series, tournament=event) for event in of_it)


class InPython:
    """The lists as Python makes them of all events: what `listing` asks the database for."""

    def __init__(self, club: int | None = None, only: dict[int, float] | None = None) -> None:
        rows = Tournament.objects.filter(published=True).order_by("-starts", "name", "id")
        self.only = only
        self.every = [row for row in rows if (club is None or row.club_id == club) and (only is None or row.pk in only)]
        public = SeriesEvent.objects.filter(series__published=True).order_by("-series__name", "-series_id")
        self.series = {at.tournament_id: at.series for at in public.select_related("series")}

    def folded(self, rows: Iterable[Tournament]) -> list[tuple[str, int, tuple[int, ...]]]:
        lines: dict[object, list[int]] = {}
        for row in rows:
            at = self.series.get(row.pk) if self.only is None else None
            lines.setdefault(at.slug if at else row.pk, []).append(row.pk)
        return [
            (str(key) if isinstance(key, str) else "", len(ids), tuple(ids[: listing.EVENINGS]))
            for key, ids in lines.items()
        ]

    def of_kind(self, kind: str) -> list[Tournament]:
        rows = [row for row in self.every if kind_of(row.state, row.starts, TODAY) == kind]
        return rows[::-1] if kind == COMING and self.only is None else rows

    def counts(self, rows: Iterable[Tournament]) -> dict[str, int]:
        return Counter(kind_of(row.state, row.starts, TODAY) for row in rows)

    def games(self, rows: Iterable[Tournament]) -> dict[str, str]:
        return {game_key(row): listed_game_name(row.game, own(row)) for row in reversed([*rows])}


def own(row: Tournament) -> Any:
    return row.options.get("declaration", {}).get("names")


def game_key(row: Tournament) -> str:
    return listing.own_game_key(own(row)) if row.game == KEY and own(row) else row.game


def lines(shown: Iterable[listing.Line]) -> list[tuple[str, int, tuple[int, ...]]]:
    return [(line.slug, line.count, line.ids) for line in shown]


def years(rows: Iterable[Tournament]) -> tuple[int, ...]:
    return tuple(sorted({row.starts.year for row in rows}, reverse=True))


@pytest.mark.parametrize("seed", range(6))
def test_the_first_page_is_as_python_makes_it(seed: int) -> None:
    chance = random.Random(seed)
    clubs = [Club.objects.get(), Club.objects.create(name="Other", slug="other")]
    events(chance, chance.choice((0, 3, 40)), clubs)
    for club in (None, clubs[1].pk):
        expected, shown = InPython(club), listing.overview(TODAY, club)
        assert [event.id for event in shown.running] == [row.pk for row in expected.of_kind(RUNNING)][: listing.CARDS]
        assert lines(shown.coming) == expected.folded(expected.of_kind(COMING))[: listing.ROWS]
        assert lines(shown.past) == expected.folded(expected.of_kind(PAST))[: listing.ROWS]
        assert dict(shown.counts) == {kind: expected.counts(expected.every)[kind] for kind in KINDS}
        assert dict(shown.games) == expected.games(expected.every)
        assert shown.years == years(expected.of_kind(PAST))


@pytest.mark.parametrize("seed", range(12))
def test_every_page_of_the_list_is_as_python_makes_it(seed: int) -> None:
    chance = random.Random(seed)
    clubs = [Club.objects.get(), Club.objects.create(name="Other", slug="other")]
    events(chance, 40, clubs)
    keys = ["", "quarto", KEY, "declared-four-winds", "declared-hearts"]
    for _turn in range(12):
        kind, game, year = chance.choice(("", *KINDS)), chance.choice(keys), chance.choice((0, 0, 2026, 2024, 2019))
        club = chance.choice((None, clubs[1].pk))
        some = {row.pk: chance.choice((0, 0.1, 1.5)) for row in Tournament.objects.all() if chance.random() < 0.5}
        only = chance.choice((None, None, some, {}))
        expected = InPython(club, only)
        fits = [row for row in expected.every if not game or game in (row.game, game_key(row))]
        rows = [row for row in expected.of_kind(kind) if row in fits] if kind else fits
        of_year = [row for row in rows if not year or row.starts.year == year]
        if only is not None:
            of_year.sort(key=lambda row: (only[row.pk], KINDS.index(kind_of(row.state, row.starts, TODAY)), abs(
                (row.starts - TODAY).days) if kind_of(row.state, row.starts, TODAY) == COMING
                else -row.starts.toordinal()))  # fmt: skip
        whole = expected.folded(of_year)
        for page in (1, 2, 9):
            shown = listing.part(TODAY, kind=kind, game=game, year=year, club=club, only=only, page=page, size=7)
            at = min(page, max(1, -(-len(whole) // 7)))
            assert (shown.page, shown.pages) == (at, max(1, -(-len(whole) // 7)))
            assert lines(shown.lines) == whole[(at - 1) * 7 : at * 7]
            assert shown.count == len(of_year) and shown.more == (at < shown.pages)
            assert dict(shown.counts) == expected.counts(fits)
            assert dict(shown.games) == expected.games(expected.every) and shown.years == years(rows)


def rows_read(work: Callable[[], object]) -> int:
    """Return how many rows the database sends for some work."""
    with CaptureQueriesContext(connection) as captured:
        work()
    read = 0
    with connection.cursor() as cursor:
        for query in captured.captured_queries:
            cursor.execute(query["sql"])
            read += len(cursor.fetchall())
    return read


def test_more_events_are_not_more_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing.Counted, "MOST", 20)
    chance, clubs = random.Random(1), [Club.objects.get()]
    lists: list[Callable[[], object]] = [
        lambda: listing.overview(TODAY),
        lambda: listing.part(TODAY),
        lambda: listing.part(TODAY, kind=PAST, game="quarto", size=7),
    ]
    events(chance, 300, clubs)
    Series.objects.update(published=False)
    few = [rows_read(one) for one in lists]
    events(chance, 900, clubs)
    Series.objects.update(published=False)
    assert [rows_read(one) for one in lists] == few
    shown = listing.part(TODAY, page=3)
    assert str(shown.count) == "20+" and shown.of == "4+" and shown.more and shown.page == 3
    assert listing.part(TODAY, page=9_999).page == 1


def test_the_index_gives_the_order_of_the_list() -> None:
    events(random.Random(2), 600, [Club.objects.get()])
    every = listing._every(None)
    with connection.cursor() as cursor:
        for way in ("seqscan", "sort", "incremental_sort", "bitmapscan"):
            cursor.execute(f"SET LOCAL enable_{way} = off")
        for kind, index in (("", "newest"), (PAST, "newest"), (COMING, "n"), (RUNNING, "n")):
            rows = every.filter(listing._is(kind, TODAY)) if kind else every
            sql, parameters = rows.values("pk")[:30].query.sql_with_params()
            cursor.execute(f"EXPLAIN {sql}", parameters)
            plan = "\n".join(row[0] for row in cursor.fetchall())
            assert f"tournament_{index}" in plan and "Sort" not in plan, plan


def test_a_kind_is_the_same_in_python_and_in_sql() -> None:
    events(random.Random(3), 90, [Club.objects.get()])
    for kind in KINDS:
        in_sql = set(Tournament.objects.filter(listing._is(kind, TODAY)))
        assert in_sql == {
            row for row in Tournament.objects.all() if listed.kind_of(row.state, row.starts, TODAY) == kind
        }


QUERIES = (
    "evening leiden", "evning", "lieden", "malmo", "quarto", "quarto leiden", "harten", "delft", "club", "zzzz", "e",
    "kwartet", "schachklub", "bekr malmö", "other",
)  # fmt: skip


def test_the_index_finds_the_events_that_their_names_do() -> None:
    for n, (name, venue, game) in enumerate(
        (("Club evening", "Leiden", "quarto"), ("Beker", "Malmö", "quaro"), ("Schachclub", "", "kwartet"),
         ("League", "Delft", KEY), ("Evening", "Leiden", KEY))
    ):  # fmt: skip
        club = Club.objects.get_or_create(name=f"Other {n % 2}", slug=f"other-{n % 2}")[0]
        options = {"declaration": {"names": OWN[1]}} if n == 3 else {}
        Tournament.objects.create(
            name=name, venue=venue, game=game, slug=f"e{n}", club=club, system="berger", published=n != 2,
            options=options, starts=TODAY - timedelta(days=n),
        )  # fmt: skip
    unread = [site_index.find(query)[0] for query in QUERIES]
    assert read_names() == 5 and read_names() == 0
    assert [site_index.find(query)[0] for query in QUERIES] == unread
    assert list(unread[0]) and list(unread[2]) and list(unread[6]) and not unread[9]
    Tournament.objects.filter(slug="e0").update(name="Something else", version=2)
    assert EventIndex.objects.get(words=[]).tournament.slug == "e0", "a changed name is read anew"
    assert read_names() == 1
    assert forget_words() == 1, "nothing else is called a club"
    assert {"evening", "beker"} <= set(EventWord.objects.values_list("word", flat=True)) and forget_words() == 0
    Tournament.objects.filter(slug="e0").update(version=3)
    assert read_names() == 0, "what names nothing changes nothing"


def test_very_many_events_are_asked_of_the_index() -> None:
    events(random.Random(5), 30, [Club.objects.get()])
    read_names()
    with connection.cursor() as cursor, CaptureQueriesContext(connection) as captured:
        site_index.events("evemt 2")
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
        asked = [at["sql"] for at in captured if "&&" in at["sql"] or 'FROM "tournaments_eventword"' in at["sql"]]
        plans = []
        for sql in asked:
            cursor.execute(f"EXPLAIN {sql}")
            plans.append("\n".join(row[0] for row in cursor.fetchall()))
    assert len(plans) == 3
    assert "event_word_words" in plans[0] and all("event_index_words" in plan for plan in plans[1:]), plans


@pytest.mark.parametrize("whole", [True, False])
def test_the_desk_begins_with_twelve_queries_at_most(client: Client, boss: User, whole: bool) -> None:
    club = Club.objects.get()
    user = boss if whole else User.objects.create_user("organiser", password="x", is_staff=True)
    if not whole:
        ClubMember.objects.create(club=club, user=user, role=ClubMember.Role.ORGANISER)
    client.force_login(user)
    for many in (10, 90):
        events(random.Random(many), many, [club])
        Series.objects.all().delete()
        Tournament.objects.update(game="quarto", options={})
        for address in ("/admin/", "/admin/tournaments/tournament/"):
            client.get(address)
            with CaptureQueriesContext(connection) as captured:
                assert client.get(address).status_code == 200
            assert len(captured) <= 12, (address, captured.captured_queries)
