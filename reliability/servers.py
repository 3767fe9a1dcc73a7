"""Viertal on servers, as docs/howto/run-on-servers.md describes it, tried for real on one machine.

``python -m reliability.servers redis|rabbitmq`` needs the system's own PostgreSQL, nginx and Redis or RabbitMQ
(Debian: ``apt-get install postgresql nginx redis-server rabbitmq-server``) and root, who starts them as their own
users. It starts them in a folder of its own, then two web processes and two workers with the commands of ``deploy/``,
and nginx with ``deploy/nginx.conf`` (on plain http). A hundred viewers listen through nginx while an evening's results
are entered through it; after five results a web process is killed, after ten a worker. Every result must reach every
viewer and the standings. Exits with 1 where it does not.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import psycopg

from benchmarks.evening import SET_UP, enter, shows, signed_in
from benchmarks.programs import asked
from tests.support.stack import CHECKOUT, PASSWORD, clean_environment

VIEWERS, PLAYERS = 100, 64
POSTGRES = Path("/usr/lib/postgresql")
PATIENCE = 30.0


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@dataclass
class Site:
    """The address of the site, in the words of `benchmarks.evening`."""

    url: str
    env: dict[str, str]
    username: str = "organiser"
    password: str = PASSWORD

    def python(self, code: str) -> str:
        """Run Python with Django set up against the site; what it printed."""
        text = "import django; django.setup()\n" + textwrap.dedent(code)
        done = subprocess.run(
            [sys.executable, "-c", text],
            cwd=CHECKOUT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(done.stderr)
        return done.stdout


class Processes:
    """The started processes, each with a log; all of them end with the trial."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.commands: dict[str, tuple[list[str], Mapping[str, str], str | None]] = {}

    def start(self, name: str, *command: str, env: Mapping[str, str] | None = None, user: str | None = None) -> None:
        self.commands[name] = list(command), env or os.environ, user
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                command,
                cwd=CHECKOUT,
                env=env,
                user=user,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self, name: str) -> None:
        os.killpg(self.running[name].pid, signal.SIGKILL)
        self.running.pop(name).wait()

    def again(self, name: str) -> None:
        """Start a program again, as systemd does."""
        command, env, user = self.commands[name]
        self.start(name, *command, env=env, user=user)

    def end(self) -> None:
        for name in reversed(list(self.running)):
            process = self.running[name]
            with contextlib.suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT if name == "postgres" else signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(15)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def until(what: str, answers: object) -> None:
    """Wait for an answer. Raises SystemExit where it takes too long: a busy machine starts Erlang in a minute."""
    deadline = time.monotonic() + 6 * PATIENCE
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError):
            if answers():  # type: ignore[operator]
                return
        time.sleep(0.05)
    raise SystemExit(f"{what} does not answer.")


def listens(port: int) -> bool:
    with socket.create_connection(("127.0.0.1", port), 1):
        return True


def own(folder: Path, user: str) -> Path:
    """Make a folder that belongs to that user."""
    folder.mkdir()
    shutil.chown(folder, user, user)
    return folder


def postgres(run: Processes) -> str:
    """Start the system's PostgreSQL with a database of its own and return its address."""
    programs = max(POSTGRES.iterdir()) / "bin"
    folder, port, password = own(run.folder / "postgres", "postgres"), free_port(), secrets.token_hex(8)
    data, password_file = folder / "data", folder / "password"
    password_file.write_text(password, encoding="ascii")
    shutil.chown(password_file, "postgres")
    subprocess.run(
        [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "viertal",
            "-A",
            "scram-sha-256",
            "--pwfile",
            password_file,
            "-E",
            "UTF8",
        ],
        cwd="/",
        user="postgres",
        stdout=subprocess.DEVNULL,
        check=True,
    )
    run.start(
        "postgres",
        str(programs / "postgres"),
        "-D",
        str(data),
        "-p",
        str(port),
        "-k",
        str(folder),
        user="postgres",
    )
    until("PostgreSQL", lambda: listens(port))
    return f"postgresql://viertal:{password}@127.0.0.1:{port}/postgres"


