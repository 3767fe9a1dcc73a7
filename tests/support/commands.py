"""Commands of the program, run as a person runs them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping

from tests.support.stack import CHECKOUT, clean_environment


def python(
    *arguments: str, env: Mapping[str, str] | None = None, timeout: float | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Python in the checkout, without any setting of Viertal's where no other environment is given; return what it
    said and how it ended."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=CHECKOUT,
        env=clean_environment() if env is None else env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
    )
