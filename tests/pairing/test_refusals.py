"""Refusals: what a system cannot pair is said in a sentence, and a wrong option with its place."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from scoring.documents.document import DocumentError, Event, Player
from scoring.input.rules import BURSTEIN
from tests.pairing.events import event
from tests.pairing.simulated import field, team_field
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair

PAIR = team_field(2, "double-team")


def cup(people: int, system: str = "knockout", **options: Any) -> Event:
    return field(people, system, **{"table_size": 2, "advance": 1, **options})


REFUSED: list[tuple[Event, str]] = [
    # nobody to meet
    *((event(people, "berger"), "two players") for people in (0, 1)),
    *((field(people, "swiss", "quarto"), "at least two") for people in (0, 1)),
    *((field(people, "swiss-tables"), "too few for a table of 4") for people in (0, 1, 2)),
    *((event(people, "tables", rounds=2), "cannot be seated") for people in (1, 2)),
    (field(1, "keizer", "quarto"), "Two players are needed"),
    (field(1, "levels", "quatro-chess"), "Two players are needed"),
    (cup(1), r"at least two players, not 1\."),
    (cup(1, "double-elimination"), "at least two players"),
    (field(5, "groups", "quarto", groups=3), r"Group 1 needs at least 2 players and has 1\."),
    *(
        (event(people, "whist"), f"No whist schedule for {people} players .*; there is one for")
        for people in (6, 7, 10, 56)
    ),
    # all who could meet must not
    (field(8, "swiss-tables", forbidden=[[1, k] for k in range(2, 8)]), "forbidden pairs apart in round 1: 1 and"),
    (field(4, "swiss", "quarto", forbidden=[[1, 2], [1, 3], [1, 4]]), "Round 1 cannot be paired.*forbidden"),
    (field(4, "keizer", "quarto", forbidden=[[1, 2], [1, 3], [1, 4]]), "too many pairs must not meet"),
    (field(4, "levels", "quatro-chess", forbidden=[[1, 2]]), "too many pairs must not meet"),
    (field(2, "knockout", forbidden=[[1, 2]]), "no other table for either"),
    (team_field(2, "double-team", forbidden=[[1, 6]]), "must not meet, but by this system they do"),
    # rounds
    (event(8, "berger", rounds=8), "has 7 rounds, not 8"),
    (team_field(4, "team-berger", rounds=4), "has 3 rounds here, not 4"),
    (team_field(2, "scheveningen", 4, "quarto", rounds=5), "have 4 rounds here, not 5"),
    (field(8, "swiss", "quarto", acceleration="baku"), "how many rounds"),
    # as many as sit at a table cannot go on
    (cup(8, advance=2), "at most 1 can advance, not 2"),
    (cup(8, table_size=3, advance=3), "at most 2 can advance, not 3"),
    (cup(30, table_size=5, advance=5), "at most 4 can advance, not 5"),
    (cup(16, consolation="feed-in", table_size=4, advance=3), "at most 2 can advance"),
    (cup(8, "double-elimination", advance=2), "at most 1 can advance from a table of 2, not 2"),
    (cup(8, "double-elimination", table_size=4, advance=3), "at most 2 can advance from a table of 4, not 3"),
    (cup(30, "double-elimination", table_size=5, advance=3), "at most 2 can advance from a table of 5, not 3"),
    (cup(16, table_size=4, third_place=True), "the final decides the third place"),
    (cup(16, consolation="feed-in", third_place=True), "leave third_place out"),
    # teams
    *((team_field(teams, "double-team"), "for two teams of four; the event has") for teams in (1, 3)),
    (team_field(2, "triple-team"), "for three teams of four; the event has"),
    (team_field(3, "scheveningen", 2, "quarto"), "for two teams; the event has 3"),
    (team_field(1, "scheveningen", 2, "quarto"), "for two teams; the event has 1"),
    *((team_field(teams, "board-groups"), r"four teams or a multiple of four \(QC 7\.4\)") for teams in (1, 3, 6)),
    (team_field(1, "team-berger"), "needs at least two"),
    (team_field(1, "team-swiss", 2, "quarto", rounds=7), "Two teams are needed"),
    (team_field(4, "team-swiss", 2, "quarto", rounds=7, boards=3), "has 2 players"),
    (team_field(4, "team-berger", table_size=4, boards=3), "two boards or four, not 3"),
    (replace(PAIR, players=PAIR.players[:-1]), "Team Team B has 3 players and needs 4"),
    (replace(PAIR, players=(*PAIR.players, Player(9, "P9"))), "Player 9 is not in a team"),
]


@pytest.mark.parametrize(
    ("start", "sentence"),
    REFUSED,
    ids=[f"{start.pairing['system']} {len(start.players)} {sentence}" for start, sentence in REFUSED],
)
def test_what_a_system_cannot_pair_is_refused_in_a_sentence(start: Event, sentence: str) -> None:
    with pytest.raises(PairingError) as refused:
        pair(start)
    assert re.search(sentence, str(refused.value))


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"system": "berger", "swap_last_to": True}, "swap_last_to"),
        ({"system": "tables", "cycles": 2}, "cycles"),
        ({"system": "swiss-tables", "cycles": 2}, "cycles"),
        ({"system": "berger", "cycles": 3}, "cycles"),
        ({"system": "berger", "swap_last_two": 1}, "swap_last_two"),
        ({"system": "tables", "rounds": 0}, "rounds"),
        ({"system": "tables", "rounds": True}, "rounds"),
        ({"system": "tables", "rounds": "5"}, "rounds"),
        ({"system": "tables", "rounds": 5.0}, "rounds"),
        ({"system": "tables", "table_size": 7}, "table_size"),
        ({"system": "berger", "table_size": 4}, "table_size"),
        ({"system": "keizer", "table_size": 4}, "table_size"),
        ({"system": "team-swiss", "table_size": 4}, "table_size"),
        ({"system": "tables", "leftover": "nobody"}, "leftover"),
        ({"system": "tables", "numbering": "age"}, "numbering"),
        ({"system": "tables", "seed": "7"}, "seed"),
        ({"system": "tables", "forbidden": [[1, 99]]}, "forbidden[0][1]"),
        ({"system": "tables", "forbidden": [[1, 1]]}, "forbidden[0]"),
        ({"system": "tables", "forbidden": [[1, 2, 3]]}, "forbidden[0]"),
        ({"system": "tables", "forbidden": {"1": 2}}, "forbidden"),
        ({"system": "tables", "fixed_tables": {"99": 1}}, "fixed_tables.99"),
        ({"system": "tables", "fixed_tables": {"1": 0}}, "fixed_tables.1"),
        ({"system": "tables", "fixed_tables": [1]}, "fixed_tables"),
        *(
            ({"system": "tables", "allowed_sizes": sizes}, "allowed_sizes")
            for sizes in (5, "3,4", [3, 3, 4], [3, 9], [1, 4], [True, 4], [3, None])
        ),
        ({"system": "keizer", "win_value": "2"}, "win_value"),
        ({"system": "keizer", "repeat_after": 0}, "repeat_after"),
        ({"system": "keizer", "own_value": 1}, "own_value"),
        ({"system": "keizer", "top_value": 10**9}, "top_value"),
        ({"system": "keizer", "frozen": True}, "frozen"),
        ({"system": "levels", "group_size": 5}, "group_size"),
        ({"system": "levels", "movers": -1}, "movers"),
        ({"system": "team-swiss", "colours": "c"}, "colours"),
        ({"system": "swiss", "edition": "2017"}, "edition"),
        ({"system": "round-robin"}, "system"),
        ({"system": None}, "system"),
        ({}, "system"),
    ],
)
def test_what_a_system_does_not_know_is_refused_with_its_place(options: dict[str, object], place: str) -> None:
    with pytest.raises(DocumentError) as refused:
        pair(replace(event(8, "berger"), pairing=options))
    assert refused.value.place == f"pairing.{place}"


@pytest.mark.parametrize(
    ("start", "sentence"),
    [
        (event(12, "swiss-tables", "kwartet", table_size=4, allowed_sizes=[3, 5]), "must include the usual one, 4"),
        (field(8, "swiss", "quarto", edition=BURSTEIN), "needs to know how many rounds"),
    ],
)
def test_options_that_do_not_fit_each_other_are_refused_with_the_reason(start: Event, sentence: str) -> None:
    with pytest.raises(DocumentError, match=rf"pairing\.(allowed_sizes|edition): .*{sentence}"):
        pair(start)
