"""Each service is one transaction, logged as done by its ``by``, also when a task or a script calls it."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
from collections.abc import Callable
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction

from tests.tournaments import make
from tests.tournaments.games.conftest import WHOLE as GAMES
from tests.tournaments.games.conftest import golden, table_for
from tests.tournaments.worlds import world
from tournaments import services, tasks
from tournaments.domain.logbook import SIGNED, WHOLE, acting, audited, signed
from tournaments.models import Entry, LogEntry, Penalty, Result, Round, Series, Table, Tournament, Waiting, Webhook
from tournaments.selectors.rounds.review import Act
from tournaments.services import seasons, tournament_changes, wallboard, webhooks
from tournaments.services.accounts import accounts
from tournaments.services.entries import attendance, byes, check_in, players
from tournaments.services.events import presets, tournaments
from tournaments.services.games import clock, game_records, live_games
from tournaments.services.lists import lists
from tournaments.services.people import profile
from tournaments.services.results import report_links, reports, results
from tournaments.services.rounds import review, rollback, rounds

pytestmark = pytest.mark.django_db

READS = {
    "clock.do": "does one of the clock's steps, each of which is audited",
    "player_lists.known_people": "reads whom a list can mean; `by` is asked whom they may see",
    "lists.chosen": "asks `lists.choose`, which is audited",
    "player_lists.plan": "compares a list with who is there; `by` is asked whom they may change",
    "review.look": "shows a round for changing; `by` is asked for their right",
    "review.weigh": "shows what a change would do; nothing is written",
    "trf.export_report": "makes a file; nothing is written",
}
"""Functions with `by` that write nothing."""
WITHOUT_A_TRANSACTION = {
    "event_builder.build": "part of an import, which keeps its own row in the same transaction",
    "list_imports.remember": "part of a list, in whose transaction it is kept",
    "list_imports.write": "part of a list, whose transaction holds the tournament's lock",
    "player_lists.write": "part of a list, whose transaction holds the tournament's lock",
    "printing.ask_for_print": "the job is kept before the document is made from a snapshot of its own",
    "profile.edit": "locks the person's tournaments one after the other, never two at once",
    "profile.decide": "the person's tournaments are told one after the other, once the decision is kept",
    "registration_decisions.take_over": "the person's tournaments are told one after the other, as by `profile.edit`",
    "result_lists.write": "part of a list, whose transaction holds the tournament's lock",
}
"""Services that open their own transactions, one after the other, or are part of their caller's."""
BY_LINK = {
    "reports": ("report", "confirm", "dispute", "hand_in_record", "send_photo"),
    "registrations": ("confirm", "confirm_address", "change", "withdraw"),
    "dealing": ("ask",),
    "clock": ("tell_time_call",),
}
"""What a player does by their link."""
PLAYERS = {f"{module}.{name}": "nobody is signed in" for module, names in BY_LINK.items() for name in names} | {
    "invitations.end_given": "part of whatever ends a right, and of the sweep",
    "accounts.send_password_links": "somebody who forgot their password asks; nobody is signed in",
    "accounts.set_password_by_link": "the link says who acts; nobody is signed in",
    "registrations.register": "a player enters themselves; nobody is signed in",
}
"""Services without `by`."""


def modules() -> list[ModuleType]:
    found = pkgutil.walk_packages(services.__path__, f"{services.__name__}.")
    return [importlib.import_module(info.name) for info in found]


def public_functions() -> dict[str, Callable[..., Any]]:
    """Each public function that a module of services defines, as ``module.name``."""
    return {
        f"{module.__name__.rpartition('.')[2]}.{name}": function
        for module in modules()
        for name, function in vars(module).items()
        if inspect.isfunction(function) and function.__module__ == module.__name__ and name[0] != "_"
    }


class TestEveryService:
    def test_each_function_with_a_person_is_audited(self):
        functions = public_functions()
        assert len(functions) > 100
        expected = {
            name: None if name in READS else SIGNED if name in WITHOUT_A_TRANSACTION else WHOLE
            for name, function in functions.items()
            if "by" in inspect.signature(function).parameters
        }
        assert {name: getattr(functions[name], "audited", None) for name in expected} == expected

    def test_no_function_without_a_person_is_audited_but_those_of_players(self):
        without = {
            name
            for name, function in public_functions().items()
            if hasattr(function, "audited") and "by" not in inspect.signature(function).parameters
        }
        assert without == set(PLAYERS)

    def test_the_exceptions_name_functions_that_there_are(self):
        functions = public_functions()
        assert {*READS, *WITHOUT_A_TRANSACTION, *PLAYERS} <= set(functions)
        assert all("by" in inspect.signature(functions[name]).parameters for name in {*READS, *WITHOUT_A_TRANSACTION})

    def test_no_function_is_decorated_with_a_bare_transaction(self):
        assert [m.__name__ for m in modules() if "@transaction.atomic" in inspect.getsource(m)] == []

    def test_a_person_who_could_be_missed_is_refused_at_once(self):
        def by_position(entry_id: int, by: Any) -> None: ...

        def reason_by_position(entry_id: int, reason: str, *, by: Any) -> None: ...

        def later(*, by: Any) -> Any:
            yield by

        async def elsewhere(*, by: Any) -> None: ...

        for decorate in (audited, signed):
            for function in (by_position, reason_by_position, later, elsewhere):
                with pytest.raises(TypeError, match=function.__name__):
                    decorate(function)


