"""The names that Celery knows, one line each. The work is in ``tournaments.jobs`` and can run twice."""

from __future__ import annotations

import logging

from celery import Task, shared_task
from kombu.exceptions import OperationalError

from tournaments import jobs
from tournaments.jobs.standings import Kept

log = logging.getLogger(__name__)


@shared_task
def pair_round(round_id: int) -> None:
    jobs.pairing.pair_round(round_id)


@shared_task
def compute_standings(tournament_id: int) -> None:
    kept = jobs.standings.keep_up(tournament_id)
    if kept is Kept.BY_ANOTHER:
        return
    if kept is Kept.NOT_YET:
        send(compute_standings, tournament_id)
    for webhook_id in jobs.webhooks.due():
        send(deliver, webhook_id)
    for task, ids in jobs.seasons.stale(tournament_id).items():
        for identity in ids:
            send(TASKS[task], identity)


@shared_task
def update_ratings(list_id: int) -> None:
    jobs.seasons.update_ratings(list_id)


@shared_task
def update_series(series_id: int) -> None:
    jobs.seasons.update_series(series_id)


@shared_task(soft_time_limit=10, time_limit=15)
def check_record(record_id: int) -> None:
    if tournament_id := jobs.records.check_record(record_id):
        send(compute_standings, tournament_id)


@shared_task(soft_time_limit=1800, time_limit=1830)
def import_event(import_id: int) -> None:
    if tournament_id := jobs.event_imports.import_event(import_id):
        send(compute_standings, tournament_id)


@shared_task(soft_time_limit=1800, time_limit=1830)
def import_list(list_id: int) -> None:
    for tournament_id in jobs.lists.import_list(list_id):
        send(compute_standings, tournament_id)


@shared_task
def deliver(webhook_id: int) -> None:
    jobs.webhooks.deliver(webhook_id)


@shared_task
def settle_report(table_id: int) -> None:
    if tournament_id := jobs.reports.settle_report(table_id):
        send(compute_standings, tournament_id)


@shared_task
def make_print(job_id: int) -> None:
    jobs.printing.make_print(job_id)


@shared_task
def sweep() -> None:
    jobs.sweep.throw_away()
    jobs.printing.throw_away()
    for task, ids in jobs.sweep.left_undone().items():
        for identity in ids:
            # one that is not begun within the sweep's time is sent by the next sweep anyway
            send(TASKS[task], identity, expires=5)


def send(task: Task, *args: object, expires: float | None = None) -> None:
    """Hand a task to the broker. One that cannot be reached loses nothing: the sweep finds the work again."""
    try:
        task.apply_async(args, expires=expires)
    except OperationalError:
        log.warning("The broker did not take %s%r; the sweep will send it again.", task.name, args)


TASKS: dict[str, Task] = {
    "pair_round": pair_round,
    "compute_standings": compute_standings,
    "check_record": check_record,
    "settle_report": settle_report,
    "import_event": import_event,
    "import_list": import_list,
    "deliver": deliver,
    "update_ratings": update_ratings,
    "update_series": update_series,
    "make_print": make_print,
}
