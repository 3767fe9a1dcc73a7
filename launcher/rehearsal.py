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
from collections.abc import Mapping
from pathlib import Path

from config import environment
from config.commands import program
from config.data_folder import DataFolder
from launcher.supervisor import CHECKOUT, teller

PATIENCE = 300.0
APART = ("DATABASE_URL", "BROKER_URL", "PORT", "ALLOWED_HOSTS", "VIERTAL_HTTPS", "VIERTAL_BACKUPS", "EMAIL_URL")
"""Settings that would lead to what the real site uses."""


def main() -> int:
    """Exit status 0 where this machine is good enough, 1 where it is not or could not be tried."""
    parser = argparse.ArgumentParser(
        prog=program("launcher.rehearsal").replace("viertal rehearsal", "viertal rehearse"),
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
    env = {name: value for name, value in os.environ.items() if name not in APART}
    with tempfile.TemporaryDirectory(prefix="viertal-rehearsal-", ignore_cleanup_errors=True) as folder:
        data = DataFolder(Path(folder) / "data")
        tell("Starting a site for the rehearsal; real data are not touched …")
        with (Path(folder) / "output").open("wb+") as output:
            site = subprocess.Popen(
                [sys.executable, "-m", "launcher", "--data", str(data.root), "--port", "0", "--no-demo"],
                cwd=CHECKOUT,
                env=env | {"HOST": "127.0.0.1"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                services = _started(site, data)
                if services is None:
                    output.seek(0)
                    tell(output.read().decode("utf-8", "replace"))
                    tell("The site for the rehearsal did not start.")
                    return 1
                return _play(services, env, data, options.players, options.rounds)
            finally:
                site.send_signal(signal.SIGTERM)
                site.wait(60)
    return 1


def _started(site: subprocess.Popen[bytes], data: DataFolder) -> Mapping[str, str] | None:
    """Return where the site's servers are, once it runs; None where it ended or takes too long."""
    deadline = time.monotonic() + PATIENCE
    while site.poll() is None and time.monotonic() < deadline:
        services = data.recorded_services()
        if services.get("url") and data.worker_ready_file.exists():
            return services
        time.sleep(0.1)
    return None


def _play(services: Mapping[str, str], env: Mapping[str, str], data: DataFolder, players: str, rounds: str) -> int:
    inside = {
        "DATABASE_URL": services["database_url"],
        "BROKER_URL": services["broker_url"],
        "DATABASE_POOL": "0",
        "VIERTAL_DATA": str(data.root),
    }
    address = services["url"].replace("localhost", "127.0.0.1")
    command = [sys.executable, "manage.py", "rehearse", address, "--players", players, "--rounds", rounds]
    return subprocess.run(command, cwd=CHECKOUT, env={**env, **inside}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