def broker(run: Processes, kind: str) -> str:
    """Start Redis or RabbitMQ and return its address."""
    port = free_port()
    if kind == "redis":
        folder, password = own(run.folder / "redis", "redis"), secrets.token_hex(8)
        run.start(
            "redis",
            "redis-server",
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--dir",
            str(folder),
            "--requirepass",
            password,
            user="redis",
        )
        until("Redis", lambda: listens(port))
        return f"redis://:{password}@127.0.0.1:{port}/0"
    folder = own(run.folder / "rabbitmq", "rabbitmq")
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODENAME": f"viertal{port}@localhost",
        "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_MNESIA_BASE": str(folder),
        "RABBITMQ_LOGS": "-",
        "RABBITMQ_PID_FILE": str(folder / "pid"),
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
    }
    run.start("rabbitmq", "/usr/lib/rabbitmq/bin/rabbitmq-server", env=env, user="rabbitmq")
    until("RabbitMQ", lambda: listens(port))
    return f"amqp://guest:guest@127.0.0.1:{port}//"


def nginx(run: Processes, static: Path) -> int:
    """Start nginx with the example of ``deploy/``, on plain http, and return its port."""
    port = free_port()
    text = (CHECKOUT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    _redirect, _, text = text.partition("server {\n    listen 80;")
    text = _redirect + text.partition("}\n\n")[2]
    for pattern, new in (
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port};"),
        (r" *ssl_certificate.*\n", ""),
        (r"/run/viertal/", f"{run.folder}/"),
        (r"alias /var/lib/viertal/static/", f"alias {static}/"),
    ):
        text, replaced = re.subn(pattern, new, text)
        assert replaced, pattern
    file = run.folder / "nginx.conf"
    file.write_text(
        "user root;\nworker_processes 1;\ndaemon off;\nevents { worker_connections 20000; }\n"
        f"pid {run.folder}/nginx.pid;\nerror_log stderr warn;\nworker_rlimit_nofile 40000;\n"
        f"http {{\ninclude /etc/nginx/mime.types;\naccess_log off;\n{text}\n}}\n",
        encoding="utf-8",
    )
    run.start("nginx", "nginx", "-c", str(file))
    until("nginx", lambda: listens(port))
    return port


