"""`python -m launcher.rehearsal`: play an evening on this machine before the real one, beside all real data.

A site of its own is started in a temporary folder and thrown away afterwards: the log of a real one forgets nothing,
and invented players would stand in its register for ever.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from config import environment
from config.commands import program
from config.data_folder import DataFolder
from config.process import die_with_parent, tied_to_this
from launcher.supervisor import CHECKOUT, STOP_SIGNALS, Stopped, Tell, teller

PATIENCE = 300.0
APART = (
    "DATABASE_URL",
    "DATABASE_LISTEN_URL",
    "BROKER_URL",
    "PORT",
    "ALLOWED_HOSTS",
    "VIERTAL_HTTPS",
    "VIERTAL_BACKUPS",
    "EMAIL_URL",
)
"""Settings that would lead to what the real site uses."""


def main() -> int:
    """Exit status 0 where this machine is good enough, 1 where it is not or could not be tried."""
    parser = argparse.ArgumentParser(
        prog=program("launcher.rehearsal"),
        description="Play an evening with phones on a site of its own, and say whether this computer is good for it.",
    )
    parser.add_argument("--players", default="40", metavar="N", help="how many, each with a phone (default: 40)")
    parser.add_argument("--rounds", default="2", metavar="N", help="how many rounds (default: 2)")
    options = parser.parse_args()
    tell = teller()
    try:
        environment.check(os.environ)
    except environment.BadSetting as error:
        tell(str(error))
        return 1
    try:
        return _rehearse(options.players, options.rounds, tell, _stop_requests())
    except Stopped:
        tell("The rehearsal was stopped; its site is gone.")
        return 1


def _stop_requests() -> list[int]:
    """Return a list that gets the number of each signal to stop: whoever waits looks at it, so that none breaks off the
    starting or the tidying up."""
    requests: list[int] = []
    for number in STOP_SIGNALS:
        signal.signal(number, lambda received, _frame: requests.append(received))
    if "MAKELEVEL" in os.environ:
        die_with_parent(signal.SIGTERM)
    return requests


def _rehearse(players: str, rounds: str, tell: Tell, stops: Sequence[int]) -> int:
    """Play it on a site of its own and return the exit status. Raises Stopped; the site and its folder are gone then,
    too."""
    env = {name: value for name, value in os.environ.items() if name not in APART}
    with tempfile.TemporaryDirectory(prefix="viertal-rehearsal-", ignore_cleanup_errors=True) as folder:
        data = DataFolder(Path(folder) / "data")
        tell("Starting a site for the rehearsal; real data are not touched …")
        with (Path(folder) / "output").open("wb+") as output:
            site = subprocess.Popen(
                tied_to_this(
                    [sys.executable, "-m", "launcher", "--data", str(data.root), "--port", "0", "--no-demo"],
                    signal.SIGTERM,
                ),
                cwd=CHECKOUT,
                env=env | {"HOST": "127.0.0.1"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                services = _started(site, data, stops)
                if services is None:
                    output.seek(0)
                    tell(output.read().decode("utf-8", "replace"))
                    tell("The site for the rehearsal did not start.")
                    return 1
                return _play(services, env, data, players, rounds, stops)
            finally:
                _end(site)
    return 1


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()  # what it has started ends with it
        process.wait()


def _started(site: subprocess.Popen[bytes], data: DataFolder, stops: Sequence[int]) -> Mapping[str, str] | None:
    """Return where the site's servers are, once it runs; None where it ended or takes too long. Raises Stopped."""
    deadline = time.monotonic() + PATIENCE
    while site.poll() is None and time.monotonic() < deadline:
        if stops:
            raise Stopped
        services = data.recorded_services()
        if services.get("url") and data.worker_ready_file.exists():
            return services
        time.sleep(0.1)
    return None


def _play(
    services: Mapping[str, str],
    env: Mapping[str, str],
    data: DataFolder,
    players: str,
    rounds: str,
    stops: Sequence[int],
) -> int:
    """Play on that site and return the exit status. Raises Stopped."""
    inside = {
        "DATABASE_URL": services["database_url"],
        "BROKER_URL": services["broker_url"],
        "DATABASE_POOL": "0",
        "VIERTAL_DATA": str(data.root),
    }
    address = services["url"].replace("localhost", "127.0.0.1")
    command = [sys.executable, "manage.py", "rehearse", address, "--players", players, "--rounds", rounds]
    # In a session of its own: Ctrl-C in a terminal is for this process alone, and not answered with a traceback.
    player = subprocess.Popen(tied_to_this(command), cwd=CHECKOUT, env={**env, **inside}, start_new_session=True)
    try:
        while player.poll() is None and not stops:
            time.sleep(0.1)
    finally:
        if player.poll() is None:
            _end(player)
    if stops:
        raise Stopped
    return player.returncode


if __name__ == "__main__":
    sys.exit(main())
