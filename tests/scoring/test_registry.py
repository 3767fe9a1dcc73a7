"""Codes of tie-breaks, and the registry that finds what they name."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.codes import Code, CodeError, parse_code
from scoring.core.registry import every, find, tie_break
from scoring.input.reading import read_event
from scoring.input.rules import rules_of
from tests.support.examples import examples

CONTRACT = (
    "DE", "BH", "FB", "SB", "PS", "KS", "WIN", "WON", "BPG", "REP", "STD", "ARO", "RTNG", "TPN", "BH/C1",
    "BH/C2", "BH/M1", "BH/M2", "SB/C1", "SB/C2", "PS/C1", "ARO/C1", "KS/L+1", "KS/L-2", "KS/L2", "DE/P",
    "BH/P", "BH/C1/P", "RTNG/R", "TPN/R", "PLACE1", "PLACE2", "PLACE4", "GP", "BEST/3", "LOT", "AOB",
    "AOB/F", "TPR", "PTP", "APRO", "APPO", "BWG",
)  # fmt: skip

TEAMS = ("BH:MP", "BH:GP/C1", "EMMSB", "EGGSB/C1", "SSSC/K3/F", "EDE/P", "BC", "MPvGP", "SB:GP")

NO_CODES = (
    "", " BH", "BH ", "BH/", "BH/C0", "BH/C3", "BH//C1", "BH/C1/C2", "BH/C1/M1", "BH/X", "BH-C1", "KS/L",
    "KS/L+", "KS/L1.5", "PLACE0", "PLACE01", "PLACE", "PLACE1/2", "BEST", "BEST/0", "BEST/01", "BEST/1000",
    "bh", "BH\n", "BH:XX", "WIN/C1", "DE/C1", "TPN/C1", "LOT/R", "BH/R", "XYZ", "1", "/C1", "A" * 25,
    "BH/C１", "EMMSB",
)  # fmt: skip


@pytest.mark.parametrize("text", CONTRACT)
def test_every_code_of_the_contract_is_there(text: str) -> None:
    code, entry = find(text)
    assert code.text == text
    assert entry.name == code.name


@pytest.mark.parametrize("text", TEAMS)
def test_every_code_of_teams_is_there(text: str) -> None:
    assert find(text, teams=True)[0].text == text
    with pytest.raises(CodeError):
        find(text)


def test_modifiers_are_read() -> None:
    assert parse_code("BH/M2/P") == Code(
        "BH/M2/P", "BH", cut_low=2, cut_high=2, forfeits=True, modifiers=frozenset("MP")
    )
    assert [parse_code(text).limit for text in ("KS/L+2", "KS/L2", "KS/L-1")] == [2, 2, -1]
    assert (parse_code("PLACE12").name, parse_code("PLACE12").number) == ("PLACEn", 12)
    assert parse_code("BEST/10").number == 10


@pytest.mark.parametrize("text", NO_CODES)
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(CodeError):
        find(text)


@given(st.text("BHSPLACEWINDM/+-:0123456789nKGé", max_size=9))
@settings(max_examples=examples(100))
def test_any_text_is_a_code_or_refused(text: str) -> None:
    try:
        code, entry = find(text)
    except CodeError as error:
        assert str(error)
    else:
        assert code.text == text and entry.name == code.name


def test_every_tie_break_cites_its_source_and_has_a_label() -> None:
    for name, entry in every().items():
        assert entry.name == name
        assert entry.source and entry.label
        assert (entry.parts is None) != (entry.ranking is None)
        assert entry.scope in ("players", "teams", "both")


def test_two_functions_cannot_claim_one_name() -> None:
    with pytest.raises(RuntimeError, match="Two functions claim"):
        tie_break("BH", source="nowhere", label="Another")(lambda history, player, code: ())


def test_all_codes_of_the_contract_may_stand_in_one_list() -> None:
    """Contracts, 4: no sentence there limits how many tie-breaks an event has."""
    text = json.dumps({"format": "viertal-event/1", "scoring": {"tie_breaks": CONTRACT}})
    assert rules_of(read_event(text.encode())).tie_breaks == CONTRACT
