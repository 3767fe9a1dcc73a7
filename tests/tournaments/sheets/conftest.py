"""The fixtures of the tests of lists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tournaments.imports.readers import spreadsheet
from tournaments.services.lists import list_imports


@pytest.fixture(scope="module")
def read_here() -> Iterator[None]:
    """Read spreadsheets without a process each, where many are read; `test_apart.py` shows that it is the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(list_imports, "read_book", spreadsheet.read_book)
        yield
