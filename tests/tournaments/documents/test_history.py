"""The log goes out with an archive on demand, and comes in as the history of the copy."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.documents.document import DocumentError
from tests.support.examples import examples
from tests.tournaments import make
from tests.tournaments.documents.test_refusals import ARCHIVE, put
from tests.tournaments.documents.test_round_trip import lived
from tests.tournaments.results.test_game_records import QUARTO
from tournaments.imports.archive import quoted, read_archive
from tournaments.models import FormerAddress, HistoryLine, LogEntry, Player, Tournament
from tournaments.selectors.papers import event_documents
from tournaments.selectors.papers.event_documents import archive_text, document_text
from tournaments.services.events import event_imports
from tournaments.services.games import game_records
from tournaments.services.people import erasure
from tournaments.services.results import results

LINE = {
    "at": "2026-11-27T19:30:00.000001+00:00",
    "who": "Anna",
    "role": "arbiter",
    "door": "admin",
    "kind": "result",
    "row": "17",
    "action": "insert",
    "old": None,
    "new": quoted('{"end": "played", "points": ["1", "0"]}'),
    "reason": "swap",
}
WITH = put(ARCHIVE, ["log"], [LINE])


def moved(tournament, slug):
    """Give an event another address, and its earlier one away, so that a copy can have it."""
    Tournament.objects.filter(pk=tournament.pk).update(slug=slug)
    FormerAddress.objects.filter(tournament=tournament).delete()


def again(text, by):
    return event_imports.at_once(by=by, content=text.encode())


@pytest.mark.django_db(transaction=True)
class TestThereAndBack:
    @pytest.fixture(autouse=True)
    def nothing_is_sent(self, monkeypatch):
        monkeypatch.setattr("tournaments.domain.queue.send", lambda *_anything, **_more: None)

    def exported(self, tournament):
        return archive_text(Tournament.objects.get(pk=tournament.pk), by=make.organiser(), records=True, log=True)

    def test_archive_to_copy_to_archive_is_the_same_with_records_and_log(self, boss):
        made = lived(boss)
        text = self.exported(made)
        log = json.loads(text)["log"]
        assert [e for e in log if e["kind"] == "result" and e["reason"] == "swap" and e["action"] == "insert"]
        assert all(e["at"] and e["who"] for e in log)
        moved(made, "elsewhere")
        copy = again(text, boss)
        assert self.exported(copy) == text
        moved(copy, "elsewhere-2")
        third = again(text, boss)
        assert self.exported(third) == text and document_text(third) == document_text(copy)

    def test_records_to_the_letter_too(self, boss):
        made = make.duel(4)
        table = make.published(made, boss).tables.order_by("number").first()
        game_records.hand_in(table.pk, by=boss, content=(json.dumps(QUARTO, indent=2) + "\n\t").encode())
        text = self.exported(made)
        moved(made, "elsewhere")
        assert self.exported(again(text, boss)) == text

    def test_what_is_done_to_the_copy_follows_what_was_brought_along(self, boss):
        text = self.exported(lived(boss))
        copy = again(text, boss)
        table = copy.rounds.get(number=2).tables.exclude(results__is_current=True).first()
        results.enter(table.pk, by=boss, points=make.points(*make.QC_END))
        before, after = json.loads(text)["log"], json.loads(self.exported(copy))["log"]
        assert after[: len(before)] == before
        own = after[len(before) :]
        assert {line["kind"] for line in own} <= {"result", "tournament", "round"}
        assert [line["who"] for line in own if line["kind"] == "result"] == [str(boss)]
        third = again(self.exported(copy), boss)
        assert json.loads(self.exported(third))["log"] == after

    def test_a_reason_of_several_lines_goes_there_and_back(self, boss):
        made = make.duel(4)
        table = make.published(made, boss).tables.order_by("number").first()
        first = results.enter(table.pk, by=boss, points=make.points("1", "0"))
        results.enter(table.pk, by=boss, points=make.points("0", "1"), seen_result=first.pk, reason="one\nand\x1ftwo")
        text = self.exported(made)
        assert "one and two" in text
        moved(made, "elsewhere")
        assert self.exported(again(text, boss)) == text

    def test_an_archive_without_a_log_has_one_from_its_import_on(self, boss):
        copy = again(json.dumps(ARCHIVE), boss)
        log = json.loads(self.exported(copy))["log"]
        assert not HistoryLine.objects.exists() and {"tournament", "round"} <= {line["kind"] for line in log}

    def test_the_log_of_here_tells_nothing_that_was_done_elsewhere(self, boss):
        copy = again(json.dumps(WITH), boss)
        assert not LogEntry.objects.filter(tournament_id=copy.pk, reason="swap").exists()
        assert not LogEntry.objects.filter(kind="historyline").exists()


@pytest.mark.django_db
class TestReading:
    def test_it_is_read_beside_the_log_and_marked(self, boss, signed_in, words):
        copy = again(json.dumps(WITH), boss)
        browser = signed_in(boss)
        log = words(browser.get(reverse("admin:tournaments_log", args=[copy.pk])))
        assert "Imported history: 1 line from the archive" in log and "reason: swap" not in log
        page = words(browser.get(reverse("admin:tournaments_history", args=[copy.pk])))
        assert "This installation cannot vouch for them" in page
        assert "Result #17: result 1–0" in page and "reason: swap" in page and "Anna" in page
        plain = again(json.dumps(ARCHIVE), boss)
        assert "Imported history" not in words(browser.get(reverse("admin:tournaments_log", args=[plain.pk])))

    def test_its_numbers_name_nobody_of_this_place(self, boss, signed_in, words):
        other = Player.objects.create(name="Somebody Else")
        line = LINE | {"kind": "player", "row": str(other.pk), "new": quoted(json.dumps({"name": "Anna"}))}
        copy = again(json.dumps(put(ARCHIVE, ["log"], [line])), boss)
        page = words(signed_in(boss).get(reverse("admin:tournaments_history", args=[copy.pk])))
        assert "Somebody Else" not in page and "Anna" in page

    @pytest.mark.parametrize("values", [{}, {"points": 3, "end": []}, {"points": [["x"]], "end": "?"}, {"name": 1}])
    @pytest.mark.parametrize("kind", ["result", "seat", "round", "entry", "player", "tournament", "user", "nothing"])
    def test_odd_lines_are_shown_as_they_are(self, boss, signed_in, kind, values):
        odd = LINE | {"kind": kind, "old": quoted(json.dumps(values | {"state": "?"}))}
        odd = odd | {"new": quoted(json.dumps(values | {"state": "!"})), "action": "update"}
        copy = again(json.dumps(put(ARCHIVE, ["log"], [odd, odd | {"action": "insert"}])), boss)
        assert signed_in(boss).get(reverse("admin:tournaments_history", args=[copy.pk])).status_code == 200

    def test_many_lines_cost_as_much_as_few(self, boss, signed_in, django_assert_num_queries):
        for count in (1, 250):
            copy = again(json.dumps(put(ARCHIVE, ["log"], [LINE] * count)), boss)
            with django_assert_num_queries(2):
                assert len(event_documents.page(copy, "1").object_list) == min(count, event_documents.PAGE)

    def test_who_is_forgotten_goes_out_of_the_history_too(self, boss):
        name = "Óscar Núñez-Qvint"
        event = put(ARCHIVE["event"], ["players", 0, "name"], name)
        person = {"name": name, "rating": 1640, "birth_year": 1980, "club": "Leiden"}
        lines = [
            LINE | {"kind": "player", "row": "4", "new": quoted(json.dumps(person))},
            LINE
            | {
                "kind": "player",
                "row": "4",
                "action": "update",
                "old": quoted('{"rating": 1640}'),
                "new": quoted('{"rating": 1655}'),
            },
            LINE | {"reason": f"{name} said so"},
            LINE | {"kind": "player", "row": "5", "new": quoted('{"name": "Bert", "rating": 1700}')},
        ]
        copy = again(json.dumps(ARCHIVE | {"event": event, "log": lines}), boss)
        Tournament.objects.filter(pk=copy.pk).update(state="finished")
        erasure.erase(Player.objects.get(name=name).pk, by=boss, typed=name)
        left = str(list(HistoryLine.objects.values("old", "new", "reason")))
        assert not any(part in left for part in ("Núñez", "1640", "1655", "1980", "Leiden"))
        assert "1700" in left and "said so" in left


@pytest.mark.parametrize(
    ("name", "value"),
    [("at", "yesterday"), ("at", "2026-11-27T19:30:00"), ("at", "0001-01-01T00:00:00+14:00"), ("at", None),
     ("who", 3), ("who", "x" * 201), ("reason", "\0"), ("reason", "\ud800"), ("kind", ""), ("action", "truncate"),
     ("new", "{}"), ("new", {}), ("new", quoted("[]")), ("new", quoted('{"a": NaN}')), ("new", quoted('{"a": 1e999}')),
     ("old", quoted('{"a": "\\u0000"}')), ("old", quoted('{"a": "\\ud800"}')), ("old", "x" * 300_000),
     ("old", quoted("[" * 100_000)), ("more", 1)],
)  # fmt: skip
def test_a_line_that_is_none_is_refused_with_its_place(name, value):
    with pytest.raises(DocumentError) as error:
        read_archive(json.dumps(put(ARCHIVE, ["log"], [LINE, LINE | {name: value}])).encode())
    assert error.value.place == f"log[1].{name}" and error.value.message


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8", exclude_characters="\0")),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=20)


@pytest.mark.django_db
@settings(max_examples=examples(40), suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_history_comes_out_as_it_went_in(data, boss):
    draw = data.draw
    lines = [
        {
            "at": (timezone.now() + timedelta(microseconds=draw(st.integers(-(10**12), 10**12)))).isoformat(),
            "who": draw(TEXT),
            "role": draw(TEXT)[:20],
            "door": draw(TEXT)[:10],
            "kind": draw(TEXT) or "x",
            "row": draw(TEXT),
            "action": draw(st.sampled_from(["insert", "update", "delete"])),
            **{
                side: None if values is None else quoted(json.dumps(values, sort_keys=True))
                for side, values in (
                    (side, draw(st.none() | st.dictionaries(TEXT, VALUES, max_size=3))) for side in ("old", "new")
                )
            },
            "reason": draw(TEXT),
        }
        for _line in range(draw(st.integers(1, 3)))
    ]
    with transaction.atomic():
        copy = again(json.dumps(ARCHIVE | {"log": lines}), boss)
        assert json.loads(archive_text(copy, by=make.organiser(), log=True))["log"] == lines
        transaction.set_rollback(True)
