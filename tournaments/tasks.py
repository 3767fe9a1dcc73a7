"""The names that Celery knows, one line each. The work is in ``tournaments.jobs`` and can run twice."""

from __future__ import annotations

import logging

from celery import Task, shared_task
from kombu.exceptions import OperationalError

from tournaments import jobs

log = logging.getLogger(__name__)


@shared_task
def pair_round(round_id: int) -> None:
    jobs.pairing.pair_round(round_id)


@shared_task
def compute_standings(tournament_id: int) -> None:
    jobs.standings.compute_standings(tournament_id)


@shared_task
def sweep() -> None:
    jobs.sweep.sweep(send_pairing=pair_round.delay, send_standings=compute_standings.delay)


def send(task: Task, *args: object) -> None:
    """Hand a task to the broker. One that cannot be reached loses nothing: the sweep finds the work again."""
    try:
        task.delay(*args)
    except OperationalError:
        log.warning("The broker did not take %s%r; the sweep will send it again.", task.name, args)
