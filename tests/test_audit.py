"""The verdict of `tools/audit.sh` on the pinned libraries, and how it ends: pip-audit is played by a small program."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.stack import CHECKOUT, clean_environment

SOUND = {"name": "django", "version": "5.2", "vulns": []}
UNKNOWN = {"name": "celery", "skip_reason": "Dependency not found on PyPI"}
HOLED = {"name": "pillow", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
NOT_ASKED = "the service could not be asked about any package"


def audit(folder: Path, answer: str, *arguments: str) -> tuple[int, str]:
    """Run the script with a pip-audit that answers so."""
    (folder / "answer").write_text(answer, encoding="utf-8")
    program = folder / "pip-audit"
    program.write_text(f'#!/bin/sh\ncat "{folder}/answer"\necho "no route to the service" >&2\n', encoding="utf-8")
    program.chmod(0o755)
    done = subprocess.run(
        ["bash", "tools/audit.sh", *arguments],
        cwd=CHECKOUT,
        env=clean_environment() | {"PIP_AUDIT": str(program), "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    ("packages", "status", "said"),
    [
        ([SOUND, UNKNOWN], 0, "requirements.txt: 2 packages, 0 known holes, 1 not known to the service\n"),
        ([SOUND, HOLED], 1, "  pillow 1.0: PYSEC-1, mended in 1.1\n"),
        ([UNKNOWN, UNKNOWN], 2, f"requirements.txt: {NOT_ASKED}: Dependency not found on PyPI\n"),
        ([], 2, f"requirements-dev.txt: {NOT_ASKED}: the list is empty\n"),
    ],
)
def test_an_answer_is_told_and_judged(tmp_path: Path, packages: list[object], status: int, said: str) -> None:
    ended, printed = audit(tmp_path, json.dumps({"dependencies": packages}))
    assert (ended, said in printed) == (status, True), printed


def test_no_answer_passes_only_where_that_is_asked_for(tmp_path: Path) -> None:
    for arguments, status in (((), 2), (("--offline-too",), 0)):
        ended, printed = audit(tmp_path, "", *arguments)
        assert (ended, printed.splitlines()[0]) == (status, f"requirements.txt: {NOT_ASKED}: no route to the service")


def test_a_known_hole_never_passes(tmp_path: Path) -> None:
    assert audit(tmp_path, json.dumps({"dependencies": [HOLED]}), "--offline-too")[0] == 1


def test_a_word_it_does_not_know_is_refused(tmp_path: Path) -> None:
    assert audit(tmp_path, "", "--offline")[0] == 64