def viertal(run: Processes, env: dict[str, str]) -> None:
    """Start two web processes and two workers, by the commands of ``deploy/``."""
    bin_ = Path(sys.executable).parent
    done = subprocess.run(
        [sys.executable, "-m", "launcher.prepare", "--no-demo"],
        cwd=CHECKOUT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    for number in ("1", "2"):
        for kind, more in (("web", {}), ("worker", {"DATABASE_POOL": "0"})):
            unit = (CHECKOUT / "deploy" / f"viertal-{kind}@.service").read_text(encoding="utf-8")
            run.start(f"{kind}-{number}", *command(unit, number, run.folder, bin_), env=env | more)


def command(unit: str, number: str, folder: Path, bin_: Path) -> list[str]:
    """Return the command of a systemd unit, with this trial's folders."""
    text = unit.replace("\\\n", " ").partition("ExecStart=")[2].partition("\n")[0]
    text = text.replace("/opt/viertal/.venv/bin", str(bin_)).replace("/run/viertal", str(folder))
    return text.replace("%i", number).replace("%%h", "%h").split()


class Viewer:
    """Somebody's page: listens through nginx, and comes back when the stream ends."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.version = self.returns = 0

    async def watch(self) -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(b"GET /live/benchmark HTTP/1.1\r\nHost: localhost\r\n\r\n")
                try:
                    while line := await reader.readline():
                        if line.startswith(b"data:"):
                            self.version = int(line[5:])
                finally:
                    writer.close()
            self.returns += 1
            await asyncio.sleep(0.5 + random.random())


async def evening(run: Processes, site: Site, port: int) -> int:
    """Enter all results; return how many did not reach everybody."""
    pk, *tables = (await asyncio.to_thread(site.python, SET_UP.format(players=PLAYERS))).splitlines()
    arbiter = await asyncio.to_thread(signed_in, site)
    viewers = [Viewer(port) for _ in range(VIEWERS)]
    watching = [asyncio.create_task(viewer.watch()) for viewer in viewers]
    while not all(viewer.version for viewer in viewers):
        await asyncio.sleep(0.05)
    print(f"{VIEWERS} viewers: {', '.join(f'{count} at {name}' for name, count in spread(run).items())}")
    missed, killed = 0, ""
    for number, line in enumerate(tables, start=1):
        table, winner = line.split(" ", 1)
        if number in (6, 11):
            killed = "web-1" if number == 6 else "worker-1"
            run.kill(killed)
            print(f"{killed} killed")
        begun = time.monotonic()
        await asyncio.to_thread(enter, arbiter, site, pk, table)
        answered = time.monotonic() - begun
        while not await asyncio.to_thread(shows, site, winner) and time.monotonic() - begun < PATIENCE:
            await asyncio.sleep(0.01)
        seen = time.monotonic() - begun
        answer = await asyncio.to_thread(version, site, pk)
        while min(viewer.version for viewer in viewers) < answer and time.monotonic() - begun < PATIENCE:
            await asyncio.sleep(0.01)
        told = sum(viewer.version >= answer for viewer in viewers)
        missed += VIEWERS - told + (seen >= PATIENCE)
        print(f"result {number}: answered {1000 * answered:.0f} ms, seen {1000 * seen:.0f} ms, told {told}/{VIEWERS}")
        if killed and number in (6, 11):
            run.again(killed)
    print(f"came back: {sum(viewer.returns > 0 for viewer in viewers)} viewers")
    for task in watching:
        task.cancel()
    return missed


def version(site: Site, pk: str) -> int:
    """Return the tournament's version in the database."""
    with psycopg.connect(site.env["DATABASE_URL"]) as connection:
        row = connection.execute("SELECT version FROM tournaments_tournament WHERE id = %s", [pk]).fetchone()
    assert row
    return int(row[0])


def spread(run: Processes) -> dict[str, int]:
    """Return how many connections each web process holds."""
    counts = {}
    for name in ("web-1", "web-2"):
        links = Path(f"/proc/{run.running[name].pid}/fd").iterdir()
        counts[name] = sum(str(link.readlink()).startswith("socket:") for link in links)
    return counts


@contextlib.contextmanager
def everything(kind: str) -> Iterator[tuple[Processes, Site, int]]:
    with tempfile.TemporaryDirectory(prefix="viertal-servers-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        run = Processes(folder)
        try:
            env = clean_environment(
                DATABASE_URL=postgres(run),
                BROKER_URL=broker(run, kind),
                SECRET_KEY=secrets.token_hex(32),
                VIERTAL_DATA=str(folder / "data"),
                VIERTAL_ORGANISER_PASSWORD=PASSWORD,
                VIERTAL_BEHIND_PROXY="1",
                FORWARDED_ALLOW_IPS="*",
                DJANGO_SETTINGS_MODULE="config.settings",
            )
            viertal(run, env)
            port = nginx(run, folder / "data" / "static")
            site = Site(f"http://localhost:{port}/", env | {"DATABASE_POOL": "0"})

            def healthy() -> bool:
                with urllib.request.urlopen(f"{site.url}healthz") as answer:
                    return bool(answer.status == 200)

            until("Viertal", healthy)
            yield run, site, port
        except BaseException:
            for log in sorted(folder.glob("*.log")):
                print(f"--- {log.name}\n" + log.read_text(errors="replace")[-1500:], file=sys.stderr)
            raise
        finally:
            run.end()


def main() -> None:
    kind = asked(__doc__, kind="redis").kind
    if kind not in {"redis", "rabbitmq"}:
        raise SystemExit("Say redis or rabbitmq.")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with everything(kind) as (run, site, port):
        missed = asyncio.run(evening(run, site, port))
    print("All of it reached everybody." if not missed else f"{missed} times something did not arrive.")
    sys.exit(bool(missed))


if __name__ == "__main__":
    main()
