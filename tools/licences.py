"""`python -m tools.licences > docs/licences.md`: the licence of every package that Viertal installs.

Read from the packages' own metadata. tests/docs/test_licences.py holds the page to requirements.txt and the licences to
those that go with the MIT licence.
"""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
FREE = re.compile(
    r"MIT|BSD|Apache|ISC|PSF|Python Software|MPL|Mozilla|HPND|OFL|Public Domain|Unlicense|LGPL|CC0|Dual License"
)
"""Licences under which a program may use a package without taking on its licence."""
ELSEWHERE = {"async-timeout": "Apache-2.0", "colorama": "BSD-3-Clause", "win32-setctime": "MIT"}
"""Packages that only another Python or system needs."""
LONGEST = 60


def packages() -> list[str]:
    """Return the names that requirements.txt pins."""
    text = (CHECKOUT / "requirements.txt").read_text(encoding="utf-8")
    return re.findall(r"^([A-Za-z0-9._-]+)(?:\[[a-z,]+\])?==", text, re.MULTILINE)


def licence(name: str) -> str | None:
    """Return a package's licence in its own words, shortened; None where nothing is known of the package here."""
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ELSEWHERE.get(name)
    classified = [
        entry.rpartition(" :: ")[2] for entry in about.get_all("Classifier") or () if entry.startswith("License ::")
    ]
    classified = [entry for entry in classified if entry != "OSI Approved"]
    written = (about.get("License") or "").strip()
    short = written if written and "\n" not in written and len(written) <= LONGEST else ""
    return about.get("License-Expression") or short or ", ".join(classified) or "see the package"


def page() -> str:
    """Return the page: each licence, in its packages' own words, with the packages."""
    lines = [
        "# Licences",
        "",
        "Made by `python -m tools.licences`: what `requirements.txt` installs. Files that come along have their",
        "licences beside them.",
        "",
    ]
    found: dict[str, list[str]] = {}
    for name in packages():
        found.setdefault(licence(name) or "unknown", []).append(name)
    return "\n".join([*lines, *(f"- {words}: {', '.join(names)}" for words, names in sorted(found.items()))]) + "\n"


if __name__ == "__main__":
    print(page(), end="")
