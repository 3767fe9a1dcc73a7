"""The documents as a site (`make docs`): the lists lead to every page, and a dead link stops the build."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs.conf import contents

CHECKOUT = Path(__file__).resolve().parents[2]


def test_contents_are_made_from_a_page_s_own_lists() -> None:
    page = "# All\n## Play\n- [one](a.md) and [a](a.md#b)\n- [out](https://b.example/c.md)\n## Read\n- [two](../d.md)\n"
    first, second = (table.split() for table in contents(page, "docs/").split("```{toctree}")[1:])
    assert first == [":hidden:", ":caption:", "Play", "docs/a.md", "```"]
    assert second == [":hidden:", ":caption:", "Read", "d.md", "```"]


@pytest.mark.parametrize(
    ("link", "wrong"), [("docs/roles.md", ""), ("docs/rolls.md", "rolls"), ("docs/roles.md#kings", "kings")]
)
def test_a_dead_link_stops_the_build(tmp_path: Path, link: str, wrong: str) -> None:
    (tmp_path / "docs/decisions").mkdir(parents=True)
    shutil.copy(CHECKOUT / "docs/conf.py", tmp_path / "docs")
    (tmp_path / "README.md").write_text(f"# Viertal\n\n[Roles]({link})\n", "utf-8")
    (tmp_path / "docs/README.md").write_text("# Documents\n\n- [Roles](roles.md)\n", "utf-8")
    for page in ("docs/roles.md", "CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md"):
        (tmp_path / page).write_text("# A page\n\n## Queens\n", "utf-8")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-c", "docs", "-b", "dummy", ".", "out"]
    build = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert (build.returncode != 0, wrong in build.stderr) == (bool(wrong), True), build.stderr
