"""A tournament report as values, and as text, each character in the column that the format gives it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

PLAYED = "1=0WDL"
UNPLAYED = "+-"
BYES = "HFUZ"
RESULTS = PLAYED + UNPLAYED + BYES

OPPOSITE = dict(zip("10=WLD", "01=LWD", strict=True))
"""The opponent's result. A forfeit win faces a forfeit loss, but a forfeit loss may face another one, and, by an
arbiter's decision, two losses or a loss and a draw may stand against each other."""

HALVES = {code: halves for codes, halves in (("1W+FU", 2), ("=DH", 1), ("0L-Z ", 0)) for code in codes}
"""What a result is worth in half points, where a file does not say otherwise."""

LETTER_OF = {
    code: letter
    for codes, letter in (("1W+F", "W"), ("=DH", "D"), ("0L", "L"), ("-Z ", "A"), ("U", "P"))
    for code in codes
}
"""The letter of ``162`` whose points a result brings: a win, a draw, a loss, an absence, the bye of the pairing."""

USUAL = {"W": 10, "D": 5, "L": 0, "A": 0, "P": 10}
"""The tenths by letter where a file does not say otherwise."""
TRF16, TRF26 = "trf16", "trf26"
BBP = {"W": ("BBW",), "D": ("BBD",), "L": ("BBL",), "A": ("BBZ", "BBF"), "P": ("BBU",)}
"""The records in which bbpPairings has the points by letter; it holds the players' scores against them."""
_JAVAFO = {"W": ("W",), "D": ("D",), "L": ("L",), "A": ("ZPB", "FL"), "P": ("PAB",)}
_AFTER = ("142", "152", "162", "172", "182", "192", "202", "212", "222")


@dataclass(frozen=True, slots=True)
class Game:
    """A player's round: their opponent's starting number (0 for a bye), their colour (``w``, ``b`` or ``-``) and a
    result code of the format; a blank is no result yet at a table, and an absence without one."""

    opponent: int = 0
    colour: str = "-"
    result: str = " "


@dataclass(frozen=True, slots=True)
class Player:
    """A ``001`` record. ``points`` are in tenths. What is empty is blank in the file."""

    number: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: str = ""
    born: str = ""
    points: int = 0
    rank: int | None = None
    games: tuple[Game, ...] = ()


@dataclass(frozen=True, slots=True)
class Team:
    """A ``013`` or ``310`` record: its name, its players' starting numbers in board order, and (``310`` only) its rank
    and its points in tenths, None where they are not known."""

    name: str
    players: tuple[int, ...]
    rank: int | None = None
    match_points: int | None = None
    game_points: int | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """A whole file.

    ``facts`` are the tournament's records by code (``012`` the name, ``042`` the first day …), each with its lines;
    ``rounds`` how many are planned (``142``, or ``XXR``); ``round_days`` the days of the rounds (``132``);
    ``initial_colour`` is ``W``, ``B`` or empty (``152``, ``XXC``); ``points`` tenths by letter where they are not the
    usual ones (``162``); ``byes`` those asked for in advance, (kind, round, player) (``240``, ``XXZ``); ``forbidden``
    first round, last round and the players who must not meet (``260``, ``XXP``); ``other`` every line that means
    nothing here.
    """

    players: tuple[Player, ...]
    facts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rounds: int | None = None
    round_days: tuple[str, ...] = ()
    initial_colour: str = ""
    points: Mapping[str, int] = field(default_factory=dict)
    teams: tuple[Team, ...] = ()
    byes: tuple[tuple[str, int, int], ...] = ()
    forbidden: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    other: tuple[str, ...] = ()

    def fact(self, code: str) -> str:
        """Return the first line of a record; empty where there is none."""
        return (self.facts.get(code) or ("",))[0]

    @property
    def played(self) -> int:
        """Return the number of rounds that the players' records have."""
        return max((len(player.games) for player in self.players), default=0)


def write_report(report: Report, version: str = TRF26) -> str:
    """Write the file, its lines ended by CR LF. In ``trf16``, what only TRF26 knows is written in the older programs'
    ways (XXR, XXC, XXS, BBW …), or left out where they have none."""
    lines: list[str] = []
    for code in sorted(report.facts):
        if code < "132":
            lines += [f"{code} {_clean(text)}".rstrip() for text in report.facts[code]]
    if report.round_days:
        lines.append(_put("132", [(92 + 10 * at, day) for at, day in enumerate(report.round_days)]))
    lines += _new(report) if version == TRF26 else _old(report)
    players = report.players if version == TRF26 else _with_absences(report)
    lines += [_player(player) for player in sorted(players, key=lambda p: p.number)]
    for number, team in enumerate(report.teams, 1):
        if version == TRF26:
            cells = [
                (5, f"{number:3}"),
                (9, _cut(team.name, 32)),
                (55, "" if team.match_points is None else _tenths(team.match_points).rjust(6)),
                (62, "" if team.game_points is None else _tenths(team.game_points).rjust(6)),
                (69, "" if team.rank is None else f"{team.rank:3}"),
            ]
            cells += _numbers(74, team.players)
            lines.append(_put("310", cells))
        else:
            cells = [(5, _cut(team.name, 32))]
            cells += _numbers(37, team.players)
            lines.append(_put("013", cells))
    lines += _apart_and_away(report, version)
    lines += [_clean(line).rstrip() for line in report.other]
    return "".join(f"{line}\r\n" for line in lines)


