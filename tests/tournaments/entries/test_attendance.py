"""Life at the desk: players late, away, gone and back, at a fixed table; and what it does to their seats."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.rounds.test_review import seating
from tournaments.domain.errors import Refused
from tournaments.models import Entry, PairingChange, Player, Result, Round, Seat, Table, Team, Tournament, Waiting
from tournaments.services.entries import attendance
from tournaments.services.results import results
from tournaments.services.rounds import review

pytestmark = pytest.mark.django_db


def entry(evening, number=1) -> Entry:
    return Entry.objects.get(tournament=evening, number=number)


def byes(round_: Round) -> dict[int, str]:
    return dict(Seat.objects.filter(round=round_, table__isnull=True).values_list("entry__number", "bye"))


class TestAbsence:
    def test_before_the_round_is_paired_it_is_just_kept(self, boss):
        evening = make.tournament(17)
        attendance.absent(entry(evening).pk, 1, by=boss)
        assert byes(make.draft(evening, boss)) == {1: "zero"}

    def test_in_a_draft_the_seat_is_asked_about_and_then_free(self, boss):
        evening = make.tournament(16)
        round_ = make.draft(evening, boss)
        with pytest.raises(attendance.Undecided) as asked:
            attendance.absent(entry(evening).pk, 1, by=boss)
        assert asked.value.seats[0].round == round_
        attendance.absent(entry(evening).pk, 1, by=boss, seat="free")
        assert byes(round_) == {1: "zero"}
        assert entry(evening).absent == [1]
        assert PairingChange.objects.get().what == "life"

    def test_his_partner_of_a_table_of_two_has_a_bye(self, boss):
        evening = make.duel(4)
        round_ = make.draft(evening, boss)
        partner = next(p for t in seating(round_).values() if 1 in t for p in t if p != 1)
        with pytest.raises(attendance.Undecided) as asked:
            attendance.absent(entry(evening).pk, 1, by=boss)
        assert any("has a bye" in sentence for sentence in asked.value.seats[0].costs)
        attendance.absent(entry(evening).pk, 1, by=boss, seat="free")
        assert byes(round_) == {1: "zero", partner: "pairing"}
        assert Table.objects.filter(round=round_).count() == 1

    def test_they_may_keep_their_seat_for_a_forfeit(self, boss):
        evening = make.duel(4)
        round_ = make.published(evening, boss)
        before = seating(round_)
        attendance.absent(entry(evening).pk, 1, by=boss, seat="keep")
        assert seating(round_) == before
        assert entry(evening).absent == []

    def test_who_has_a_result_was_there(self, boss):
        evening = make.duel(4)
        make.play(make.published(evening, boss), boss, ("1", "0"))
        with pytest.raises(Refused, match="has a result in round 1"):
            attendance.absent(entry(evening).pk, 1, by=boss)

    def test_he_comes_after_all(self, boss):
        evening = make.tournament(17)
        attendance.absent(entry(evening).pk, 2, by=boss)
        attendance.present(entry(evening).pk, 2, by=boss)
        assert entry(evening).absent == []

    @pytest.mark.parametrize("number", [0, 6, 99999])
    def test_there_is_no_such_round(self, boss, number):
        with pytest.raises(Refused, match="no round"):
            attendance.absent(entry(make.tournament(4)).pk, number, by=boss)


class TestLeaving:
    def test_between_rounds_their_games_stay(self, boss):
        evening = make.duel(4)
        round_ = make.played(evening, boss, ("1", "0"))
        assert attendance.withdraw(entry(evening).pk, by=boss).left == 1
        assert Result.objects.filter(table__round=round_).count() == 2
        second = make.draft(evening, boss)
        assert not Seat.objects.filter(round=second, entry=entry(evening), table__isnull=False).exists()

    def test_in_a_published_round_the_player_with_a_bye_replaces_them(self, boss):
        evening = make.tournament(17, pairing_options={"leftover": "byes"}, system="swiss-tables")
        round_ = make.published(evening, boss)
        (out,) = byes(round_)
        leaves = entry(evening, seating(round_)[2][0])
        with pytest.raises(attendance.Undecided):
            attendance.withdraw(leaves.pk, by=boss)
        attendance.withdraw(leaves.pk, by=boss, seat="free")
        leaves.refresh_from_db()
        assert leaves.left == 0
        assert not Seat.objects.filter(round=round_, entry=leaves).exists()
        review.change(round_.pk, review.Act("move", out, to=2), by=boss, seen_change=1, sure=True)
        assert out in seating(round_)[2]
        assert byes(round_) == {}

    def test_he_keeps_the_seat_and_forfeits_and_is_out_of_the_next_draft(self, boss):
        evening = make.duel(4)
        first = make.published(evening, boss)
        draft = make.draft(evening, boss)
        who = entry(evening)
        assert attendance.withdraw(who.pk, by=boss, seat="keep").left == 1
        assert Seat.objects.filter(round=first, entry=who, table__isnull=False).exists()
        assert not Seat.objects.filter(round=draft, entry=who).exists()
        table = Table.objects.get(round=first, seats__entry=who)
        points = make.points(*("1" if s.entry_id != who.pk else None for s in table.seats.order_by("position")))
        results.enter(table.pk, by=boss, points=points, end="forfeit")

    def test_before_the_first_round_they_never_were_there(self, boss):
        evening = make.tournament(17)
        assert attendance.withdraw(entry(evening).pk, by=boss).left == 0
        assert 1 not in byes(make.draft(evening, boss))

    def test_they_come_back_and_missed_the_rounds_they_missed(self, boss):
        evening = make.duel(4)
        for _number in (1, 2):
            make.played(evening, boss, ("1", "0"))
            if _number == 1:
                attendance.withdraw(entry(evening).pk, by=boss)
        back = attendance.bring_back(entry(evening).pk, by=boss)
        assert (back.left, back.absent) == (None, [2])
        third = make.draft(evening, boss)
        assert Seat.objects.filter(round=third, entry=back, table__isnull=False).exists()


class TestComing:
    def test_a_late_player_plays_from_the_next_round(self, boss):
        evening = make.tournament(15)
        make.published(evening, boss)
        late = attendance.add(evening.pk, by=boss, name="Late Lena", club="Gent", rating=1500)
        assert (late.joined, late.number, late.player.club) == (2, 16, "Gent")

    def test_or_is_let_into_the_round_that_is_paired(self, boss):
        evening = make.tournament(15)
        round_ = make.draft(evening, boss)
        late = attendance.add(evening.pk, by=boss, name="Late Lena")
        assert attendance.seat_now(late.pk, by=boss) == round_
        assert byes(round_) == {16: "zero"}
        short = next(n for n, t in seating(round_).items() if n and len(set(t)) == 3)
        review.change(round_.pk, review.Act("move", 16, to=short), by=boss, seen_change=1, sure=True)
        assert 16 in seating(round_)[short]
        late.refresh_from_db()
        assert late.joined == 1

    def test_entered_twice_a_player_is_entered_once(self, boss):
        evening = make.tournament(4)
        first = attendance.add(evening.pk, by=boss, name="Anna  ".strip(), club="Leiden")
        assert attendance.add(evening.pk, by=boss, name="anna", club="leiden") == first
        assert Player.objects.filter(name__iexact="anna").count() == 1

    def test_a_namesake_must_be_told_apart(self, boss):
        for club in ("Leiden", "Gent"):
            Player.objects.create(name="Jan Smit", club=club)
        evening = make.tournament(4)
        with pytest.raises(Refused, match="Several known players have this name"):
            attendance.add(evening.pk, by=boss, name="Jan Smit")
        assert attendance.add(evening.pk, by=boss, name="Jan Smit", club="Gent").player.club == "Gent"

    def test_after_all_places_are_taken_a_player_waits(self, boss):
        evening = make.tournament(4, places=4)
        made = attendance.add(evening.pk, by=boss, name="Fifth")
        assert isinstance(made, Waiting)
        assert attendance.add(evening.pk, by=boss, name="Fifth") == made

    def test_into_a_team_on_its_next_board(self, boss):
        evening = make.tournament(2)
        team = Team.objects.create(tournament=evening, key="A", name="Alpha")
        first = attendance.add(evening.pk, by=boss, name="One", team=team.pk)
        second = attendance.add(evening.pk, by=boss, name="Two", team=team.pk)
        assert [(e.team, e.board) for e in (first, second)] == [(team, 1), (team, 2)]

    def test_a_fixed_table_is_kept_in_the_next_pairing(self, boss):
        evening = make.tournament(16)
        attendance.fix_table(entry(evening, 6).pk, 3, by=boss)
        assert 6 in seating(make.draft(evening, boss))[3]
        with pytest.raises(Refused):
            attendance.fix_table(entry(evening, 6).pk, 99999, by=boss)

    @pytest.mark.parametrize("act", ["withdraw", "bring_back", "seat_now"])
    def test_a_stranger_decides_of_nobody(self, act):
        evening = make.tournament(4)
        with pytest.raises(PermissionDenied):
            getattr(attendance, act)(entry(evening).pk, by=make.arbiter())


class TestThePage:
    def post(self, client, evening, do, **more):
        return client.post(
            reverse("admin:tournaments_players_act", args=[evening.pk]), {"do": do, "round": 1} | more, follow=True
        )

    def test_one_action_of_one_row(self, words, signed_in, boss):
        evening = make.tournament(16)
        client, who = signed_in(make.arbiter(evening)), entry(evening)
        assert "is absent in round 1" in words(self.post(client, evening, f"absent:{who.pk}"))
        assert "plays round 1" in words(self.post(client, evening, f"present:{who.pk}"))
        assert "is withdrawn" in words(self.post(client, evening, f"withdraw:{who.pk}"))
        assert "is back" in words(self.post(client, evening, f"back:{who.pk}"))
        assert (entry(evening).left, entry(evening).absent) == (None, [])

    def test_each_button_begins_with_a_capital(self, signed_in, boss):
        evening = make.tournament(16)
        client, who = signed_in(make.arbiter(evening)), entry(evening)
        for do in ("absent", "withdraw"):
            page = self.post(client, evening, f"{do}:{who.pk}").content.decode()
            named = re.findall(r'name="do" value="\w+:\d+">([^<]+)<', page)
            assert len(named) > 20 and all(name[:1].isupper() for name in named), named

    def test_the_consequences_are_said_first_and_chosen(self, words, signed_in, boss):
        evening = make.duel(4)
        round_ = make.published(evening, boss)
        client, who = signed_in(boss), entry(evening)
        asked = self.post(client, evening, f"withdraw:{who.pk}")
        assert asked.status_code == 409
        assert "which has no result yet" in words(asked)
        assert "a forfeit is entered" in words(asked)
        shown = self.post(client, evening, f"withdraw:{who.pk}", seat="free", then="review")
        assert "Review of round 1" in words(shown)
        assert 1 not in [p for t in seating(round_).values() for p in t]

    def test_fixed_tables_are_set_by_enter(self, signed_in, boss):
        evening = make.tournament(4)
        client, who = signed_in(boss), entry(evening, 2)
        self.post(client, evening, "", **{f"fixed-{who.pk}": "7"})
        assert entry(evening, 2).fixed_table == 7
        self.post(client, evening, "", **{f"fixed-{who.pk}": ""})
        assert entry(evening, 2).fixed_table is None

    def test_a_player_is_entered_or_it_is_said_what_is_wrong(self, words, desk):
        evening = make.tournament(2)
        url = reverse("admin:tournaments_players_add", args=[evening.pk])
        assert "Nora is entered" in words(desk.post(url, {"name": "Nora"}, follow=True))
        bad = desk.post(url, {"name": "<i>Bad</i>", "rating": "9999"})
        assert bad.status_code == 422
        assert "<i>Bad" not in bad.content.decode()
        assert desk.post(url, {"name": "\u200b"}).status_code == 422

    def test_a_person_is_changed_by_who_may_change_players(self, words, signed_in, boss):
        evening = make.tournament(4)
        who = entry(evening)
        url = reverse("admin:tournaments_person", args=[evening.pk, who.pk])
        assert signed_in(make.arbiter(evening)).get(url).status_code == 403
        team = Team.objects.create(tournament=evening, key="A", name="Alpha")
        data = {"name": "Renée", "club": "Gent", "rating": "1700", "team": team.pk, "board": "1"}
        assert signed_in(boss).post(url, data).status_code == 302
        who.refresh_from_db()
        assert (who.player.name, who.team, who.board) == ("Renée", team, 1)
        other = entry(evening, 2)
        taken = signed_in(boss).post(
            reverse("admin:tournaments_person", args=[evening.pk, other.pk]), data | {"name": "Otto"}
        )
        assert "has this board" in words(taken)

    def test_an_entry_of_another_tournament_is_not_found(self, desk):
        evening, other = make.tournament(2), make.tournament(2)
        assert self.post(desk, evening, f"withdraw:{entry(other).pk}").status_code == 404
        assert entry(other).left is None

    def test_it_costs_the_same_for_few_and_many(self, desk, boss, django_assert_max_num_queries):
        for players in (4, 120):
            evening = make.tournament(players)
            make.draft(evening, boss)
            for name in ("players", "check_in"):
                with django_assert_max_num_queries(15):
                    assert desk.get(reverse(f"admin:tournaments_{name}", args=[evening.pk])).status_code == 200
            assert Tournament.objects.get(pk=evening.pk).entries.count() == players
