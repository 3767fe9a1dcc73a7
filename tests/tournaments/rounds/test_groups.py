"""Groups and finals as one tournament: drawn or set by hand, one desk, finals after a look."""

from __future__ import annotations

from datetime import date

import pytest
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.api.programs import Program
from tests.tournaments.printing.test_documents import pdf
from tests.tournaments.printing.test_documents import words as paper
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.jobs.standings import compute_standings
from tournaments.models import Player, Result, Series, Table, Tournament
from tournaments.selectors.standings.groups import groups_shown
from tournaments.services.entries import attendance
from tournaments.services.results import results
from tournaments.services.rounds import finals, rounds

pytestmark = pytest.mark.django_db


@world
def cup():
    """Eight players of a game for two, in two groups."""
    return make.duel(8, system="groups", rounds_by_system=True, pairing_options={"groups": 2})


def numbers(event):
    event.refresh_from_db()
    return [sorted(member.number for member in group) for group in groups_shown(event).groups]


def play_round(event, boss):
    round_ = make.published(event, boss)
    for table in Table.objects.filter(round=round_):
        low_first = table.seats.get(position=1).entry.number < table.seats.get(position=2).entry.number
        results.enter(table.pk, by=boss, points=make.points(*(("1", "0") if low_first else ("0", "1"))))
    rounds.close(round_.pk, by=boss)
    event.refresh_from_db()
    return round_


def at_tables(round_):
    tables = Table.objects.filter(round=round_).order_by("number")
    return [sorted(seat.entry.number for seat in table.seats.all()) for table in tables]


class TestTheCard:
    def test_it_makes_one_tournament_for_all_groups(self, desk):
        url = reverse("admin:tournaments_new_preset", args=["groups-finals"])
        data = {"name": "Cup", "starts": "2026-12-04", "game": "quarto", "count": "3", "draw": "club", "then": "group"}
        answer = desk.post(url, {**data, "qualifiers": "1", "finals": "2", "published": "on"})
        assert answer.status_code == 302
        event = Tournament.objects.get()
        assert (event.name, event.system, event.table_size, event.starts) == ("Cup", "groups", 2, date(2026, 12, 4))
        assert event.pairing_options == {"groups": 3, "draw": "club", "then": "group", "qualifiers": 1, "finals": 2}
        assert not Series.objects.exists()


class TestTheGroups:
    def test_a_round_has_the_tables_of_all_groups_and_the_groups_stay(self, cup, boss):
        round_ = make.published(cup, boss)
        assert len(at_tables(round_)) == 4
        assert numbers(cup) == [[1, 4, 5, 8], [2, 3, 6, 7]]
        assert cup.rounds_planned == 5
        Player.objects.filter(entries__tournament=cup, entries__number=8).update(rating=2900)
        assert numbers(cup) == [[1, 4, 5, 8], [2, 3, 6, 7]]

    def test_they_are_set_by_hand_and_follow_the_players_when_these_are_numbered(self, cup, boss, signed_in, words):
        client, url = signed_in(boss), reverse("admin:tournaments_groups", args=[cup.pk])
        assert "Group 2" in words(client.get(url))
        client.post(url, {"do": "keep", "group-1": "2", "group-2": "1"})
        assert numbers(cup) == [[2, 4, 5, 8], [1, 3, 6, 7]]
        cup.entries.get(number=4).delete()
        make.draft(cup, boss)
        cup.refresh_from_db()
        names = [[member.name[-4:] for member in group] for group in groups_shown(cup).groups]
        assert [sorted(group) for group in names] == [["0002", "0005", "0008"], ["0001", "0003", "0006", "0007"]]

    def test_a_draw_is_kept_and_who_comes_later_joins_the_smallest(self, cup, boss):
        finals.draw_groups(cup.pk, "lot", by=boss)
        drawn = numbers(cup)
        attendance.add(cup.pk, by=boss, name="Late", rating=2500)
        later = numbers(cup)
        assert [set(group) - {9} for group in later] == [set(group) for group in drawn]
        assert sorted(map(len, later)) == [4, 5]

    def test_nothing_is_drawn_once_round_1_is_paired_nor_into_a_group_that_is_not_there(self, cup, boss):
        with pytest.raises(Refused, match="Group 3"):
            finals.put_groups(cup.pk, {1: 3}, by=boss)
        make.draft(cup, boss)
        with pytest.raises(Refused, match="already paired"):
            finals.draw_groups(cup.pk, "lot", by=boss)


