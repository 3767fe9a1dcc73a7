"""The number of examples that a property is tried on: a third when a change lands, all of them in the thorough run.

`THOROUGH=1 make test` is the thorough run. A property keeps at least 20 examples, or the few that it has.
"""

from __future__ import annotations

import os

THOROUGH = os.environ.get("THOROUGH", "") == "1"
FEWEST = 20


def examples(whole: int) -> int:
    """Return how many of the examples of a thorough run this run tries."""
    return whole if THOROUGH else min(whole, max(FEWEST, whole // 3))
