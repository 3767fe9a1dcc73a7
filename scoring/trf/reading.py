"""Bytes or text of a TRF to a `Report`. What is wrong is named with its line and column."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import scoring.sentences  # noqa: F401 (its notices are put into words by this table)
from games.core.notices import Notice
from scoring.trf.report import OPPOSITE, RESULTS, Game, Player, Report, Team

MAX_BYTES = 4 * 1024 * 1024
MAX_LINES = 30_000
MOST_PLAYERS = 9_999
MOST_ROUNDS = 400
FACTS = ("012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "172", "182", "192",
         "202", "212", "222")  # fmt: skip
LETTERS = "WDLAPX"

STARTING_NUMBER = Notice("the-starting-number")
RATING = Notice("the-rating")
POINTS = Notice("the-points")
RANK = Notice("the-rank")
OPPONENT = Notice("the-opponent")
PLAYER = Notice("the-player")


class TrfError(Exception):
    """An error in a file: ``line`` and ``column`` count from 1 (0: the file as a whole).

    ``notice`` says it in every language; ``message`` is its English.
    """

    def __init__(self, line: int, column: int, notice: Notice) -> None:
        self.line = line
        self.column = column
        self.notice = notice
        self.message = str(notice)
        place = f"line {line}, column {column}: " if line else ""
        super().__init__(f"{place}{self.message}")


@dataclass(slots=True)
class _Parts:
    players: dict[int, Player] = field(default_factory=dict)
    lines: dict[int, int] = field(default_factory=dict)
    facts: dict[str, list[str]] = field(default_factory=dict)
    rounds: int | None = None
    days: tuple[str, ...] = ()
    colour: str = ""
    points: dict[str, int] = field(default_factory=dict)
    teams: list[Team] = field(default_factory=list)
    byes: list[tuple[str, int, int]] = field(default_factory=list)
    forbidden: list[tuple[int, int, tuple[int, ...]]] = field(default_factory=list)
    away: list[int] = field(default_factory=list)
    named: list[tuple[int, int, int]] = field(default_factory=list)
    other: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str

    def at(self, first: int, last: int) -> str:
        """Return columns first to last, counted from 1 as the format's tables do, without spaces around."""
        return self.text[first - 1 : last].strip()

    def fail(self, column: int, notice: Notice) -> TrfError:
        return TrfError(self.number, column, notice)

    def whole(self, first: int, last: int, what: Notice, low: int, high: int) -> int:
        text = self.at(first, last)
        if not re.fullmatch(r"[0-9]{1,9}", text) or not low <= int(text) <= high:
            raise self.fail(first, Notice("report-whole-number", what=what, text=text, low=low, high=high))
        return int(text)

    def tenths(self, first: int, last: int, what: Notice) -> int:
        text = self.at(first, last).replace(",", ".")
        match = re.fullmatch(r"([0-9]{1,4})(?:\.([0-9]))?", text)
        if match is None:
            raise self.fail(first, Notice("report-tenths", what=what, text=text))
        return int(match[1]) * 10 + int(match[2] or 0)


def read_report(content: bytes | str) -> Report:
    """Read the report that a file holds. Raises TrfError."""
    text = content if isinstance(content, str) else _decode(content)
    lines = re.split(r"\r\n|\n|\r", text.removeprefix("\ufeff"))
    if len(lines) > MAX_LINES:
        raise TrfError(0, 0, Notice("file-too-many-lines", lines=MAX_LINES))
    parts = _Parts()
    for number, raw in enumerate(lines, 1):
        _read_line(parts, _Line(number, raw.rstrip()))
    if not parts.players:
        raise TrfError(0, 0, Notice("report-no-player"))
    _refuse_strangers(parts)
    _refuse_contradictions(parts)
    _take_absences(parts)
    played = max(len(player.games) for player in parts.players.values())
    parts.byes += [("Z", played + 1, number) for number in parts.away]
    return Report(
        players=tuple(parts.players[number] for number in sorted(parts.players)),
        facts={code: tuple(some) for code, some in parts.facts.items()},
        rounds=parts.rounds,
        round_days=parts.days,
        initial_colour=parts.colour,
        points=parts.points,
        teams=tuple(parts.teams),
        byes=tuple(parts.byes),
        forbidden=tuple(parts.forbidden),
        other=tuple(parts.other),
    )


