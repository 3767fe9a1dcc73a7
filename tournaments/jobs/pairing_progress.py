"""The progress of a long pairing."""

from __future__ import annotations

import time

from django.db import IntegrityError
from django.utils import timezone

from tournaments.models import PairingProgress, Round

FIRST_AFTER, EVERY = 1.0, 0.5
"""Seconds: a pairing that is made sooner tells nothing; a longer one tells so often."""


class Abandoned(Exception):
    """The round is no longer wanted: it was discarded, or is gone."""


class Reporter:
    """Told (done, total) by a search, writes now and then how far the pairing of a round is.

    The share never shrinks, though a pairing may search more than once. Raises Abandoned where the round is
    not waited for any more, so that the search ends.
    """

    def __init__(self, round_id: int) -> None:
        self.round_id = round_id
        self.percent = 0
        self.told = time.monotonic() + FIRST_AFTER - EVERY

    def __call__(self, done: int, total: int) -> None:
        self.percent = max(self.percent, min(100, done * 100 // max(1, total)))
        now = time.monotonic()
        if now - self.told < EVERY:
            return
        self.told = now
        if not Round.objects.filter(pk=self.round_id, state=Round.State.PAIRING).exists():
            raise Abandoned
        row = PairingProgress(round_id=self.round_id, percent=self.percent, told_at=timezone.now())
        try:
            PairingProgress.objects.bulk_create(
                [row], update_conflicts=True, unique_fields=["round"], update_fields=["percent", "told_at"]
            )
        except IntegrityError:
            raise Abandoned from None


def forget(round_id: int) -> None:
    """Delete the progress of a round that was made, or could not be."""
    PairingProgress.objects.filter(round=round_id).delete()
