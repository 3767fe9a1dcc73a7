"""Break the program one line at a time and see that its tests notice.

``python -m reliability.mutants`` tries every mutant, ``python -m reliability.mutants rights scoring`` the areas (or the
names, or parts of them) given. Each is tried in a copy of the checkout; the checkout itself is never changed. First the
tests are run on the program as it is: a test that fails anyway proves nothing. Exits with 1 if a mutant survives.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from reliability.mutants import CHECKOUT, Mutant, mutants
from tests.support import servers

PATIENCE = 900
"""Seconds that one mutant's tests may take; an endless loop counts as noticed."""
FAILED = 1
"""pytest's exit status where a test failed."""


def copy_of_the_checkout(folder: Path) -> Path:
    """Copy all files that git knows, as they are in the work tree, and lend the copy the same `.venv`."""
    names = (
        subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=CHECKOUT,
            capture_output=True,
            check=True,
        )
        .stdout.decode()
        .split("\0")
    )
    for name in filter(None, names):
        source, target = CHECKOUT / name, folder / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    return folder


def status_of(tests: Sequence[str], checkout: Path) -> tuple[int, str]:
    """Run tests in a checkout; return pytest's exit status and the end of its output."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", *tests]
    # pytest-django names the test database after TOX_PARALLEL_ENV: two copies must not share one.
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "CI": "true", "TOX_PARALLEL_ENV": checkout.name}
    try:
        done = subprocess.run(
            command,
            cwd=checkout,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return FAILED, f"not done after {PATIENCE} s"
    return done.returncode, done.stdout[-2000:]


def survivors(chosen: Sequence[Mutant], processes: int) -> list[Mutant]:
    """Try the mutants, some at a time, each in a copy of its own; return those that no test noticed."""
    with tempfile.TemporaryDirectory(prefix="viertal-mutants-") as scratch, servers.running() as known:
        os.environ["DATABASE_URL"], os.environ["BROKER_URL"] = known.database_url, known.broker_url
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(processes):
            copies.put(copy_of_the_checkout(Path(scratch) / str(number)))

        def noticed(mutant: Mutant) -> bool:
            copy = copies.get()
            path = copy / mutant.file
            whole = path.read_text("utf-8")
            try:
                path.write_text(mutant.applied(whole), "utf-8")
                status, output = status_of(mutant.tests, copy)
            finally:
                path.write_text(whole, "utf-8")
                copies.put(copy)
            if status not in (0, FAILED):
                raise SystemExit(f"{mutant.key}: pytest ended with {status}:\n{output}")
            print(f"{'killed  ' if status == FAILED else 'SURVIVED'}  {mutant.key}", flush=True)
            return status == FAILED

        def all_pass(tests: Sequence[str]) -> None:
            copy = copies.get()
            status, output = status_of(tests, copy)
            copies.put(copy)
            if status:
                raise SystemExit(f"These tests fail without any mutant, so they prove nothing:\n{output}")

        wanted = sorted({test for mutant in chosen for test in mutant.tests})
        with ThreadPoolExecutor(processes) as pool:
            list(pool.map(all_pass, [part for part in (wanted[n::processes] for n in range(processes)) if part]))
            kills = list(pool.map(noticed, chosen))
    return [mutant for mutant, killed in zip(chosen, kills, strict=True) if not killed]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m reliability.mutants", description=__doc__)
    parser.add_argument("words", nargs="*", help="areas, names or parts of them; none: all")
    parser.add_argument("--processes", type=int, default=2, help="how many at a time (default 2)")
    options = parser.parse_args(arguments)
    chosen = [m for m in mutants() if not options.words or any(word in m.key for word in options.words)]
    if not chosen:
        parser.error(f"No mutant has this name. Areas: {', '.join(sorted({m.area for m in mutants()}))}")
    left = survivors(chosen, options.processes)
    print(f"\n{len(chosen) - len(left)} of {len(chosen)} mutants were noticed.")
    for mutant in left:
        print(f"No test noticed {mutant.key}: {mutant.file}\n  {mutant.old!r}\n  became {mutant.new!r}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
