"""The key that log lines are put together by: the id of the request, or of the task, that a line was written for."""

from __future__ import annotations

import re
import uuid
from contextvars import ContextVar

REQUEST: ContextVar[str] = ContextVar("viertal_request", default="")
PLAIN = re.compile(rb"[-_.A-Za-z0-9]{8,64}")


def request_id(sent_id: bytes, *, believed: bool) -> str:
    """Return the id that a trusted proxy gave a request, else a new one."""
    return sent_id.decode("ascii") if believed and PLAIN.fullmatch(sent_id) else uuid.uuid4().hex


def task_id() -> str:
    """Return the id of the task that this process works on; empty where there is none."""
    from celery import current_task

    return (current_task.request.id or "") if current_task else ""
