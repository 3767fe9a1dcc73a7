"""The end of an evening as steps: each done, left out or taken back until the archive, and read for ever after."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.models import PrizeList, Result, Tournament
from tournaments.selectors.hall.evening_facts import evening_of
from tournaments.services import prizes, tournament_changes
from tournaments.services.events import running, tournaments
from tournaments.services.results import results
from tournaments.services.rounds import rollback, rounds
from tournaments.views.desk.ending import steps_of

pytestmark = pytest.mark.django_db
CUP = {"name": "Everybody", "prizes": [{"thing": "a cup", "worth": 1500}]}


@world
def over(boss) -> Tournament:
    """Return an event of one round that is closed, with a cup to win."""
    event = make.duel(4, rounds_planned=1)
    prizes.put(event.pk, by=boss, rule={}, lists=[CUP])
    make.played(event, boss, ("1", "0"))
    event.refresh_from_db()
    return event


def marks(event: Tournament) -> dict[str, str]:
    event = Tournament.objects.select_related("registration_settings").get(pk=event.pk)
    return {step.key: step.mark for step in steps_of(evening_of(event))}


def test_the_steps_follow_one_another_and_each_can_be_left_out_and_taken_back(over, boss, signed_in):
    client, page = signed_in(boss), reverse("admin:tournaments_end", args=[over.pk])

    def send(step: str, how: str) -> dict[str, str]:
        assert client.post(page, {"step": step, "how": how}).headers["Location"] == page + "#next"
        return marks(over)

    before = {"rounds": "done", "standings": "done", "prizes": "next", "papers": "later", "archive": "later"}
    assert marks(over) == {**before, "mail": "none"}  # nobody entered by mail, so nobody is written to
    assert send("prizes", "done")["papers"] == "next"
    assert send("prizes", "done") == send("prizes", "done")  # two arbiters, or the back button
    after = send("papers", "skipped")
    assert (after["papers"], after["archive"]) == ("none", "next")
    assert send("prizes", "open")["prizes"] == "next"
    assert send("papers", "done")["papers"] == "done"  # what was left out is done after all
    html = client.get(page).content.decode()
    assert f'href="{page}#next"' in html
    assert html.count("Take it back") == 1 and html.count("Leave it out") == 1
    assert html.count('aria-current="step"') == 1


def test_what_was_decided_is_read_for_ever_and_no_longer_changed(over, boss, signed_in, words):
    running.mark_step(over.pk, "prizes", "done", by=boss)
    tournaments.archive(over.pk, by=boss)
    with pytest.raises(PermissionDenied):
        running.mark_step(over.pk, "prizes", "open", by=boss)
    client = signed_in(make.arbiter(over, "chief"))
    for name in ("end", "prizes"):
        said = words(client.get(reverse(f"admin:tournaments_{name}", args=[over.pk])))
        assert "a cup" in said and "Save the prizes" not in said and "Take it back" not in said
    assert client.get(reverse("admin:tournaments_list", args=[over.pk, "prizes", "csv"])).status_code == 200
    asked = {"what": "prizes", "paper": "a4", "language": "en"}
    printed = client.post(reverse("admin:tournaments_print_ask", args=[over.pk]), asked)
    assert "/outputs/print/" in printed.headers["Location"]
    helper = signed_in(make.arbiter(over, "helper"))
    assert helper.get(reverse("admin:tournaments_prizes", args=[over.pk])).status_code == 403
    assert "a cup" not in words(helper.get(reverse("admin:tournaments_end", args=[over.pk])))


@pytest.mark.parametrize("way", ["reopened", "one more"])
def test_an_event_that_goes_on_comes_to_its_end_anew(over, boss, way):
    running.mark_step(over.pk, "prizes", "done", by=boss)
    running.mark_step(over.pk, "papers", "skipped", by=boss)
    round_ = over.rounds.get()
    if way == "reopened":
        rollback.reopen(round_.pk, by=boss)
        rounds.close(round_.pk, by=boss)
    else:
        Tournament.objects.filter(pk=over.pk).update(rounds_planned=2)
        tournament_changes.changed(over.pk, by=boss)
        make.played(over, boss, ("1", "0"))
    assert (marks(over)["prizes"], marks(over)["papers"]) == ("next", "later")


@pytest.mark.parametrize("what", ["result", "penalty"])
def test_what_moves_the_final_order_brings_prizes_and_papers_again(over, boss, what):
    for step in ("prizes", "papers", "mail"):
        running.mark_step(over.pk, step, "done", by=boss)
    if what == "result":
        first = Result.objects.filter(table__round__tournament=over).first()
        results.enter(
            first.table_id, by=boss, points=make.points("0", "1"), seen_result=first.pk, reason="the wrong way round"
        )
    else:
        to = over.entries.first()
        results.give_penalty(over.pk, to=to, round=1, points=Fraction(1), reason="late", by=boss)
    over.refresh_from_db()
    assert over.end_done == ["mail"]


def test_before_the_last_round_is_closed_its_step_is_next_and_no_other_can_be_done(boss, desk, words):
    event = make.duel(4, rounds_planned=1)
    make.published(event, boss)
    assert [key for key, mark in marks(event).items() if mark == "next"] == ["rounds"]
    with pytest.raises(Refused, match="after the last round"):
        running.mark_step(event.pk, "papers", "done", by=boss)
    with pytest.raises(Refused, match="no such step"):
        running.mark_step(event.pk, "archive", "done", by=boss)
    said = words(desk.get(reverse("admin:tournaments_end", args=[event.pk])))
    assert "Enter results of round 1" in said and "Lock and archive" not in said and "This is done" not in said


def test_only_who_may_change_the_event_marks_a_step(over, signed_in):
    page = reverse("admin:tournaments_end", args=[over.pk])
    client = signed_in(make.arbiter(over, "arbiter"))
    assert client.post(page, {"step": "papers", "how": "done"}).status_code == 403
    assert "This is done" not in client.get(page).content.decode()


@pytest.mark.parametrize("fields", [{"end_done": ["party"]}, {"end_done": ["mail"], "end_skipped": ["mail"]}])
def test_the_database_knows_the_steps_and_none_is_both(over, fields):
    with pytest.raises(IntegrityError, match="tournament_end_steps"), transaction.atomic():
        Tournament.objects.filter(pk=over.pk).update(**fields)


def test_without_prizes_that_step_is_not_needed_and_the_desk_leads_to_the_next(over, desk, words):
    PrizeList.objects.filter(tournament=over).delete()
    assert marks(over)["prizes"] == "none"
    page = words(desk.get(reverse("admin:tournaments_desk", args=[over.pk])))
    assert "Print the papers" in page and "Lock and archive" in page


def test_what_is_archived_is_not_to_be_made_public(over, boss, desk, words):
    address = reverse("admin:tournaments_desk", args=[over.pk])
    Tournament.objects.filter(pk=over.pk).update(published=False)
    note = words(desk.get(address)).partition("Tick “public” in its settings.")[2]
    assert reverse("admin:tournaments_tournament_change", args=[over.pk]) in note.partition("</p>")[0]
    tournaments.archive(over.pk, by=boss)
    assert "Tick “public”" not in words(desk.get(address))


def test_a_draft_says_who_will_see_it(boss, desk, words):
    event = make.duel(4, rounds_planned=1)
    make.draft(event, boss)
    for published, said in ((True, "every phone in the room"), (False, "once the tournament is public")):
        Tournament.objects.filter(pk=event.pk).update(published=published)
        assert said in words(desk.get(reverse("admin:tournaments_desk", args=[event.pk])))
