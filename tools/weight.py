"""Print how large the program is: `python -m tools.weight` (`make weight`), lines and files of Python by room."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from pathlib import Path, PurePath

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("games", "scoring", "tournaments")
"""Packages whose rooms are counted one by one."""
MOST_LINES, FEW_LINES, MOST_FILES = 420, 50, 20


def main() -> None:
    """Print a line for each room, then the sums that have a bound, and what is above one."""
    git = shutil.which("git") or "git"
    named = subprocess.run([git, "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    sizes = {PurePath(name): len((ROOT / name).read_bytes().splitlines()) for name in named.splitlines()}
    lines: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for path, size in sizes.items():
        lines[room(path)] += size
        files[room(path)] += 1
    print(f"{'lines':>8} {'files':>6}")
    for name in sorted(lines):
        print(f"{lines[name]:8} {files[name]:6}  {name}")
    program = {path: size for path, size in sizes.items() if room(path) not in ("tests", "migrations")}
    print(f"{sum(program.values()):8} {len(program):6}  all outside tests and migrations")
    average = sum(program.values()) // len(program)
    print(f"{average} lines a file; {sum(size < FEW_LINES for size in program.values())} below {FEW_LINES}")
    folders = Counter(path.parent for path in program if path.name != "__init__.py")
    print("\n".join(f"{size} lines: {path}" for path, size in program.items() if size > MOST_LINES))
    print("\n".join(f"{size} files at one level: {path}" for path, size in folders.items() if size > MOST_FILES))


def room(path: PurePath) -> str:
    """Return the room of a file: tests and migrations are one each, wherever they stand."""
    if path.parts[0] == "tests" or "migrations" in path.parts:
        return "tests" if path.parts[0] == "tests" else "migrations"
    if path.parts[0] in ROOMS:
        return "/".join(path.parts[:2]) if len(path.parts) > 2 else path.parts[0]
    return path.parts[0]


if __name__ == "__main__":
    main()
