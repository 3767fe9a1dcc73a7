"""The supervisor: runs the database, the broker, the web server and the worker, restarts any of them that ends, and
stops them in order."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

from config import environment
from config.commands import command
from config.data_folder import DataFolder
from config.process import die_with_parent, tied_to_this
from launcher import site
from launcher.broker import Broker
from launcher.database import dumps, older
from launcher.database.postgres import Postgres
from launcher.networks import reachable
from launcher.programs import ports, processes
from launcher.programs.child import Child, Program
from launcher.programs.privileges import database_owner

CHECKOUT = Path(__file__).resolve().parents[1]
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
Tell = Callable[[str], None]


class CannotStart(RuntimeError):
    """Viertal cannot be started. The message says why."""


class Stopped(Exception):
    """A person asked to stop while it was starting."""


class Supervisor:
    """The supervisor of all of Viertal on one machine, from one data folder."""

    def __init__(
        self,
        folder: DataFolder,
        env: Mapping[str, str],
        *,
        demo: bool,
        tell: Tell,
        restored: Path | None = None,
        backup: bool = True,
    ) -> None:
        self.folder = folder
        self.demo = demo
        self.restored = restored
        self.backup = backup
        self.tell = tell
        self.env = dict(env)
        self.children: list[Child] = []
        self.stop_requests = 0
        self.generated_password: str | None = None
        self.url = ""
        self.network_urls: list[str] = []
        self._make = processes.Make(self.env)
        self._listener: socket.socket | None = None
        self._unrecorded = False
        self._own_database = True
        self._new_database = False
        self._counters: Path | None = None
        self._bell_reader, self._bell_writer = os.pipe()
        os.set_blocking(self._bell_writer, False)
        os.set_blocking(self._bell_reader, False)

    def run(self) -> None:
        """Start, watch until asked to stop, stop. Raises CannotStart and the like, also where it was stopped before it
        restored; all is stopped then too."""
        if self.restored is not None:
            dumps.check(self.restored)
        try:
            self._alone(self._serve)
        except Stopped:
            if self.restored is not None:
                raise CannotStart(f"It was stopped before it restored {self.restored}. Run it again.") from None

    def with_database(self, job: Callable[[str], None]) -> None:
        """Start the own database alone, do that with its address, and stop. Raises as `run` does, and CannotStart where
        it was stopped before: nobody may take that for done."""

        def do() -> None:
            database = next(program for program in self._own_servers() if program.name == "database")
            self._bring_up([database])
            job(self.env["DATABASE_URL"])

        try:
            self._alone(do)
        except Stopped:
            raise CannotStart("It was stopped before it began. Nothing was done; run it again.") from None

    def _serve(self) -> None:
        self._start()
        self._announce()
        self._watch()

    def _alone(self, work: Callable[[], None]) -> None:
        """Do that while the data folder is ours; whatever it started is stopped then, also where it fails. Raises
        Stopped where a person asked to stop."""
        self._catch_signals()
        if "MAKELEVEL" in self.env:
            die_with_parent(signal.SIGTERM)  # a make that is killed takes Viertal with it
        self.folder.make()
        self.folder.lock()
        try:
            self._end_leftovers()
            work()
        finally:
            self.stop()

    # --- starting

    def _end_leftovers(self) -> None:
        left = processes.end_leftovers(self.folder.recorded_processes())
        if left:
            self.tell(f"The last run ended abruptly. Stopped the processes that it left: {', '.join(left)}.")

    def _start(self) -> None:
        self.folder.worker_ready_file.unlink(missing_ok=True)
        host = self.env.get("HOST") or "0.0.0.0"  # noqa: S104 — phones in the hall must reach it
        port = environment.whole_number(self.env, "PORT", -1, 0, 65535) if self.env.get("PORT") else None
        self._listener, remark = ports.take(self.folder, host, port)
        if remark:
            self.tell(remark)
        self._listener.set_inheritable(True)
        self._find_addresses(host, self._listener.getsockname()[1])
        self._own_database = not self.env.get("DATABASE_URL")
        servers = self._own_servers()
        env = self._child_environment()
        self.folder.record_services(
            pid=os.getpid(),
            url=self.url,
            sockets=str(self._sockets) if servers else None,
            database_url=env["DATABASE_URL"],
            broker_url=env["BROKER_URL"],
        )
        self._bring_up(servers)
        if self.restored is not None:
            self._restore(self.restored, env["DATABASE_URL"], new=self._new_database)
        self._prepare(env)
        web = site.web(env, self._listener.fileno(), self._ask)
        self._bring_up([web, site.worker(env, self.folder.worker_ready_file)])
        if self._own_database:
            self._bring_up([site.keeper(env)])

    def _own_servers(self) -> list[Program]:
        """Prepare the database and the broker, except those that the environment names. Set their addresses."""
        programs: list[Program] = []
        for name, check in (("DATABASE_URL", environment.database), ("BROKER_URL", environment.broker)):
            if self.env.get(name):
                check(self.env[name])
        if not (self.env.get("DATABASE_URL") and self.env.get("BROKER_URL")):
            self._sockets = self.folder.socket_folder()
            self.folder.record_services(pid=os.getpid(), sockets=str(self._sockets))
        if not self.env.get("DATABASE_URL"):
            postgres = Postgres(
                self.folder.database,
                self._sockets / "database",
                self.folder.secret("database_password", 40),
                database_owner(),
            )
            older.Crossing(self.folder, postgres, self.env, self._while_running, self.tell).go(self.restored)
            self._new_database = postgres.made_by() is None
            if self._new_database:
                self.tell("Creating the database …")
            postgres.make()
            older.keep(self.folder)
            self.folder.installation()
            for path in postgres.changed:
                self.tell(f"Allowed the system user that runs PostgreSQL to enter {path}.")
            self.env["DATABASE_URL"] = postgres.address
            programs.append(postgres.program())
        if not self.env.get("BROKER_URL"):
            broker = Broker(self.folder.broker, self._sockets)
            self.env["BROKER_URL"] = broker.address
            programs.append(broker.program(self.env))
        return programs

    def _child_environment(self) -> dict[str, str]:
        env = dict(self.env)
        env.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        env["SECRET_KEY"] = env.get("SECRET_KEY") or self.folder.secret("secret_key", 64)
        env["VIERTAL_DATA"] = str(self.folder.root)
        env["PYTHONUNBUFFERED"] = "1"
        env["VIERTAL_MAKES_BACKUPS"] = str(int(self._own_database))
        self._counters = self.folder.counters()
        env["PROMETHEUS_MULTIPROC_DIR"] = str(self._counters)
        if not env.get("VIERTAL_ORGANISER_PASSWORD"):
            self.generated_password = self.folder.secret("organiser_password", 14)
            env["VIERTAL_ORGANISER_PASSWORD"] = self.generated_password
        return env

    def _find_addresses(self, host: str, port: int) -> None:
        everywhere = host in {"0.0.0.0", "::"}  # noqa: S104
        shown = f"[{host}]" if ":" in host else host
        self.url = f"http://{'localhost' if everywhere else shown}:{port}/"
        self.network_urls = [f"http://{address}:{port}/" for address in reachable()] if everywhere else []
        self._ask = ("127.0.0.1" if everywhere else host, port)

    def _bring_up(self, programs: Iterable[Program]) -> None:
        """Start these together and wait until each answers; one that ends is tried again a few times."""
        fresh = [Child(program, self.folder.logs, CHECKOUT) for program in programs]
        self.children += fresh
        tries = dict.fromkeys(fresh, 1)
        for child in fresh:
            child.start()
        self._record()
        deadlines = {child: time.monotonic() + child.program.slow_start for child in fresh}
        while waiting := [child for child in fresh if not child.is_ready()]:
            for child in waiting:
                if child.pid is not None and not child.runs():
                    tries[child] += 1
                    if tries[child] > 5:
                        raise CannotStart(
                            f"The {child.name} {child.how_it_ended()}. The end of its log, "
                            f"{child.log.path}:\n{child.log.tail()}"
                        )
                elif time.monotonic() > deadlines[child]:
                    raise CannotStart(
                        f"The {child.name} does not answer. The end of its log, {child.log.path}:\n{child.log.tail()}"
                    )
            self._watch_once(0.02)

    def _while_running(self, program: Program, job: Callable[[], None]) -> None:
        """Do that while a program runs beside the others, and stop it."""
        self._bring_up([program])
        child = self.children[-1]
        try:
            job()
        finally:
            self._stop_these([child])
            child.log.close()
            self.children.remove(child)

    def _restore(self, file: Path, address: str, *, new: bool) -> None:
        """Put the backup back; what is there now is backed up before."""
        if not new:
            kept = dumps.name(self.folder, "before-restore", self.env)
            dumps.backup(address, kept)
            self.tell(f"The data from before is saved in {kept}.")
        ended = dumps.restore(address, file)
        self.tell(f"Restored {file}. {ended}")
        self.folder.record_update()
        self.restored = None

    def _prepare(self, env: Mapping[str, str]) -> None:
        line = [sys.executable, "-m", "launcher.prepare"]
        line += ([] if self.demo else ["--no-demo"]) + ([] if self.backup else ["--no-backup"])
        log = self.folder.logs / "prepare.log"
        with log.open("wb") as file:
            process = subprocess.Popen(
                tied_to_this(line),
                cwd=CHECKOUT,
                env={**env, "DATABASE_POOL": "0"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=file,
                start_new_session=True,
            )
            try:
                while process.poll() is None:
                    self._watch_once(0.02)
                assert process.stdout is not None
                answer = process.stdout.read().decode("utf-8", "replace").strip().splitlines()
            finally:
                if process.poll() is None:
                    process.kill()
                    process.wait()
                assert process.stdout is not None
                process.stdout.close()
        if process.returncode:
            words = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-15:]
            raise CannotStart("Viertal could not prepare its data:\n" + "\n".join(f"    {line}" for line in words))
        report = json.loads(answer[-1])
        if report["migrated"]:
            self.tell(f"Updated the database ({report['migrated']} migrations).")
        if report["backup"]:
            self.tell(f"The data from before are in {report['backup']}. To go back to them: {command('rollback')}")
        if not report["generated_password"]:
            self.generated_password = None

    # --- running

    def _announce(self) -> None:
        lines = ["", f"Viertal runs on  {self.url}"]
        lines += [f"other devices:   {url}" for url in self.network_urls[:3]]
        if not self.network_urls:
            lines.append("other devices:   none can reach it (no network, or HOST is set)")
        lines.append(f"the desk:        {self.url}admin/")
        if self.generated_password:
            lines.append(f"login:           organiser, password {self.generated_password}  (change it in the admin)")
        else:
            lines.append("login:           organiser, with the password that was set for it")
        lines += [f"data and logs:   {self.folder.root}", "to stop:         Ctrl-C", ""]
        self.tell("\n".join(lines))

    def _watch(self) -> None:
        while not self.stop_requests:
            self._watch_once(1.0)

    def _watch_once(self, longest: float) -> None:
        """Look after every child, then wait for news. Raises Stopped when someone asked to stop."""
        changed = False
        for child in self.children:
            line = child.watch()
            if line:
                self.tell(line)
            changed |= child.started_anew()
        if changed or self._unrecorded:
            self._record()
        pause = min([longest, *(child.wait_time(longest) for child in self.children)])
        if self.stop_requests == 0:
            self._wait(pause)
        if self._make.was_interrupted():
            self.stop_requests = max(self.stop_requests, 1)
        if self.stop_requests:
            raise Stopped

    def _wait(self, seconds: float) -> None:
        """Wait for a signal (a child's end among them), at most so many seconds."""
        with contextlib.suppress(InterruptedError):
            if select.select([self._bell_reader], [], [], seconds)[0]:
                with contextlib.suppress(BlockingIOError):
                    while os.read(self._bell_reader, 4096):
                        pass

    def _record(self) -> None:
        """Write down what runs, for the next start alone: a disk that is full is no reason to end this one."""
        try:
            self.folder.record_processes([entry for child in self.children if (entry := child.identity())])
        except OSError as error:
            if not self._unrecorded:
                self.tell(
                    f"Cannot record the running processes: {error}. Viertal goes on and tries again; "
                    f"make room on the disk of {self.folder.root}."
                )
            self._unrecorded = True
        else:
            self._unrecorded = False

    def _catch_signals(self) -> None:
        signal.set_wakeup_fd(self._bell_writer, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in STOP_SIGNALS:
            signal.signal(number, self._on_stop)

    def _on_stop(self, _number: int, _frame: FrameType | None) -> None:
        self.stop_requests += 1

    # --- stopping

    def stop(self) -> None:
        """Stop all: first who writes (web, worker), then what they write to. A second signal makes it
        short."""
        if any(child.pid is not None for child in self.children):
            self.tell("Stopping …")
        groups = (("web", "worker", "backups"), ("broker", "database"))
        for group in groups:
            self._stop_these([child for child in self.children if child.name in group])
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        for child in self.children:
            child.log.close()
        if self._counters is not None:
            shutil.rmtree(self._counters, ignore_errors=True)
        if self.children:
            with contextlib.suppress(OSError):  # a disk that takes no changes: the next start looks for what is left
                self.folder.forget_run()
            self.tell("Stopped.")
        self.children = []
        self.folder.unlock()

    def _stop_these(self, children: list[Child]) -> None:
        asked = self.stop_requests
        begun = time.monotonic()
        for child in children:
            child.ask_to_stop()
        while left := [child for child in children if child.runs()]:
            for child in left:
                hurried = self.stop_requests > max(asked, 1) and child.name != "database"
                if hurried or time.monotonic() - begun > child.program.patience:
                    child.kill()
            self._wait(0.05)


def teller(stream: Any = None) -> Tell:
    """Print lines as long as somebody listens: a closed terminal must not keep Viertal from stopping cleanly."""

    def tell(line: str) -> None:
        with contextlib.suppress(OSError, ValueError):
            print(line, file=stream or sys.stdout, flush=True)

    return tell
