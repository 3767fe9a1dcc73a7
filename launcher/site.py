"""The web server, the worker and the keeper of backups: how each starts, and how one sees that it is ready."""

from __future__ import annotations

import http.client
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from config import environment
from launcher.programs.child import Program


def web(env: Mapping[str, str], descriptor: int, address: tuple[str, int]) -> Program:
    """Return the web server's program. It serves on the open socket ``descriptor``, which answers at ``address``."""
    return Program(
        name="web",
        command=[sys.executable, "-m", "launcher.web", str(descriptor)],
        stop=signal.SIGTERM,
        patience=6.0,
        orphaned=signal.SIGKILL,
        ready=lambda _pid: answers(env, address),
        env=_without_password(env),
        keep_open=(descriptor,),
        before=lambda: _forget_viewers(env),
    )


def _forget_viewers(env: Mapping[str, str]) -> None:
    """Remove the number of viewers that a web server which was killed had: nobody else takes it away."""
    if folder := env.get("PROMETHEUS_MULTIPROC_DIR"):
        for left in Path(folder).glob("gauge_live*.db"):
            left.unlink(missing_ok=True)


def worker(env: Mapping[str, str], ready_file: Path) -> Program:
    """Return the worker's program. The worker writes its process id to ``ready_file`` once it is ready."""
    command = ["-m", "celery", "--app", "config.celery", "worker"]
    command += ["--concurrency", "2", "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
    return Program(
        name="worker",
        command=[sys.executable, *command, "--hostname", f"viertal-{os.getpid()}@%h"],
        stop=signal.SIGTERM,
        patience=10.0,
        orphaned=signal.SIGKILL,
        ready=lambda pid: _worker_answers(ready_file, pid),
        env=_without_password(env) | {"VIERTAL_WORKER_READY": str(ready_file), "DATABASE_POOL": "0"},
        before=lambda: ready_file.unlink(missing_ok=True),
    )


def keeper(env: Mapping[str, str]) -> Program:
    """Return the program that makes backups by itself."""
    return Program(
        name="backups",
        command=[sys.executable, "-m", "launcher.keeper"],
        stop=signal.SIGTERM,
        patience=5.0,
        orphaned=signal.SIGKILL,
        ready=lambda _pid: True,
        env=_without_password(env),
    )


def _without_password(env: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in env.items() if name != "VIERTAL_ORGANISER_PASSWORD"}


def answers(env: Mapping[str, str], address: tuple[str, int]) -> bool:
    """Return whether the web server at an address says that it is well."""
    connection = http.client.HTTPConnection(*address, timeout=5)
    # A proxy asks like this; without it a redirect to https would look like a dead site.
    headers = {"Host": "localhost", "X-Forwarded-Proto": "https"}
    if names := environment.names(env, "ALLOWED_HOSTS"):
        headers["Host"] = names[0].lstrip(".*") or "localhost"
    try:
        connection.request("GET", "/healthz", headers=headers)
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return status == 200 or (status in {301, 302} and environment.flag(env, "VIERTAL_HTTPS"))


def _worker_answers(ready_file: Path, pid: int) -> bool:
    try:
        return ready_file.read_text(encoding="ascii").strip() == str(pid)
    except OSError:
        return False
