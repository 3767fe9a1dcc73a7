"""What the pairing says, in the reader's language: nothing unknown, numbers and names in their places."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.document import DocumentError
from tests.pairing.simulated import field, finished, team_field
from tools.sentences import TABLE, source
from tournaments import sentences
from tournaments.pairing.core import Event, PairingError
from tournaments.pairing.engine import pair, verify
from tournaments.sentences import known, translated
from tournaments.sentences.table import SENTENCES


def test_the_table_is_what_the_pairing_says_now():
    assert TABLE.read_text("utf-8") == source(), "Run python -m tools.sentences."


@pytest.fixture
def shouting(monkeypatch):
    """A language in which all messages are the English ones in capitals between signs."""

    def shout(text: str) -> str:
        if text not in {*SENTENCES, *sentences.PREFIXES, *sentences.PARTS}:
            return text
        parts = sentences.HOLE.split(text)
        return "«" + "".join(f"%({p})s" if k % 2 else p.upper() for k, p in enumerate(parts)) + "»"

    monkeypatch.setattr(sentences, "gettext", shout)
    sentences._in_language.cache_clear()
    with translation.override("nl"):
        yield
    sentences._in_language.cache_clear()


def test_english_stays_as_it_was_said():
    assert translated("Round 3, table 2 has no result yet; it counts as a draw here.").startswith("Round 3")


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Players 3 and 12 meet again.", "«PLAYERS 3 AND 12 MEET AGAIN.»"),
        (
            "Round 2: Player 5 should sit at table 1, which is kept for another player.",
            "«ROUND 2: «PLAYER 5 SHOULD SIT AT TABLE 1, WHICH IS KEPT FOR ANOTHER PLAYER.»»",
        ),
        (
            "Score group 7/2; player 4 floated down from 5, player 6 floated up from 3.",
            "«SCORE GROUP 7/2; «PLAYER 4 FLOATED DOWN FROM 5», «PLAYER 6 FLOATED UP FROM 3».»",
        ),
        ("Score group 4. Players 1 and 2 meet again.", "«SCORE GROUP 4.» «PLAYERS 1 AND 2 MEET AGAIN.»"),
        (
            "Round 3: one pair meet again (proven the fewest).",
            "«ROUND 3: «ONE PAIR» MEET AGAIN («PROVEN THE FEWEST»).»",
        ),
        ("Nobody has ever said this.", "Nobody has ever said this."),
        ("", ""),
    ],
)
def test_numbers_and_names_come_to_their_places(shouting, said, shown):
    assert translated(said) == shown


def test_a_teams_name_may_hold_anything(shouting):
    name = "The % (odd) {team}s; and more, é"
    said = f"Team {name} has 3 players and needs 4. Add players to the team; who is not there in a round may be "
    shown = translated(said + "marked absent.")
    assert name in shown
    assert shown.startswith("«TEAM")


@given(st.text(max_size=80))
@settings(max_examples=60, deadline=None)
def test_whatever_was_said_something_is_shown(text):
    with translation.override("de"):
        assert isinstance(translated(text), str)
        assert isinstance(translated(f"Round 1: {text}"), str)


def events() -> list[Event]:
    return list(_events())


def _events() -> Iterator[Event]:
    yield field(9, "tables", rounds=4)
    yield field(13, "tables", rounds=4, leftover="byes")
    yield field(17, "swiss-tables", rounds=5)
    yield field(11, "swiss-tables", rounds=5, repeat_weight=2, table_size=3)
    yield field(9, "swiss", "quarto", rounds=5)
    yield field(7, "berger", "quarto")
    yield field(13, "whist", rounds=4)
    yield field(9, "knockout", "quarto", tie="higher-seed", table_size=2)
    yield field(13, "knockout", tie="lot", table_size=4)
    yield team_field(2, "double-team")
    yield team_field(3, "triple-team")
    yield team_field(4, "board-groups")
    yield team_field(8, "board-groups", groups="swiss-tables")
    yield team_field(4, "team-berger", members=5)


@pytest.mark.parametrize("start", events(), ids=lambda e: f"{e.pairing['system']}-{len(e.players)}")
def test_every_note_reason_fault_and_refusal_is_known(start):
    """Events with absences, a late entry, a withdrawal, fixed tables and clubs; rounds played otherwise too."""
    chance = random.Random(7)
    players = tuple(
        replace(
            p,
            absent=frozenset({2}) if p.id == 2 else frozenset(),
            joined=2 if p.id == 5 else 1,
            left=2 if p.id == 7 else None,
            club="Leiden" if p.id < 4 else None,
        )
        for p in start.players
    )
    options = {"fixed_tables": {"3": 2, "4": 2, "6": 9}}
    if start.pairing["system"] in ("tables", "swiss", "swiss-tables", "knockout", "whist"):
        options["apart_clubs"] = True
    start = replace(start, teams=tuple(replace(team, name=team.id) for team in start.teams))
    for event in (start, replace(start, players=players, pairing=dict(start.pairing) | options)):
        for _round in range(4):
            try:
                answer = pair(event)
            except (PairingError, DocumentError) as error:
                assert known(str(error).partition(": This")[0]) or known(str(error)), str(error)
                break
            for text in (*answer.notes, *answer.reasons.values()):
                assert known(text), text
            done = finished(answer.rounds[0], event.game, chance)
            if chance.random() < 0.4 and len(done.tables) > 1:
                seats = [list(t.seats) for t in done.tables]
                seats[0][0], seats[1][0] = seats[1][0], seats[0][0]
                tables = tuple(replace(t, seats=tuple(s)) for t, s in zip(done.tables, seats, strict=True))
                done = replace(done, tables=tables)
            event = replace(event, rounds=(*event.rounds, done))
        for faults in verify(event).faults.values():
            for fault in faults:
                assert known(fault.message), fault.message
