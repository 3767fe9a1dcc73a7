"""Every change of every record is in the log, with who, through which door, from what to what, and why."""

from __future__ import annotations

import threading

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, connections, models, transaction
from django.urls import reverse

from tests.tournaments import make
from tournaments.domain import logbook
from tournaments.models import Entry, LogEntry, Player, Seat, Table, Tournament, User, log
from tournaments.models.log import LEFT_OUT, NOT_LOGGED
from tournaments.services.lists import lists
from tournaments.services.results import results
from tournaments.services.rounds import rounds
from tournaments.tasks import pair_round as pair_task

pytestmark = pytest.mark.django_db


def last(**wanted):
    return LogEntry.objects.filter(**wanted).order_by("-id").first()


class TestEveryTable:
    def test_every_model_of_the_app_is_logged_or_declared_not_to_be(self):
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT c.relname, count(*) FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
                " JOIN pg_proc p ON p.oid = t.tgfoid WHERE p.proname = 'viertal_logged' GROUP BY 1"
            )
            logged = dict(cursor.fetchall())
        for model in apps.get_app_config("tournaments").get_models(include_auto_created=True):
            name, expected = model._meta.model_name, 3
            if name in NOT_LOGGED:
                expected = 0
            assert logged.get(model._meta.db_table, 0) == expected, (
                f"{name}: migrate attaches the log's triggers to every table, or name it in NOT_LOGGED"
            )

    def test_what_is_declared_names_models_and_columns_that_are(self):
        known = {m._meta.model_name: m for m in apps.get_app_config("tournaments").get_models()}
        assert set(known) >= NOT_LOGGED
        for name, columns in LEFT_OUT.items():
            assert {f.column for f in known[name]._meta.fields} >= set(columns)

    def test_attaching_again_changes_nothing(self):
        oids = "SELECT array_agg(oid ORDER BY oid) FROM pg_trigger WHERE tgname LIKE 'viertal_log_%'"
        with connection.cursor() as cursor:
            cursor.execute(oids)
            before = cursor.fetchone()
            logbook.attach(apps.get_app_config("tournaments"))
            cursor.execute(oids)
            assert cursor.fetchone() == before

    def test_a_key_that_the_program_makes_up_is_never_logged(self):
        hidden = models.CharField(max_length=32, default=str, editable=False)
        once = models.CharField(max_length=32, unique=True, editable=False)
        typed = models.CharField(max_length=32, unique=True)
        told = models.CharField(max_length=32, blank=True, editable=False)
        assert [log.made_up(field) for field in (hidden, once, typed, told)] == [True, True, False, False]

    def test_a_new_table_is_logged_without_secrets_and_binaries(self):
        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE TABLE later (id bigint PRIMARY KEY, what text, link_token text, digest text, picture bytea,"
                " long text, counted int)"
            )
            cursor.execute("SELECT viertal_log('later', 'later', '{counted}')")
            cursor.execute("INSERT INTO later VALUES (1, 'a', 'sesame', 'sesame', 'sesame', repeat('x', 9000), 1)")
            entry = last(kind="later")
            assert set(entry.new) == {"id", "what", "long"}
            assert len(entry.new["long"]) < 20
            cursor.execute("UPDATE later SET counted = 2, picture = 'other', link_token = 'other'")
            assert last(kind="later") == entry
            cursor.execute("UPDATE later SET what = 'b'")
            assert (last(kind="later").old, last(kind="later").new) == ({"what": "a"}, {"what": "b"})


