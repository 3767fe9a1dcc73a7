"""Proposals for an evening, for those who may create tournaments: a second's work at most, so not too often."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from math import ceil
from typing import Any, Generic, TypeVar

from django.utils.translation import gettext as _

from scoring.documents.writing import event_text
from tournaments.accounts.signin import Buckets
from tournaments.domain.access import require_creator
from tournaments.domain.errors import Refused, as_refusals
from tournaments.models import Tournament
from tournaments.pairing.planner.proposing import Plan, plan
from tournaments.pairing.planner.question import read_question
from tournaments.pairing.planner.running import Length, lengths
from tournaments.selectors.events.events import event_of

AT_ONCE, A_SECOND = 10, 0.2
"""Questions of a person: so many at once, and then one every five seconds."""
MOST_ANSWERS = 64
buckets = Buckets()
Answer = TypeVar("Answer")


class TooOften(Refused):
    """Somebody asked too much in a short time; ``wait`` is how many seconds to wait."""

    def __init__(self, wait: float) -> None:
        self.wait = wait
        super().__init__(_("Too many questions at once. Wait %(seconds)d seconds.") % {"seconds": ceil(wait)})


class Answers(Generic[Answer]):
    """The answers given last in this process: who asks the same again waits for nothing and loses no turn. Of a
    question its digest is kept: that of an event has its people's names, and may be long."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[bytes, Answer] = OrderedDict()

    def to(self, question: str, work: Callable[[], Answer], *, by: Any) -> Answer:
        """Return the answer, worked out if need be. Raises TooOften and what ``work`` raises."""
        key = hashlib.blake2b(question.encode(), digest_size=32).digest()
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        if wait := buckets.take(f"planner {by.pk}", AT_ONCE, A_SECOND, time.monotonic()):
            raise TooOften(wait)
        answer = work()
        with self._lock:
            self._kept[key] = answer
            while len(self._kept) > MOST_ANSWERS:
                self._kept.popitem(last=False)
        return answer

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()


plans, other = Answers[Plan](), Answers[tuple[Length, ...]]()


def proposals(question: Mapping[str, Any], *, by: Any) -> Plan:
    """Return the planner's answer; the same question again costs nothing.

    ``question``: as `tournaments.pairing.planner.question.read_question` has it. Raises DocumentError that names a
    wrong answer, TooOften, PermissionDenied.
    """
    require_creator(by)
    return plans.to(json.dumps(question, sort_keys=True), lambda: plan(read_question(question)), by=by)


def other_lengths(tournament: Tournament, *, by: Any) -> tuple[Length, ...]:
    """Return what a tournament comes to with a round less, as planned, and with a round more.

    ``by`` may see it. Raises TooOften, and Refused where it cannot be told.
    """
    event = event_of(tournament)
    with as_refusals():
        return other.to(event_text(event), lambda: lengths(event), by=by)
