"""The Celery application. Its settings are Django's, with CELERY_ before the name."""

import os
import time
from typing import Any

from celery import Celery
from celery.signals import (
    after_setup_logger,
    after_setup_task_logger,
    task_postrun,
    task_prerun,
    worker_init,
)
from django.conf import settings
from django.db import connections

from config.loglines import FORMATS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("viertal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect(dispatch_uid="viertal")
def prepare_worker(**_: Any) -> None:
    """Prepare a worker. The web does without it: Celery's parts of a worker are slow to load."""
    from config import error_reports
    from config.worker import Hands

    if settings.DATABASE_LISTEN is not None:
        # some locks of jobs last longer than a transaction
        names = ("NAME", "USER", "PASSWORD", "HOST", "PORT")
        ours = connections.settings["default"]
        # how that line is secured is its own matter
        options = {name: value for name, value in ours["OPTIONS"].items() if not name.startswith("ssl")}
        ours |= {name: settings.DATABASE_LISTEN[name] for name in names}
        ours["OPTIONS"] = options | settings.DATABASE_LISTEN["OPTIONS"]
    error_reports.begin(settings.SENTRY_DSN)
    app.steps["worker"].add(Hands)


@worker_init.connect(dispatch_uid="viertal_warm")
def warm_up(**_: Any) -> None:
    """Warm up before the hands are forked, so that they share it."""
    from config import warmup

    warmup.worker()


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
    from config import metrics

    metrics.task_ended(task.name, state or "LOST", getattr(task.request, "viertal_begun", None))
