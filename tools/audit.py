"""The words for pip-audit's answer about a list of libraries. `tools/audit.sh` asks, and runs this.

``python tools/audit.py LIST ANSWER SAID``: the list's name, the file of the answer (JSON) and that of what was said
besides. Exit status 0: no hole is known; 1: one is; 2: the service could not be asked about any package.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

CLEAN, HOLES, NOT_ASKED = 0, 1, 2


def judged(name: str, answer: str, said: str) -> tuple[int, list[str]]:
    """Return the exit status and the lines to print for a list."""
    unasked = f"{name}: the service could not be asked about any package"
    try:
        packages = json.loads(answer)["dependencies"]
    except ValueError:
        return NOT_ASKED, [f"{unasked}: {(said.strip().splitlines() or ['no answer'])[-1]}"]
    unknown = [package for package in packages if package.get("skip_reason")]
    # without a connection each package is skipped by itself: that is no sign of health
    if len(unknown) == len(packages):
        return NOT_ASKED, [f"{unasked}: {unknown[0]['skip_reason'] if unknown else 'the list is empty'}"]
    holes = [(package, hole) for package in packages for hole in package.get("vulns", ())]
    lines = [f"{name}: {len(packages)} packages, {len(holes)} known holes, {len(unknown)} not known to the service"]
    for package, hole in holes:
        mended = ", ".join(hole["fix_versions"]) or "nothing yet"
        lines.append(f"  {package['name']} {package['version']}: {hole['id']}, mended in {mended}")
    return HOLES if holes else CLEAN, lines


def main() -> int:
    """Print what was answered about one list."""
    name, *files = sys.argv[1:]
    status, lines = judged(name, *(Path(file).read_text(encoding="utf-8") for file in files))
    print("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main())
