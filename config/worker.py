"""The parts of a worker that keep it working when the broker, a pool process or the beat is killed beside it."""

from __future__ import annotations

import logging
from typing import Any

from celery import Celery, bootsteps
from celery.worker.components import Beat
from kombu.transport import redis, virtual

log = logging.getLogger(__name__)


def prepare(app: Celery) -> None:
    """Have the workers of this process do what is here."""
    app.steps["consumer"].add(WatchBeat)
    redis.Channel.QoS = QoS


class QoS(redis.QoS):
    """Frees a task's place also where the broker cannot be told that it is done.

    Kombu leaves the task among those that are being worked at: as many as the worker has places, and it waits for
    ever. The broker hands such a task out again after its time-out; it may run twice and does not mind.
    """

    def ack(self, delivery_tag: str) -> None:
        """As in kombu; the error is raised, too."""
        try:
            super().ack(delivery_tag)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """As in kombu; the error is raised, too."""
        try:
            super().reject(delivery_tag, requeue)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


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
