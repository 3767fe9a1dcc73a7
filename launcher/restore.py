"""`python -m launcher.restore FILE`: put a backup in place of all data, and start."""

from __future__ import annotations

import sys

from launcher.__main__ import main as start


def main() -> int:
    """Exit status as the launcher's own; 2 without a FILE."""
    return start(restores=True)


if __name__ == "__main__":
    sys.exit(main())
