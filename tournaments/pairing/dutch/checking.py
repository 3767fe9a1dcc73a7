"""The check that a round of a document is the Dutch or the Burstein system's; each fault names the rule that is broken.

The absolute rules and the colours are looked at one by one; which pairs are due says the engine.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.core.notices import Notice, Param, every
from tournaments.pairing.core import Fault, PairingError, PairingRequest, Round, distinct
from tournaments.pairing.dutch.engine import paired
from tournaments.pairing.dutch.field import DutchField, Outcome, dutch_field
from tournaments.pairing.dutch.people import Entrant, entrants


def faults(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """Yield the faults of a round, each with the right pairing in its place."""
    number = round_.number
    field = dutch_field(request)
    people = {e.number: e for e in entrants(field)}
    try:
        due = paired(request, field)[0].pairs
    except PairingError as error:
        yield Fault(number, None, Notice("not-of-the-system", why=error.notice))
        due = []
    expected = {frozenset(pair): pair for pair in due if pair[1]}
    for table in round_.tables:
        pair = distinct(table.seats)
        if len(pair) != 2 or not set(pair) <= people.keys():
            continue
        one, other = people[pair[0]], people[pair[1]]
        right = expected.get(frozenset(pair))
        if broken := _forbidden(field, one, other):
            yield Fault(number, table.number, broken)
        elif right and right != pair:
            notice = Notice("colour-rules-seat", player=right[0], other=right[1])
            yield Fault(number, table.number, notice)
        elif expected and not right:
            yield Fault(number, table.number, _instead(pair, due))
    yield from _bye_faults(field, round_, due)


def _forbidden(field: DutchField, one: Entrant, other: Entrant) -> Notice | None:
    """Return the absolute rule that keeps these two apart (C1, C3)."""
    games = next(p for p in field.players if p.number == one.number).games
    met = [k for k, g in enumerate(games, 1) if g.opponent == other.number and g.outcome is Outcome.PLAYED]
    if met:
        return Notice("met-before-c1", a=one.number, b=other.number, rounds=tuple(met))
    both = one.wish.absolute and other.wish.absolute and one.wish.colour == other.wish.colour
    if both and not one.topscorer and not other.topscorer:
        if one.wish.colour > 0:
            return Notice("both-must-have-white", a=one.number, b=other.number)
        return Notice("both-must-have-black", a=one.number, b=other.number)
    return None


def _bye_faults(field: DutchField, round_: Round, due: list[tuple[int, int]]) -> Iterator[Fault]:
    people = {e.number: e for e in entrants(field)}
    bye_due = [white for white, black in due if not black]
    for player in [b.player for b in round_.byes if b.kind == "pairing"]:
        if player in people and not people[player].bye_free:
            notice = Notice("had-a-bye-c2", player=player)
            yield Fault(round_.number, None, notice)
        elif due and player not in bye_due:
            wrong = Notice("bye-not-needed", player=player)
            if bye_due:
                wrong = Notice("bye-due-to-another", player=player, due=bye_due[0])
            yield Fault(round_.number, None, wrong)


def _instead(pair: tuple[int, ...], due: list[tuple[int, int]]) -> Notice:
    """Return the pairs of the system in place of a pair."""
    pairs: list[Param] = []
    for white, black in due:
        if {white, black} & set(pair):
            pairs.append(every((white, black)) if black else Notice("a-bye-for", player=white))
    return Notice("no-pair-of-the-swiss", a=pair[0], b=pair[1], pairs=tuple(pairs) or Notice("other-pairs"))