def _decode(content: bytes) -> str:
    if len(content) > MAX_BYTES:
        raise TrfError(0, 0, Notice("report-too-large"))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _read_line(parts: _Parts, line: _Line) -> None:
    if not line.text or line.text.startswith("###"):
        if line.text:
            parts.other.append(line.text)
        return
    code = line.text[:3]
    if len(line.text) > 3 and line.text[3] != " ":
        raise line.fail(4, Notice("report-no-space"))
    if bad := re.search(r"[\x00-\x1f\x7f\ud800-\udfff]", line.text):
        raise line.fail(bad.start() + 1, Notice("report-character"))
    if code in FACTS:
        parts.facts.setdefault(code, []).append(line.text[4:].strip())
    elif reader := _RECORDS.get(code):
        reader(parts, line)
    else:
        parts.other.append(line.text)


def _player(parts: _Parts, line: _Line) -> None:
    number = line.whole(5, 8, STARTING_NUMBER, 1, MOST_PLAYERS)
    if number in parts.players:
        raise line.fail(5, Notice("report-number-twice", number=number, line=parts.lines[number]))
    sex = line.at(10, 10).lower()
    if sex not in ("", "m", "w", "f"):
        raise line.fail(10, Notice("report-sex", text=sex))
    name = " ".join(line.at(15, 47).split())
    if not name:
        raise line.fail(15, Notice("report-no-name"))
    games = []
    text = line.text
    for round_ in range((len(text) - 91 + 9) // 10 if len(text) > 91 else 0):
        if round_ >= MOST_ROUNDS:
            raise line.fail(92 + 10 * round_, Notice("report-too-many-rounds", most=MOST_ROUNDS))
        games.append(_game(line, 92 + 10 * round_))
    parts.lines[number] = line.number
    parts.players[number] = Player(
        number=number,
        name=name,
        sex="w" if sex == "f" else sex,
        title=line.at(11, 13),
        rating=line.whole(49, 52, RATING, 0, 4000) or None if line.at(49, 52) else None,
        federation=line.at(54, 56),
        fide_id=line.at(58, 68),
        born=line.at(70, 79),
        points=line.tenths(81, 84, POINTS) if line.at(81, 84) else 0,
        rank=line.whole(86, 89, RANK, 1, MOST_PLAYERS) if line.at(86, 89) else None,
        games=tuple(games),
    )


def _game(line: _Line, at: int) -> Game:
    opponent = line.whole(at, at + 3, OPPONENT, 0, MOST_PLAYERS) if line.at(at, at + 3) else 0
    colour = line.at(at + 5, at + 5).lower() or "-"
    result = line.at(at + 7, at + 7).upper() or " "
    if colour not in "wb-":
        raise line.fail(at + 5, Notice("report-colour", text=colour))
    if result not in RESULTS + " ":
        raise line.fail(at + 7, Notice("report-no-result", text=result, results=" ".join(RESULTS)))
    if opponent and result in "HFUZ":
        raise line.fail(at + 7, Notice("report-bye-with-opponent", result=result, player=opponent))
    if not opponent and result not in "HFUZ+- ":
        raise line.fail(at, Notice("report-result-without-opponent", result=result))
    if opponent and colour == "-" and result not in "+- ":
        raise line.fail(at + 5, Notice("report-game-without-colour"))
    return Game(opponent, colour, result)


def _take_absences(parts: _Parts) -> None:
    """Take a last round that only some players have, and none with an opponent or the bye of the pairing, as not
    played: these are the byes of the round that is paired next."""
    played = max(len(player.games) for player in parts.players.values())
    if played == 0:
        return
    last = {n: player.games[-1] for n, player in parts.players.items() if len(player.games) == played}
    if len(last) == len(parts.players):
        return
    if all(game.opponent == 0 and game.result in ("F", "H", "Z") for game in last.values()):
        parts.byes += [(game.result, played, number) for number, game in sorted(last.items())]
        for number in last:
            player = parts.players[number]
            parts.players[number] = replace(player, games=player.games[:-1])


def _team(parts: _Parts, line: _Line) -> None:
    name_to, first = (36, 37) if line.text.startswith("013") else (40, 74)
    name = line.at(5 if first == 37 else 9, name_to)
    if not name:
        raise line.fail(5, Notice("report-no-team-name"))
    players = []
    for at in range(first, len(line.text) + 1, 5):
        if line.at(at, at + 3):
            number = line.whole(at, at + 3, PLAYER, 0, MOST_PLAYERS)
            if number:
                players.append(number)
                parts.named.append((line.number, at, number))
    if first == 37:
        parts.teams.append(Team(name, tuple(players)))
        return
    parts.teams.append(
        Team(
            name,
            tuple(players),
            rank=line.whole(69, 71, Notice("the-teams-rank"), 1, 999) if line.at(69, 71) else None,
            match_points=line.tenths(55, 60, Notice("the-match-points")) if line.at(55, 60) else None,
            game_points=line.tenths(62, 67, Notice("the-game-points")) if line.at(62, 67) else None,
        )
    )


def _rounds(parts: _Parts, line: _Line) -> None:
    parts.rounds = line.whole(5, len(line.text), Notice("the-number-of-rounds"), 1, MOST_ROUNDS)


def _days(parts: _Parts, line: _Line) -> None:
    parts.days = tuple(line.at(at, at + 7) for at in range(92, len(line.text) + 1, 10))


def _colour(parts: _Parts, line: _Line) -> None:
    text = line.at(5, len(line.text)).upper()
    if text not in ("W", "B"):
        raise line.fail(5, Notice("report-initial-colour", text=text))
    parts.colour = text


def _javafo_colour(parts: _Parts, line: _Line) -> None:
    words = line.text[4:].lower().split()
    if "white1" in words or "black1" in words:
        parts.colour = "W" if "white1" in words else "B"
    else:
        parts.other.append(line.text)


def _points(parts: _Parts, line: _Line) -> None:
    for at in range(6, len(line.text) + 1, 9):
        letter = line.at(at, at)
        if not letter:
            continue
        if letter not in LETTERS:
            raise line.fail(at, Notice("report-letter", letter=letter, letters=" ".join(LETTERS)))
        parts.points[letter] = line.tenths(at + 1, at + 4, POINTS)


def _bbp_points(parts: _Parts, line: _Line) -> None:
    letter = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "A", "BBF": "A", "BBU": "P"}[line.text[:3]]
    parts.points[letter] = line.tenths(5, len(line.text), POINTS)


