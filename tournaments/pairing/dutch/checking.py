"""Whether a round that stands in a document is the Dutch system's, said with the rule that it breaks.

The absolute rules and the colours are looked at one by one. Which pairs are due is asked of a second, slow
implementation where the field is small enough for it, and else of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tournaments.pairing.core import Fault, PairingError, PairingRequest, Round, distinct
from tournaments.pairing.dutch.engine import paired
from tournaments.pairing.dutch.field import DutchField, Outcome, dutch_field
from tournaments.pairing.dutch.people import Entrant, entrants, may_meet
from tournaments.pairing.dutch.plain import plain_colour, plain_pairing

SMALL = 10
"""So many players can be paired by making every pairing there is."""


def faults(request: PairingRequest, round_: Round) -> Iterator[Fault]:
    """What is wrong with a round, each fault with what would be right."""
    number = round_.number
    field = dutch_field(request)
    people = {e.number: e for e in entrants(field)}
    try:
        due = _due(request, field)
    except PairingError as error:
        yield Fault(number, None, f"This round is not one of the system: {error}")
        due = []
    expected = {frozenset(pair): pair for pair in due if pair[1]}
    for table in round_.tables:
        pair = distinct(table.seats)
        if len(pair) != 2 or not set(pair) <= people.keys():
            continue
        one, other = people[pair[0]], people[pair[1]]
        right = expected.get(frozenset(pair))
        if text := _forbidden(field, one, other):
            yield Fault(number, table.number, text)
        elif right and right != pair:
            text = f"Seats out of balance: by the colour rules player {right[0]} has seat 1, not {right[1]}."
            yield Fault(number, table.number, text)
        elif expected and not right:
            yield Fault(number, table.number, _instead(pair, due))
    yield from _bye_faults(field, round_, due)


def _due(request: PairingRequest, field: DutchField) -> list[tuple[int, int]]:
    """The pairs (white, black) of this round, black 0 for the bye. Raises PairingError."""
    there = [p for p in field.players if p.present]
    if request.options["edition"] != "2026" or not 2 <= len(there) <= SMALL:
        return paired(request, field)[0].pairs
    for forbidden in (field.forbidden, request.forbidden):
        allowed = replace(field, forbidden=forbidden)
        people = entrants(allowed)
        answer = plain_pairing(people, may_meet(allowed, people))
        if answer is not None:
            break
    else:
        return paired(request, field)[0].pairs  # says in what way there is none
    pairs, bye = answer
    out = []
    for a, b in pairs:
        high, low = people[a], people[b]
        white = plain_colour(high, low, field.white_first)
        out.append((high.number, low.number) if white else (low.number, high.number))
    return out if bye is None else [*out, (people[bye].number, 0)]


def _forbidden(field: DutchField, one: Entrant, other: Entrant) -> str:
    """The absolute rule that keeps these two apart (C1, C3), as a sentence."""
    games = next(p for p in field.players if p.number == one.number).games
    met = [k for k, g in enumerate(games, 1) if g.opponent == other.number and g.outcome is Outcome.PLAYED]
    if met:
        rounds = ", ".join(map(str, met))
        return f"Players {one.number} and {other.number} met in round {rounds} already (rule C1)."
    both = one.wish.absolute and other.wish.absolute and one.wish.colour == other.wish.colour
    if both and not one.topscorer and not other.topscorer:
        white = one.wish.colour > 0
        return (
            f"Players {one.number} and {other.number} must both have {'white' if white else 'black'} in this "
            "round (rule C3)."
        )
    return ""


def _bye_faults(field: DutchField, round_: Round, due: list[tuple[int, int]]) -> Iterator[Fault]:
    people = {e.number: e for e in entrants(field)}
    bye_due = [white for white, black in due if not black]
    for player in [b.player for b in round_.byes if b.kind == "pairing"]:
        if player in people and not people[player].bye_free:
            text = f"Player {player} had a bye or a forfeit win already, so no bye now (rule C2)."
            yield Fault(round_.number, None, text)
        elif due and player not in bye_due:
            whose = f"the bye is due to player {bye_due[0]}" if bye_due else "no bye is needed"
            yield Fault(round_.number, None, f"Player {player} has the bye, but {whose}.")


def _instead(pair: tuple[int, ...], due: list[tuple[int, int]]) -> str:
    """What the Dutch system pairs in place of a pair."""
    names = []
    for white, black in due:
        if {white, black} & set(pair):
            names.append(f"{white} and {black}" if black else f"a bye for {white}")
    return (
        f"Players {pair[0]} and {pair[1]} are no pair of this round by the Dutch system, as the results now "
        f"stand; it makes {', '.join(names) or 'other pairs'}."
    )