class TestWhatIsWritten:
    def test_a_bulk_change_is_in_it_row_by_row_with_the_changed_columns_alone(self, evening):
        Entry.objects.filter(tournament=evening, number__lte=3).update(fixed_table=7)
        found = LogEntry.objects.filter(tournament_id=evening.pk, kind="entry", action="update")
        assert [(e.old, e.new) for e in found] == [({"fixed_table": None}, {"fixed_table": 7})] * 3
        assert {e.player_id for e in found} == set(
            Entry.objects.filter(tournament=evening, number__lte=3).values_list("player_id", flat=True)
        )

    def test_a_bulk_creation_and_a_deletion_are_in_it(self, evening):
        made = LogEntry.objects.filter(tournament_id=evening.pk, kind="entry", action="insert")
        assert made.count() == 4
        entry = Entry.objects.filter(tournament=evening).first()
        entry.delete()
        gone = last(kind="entry", action="delete")
        assert (gone.entry_id, gone.old["number"], gone.new) == (entry.pk or gone.entry_id, 1, None)

    def test_a_change_that_changes_nothing_is_not_in_it(self, evening):
        before = LogEntry.objects.count()
        Tournament.objects.filter(pk=evening.pk).update(name=evening.name)
        Tournament.objects.filter(pk=evening.pk).update(version=50)
        Entry.objects.filter(pk=-1).delete()
        assert LogEntry.objects.count() == before

    def test_a_password_is_never_in_it(self, client):
        user = User.objects.create_user("secretive", password="quite long 1")
        user.set_password("another long 2")
        user.save()
        client.force_login(user)
        for entry in LogEntry.objects.filter(kind="user", row_id=user.pk):
            assert not {"password", "last_login"} & {*(entry.old or {}), *(entry.new or {})}

    def test_a_row_knows_its_round_table_and_tournament(self, boss):
        round_ = make.published(make.duel(2, rounds_planned=1), boss)
        table = Table.objects.get(round=round_)
        make.play(round_, boss, ("1", "0"))
        entry = last(kind="result")
        assert (entry.tournament_id, entry.round_id, entry.table_id) == (round_.tournament_id, round_.pk, table.pk)
        seat = last(kind="seat")
        assert (seat.round_id, seat.table_id) == (round_.pk, table.pk)
        assert seat.player_id == Seat.objects.get(pk=seat.row_id).entry.player_id

    def test_changes_of_one_transaction_share_its_number(self, boss):
        before = LogEntry.objects.order_by("-pk").first()
        make.draft(make.duel(4), boss)
        made = LogEntry.objects.filter(kind__in=["table", "seat"], pk__gt=before.pk if before else 0)
        assert len(set(made.values_list("transaction", flat=True))) == 1


class TestWho:
    def test_a_change_without_anybody_is_the_systems(self, evening):
        entry = last(kind="tournament", row_id=evening.pk)
        assert (entry.actor, entry.actor_id, entry.role, entry.door) == ("system", None, "", "system")

    def test_a_service_signs_with_its_person_their_role_and_their_reason(self, evening, boss):
        arbiter = make.arbiter(evening)
        table = Table.objects.filter(round=make.published(evening, boss)).first()
        assert last(kind="round").role == "superuser"
        first = results.enter(table.pk, by=arbiter, points=make.points("1", "0"))
        results.enter(table.pk, by=arbiter, points=make.points("0", "1"), seen_result=first.pk, reason="misheard")
        entry = last(kind="result", action="insert")
        assert (entry.actor_id, entry.actor, entry.role) == (arbiter.pk, str(arbiter), "arbiter")
        assert entry.reason == "misheard"
        Entry.objects.filter(tournament=evening).update(fixed_table=3)
        assert (last(kind="entry").actor, last(kind="entry").reason) == ("system", "")

    def test_a_request_signs_with_who_is_signed_in(self, evening, boss, client):
        arbiter = make.arbiter(evening)
        round_ = make.published(evening, boss)
        table = Table.objects.filter(round=round_).first()
        client.force_login(arbiter)
        address = reverse("admin:tournaments_result", args=[evening.pk, table.pk])
        client.post(address, {"points1": "1", "points2": "0"})
        entry = last(kind="result")
        assert (entry.actor_id, entry.door, entry.role) == (arbiter.pk, "admin", "arbiter")

    def test_a_person_changed_in_the_admin_is_signed(self, boss, desk):
        player = Player.objects.create(name="Óscar")
        desk.post(
            reverse("admin:tournaments_player_change", args=[player.pk]), {"name": "Oscar", "rating": "", "club": ""}
        )
        entry = last(kind="player")
        assert (entry.actor_id, entry.door, entry.old, entry.new) == (
            boss.pk,
            "admin",
            {"name": "Óscar"},
            {"name": "Oscar"},
        )

    def test_a_task_signs_as_the_worker_for_who_asked(self, evening, boss):
        round_ = rounds.ask_for_pairing(evening.pk, by=boss)
        pair_task.apply([round_.pk])
        entry = last(kind="seat")
        assert (entry.actor, entry.actor_id, entry.door) == (str(boss), boss.pk, "worker")
        assert last(kind="round").new["state"] == "draft"

    def test_an_import_says_so_and_people_belong_to_its_tournament(self, evening, boss):
        waiting = lists.upload("players", evening.pk, by=boss, filename="l.csv", content=b"name\nAnna\nBert\n")
        lists.carry_out(waiting.pk, by=boss)
        people = LogEntry.objects.filter(kind="player", tournament_id=evening.pk, action="insert")
        assert {(e.new["name"], e.door, e.actor_id) for e in people} == {
            ("Anna", "import", boss.pk),
            ("Bert", "import", boss.pk),
        }
        assert "content" not in last(kind="playerimport", action="insert").new

    def test_what_a_rolled_back_savepoint_took_away_is_said_again(self, evening, boss):
        with logbook.acting(boss, reason="first"), transaction.atomic():
            try:
                with transaction.atomic():
                    Entry.objects.filter(tournament=evening).update(fixed_table=1)
                    raise ValueError
            except ValueError:
                pass
            Entry.objects.filter(tournament=evening).update(fixed_table=2)
        assert (last(kind="entry").actor_id, last(kind="entry").reason) == (boss.pk, "first")
        Entry.objects.filter(tournament=evening).update(fixed_table=4)
        assert last(kind="entry").actor == "system"


