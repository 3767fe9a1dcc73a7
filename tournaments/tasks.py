"""The names that Celery knows: a door beside the pages and the API. What is behind them can run twice."""

from __future__ import annotations

from celery import shared_task

from tournaments.demo import evenings, town
from tournaments.domain import queue
from tournaments.jobs import game_records, mails, name_index, pairing, seasons, standings, sweep, webhooks, wishes
from tournaments.jobs.standings import Kept
from tournaments.selectors.site.demonstration import is_whole
from tournaments.services import printing
from tournaments.services.accounts import invitations, staff_codes
from tournaments.services.events import event_builder
from tournaments.services.lists import list_imports
from tournaments.services.results import reports


@shared_task(name="tournaments.tasks.pair_round")
def pair_round(round_id: int) -> None:
    pairing.pair_round(round_id)


@shared_task(name="tournaments.tasks.compute_standings")
def compute_standings(tournament_id: int) -> None:
    kept = standings.keep_up(tournament_id)
    if kept is Kept.BY_ANOTHER:
        return
    if kept is Kept.NOT_YET:
        queue.send("compute_standings", tournament_id)
    for webhook_id in webhooks.due():
        queue.send("deliver", webhook_id)
    for task, ids in seasons.stale(tournament_id).items():
        for identity in ids:
            queue.send(task, identity)


@shared_task(name="tournaments.tasks.update_ratings")
def update_ratings(list_id: int) -> None:
    seasons.update_ratings(list_id)


@shared_task(name="tournaments.tasks.update_series")
def update_series(series_id: int) -> None:
    seasons.update_series(series_id)


@shared_task(name="tournaments.tasks.check_record", soft_time_limit=10, time_limit=15)
def check_record(record_id: int) -> None:
    if tournament_id := game_records.check_record(record_id):
        queue.send("compute_standings", tournament_id)


@shared_task(name="tournaments.tasks.import_event", soft_time_limit=1800, time_limit=1830)
def import_event(import_id: int) -> None:
    if tournament_id := event_builder.import_event(import_id):
        queue.send("compute_standings", tournament_id)


@shared_task(name="tournaments.tasks.import_list", soft_time_limit=1800, time_limit=1830)
def import_list(list_id: int) -> None:
    for tournament_id in list_imports.import_list(list_id):
        queue.send("compute_standings", tournament_id)


@shared_task(name="tournaments.tasks.deliver")
def deliver(webhook_id: int) -> None:
    webhooks.deliver(webhook_id)


@shared_task(name="tournaments.tasks.send_mails", soft_time_limit=45, time_limit=60)
def send_mails() -> None:
    mails.send()


@shared_task(name="tournaments.tasks.tell_wishes", soft_time_limit=45, time_limit=60)
def tell_wishes() -> None:
    wishes.tell()
    if mails.due().exists():
        queue.send("send_mails")


@shared_task(name="tournaments.tasks.settle_report")
def settle_report(table_id: int) -> None:
    if tournament_id := reports.settle_report(table_id):
        queue.send("compute_standings", tournament_id)


@shared_task(name="tournaments.tasks.make_print")
def make_print(job_id: int) -> None:
    printing.make_print(job_id)


@shared_task(name="tournaments.tasks.build_town")
def build_town() -> None:
    """Build a part of the demonstration, and ask for the next: other work comes in between."""
    if town.build_next():
        queue.send("build_town")


@shared_task(name="tournaments.tasks.play_on")
def play_on() -> None:
    evenings.play_on()


@shared_task(name="tournaments.tasks.sweep")
def sweep_up() -> None:
    sweep.throw_away()
    printing.throw_away()
    staff_codes.end_expired()
    invitations.end_given()
    invitations.throw_away()
    if name_index.read_names():
        name_index.forget_words()
    for task, ids in sweep.left_undone().items():
        queue.send_missing(task, ids)
    for task, due in (
        ("tell_wishes", wishes.due()),
        ("build_town", not is_whole()),
        ("play_on", evenings.due()),
        ("send_mails", mails.due().exists()),
    ):
        if due:
            queue.send_missing(task)


@shared_task(name="tournaments.tasks.wake", ignore_result=True)
def wake() -> None:
    """Hear from the broker that there is work. Who hears it, and wakes, is connected in ``config.worker``."""
