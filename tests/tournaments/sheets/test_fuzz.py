"""Everything that comes in is damaged at random: it is refused with a sentence and its place, or taken whole."""

from __future__ import annotations

import json
import random
import unicodedata
from pathlib import Path

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from reliability.mutations import damaged_text
from scoring.documents.document import DocumentError
from tests.support.examples import examples
from tests.tournaments import make
from tests.tournaments.documents.test_history import LINE
from tests.tournaments.documents.test_refusals import ARCHIVE, GOOD, put
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.domain.list_plans import STATUSES
from tournaments.imports.writing import Sheet, write
from tournaments.jobs.game_records import check_record
from tournaments.models import (
    Entry,
    GameRecord,
    HistoryLine,
    Player,
    PlayerImport,
    Result,
    Round,
    Seat,
    Table,
    Team,
    Tournament,
)
from tournaments.selectors.papers import lists as list_selectors
from tournaments.selectors.papers.event_documents import archive_text, document_text
from tournaments.services.events import event_imports
from tournaments.services.games import game_records
from tournaments.services.lists import lists

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("read_here")]
MODELS = (Tournament, Team, Player, Entry, Round, Table, Seat, Result, GameRecord, HistoryLine)
QUIET = settings(
    max_examples=examples(25), suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate]
)
GOLDEN = sorted((Path(__file__).parents[3] / "games").glob("quarto/golden/*.json"))

WORDS = st.sampled_from(
    ["", "Anna", "Bert", "Rooks", "A", "1", "2", "-1", "3,5", "7/2", "1.", "½", "-", "–", "=1+1", "+31", "'=x",
     "\u202ex", "1640.0", "9999999999", "1e9", "x" * 130, "Leiden", "forfeit", "kampflos", "٣", "Ö\u0308",
     "a;b", 'q"q', "NaN"]
)  # fmt: skip
CELL = WORDS | st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=8)
HEADS = {
    "players": ["Name", "Rating", "Club", "Birth year", "Team", "Board", "Fixed table", "Marks"],
    "teams": ["Team", "Short name"],
    "results": ["Round", "Table", "Number 1", "Points 1", "Points 2", "Points 3", "Points 4", "End"],
}


def counts():
    return [model.objects.count() for model in MODELS]


@world
def begun(param):
    """An event of eight and a duel, each with a round published; each example begins from them."""
    boss = make.organiser()
    eight, duel = make.tournament(8), make.duel(2, rounds_planned=1)
    make.published(eight, boss)
    return boss, eight, make.published(duel, boss).tables.get()


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("kind", list(HEADS))
@given(data=st.data())
@QUIET
def test_no_list_is_half_saved_and_what_was_taken_is_as_it_was_the_second_time(kind, form, begun, data):
    boss, made, _table = begun
    head = data.draw(st.permutations(HEADS[kind]))[: data.draw(st.integers(1, len(HEADS[kind])))]
    width = st.integers(0, len(head) + 1)
    rows = data.draw(st.lists(width.flatmap(lambda n: st.lists(CELL, min_size=n, max_size=n)), max_size=6))
    if data.draw(st.booleans()):
        head, rows = HEADS[kind], [["1", str(n), "", "8", "4", "2", "0", ""] for n in range(1, len(rows) + 1)]
    content = write(Sheet("Sheet", head, rows), form, "nl")
    with transaction.atomic():
        before = counts()
        try:
            waiting = lists.upload(kind, made.pk, by=boss, content=content)
            plan = lists.preview(waiting)
            assert all(line.status in STATUSES for line in plan.lines)
            assert all(line.problems for line in plan.lines if line.status == "refused")
            done = lists.carry_out(waiting.pk, by=boss, seen=plan.stamp)
        except Refused as refusal:
            assert refusal.message and counts() == before
        else:
            assert done.counts == plan.counts and not plan.refused
            after = counts()
            again = lists.carry_out(lists.upload(kind, made.pk, by=boss, content=content).pk, by=boss)
            # a line that is no player is left out each time, with the reason
            assert all(line.remarks for line in again.lines if line.status == "left_out")
            assert again.count("same") + again.count("left_out") == len(again.lines) and counts() == after
        assert PlayerImport.objects.exclude(state=PlayerImport.DONE).count() <= 1
        transaction.set_rollback(True)


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@given(
    people=st.lists(
        st.tuples(
            st.text(st.characters(codec="utf-8", categories=["L", "N", "P"]), min_size=1, max_size=20).map(
                lambda text: unicodedata.normalize("NFC", text)
            ),
            st.none() | st.integers(0, 4000),
            st.none() | st.integers(1900, 2100),
            st.none() | st.integers(1, 1000),
        ),
        min_size=1,
        max_size=6,
        unique_by=lambda person: person[0].casefold(),
    )
)
@QUIET
def test_any_players_go_out_and_come_in_elsewhere_as_they_were(form, boss, people):
    with transaction.atomic():
        made, other = make.tournament(0), make.tournament(0)
        for number, (name, rating, born, table) in enumerate(people, 1):
            player = Player.objects.create(name=f"P{name}", rating=rating, birth_year=born)
            Entry.objects.create(tournament=made, player=player, number=number, fixed_table=table)
        content = write(list_selectors.players(made, boss), form, "en")
        assert lists.preview(lists.upload("players", made.pk, by=boss, content=content)).count("same") == len(people)
        waiting = lists.upload("players", other.pk, by=boss, content=content)
        assert lists.carry_out(waiting.pk, by=boss).count("new") == len(people)
        assert list_selectors.players(other, boss).rows == list_selectors.players(made, boss).rows
        transaction.set_rollback(True)


@pytest.mark.parametrize(
    "sample", [GOOD, put(ARCHIVE, ["log"], [LINE, LINE])], ids=["document", "archive with records and log"]
)
@given(seed=st.integers(0, 2**32))
@settings(QUIET, max_examples=examples(80))
def test_no_damaged_document_is_half_imported(sample, boss, seed):
    content = damaged_text(sample, random.Random(seed))
    before = counts()
    with transaction.atomic():
        try:
            with transaction.atomic():
                made = event_imports.at_once(by=boss, content=content)
        except DocumentError as error:
            assert error.message and isinstance(error.place, str) and counts() == before
        except Refused as refusal:
            assert refusal.message and counts() == before
        else:
            text = document_text(made)
            again = event_imports.at_once(by=boss, content=text.encode())
            assert document_text(again) == text
            kept = archive_text(made, by=make.organiser(), records=True)
            copy = event_imports.at_once(by=boss, content=kept.encode(), slug="a-copy-of-it")
            assert json.loads(archive_text(copy, by=make.organiser(), records=True)) == json.loads(kept) | {
                "tournament": json.loads(kept)["tournament"] | {"slug": "a-copy-of-it"}
            }
        transaction.set_rollback(True)


@given(seed=st.integers(0, 2**32))
@settings(QUIET, max_examples=examples(40))
def test_no_damaged_record_breaks_the_desk_or_the_worker(begun, seed):
    boss, _eight, table = begun
    lots = random.Random(seed)
    golden = json.loads(lots.choice(GOLDEN).read_text("utf-8"))["record"]
    with transaction.atomic():
        try:
            record = game_records.hand_in(table.pk, by=boss, content=damaged_text(golden, lots))
        except Refused as refusal:
            assert refusal.message and not GameRecord.objects.filter(table=table).exists()
        else:
            check_record(record.pk)
            record.refresh_from_db()
            assert record.state != GameRecord.State.WAITING
            refused = record.state == GameRecord.State.REFUSED
            assert not refused or record.verdict
        transaction.set_rollback(True)
