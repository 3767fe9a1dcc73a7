"""Any event of the systems made round by round or for teams is paired rightly, or refused with a sentence."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.documents.document import Event, Player, Round
from tests.pairing.events import event
from tests.pairing.simulated import field, finished, placed, team_field, with_round
from tests.support.examples import examples
from tournaments.pairing.core import PairingError, PairingRequest
from tournaments.pairing.engine import pair, verify

SYSTEMS: list[tuple[str, dict[str, Any]]] = [
    ("swiss", {"initial_colour": "lot"}),
    ("keizer", {}),
    ("keizer", {"repeat_after": 999, "own_value": False}),
    ("levels", {"table_size": 4}),
    ("levels", {"table_size": 3, "group_rounds": 2, "movers": 2}),
    ("levels", {"table_size": 2}),
    ("levels", {"table_size": 2, "group_size": 6, "movers": 3, "group_rounds": 2}),
    ("groups", {"table_size": 2, "groups": 2, "draw": "club"}),
    ("groups", {"table_size": 4, "groups": 2, "finals": 2, "group_rounds": 1, "qualifiers": 3}),
    ("groups", {"table_size": 2, "groups": 3, "group_rounds": 2, "then": "group", "draw": "lot"}),
    ("swiss-tables", {}),
    ("swiss-tables", {"table_size": 3}),
    ("swiss-tables", {"leftover": "byes", "repeat_weight": 2}),
    ("knockout", {"tie": "lot"}),
    ("knockout", {"table_size": 3, "advance": 2, "tie": "higher-seed"}),
    ("knockout", {"table_size": 4, "tie": "lot"}),
    ("knockout", {"tie": "lot", "consolation": "first-match"}),
    ("knockout", {"table_size": 4, "tie": "lot", "consolation": "feed-in"}),
    ("double-elimination", {"tie": "lot"}),
    ("double-elimination", {"table_size": 3, "tie": "higher-seed", "reset": False}),
    ("double-elimination", {"table_size": 4, "tie": "lot"}),
]

BRACKETS = ("knockout", "double-elimination")
"""Systems in which nobody joins late, and whose next round waits for all results."""

TEAM_SYSTEMS: list[tuple[str, dict[str, Any]]] = [
    ("double-team", {}),
    ("triple-team", {}),
    ("board-groups", {"rounds": 3}),
    ("board-groups", {"groups": "swiss-tables"}),
    ("team-berger", {}),
    ("team-berger", {"table_size": 4, "cycles": 2}),
    ("scheveningen", {"cycles": 2}),
    ("team-swiss", {"rounds": 3, "colours": "b"}),
    ("team-swiss", {"primary": "game", "boards": 2}),
]


def disturbed(event: Event, lots: random.Random) -> Event:
    """The event with people late, gone or absent, pairs that must not meet, and fixed tables."""
    players = []
    for player in event.players:
        luck = lots.random()
        if luck < 0.08:
            player = replace(player, absent=frozenset({lots.randrange(1, 5)}))
        elif luck < 0.12:
            player = replace(player, left=lots.randrange(0, 4))
        elif luck < 0.16 and event.pairing["system"] not in BRACKETS:
            player = replace(player, joined=lots.randrange(2, 4))
        players.append(player)
    ids = [p.id for p in players]
    options = dict(event.pairing)
    if len(ids) > 6 and lots.random() < 0.4 and not event.teams:
        options["forbidden"] = [lots.sample(ids, 2) for _ in range(2)]
    if ids and lots.random() < 0.4:
        options["fixed_tables"] = {str(lots.choice(ids)): lots.randrange(1, 4)}
    return replace(event, players=tuple(players), pairing=options)


def spoilt(round_: Round, lots: random.Random) -> Round:
    """The round with a result missing, adjourned or decided by forfeit here and there."""
    tables = []
    for table in round_.tables:
        luck = lots.random()
        if luck < 0.05:
            table = replace(table, points=None, end=None)
        elif luck < 0.1:
            table = replace(table, points=None, end="adjourned")
        elif luck < 0.2 and len(set(table.seats)) == len(table.seats):
            gone = lots.randrange(len(table.seats))
            points = tuple(None if k == gone else p for k, p in enumerate(table.points or ()))
            table = replace(table, points=points, end="forfeit")
        tables.append(table)
    return replace(round_, tables=tuple(tables))


def lives(event: Event, lots: random.Random, rounds: int) -> None:
    """Pair and play some rounds; every one must be whole and pass the check."""
    # who is out, or in a group that has ended, sits nowhere
    knockout = event.pairing["system"] in (*BRACKETS, "groups")
    for number in range(1, rounds + 1):
        try:
            answer = pair(event)
        except PairingError as error:
            assert str(error).endswith(".") and len(str(error)) > 20
            return
        (round_,) = answer.rounds
        taking_part = [p.id for p in PairingRequest(event, number).players(number)]
        seated = [p for p in placed(round_) if p in taking_part]
        assert len(seated) == len(set(seated))
        assert knockout or seated == taking_part
        assert [t.number for t in round_.tables] == list(range(1, len(round_.tables) + 1))
        assert all(len(set(t.seats)) > 1 for t in round_.tables)
        assert set(answer.reasons) == {(number, t.number) for t in round_.tables}
        paired = with_round(event, round_)
        assert verify(paired).faults[number] == ()
        results = finished(round_, event.game, lots)
        event = with_round(event, results if knockout else spoilt(results, lots))


@pytest.mark.parametrize(("system", "options"), SYSTEMS, ids=lambda v: str(v))
@given(people=st.integers(0, 23), seed=st.integers(0, 10_000), chess=st.booleans())
@settings(max_examples=examples(6, fewest=3))
def test_an_event_in_which_everything_happens(
    system: str, options: dict[str, Any], people: int, seed: int, chess: bool
) -> None:
    lots = random.Random(seed)
    two = system in ("swiss", "keizer") or options.get("table_size") == 2
    game = "quatro-chess" if chess else "quarto" if two else "kwartet"
    lives(disturbed(field(people, system, game, **options), lots), lots, 3)


@pytest.mark.parametrize(("system", "options"), TEAM_SYSTEMS, ids=lambda v: str(v))
@given(teams=st.integers(1, 8), members=st.integers(3, 5), seed=st.integers(0, 10_000), chess=st.booleans())
@settings(max_examples=examples(6, fewest=3))
def test_a_team_event_in_which_everything_happens(
    system: str, options: dict[str, Any], teams: int, members: int, seed: int, chess: bool
) -> None:
    lots = random.Random(seed)
    teams = {"scheveningen": 2, "double-team": 2, "triple-team": 3, "board-groups": 4 + 4 * (teams % 2)}.get(
        system, teams
    )
    game = "quatro-chess" if chess else "quarto" if system in ("team-swiss", "scheveningen") else "kwartet"
    lives(disturbed(team_field(teams, system, members, game, **options), lots), lots, 3)


def test_who_left_before_the_first_round_has_no_bye_for_a_round_asked_off() -> None:
    """``left`` names the last round that a player was in, ``absent`` the rounds that they asked to miss."""
    gone = Player(1, "1", left=0, absent=frozenset({1}))
    asked_off = Player(2, "2", absent=frozenset({1}))
    start = event((gone, asked_off, *(Player(n, str(n)) for n in range(3, 7))), "swiss")
    assert [(b.player, b.kind) for b in pair(start).rounds[0].byes] == [(2, "zero")]
