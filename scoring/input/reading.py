"""Reads an event document: every check of the format, with the place of what is wrong.

Left out, an entry has the default of its dataclass; ``docs/algorithms/scoring.md`` lists them. Nothing
is read where anything is wrong. What ``pairing`` holds is checked by the pairing system that it names.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from games.core.declarations.declaration import MOST_COLUMNS
from games.core.notices import Notice
from scoring.documents.document import (
    BYE_KINDS,
    ENDS,
    FORMAT,
    Bye,
    DocumentError,
    Event,
    Player,
    Round,
    Table,
    Team,
    upgraded,
)
from scoring.documents.gamelink import check_game
from scoring.documents.jsontext import a_list, an_object, check_plain, fraction, one_of, parse, shown, text, whole
from scoring.input.results import ResultCheck
from scoring.input.rules import rules_of

DEFAULT_GAME = "quatro-chess"

MAX_PLAYERS = 20_000
MAX_ROUNDS = 2_000
MAX_SEATS = 8
MAX_NUMBER = 1_000_000

_EVENT = (
    "format",
    "name",
    "starts",
    "game",
    "options",
    "pairing",
    "scoring",
    "teams",
    "players",
    "rounds",
)
_TEAM = ("id", "name")
_PLAYER = ("id", "name", "rating", "club", "team", "board", "joined", "left", "absent", "half_byes", "full_byes")
_ROUND = ("number", "tables", "byes")
_TABLE = ("number", "seats", "points", "game_points", "columns", "end")
_BYE = ("player", "kind")

_BOARD = Notice("a-board")
_BYES = Notice("things-byes")
_CLUB_NAME = Notice("a-clubs-name")
_END = Notice("the-end-of-a-table")
_FIRST_ROUND = Notice("the-first-round-played")
_KIND_OF_BYE = Notice("a-kind-of-bye")
_LAST_ROUND = Notice("the-last-round-played")
_PLAYER_NAME = Notice("a-players-name")
_POINTS_OF_SEATS = Notice("things-points")
_RATING = Notice("a-rating")
_ROUND_NUMBER = Notice("a-rounds-number")
_ROUND_OFF = Notice("a-round-asked-off")
_ROUNDS = Notice("things-rounds")
_SEATS = Notice("things-seats")
_TABLE_NUMBER = Notice("a-tables-number")
_TABLES = Notice("things-tables")
_TEAM_ID = Notice("a-teams-id")
_TEAM_NAME = Notice("a-teams-name")

_COLUMNS = Notice("things-columns")

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def read_event(text: str | bytes) -> Event:
    """Read the event of a document's JSON text (UTF-8). Raises DocumentError."""
    return _event(parse(text))


def event_from(value: object) -> Event:
    """Read the event of a document that is already plain values. Raises DocumentError."""
    check_plain(value)
    return _event(value)


def _event(value: object) -> Event:
    entries = an_object(upgraded(value), "", _EVENT)
    if "format" not in entries:
        raise DocumentError("format", Notice("document-no-format", known=FORMAT))
    if entries["format"] != FORMAT:
        raise DocumentError("format", Notice("document-other-format", format=shown(entries["format"]), known=FORMAT))
    game = text(entries.get("game", DEFAULT_GAME), "game", Notice("the-key-of-a-game"))
    options = _plain_object(entries, "options")
    check_game(game, options, "game")
    teams = _teams(entries.get("teams", []))
    event = Event(
        name=text(entries.get("name", ""), "name", Notice("the-name"), empty=True),
        game=game,
        starts=_date(entries.get("starts")),
        options=options,
        pairing=_plain_object(entries, "pairing"),
        scoring=_plain_object(entries, "scoring"),
        teams=teams,
        players=_players(entries.get("players", []), teams),
    )
    seed = event.pairing.get("seed", 0)
    if type(seed) is not int:
        raise DocumentError("pairing.seed", Notice("document-seed", value=shown(seed)))
    return _with_rounds(event, entries.get("rounds", []))


