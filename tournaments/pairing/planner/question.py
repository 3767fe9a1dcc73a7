"""The planner's questions: the game, how many come, for how long, at how many tables, and what matters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from games.core import registry
from games.core.declarations.declared import DeclaredGame
from games.core.declarations.values import each_alone, sides_of
from games.core.errors import GameError
from games.core.game import GameInfo
from games.core.notices import Notice, declare
from games.core.notices import gettext_noop as _
from scoring.documents.document import DocumentError, Event
from scoring.documents.jsontext import member, shown
from scoring.points import DEFAULT, place_points
from tournaments.pairing.options import PairingOption, check_value

declare(
    {
        "planner-team-size": _("%(players)s players make no teams of %(size)s: at least two full teams are needed."),
        "planner-time": _("“%(value)s” is no time of day, such as 19:30."),
        "planner-unknown": _("The planner does not know this entry; it knows %(names)s."),
    }
)

MOST_PLAYERS = 200
USUAL_MINUTES = 30
"""For a game that does not say how long it takes."""
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
LARGEST = 6
"""No system seats more at a table."""

ASKED = (
    PairingOption("players", "integer", 16, _("Players"), minimum=2, maximum=MOST_PLAYERS),
    PairingOption(
        "team_size",
        "integer",
        None,
        _("Players of a team"),
        _("Empty: everybody plays for themselves."),
        minimum=2,
        maximum=20,
    ),
    PairingOption("minutes", "integer", 180, _("Minutes for it all"), minimum=5, maximum=7 * 24 * 60),
    PairingOption("tables", "integer", None, _("Tables"), _("Empty: as many as are needed."), minimum=1, maximum=500),
    PairingOption(
        "matters",
        "choice",
        "winner",
        _("What matters most"),
        choices=(
            ("everybody", _("Everybody meets everybody")),
            ("winner", _("A clear winner")),
            ("equal", _("Equally many games for all")),
            ("short", _("As short as can be")),
        ),
    ),
    PairingOption(
        "round_minutes",
        "integer",
        None,
        _("Minutes for a game"),
        _("Empty: as the game says, or half an hour."),
        minimum=1,
        maximum=24 * 60,
    ),
    PairingOption("pause", "integer", 8, _("Minutes between rounds"), minimum=0, maximum=24 * 60),
    PairingOption(
        "table_size",
        "integer",
        None,
        _("Players at a table"),
        _("Empty: as usual for the game."),
        minimum=2,
        maximum=LARGEST,
    ),
    PairingOption("rated", "flag", False, _("The players have ratings")),
    PairingOption("spread", "integer", 200, _("Spread of the strengths"), minimum=0, maximum=1000),
    PairingOption(
        "draws",
        "integer",
        20,
        _("Of a hundred games of equals, how many are drawn"),
        _("At tables of two, in games that know draws."),
        minimum=0,
        maximum=90,
    ),
    PairingOption("seed", "integer", 0, _("Random number for drawing lots")),
)
"""What is asked beside the game, each once: for the command, the API and the page."""
GAME = ("game", "options", "starts")


@dataclass(frozen=True)
class Question:
    """An evening to be planned.

    ``tables``: how many boards there are, None for enough. ``round_minutes``: how long a game takes; ``pause``: from
    one round to the next. ``rated``: whether the strengths are roughly known, so that seeds mean something;
    ``spread``: their standard deviation, in points of Elo's scale; ``draws``: of a hundred games of equals, how many
    are drawn. ``team_size``: None where everybody plays for themselves. ``starts``: in minutes after midnight.
    """

    game: str
    options: Mapping[str, Any]
    players: int
    minutes: int
    tables: int | None
    matters: str
    round_minutes: int
    pause: int
    table_size: int
    rated: bool
    spread: int
    draws: int
    seed: int
    team_size: int | None = None
    starts: int | None = None

    def points(self, seats: int) -> tuple[Fraction, ...]:
        """Return what the places at a table with so many seats bring, the best first."""
        return place_points(self.game, self.options, seats) or DEFAULT[seats]

    @property
    def teams(self) -> int:
        """Return how many teams there are; 0 where everybody plays for themselves."""
        return self.players // self.team_size if self.team_size else 0

    @property
    def entrants(self) -> int:
        """Return how many there are who can win the event: teams, or players."""
        return self.teams or self.players

    @property
    def meeting(self) -> int:
        """Return how many of them meet at once: two teams, or a table of players."""
        return 2 if self.teams else self.table_size

    @cached_property
    def together(self) -> Mapping[int, Sequence[Sequence[int]]]:
        """Return, by the seats of a table, the seats (from 0) of those who win and lose together."""
        declared = registry.game_of(self.game, self.options)
        for option in declared.info.options:
            if option.kind == "teams" and (teams := self.options.get(option.key)):
                return {4: [[seat - 1 for seat in team] for team in teams]}
        if isinstance(declared, DeclaredGame):
            return {seats: sides_of(declared.declaration, seats) for seats in declared.info.seats}
        return {}

    @cached_property
    def drawn(self) -> Fraction | None:
        """Return what a drawn game of two brings each; None where none is drawn."""
        return registry.game_of(self.game, self.options).draw(self.options, 2) if self.draws else None

    def sides(self, seats: int) -> Sequence[Sequence[int]]:
        """Return the sides of a table, each with its seats from 0."""
        return self.together.get(seats) or each_alone(seats)


def read_question(value: Mapping[str, Any]) -> Question:
    """Read a question. Raises DocumentError that names the entry."""
    known = (*GAME, *(option.key for option in ASKED))
    for name in value:
        if name not in known:
            raise DocumentError(member("", name), Notice("planner-unknown", names=known))
    given = {option.key: _checked(option, value.get(option.key)) for option in ASKED}
    size, players = given["team_size"], given["players"]
    if size and (players % size or players < 2 * size):
        raise DocumentError("team_size", Notice("planner-team-size", players=players, size=size))
    key, options = value.get("game", ""), value.get("options") or {}
    if not isinstance(key, str) or not isinstance(options, Mapping):
        raise DocumentError("game", Notice("not-a-choice", allowed=registry.all_keys(), value=shown(key)))
    try:
        game = registry.game_of(key, options)
    except GameError as error:
        raise DocumentError("game", error.notice) from error
    usual = (game.declaration.usual or {}).get("table_size") if isinstance(game, DeclaredGame) else None
    seats = [size for size in game.info.seats if size <= LARGEST]
    given["table_size"] = given["table_size"] or usual or _usual_size(seats)
    if given["table_size"] not in seats:
        wrong = Notice("not-a-choice", allowed=tuple(map(str, seats)), value=shown(given["table_size"]))
        raise DocumentError("table_size", wrong)
    given["round_minutes"] = given["round_minutes"] or game_minutes(game.info)
    return Question(key, options, starts=_time(value.get("starts")), **given)


def game_minutes(info: GameInfo) -> int:
    """Return how long a game takes at most, as it says itself."""
    return max(info.minutes, default=USUAL_MINUTES)


def _time(value: object) -> int | None:
    if value is None:
        return None
    match = _CLOCK.fullmatch(value) if isinstance(value, str) else None
    if not match:
        raise DocumentError("starts", Notice("planner-time", value=shown(value)))
    return 60 * int(match[1]) + int(match[2])


def _usual_size(seats: Sequence[int]) -> int:
    return 4 if 4 in seats else max(seats)


def _checked(option: PairingOption, value: Any) -> Any:
    if value is None:
        return option.default
    try:
        return check_value(option, value, Event("", ""))
    except DocumentError as error:
        raise DocumentError(option.key, error.notice) from error
