"""The events that a hall sees."""

from __future__ import annotations

import pytest

from tests.tournaments.public.build import event
from tournaments.models import Tournament


@pytest.fixture
def club() -> Tournament:
    """An event of two rounds, all played."""
    return event("club", rounds=2)
