"""Events as they stand in the database, of any size, made in a moment and without the pairing engine."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from games.core.declarations.declared import KEY
from tests.tournaments.kinds import KINDS
from tournaments.domain.ledger import allow
from tournaments.models import Entry, Player, Result, Round, Seat, Standings, Table, Tournament
from tournaments.models.round import SHAPE

ENDS = {
    4: [("8", "4", "2", "0"), ("7/2", "7/2", "7/2", "7/2"), ("14/3", "14/3", "14/3", "0"), ("8", "4", "1", "0")],
    2: [("1", "0"), ("1/2", "1/2")],
}
SIX_TIE_BREAKS = ("DE", "BH", "BH/C1", "SB", "WIN", "LOT")


def names(count: int, seed: int = 1) -> list[str]:
    """So many different names as a club's list has them."""
    first = [
        "Anna",
        "Bert",
        "Chantal",
        "Dawid",
        "Elżbieta",
        "François",
        "Gerrit",
        "Hanna",
        "IJsbrand",
        "Jürgen",
        "Karin",
        "Lotte",
        "Mpho",
        "Noor",
        "Óscar",
    ]
    last = [
        "de_Wit",
        "van_den_Berg",
        "Müller",
        "Pretorius",
        "Nowak",
        "Joubert",
        "'t_Hart",
        "Botha",
        "Öztürk",
        "Weiß",
        "Åkesson",
        "Peters",
        "Dlamini",
    ]
    chance = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < count:
        more = f"-{chance.choice(last)}" if chance.random() < 0.5 else f" {chance.choice('ABCDEFGHJKLMN')}."
        after = chance.choice(("", " jr", " sr")) if count > 500 else ""
        found[f"{chance.choice(first)} {chance.choice(last)}{more}{after}".replace("_", " ")] = None
    return list(found)


def event(
    slug: str,
    players: Sequence[str] | int = 16,
    *,
    rounds: int = 2,
    draft: bool = False,
    missing: int = 0,
    tie_breaks: Sequence[str] = ("DE", "BH"),
    size: int = 4,
    kind: str = "",
    **fields: Any,
) -> Tournament:
    """An event with ``rounds`` shown rounds (the last one published, those before closed), and their standings.

    ``draft`` adds a round that nobody may see yet; ``missing`` results of the last round are not entered. ``kind``:
    the kind of declared game that it is an event of.
    """
    if kind:
        fields = KINDS[kind].fields | fields
    chance = random.Random(slug)
    people = names(players) if isinstance(players, int) else list(players)
    defaults = {
        "name": f"Event {slug}",
        "game": "quatro-chess" if size == 4 else "quarto",
        "system": "tables",
        "table_size": size,
        "rounds_planned": max(rounds, 1) + 2,
        "published": True,
        "state": "running",
        "scoring": {"tie_breaks": list(tie_breaks)},
        # thirds of points, which pages must hold
        "options": {"draw_points": "share"}
        if size == 4 and fields.get("game", "quatro-chess") == "quatro-chess"
        else {},
    }
    made = Tournament.objects.create(slug=slug, **(defaults | fields))
    persons = Player.objects.bulk_create(Player(name=name, club=f"Club {slug}") for name in people)
    entries = Entry.objects.bulk_create(
        Entry(tournament=made, player=person, number=number) for number, person in enumerate(persons, 1)
    )
    ends = [KINDS[kind].result(end) for end in KINDS[kind].ends] if kind else [_end(end) for end in ENDS[size]]
    total = {entry.number: Fraction(0) for entry in entries}
    trail: dict[int, list[str]] = {entry.number: [] for entry in entries}
    for number in range(1, rounds + 1 + draft):
        state = "draft" if number > rounds else "published" if number == rounds else "closed"
        _round(made, entries, number, state, size, ends, chance, 0 if number < rounds else missing, total, trail)
        if state != "draft":
            _standings(made, number, tie_breaks, chance, total, trail, missing=0 if number < rounds else missing)
    return made


def _end(points: Sequence[str]) -> dict[str, Any]:
    return {"points": [Fraction(text) for text in points], "game_points": None}


def _round(
    made: Tournament,
    entries: Sequence[Entry],
    number: int,
    state: str,
    size: int,
    ends: Sequence[dict[str, Any]],
    chance: random.Random,
    missing: int,
    total: dict[int, Fraction],
    trail: dict[int, list[str]],
) -> None:
    round_ = Round.objects.create(tournament=made, number=number, state=state)
    order = list(entries)
    chance.shuffle(order)
    whole = len(order) // size * size
    groups = [order[at : at + size] for at in range(0, whole, size)]
    tables = Table.objects.bulk_create(Table(round=round_, number=at) for at in range(1, len(groups) + 1))
    seats = [
        Seat(round=round_, entry=entry, table=table, position=position)
        for table, group in zip(tables, groups, strict=True)
        for position, entry in enumerate(group, 1)
    ]
    Seat.objects.bulk_create([*seats, *(Seat(round=round_, entry=entry, bye="pairing") for entry in order[whole:])])
    if state == "draft":
        return
    results = []
    for table, group in zip(tables[: len(tables) - missing], groups, strict=False):
        end = dict(chance.choice(ends))
        if made.game != KEY:  # what is typed of a declared game stands in the order of its seats
            chance.shuffle(points := list(end["points"]))
            end["points"] = points
        results.append(Result(table=table, **end))
        for entry, worth in zip(group, end["points"], strict=True):
            total[entry.number] += worth
            trail[entry.number].append(str(worth))
    allow(made, ((range(len(result.points)), result.game_points or result.points) for result in results))
    Result.objects.bulk_create(results)
    for entry in entries:
        trail[entry.number] += ["0"] * (number - len(trail[entry.number]))


def _standings(
    made: Tournament,
    number: int,
    tie_breaks: Sequence[str],
    chance: random.Random,
    total: dict[int, Fraction],
    trail: dict[int, list[str]],
    missing: int,
) -> None:
    final = not missing
    rows: list[dict[str, Any]] = []
    for rank, who in enumerate(sorted(total, key=lambda entry: (-total[entry], entry)), 1):
        tied = rows and Fraction(rows[-1]["points"]) == total[who]
        rows.append(
            {
                "rank": rows[-1]["rank"] if tied else rank,
                "player": who,
                "points": str(total[who]),
                "tie_breaks": {code: str(Fraction(chance.randrange(80), chance.choice((1, 2)))) for code in tie_breaks},
                "played": number,
                "trail": trail[who][:number],
            }
        )
    body = {"through": number, "final": final, "rows": rows, "teams": [], "tie_breaks": list(tie_breaks)}
    body["missing"] = missing
    made_up = Standings(tournament=made, after_round=number, computed_for=1, final=final, body=body, shape=SHAPE)
    # where a worker runs, it may have computed some already
    Standings.objects.bulk_create(
        [made_up],
        update_conflicts=True,
        unique_fields=["tournament", "after_round"],
        update_fields=["computed_for", "computed_at", "final", "body", "shape"],
    )