def _javafo_points(parts: _Parts, line: _Line) -> None:
    """Read the same points for other older programs; leave a line that says more than the format can as it is."""
    letters = {"W": "W", "D": "D", "L": "L", "ZPB": "A", "FL": "A", "PAB": "P"}
    words = [re.fullmatch(r"([A-Z]+)=([0-9]{1,3})(?:\.([0-9]))?", word) for word in line.text[4:].split()]
    if all(word and word[1] in letters for word in words):
        parts.points |= {letters[word[1]]: int(word[2]) * 10 + int(word[3] or 0) for word in words if word}
    else:
        parts.other.append(line.text)


def _bye(parts: _Parts, line: _Line) -> None:
    kind = line.at(5, 5).upper()
    if kind not in ("F", "H", "Z"):
        raise line.fail(5, Notice("report-bye", kind=kind))
    round_ = line.whole(7, 9, Notice("the-round"), 1, MOST_ROUNDS)
    for at in range(11, len(line.text) + 1, 5):
        if line.at(at, at + 3):
            number = line.whole(at, at + 3, PLAYER, 1, MOST_PLAYERS)
            parts.named.append((line.number, at, number))
            parts.byes.append((kind, round_, number))


def _forbidden(parts: _Parts, line: _Line) -> None:
    first = line.whole(5, 7, Notice("the-first-round"), 1, MOST_ROUNDS)
    last = line.whole(9, 11, Notice("the-last-round"), first, 999)
    players = []
    for at in range(13, len(line.text) + 1, 5):
        if line.at(at, at + 3):
            number = line.whole(at, at + 3, PLAYER, 1, MOST_PLAYERS)
            players.append(number)
            parts.named.append((line.number, at, number))
    if len(players) < 2:
        raise line.fail(13, Notice("report-apart"))
    parts.forbidden.append((first, last, tuple(players)))


