"""A paired round under the arbiter's hands: what a change costs, who made it, and how it ends."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.urls import reverse

from tests.tournaments import make
from tests.tournaments.rounds.test_races import at_once
from tests.tournaments.worlds import world
from tournaments.domain.errors import Refused
from tournaments.models import Entry, ManualPairing, PairingChange, Round, Seat, Table, Tournament
from tournaments.selectors.rounds.review import Act, cost, loaded
from tournaments.services.results import results
from tournaments.services.rounds import review, rounds

pytestmark = pytest.mark.django_db


def seating(round_: Round) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for table, number in (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "position", "entry__number")
        .values_list("table__number", "entry__number")
    ):
        found.setdefault(table or 0, []).append(number)
    return found


def exchange(round_, a, b, by, seen=0, sure=False):
    return review.change(round_.pk, Act("exchange", a, b), by=by, seen_change=seen, sure=sure)


@world
def draft(boss):
    return make.draft(make.tournament(16), boss)


class TestChanges:
    def test_two_places_are_exchanged_and_it_is_kept_who_did_it(self, draft, boss):
        before = seating(draft)
        a, b = before[1][0], before[2][0]
        change = exchange(draft, a, b, boss)
        after = seating(draft)
        assert (after[1][0], after[2][0]) == (b, a)
        assert after[3] == before[3]
        assert (change.by, change.grade, change.what) == (boss, "free", "exchange")
        assert {m["player"]: (m["from"], m["to"]) for m in change.moves} == {a: ([1, 1], [2, 1]), b: ([2, 1], [1, 1])}

    def test_what_the_system_made_is_kept_and_comes_back(self, draft, boss):
        before = seating(draft)
        reasons = list(Table.objects.filter(round=draft).order_by("number").values_list("reason", flat=True))
        exchange(draft, before[1][0], before[2][0], boss)
        exchange(draft, before[1][1], before[3][0], boss, seen=1)
        assert review.change(draft.pk, Act("reset"), by=boss, seen_change=2).what == "reset"
        assert seating(draft) == before
        assert reasons == list(Table.objects.filter(round=draft).order_by("number").values_list("reason", flat=True))
        assert PairingChange.objects.count() == 3

    def test_a_forbidden_pair_is_asked_about_first(self, boss):
        evening = make.tournament(16)
        round_ = make.draft(evening, boss)
        tables = seating(round_)
        banned = {"forbidden": [[tables[1][1], tables[2][0]]]}
        Tournament.objects.filter(pk=evening.pk).update(pairing_options=banned)
        with pytest.raises(review.Unsure) as asked:
            exchange(round_, tables[1][0], tables[2][0], boss)
        assert any("must not meet" in sentence for sentence in asked.value.cost.sentences)
        assert seating(round_) == tables
        assert not ManualPairing.objects.exists()
        change = exchange(round_, tables[1][0], tables[2][0], boss, sure=True)
        assert change.grade == "confirm"
        assert any("must not meet" in sentence for sentence in change.findings)

    def test_who_looked_before_somebody_else_changed_looks_again(self, draft, boss):
        tables = seating(draft)
        exchange(draft, tables[1][0], tables[2][0], boss)
        with pytest.raises(Refused, match="Somebody changed this round in the meantime"):
            exchange(draft, tables[1][0], tables[2][0], boss)
        assert PairingChange.objects.count() == 1

    def test_a_player_goes_out_and_comes_back_to_the_free_seat(self, draft, boss):
        tables = seating(draft)
        player = tables[2][3]
        change = review.change(draft.pk, Act("move", player), by=boss, seen_change=0)
        assert change.grade == "warned"
        assert seating(draft)[0] == [player]
        # in Quatro Chess one of three has two colours
        assert sorted(set(seating(draft)[2])) == sorted(tables[2][:3])
        assert len(seating(draft)[2]) == 4
        review.change(draft.pk, Act("move", player, to=2), by=boss, seen_change=1)
        assert sorted(seating(draft)[2]) == sorted(tables[2])

    def test_a_full_table_takes_nobody(self, draft, boss):
        with pytest.raises(Refused, match="is full"):
            review.change(draft.pk, Act("move", seating(draft)[1][0], to=2), by=boss, seen_change=0)

    def test_a_new_table_and_one_that_is_left_empty(self, boss):
        round_ = make.draft(make.duel(4), boss)
        a, b = seating(round_)[2]
        review.change(round_.pk, Act("move", a, to=0), by=boss, seen_change=0, sure=True)
        assert seating(round_)[3] == [a]
        review.change(round_.pk, Act("move", b, to=3), by=boss, seen_change=1, sure=True)
        assert sorted(seating(round_)) == [1, 3]
        assert not Table.objects.filter(round=round_, number=2).exists()

    def test_some_tables_are_paired_anew_and_the_others_stay(self, boss):
        evening = make.tournament(32)
        make.play(make.published(evening, boss), boss)
        round_ = make.draft(evening, boss)
        before = seating(round_)
        first = seating(Round.objects.get(tournament=evening, number=1))
        # a meeting for the second time is put right by pairing these tables anew
        a, b = first[1][:2]
        stranger = next(p for t in before.values() if a in t for p in t if p != a)
        exchange(round_, stranger, b, boss, sure=True)
        tables = tuple(n for n, t in seating(round_).items() if {a, b, stranger} & set(t))
        kept = {n: t for n, t in seating(round_).items() if n not in tables}
        review.change(round_.pk, Act("anew", tables=tables), by=boss, seen_change=1)
        after = seating(round_)
        assert {n: after[n] for n in kept} == kept
        assert not any({a, b} <= set(t) for t in after.values())

    def test_the_figures_follow(self, words, signed_in, boss):
        evening = make.tournament(16)
        make.play(make.published(evening, boss), boss)
        round_ = make.draft(evening, boss)
        own = round_.quality
        assert own["repeated_pairs"] == 0
        url = reverse("admin:tournaments_review", args=[evening.pk, round_.pk])
        assert "repeated meetings 0" in words(signed_in(boss).get(url))
        first, now = seating(Round.objects.get(tournament=evening, number=1)), seating(round_)
        a, b = first[1][:2]
        stranger = next(p for t in now.values() if a in t for p in t if p != a)
        exchange(round_, stranger, b, boss)
        round_.refresh_from_db()
        assert round_.quality is None
        assert "repeated meetings 0" not in words(signed_in(boss).get(url))
        review.change(round_.pk, Act("reset"), by=boss, seen_change=1)
        round_.refresh_from_db()
        assert round_.quality == own

    def test_a_change_is_weighed_on_its_people_as_on_everybody(self, boss):
        evening = make.tournament(32, system="swiss-tables")
        for _number in range(3):
            round_ = make.played(evening, boss)
        round_ = make.draft(evening, boss)
        everybody = loaded(evening, round_)
        for a, b in [(1, 9), (2, 30), (5, 17), (11, 12)]:
            some = loaded(evening, round_, only=[a, b])
            assert cost(some, some.review.exchange(a, b)) == cost(everybody, everybody.review.exchange(a, b))
            assert cost(some, some.review.move(a, None)) == cost(everybody, everybody.review.move(a, None))

    def test_an_absent_player_takes_part_once_they_are_seated(self, boss):
        evening = make.tournament(17)
        Entry.objects.filter(tournament=evening, number=17).update(absent=[1])
        round_ = make.draft(evening, boss)
        assert seating(round_)[0] == [17]
        exchange(round_, 17, seating(round_)[1][0], boss, sure=True)
        assert Entry.objects.get(tournament=evening, number=17).absent == []
        assert Seat.objects.get(round=round_, table__isnull=True).bye == "pairing"

    def test_a_stranger_changes_nothing(self, draft):
        with pytest.raises(PermissionDenied):
            exchange(draft, 1, 2, make.arbiter())
        with pytest.raises(PermissionDenied):
            review.end(draft.pk, by=make.arbiter())


class TestTheEnd:
    def test_a_round_is_not_published_while_it_is_being_changed_again_after_an_end_either(self, draft, boss):
        tables = seating(draft)
        for seat in (0, 1):
            exchange(draft, tables[1][seat], tables[2][seat], boss, seen=seat)
            with pytest.raises(Refused, match="End the manual pairing first"):
                rounds.publish(draft.pk, by=boss)
            review.end(draft.pk, by=boss)
        assert {manual.ended_by for manual in ManualPairing.objects.all()} == {boss}
        rounds.publish(draft.pk, by=boss)

    def test_nobody_is_left_alone(self, boss):
        round_ = make.draft(make.duel(4), boss)
        review.change(round_.pk, Act("move", 1), by=boss, seen_change=0, sure=True)
        with pytest.raises(Refused, match="sits alone"):
            review.end(round_.pk, by=boss)
        ManualPairing.objects.all().delete()
        with pytest.raises(Refused, match="sits alone"):
            rounds.publish(round_.pk, by=boss)


class TestPublishedRounds:
    def test_each_change_is_confirmed_and_seen_by_everybody(self, boss):
        evening = make.tournament(16)
        round_ = make.published(evening, boss)
        tables = seating(round_)
        with pytest.raises(review.Unsure, match="players have seen"):
            exchange(round_, tables[1][0], tables[2][0], boss)
        evening.refresh_from_db()
        before = evening.results_version
        exchange(round_, tables[1][0], tables[2][0], boss, sure=True)
        evening.refresh_from_db()
        assert evening.results_version > before
        assert ManualPairing.objects.get().ended_at is not None

    def test_a_table_with_a_result_stays_whoever_asks(self, boss):
        round_ = make.published(make.tournament(16), boss)
        tables = seating(round_)
        table = Table.objects.get(round=round_, number=1)
        results.enter(table.pk, by=boss, points=make.points(*make.QC_END))
        with pytest.raises(Refused, match="Table 1 has a result"):
            exchange(round_, tables[1][0], tables[2][0], boss, sure=True)
        exchange(round_, tables[3][0], tables[2][0], boss, sure=True)
        elsewhere = Seat.objects.filter(round=round_, table__number=2).first()
        for action in (
            lambda: Seat.objects.filter(table=table).delete(),
            lambda: Seat.objects.filter(table=table, position=1).update(entry=elsewhere.entry_id),
        ):
            with pytest.raises(DatabaseError) as refusal, transaction.atomic():
                action()
            assert refusal.value.__cause__.diag.constraint_name == "seat_of_a_result_stays"

    def test_a_closed_round_is_not_changed(self, boss):
        round_ = make.played(make.duel(2, rounds_planned=1), boss, ("1", "0"))
        with pytest.raises(Refused, match="a draft or a published round"):
            exchange(round_, 1, 2, boss, sure=True)

    def test_what_was_done_is_never_rewritten(self, draft, boss):
        tables = seating(draft)
        change = exchange(draft, tables[1][0], tables[2][0], boss)
        with pytest.raises(DatabaseError) as refusal, transaction.atomic():
            PairingChange.objects.filter(pk=change.pk).update(grade="confirm")
        assert refusal.value.__cause__.diag.constraint_name == "pairing_change_never_changed"


class TestThePage:
    def url(self, round_, name="review"):
        return reverse(f"admin:tournaments_{name}", args=[round_.tournament_id, round_.pk])

    def test_without_javascript_from_picking_to_the_difference(self, words, signed_in, boss, draft):
        client, tables = signed_in(boss), seating(draft)
        a, b = tables[1][0], tables[2][0]
        assert f'href="?pick={a}"' in client.get(self.url(draft)).content.decode()
        picked = client.get(self.url(draft), {"pick": a}).content.decode()
        assert f'href="?pick={a}&amp;with={b}"' in picked
        asked = client.get(self.url(draft), {"pick": a, "with": b})
        assert "swap places" in words(asked)
        assert "This makes nothing worse" in words(asked)
        done = client.post(self.url(draft, "review_change"), {"pick": a, "with": b, "seen": 0}, follow=True)
        assert "1 change by hand" in words(done)
        assert seating(draft)[1][0] == b
        assert "As the system paired it" in words(done)
        desk = reverse("admin:tournaments_desk", args=[draft.tournament_id])
        assert "End manual pairing of round 1" in words(client.get(desk))
        assert "Publish round 1" in words(client.post(self.url(draft, "review_end"), follow=True))

    def test_what_is_to_be_confirmed_comes_back_as_a_question(self, words, signed_in, boss):
        round_ = make.published(make.tournament(16), boss)
        client, tables = signed_in(boss), seating(round_)
        data = {"pick": tables[1][0], "with": tables[2][0], "seen": 0}
        asked = client.post(self.url(round_, "review_change"), data)
        assert asked.status_code == 409
        assert "Make the change anyway" in words(asked)
        assert seating(round_) == tables
        assert client.post(self.url(round_, "review_change"), data | {"sure": "1"}).status_code == 302
        assert seating(round_) != tables

    @pytest.mark.parametrize(
        "query",
        [
            "pick=0",
            "pick=x",
            "pick=99999999999999",
            "pick=１",
            "pick=1&with=<b>",
            "pick=1&to=-1",
            "anew=,;",
            "pick=99",
            "pick=1&with=99",
            "anew=77",
            "pick=1&to=77",
            "pick=1&with=1",
        ],
    )
    def test_nonsense_is_answered_in_a_sentence(self, desk, draft, query):
        response = desk.get(f"{self.url(draft)}?{query}")
        assert response.status_code in (200, 422)
        assert "<b>" not in response.content.decode().split("v-review")[1]

    def test_a_round_of_another_tournament_is_not_found(self, desk, draft):
        url = reverse("admin:tournaments_review", args=[make.duel(2).pk, draft.pk])
        assert desk.get(url).status_code == 404

    def test_the_page_costs_the_same_for_few_and_many_tables(self, desk, boss, django_assert_max_num_queries):
        for players in (8, 160):
            round_ = make.draft(make.tournament(players, rounds_planned=3, system="swiss-tables"), boss)
            with django_assert_max_num_queries(18):
                assert desk.get(self.url(round_), {"pick": 1}).status_code == 200
            with django_assert_max_num_queries(36):
                desk.post(self.url(round_, "review_change"), {"pick": 1, "with": 8, "seen": 0, "sure": 1})
            assert PairingChange.objects.filter(manual__round=round_).exists()


@pytest.mark.django_db(transaction=True)
def test_of_many_changes_at_once_one_is_made_and_the_others_look_again(boss, no_broker):
    evening = make.tournament(32, rounds_planned=5)
    round_ = make.draft(evening, boss)
    for turn in range(6):
        tables = seating(round_)
        acts = [Act("exchange", tables[1][0], tables[n][0]) for n in (2, 3, 4, 5)]
        answers = at_once(
            *(
                lambda act=act, turn=turn: review.change(round_.pk, act, by=boss, seen_change=turn, sure=True)
                for act in acts
            )
        )
        assert sum(isinstance(a, PairingChange) for a in answers) == 1
        assert sum(isinstance(a, Refused) for a in answers) == 3
        assert sorted({p for t in seating(round_).values() for p in t}) == list(range(1, 33))
    assert PairingChange.objects.count() == 6


@pytest.mark.django_db(transaction=True)
def test_changing_and_publishing_at_once_never_publishes_what_nobody_ended(boss, no_broker):
    for _turn in range(5):
        round_ = make.draft(make.tournament(16), boss)
        changed, published = at_once(
            lambda pk=round_.pk: review.change(pk, Act("exchange", 1, 2), by=boss, seen_change=0),
            lambda pk=round_.pk: rounds.publish(pk, by=boss),
        )
        round_.refresh_from_db()
        assert isinstance(changed, PairingChange) == (round_.state == Round.State.DRAFT)
        assert isinstance(published, Refused) == (round_.state == Round.State.DRAFT)
