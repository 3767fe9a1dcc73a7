"""English sentences from before there were codes: read to the letter, and carried over in a database with rows."""

from __future__ import annotations

import json
from time import process_time

import pytest
from django.db import connection
from django.utils import translation

from games.core.notices import Notice, notice_of
from tests.pairing.noticed import noticed
from tests.support.chain import ChainExecutor
from tests.tournaments import make
from tournaments.migrations.old_sentences import read, words
from tournaments.models import EventImport, GameRecord, ManualPairing, PrintJob, Round, Table, Webhook
from tournaments.models.log import LogEntry
from tournaments.sentences import sentence

BEFORE, NOW = [("tournaments", "0027_second_factor")], [("tournaments", "0028_notices")]
OLD = {
    "Players 3 and 12 meet again.": Notice("meet-again", a=3, b=12),
    "Round 2: Player 5 should sit at table 1, which is kept for another player.": Notice(
        "in-round", number=2, text=Notice("fixed-table-taken", player=5, table=1)
    ),
    "Round 3: one pair meet again (proven the fewest).": Notice(
        "power-repeats", round=3, pairs=Notice("one-pair"), how=Notice("proven-fewest")
    ),
    "Team 10. The % (odd) {team}s 1 + 4 against Beta 2 + 3.": Notice(
        "match",
        sides=Notice(
            "against",
            one=Notice("boards-of", team="Team 10. The % (odd) {team}s", boards="1 + 4"),
            other=Notice("boards-of", team="Beta", boards="2 + 3"),
        ),
    ),
    "Nobody has ever said this. Nor this; or that, 3 and 4.": Notice(
        "plain", text="Nobody has ever said this. Nor this; or that, 3 and 4."
    ),
}


@pytest.mark.parametrize("text", OLD)
def test_a_stored_sentence_is_read_as_its_code(text):
    assert notice_of(read(text)) == OLD[text]
    assert words(read(text)) == str(OLD[text]) == text


def test_many_sentences_that_nobody_knows_hold_up_no_update():
    text = " ".join(f"An older version said something else about table {number}." for number in range(60))
    assert len(text) < 4000
    begun = process_time()
    assert read(f"{text} Players 3 and 12 meet again.") == {
        "code": "plain",
        "params": {"text": f"{text} Players 3 and 12 meet again."},
    }
    assert process_time() - begun < 5


def test_all_that_the_pairing_says_was_read_or_kept_to_the_letter():
    """The notices on simulated events of each system, put into the English of before and read back."""
    # these came after sentences had become codes
    later = (
        "keizer-",
        "levels-",
        "team-swiss-",
        "scheveningen-",
        "groups-",
        "double-winners",
        "double-losers",
        "second-",
        "consolation-",
        "mcmahon-",
        "short-table-first",
    )
    said = {n for n in noticed() if "Team" not in str(n) and not any(code in str(n.document()) for code in later)}
    assert len(said) > 150
    before = {notice: words(notice.document()) for notice in said}
    unread = [text for text in before.values() if read(text)["code"] == "plain"]
    assert not unread, unread
    for notice, text in before.items():
        assert words(read(text)) == text
        with translation.override("nl"):
            assert sentence(notice_of(read(text))) == sentence(notice)


def _migrate(target):
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # what a commit would do
    ChainExecutor(connection).migrate(target)


