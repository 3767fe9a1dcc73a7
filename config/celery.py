"""The Celery application. Its settings are Django's, with CELERY_ before the name."""

import os
import signal
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import (
    after_setup_logger,
    after_setup_task_logger,
    beat_embedded_init,
    task_postrun,
    task_prerun,
    worker_init,
    worker_process_init,
    worker_ready,
)
from django.conf import settings

from config.loglines import FORMATS
from config.process import die_with_parent, name_this_process

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("viertal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
BEAT = "viertal-beat"
"""The name of the beat's process, as `ps` and /proc tell it."""


@worker_init.connect(dispatch_uid="viertal")
def prepare_worker(**_: Any) -> None:
    """Prepare a worker. The web does without it: Celery's parts of a worker are slow to load."""
    from config import error_reports
    from config.worker import prepare

    error_reports.begin(settings.SENTRY_DSN)
    prepare(app)


@worker_process_init.connect(dispatch_uid="viertal")
@beat_embedded_init.connect(dispatch_uid="viertal")
def stop_with_the_worker(**_: Any) -> None:
    """End a helper together with its worker: it must not go on working beside the next one's if the worker is
    killed."""
    die_with_parent(signal.SIGKILL)


@worker_process_init.connect(dispatch_uid="viertal_sign")
def sign_in(**_: Any) -> None:
    """Sign in at the database, so that it can tell how many workers there are and when they last swept."""
    from config import worker

    worker.SIGN.begin()


@worker_init.connect(dispatch_uid="viertal_warm")
def warm_up(**_: Any) -> None:
    """Warm up before the children are forked, so that they share it. They connect in a receiver of their own,
    registered after Celery's, which takes leave of connections that it thinks they inherited."""
    from config import warmup

    warmup.worker()
    worker_process_init.connect(lambda **_: warmup.worker_child(), dispatch_uid="viertal_warm", weak=False)


@beat_embedded_init.connect(dispatch_uid="viertal-beat")
def begin_at_once(sender: Any, **_: Any) -> None:
    """Make due now what is due every few seconds: the run before may have left work behind."""
    name_this_process(BEAT)
    for entry in sender.scheduler.schedule.values():
        entry.last_run_at -= timedelta(days=1)


@after_setup_logger.connect(dispatch_uid="viertal")
@after_setup_task_logger.connect(dispatch_uid="viertal")
def write_plain_lines(logger: Any, **_: Any) -> None:
    """Give the worker's log the same lines as the web server's."""
    for handler in logger.handlers:
        handler.setFormatter(FORMATS[settings.LOG_FORMAT]())


@task_prerun.connect(dispatch_uid="viertal")
def note_the_time(task: Any, **_: Any) -> None:
    """Note when the task began, for `count_the_task`."""
    task.request.viertal_begun = time.monotonic()


@task_postrun.connect(dispatch_uid="viertal")
def count_the_task(task: Any, state: str | None, **_: Any) -> None:
    """Tell Prometheus how many tasks ended, how, and how long they took."""
    from config import metrics, worker

    metrics.task_ended(task.name, state or "LOST", getattr(task.request, "viertal_begun", None))
    worker.SIGN.at_work(swept=task.name.endswith(".sweep"))


@worker_ready.connect(dispatch_uid="viertal")
def say_ready(**_: Any) -> None:
    """Tell who started the worker (launcher) that it takes tasks now."""
    if path := os.environ.get("VIERTAL_WORKER_READY"):
        Path(path).write_text(f"{os.getpid()}\n", encoding="ascii")
