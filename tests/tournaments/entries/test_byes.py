"""Byes that are asked for: when, how often, and what they bring."""

from __future__ import annotations

import json

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.documents.document import DocumentError
from tests.tournaments import make
from tests.tournaments.entries.test_attendance import byes as given
from tests.tournaments.entries.test_attendance import entry
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Seat, Standings, Tournament
from tournaments.selectors.papers.event_documents import archive_text, document_text
from tournaments.services.entries import attendance, byes
from tournaments.services.events import event_imports
from tournaments.services.rounds import review, rounds

pytestmark = pytest.mark.django_db


@world
def weekend() -> Tournament:
    """A Swiss over a weekend: five rounds, seven players, not begun."""
    return make.tournament(7, game="quarto", system="swiss", table_size=2, rounds_planned=5)


def finish(round_, boss) -> None:
    make.play(round_, boss, ("1", "0"))
    rounds.close(round_.pk, by=boss)


class TestAsking:
    def test_the_round_gives_the_bye_that_was_asked_for_and_the_standings_its_points(self, weekend, boss):
        byes.ask(entry(weekend, 1).pk, 1, "half", by=boss)
        byes.ask(entry(weekend, 2).pk, 1, "full", by=boss)
        byes.ask(entry(weekend, 3).pk, 1, "zero", by=boss)
        round_ = make.published(weekend, boss)
        assert given(round_) == {1: "half", 2: "full", 3: "zero"}
        finish(round_, boss)
        compute_standings(weekend.pk)
        body = Standings.objects.get(tournament=weekend, after_round=1).body
        points = {row["player"]: row["points"] for row in body["rows"]}
        assert (points[1], points[2], points[3]) == ("1/2", "1", "0")

    def test_who_had_a_full_point_without_playing_has_no_bye_of_the_pairing_later(self, weekend, boss):
        """C.04.1, rule 4: else the last of three with one point would have it."""
        byes.ask(entry(weekend, 7).pk, 1, "full", by=boss)
        first = make.published(weekend, boss)
        finish(first, boss)
        won = list(
            Seat.objects.filter(round=first, position=1)
            .order_by("entry__number")
            .values_list("entry__number", flat=True)
        )
        for number in {1, 2, 3, 4, 5, 6} - {*won[:2]}:
            attendance.absent(entry(weekend, number).pk, 2, by=boss)
        second = make.draft(weekend, boss)
        assert [n for n, kind in given(second).items() if kind == "pairing"] == [won[1]]

    def test_asked_again_it_is_the_other_one_and_taken_back_it_is_none(self, weekend, boss):
        one = entry(weekend)
        for kind, half, full in (("half", [2], []), ("full", [], [2]), ("half", [2], []), ("zero", [], [])):
            byes.ask(one.pk, 2, kind, by=boss)
            one.refresh_from_db()
            assert (one.absent, one.half_byes, one.full_byes) == ([2], half, full)
        byes.ask(one.pk, 2, "half", by=boss)
        attendance.present(one.pk, 2, by=boss)
        one.refresh_from_db()
        assert (one.absent, one.half_byes) == ([], [])

    def test_asked_twice_it_is_asked_once_and_nobody_sees_a_change(self, weekend, boss):
        byes.ask(entry(weekend).pk, 2, "half", by=boss)
        version = Tournament.objects.get().version
        byes.ask(entry(weekend).pk, 2, "half", by=boss)
        assert Tournament.objects.get().version == version

    def test_a_round_put_away_and_paired_anew_gives_the_bye_again(self, weekend, boss):
        byes.ask(entry(weekend).pk, 1, "half", by=boss)
        rounds.discard(make.draft(weekend, boss).pk, by=boss)
        assert given(make.draft(weekend, boss)) == {1: "half"}

    def test_seated_after_all_in_the_review_a_player_has_no_bye_any_more(self, weekend, boss):
        byes.ask(entry(weekend).pk, 1, "half", by=boss)
        draft = make.draft(weekend, boss)
        table = draft.tables.order_by("number").first()
        out = table.seats.order_by("position").first().entry.number
        act = review.Act("exchange", 1, out)
        review.change(draft.pk, act, by=boss, seen_change=0, sure=True)
        one = entry(weekend)
        assert (one.absent, one.half_byes) == ([], [])