class TestTheFinals:
    def test_they_are_looked_at_and_then_paired(self, cup, boss, signed_in, words):
        client = signed_in(boss)
        for _round in range(3):
            play_round(cup, boss)
        desk = words(client.get(reverse("admin:tournaments_desk", args=[cup.pk])))
        assert "Look at the finals" in desk
        look = words(client.get(reverse("admin:tournaments_groups", args=[cup.pk])))
        assert "A final" in look and "Pair the finals" in look
        semi = play_round(cup, boss)
        assert at_tables(semi) == [[1, 3], [2, 4]]
        # a group's result corrected now changes its standings, and no longer the finals
        table = Table.objects.filter(round__tournament=cup, round__number=3).order_by("number").first()
        current = Result.objects.get(table=table, is_current=True)
        turned = tuple(str(points) for points in current.points[::-1])
        results.enter(table.pk, by=boss, points=make.points(*turned), seen_result=current.pk, reason="misread")
        assert at_tables(play_round(cup, boss)) == [[1, 2]]
        assert cup.state == Tournament.State.FINISHED

    def test_somebody_who_withdraws_is_replaced_by_the_next(self, cup, boss):
        for _round in range(3):
            play_round(cup, boss)
        attendance.withdraw(cup.entries.get(number=4).pk, by=boss)
        shown = groups_shown(cup)
        assert [member.number for member in shown.finals[0][1]] == [1, 2, 5, 3]
        assert len(shown.notes) == 1
        assert {n for pair in at_tables(make.published(cup, boss)) for n in pair} == {1, 2, 3, 5}

    def test_the_standings_show_the_groups(self, cup, boss, client):
        play_round(cup, boss)
        compute_standings(cup.pk)
        page = client.get(reverse("standings", args=[cup.slug])).content.decode()
        assert [page.count(f"<h3>Group {n}</h3>") for n in (1, 2, 3)] == [1, 1, 0]
        assert page.index("<tr id=p4>") < page.index("<h3>Group 2</h3>") < page.index("<tr id=p2>")
        board = reverse("board", args=[cup.slug]) + "?show=standings"
        wall = client.get(board).content.decode()
        first, second = wall.split("<h2>Group 2</h2>")
        assert first.count("<h2>Group 1</h2>") == 1
        # each order has a first of its own
        assert "<strong>1</strong>" in first and "<strong>1</strong>" in second
        screens = [client.get(f"{board}&part={part}&of=2").content.decode() for part in (1, 2)]
        assert ["<h2>Group 2</h2>" in screen for screen in screens] == [False, True]
        widget = client.get(reverse("widget", args=[cup.slug])).content.decode()
        assert widget.index("<h3>Group 1</h3>") < widget.index("<tr id=p4>") < widget.index("<h3>Group 2</h3>")
        for _round in range(3):
            play_round(cup, boss)
        compute_standings(cup.pk)
        page = client.get(reverse("standings", args=[cup.slug])).content.decode()
        assert page.index("<h3>A final</h3>") < page.index("<tr id=p4>") < page.index("<h3>In no final</h3>")

    def test_papers_show_the_groups_too(self, cup, boss):
        play_round(cup, boss)
        compute_standings(cup.pk)
        cup.refresh_from_db()
        second = cup.entries.filter(number__in=(2, 3, 6, 7)).values_list("player__name", flat=True)
        for what in ("standings", "report"):
            text = paper(pdf(cup, what))
            assert text.index("Group 1") < text.index("Group 2") and text.count("Group 2") == 1
            assert all(name in text[text.index("Group 2") :] for name in second), what


def test_the_api_makes_them_with_all_their_answers(boss):
    program = Program(boss)
    sent = {"name": "Cup", "game": "quarto", "count": 3}
    own = {"draw": "club", "then": "group", "qualifiers": 1, "finals": 2}
    answer = program("POST", "/presets/groups-finals/", sent | {"pairing": own})
    assert answer.status_code == 201, answer.said
    assert Tournament.objects.get().pairing_options == {"groups": 3, **own}
    for wrong in ({"draw": "by weight"}, {"colour": "red"}, {"rounds": 3}):
        answer = program("POST", "/presets/groups-finals/", sent | {"pairing": wrong})
        assert 400 <= answer.status_code < 500, wrong
    assert Tournament.objects.count() == 1
