"""`python -m tools.platforms [--download]`: can Viertal's packages be had for every machine that it names?

For each machine and Python the pins whose markers hold there are asked of the registry, as wheels, with their hashes.
With --download the files for ARM Linux are fetched whole. Exit status 1 and the registry's words where one is missing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement

CHECKOUT = Path(__file__).resolve().parents[1]
GLIBC = ("2_28", "2_27", "2_26", "2_24", "2_17")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True, slots=True)
class Machine:
    """A kind of machine: as markers see it, and as wheels name it."""

    name: str
    markers: dict[str, str]
    tags: tuple[str, ...]


MACHINES = (
    Machine(
        "Linux on ARM",
        {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "aarch64", "os_name": "posix"},
        (*(f"manylinux_{version}_aarch64" for version in GLIBC), "manylinux2014_aarch64"),
    ),
    Machine(
        "Linux on Intel",
        {"sys_platform": "linux", "platform_system": "Linux", "platform_machine": "x86_64", "os_name": "posix"},
        (*(f"manylinux_{version}_x86_64" for version in GLIBC), "manylinux2014_x86_64", "manylinux1_x86_64"),
    ),
    Machine(
        "macOS on Apple's processor",
        {"sys_platform": "darwin", "platform_system": "Darwin", "platform_machine": "arm64", "os_name": "posix"},
        tuple(f"macosx_{version}_0_{kind}" for version in (14, 13, 12, 11) for kind in ("arm64", "universal2"))
        + tuple(f"macosx_10_{version}_universal2" for version in (15, 14, 13, 12, 10, 9)),
    ),
    Machine(
        "Windows on Intel",
        {"sys_platform": "win32", "platform_system": "Windows", "platform_machine": "AMD64", "os_name": "nt"},
        ("win_amd64",),
    ),
)


def entries(text: str) -> list[tuple[Requirement, str]]:
    """Return each pin of a requirements file, and its lines with the hashes but without the marker."""
    result: list[tuple[Requirement, str]] = []
    for block in text.replace("\\\n", "\n\0").split("\n"):
        if block.startswith("\0"):
            if "--hash" in block:
                result[-1] = (result[-1][0], f"{result[-1][1]} \\\n    {block[1:].strip()}")
        elif block.strip() and not block.lstrip().startswith("#"):
            requirement = Requirement(block.strip())
            result.append((requirement, block.partition(";")[0].strip()))
    return result


def holding(machine: Machine, python: str, text: str) -> str:
    """Return the requirements file for one machine: the pins whose markers hold there."""
    environment = {
        **machine.markers,
        "python_version": python,
        "python_full_version": f"{python}.2",  # as old as Debian 12 has it
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    return "\n".join(
        lines
        for requirement, lines in entries(text)
        if requirement.marker is None or requirement.marker.evaluate(environment)
    )


def asked(machine: Machine, python: str, *, download: bool) -> str:
    """Ask for one machine's packages; what the registry says where one cannot be had, empty where all can."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "requirements.txt"
        file.write_text(holding(machine, python, (CHECKOUT / "requirements.txt").read_text(encoding="utf-8")), "utf-8")
        way = ["download", "--dest"] if download else ["install", "--dry-run", "--ignore-installed", "--target"]
        command = [sys.executable, "-m", "pip", *way, str(folder / "files"), "--quiet", "--disable-pip-version-check"]
        command += ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--implementation", "cp"]
        command += ["--python-version", python, "--requirement", str(file)]
        for tag in machine.tags:
            command += ["--platform", tag]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.stderr.strip() if done.returncode else ""


def main() -> int:
    """Ask for all machines; exit status 0 where everything can be had."""
    parser = argparse.ArgumentParser(prog="python -m tools.platforms", description=__doc__.partition("\n")[0])
    parser.add_argument("--download", action="store_true", help="fetch the files for ARM Linux whole")
    parser.add_argument("--python", action="append", choices=PYTHONS, help="only this Python (again for more)")
    options = parser.parse_args()
    missing = 0
    for machine in MACHINES:
        for python in options.python or PYTHONS:
            whole = options.download and machine.markers["platform_machine"] == "aarch64"
            problem = asked(machine, python, download=whole)
            missing += bool(problem)
            print(f"{machine.name}, Python {python}: {'missing' if problem else 'all there'}", flush=True)
            if problem:
                print(problem)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