def _javafo_apart(parts: _Parts, line: _Line) -> None:
    parts.forbidden.append((1, parts.rounds or MOST_ROUNDS, _javafo_numbers(parts, line, 2)))


def _javafo_away(parts: _Parts, line: _Line) -> None:
    """Return the players who stay away from the round after the last one in the file."""
    parts.away += _javafo_numbers(parts, line, 1)


def _javafo_numbers(parts: _Parts, line: _Line, least: int) -> tuple[int, ...]:
    """Read starting numbers with spaces between, wherever they stand."""
    numbers = []
    for word in re.finditer(r"\S+", line.text[4:]):
        at = 5 + word.start()
        if not re.fullmatch("[0-9]{1,4}", word[0]):
            raise line.fail(at, Notice("report-no-number", text=word[0]))
        numbers.append(int(word[0]))
        parts.named.append((line.number, at, int(word[0])))
    if len(numbers) < least:
        raise line.fail(5, Notice("report-no-numbers"))
    return tuple(numbers)


_RECORDS: dict[str, Callable[[_Parts, _Line], None]] = {
    "001": _player, "013": _team, "310": _team, "142": _rounds, "XXR": _rounds, "132": _days, "152": _colour,
    "XXC": _javafo_colour, "162": _points, "240": _bye, "260": _forbidden,
    "XXP": _javafo_apart, "XXZ": _javafo_away, "XXS": _javafo_points, "BBW": _bbp_points, "BBD": _bbp_points,
    "BBL": _bbp_points, "BBZ": _bbp_points, "BBF": _bbp_points, "BBU": _bbp_points,
}  # fmt: skip


def _refuse_strangers(parts: _Parts) -> None:
    for line, column, number in parts.named:
        if number not in parts.players:
            raise TrfError(line, column, Notice("document-no-player", player=number))


def _refuse_contradictions(parts: _Parts) -> None:
    """Refuse a game of which its two players do not say the same."""
    for number, player in parts.players.items():
        line = parts.lines[number]
        for round_, game in enumerate(player.games):
            if not game.opponent:
                continue
            at = 92 + 10 * round_
            other = parts.players.get(game.opponent)
            if other is None or other is player:
                raise TrfError(line, at, Notice("report-no-opponent", round=round_ + 1, player=game.opponent))
            theirs = other.games[round_] if round_ < len(other.games) else Game()
            if theirs.opponent != number:
                raise TrfError(
                    line,
                    at,
                    Notice(
                        "report-says-otherwise",
                        round=round_ + 1,
                        player=game.opponent,
                        line=parts.lines[other.number],
                    ),
                )
            if game.colour == theirs.colour != "-":
                raise TrfError(line, at + 5, Notice("report-same-colour", round=round_ + 1, colour=game.colour))
            if not _agree(game.result, theirs.result):
                results = Notice("report-results", round=round_ + 1, one=game.result, other=theirs.result)
                raise TrfError(line, at + 7, results)


def _agree(own: str, theirs: str) -> bool:
    if own in "+-" and theirs in "+-":
        return "-" in (own, theirs)
    if own == " " or theirs == " ":
        return own == theirs
    if OPPOSITE.get(own) == theirs:
        return True
    # an arbiter may give both less than a game has: 0 against 0, ½ against 0
    both = {own, theirs}
    return both <= set("0=") or both <= set("LD")