def _new(report: Report) -> list[str]:
    lines: list[str] = []
    if report.rounds is not None:
        lines.append(f"142 {report.rounds}")
    if report.initial_colour:
        lines.append(f"152 {report.initial_colour}")
    if report.points:
        cells = [
            (6 + 9 * at, f"{letter}{_tenths(points)}") for at, (letter, points) in enumerate(report.points.items())
        ]
        lines.append(_put("162", cells))
    for code in _AFTER[3:]:
        lines += [f"{code} {_clean(text)}".rstrip() for text in report.facts.get(code, ())]
    return lines


def _old(report: Report) -> list[str]:
    lines = [] if report.rounds is None else [f"XXR {report.rounds}"]
    if report.initial_colour:
        lines.append(f"XXC {'white1' if report.initial_colour == 'W' else 'black1'}")
    worth = {letter: _tenths(points) for letter, points in report.points.items() if letter in BBP}
    if worth:
        lines.append(f"XXS {' '.join(f'{code}={worth[at].strip()}' for at in worth for code in _JAVAFO[at])}")
    return lines + [f"{code} {points}" for letter, points in worth.items() for code in BBP[letter]]


def _with_absences(report: Report) -> tuple[Player, ...]:
    """Return the players, with an entry for the round that is paired next where they stay away from it.

    It brings nothing yet, whatever bye was asked for: the points that are written are those before the round.
    """
    away = {player for _kind, round_, player in report.byes if round_ == report.played + 1}
    if not 0 < len(away) < len(report.players):
        return report.players
    return tuple(replace(p, games=(*p.games, Game(0, "-", "Z"))) if p.number in away else p for p in report.players)


def _apart_and_away(report: Report, version: str) -> list[str]:
    """Return the lines of the pairs that must not meet and of the byes asked for.

    The older programs know two players a line, without rounds (so pairs that may meet by now are left out), and the
    players who stay away from the round that is paired next; some know that by this record, others by an entry for
    that round."""
    if version != TRF26:
        pairs = [
            pair
            for _first, last, players in report.forbidden
            if last > report.played or last >= (report.rounds or 0)
            for pair in combinations(players, 2)
        ]
        away = [player for _kind, round_, player in report.byes if round_ == report.played + 1]
        lines = [f"XXP {low:4} {second:4}" for low, second in pairs]
        return lines + ([f"XXZ {' '.join(f'{player:4}' for player in away)}"] if away else [])
    lines = []
    for first, last, players in report.forbidden:
        lines.append(_put("260", [(5, f"{first:03}"), (9, f"{last:03}"), *_numbers(13, players)]))
    asked: dict[tuple[str, int], list[int]] = {}
    for kind, round_, player in report.byes:
        asked.setdefault((kind, round_), []).append(player)
    for (kind, round_), some in asked.items():
        lines.append(_put("240", [(5, kind), (7, f"{round_:03}"), *_numbers(11, some)]))
    return lines


def _numbers(first: int, numbers: Iterable[int]) -> list[tuple[int, str]]:
    """Return starting numbers as cells, one every five columns."""
    return [(first + 5 * at, f"{number:4}") for at, number in enumerate(numbers)]


def _player(player: Player) -> str:
    cells = [
        (5, f"{player.number:4}"),
        (10, player.sex[:1]),
        (11, f"{_cut(player.title, 3):>3}"),
        (15, _cut(player.name, 33)),
        (49, "" if player.rating is None else f"{player.rating:4}"),
        (54, _cut(player.federation, 3)),
        (58, f"{_cut(player.fide_id, 11):>11}"),
        (70, _cut(player.born, 10)),
        (81, _tenths(player.points)),
        (86, "" if player.rank is None else f"{player.rank:4}"),
    ]
    cells += [(92 + 10 * at, _game(game)) for at, game in enumerate(player.games)]
    return _put("001", cells, keep=91 + 10 * len(player.games) - 2 if player.games else 0)


def _game(game: Game) -> str:
    return f"{game.opponent:04} {game.colour} {game.result}"


def _tenths(points: int) -> str:
    return f"{points // 10}.{points % 10}".rjust(4)


def _put(code: str, cells: Iterable[tuple[int, str]], keep: int = 0) -> str:
    """Write a record with texts at columns counted from 1; at least ``keep`` columns long."""
    line = code
    for column, text in cells:
        line = line.ljust(column - 1)[: column - 1] + text
    return line.rstrip().ljust(keep)


def _clean(text: str) -> str:
    """Clean a text for one line, one character a column: a letter with its accent composed, nothing unprintable."""
    text = unicodedata.normalize("NFC", text)
    text = "".join(c for c in text if unicodedata.category(c) not in ("Cc", "Cs", "Zl", "Zp") or c == "\t")
    return re.sub(r"\s", " ", text)


def _cut(text: str, most: int) -> str:
    return _clean(text).strip()[:most].rstrip()
