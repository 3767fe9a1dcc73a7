"""Keeps the beat of a worker alive."""

from __future__ import annotations

import logging
from typing import Any

from celery import bootsteps
from celery.worker.components import Beat

log = logging.getLogger(__name__)


class WatchBeat(bootsteps.StartStopStep):
    """Celery starts a pool process again that was killed, but not its beat: without it nothing is swept any more."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        """Look every second, as long as this connection to the broker lasts; the next one begins anew."""
        consumer.timer.call_repeatedly(1.0, look, (consumer.controller,))

    def stop(self, consumer: Any) -> None:
        """Nothing: Celery takes the timer's entry away with the connection."""


def look(worker: Any) -> None:
    """Start the worker's beat again if it has one and that has ended."""
    step = next((step for step in worker.steps if isinstance(step, Beat)), None)
    if step is None or step.obj is None or step.obj.is_alive():
        return
    log.warning("The beat ended with status %s. Starting it again.", step.obj.exitcode)
    step.obj = step.create(worker)
    step.obj.start()
