"""A tournament from a preset, finals from groups, and the end: locked, and opened again."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.jobs.standings import compute_standings
from tournaments.models import Entry, Player, Result, Series, Table, Tournament
from tournaments.selectors.events.events import event_of
from tournaments.selectors.events.public import shown_rounds
from tournaments.selectors.standings.standings import standings_shown
from tournaments.services.events import tournaments
from tournaments.services.events.presets import PRESETS, create
from tournaments.services.results import results
from tournaments.services.rounds.finals import finals

pytestmark = pytest.mark.django_db


def made_from(key, boss, **more):
    preset = PRESETS[key]
    given = {
        "name": "Card",
        "starts": date(2026, 12, 4),
        "game": preset.games()[0][0],
        "rounds": preset.rounds,
        "count": preset.count,
    } | more
    return create(preset, by=boss, **given)


def fill(tournament, players):
    for number in range(1, players + 1):
        player = Player.objects.create(name=f"{tournament.slug} {number}", rating=2000 - number)
        teams = list(tournament.teams.all())
        team = teams[(number - 1) % len(teams)] if teams else None
        board = (number - 1) // len(teams) + 1 if teams else None
        Entry.objects.create(tournament=tournament, player=player, number=number, team=team, board=board)


class TestCards:
    @pytest.mark.parametrize("key", PRESETS)
    def test_each_can_be_paired_with_its_players_as_it_is(self, boss, key):
        preset = PRESETS[key]
        for game, _name in preset.games():
            first = made_from(key, boss, game=game)[0]
            fill(first, 4 * preset.teams or 16)
            assert make.draft(first, boss).number == 1

    @pytest.mark.parametrize("key", [key for key, preset in PRESETS.items() if preset.ties])
    def test_where_tables_differ_in_size_the_tie_breaks_are_means_and_for_two_they_are_sums(self, boss, key):
        preset = PRESETS[key]
        for game, _name in preset.games():
            made = made_from(key, boss, game=game)[0]
            fair = ["DE", "AOS", "PLACE1", "LOT"]
            assert made.scoring["tie_breaks"] == (["DE", "BH", "WIN", "LOT"] if made.table_size == 2 else fair)

    @pytest.mark.parametrize(
        ("key", "named", "members", "length"),
        [
            ("double-team", (), 4, 6),
            ("triple-team", (), 4, 4),
            ("board-groups", (), 4, 4),
            ("board-groups", [f"Club {n}" for n in range(1, 9)], 2, 4),
            ("team-berger", (), 4, 3),
            ("pairs", (), 2, 3),
            ("pairs", [f"Pair {n}" for n in range(1, 6)], 2, 5),
        ],
    )
    def test_a_team_event_of_quatro_chess_is_played_to_its_end(self, boss, key, named, members, length):
        asked = None if PRESETS[key].by_system else PRESETS[key].rounds
        (event,) = made_from(key, boss, teams=named, rounds=asked)
        fill(event, members * event.teams.count())
        for _round in range(length):
            make.played(event, boss)
        compute_standings(event.pk)
        event.refresh_from_db()
        assert event.is_over
        shown = standings_shown(event, shown_rounds(event.pk))
        assert shown.final and len(shown.teams) == event.teams.count()
        assert all(row.trail.count(None) == 0 for row in shown.rows)

    def test_of_eight_teams_the_number_ones_of_four_meet_as_the_document_says(self, boss):
        (event,) = made_from("board-groups", boss, teams=[f"Club {n}" for n in range(1, 9)])
        fill(event, 16)
        assert event_of(event).pairing["group_teams"] == "4"
        met = set()
        for _round in range(4):
            round_ = make.published(event, boss)
            make.play(round_, boss)
            for table in round_.tables.all():
                met.add(tuple(sorted(table.seats.values_list("entry__team__key", "entry__board"))))
        assert met == {tuple((key, board) for key in four) for four in ("ABCD", "EFGH") for board in (1, 2)}

    def test_a_season_is_an_evening_a_week(self, boss):
        evenings = made_from("season", boss, count=3)
        assert [t.starts - evenings[0].starts for t in evenings] == [timedelta(weeks=k) for k in range(3)]
        assert [t.name for t in evenings] == [f"Card – evening {k}" for k in (1, 2, 3)]
        assert len({t.slug for t in evenings}) == 3

    def test_a_season_has_a_table_that_adds_its_evenings_up(self, boss):
        evenings = made_from("season", boss, count=3)
        again = made_from("season", boss, count=2)
        first, second = Series.objects.order_by("pk")
        assert list(first.tournaments.order_by("starts")) == evenings
        assert set(second.tournaments.all()) == set(again) and second.slug != first.slug
        made_from("club-evening", boss)
        made_from("groups-finals", boss, count=2)
        assert Series.objects.count() == 2

    def test_teams_have_names(self, boss):
        (event,) = made_from("double-team", boss, teams=["Alpha"])
        assert list(event.teams.values_list("key", "name")) == [("A", "Alpha"), ("B", "Team B")]

    def test_where_the_number_of_teams_is_open_there_are_those_that_were_named(self, boss):
        (event,) = made_from("team-swiss", boss, teams=[f"Club {n}" for n in range(1, 10)])
        assert [team.name for team in event.teams.order_by("key")] == [f"Club {n}" for n in range(1, 10)]
        assert made_from("team-swiss", boss)[0].teams.count() == 6

    def test_the_same_name_twice_has_two_addresses(self, boss):
        one, two = (made_from("club-evening", boss)[0] for _ in range(2))
        assert one.slug != two.slug
        assert made_from("club-evening", boss, name="四")[0].slug

    def test_only_an_organiser_of_the_installation(self, boss):
        with pytest.raises(PermissionDenied):
            made_from("club-evening", make.arbiter())

    def test_more_rounds_than_the_system_has_are_refused(self, boss):
        with pytest.raises(Refused):
            made_from("club-evening", boss, rounds=400)


class TestThePages:
    def test_from_the_card_to_the_desk(self, words, desk, boss):
        cards = words(desk.get(reverse("admin:tournaments_new")))
        for preset in PRESETS.values():
            assert str(preset.name) in cards
        url = reverse("admin:tournaments_new_preset", args=["weekend-swiss"])
        assert "Check players in before round 1" in words(desk.get(url))
        data = {
            "name": "Big weekend",
            "starts": "2026-12-04",
            "game": "quatro-chess",
            "rounds": "7",
            "check_in": "on",
            "places": "64",
            "two_person": "on",
            "published": "on",
        }
        done = desk.post(url, data, follow=True)
        assert "Big weekend" in words(done)
        made = Tournament.objects.get()
        assert (made.system, made.rounds_planned, made.check_in, made.places, made.two_person, made.created_by) == (
            "swiss-tables",
            7,
            True,
            64,
            True,
            boss,
        )

    @pytest.mark.parametrize("data", [{}, {"name": "X", "starts": "never"}, {"name": "\u200b", "rounds": "0"}])
    def test_what_is_wrong_is_said_at_the_field(self, desk, data):
        url = reverse("admin:tournaments_new_preset", args=["season"])
        response = desk.post(url, data | {"game": "x"})
        assert response.status_code == 422
        assert not Tournament.objects.exists()

    def test_no_such_card_and_nobody_else(self, signed_in, boss, evening):
        assert signed_in(boss).get(reverse("admin:tournaments_new_preset", args=["nope"])).status_code == 404
        client = signed_in(make.arbiter(evening))
        assert client.get(reverse("admin:tournaments_new")).status_code == 403
        assert client.get(reverse("admin:tournaments_finals", args=[evening.pk])).status_code == 403


def finished(boss, ends=("1", "0"), **fields) -> Tournament:
    event = make.duel(4, rounds_planned=1, **fields)
    make.played(event, boss, ends)
    compute_standings(event.pk)
    event.refresh_from_db()
    return event


@world
def over(boss):
    """An event of one round that is finished."""
    return finished(boss)


def ask(desk, how, groups, each):
    """The answer to the question for a final ``F`` of groups, on their page or by the API."""
    if how == "page":
        address = reverse("admin:tournaments_finals", args=[groups[0].pk])
        return desk.post(address, {"name": "F", "each": str(each), "groups": [group.pk for group in groups]})
    body = {"name": "F", "groups": [group.slug for group in groups], "each": each}
    return desk.post(reverse("api:finals"), body, content_type="application/json")


class TestFinals:
    def test_winners_first_then_seconds_and_it_can_be_paired(self, boss):
        groups = [finished(boss, name=f"G – {k}") for k in "AB"]
        final = finals([g.pk for g in groups], by=boss, each=2, name="G – finals")
        names = list(final.entries.order_by("number").values_list("player__name", flat=True))
        best = []
        for place in (0, 1):
            for group in groups:
                row = group.standings.get().body["rows"][place]
                best.append(group.entries.get(number=row["player"]).player.name)
        assert names == best
        assert (final.system, final.rounds_planned) == ("knockout", 2)
        assert make.draft(final, boss).seats.count() == 4

    def test_what_is_not_finished_or_plays_something_else_is_refused(self, over, boss):
        with pytest.raises(Refused, match="not finished"):
            finals([over.pk, make.duel(4).pk], by=boss, each=1, name="F")
        other = make.tournament(4, rounds_planned=1)
        Tournament.objects.filter(pk=other.pk).update(state="finished")
        with pytest.raises(Refused, match="different games"):
            finals([over.pk, other.pk], by=boss, each=1, name="F")
        with pytest.raises(Refused, match="at least two players"):
            finals([over.pk], by=boss, each=1, name="F")

    @pytest.mark.parametrize("how", ["page", "api"])
    def test_while_a_table_is_adjourned_nobody_is_a_finalist(self, words, desk, over, boss, how):
        table = Table.objects.filter(round__tournament=over).order_by("number").last()
        current = Result.objects.get(table=table, is_current=True)
        more = {"end": "adjourned", "reason": "late", "seen_result": current.pk}
        results.enter(table.pk, by=boss, points=[None, None], **more)
        answer = ask(desk, how, [over], 2)
        assert answer.status_code == 422
        assert "are not final yet. 1 table adjourned: round 1, table 2." in words(answer)
        assert not Tournament.objects.filter(name="F").exists()

    @pytest.mark.parametrize("how", ["page", "api"])
    def test_where_the_last_place_is_shared_nobody_is_left_out_by_chance(self, words, desk, boss, how):
        group, other = finished(boss, ends=("1/2", "1/2"), name="Level"), finished(boss, name="Clear")
        names = [entry.player.name for entry in group.entries.order_by("number")]
        for each, status in ((2, 422), (4, 302 if how == "page" else 201)):
            answer = ask(desk, how, [group, other], each)
            assert answer.status_code == status
            if status == 422:
                assert "Several share place 1 of “Level”: " in words(answer)
                assert all(name in words(answer) for name in names)
                assert "Break the tie there first, or take 4 of each group." in words(answer)
                assert not Tournament.objects.filter(name="F").exists()
        assert Tournament.objects.get(name="F").entries.count() == 8

    def test_by_its_page(self, words, desk, boss):
        groups = [finished(boss, name=f"H – {k}") for k in "AB"]
        url = reverse("admin:tournaments_finals", args=[groups[0].pk])
        page = desk.get(url)
        assert words(page).count("checked") >= 2
        data = {"name": "H – finals", "each": "1", "groups": [g.pk for g in groups]}
        assert "H – finals" in words(desk.post(url, data, follow=True))


class TestTheEnd:
    def test_a_finished_event_is_locked_and_nothing_changes_whoever_asks(self, over, boss):
        tournaments.archive(over.pk, by=boss)
        table = Table.objects.filter(round__tournament=over).first()
        current = Result.objects.get(table=table)
        with pytest.raises(PermissionDenied, match="archived"):
            results.enter(table.pk, by=boss, points=make.points("0", "1"), seen_result=current.pk)
        for action in (
            lambda: Result.objects.create(table=table, points=make.points("1/2", "1/2"), number=2, supersedes=current),
            lambda: Entry.objects.filter(tournament=over).update(left=0),
            lambda: over.rounds.update(state="discarded"),
        ):
            with pytest.raises(DatabaseError) as refusal, transaction.atomic():
                action()
            assert refusal.value.__cause__.diag.constraint_name == "tournament_archived"

    def test_the_organiser_opens_it_again_and_the_arbiter_does_not(self, over, boss):
        tournaments.archive(over.pk, by=boss)
        assert tournaments.archive(over.pk, by=boss).archived_at
        with pytest.raises(PermissionDenied):
            tournaments.reopen(over.pk, by=make.arbiter(over))
        tournaments.reopen(over.pk, by=make.arbiter(over, "organiser"))
        table = Table.objects.filter(round__tournament=over).first()
        seen = Result.objects.get(table=table).pk
        points = make.points("0", "1")
        results.enter(table.pk, by=boss, points=points, seen_result=seen, reason="the other way round")

    def test_what_goes_on_is_not_archived(self, boss, evening):
        with pytest.raises(Refused, match="Only a finished tournament"):
            tournaments.archive(evening.pk, by=boss)
        with pytest.raises(DatabaseError), transaction.atomic():
            Tournament.objects.filter(pk=evening.pk).update(archived_at="2026-01-01T00:00Z")

    def test_the_big_button_ends_with_it(self, words, desk, over):
        assert "Lock and archive" in words(desk.get(reverse("admin:tournaments_desk", args=[over.pk])))
        after = words(desk.post(reverse("admin:tournaments_archive", args=[over.pk]), follow=True))
        assert "is archived and can no longer be changed" in after
        assert "Reopen it" in after
        assert desk.get(reverse("admin:tournaments_tournament_change", args=[over.pk])).status_code == 200
        assert "Lock and archive" in words(desk.post(reverse("admin:tournaments_reopen", args=[over.pk]), follow=True))