def scene(boss: Any, other: Any) -> SimpleNamespace:
    """A round robin of four in its first published round, and one that has not begun, made by somebody else."""
    running, planned = make.duel(4), make.duel(4, check_in=True, places=4)
    round_ = make.published(running, other)
    table = Table.objects.filter(round=round_).order_by("number").first()
    entries = list(Entry.objects.filter(tournament=running).order_by("number"))
    early = list(Entry.objects.filter(tournament=planned).order_by("number"))
    people = {"boss": boss, "other": other, "entries": entries, "early": early}
    return SimpleNamespace(running=running, planned=planned, round=round_, table=table, **people)


def finished(s: SimpleNamespace) -> Any:
    return make.played(make.duel(2, rounds_planned=1), s.other, ("1", "0"))


def entered(s: SimpleNamespace) -> Result:
    return results.enter(s.table.pk, by=s.other, points=make.points("1", "0"))


def waiting(s: SimpleNamespace) -> Waiting:
    made = attendance.add(s.planned.pk, by=s.other, name="Zoe Later")
    assert isinstance(made, Waiting)
    return made


def penalty(s: SimpleNamespace) -> Penalty:
    return results.give_penalty(s.running.pk, by=s.other, to=s.entries[0], round=1, points=Fraction(1), reason="late")


def hook(s: SimpleNamespace) -> Webhook:
    return webhooks.add(s.running.pk, by=s.other, url="https://example.org/told")


def series(s: SimpleNamespace) -> Series:
    return seasons.create(Series, {"name": "Autumn"}, by=s.other)


def expects(s: SimpleNamespace) -> Tournament:
    """An evening after the one that runs, of the same season."""
    season, later = series(s), make.tournament(0, starts=s.running.starts + timedelta(days=7))
    for event in (s.running, later):
        seasons.put_in(Series, season.pk, event.slug, by=s.other)
    return later


def upload(s: SimpleNamespace) -> Any:
    return lists.upload("players", s.planned.pk, by=s.boss, filename="l.csv", content=b"name\nAnna\nBert\n")


def drafted(s: SimpleNamespace) -> Round:
    return make.draft(make.duel(4), s.other)


