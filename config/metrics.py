"""The figures for Prometheus at /metrics: counted over all processes of a machine, beside what `health` sees of all.

Each process counts in small files of a folder (PROMETHEUS_MULTIPROC_DIR, which `make up` sets), and whichever web
server is asked adds them up. Without the folder it tells of itself alone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import datetime
from hmac import compare_digest
from ipaddress import ip_address

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from tournaments.selectors.site import health

REQUESTS = Counter("viertal_requests", "Requests that were answered.", ["kind", "method", "status"])
SECONDS = Histogram("viertal_request_seconds", "From the head of a request to the end of its answer.", ["kind"])
STREAMS = Gauge("viertal_streams", "Viewers who are told of changes.", multiprocess_mode="livesum")
TASKS = Counter("viertal_tasks", "Tasks that a worker ended.", ["task", "state"])
TASK_SECONDS = Histogram("viertal_task_seconds", "How long tasks took.", ["task"])
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")


class Seen:
    """The figures of all of Viertal, as `health` sees it."""

    def collect(self) -> Iterator[Metric]:
        parts = health.parts()
        up = GaugeMetricFamily("viertal_up", "Whether a part is well (1) or not (0).", labels=["part"])
        for name, part in parts.items():
            up.add_metric([name], float(part.ok))
        yield up
        for title, text, name, fact in (
            ("viertal_queue_tasks", "Tasks that wait.", "work", "waiting"),
            ("viertal_failing_tasks", "Tasks that failed and are tried again.", "work", "failing"),
            ("viertal_workers", "Processes that carry out tasks.", "workers", "number"),
            ("viertal_disk_free_bytes", "Room on the data folder's disk.", "disk", "free_bytes"),
            ("viertal_disk_total_bytes", "Size of the data folder's disk.", "disk", "total_bytes"),
            ("viertal_last_sweep_timestamp_seconds", "When lost work was last looked for.", "beat", "last"),
            ("viertal_last_backup_timestamp_seconds", "When the newest backup was made.", "backups", "last"),
        ):
            value = parts[name].facts.get(fact)
            if value is not None:
                number = value.timestamp() if isinstance(value, datetime) else float(value)
                yield GaugeMetricFamily(title, text, value=number)


def kind(path: str) -> str:
    """Return the kind of page that a request is for."""
    for prefix, name in (("/admin/", "desk"), ("/api/", "api"), ("/static/", "static"), ("/live/", "live")):
        if path.startswith(prefix):
            return name
    return "public"


def task_ended(task: str, state: str, begun: float | None) -> None:
    """Count a task, and how long it took."""
    name = task.rpartition(".")[2]
    TASKS.labels(name, state).inc()
    if begun is not None:
        TASK_SECONDS.labels(name).observe(time.monotonic() - begun)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the figures to holders of the token or, where there is no token, to this machine; answer others 404."""
    if not _may_see(request):
        raise Http404
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(registry)
    else:
        for collector in (REQUESTS, SECONDS, STREAMS, TASKS, TASK_SECONDS):
            registry.register(collector)
    registry.register(Seen())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _may_see(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        authorization = request.headers.get("Authorization", "").encode("utf-8", "surrogateescape")
        return compare_digest(authorization, f"Bearer {settings.METRICS_TOKEN}".encode())
    # What a proxy passes on comes from this machine, too, and may be anybody's.
    if settings.PROXY or any(name in request.META for name in FORWARDED):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
