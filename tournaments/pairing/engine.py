"""The two questions: what is the next round, and do the rounds of a document keep the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from games.core.notices import Notice
from tournaments.pairing.check import standard, structure
from tournaments.pairing.core import (
    Event,
    Fault,
    PairingError,
    PairingRequest,
    Progress,
    Quality,
    Round,
)
from tournaments.pairing.finishing import finished
from tournaments.pairing.history import before
from tournaments.pairing.quality import quality
from tournaments.pairing.registry import PairingSystem, system_of


@dataclass(frozen=True, slots=True)
class Answer:
    """New rounds, the quality over played and new ones, notes, and reasons by (round, table)."""

    rounds: tuple[Round, ...]
    quality: Quality
    notes: tuple[Notice, ...]
    reasons: Mapping[tuple[int, int], Notice] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The faults of each round of a document (none: it keeps the rules), by round number."""

    faults: Mapping[int, tuple[Fault, ...]]
    quality: Quality
    notes: tuple[Notice, ...]

    @property
    def ok(self) -> bool:
        return not any(self.faults.values())


def prepare(event: Event) -> tuple[PairingSystem, Event]:
    """Return the event's system, and the event with every pairing option filled in. Raises DocumentError."""
    system = system_of(event)
    return system, replace(event, pairing=system.complete(event))


def pair(event: Event, every: bool = False, progress: Progress | None = None) -> Answer:
    """Pair the round after the event's rounds; with ``every``, all that are left of a schedule fixed in advance.

    Raises DocumentError for options that the system refuses, PairingError where the round cannot be paired.
    """
    system, event = prepare(event)
    played = max((r.number for r in event.rounds), default=0)
    length = system.length(event)
    if length is not None and played >= length:
        raise PairingError(Notice("all-paired", rounds=length))
    count = 1
    if every:
        if not system.is_fixed(event) or length is None:
            raise PairingError(Notice("not-fixed-in-advance", system=system.key))
        count = length - played
    seating = finished(event, system.pair(PairingRequest(event, played + 1, count, progress)))
    whole = replace(event, rounds=(*event.rounds, *seating.rounds))
    bound = system.bound(whole, played + len(seating.rounds)) if system.bound else None
    figures = quality(event, seating.rounds, bound)
    return Answer(seating.rounds, figures, seating.notes, seating.reasons)


def verify(event: Event) -> Verdict:
    """Check each round of the event against the rules of its system. Raises DocumentError."""
    system, event = prepare(event)
    faults: dict[int, tuple[Fault, ...]] = {}
    for expected_number, round_ in enumerate(sorted(event.rounds, key=lambda r: r.number), start=1):
        round_faults = faults_of(system, event, round_)
        if round_.number != expected_number:
            round_faults = (*round_faults, Fault(round_.number, None, Notice("should-be-round", round=expected_number)))
        faults[round_.number] = round_faults
    figures = quality(event, bound=system.bound(event, len(event.rounds)) if system.bound else None)
    return Verdict(faults, figures, ())


def faults_of(system: PairingSystem, event: Event, round_: Round) -> tuple[Fault, ...]:
    """Return the faults of one round after the event's rounds before it; ``event`` as ``prepare`` gives it."""
    request = PairingRequest(replace(event, rounds=before(event, round_.number)), round_.number)
    faults = list(structure(request, round_, system.everyone))
    if system.check is not None:
        faults += system.check(request, round_)
    else:
        faults += standard(request, round_, lambda r: finished(r.event, system.pair(r)))
    return tuple(faults)