FRIDAY = {"name": "Friday", "starts": date(2026, 11, 27), "game": "quatro-chess", "rounds": 3}
CALLS: list[Callable[[SimpleNamespace], partial[Any]]] = [
    lambda s: partial(tournaments.archive, finished(s).tournament_id),
    lambda s: partial(seasons.add_evening, expects(s).in_series.get().series_id, date(2030, 1, 4)),
    lambda s: partial(check_in.come, expects(s).pk, s.entries[0].player_id),
    lambda s: partial(attendance.absent, s.entries[0].pk, 2),
    lambda s: partial(attendance.withdraw, s.entries[0].pk, seat="keep"),
    lambda s: partial(attendance.fix_table, s.entries[0].pk, 2),
    lambda s: partial(attendance.add, s.running.pk, name="Zoe Later"),
    lambda s: partial(byes.ask, s.entries[0].pk, 3, "zero"),
    lambda s: partial(check_in.check_in, s.planned.pk, s.early[0].pk),
    lambda s: partial(check_in.everybody_here, s.planned.pk),
    lambda s: partial(check_in.waits_here, s.planned.pk, waiting(s).pk),
    lambda s: partial(check_in.leave_the_list, s.planned.pk, waiting(s).pk),
    lambda s: partial(check_in.to_waiting_list, s.planned.pk, s.early[3].pk),
    lambda s: partial(check_in.close, s.planned.pk, {e.pk: "absent" for e in s.early}, nobody=True),
    lambda s: partial(clock.set_up, s.running.pk, kind="move", seconds=60),
    lambda s: partial(clock.start, s.running.pk),
    lambda s: partial(wallboard.hold_page, s.running.pk),
    lambda s: partial(wallboard.turn_to_next, s.running.pk),
    lambda s: partial(wallboard.choose_pages, s.running.pk, show="clock"),
    lambda s: partial(results.confirm, entered(two_person(s)).pk),
    lambda s: partial(game_records.hand_in, s.table.pk, content=b"{}"),
    lambda s: partial(lists.carry_out, upload(s).pk),
    lambda s: partial(live_games.begin, s.table.pk),
    lambda s: partial(results.lift_penalty, penalty(s).pk, reason="heard"),
    lambda s: partial(report_links.make_missing_links, s.running.pk),
    lambda s: partial(report_links.renew_link, s.entries[0].pk),
    lambda s: partial(players.enter, s.planned.pk, {"name": "Zoe Later"}),
    lambda s: partial(players.take_out, s.planned.pk, 4),
    lambda s: partial(players.appoint, s.running.pk, s.other.username, "arbiter"),
    lambda s: partial(presets.create, presets.preset("club-evening"), **FRIDAY),
    lambda s: partial(profile.edit, s.entries[0].pk, club="Utrecht"),
    lambda s: partial(reports.set_rule, s.running.pk, mode="ask", minutes=5),
    lambda s: partial(results.enter, s.table.pk, points=make.points("1", "0")),
    lambda s: partial(review.change, drafted(s).pk, Act("exchange", 1, 2), seen_change=0, sure=True),
    lambda s: partial(rollback.unpublish, s.round.pk),
    lambda s: partial(rounds.ask_for_pairing, make.duel(4).pk),
    lambda s: partial(seasons.put_in, Series, series(s).pk, s.running.slug),
    lambda s: partial(accounts.make_token, name="script", scope="read"),
    lambda s: partial(tournament_changes.changed, stale(s).pk),
    lambda s: partial(tournaments.change, s.planned.pk, {"venue": "Hall 2"}),
    lambda s: partial(tournaments.remove, s.planned.pk),
    lambda s: partial(webhooks.add, s.running.pk, url="https://example.org/told"),
    lambda s: partial(webhooks.change, hook(s).pk, {"active": False}),
    lambda s: partial(webhooks.remove, hook(s).pk),
]


def two_person(s: SimpleNamespace) -> SimpleNamespace:
    s.running.two_person = True
    s.running.save(update_fields=["two_person"])
    return s


def stale(s: SimpleNamespace) -> Any:
    """A finished tournament for which one more round is planned."""
    made = finished(s).tournament
    made.rounds_planned = 3
    made.save(update_fields=["rounds_planned"])
    return made


@world
def begun(boss: Any) -> SimpleNamespace:
    return scene(boss, make.organiser())


@pytest.mark.parametrize("number", range(len(CALLS)))
def test_called_from_a_script_the_log_names_who_is_given(begun, boss, number):
    call = CALLS[number](begun)
    before = LogEntry.objects.order_by("-id").values_list("id", flat=True).first() or 0
    call(by=boss)
    lines = LogEntry.objects.filter(id__gt=before)
    assert lines, f"{call.func.__name__} wrote nothing, so this shows nothing"
    assert {(line.actor_id, line.actor) for line in lines} == {(boss.pk, str(boss))}


def newest(entry: Entry) -> LogEntry:
    return LogEntry.objects.filter(kind="entry", row_id=str(entry.pk)).order_by("-id")[0]


@audited
def seat_at(entry: Entry, table: int, *, by: Any = None, reason: str = "") -> LogEntry:
    """Write one row; the line that the log has of it."""
    Entry.objects.filter(pk=entry.pk).update(fixed_table=table)
    return newest(entry)


