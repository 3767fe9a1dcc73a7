"""The parts of Viertal one by one, for servers and containers: `viertal web`, `worker`, `prepare`, `healthy`.

`make up` runs all of them itself; here the database and the broker are others' (DATABASE_URL, BROKER_URL). Each part
takes the place of this process, so that a signal reaches it.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from config import environment
from config.commands import command
from launcher.site import answers

APP = Path(__file__).resolve().parents[1]
NEEDED = ("DATABASE_URL", "BROKER_URL", "SECRET_KEY")


def main(name: str, arguments: Sequence[str]) -> int:
    """Run one part. Exit status 1 with a sentence where a setting is missing or wrong."""
    try:
        environment.check(os.environ)
    except environment.BadSetting as error:
        sys.stderr.write(f"{error}\n")
        return 1
    missing = [variable for variable in NEEDED if not os.environ.get(variable)]
    if missing:
        sys.stderr.write(f"Set {', '.join(missing)} first. Or start everything on one machine: {command('up')}\n")
        return 1
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("PYTHONUNBUFFERED", "1")
    os.chdir(APP)
    return PARTS[name](arguments)


def _web(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="viertal web", description="Run one web process.")
    parser.add_argument("--host", default="127.0.0.1", help="where to listen (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="the port (default: 8000)")
    parser.add_argument("--socket", metavar="PATH", help="a Unix socket instead")
    options = parser.parse_args(arguments)
    where = ["--uds", options.socket] if options.socket else ["--host", options.host, "--port", str(options.port)]
    return _become(
        *("uvicorn", "config.asgi:application", *where, "--lifespan", "on"),
        *("--http", "launcher.connections:GuardedProtocol", "--no-access-log", "--no-server-header"),
        *("--timeout-graceful-shutdown", "2", "--timeout-keep-alive", "30", "--backlog", "2048"),
        # Believed only when said so: else anyone could choose the address that is logged and limited.
        "--proxy-headers" if environment.flag(os.environ, "VIERTAL_BEHIND_PROXY") else "--no-proxy-headers",
    )


def _worker(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="viertal worker", description="Run one worker.")
    parser.add_argument("--concurrency", type=int, default=2, help="tasks at once (default: 2)")
    options = parser.parse_args(arguments)
    os.environ["DATABASE_POOL"] = "0"
    return _become(
        *("celery", "--app", "config.celery", "worker", "--concurrency", str(options.concurrency)),
        *("--loglevel", "INFO", "--without-gossip", "--without-mingle", "--hostname", f"viertal-{os.getpid()}@%h"),
    )


def _prepare(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="viertal prepare", description="Update the database and collect files.")
    parser.add_argument("--demo", action="store_true", help="load the demonstration event into an empty database")
    parser.add_argument("--no-backup", action="store_true", help="update data without a backup of them first")
    options = parser.parse_args(arguments)
    os.environ["DATABASE_POOL"] = "0"
    flags = ([] if options.demo else ["--no-demo"]) + (["--no-backup"] if options.no_backup else [])
    return _become("launcher.prepare", *flags)


def _healthy(arguments: Sequence[str]) -> int:
    """Return 0 where the web process, or the worker, of this machine answers."""
    parser = argparse.ArgumentParser(prog="viertal healthy", description="Ask the web process whether it answers.")
    parser.add_argument("--port", type=int, default=8000, help="the web process' port (default: 8000)")
    parser.add_argument("--worker", action="store_true", help="ask this machine's worker instead")
    options = parser.parse_args(arguments)
    well = _worker_answers() if options.worker else answers(os.environ, ("127.0.0.1", options.port))
    return 0 if well else 1


def _worker_answers() -> bool:
    """Return whether a worker of this machine, with these settings, looked for work within the last half minute."""
    import django
    import psycopg

    django.setup()
    from config.worker import LOOKED, sign

    try:
        with psycopg.connect(os.environ["DATABASE_URL"], connect_timeout=5) as line:
            row = line.execute(LOOKED, [sign()]).fetchone()
    except psycopg.Error:
        return False
    return row == (True,)


def _become(module: str, *arguments: str) -> int:
    os.execv(sys.executable, [sys.executable, "-m", module, *arguments])  # noqa: S606


PARTS: dict[str, Callable[[Sequence[str]], int]] = {
    "web": _web,
    "worker": _worker,
    "prepare": _prepare,
    "healthy": _healthy,
}