@pytest.mark.django_db
def test_a_database_with_rows_is_carried_over_and_back(boss):
    evening = make.duel(4)
    round_ = make.published(evening, boss)
    table = round_.tables.get(number=1)
    record = GameRecord.objects.create(table=table, text="{}", uploaded_by=boss)
    made = {"tables": [{"number": 1, "reason": None, "seats": []}], "byes": [], "quality": None}
    ManualPairing.objects.create(round=round_, made=made, begun_by=boss)
    failed = Round.objects.create(tournament=evening, number=2, state=Round.State.FAILED)
    _migrate(BEFORE)
    old = {
        "tournaments_table": ("reason", table.pk, "Score group 4. Players 1 and 2 meet again."),
        "tournaments_round": ("problem", failed.pk, "A round robin needs two players at least."),
        "tournaments_gamerecord": ("verdict", record.pk, "Something that nobody knows any more."),
    }
    with connection.cursor() as cursor:
        for name, (column, pk, text) in old.items():
            cursor.execute(f"UPDATE {name} SET {column} = %s WHERE id = %s", [text, pk])
        notes = json.dumps(["Players 3 and 12 meet again.", "Wat ooit in het Nederlands stond."])
        cursor.execute("UPDATE tournaments_round SET notes = %s WHERE id = %s", [notes, round_.pk])
        cursor.execute("UPDATE tournaments_table SET reason = '' WHERE id <> %s", [table.pk])
        made["tables"][0]["reason"] = "Table 3 is fixed."
        cursor.execute("UPDATE tournaments_manualpairing SET made = %s", [json.dumps(made)])
    lines = LogEntry.objects.count()
    _migrate(NOW)
    assert LogEntry.objects.count() == lines, "the log tells what people did"
    reason = Table.objects.only("reason").get(pk=table.pk).reason  # younger columns are not there yet
    assert (
        reason == Notice("then", first=Notice("score-group", points=4), then=Notice("meet-again", a=1, b=2))
        and str(reason) == "Players with equal points: 4. Players 1 and 2 meet again."
    )
    assert set(Table.objects.exclude(pk=table.pk).values_list("reason", flat=True)) == {None}
    assert Round.objects.get(pk=failed.pk).problem == Notice("berger-too-few")
    assert GameRecord.objects.only("verdict").get().verdict == Notice(
        "plain", text="Something that nobody knows any more."
    )
    assert Round.objects.get(pk=round_.pk).notes == (
        Notice("meet-again", a=3, b=12),
        Notice("plain", text="Wat ooit in het Nederlands stond."),
    )
    kept = ManualPairing.objects.get().made["tables"][0]["reason"]
    assert notice_of(kept) == Notice("table-fixed", table=3)
    Table.objects.filter(pk=table.pk).update(reason=Notice("planned-again", round=2))
    assert LogEntry.objects.count() > lines, "the log writes again"
    _migrate(BEFORE)
    with connection.cursor() as cursor:
        cursor.execute("SELECT reason FROM tournaments_table WHERE id = %s", [table.pk])
        assert cursor.fetchone() == ("Planned again before round 2, from the meetings and seats so far.",)
        cursor.execute("SELECT problem, notes FROM tournaments_round WHERE number = 2")
        assert cursor.fetchone()[0] == old["tournaments_round"][2]
    _migrate(NOW)


@pytest.mark.django_db
def test_what_was_wrong_with_an_import_stays_as_it_stood(boss):
    wrong = EventImport.objects.create(uploaded_by=boss, state="refused", problem=Notice("import-failed"))
    fine = EventImport.objects.create(uploaded_by=boss, state="done")
    _migrate([("tournaments", "0030_short_tables")])
    with connection.cursor() as cursor:
        cursor.execute("SELECT problem FROM tournaments_eventimport WHERE id = %s", [fine.pk])
        assert cursor.fetchone() == ("",)
        cursor.execute("UPDATE tournaments_eventimport SET problem = 'Da fehlt „id“.' WHERE id = %s", [wrong.pk])
    _migrate([("tournaments", "0031_import_problems")])
    for row in (wrong, fine):
        row.refresh_from_db(fields=["problem"])  # the table of then has not all of today's columns
    assert (wrong.problem, fine.problem) == (Notice("plain", text="Da fehlt „id“."), None)


@pytest.mark.django_db
def test_what_went_wrong_with_a_document_stays_as_it_stood(boss):
    shared = {"tournament": make.tournament(4), "owner": boss, "what": "cards", "language": "nl"}
    wrong = PrintJob.objects.create(state="failed", problem=Notice("print-failed"), **shared)
    waiting = PrintJob.objects.create(**shared)
    _migrate([("tournaments", "0033_lists_as_they_come")])
    with connection.cursor() as cursor:
        cursor.execute("SELECT problem FROM tournaments_printjob WHERE id = %s", [waiting.pk])
        assert cursor.fetchone() == ("",)
        cursor.execute("UPDATE tournaments_printjob SET problem = 'Er is nog geen stand.' WHERE id = %s", [wrong.pk])
    _migrate([("tournaments", "0034_print_problems")])
    wrong.refresh_from_db()
    waiting.refresh_from_db()
    assert (wrong.problem, waiting.problem) == (Notice("plain", text="Er is nog geen stand."), None)


@pytest.mark.django_db
def test_why_a_webhook_was_stopped_is_read_as_its_code():
    texts = {
        "gone": "It answered that it is gone (410).",
        "silent": "It did not answer for two days.",
        "other": "Nobody knows.",
        "running": "",
    }
    for name in texts:
        Webhook.objects.create(url=f"https://club.example/{name}")
    _migrate([("tournaments", "0034_print_problems")])
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT stopped_because FROM tournaments_webhook")
        assert cursor.fetchall() == [("",)]
        for name, text in texts.items():
            cursor.execute(
                "UPDATE tournaments_webhook SET stopped_because = %s WHERE url = %s",
                [text, f"https://club.example/{name}"],
            )
    _migrate([("tournaments", "0035_webhook_reasons")])
    kept = {hook.url.rpartition("/")[2]: hook.stopped_because for hook in Webhook.objects.all()}
    assert kept == {
        "gone": Notice("webhook-gone"),
        "silent": Notice("webhook-silent"),
        "other": Notice("plain", text="Nobody knows."),
        "running": None,
    }
    _migrate([("tournaments", "0034_print_problems")])
    with connection.cursor() as cursor:
        cursor.execute("SELECT url, stopped_because FROM tournaments_webhook")
        assert {url.rpartition("/")[2]: text for url, text in cursor.fetchall()} == texts