def _plain_object(entries: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = entries.get(name, {})
    if not isinstance(value, dict):
        raise DocumentError(name, Notice("document-no-object", value=shown(value)))
    return dict(value)


def _date(value: object) -> str | None:
    if value is None:
        return None
    if type(value) is str and _DATE.fullmatch(value) and value.isascii():
        try:
            datetime.date.fromisoformat(value)
        except ValueError:
            pass
        else:
            return value
    raise DocumentError("starts", Notice("document-no-day", value=shown(value)))


def _teams(value: object) -> tuple[Team, ...]:
    teams: dict[str, Team] = {}
    for index, entry in enumerate(a_list(value, "teams", MAX_PLAYERS, Notice("things-teams"))):
        place = f"teams[{index}]"
        entries = an_object(entry, place, _TEAM)
        if "id" not in entries:
            raise DocumentError(f"{place}.id", Notice("team-without-id"))
        key = text(entries["id"], f"{place}.id", _TEAM_ID)
        if key in teams:
            raise DocumentError(f"{place}.id", Notice("team-id-twice", id=shown(key)))
        teams[key] = Team(key, text(entries.get("name", key), f"{place}.name", _TEAM_NAME))
    return tuple(teams.values())


def _players(value: object, teams: tuple[Team, ...]) -> tuple[Player, ...]:
    listed = a_list(value, "players", MAX_PLAYERS, Notice("things-players"))
    known = {team.id for team in teams}
    places: dict[int, str] = {}
    boards: set[tuple[str, int]] = set()
    players: list[Player] = []
    number_of_these = Notice("a-pairing-number", count=len(listed))
    for index, entry in enumerate(listed):
        place = f"players[{index}]"
        player = _player(entry, place, len(listed), number_of_these)
        if player.id in places:
            raise DocumentError(f"{place}.id", Notice("player-id-twice", id=player.id, other=places[player.id]))
        if player.team is not None and player.team not in known:
            raise DocumentError(f"{place}.team", Notice("player-of-no-team", team=shown(player.team)))
        if player.team is not None and player.board is not None:
            if (player.team, player.board) in boards:
                raise DocumentError(
                    f"{place}.board",
                    Notice("board-twice", team=shown(player.team), board=player.board),
                )
            boards.add((player.team, player.board))
        places[player.id] = place
        players.append(player)
    return tuple(sorted(players, key=lambda player: player.id))


def _player(value: object, place: str, count: int, number_of_these: Notice) -> Player:
    entries = an_object(value, place, _PLAYER)
    if "id" not in entries:
        raise DocumentError(f"{place}.id", Notice("player-without-id"))
    number = whole(entries["id"], f"{place}.id", 1, count, number_of_these)
    joined = whole(entries.get("joined", 1), f"{place}.joined", 1, MAX_ROUNDS, _FIRST_ROUND)
    left = _optional(entries, "left", place, 0, MAX_ROUNDS, _LAST_ROUND)
    if left is not None and left < joined - 1:
        raise DocumentError(f"{place}.left", Notice("player-left-too-early", left=left, joined=joined))
    absent: set[int] = set()
    for index, entry in enumerate(a_list(entries.get("absent", []), f"{place}.absent", MAX_ROUNDS, _ROUNDS)):
        absent.add(whole(entry, f"{place}.absent[{index}]", 1, MAX_ROUNDS, _ROUND_OFF))
        if len(absent) != index + 1:
            raise DocumentError(f"{place}.absent[{index}]", Notice("player-absent-twice", round=entry))
    half, full = (_byes_to_come(entries, name, place, absent) for name in ("half_byes", "full_byes"))
    if twice := sorted(half & full):
        raise DocumentError(f"{place}.full_byes", Notice("player-two-byes", round=twice[0]))
    return Player(
        id=number,
        name=text(entries.get("name", str(number)), f"{place}.name", _PLAYER_NAME),
        rating=_optional(entries, "rating", place, 0, 10_000, _RATING),
        club=_optional_text(entries, "club", place, _CLUB_NAME),
        team=_optional_text(entries, "team", place, _TEAM_ID),
        board=_optional(entries, "board", place, 1, MAX_NUMBER, _BOARD),
        joined=joined,
        left=left,
        absent=frozenset(absent),
        half_byes=half,
        full_byes=full,
    )


def _byes_to_come(entries: Mapping[str, Any], name: str, place: str, absent: set[int]) -> frozenset[int]:
    """Read the missed rounds that bring points; each must stand in ``absent``."""
    rounds: set[int] = set()
    for index, entry in enumerate(a_list(entries.get(name, []), f"{place}.{name}", MAX_ROUNDS, _ROUNDS)):
        where = f"{place}.{name}[{index}]"
        number = whole(entry, where, 1, MAX_ROUNDS, _ROUND_OFF)
        if number not in absent:
            raise DocumentError(where, Notice("player-bye-not-absent", round=number))
        if number in rounds:
            raise DocumentError(where, Notice("player-absent-twice", round=number))
        rounds.add(number)
    return frozenset(rounds)


def _optional(entries: Mapping[str, Any], name: str, place: str, least: int, most: int, what: Notice) -> int | None:
    value = entries.get(name)
    return None if value is None else whole(value, f"{place}.{name}", least, most, what)


def _optional_text(entries: Mapping[str, Any], name: str, place: str, what: Notice) -> str | None:
    value = entries.get(name)
    return None if value is None else text(value, f"{place}.{name}", what)


def _with_rounds(event: Event, value: object) -> Event:
    rounds: list[Round] = []
    results = ResultCheck(event)
    for index, entry in enumerate(a_list(value, "rounds", MAX_ROUNDS, _ROUNDS)):
        place = f"rounds[{index}]"
        entries = an_object(entry, place, _ROUND)
        number = whole(entries.get("number", index + 1), f"{place}.number", 1, MAX_ROUNDS, _ROUND_NUMBER)
        if number != index + 1:
            raise DocumentError(f"{place}.number", Notice("round-out-of-order", number=number, round=index + 1))
        rounds.append(_round(event, results, entries, place, number))
    whole_event = replace(event, rounds=tuple(rounds))
    rules_of(whole_event)
    return whole_event


def _round(event: Event, results: ResultCheck, entries: Mapping[str, Any], place: str, number: int) -> Round:
    count = len(event.players)
    taken: dict[int, str] = {}
    numbers: set[int] = set()
    tables: list[Table] = []
    listed = a_list(entries.get("tables", []), f"{place}.tables", MAX_PLAYERS, _TABLES)
    for index, entry in enumerate(listed):
        where = f"{place}.tables[{index}]"
        table = _table(event, results, entry, where, index + 1)
        if table.number in numbers:
            raise DocumentError(f"{where}.number", Notice("document-tables-alike", round=number, table=table.number))
        numbers.add(table.number)
        for seat, player in enumerate(table.seats):
            if taken.get(player, where) != where:
                raise DocumentError(
                    f"{where}.seats[{seat}]",
                    Notice("player-at-two-tables", player=player, other=taken[player], round=number),
                )
            taken[player] = where
        tables.append(table)
    byes: list[Bye] = []
    listed = a_list(entries.get("byes", []), f"{place}.byes", MAX_PLAYERS, _BYES)
    for index, entry in enumerate(listed):
        where = f"{place}.byes[{index}]"
        bye = _bye(entry, where, count)
        if bye.player in taken:
            raise DocumentError(
                f"{where}.player",
                Notice("player-with-table-and-bye", player=bye.player, other=taken[bye.player], round=number),
            )
        taken[bye.player] = where
        byes.append(bye)
    return Round(number, tuple(tables), tuple(byes))


def _table(event: Event, results: ResultCheck, value: object, place: str, position: int) -> Table:
    entries = an_object(value, place, _TABLE)
    if "seats" not in entries:
        raise DocumentError(f"{place}.seats", Notice("table-without-seats"))
    count = len(event.players)
    seats = tuple(a_list(entries["seats"], f"{place}.seats", MAX_SEATS, _SEATS))
    for index, seat in enumerate(seats):
        if type(seat) is not int or not 0 < seat <= count:
            whole(seat, f"{place}.seats[{index}]", 1, count, Notice("id-of-one-of-the-players", count=count))
    lowest = 0 if results.declared is None else None
    points = _points(entries.get("points"), f"{place}.points", len(seats), least=lowest)
    game_points = _points(entries.get("game_points"), f"{place}.game_points", len(seats), least=lowest)
    columns = _columns(entries.get("columns"), f"{place}.columns", len(seats))
    if columns is not None:
        game_points = results.scores_of(columns, game_points, f"{place}.columns")
    if points is None and game_points is not None and entries.get("end") != "adjourned":
        points = results.points_of(game_points, f"{place}.game_points")
    all_known = points is not None and None not in points
    end = entries.get("end", "played" if all_known else None)
    if end is not None:
        end = one_of(end, f"{place}.end", ENDS, _END)
    table = Table(
        number=whole(entries.get("number", position), f"{place}.number", 1, MAX_NUMBER, _TABLE_NUMBER),
        seats=seats,
        points=points,
        game_points=game_points,
        end=end,
        columns=columns,
    )
    results.check(table, place)
    return table


def _columns(value: object, place: str, seats: int) -> tuple[tuple[Fraction, ...] | None, ...] | None:
    if value is None:
        return None
    rows = a_list(value, place, MAX_SEATS, _COLUMNS)
    if len(rows) != seats:
        raise DocumentError(place, Notice("points-for-seats", entries=len(rows), seats=seats))
    return tuple(
        None
        if row is None
        else tuple(
            fraction(entry, f"{place}[{seat}][{index}]", least=None)
            for index, entry in enumerate(a_list(row, f"{place}[{seat}]", MOST_COLUMNS, _COLUMNS))
        )
        for seat, row in enumerate(rows)
    )


def _points(value: object, place: str, seats: int, *, least: int | None) -> tuple[Any, ...] | None:
    if value is None:
        return None
    entries = a_list(value, place, MAX_SEATS, _POINTS_OF_SEATS)
    if len(entries) != seats:
        raise DocumentError(place, Notice("points-for-seats", entries=len(entries), seats=seats))
    return tuple(
        None if entry is None else fraction(entry, f"{place}[{index}]", least=least)
        for index, entry in enumerate(entries)
    )


def _bye(value: object, place: str, count: int) -> Bye:
    entries = an_object(value, place, _BYE)
    if "player" not in entries:
        raise DocumentError(f"{place}.player", Notice("bye-without-player"))
    player = whole(entries["player"], f"{place}.player", 1, count, Notice("id-of-one-of-the-players", count=count))
    return Bye(player, one_of(entries.get("kind", "pairing"), f"{place}.kind", BYE_KINDS, _KIND_OF_BYE))
