"""Proposals for an evening, for those who may create tournaments: a second's work at most, so not too often."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from functools import lru_cache
from math import ceil
from typing import Any

from django.utils.translation import gettext as _

from scoring.documents.document import DocumentError
from tournaments.accounts.rate_limits import Buckets
from tournaments.domain.access import require_creator
from tournaments.domain.errors import Refused
from tournaments.models import Tournament
from tournaments.pairing.core import PairingError
from tournaments.pairing.planner.proposing import Plan, plan
from tournaments.pairing.planner.question import read_question
from tournaments.pairing.planner.running import Length, lengths
from tournaments.selectors.events import event_of

AT_ONCE, A_SECOND = 10, 0.2
"""Questions of a person: so many at once, and then one every five seconds."""
buckets = Buckets()


class TooOften(Refused):
    """Somebody asked too much in a short time; ``wait`` is how many seconds to wait."""

    def __init__(self, wait: float) -> None:
        self.wait = wait
        super().__init__(_("Too many questions at once. Wait %(seconds)d seconds.") % {"seconds": ceil(wait)})


def proposals(question: Mapping[str, Any], *, by: Any) -> Plan:
    """Return the planner's answer; the same question again costs nothing.

    ``question``: as `tournaments.pairing.planner.question.read_question` has it. Raises DocumentError that names a
    wrong answer, TooOften, PermissionDenied.
    """
    require_creator(by)
    _take_turn(by)
    return _planned(json.dumps(question, sort_keys=True))


def other_lengths(tournament: Tournament, *, by: Any) -> tuple[Length, ...]:
    """Return what a tournament comes to with a round less, as planned, and with a round more.

    ``by`` may see it. Raises TooOften, and Refused where it cannot be told.
    """
    _take_turn(by)
    try:
        return lengths(event_of(tournament))
    except (DocumentError, PairingError) as error:
        raise Refused.of(error) from error


def _take_turn(by: Any) -> None:
    if wait := buckets.take(f"planner {by.pk}", AT_ONCE, A_SECOND, time.monotonic()):
        raise TooOften(wait)


@lru_cache(maxsize=64)
def _planned(text: str) -> Plan:
    return plan(read_question(json.loads(text)))
