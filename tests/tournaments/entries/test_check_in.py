"""The check-in: by row, number or name, by several helpers; missing players are asked about."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.rounds.test_races import at_once
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.models import CheckedIn, Entry, Player, Tournament, Waiting
from tournaments.selectors.people.players import find, people
from tournaments.services.entries import attendance, check_in
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


@world
def evening():
    return make.tournament(6, check_in=True)


def entry(evening, number):
    return Entry.objects.get(tournament=evening, number=number)


def everybody_but(evening, by, *missing):
    for one in Entry.objects.filter(tournament=evening).exclude(number__in=missing):
        check_in.check_in(evening.pk, one.pk, by=by)


class TestChecking:
    def test_once_is_once_and_it_can_be_taken_back(self, boss, evening):
        one = entry(evening, 3)
        first = check_in.check_in(evening.pk, one.pk, by=boss)
        assert check_in.check_in(evening.pk, one.pk, by=boss) == first
        assert check_in.check_in(evening.pk, one.pk, by=boss, here=False) is None
        assert not CheckedIn.objects.exists()

    def test_each_is_seen_on_the_other_screens(self, boss, evening):
        before = Tournament.objects.get(pk=evening.pk).version
        check_in.check_in(evening.pk, entry(evening, 1).pk, by=boss)
        assert Tournament.objects.get(pk=evening.pk).version == before + 1

    def test_round_1_waits_for_its_end(self, boss, evening):
        with pytest.raises(Refused, match="The check-in is still open"):
            rounds.ask_for_pairing(evening.pk, by=boss)

    def test_who_is_missing_is_asked_about_one_by_one(self, boss, evening):
        everybody_but(evening, boss, 2, 3, 4, 5)
        fates = {2: "absent", 3: "waiting", 4: "out"}
        decisions = {entry(evening, n).pk: fate for n, fate in fates.items()}
        with pytest.raises(Refused, match=entry(evening, 5).player.name):
            check_in.close(evening.pk, decisions, by=boss)
        assert not Waiting.objects.exists()
        assert check_in.close(evening.pk, decisions | {entry(evening, 5).pk: "here"}, by=boss) == 4
        assert entry(evening, 2).absent == [1]
        assert Waiting.objects.get().player.name.endswith("0003")
        assert entry(evening, 4).left == 0
        round_ = make.draft(evening, boss)
        playing = set(round_.seats.filter(table__isnull=False).values_list("entry__player__name", flat=True))
        assert {name[-1] for name in playing} == {"1", "5", "6"}

    def test_closed_twice_it_is_closed_once_and_opened_again(self, boss, evening):
        everybody_but(evening, boss, 2)
        decisions = {entry(evening, 2).pk: "absent"}
        assert check_in.close(evening.pk, decisions, by=boss) == 1
        assert check_in.close(evening.pk, {}, by=boss) == 0
        check_in.reopen(evening.pk, by=boss)
        check_in.check_in(evening.pk, entry(evening, 2).pk, by=boss)
        assert entry(evening, 2).absent == []

    def test_once_round_1_is_paired_it_is_over(self, boss):
        evening = make.tournament(4)
        make.draft(evening, boss)
        for act in (
            lambda: check_in.reopen(evening.pk, by=boss),
            lambda: check_in.to_waiting_list(evening.pk, entry(evening, 1).pk, by=boss),
            lambda: check_in.fill_the_list(evening.pk, by=boss),
        ):
            with pytest.raises(Refused, match="Round 1 is already paired"):
                act()


class TestWaiting:
    def test_more_than_there_are_places_wait_in_their_order(self, boss):
        evening = make.tournament(7, places=4)
        assert check_in.fill_the_list(evening.pk, by=boss) == 3
        assert [w.player.name[-1] for w in Waiting.objects.all()] == ["5", "6", "7"]
        assert evening.entries.count() == 4

    def test_a_place_that_is_free_goes_to_who_waits(self, boss):
        evening = make.tournament(5, places=4, check_in=True)
        check_in.fill_the_list(evening.pk, by=boss)
        waiting = Waiting.objects.get()
        check_in.waits_here(evening.pk, waiting.pk, by=boss)
        with pytest.raises(Refused, match="All 4 places are taken"):
            check_in.promote(evening.pk, waiting.pk, by=boss)
        check_in.to_waiting_list(evening.pk, entry(evening, 1).pk, by=boss)
        promoted = check_in.promote(evening.pk, waiting.pk, by=boss)
        assert promoted.player.name.endswith("0005")
        assert CheckedIn.objects.filter(entry=promoted).exists()
        with pytest.raises(Refused, match="no longer on the waiting list"):
            check_in.promote(evening.pk, waiting.pk, by=boss)

    def test_who_does_not_wait_any_more_is_taken_off_the_list(self, boss, client):
        evening = make.tournament(6, places=4)
        check_in.fill_the_list(evening.pk, by=boss)
        client.force_login(make.arbiter(evening, "helper"))
        first, second = Waiting.objects.all()
        page = client.get(reverse("admin:tournaments_check_in", args=[evening.pk])).content.decode()
        assert f'value="leave:{first.pk}"' in page
        address = reverse("admin:tournaments_check_in_waiting", args=[evening.pk])
        for _twice in range(2):
            assert client.post(address, {"do": f"leave:{first.pk}"}).status_code == 302
        assert list(Waiting.objects.all()) == [second]

    def test_who_waits_is_not_paired(self, boss):
        evening = make.tournament(4, places=4)
        attendance.add(evening.pk, by=boss, name="Fifth")
        assert make.draft(evening, boss).seats.count() == 4

    @pytest.mark.django_db(transaction=True)
    def test_one_place_is_given_once_however_many_want_it(self, boss, monkeypatch):
        monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args: None)
        evening = make.tournament(7, places=4)
        check_in.fill_the_list(evening.pk, by=boss)
        check_in.to_waiting_list(evening.pk, entry(evening, 1).pk, by=boss)
        waiting = list(Waiting.objects.values_list("pk", flat=True))
        answers = at_once(*(lambda pk=pk: check_in.promote(evening.pk, pk, by=boss) for pk in waiting))
        assert sum(isinstance(a, Entry) for a in answers) == 1
        assert sum(isinstance(a, Refused) for a in answers) == len(waiting) - 1
        assert evening.entries.count() == 4

    @pytest.mark.django_db(transaction=True)
    def test_two_helpers_at_one_player(self, boss, evening, monkeypatch):
        monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args: None)
        for number in range(1, 7):
            pk = entry(evening, number).pk
            answers = at_once(*[lambda pk=pk: check_in.check_in(evening.pk, pk, by=boss)] * 4)
            assert len({a.pk for a in answers}) == 1
        assert CheckedIn.objects.count() == 6


class TestThePage:
    def mark(self, client, evening, **data):
        return client.post(reverse("admin:tournaments_check_in_mark", args=[evening.pk]), data, follow=True)

    def test_the_row_the_number_or_the_name(self, words, signed_in, boss, evening):
        client = signed_in(make.arbiter(evening))
        assert "is here." in words(self.mark(client, evening, who=f"in:{entry(evening, 1).pk}"))
        assert "is here." in words(self.mark(client, evening, text="002"))
        assert "is here." in words(self.mark(client, evening, text=f" {entry(evening, 3).player.name.upper()} "))
        assert "3 of 6 here" in words(self.mark(client, evening, text="2"))
        gone = self.mark(client, evening, who=f"out:{entry(evening, 1).pk}")
        assert "is not here." in words(gone)

    @pytest.mark.parametrize("text", ["petrov vladimir", "Владимир Петров"])
    def test_a_whole_name_in_another_script_is_its_player(self, words, desk, evening, text):
        Player.objects.filter(pk=entry(evening, 4).player_id).update(name="Владимир Петров")
        assert "is here." in words(self.mark(desk, evening, text=text))
        assert [mark.entry.number for mark in CheckedIn.objects.all()] == [4]

    @pytest.mark.parametrize(("name", "text"), [("Владимир Петров", "Wladimir Petrow"), ("Carla Smit", "Carlla Smit")])
    def test_a_name_that_only_sounds_alike_is_seen_and_confirmed(self, words, desk, evening, name, text):
        Player.objects.filter(pk=entry(evening, 4).player_id).update(name=name)
        answer = self.mark(desk, evening, text=text)
        assert answer.status_code == 422 and f"Did you mean 4 {name}?" in words(answer)
        assert not CheckedIn.objects.exists()
        button = re.search(r'<button[^>]* form="rows" name="who" value="([^"]+)"', answer.content.decode())
        assert f"Check in 4 {name}" in words(answer) and button
        assert "is here." in words(self.mark(desk, evening, who=button[1]))
        assert [mark.entry.number for mark in CheckedIn.objects.all()] == [4]

    def test_a_name_that_namesakes_share_checks_in_none_of_them_alone(self, evening):
        for number, club in ((2, "Leiden"), (3, "")):
            Player.objects.filter(entries=entry(evening, number)).update(name="Anna Dubbel", club=club)
        Waiting.objects.create(tournament=evening, player=Player.objects.create(name="Anna Dubbel", club="Delft"))
        meant = {
            text: len(find(people(evening), text)) for text in ("Anna Dubbel", "dubbel anna", "Anna Dubbel Leiden")
        }
        assert meant == {"Anna Dubbel": 3, "dubbel anna": 3, "Anna Dubbel Leiden": 1}

    def test_half_a_name_in_another_script_is_only_offered(self, words, desk, evening):
        Player.objects.filter(pk=entry(evening, 4).player_id).update(name="Владимир Петров")
        assert "Did you mean" in words(self.mark(desk, evening, text="Wladimir"))
        assert not CheckedIn.objects.exists()

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [("99", "Nobody is entered"), ("player", "Type the number"), ("", "Nobody"), ("<b>x", "Nobody")],
    )
    def test_what_means_nobody_is_said(self, words, desk, evening, text, sentence):
        response = self.mark(desk, evening, text=text)
        assert response.status_code == 422
        assert sentence in words(response)
        assert "<b>x" not in response.content.decode()
        assert not CheckedIn.objects.exists()

    def test_the_big_button_leads_through_it(self, words, signed_in, boss, evening):
        client = signed_in(boss)
        desk = reverse("admin:tournaments_desk", args=[evening.pk])
        assert "you will be asked about the missing players" in words(client.get(desk))
        everybody_but(evening, boss, 6)
        page = words(client.get(reverse("admin:tournaments_check_in", args=[evening.pk])))
        assert "1 player is not here" in page
        url = reverse("admin:tournaments_check_in_close", args=[evening.pk])
        after = words(client.post(url, {f"fate-{entry(evening, 6).pk}": "absent"}, follow=True))
        assert "Pair round 1" in after

    def test_somebody_from_elsewhere_checks_nobody_in(self, client, evening):
        client.force_login(make.arbiter(make.duel(2)))
        assert self.mark(client, evening, text="1").status_code == 403
        assert not CheckedIn.objects.exists()