@pytest.mark.django_db(transaction=True)
class TestWithoutATransaction:
    def test_a_single_statement_is_signed_and_leaves_nothing_behind(self):
        evening, boss = make.duel(2), make.organiser()
        with logbook.acting(boss, door="admin"):
            Tournament.objects.filter(pk=evening.pk).update(venue="Hall")
        mine = {"kind": "tournament", "tournament_id": evening.pk}
        assert (last(**mine).actor_id, last(**mine).door, last(**mine).new) == (boss.pk, "admin", {"venue": "Hall"})
        Tournament.objects.filter(pk=evening.pk).update(venue="Club")
        assert last(**mine).actor == "system"

    def test_a_transaction_leaves_nothing_behind_on_its_connection(self):
        evening, boss = make.duel(2), make.organiser()
        with logbook.acting(boss), transaction.atomic():
            Tournament.objects.filter(pk=evening.pk).update(venue="Hall")
        with connection.cursor() as cursor:
            cursor.execute("SELECT coalesce(current_setting('viertal.actor', true), '')")
            assert cursor.fetchone() == ("",)

    def test_two_at_once_are_not_mixed_up(self):
        evening, people = make.duel(4), [make.organiser(), make.organiser()]
        numbers = list(Entry.objects.filter(tournament=evening).values_list("pk", flat=True))
        ready = threading.Barrier(2)

        def change(person, entry):
            try:
                ready.wait()
                for table in range(1, 11):
                    with logbook.acting(person), transaction.atomic():
                        Entry.objects.filter(pk=entry).update(fixed_table=table)
            finally:
                connections.close_all()

        threads = [threading.Thread(target=change, args=pair) for pair in zip(people, numbers, strict=False)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for person, entry in zip(people, numbers, strict=False):
            found = LogEntry.objects.filter(entry_id=entry, action="update", tournament_id=evening.pk)
            assert [e.actor_id for e in found] == [person.pk] * 10


class TestAppendOnly:
    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE tournaments_logentry SET reason = 'other'",
            "DELETE FROM tournaments_logentry",
            "TRUNCATE tournaments_logentry",
            "INSERT INTO tournaments_logentry (actor, role, door, kind, row_id, action, reason)"
            " VALUES ('me', '', 'web', 'result', '1', 'insert', '')",
            "UPDATE tournaments_logentry SET reason = 'other' WHERE false",
        ],
    )
    def test_nobody_writes_changes_or_empties_it(self, evening, statement):
        with pytest.raises(DatabaseError) as refusal, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
        assert refusal.value.__cause__.diag.constraint_name == "log_is_append_only"

    def test_it_outlives_what_it_tells_of(self, evening):
        key, name = evening.pk, evening.name
        evening.delete()
        assert last(kind="tournament", action="delete").old["name"] == name
        assert LogEntry.objects.filter(tournament_id=key, kind="entry", action="delete").count() == 4


@pytest.mark.django_db(transaction=True)
def test_a_result_of_an_arbiter_costs_at_most_thirteen_queries_with_the_log(django_assert_max_num_queries):
    """Counted as it is in a hall: its own transaction, somebody who is appointed, the log told who they are."""
    boss = make.organiser()
    for players in (8, 64):
        evening = make.tournament(players, rounds_planned=1)
        round_ = make.published(evening, boss)
        table, arbiter = Table.objects.filter(round=round_).first(), make.arbiter(evening)
        with django_assert_max_num_queries(13) as counted:
            results.enter(table.pk, by=arbiter, points=make.points(*make.QC_END))
        assert any("set_config" in query["sql"] for query in counted.captured_queries)
        entry = last(kind="result", action="insert")
        assert (entry.actor_id, entry.role) == (arbiter.pk, "arbiter")
