"""docs/howto/use-the-api.md, run from its first line to its last against the running application."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

from tournaments.api.core.problems import CODES

PAGE = Path(__file__).resolve().parents[2] / "docs" / "howto" / "use-the-api.md"


def test_the_page_walks_through_an_evening(stack: Any, tmp_path: Path) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    assert len(blocks) >= 10
    secret = stack.python(
        """
        from tournaments.models import User
        from tournaments.services.accounts import accounts
        print(accounts.make_token(by=User.objects.get(username="organiser"), name="howto", scope="organise")[1])
        """
    ).strip()
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(blocks)],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "VIERTAL": stack.url.rstrip("/"), "TOKEN": secret},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}\n{stack.words()[-2000:]}"
    assert '"username":"organiser"' in done.stdout and '"reason":"misread"' in done.stdout
    assert '"after_round":1' in (tmp_path / "standings.json").read_text()


def test_the_page_names_every_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"`{code}`" in text for code in CODES)
