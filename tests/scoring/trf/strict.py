"""A second reader of report files, written from the column tables of the format and nothing else.

It reads nothing that the tables do not allow: each field in its columns, blanks between the fields, CR LF at each
line's end, each record where the format has its section, and what the records say of each other.

Sources: FIDE Handbook C.04 Annex 2 (TRF16); TRF26 (FIDE Council, 12 May 2025); XXR, XXC, XXP, XXS and XXZ: JaVaFo's
manual; BBW to BBZ: bbpPairings.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

NUMBER = r" *[1-9][0-9]*"
POINTS = r" *[0-9]{1,4}\.[0-9]"
DAY = r"[0-9]{4}/[0-9]{2}/[0-9]{2}"
TITLES = "GM|IM|WGM|FM|WIM|CM|WFM|WCM"
TIE_BREAKS = r"[A-Z]+(/[A-Z][+-]?[0-9]*)*(,[A-Z]+(/[A-Z][+-]?[0-9]*)*)*"

Field = tuple[int, int, str, str]

PLAYER: tuple[Field, ...] = (
    (5, 8, "number", NUMBER),
    (10, 10, "sex", "[mw ]"),
    (11, 13, "title", rf" *({TITLES})? *"),
    (15, 47, "name", r"\S.*"),
    (49, 52, "rating", rf"({NUMBER}| *)"),
    (54, 56, "federation", r"([A-Z]{3}| *)"),
    (58, 68, "id", r"( *[0-9]+| *)"),
    (70, 79, "born", rf"({DAY}| *)"),
    (81, 84, "points", POINTS),
    (86, 89, "rank", NUMBER),
)
ROUND: tuple[Field, ...] = (
    (92, 95, "opponent", "[0-9]{4}"),
    (97, 97, "colour", "[wb-]"),
    (99, 99, "result", "[-+WDL1=0HFUZ ]"),
)
TEAM16: tuple[Field, ...] = ((5, 36, "name", r"\S.*"),)
TEAM26: tuple[Field, ...] = (
    (5, 7, "number", NUMBER),
    (9, 40, "name", r"\S.*"),
    (42, 46, "short", " *"),
    (48, 53, "strength", " *"),
    (55, 60, "match", rf"({POINTS}| *)"),
    (62, 67, "game", rf"({POINTS}| *)"),
    (69, 71, "rank", rf"({NUMBER}| *)"),
)
APART: tuple[Field, ...] = ((5, 7, "first", "[0-9]{3}"), (9, 11, "last", "[0-9]{3}"))
AWAY: tuple[Field, ...] = ((5, 5, "kind", "[FHZ]"), (7, 9, "round", "[0-9]{3}"))

FREE = {
    "012": r"\S.*",
    "022": r"\S.*",
    "032": "[A-Z]{3}",
    "042": DAY,
    "052": DAY,
    "062": "[0-9]+",
    "072": "[0-9]+",
    "082": "[0-9]+",
    "092": r"\S.*",
    "102": r"\S.*",
    "112": r"\S.*",
    "122": r"\S.*",
}
BBP = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "A", "BBF": "A", "BBU": "P"}
FREE26 = {
    "192": "FIDE_(DUTCH_2026_BAKU|BURSTEIN(_BAKU)?)",
    "142": "[0-9]+",
    "152": "[WB]",
    "182": r"\S.*",
    "202": TIE_BREAKS,
    "212": rf"PTS(,{TIE_BREAKS})?",
}
ONE = r"[WDLAP][ 0-9][0-9]\.[0-9]"
FREE26["162"] = rf" {ONE}(    {ONE})*"
OLD = {"XXS": r"[A-Z]+=[0-9.]+( [A-Z]+=[0-9.]+)*"} | dict.fromkeys(BBP, r"[ 0-9][0-9]\.[0-9]")
OLD |= {"XXR": "[0-9]+", "XXC": "(white1|black1)", "XXP": r" *[0-9]+ +[0-9]+", "XXZ": "( *[0-9]+)+"}
SECTION = {"001": 2, "013": 3, "310": 3, "260": 4, "240": 4, "XXP": 4, "XXZ": 4}
"""The order of the sections; everything else tells of the tournament and comes first."""


class NotTheFormat(AssertionError):
    """A line that the tables do not allow."""


def _cut(line: str, fields: tuple[Field, ...], more: tuple[int, int, str] | None = None) -> dict[str, Any]:
    """The fields of a line. ``more``: first column, step and pattern of what is repeated to the end."""
    wide = max(len(line), *(last for _first, last, *_ in fields))
    padded, used, found = line.ljust(wide), set(range(1, 4)), {}
    spans = list(fields)
    if more is not None:
        first, step, pattern = more
        spans += [(at, at + 3, f"+{at}", pattern) for at in range(first, len(line) + 1, step)]
    for first, last, name, pattern in spans:
        text = padded[first - 1 : last].ljust(last - first + 1)
        if re.fullmatch(pattern, text) is None:
            raise NotTheFormat(f"columns {first}-{last} ({name}): {text!r} in {line!r}")
        used |= set(range(first, last + 1))
        if name.startswith("+"):
            found.setdefault("+", []).append(int(text))
        else:
            found[name] = text.strip()
    stray = [at for at in range(1, len(padded) + 1) if at not in used and padded[at - 1] != " "]
    if stray:
        raise NotTheFormat(f"column {stray[0]} belongs to no field: {line!r}")
    return found


def _player(line: str) -> dict[str, Any]:
    fields = list(PLAYER)
    rounds = (len(line) - 91 + 9) // 10 if len(line) > 91 else 0
    for at in range(rounds):
        fields += [(first + 10 * at, last + 10 * at, f"{name}{at}", how) for first, last, name, how in ROUND]
    if rounds and len(line) != 99 + 10 * (rounds - 1):
        raise NotTheFormat(f"a line ends in the middle of a round: {line!r}")
    cut = _cut(line, tuple(fields))
    cut["games"] = [(int(cut[f"opponent{n}"]), cut[f"colour{n}"], cut[f"result{n}"]) for n in range(rounds)]
    return cut


FIXED: dict[str, Callable[[str], dict[str, Any]]] = {
    "001": _player,
    "013": lambda line: _cut(line, TEAM16, (37, 5, NUMBER)),
    "310": lambda line: _cut(line, TEAM26, (74, 5, NUMBER)),
    "260": lambda line: _cut(line, APART, (13, 5, NUMBER)),
    "240": lambda line: _cut(line, AWAY, (11, 5, NUMBER)),
}


def read_strictly(content: bytes, version: str) -> dict[str, list[Any]]:
    """The records of a file by their codes. Raises NotTheFormat."""
    text = content.decode("utf-8")
    if not text.endswith("\r\n") or re.search(r"(?<!\r)\n|\r(?!\n)", text):
        raise NotTheFormat("every line ends with CR LF")
    free = FREE | (FREE26 if version == "trf26" else OLD)
    fixed = {"001", "310", "260", "240"} if version == "trf26" else {"001", "013"}
    found: dict[str, list[Any]] = {}
    section = 1
    for line in text.split("\r\n")[:-1]:
        code, between, rest = line[:3], line[3:4], line[4:]
        if between not in (" ", ""):
            raise NotTheFormat(f"no space after the code: {line!r}")
        now = SECTION.get(code, 1)
        if now < section:
            raise NotTheFormat(f"{code} after a later section: {line!r}")
        section = now
        if code in fixed:
            found.setdefault(code, []).append(FIXED[code](line))
        elif code in free and re.fullmatch(free[code], rest):
            found.setdefault(code, []).append(rest)
        else:
            raise NotTheFormat(f"not a record of {version}: {line!r}")
        if code in free and code not in ("112", "XXP") and len(found[code]) > 1:
            raise NotTheFormat(f"{code} stands there twice")
    _hold_together(found)
    return found


LETTERS = {"W": "1W+F", "D": "=DH", "L": "0L", "A": "-Z", "P": "U"}
ANSWERS = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+-", "": ""}


def _set_absences_aside(players: dict[int, Any]) -> None:
    """One round more than the others have those who stay away from it (bbpPairings, JaVaFo)."""
    ready = min((len(p["games"]) for p in players.values()), default=0)
    for player in players.values():
        if len(player["games"]) == ready + 1:
            assert player["games"][ready] in [(0, "-", kind) for kind in "HFZ"], "who is away has no game"
            player["away"] = player["games"].pop()


def _hold_together(found: dict[str, list[Any]]) -> None:
    players = {int(p["number"]): p for p in found.get("001", [])}
    assert list(players) == sorted(players) and len(players) == len(found["001"]), "each player once, in order"
    _set_absences_aside(players)
    assert len({len(p["games"]) for p in players.values()}) <= 1, "all players have as many rounds"
    points = {"W": "1.0", "D": "0.5", "P": "1.0"} | {
        text[0]: text[1:] for text in re.findall(ONE, (found.get("162") or [""])[0])
    }
    points |= {BBP[code]: found[code][0] for code in BBP if code in found}
    worth = {code: float(points.get(letter, 0)) for letter, codes in LETTERS.items() for code in codes}
    for number, player in players.items():
        assert float(player["points"]) == sum(worth.get(g[2], 0) for g in player["games"])
        for at, (opponent, colour, result) in enumerate(player["games"]):
            if not opponent:
                assert colour == "-" and result in ("H", "F", "U", "Z", ""), (number, at)
                continue
            theirs = players[opponent]["games"][at]
            assert theirs[0] == number and {colour, theirs[1]} == {"w", "b"}
            assert theirs[2] in tuple(ANSWERS[result]) or (theirs[2] == result == "")
        played = [g[0] for g in player["games"] if g[0]]
        assert number not in played
    for at in range(len(next(iter(players.values()))["games"]) if players else 0):
        assert sum(p["games"][at][2] == "U" for p in players.values()) <= 1, "one pairing-allocated bye a round"
    for code, count in (("062", len(players)), ("072", sum(bool(p["rating"]) for p in players.values()))):
        assert int(found.get(code, [count])[0]) == count
    teams = found.get("310", []) + found.get("013", [])
    members = [number for team in teams for number in team["+"]]
    assert len(members) == len(set(members)) and set(members) <= set(players), "nobody in two teams"
    if "310" in found:
        assert [int(team["number"]) for team in teams] == list(range(1, len(teams) + 1))
    rounds = int((found.get("142") or found.get("XXR") or ["0"])[0])
    ready = max((len(p["games"]) for p in players.values()), default=0)
    assert not rounds or ready <= rounds
    for record in found.get("260", []):
        assert 1 <= int(record["first"]) <= int(record["last"]) <= rounds
        assert len(record["+"]) >= 2 and set(record["+"]) <= set(players)
    asked = [(record["kind"], record["round"]) for record in found.get("240", [])]
    assert len(asked) == len(set(asked)), "one record for each kind of bye and round"
    for record in found.get("240", []):
        assert int(record["round"]) > ready and set(record["+"]) <= set(players)
    for line in found.get("XXP", []) + found.get("XXZ", []):
        assert set(map(int, line.split())) <= set(players)
