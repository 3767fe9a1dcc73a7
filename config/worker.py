"""The parts of a worker that keep it working when the broker, a pool process or the beat is killed beside it."""

from __future__ import annotations

import logging
import time
from typing import Any

import psycopg
from celery import Celery, bootsteps
from celery.bootsteps import RUN
from celery.worker import state
from celery.worker.components import Beat
from kombu.transport import redis, virtual

from tournaments.live.asgi import database_parameters
from tournaments.selectors.health import WORKER

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
        """Acknowledge as kombu does, and raise its error, too."""
        try:
            super().ack(delivery_tag)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Reject as kombu does, and raise its error, too."""
        try:
            super().reject(delivery_tag, requeue)
        except Exception:
            virtual.QoS.ack(self, delivery_tag)
            raise


class Sign:
    """A connection to the database by which everybody sees that this process of a worker is there and at work.

    Tasks close theirs, and a database that starts again closes all; this one comes back with the next task.
    """

    def __init__(self) -> None:
        self._shown = False
        self._swept = 0
        self._line: psycopg.Connection[Any] | None = None

    def begin(self) -> None:
        """Show it from now on; in a worker's process only."""
        self._shown = True
        self.at_work(swept=False)

    def at_work(self, *, swept: bool) -> None:
        """Tell the database that a task was carried out just now."""
        if not self._shown:
            return
        if swept:
            self._swept = int(time.time())
        try:
            if self._line is None or self._line.closed:
                self._line = psycopg.connect(**database_parameters(), autocommit=True)
            self._line.execute("SELECT set_config('application_name', %s, false)", [f"{WORKER} swept {self._swept}"])
        except psycopg.Error:
            log.warning("The database does not see that this worker is at work.", exc_info=True)
            if self._line is not None:
                self._line.close()


SIGN = Sign()


class WatchBeat(bootsteps.StartStopStep):
    """Celery starts a pool process again that was killed, but not its beat: without it nothing is swept any more."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        """Look every second, as long as this connection to the broker lasts; the next one begins anew."""
        consumer.timer.call_repeatedly(1.0, look, (consumer.controller,))

    def stop(self, consumer: Any) -> None:
        """Do nothing: Celery takes the timer's entry away with the connection."""


def look(worker: Any) -> None:
    """Start the worker's beat again if it has one and that has ended, but not because the worker itself stops."""
    if worker.blueprint.state != RUN or state.should_stop is not None or state.should_terminate is not None:
        return
    step = next((step for step in worker.steps if isinstance(step, Beat)), None)
    if step is None or step.obj is None or step.obj.is_alive():
        return
    log.warning("The beat ended with status %s. Starting it again.", step.obj.exitcode)
    step.obj = step.create(worker)
    step.obj.start()
