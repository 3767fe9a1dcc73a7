"""Options: what an organiser may choose, checked against the game's own declaration.

An option left out takes its default; one that the game does not declare, or a value of the wrong kind, is an
error. Forms, the API and the docs are made from the same declaration (`GameInfo.options`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.core.errors import BadRecord, quote
from games.core.game import GameInfo, Option
from games.core.notices import Notice, either, every

OPPOSITE = ((1, 3), (2, 4))
"""The seats of partners at a table of four."""


def complete(
    info: GameInfo, options: Mapping[str, Any], seats: int | None = None, *, event: bool = False
) -> dict[str, Any]:
    """Return all options of a game in declared order, defaults filled in; with ``event`` also those of whole events.

    ``choices`` come out as a tuple in declared order, ``teams`` as None or two tuples of seats. ``seats`` is
    the number of players where it is known: then teams must hold each seat once. Raises BadRecord, with the
    option's rule where its value is wrong.
    """
    declared = [option for option in info.options if event or not option.event]
    if len(options) > 0:
        known = [option.key for option in declared]
        for key in options:
            if key not in known:
                if not known:
                    raise BadRecord(Notice("record-no-options", game=info.name, option=quote(str(key))))
                raise BadRecord(
                    Notice("record-no-such-option", game=info.name, option=quote(str(key)), options=every(known))
                )
    return {
        option.key: _checked(option, options[option.key], seats)
        if option.key in options
        else _normal(option, option.default)
        for option in declared
    }


def proposed(info: GameInfo) -> dict[str, Any]:
    """Return the options that a new event takes where it names none."""
    return {option.key: option.proposed for option in info.options if option.proposed is not None}


def at_table(info: GameInfo, options: Mapping[str, Any], players: int) -> dict[str, Any]:
    """Complete options as they hold at a table with so many players.

    Teams hold only where each of their seats has a player of its own; at a smaller table everyone plays for
    themselves.
    """
    out = dict(options)
    for option in info.options:
        teams = out.get(option.key) if option.kind == "teams" else None
        if teams is not None and sum(map(len, teams)) != players:
            out[option.key] = None
    return out


def plain(value: Any) -> Any:
    """Return a complete option's value as JSON has it: lists for tuples."""
    return [plain(entry) for entry in value] if isinstance(value, list | tuple) else value


def _normal(option: Option, value: Any) -> Any:
    if option.kind == "choices":
        return tuple(choice.value for choice in option.choices if choice.value in value)
    if option.kind == "teams" and value is not None:
        return tuple(tuple(team) for team in value)
    return value


def _checked(option: Option, value: Any, seats: int | None) -> Any:
    if option.kind == "flag":
        if not isinstance(value, bool):
            raise BadRecord(Notice("option-flag", option=option.key), rule=option.rule)
    elif option.kind == "choice":
        if not isinstance(value, str) or all(value != choice.value for choice in option.choices):
            raise BadRecord(
                Notice("option-choice", option=option.key, values=either(_values(option))), rule=option.rule
            )
    elif option.kind == "choices":
        known = {choice.value for choice in option.choices}
        if (
            not isinstance(value, list | tuple)
            or not value
            or not all(isinstance(entry, str) and entry in known for entry in value)
            or len(set(value)) != len(value)
        ):
            values = every(_values(option))
            raise BadRecord(
                Notice("option-choices", option=option.key, values=values),
                rule=option.rule,
            )
    elif option.kind == "teams":
        _check_teams(option, value, seats)
    elif option.kind == "number":
        least, most = option.bounds
        if value is not None and (type(value) is not int or not least <= value <= most):
            right = Notice("option-number", option=option.key, least=least, most=most)
            raise BadRecord(right, rule=option.rule)
    elif option.kind != "declaration":  # that is read whole by `games.core.declarations.declared`
        raise ValueError(f"The option {option.key} has the unknown kind {option.kind!r}.")
    return _normal(option, value)


def _check_teams(option: Option, value: Any, seats: int | None) -> None:
    if value is None:
        return
    right = Notice("option-teams", option=option.key)
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise BadRecord(right, rule=option.rule)
    members: list[Any] = []
    for team in value:
        if not isinstance(team, list | tuple) or not team:
            raise BadRecord(right, rule=option.rule)
        members.extend(team)
    if not all(type(seat) is int and seat >= 1 for seat in members) or len(set(members)) != len(members):
        raise BadRecord(right, rule=option.rule)
    if seats is not None and sorted(members) != list(range(1, seats + 1)):
        message = Notice("option-teams-seats", option=option.key, seats=seats)
        raise BadRecord(message, rule=option.rule)


def _values(option: Option) -> list[str]:
    return [f'"{choice.value}"' for choice in option.choices]
