"""The path of an event's evening and its next step, which follow from its facts alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.core.notices import Notice
from tournaments.models import Clock, Round, Tournament
from tournaments.models.tournament import END_STEPS


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round that was asked for. ``by_hand``: its manual pairing is not ended; ``missing``: the numbers of its tables
    without a result."""

    pk: int
    number: int
    state: str
    tables: int
    by_hand: bool
    missing: tuple[int, ...] = ()
    adjourned: tuple[int, ...] = ()

    @property
    def entered(self) -> int:
        """Return how many of its tables have a result that is not to be played on."""
        return self.tables - len(self.missing) - len(self.adjourned)


@dataclass(frozen=True, slots=True)
class Evening:
    """The facts of an event. ``own``: the tables of a table judge; ``entries``: how many wait, None where players do
    not enter themselves; ``first``: how many play in round 1; ``expected``: how many of earlier evenings may come;
    ``play_off``: why a knockout has no winner yet; ``absences``: who misses which rounds; ``awaited``: how many are not
    checked in; ``done`` and ``skipped``: the steps after the last round (`END_STEPS`)."""

    state: str
    archived: bool
    planned: int
    check_in: bool
    check_in_closed: bool
    rounds: tuple[RoundFacts, ...] = ()
    players: int = 0
    first: int = 0
    entries: int | None = None
    prizes: bool = False
    own: frozenset[int] | None = None
    expected: int = 0
    finals: bool = False
    unconfirmed: int = 0
    calling: int = 0
    play_off: Notice | None = None
    absences: tuple[tuple[int, frozenset[int]], ...] = ()
    awaited: int = 0
    clock: Clock | None = None
    done: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()

    @property
    def newest(self) -> RoundFacts | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def finished(self) -> bool:
        return self.state == Tournament.State.FINISHED

    @property
    def begun(self) -> bool:
        return self.newest is not None and self.state != Tournament.State.PLANNED

    @property
    def at_hand(self) -> int:
        """Return the number of the round that is being made or played, between two rounds the next one."""
        if self.newest is None:
            return 1
        over = self.newest.state == Round.State.CLOSED and self.newest.number < self.planned
        return self.newest.number + 1 if over else self.newest.number

    @property
    def away(self) -> tuple[int, ...]:
        """Return the pairing numbers of those who are not here for the round at hand."""
        return () if self.finished else tuple(number for number, rounds in self.absences if self.at_hand in rounds)

    @property
    def left_at_end(self) -> tuple[str, ...]:
        """Return the steps between the last round and the archive that are neither done nor skipped, in order. Where
        there are no prizes, and nobody who could be written to, those steps are not needed."""
        needless = {"prizes": not self.prizes, "mail": self.entries is None}
        gone = self.done | self.skipped
        return tuple(step for step in END_STEPS if step not in gone and not needless.get(step))

    @property
    def open(self) -> tuple[int, int] | None:
        """Return the round and the number of the first table whose result stands out."""
        rows = [(each.number, table) for each in self.rounds for table in (*each.missing, *each.adjourned)]
        return min(rows, default=None)


@dataclass(frozen=True, slots=True)
class Next:
    """The next step: the one big button. ``action`` is the name of its address."""

    action: str
    label: str
    round: int | None = None
    table: int | None = None


def next_of(evening: Evening) -> Next | None:
    """Return the next step of an evening; None where there is none. No query."""
    if evening.archived:
        return None
    if evening.finished:
        return _at_the_end(evening)
    step = _of_rounds(evening)
    if step is None:
        return None
    if not evening.begun and not evening.check_in_closed and evening.expected:
        return Next("check_in", _("Check in who comes again"))
    if step.action == "pair":
        return _before_pairing(evening, step)
    if step.action == "close" and evening.unconfirmed:
        return Next("confirm", _("Confirm results of round %d") % step.round, step.round)
    return step


def _before_pairing(evening: Evening, step: Next) -> Next:
    if evening.begun:
        return Next("groups", _("Look at the finals")) if evening.finals else step
    if evening.check_in and not evening.check_in_closed:
        return Next("check_in", _("Check in"))
    if evening.check_in and evening.first < 2:
        return Next("check_in", _("Go to the check-in"))
    return step


def _of_rounds(evening: Evening) -> Next | None:
    newest = evening.newest
    if newest is None:
        return Next("import", _("Import players")) if evening.players < 2 else Next("pair", _("Pair round 1"))
    number = newest.number
    match newest.state:
        case Round.State.PAIRING:
            return Next("wait", _("Round %d is being paired") % number, number)
        case Round.State.FAILED:
            return Next("pair", _("Try round %d again") % number, number)
        case Round.State.DRAFT if newest.by_hand:
            return Next("end", _("End manual pairing of round %d") % number, number)
        case Round.State.DRAFT:
            return Next("publish", _("Publish round %d") % number, number)
        case Round.State.PUBLISHED:
            return _of_published(newest, evening.own)
    return Next("pair", _("Pair round %d") % (number + 1)) if number < evening.planned else None


