"""The Swiss system for tables of two: FIDE Dutch, by the rules in force or those before, or Burstein.

Requested byes and absences, late entries, withdrawals and forbidden pairs are part of it; a game without a
result counts as a draw. ``docs/algorithms/swiss.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.notices import Notice, clauses, sentences
from scoring.documents.document import DocumentError
from scoring.input.rules import BURSTEIN
from tournaments.pairing.core import Bye, PairingRequest, Round, Seating, distinct
from tournaments.pairing.dutch.checking import faults
from tournaments.pairing.dutch.engine import EDITIONS, DutchPairing, paired
from tournaments.pairing.dutch.explain import bracket_notes, table_reasons
from tournaments.pairing.dutch.field import DutchField, colours, dutch_field, letters_of
from tournaments.pairing.dutch.opposition import is_seeding, seeding_rounds
from tournaments.pairing.dutch.starts import MCMAHON, refuse_starts, start_notes
from tournaments.pairing.numbering import number_tables
from tournaments.pairing.options import APART, PairingOption
from tournaments.pairing.registry import pairing_system
from tournaments.pairing.schedules.shapes import duels

OPTIONS = (
    *APART,
    PairingOption(
        "initial_colour",
        "choice",
        "white",
        "Initial colour",
        "The player of the top pair with seat 1 in round 1: the higher, the lower, or drawn by lot.",
        choices=(("white", "The higher has seat 1"), ("black", "The lower has seat 1"), ("lot", "By lot")),
    ),
    PairingOption(
        "edition",
        "choice",
        "2026",
        "Edition of the rules",
        "The FIDE rules by which the rounds are paired. An event keeps the edition it began with. Burstein: in the "
        "second half, who met strong opponents meets who met weak ones. Set the number of rounds for it.",
        choices=(
            ("2026", "Dutch, in force since 1 February 2026"),
            ("2018", "Dutch, until 31 January 2026"),
            (BURSTEIN, "Burstein, in force since 1 February 2026"),
        ),
    ),
    PairingOption(
        "acceleration",
        "choice",
        "none",
        "Acceleration",
        "Baku (FIDE C.04.5.1): in the first half of the rounds, the upper half of the players get up to "
        "one virtual point, so that strong players meet earlier. Set the number of rounds for it.",
        choices=(("none", "None"), ("baku", "Baku")),
    ),
    *MCMAHON,
)


def refuse(options: Mapping[str, Any]) -> None:
    """Refuse options that do not go together. Raises DocumentError."""
    if options["edition"] == BURSTEIN and options["rounds"] is None:
        raise DocumentError("pairing.edition", Notice("burstein-needs-rounds"))
    refuse_starts(options)


@pairing_system(
    "swiss",
    shape=duels,
    name="Swiss (FIDE Dutch or Burstein)",
    help="Equal scores meet, nobody twice, colours balanced.",
    table_sizes=(2,),
    fixed=False,
    requested_byes=True,
    options=OPTIONS,
    check=faults,
    refuse=refuse,
)
def swiss(request: PairingRequest) -> Seating:
    """Pair equal scores, nobody twice, with balanced colours."""
    field = dutch_field(request)
    pairing, kept = paired(request, field)
    tables, conflicts = number_tables([pair for pair in pairing.pairs if pair[1]], request.fixed_tables)
    byes = tuple(Bye(white) for white, black in pairing.pairs if not black)
    notes = [Notice("paired-by", edition=EDITIONS[request.options["edition"]])]
    edition, rounds = request.options["edition"], request.options["rounds"]
    if edition == BURSTEIN and is_seeding(request.first, rounds):
        notes.append(Notice("seeding-round", round=request.first, first=seeding_rounds(rounds) + 1))
    if not kept:
        notes.append(Notice("clubs-not-apart", round=request.first))
    for number, table in field.open_tables:
        notes.append(Notice("counts-as-draw", round=number, table=table))
    notes += [*bracket_notes(field, pairing), *start_notes(request)]
    round_ = Round(request.first, tables, byes)
    return Seating((round_,), (*notes, *conflicts), _reasons(request, field, pairing, round_))


def _reasons(
    request: PairingRequest, field: DutchField, pairing: DutchPairing, round_: Round
) -> dict[tuple[int, int], Notice]:
    """Return, by pair, the score group or the float, the colours that both have had, and the criteria that the pair
    misses."""
    players = {p.number: p for p in field.players}
    missed = table_reasons(field, pairing)
    letters = letters_of(request.event)
    out = {}
    for table in round_.tables:
        one, other = (players[p] for p in distinct(table.seats))
        high, low = sorted((one, other), key=lambda p: (-p.now, p.number))
        if one.now == other.now:
            why = [Notice("score-group", points=one.now / field.unit)]
        else:
            why = [
                Notice(
                    "floated-to",
                    player=high.number,
                    points=high.now / field.unit,
                    other=low.number,
                    others=low.now / field.unit,
                )
            ]
        if one.now != one.score or other.now != other.score:
            why.append(Notice("virtual-points"))
        both = [(p.number, colours(p.games, letters)) for p in (one, other)]
        had = [Notice("of-player", number=number, text=text) for number, text in both if text]
        if had:
            why.append(Notice("colours-so-far", colours=clauses(had)))
        why += missed.get(one.number, ())
        if table.number in (request.fixed_tables.get(one.number), request.fixed_tables.get(other.number)):
            why.append(Notice("table-fixed", table=table.number))
        out[round_.number, table.number] = sentences(why)
    return out