class TestOneInsideAnother:
    @pytest.fixture
    def entry(self, evening):
        return Entry.objects.filter(tournament=evening).first()

    def test_the_inner_one_takes_person_and_reason_of_the_outer_where_it_is_given_none(self, entry, boss):
        @audited
        def outer(*, by: Any, reason: str) -> LogEntry:
            return seat_at(entry, 3)

        line = outer(by=boss, reason="knee")
        assert (line.actor_id, line.reason) == (boss.pk, "knee")

    def test_an_own_reason_and_person_hold_for_the_inner_one_alone(self, entry, boss):
        other = make.organiser()

        @audited
        def outer(*, by: Any, reason: str) -> list[LogEntry]:
            first = seat_at(entry, 3, by=other, reason="wheels")
            Entry.objects.filter(pk=entry.pk).update(fixed_table=4)
            return [first, newest(entry)]

        lines = outer(by=boss, reason="knee")
        assert [(line.actor_id, line.reason) for line in lines] == [(other.pk, "wheels"), (boss.pk, "knee")]

    def test_what_an_inner_one_wrote_before_it_failed_is_gone_and_the_outer_goes_on_under_its_own_name(
        self, entry, boss
    ):
        other = make.organiser()

        @audited
        def failing(*, by: Any) -> None:
            Entry.objects.filter(pk=entry.pk).update(fixed_table=3)
            raise PermissionDenied

        @audited
        def outer(*, by: Any) -> None:
            with pytest.raises(PermissionDenied):
                failing(by=other)
            Entry.objects.filter(pk=entry.pk).update(fixed_table=4)

        outer(by=boss)
        line = newest(entry)
        assert (line.actor_id, line.old, line.new) == (boss.pk, {"fixed_table": None}, {"fixed_table": 4})
        assert not LogEntry.objects.filter(actor_id=other.pk, kind="entry").exists()

    def test_the_door_stays_that_of_whoever_calls(self, entry, boss):
        with acting(door="api"):
            assert seat_at(entry, 3, by=boss).door == "api"
        assert seat_at(entry, 4, by=boss).door == "system"

    @pytest.mark.parametrize("nobody", [None, AnonymousUser()])
    def test_nobody_given_is_whoever_acts_already(self, entry, boss, nobody):
        assert seat_at(entry, 3, by=nobody).actor == "system"
        with acting(boss):
            assert seat_at(entry, 4, by=nobody).actor_id == boss.pk

    def test_whoever_a_service_named_is_forgotten_after_it(self, entry, boss):
        seat_at(entry, 3, by=boss)
        Entry.objects.filter(pk=entry.pk).update(fixed_table=4)
        assert newest(entry).actor == "system"


@pytest.mark.django_db(transaction=True)
class TestTransactions:
    def test_all_of_a_service_is_kept_or_nothing(self):
        entry, boss = make.duel(2).entries.first(), make.organiser()

        @audited
        def failing(*, by: Any) -> None:
            assert connection.in_atomic_block
            Entry.objects.filter(pk=entry.pk).update(fixed_table=3)
            raise PermissionDenied

        with pytest.raises(PermissionDenied):
            failing(by=boss)
        entry.refresh_from_db()
        assert entry.fixed_table is None

    def test_what_runs_on_commit_is_logged_under_the_same_name_after_the_outermost_one(self):
        entry, boss = make.duel(2).entries.first(), make.organiser()
        seen = []

        def later() -> None:
            seen.append(connection.in_atomic_block)
            Entry.objects.filter(pk=entry.pk).update(fixed_table=5)

        @audited
        def inner(*, by: Any) -> None:
            transaction.on_commit(later)

        @audited
        def outer(*, by: Any) -> None:
            inner(by=by)
            assert seen == []

        outer(by=boss)
        assert seen == [False]
        assert (newest(entry).actor_id, newest(entry).new) == (boss.pk, {"fixed_table": 5})

    def test_a_signed_service_is_logged_alike_and_opens_its_own_transactions(self):
        entry, boss = make.duel(2).entries.first(), make.organiser()

        @signed
        def stepwise(*, by: Any, reason: str) -> None:
            assert not connection.in_atomic_block
            for table in (3, 4):
                with transaction.atomic():
                    Entry.objects.filter(pk=entry.pk).update(fixed_table=table)

        stepwise(by=boss, reason="knee")
        lines = LogEntry.objects.filter(kind="entry", row_id=str(entry.pk), action="update")
        assert [(line.actor_id, line.reason) for line in lines] == [(boss.pk, "knee")] * 2
        assert len({line.transaction for line in lines}) == 2

    def test_a_person_is_changed_in_one_transaction_a_tournament(self):
        boss, evening = make.organiser(), make.duel(2)
        entry = evening.entries.first()
        other = make.duel(2)
        Entry.objects.create(tournament=other, player=entry.player, number=3)
        before = other.version
        profile.edit(entry.pk, by=boss, club="Utrecht")
        line = LogEntry.objects.filter(kind="player", row_id=str(entry.player_id))[0]
        assert (line.actor_id, line.new) == (boss.pk, {"club": "Utrecht"})
        other.refresh_from_db()
        assert other.version > before


def test_the_worker_writes_a_records_result_in_the_name_of_who_handed_the_record_in(boss):
    record = golden(GAMES["quarto"][0])
    table = table_for(record, make.organiser(), 2)
    made = game_records.hand_in(table.pk, by=boss, content=json.dumps(record).encode())
    tasks.check_record.apply([made.pk])
    line = LogEntry.objects.filter(kind="result", table_id=table.pk)[0]
    assert (line.actor_id, line.door) == (boss.pk, "worker")