def _of_published(newest: RoundFacts, own: Collection[int] | None) -> Next:
    number = newest.number
    mine = [table for table in newest.missing if own is None or table in own]
    if mine:
        return Next("results", _("Enter results of round %d") % number, number, mine[0])
    if newest.missing:
        return Next("results", _("All your tables in round %d have results") % number, number)
    return Next("close", _("Close round %d") % number, number)


def _at_the_end(evening: Evening) -> Next:
    if evening.play_off is not None:
        number = evening.newest.number if evening.newest else None
        return Next("results", _("Enter who won the play-off"), number)
    if evening.open is not None:
        number, table = evening.open
        label = _("Enter the result of round %(round)d, table %(table)d") % {"round": number, "table": table}
        return Next("open", label, number, table)
    if evening.calling:
        return Next("calls", _("Answer the players who call"), evening.rounds[-1].number)
    labels = {"prizes": _("Give out the prizes"), "papers": _("Print the papers"), "mail": _("Write to the players")}
    return next((Next(step, labels[step]) for step in evening.left_at_end), Next("archive", _("Lock and archive")))


DONE, NEXT, WAITS, NOT_NEEDED, LATER = "done", "next", "waits", "none", "later"
MOST_LINES = 6
"""As many rounds as have a line of their own; of more the first ones that are closed share one."""
STEPS = {"import": "players", "check_in": "check_in", "groups": "groups", "archive": "archive"}
STEPS |= {step: step for step in END_STEPS}
"""The steps that are no round's, with their lines on the path."""


@dataclass(frozen=True, slots=True)
class Line:
    """A step of the path with its mark. ``round``: of a round that was asked for; ``first`` and ``last``: the numbers
    of the rounds that share the line."""

    part: str
    key: str
    mark: str
    round: RoundFacts | None = None
    first: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Path:
    lines: tuple[Line, ...]
    next: Next | None


def path_of(evening: Evening) -> Path:
    """Return the path of an evening, each of its steps done, next, waiting, not needed or for later; the next one is
    that of `next_of`. No query."""
    step = next_of(evening)
    lines = (*_before(evening, step), *_rounds(evening, step), *_after(evening, step))
    return Path(lines, step)


def _marked(step: Next | None, key: str, otherwise: str) -> str:
    return NEXT if step is not None and STEPS.get(step.action) == key else otherwise


def _before(evening: Evening, step: Next | None) -> Iterator[Line]:
    begun = evening.begun or evening.finished
    yield Line("before", "players", _marked(step, "players", DONE if evening.players > 1 else LATER))
    entries = NOT_NEEDED if evening.entries is None else WAITS if evening.entries else DONE if begun else LATER
    yield Line("before", "entries", entries)
    yield Line("before", "teams", DONE if begun else LATER)
    over = begun or evening.check_in_closed
    check_in = NOT_NEEDED if not evening.check_in else DONE if over else LATER
    yield Line("before", "check_in", _marked(step, "check_in", check_in))


def _rounds(evening: Evening, step: Next | None) -> Iterator[Line]:
    rounds = evening.rounds
    closed = [each for each in rounds if each.state == Round.State.CLOSED and not (each.missing or each.adjourned)]
    folded = 0
    if len(rounds) > MOST_LINES:
        whole = len(rounds) - MOST_LINES + 1
        folded = next((at for at, each in enumerate(rounds[:whole]) if each not in closed), whole)
    if folded > 1:
        yield Line("rounds", "earlier", DONE, first=rounds[0].number, last=rounds[folded - 1].number)
    for each in rounds[folded if folded > 1 else 0 :]:
        mine = step is not None and step.round == each.number
        otherwise = DONE if each in closed else WAITS if each.state == Round.State.CLOSED else LATER
        yield Line("rounds", "round", NEXT if mine else otherwise, each, each.number, each.number)
    yield Line("rounds", "groups", _marked(step, "groups", LATER))
    coming = evening.newest.number + 1 if evening.newest else 1
    if coming <= evening.planned and not evening.finished:
        pairs = step is not None and step.action == "pair" and step.round is None
        yield Line("rounds", "coming", NEXT if pairs else LATER, first=coming, last=coming)
    if coming < evening.planned and not evening.finished:
        yield Line("rounds", "later", LATER, first=coming + 1, last=evening.planned)


def _after(evening: Evening, step: Next | None) -> Iterator[Line]:
    over = evening.finished or evening.archived
    for key in END_STEPS:
        skipped = key in evening.skipped or (over and key not in evening.left_at_end)
        yield Line("after", key, _marked(step, key, DONE if key in evening.done else NOT_NEEDED if skipped else LATER))
    yield Line("after", "archive", _marked(step, "archive", DONE if evening.archived else LATER))