class TestRefusals:
    @pytest.mark.parametrize(
        ("number", "kind", "why"),
        [
            (5, "half", "Round 4 is the last round with them"),
            (6, "half", "no round 6"),
            (0, "full", "no round 0"),
            (2, "double", "This kind of bye does not exist"),
        ],
    )
    def test_what_the_tournament_does_not_give(self, weekend, boss, number, kind, why):
        with pytest.raises(Refused, match=why):
            byes.ask(entry(weekend).pk, number, kind, by=boss)
        assert entry(weekend).absent == []

    def test_one_half_point_bye_each_and_more_where_the_settings_say_so(self, weekend, boss):
        byes.ask(entry(weekend).pk, 2, "half", by=boss)
        with pytest.raises(Refused, match="has it in round 2"):
            byes.ask(entry(weekend).pk, 3, "half", by=boss)
        byes.ask(entry(weekend).pk, 3, "full", by=boss)
        Tournament.objects.update(half_byes=2, half_byes_not_last=0)
        byes.ask(entry(weekend).pk, 5, "half", by=boss)
        Tournament.objects.update(half_byes=0)
        with pytest.raises(Refused, match="has no half-point byes"):
            byes.ask(entry(weekend, 2).pk, 2, "half", by=boss)
        Tournament.objects.update(half_byes=1, half_byes_not_last=9)
        with pytest.raises(Refused, match="not available in any round of this tournament"):
            byes.ask(entry(weekend, 2).pk, 1, "half", by=boss)

    def test_one_that_came_with_an_imported_round_counts(self, weekend, boss):
        byes.ask(entry(weekend).pk, 1, "half", by=boss)
        make.published(weekend, boss)
        copy = event_imports.at_once(by=boss, content=document_text(weekend).encode())
        # the document says what was asked for and what was given; it counts once
        assert entry(copy).half_byes == [1] and given(copy.rounds.get()) == {1: "half"}
        with pytest.raises(Refused, match="has it in round 1"):
            byes.ask(entry(copy).pk, 3, "half", by=boss)

    def test_not_once_the_round_is_paired_but_the_player_can_be_absent(self, weekend, boss):
        round_ = make.draft(weekend, boss)
        for kind in ("half", "full"):
            with pytest.raises(Refused, match="too late for a bye with points"):
                byes.ask(entry(weekend).pk, 1, kind, by=boss)
        byes.ask(entry(weekend).pk, 1, "zero", by=boss, seat="free")
        assert given(round_)[1] == "zero"

    def test_a_paired_half_point_bye_becomes_an_absence(self, weekend, boss):
        byes.ask(entry(weekend).pk, 1, "half", by=boss)
        round_ = make.draft(weekend, boss)
        byes.ask(entry(weekend).pk, 1, "zero", by=boss)
        assert given(round_)[1] == "zero" and entry(weekend).half_byes == []

    @pytest.mark.parametrize("system", ["berger", "knockout"])
    def test_not_where_everybody_has_their_games_anyway(self, boss, system):
        fixed = make.duel(4, system=system)
        with pytest.raises(Refused, match="absent, without points"):
            byes.ask(entry(fixed).pk, 1, "half", by=boss)
        byes.ask(entry(fixed).pk, 1, "zero", by=boss)
        assert entry(fixed).absent == [1]

    def test_not_before_the_player_comes_nor_after_they_left(self, weekend, boss):
        Entry.objects.filter(tournament=weekend, number=1).update(joined=3)
        with pytest.raises(Refused, match="plays from round 3 on"):
            byes.ask(entry(weekend).pk, 2, "half", by=boss)
        attendance.withdraw(entry(weekend, 2).pk, by=boss)
        with pytest.raises(Refused, match="has withdrawn"):
            byes.ask(entry(weekend, 2).pk, 2, "half", by=boss)

    def test_only_who_pairs(self, weekend):
        with pytest.raises(PermissionDenied):
            byes.ask(entry(weekend).pk, 2, "half", by=make.arbiter(weekend, "helper"))

    def test_the_database_keeps_byes_within_the_rounds_asked_off_and_one_a_round(self, weekend):
        for values in (
            {"half_byes": [2]},
            {"full_byes": [2], "absent": [3]},
            {"absent": [2], "half_byes": [2], "full_byes": [2]},
        ):
            with pytest.raises(IntegrityError), transaction.atomic():
                Entry.objects.filter(tournament=weekend, number=1).update(**values)


