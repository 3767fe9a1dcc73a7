"""Tables of five and six, from the first round to every page, list, paper and document that shows them."""

from __future__ import annotations

import io
import random
from collections import Counter, defaultdict
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.games.core.test_declared import ORDER
from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.imports.writing import write_csv
from tournaments.jobs.standings import compute_standings
from tournaments.models import Prize, PrizeList, Result, Seat, Standings, Tournament
from tournaments.printing.press import Press
from tournaments.selectors.papers import lists as sheets
from tournaments.selectors.papers import printing
from tournaments.selectors.papers.event_documents import archive_text, document_text
from tournaments.services.events import event_imports
from tournaments.services.lists import lists
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db

PUBLIC = {
    "tournament": (),
    "round": (1,),
    "table": (1, 1),
    "standings": (),
    "standings_player": (1,),
    "panel": (1,),
    "player": (1,),
    "why": (1,),
    "compared": (1, 2),
    "movement": (),
    "crosstable": (),
    "crosstable_square": (),
    "plan": (),
    "mine": (1,),
    "about": (),
    "board": (),
    "widget": (),
    "card": (),
}


def evening(size: int, players: int, system: str = "tables", **fields) -> Tournament:
    return make.tournament(
        players,
        game="declared",
        options={"declaration": ORDER},
        table_size=size,
        system=system,
        rounds_planned=3,
        **fields,
    )


def play(client, event: Tournament, boss, number: int, chance: random.Random) -> dict[int, Fraction]:
    """Play a round by the quick line, in any order of places; what each player got, worked out here."""
    round_ = make.published(event, boss)
    got: dict[int, Fraction] = {}
    for table in round_.tables.order_by("number"):
        seats = list(table.seats.order_by("position").values_list("entry__number", flat=True))
        places = list(range(1, len(seats) + 1))
        chance.shuffle(places)
        address = reverse("admin:tournaments_quick", args=[event.pk, number])
        answer = client.post(address, {"keys": f"{table.number}:{' '.join(map(str, places))}"})
        assert answer.status_code == 302, answer.content.decode()[:3000]
        got |= {player: Fraction(2 * (len(seats) - place)) for player, place in zip(seats, places, strict=True)}
    return got


EVENINGS = [(5, 25, "tables"), (5, 23, "swiss-tables"), (6, 36, "tables"), (6, 17, "swiss-tables")]


@world(params=EVENINGS, ids=str)
def played(param):
    """An evening of three rounds that was played whole, and what everybody has by a plain sum."""
    size, players, system = param
    event, boss, client, chance = evening(size, players, system), make.organiser(), Client(), random.Random(size)
    client.force_login(boss)
    taken: dict[int, Fraction] = defaultdict(Fraction)
    for number in (1, 2, 3):
        for player, points in play(client, event, boss, number, chance).items():
            taken[player] += points
        rounds.close(event.rounds.get(number=number).pk, by=boss)
    compute_standings(event.pk)
    event.refresh_from_db()
    return event, taken


def test_a_round_has_as_many_whole_tables_as_it_can(played):
    event, _taken = played
    size, players = event.table_size, event.entries.count()
    for round_ in event.rounds.all():
        found = Counter(table.seats.count() for table in round_.tables.all())
        seated = sum(count * seats for seats, count in found.items())
        assert seated == players and max(found) == size
        assert found[size] * size >= players - (size - 1) * (size - 1), found
    if players == size * size:
        rows = Seat.objects.filter(round__tournament=event).values_list("round__number", "table__number", "entry")
        tables: dict[tuple[int, int], set[int]] = defaultdict(set)
        for number, table, entry in rows:
            tables[number, table].add(entry)
        met = Counter(frozenset((a, b)) for table in tables.values() for a in table for b in table if a < b)
        assert max(met.values()) == 1, "a complete schedule in which somebody is met twice"


def test_the_standings_are_the_plain_sum(played):
    event, taken = played
    rows = Standings.objects.get(tournament=event, after_round=3).body["rows"]
    assert {row["player"]: Fraction(row["points"]) for row in rows} == taken


def test_each_public_page_is_there_and_names_whom_it_is_about(played, client):
    event, _taken = played
    for name, more in PUBLIC.items():
        if name == "plan" and event.system != "tables":
            continue  # its rounds are not known beforehand
        answer = client.get(reverse(name, args=[event.slug, *more]))
        assert answer.status_code == 200, name
    page = client.get(reverse("round", args=[event.slug, 1])).content.decode()
    for name in event.entries.values_list("player__name", flat=True):
        assert name in page


def test_each_desk_page_is_there(played, boss, signed_in):
    event, _taken = played
    client = signed_in(boss)
    for name, more in {"desk_round": (3,), "outputs": (), "rounds": ()}.items():
        assert client.get(reverse(f"admin:tournaments_{name}", args=[event.pk, *more])).status_code == 200, name


def test_each_paper_is_printed(played):
    event, _taken = played
    row = PrizeList.objects.create(tournament=event, position=1)
    Prize.objects.create(list=row, place=1, cents=1000)
    known = event.system == "tables"
    for what in set(printing.KINDS) - (set() if known else {"plan"}):
        ready = printing.prepare(event, what, None, "http://hall.local:8000")
        press = Press("a4", ready.head, wide=ready.wide, bare=ready.bare)
        ready.draw(press)
        assert len(PdfReader(io.BytesIO(press.finish())).pages) >= 1, what


@pytest.mark.parametrize("write", ["document", "archive"])
def test_what_comes_out_goes_in_again(played, boss, write):
    event, _taken = played
    text = document_text(event) if write == "document" else archive_text(event, by=boss, records=True)
    copy = event_imports.at_once(by=boss, content=text.encode())
    again = document_text(copy) if write == "document" else archive_text(copy, by=boss, records=True)
    assert again.replace(copy.slug, event.slug) == text


def test_a_list_of_results_has_a_column_for_each_seat_and_comes_in_again(played, boss):
    event, _taken = played
    text = write_csv(sheets.KINDS["results"].make(event, boss), "en")
    waiting = lists.upload("results", event.pk, by=boss, content=text)
    shown = lists.preview(waiting)
    statuses = Counter(line.status for line in shown.lines)
    assert set(statuses) == {"same"}, [line.problems for line in shown.lines][:2]
    assert statuses["same"] == Result.objects.filter(table__round__tournament=event, is_current=True).count()


def test_the_database_has_no_seventh_seat(boss):
    event = evening(6, 6)
    round_ = make.published(event, boss)
    seat = round_.seats.get(position=6)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(pk=seat.pk).update(position=7)
