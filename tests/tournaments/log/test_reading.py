"""The log on the desk: sentences that a person understands, found by filter, in a fixed number of queries."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.domain.logbook import acting
from tournaments.forms.log import LogForm
from tournaments.models import Appointment, Entry, LogEntry, PrizeRule, Result, Table, Tournament
from tournaments.selectors.log import LogFilter, page
from tournaments.services.entries import check_in
from tournaments.services.events import tournaments
from tournaments.services.results import results

pytestmark = pytest.mark.django_db


@world
def evening(boss):
    """A round with a result that was corrected."""
    evening = make.tournament(8, rounds_planned=2)
    round_ = make.published(evening, boss)
    table = Table.objects.get(round=round_, number=2)
    first = results.enter(table.pk, by=boss, points=make.points("8", "4", "2", "0"))
    arbiter = make.arbiter(evening)
    results.enter(table.pk, by=arbiter, points=make.points("4", "8", "2", "0"), seen_result=first.pk, reason="misheard")
    return evening


def texts(evening, **wanted):
    return [line.text for line in page(LogFilter(tournament=evening, **wanted)).lines]


def test_a_correction_is_a_sentence(evening):
    arbiter = Appointment.objects.get(tournament=evening).user
    assert f"Table 2, round 1: result 8–4–2–0 → 4–8–2–0, by {arbiter}. Reason: misheard" in texts(evening)


def test_the_steps_of_a_round_are_sentences(evening, boss):
    told = texts(evening, kind="round")
    assert f"Round 1: draft → published, by {boss}" in told
    assert f"Round 1: asked for, by {boss}" in told


def test_many_lines_of_one_step_are_one_that_opens(evening):
    found = page(LogFilter(tournament=evening, kind="entry"))
    assert [fold.summary for fold in found.folds] == ["8 entries created"]
    assert len(found.lines) == 8


def test_what_follows_from_another_line_is_shown_where_it_is_asked_for(evening):
    assert not [text for text in texts(evening) if "seat" in text]
    assert len([text for text in texts(evening, details=True) if ", seat " in text]) == 8


def test_it_is_found_by_who_what_player_table_round_and_time(evening, boss):
    arbiter = Appointment.objects.get(tournament=evening).user
    assert texts(evening, actor=str(arbiter)) == texts(evening, kind="result")[:1]
    assert len(texts(evening, table=2)) == 2
    assert texts(evening, table=1) == []
    assert len(texts(evening, round=1, kind="result")) == 2
    assert texts(evening, round=2) == []
    sits = Entry.objects.filter(seats__table__number=2, tournament=evening).first()
    other = Entry.objects.filter(seats__table__number=1, tournament=evening).first()
    assert len(texts(evening, player=sits.player.name, kind="result")) == 2
    assert len(texts(evening, player=str(sits.number), kind="result")) == 2
    assert texts(evening, player=other.player.name, kind="result") == []
    newest = LogEntry.objects.filter(tournament_id=evening.pk).latest("pk")
    assert len(texts(evening, since=newest.at)) == 1
    assert texts(evening, since=newest.at + timedelta(microseconds=1)) == []
    assert texts(evening, until=LogEntry.objects.filter(tournament_id=evening.pk).earliest("pk").at) == []


def test_a_round_is_made_by_who_asked_for_it(evening, boss):
    lines = page(LogFilter(tournament=evening, kind="round", details=True)).lines
    assert any("being paired → draft" in line.what for line in lines)
    assert {line.who for line in lines} == {str(boss)}


def test_a_moment_is_told_by_the_clock_of_the_hall(evening, boss, settings):
    made = make.duel(2, rounds_planned=1)
    make.played(made, boss, ("1", "0"))
    archived = tournaments.archive(made.pk, by=boss)
    moment = timezone.localtime(archived.archived_at)
    (line,) = (text for text in texts(made, kind="tournament") if "archived at" in text)
    assert f"archived at – → {moment.day} {moment:%B %Y %H:%M}" in line
    assert "+00:00" not in line


def test_pages_follow_each_other_without_gap_or_overlap(evening):
    whole = [line.entry.pk for line in page(LogFilter(tournament=evening, details=True)).lines]
    read, before = [], None
    while True:
        part = page(LogFilter(tournament=evening, details=True, before=before), size=5)
        read += [line.entry.pk for line in part.lines]
        before = part.older
        if before is None:
            break
    assert read == whole


def test_a_page_costs_a_fixed_number_of_queries(boss, django_assert_max_num_queries):
    for players in (8, 80):
        evening = make.tournament(players, rounds_planned=2)
        make.play(make.published(evening, boss), boss)
        with django_assert_max_num_queries(9):
            assert page(LogFilter(tournament=evening, details=True)).lines


def test_every_line_of_everything_reads(evening, desk):
    """Also of what is gone, and of the installation."""
    Appointment.objects.filter(tournament=evening).delete()
    response = desk.get(reverse("admin:tournaments_whole_log"), {"details": "1"})
    assert response.status_code == 200
    assert all(": " in line.text for line in response.context["page"].lines)


@pytest.mark.parametrize(
    "query",
    [
        "kind=nothing",
        "round=x",
        "round=-1",
        "table=99999999999999999999",
        "since=yesterday",
        "before=0",
        "before=99999999999999999999999",
        "actor=%F0%9F%98%80",
        "player=" + "x" * 200,
    ],
)
def test_a_filter_that_cannot_be_is_said_and_breaks_nothing(evening, desk, query):
    response = desk.get(reverse("admin:tournaments_log", args=[evening.pk]) + "?" + query)
    assert response.status_code == 422


def test_a_link_to_older_lines_keeps_the_filter(evening, desk, monkeypatch):
    monkeypatch.setattr("tournaments.views.desk.log.selectors.page", lambda wanted: page(wanted, size=3))
    response = desk.get(reverse("admin:tournaments_log", args=[evening.pk]) + "?kind=entry")
    assert f"?kind=entry&amp;before={response.context['page'].older}" in response.content.decode()


@pytest.mark.parametrize(
    ("role", "status"), [("organiser", 200), ("chief", 200), ("arbiter", 403), ("judge", 403), ("helper", 403)]
)
def test_the_log_is_for_organiser_and_chief_arbiter(evening, client, role, status):
    client.force_login(make.arbiter(evening, role))
    assert client.get(reverse("admin:tournaments_log", args=[evening.pk])).status_code == status
    assert client.get(reverse("admin:tournaments_whole_log")).status_code == 403


def test_names_are_escaped(evening, desk):
    Entry.objects.filter(tournament=evening).first().player.__class__.objects.filter(
        entries__tournament=evening
    ).update(club="<script>alert(1)</script>")
    page_ = desk.get(reverse("admin:tournaments_whole_log")).content.decode()
    assert "<script>alert(1)" not in page_
    assert "&lt;script&gt;alert(1)" in page_


def test_an_adjourned_table_is_not_told_as_four_players_who_did_not_come(boss):
    evening = make.tournament(8, rounds_planned=2)
    round_ = make.published(evening, boss)
    table = Table.objects.get(round=round_, number=1)
    results.enter(table.pk, by=boss, points=[None] * 4, end=Result.End.ADJOURNED, reason="the hall closes")
    (told,) = texts(evening, kind="result")
    assert "result –" in told
    assert "×" not in told


def test_the_end_of_the_check_in_has_a_name_of_its_own(boss):
    evening = make.tournament(8, check_in=True)
    check_in.close(evening.pk, dict.fromkeys(evening.entries.values_list("pk", flat=True), check_in.HERE), by=boss)
    assert any("Settings: check-in closed at – →" in text for text in texts(evening, kind="tournament"))


def test_somebody_by_code_is_called_so_in_the_language_of_the_reader(evening, boss):
    code = make.staff_code(evening, boss, name="Kim")
    # what they did is logged with their name as it was in English
    with acting(code.user), transaction.atomic():
        Tournament.objects.filter(pk=evening.pk).update(venue="De Toren")
    with translation.override("nl"):
        assert page(LogFilter(tournament=evening)).lines[0].who == "Kim (met code)"


def test_numbers_and_names_of_the_program_are_in_the_language_of_the_reader(evening):
    PrizeRule.objects.create(tournament=evening, step=1)
    with translation.override("nl"):
        (line,) = page(LogFilter(tournament=evening, kind="prizerule")).lines
        assert " 0,01" in line.text and "0.01" not in line.text
        assert ("system", "systeem") in LogForm(evening).fields["actor"].choices