class TestArchive:
    def test_what_is_still_to_come_goes_along_in_the_archive(self, weekend, boss):
        byes.ask(entry(weekend, 2).pk, 3, "half", by=boss)
        byes.ask(entry(weekend, 2).pk, 4, "full", by=boss)
        byes.ask(entry(weekend, 3).pk, 4, "zero", by=boss)
        text = archive_text(weekend, by=make.organiser())
        own = json.loads(text)
        # the document has them itself, and the archive nothing besides
        assert own["players"] == []
        assert (own["event"]["players"][1]["half_byes"], own["event"]["players"][1]["full_byes"]) == ([3], [4])
        copy = event_imports.at_once(by=boss, content=text.encode())
        assert archive_text(copy, by=make.organiser()).replace(copy.slug, weekend.slug) == text
        again = event_imports.at_once(by=boss, content=document_text(weekend).encode())
        assert (entry(again, 2).half_byes, entry(again, 2).full_byes, entry(again, 3).absent) == ([3], [4], [4])

    def test_an_archive_from_before_is_read_as_it_was(self, weekend, boss):
        byes.ask(entry(weekend, 2).pk, 3, "half", by=boss)
        old = json.loads(archive_text(weekend, by=make.organiser()))
        del old["event"]["players"][1]["half_byes"]
        old["players"] = [{"id": 2, "half_byes": [3]}]
        copy = event_imports.at_once(by=boss, content=json.dumps(old).encode())
        assert entry(copy, 2).half_byes == [3]

    @pytest.mark.parametrize(
        ("more", "place"),
        [
            ({"half_byes": [2]}, "players[0].half_byes[0]"),
            ({"half_byes": [3], "full_byes": [3]}, "players[0].full_byes[0]"),
            ({"half_byes": [True]}, "players[0].half_byes[0]"),
            ({}, "players[0].birth_year"),
        ],
    )
    def test_a_bye_in_a_round_that_was_not_asked_off_is_refused(self, weekend, boss, more, place):
        byes.ask(entry(weekend).pk, 3, "half", by=boss)
        archive = json.loads(archive_text(weekend, by=make.organiser())) | {"players": [{"id": 1, **more}]}
        with pytest.raises(DocumentError) as refused:
            event_imports.at_once(by=boss, content=json.dumps(archive).encode())
        assert refused.value.place == place


class TestDesk:
    def test_a_bye_is_asked_for_shown_and_taken_back(self, words, signed_in, weekend, boss):
        client, page = signed_in(boss), reverse("admin:tournaments_byes", args=[weekend.pk])
        one = entry(weekend)
        asked = client.post(page, {"entry": one.pk, "round": 2, "kind": "half"}, follow=True)
        assert "has a bye in round 2" in words(asked) and "half-point bye" in words(asked)
        again = client.post(page, {"entry": one.pk, "round": 3, "kind": "half"})
        assert again.status_code == 422 and "has it in round 2" in words(again)
        back = client.post(reverse("admin:tournaments_bye_back", args=[weekend.pk, one.pk, 2]), follow=True)
        assert "plays round 2" in words(back) and entry(weekend).half_byes == []

    def test_the_players_page_says_which_bye(self, words, desk, weekend, boss):
        byes.ask(entry(weekend).pk, 1, "half", by=boss)
        page = words(desk.get(reverse("admin:tournaments_players", args=[weekend.pk])))
        assert "absent in round 1 (half-point bye)" in page

    def test_a_round_that_is_paired_meanwhile_is_left_alone(self, words, desk, weekend, boss):
        byes.ask(entry(weekend).pk, 1, "half", by=boss)
        make.draft(weekend, boss)
        where = reverse("admin:tournaments_bye_back", args=[weekend.pk, entry(weekend).pk, 1])
        assert "has been paired in the meantime" in words(desk.post(where, follow=True))
        assert entry(weekend).half_byes == [1]

    def test_only_absences_where_a_round_off_brings_nothing(self, words, desk):
        page = words(desk.get(reverse("admin:tournaments_byes", args=[make.duel(4).pk])))
        assert "full-point bye" not in page and "absent" in page

    def test_the_page_asks_as_much_for_many_as_for_few(self, signed_in, weekend, boss, django_assert_num_queries):
        client, page = signed_in(boss), reverse("admin:tournaments_byes", args=[weekend.pk])
        client.get(page)
        with CaptureQueriesContext(connection) as few:
            client.get(page)
        for number in range(1, 8):
            byes.ask(entry(weekend, number).pk, 2, "full", by=boss)
        with django_assert_num_queries(len(few)):
            client.get(page)
