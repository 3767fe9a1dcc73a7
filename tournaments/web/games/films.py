"""A whole game as data that a script steps through: where it begins, and what each entry changes.

The rules stay in the engines. An entry is its text as the record has it, followed by whatever a reader who knows no
rules could not tell from the text: a rook that jumps, a pawn taken in passing, a check, a colour that goes out, a
quartet laid down. `static/tournaments/film.js` applies them; a test holds it to the engine, position by position.

Nobody's name is in it. What is hidden while a game goes on is not in it either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from games.core.game import Outcome
from games.core.registry import AnyGame
from games.core.replay import prepare
from games.kwartet.known import known
from games.kwartet.material import CARDS, LETTERS
from games.quaro.chances import chances
from games.quaro.material import ROWS
from games.quaro.material import SQUARES as QUARO_SQUARES
from games.quarto.material import SQUARES as QUARTO_SQUARES
from games.quatro_chess.board import CASTLER, KING, NAMES, PAWN, ROOK, SQUARES, STATUE
from games.quatro_chess.points import BY_PLACE
from games.quatro_chess.state import Reason, Step
from games.quatro_chess.views import checked
from games.quatro_chess.written import needed
from tournaments.selectors.games.replays import Game
from tournaments.web.games import move_words

SEPARATOR = ";"
"""Stands between entries; no game writes it in a move."""

Entry = Callable[[Any, str, Any, bool], str]


def film(game: Game) -> dict[str, Any] | None:
    """Return a game from its first position to its last; None where its engine has no films. A proven one is kept."""
    if game.record.game not in ENTRIES:
        return None
    return _kept(game.record_id, _Key(game)) if game.record_id is not None else _made(game)


class _Key:
    """A game, alike wherever its record is the same text."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __hash__(self) -> int:
        return hash(self.game.record.moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.game.record == other.game.record


@lru_cache(maxsize=64)
def _kept(_record_id: int, key: _Key) -> dict[str, Any]:
    return _made(key.game)


def _made(game: Game) -> dict[str, Any]:
    engine, start = prepare(game.record)
    begun = state = engine.start(start)
    open_ = not game.live
    entries, who, positions = [], [], [begun]
    for text in game.record.moves:
        after = engine.play(state, engine.read(text))
        entries.append(entry(engine, state, text, after, open_))
        who.append(mover(engine, state, text))
        state = after
        positions.append(state)
    made = {
        "game": game.record.game,
        "live": game.live,
        "plies": game.plies,
        "start": _start(engine, begun, open_, start.seats),
        "moves": SEPARATOR.join(entries),
        "who": "".join(map(str, who)),
        "next": turns(engine, state),
    }
    if end := over(engine, state):
        made["over"] = end
    if game.record.game == "quaro" and open_:  # whoever plays weighs that alone
        made["chances"] = SEPARATOR.join(map(_chances, positions))
    if game.record.game == "kwartet" and open_:
        made["known"] = [_known(positions, seat or None) for seat in range(start.seats + 1)]
    return made


def _known(positions: Sequence[Any], eyes: int | None) -> str:
    """Return what changes of where cards can be for whoever listens, or for a player too, position by position:
    ``A112 B32`` is A1 with seat 1 or 2 and B3 with seat 2; 0 is the pot."""
    told, before = [], ()
    for places in known(positions, eyes):
        new = [] if places is before else [card for card, at in enumerate(places) if not before or at != before[card]]
        told.append(" ".join(CARDS[card] + "".join(map(str, sorted(places[card]))) for card in new if places[card]))
        before = places
    return SEPARATOR.join(told)


def _chances(state: Any) -> str:
    """Return what each seat could score in one turn, with the stones: ``3 Rd4 Bd5,0``."""
    return ",".join(" ".join((str(chance.points), *chance.stones)) for chance in chances(state))


def places(engine: AnyGame, state: Any) -> int:
    """Return how many places the table has: seats, or the colours where seats are colours."""
    return len(engine.info.seat_names) or len(getattr(state, "hands", (1, 2)))


def turns(engine: AnyGame, state: Any) -> list[int]:
    """Return the places of those who may act."""
    return [] if engine.outcome(state) is not None else list(move_words.on_turn(engine, state))


def over(engine: AnyGame, state: Any) -> dict[str, Any] | None:
    """Return how a game ended, with the points of each place; None while it goes on."""
    outcome = engine.outcome(state)
    return None if outcome is None else ending(outcome) | _lines(engine, state)


def entry(engine: AnyGame, before: Any, text: str, after: Any, open_: bool) -> str:
    """Return one entry with what a script could not tell from its text. ``open_``: hidden cards may be told."""
    return ENTRIES[engine.info.key](before, " ".join(text.split()), after, open_)


def mover(engine: AnyGame, before: Any, text: str) -> int:
    """Return the position at the table, from 1, of the player whose entry it was."""
    key = engine.info.key
    if key == "quatro-chess":
        words = text.split()
        if words[0] == "forfeit":
            return ("white", "red", "black", "green").index(words[1]) + 1
        return int(before.turn) + 1
    if key == "quarto":
        return int(text.split()[1]) if text.split()[0] == "call" else int(before.mover)
    return int(before.turn)


def ending(outcome: Outcome) -> dict[str, Any]:
    """Return how a game ended, with the points of each place at the table."""
    points = [str(points) for points in outcome.points]
    if "colours" in outcome.extra:
        points = [colour["points"] for colour in outcome.extra["colours"].values()]
    return {"termination": outcome.termination, "points": points}


def _start(engine: AnyGame, begun: Any, open_: bool, seats: int) -> dict[str, Any]:
    shown = engine.view(begun, None)
    if engine.info.key == "kwartet":
        shown = {name: shown[name] for name in ("quartets", "names", "seats", "pot")}
        if open_:
            hands = [engine.view(begun, seat)["seats"][seat - 1]["hand"] for seat in range(1, seats + 1)]
            shown["hands"] = hands
    else:
        unused = ("castling", "passed", "quiet", "statues", "out", "check", "ended", "last", "scored", "to_act", "turn")
        shown = {name: value for name, value in shown.items() if name not in unused}
    return shown


def _lines(engine: AnyGame, state: Any) -> dict[str, Any]:
    """Return the lines that won a game of Quarto."""
    if engine.info.key != "quarto" or state.winner is None:
        return {}
    return {"winner": state.winner, "lines": [[QUARTO_SQUARES[square] for square in line] for line in state.completed]}


# --- entries


def _quarto(_before: Any, text: str, _after: Any, _open: bool) -> str:
    return text


def _quaro(before: Any, text: str, after: Any, _open: bool) -> str:
    """Add the points, and the rows that the very last stone completed: ``Rd4|1 d4e4f4g4``."""
    scored = sum(after.points) - sum(before.points)
    if not scored:
        return text
    rows = ("".join(QUARO_SQUARES[square] for square in ROWS[row]) for row in after.scored)
    return _with(text, [str(scored), *rows])


def _kwartet(before: Any, text: str, after: Any, open_: bool) -> str:
    """Add the answer (``+``, ``-``), cards drawn (``^2``; open: ``^2C3``) and quartets laid down (``!1A``)."""
    asked, drawn, laid = move_words.kwartet_changes(before, after)
    if asked:
        text = f"{asked.asked}>{CARDS[asked.card]}{'+' if asked.hit else '-'}"
    parts = [f"^{seat}{CARDS[card] if open_ else ''}" for seat, card in drawn]
    return _with(text, [*parts, *(f"!{seat}{LETTERS[quartet]}" for seat, quartet in laid)])


def _quatro_chess(before: Any, text: str, after: Any, _open: bool) -> str:
    """Add what a score sheet must say of where a piece came from (``@d``: Ndf3), who goes out (``~gm0``: green, mated,
    0 points), what else changes on the board (``-d4``, ``d1=wR``) and who is in check (``+r``)."""
    shadow = bytearray(before.board)
    step = after.last
    if isinstance(step, Step):
        origin, target = _NUMBER[step.origin], _NUMBER[step.target]
        code = shadow[origin]
        if step.promotion:
            code = code & 3 | "  nbrq".index(step.promotion) << 2
        shadow[origin], shadow[target] = 0, code
    parts = _origin(before, step) if isinstance(step, Step) else []
    for order in range(len(before.out), len(after.out)):
        fallen = after.out[order]
        worth = BY_PLACE[order] / 2 if fallen.reason is Reason.STALEMATE else BY_PLACE[order]
        parts.append(f"~{'wrbg'[fallen.colour]}{fallen.reason.value[0]}{worth}")
        for square in SQUARES:
            code = shadow[square]
            if code and not code & STATUE and code & 3 == fallen.colour:
                shadow[square] = 0 if code >> 2 == KING else code | STATUE
    for square in SQUARES:
        now = _plain(after.board[square])
        if _plain(shadow[square]) != now:
            parts.append(f"{NAMES[square]}={_written(now)}" if now else f"-{NAMES[square]}")
    attacked = "".join("wrbg"[colour] for colour in checked(after))
    if attacked:
        parts.append(f"+{attacked}")
    return _with(text, parts)


def _origin(before: Any, step: Step) -> list[str]:
    """Return the sign of what a short move must say of its origin; a script knows by itself that a pawn that captures
    names its file."""
    piece = _plain(before.board[_NUMBER[step.origin]]) >> 2
    taken = piece == PAWN and step.origin[0] != step.target[0] and step.origin[1:] != step.target[1:]
    said = needed(before, piece, step, taken)
    return [f"@{said}"] if said and not (piece == PAWN and said == step.origin[0]) else []


def _with(text: str, parts: Sequence[str]) -> str:
    return f"{text}|{' '.join(parts)}" if parts else text


_NUMBER = {NAMES[square]: square for square in SQUARES}


def _plain(code: int) -> int:
    """Return a piece code in which a rook is a rook, moved or not."""
    return code ^ (CASTLER ^ ROOK) << 2 if code >> 2 & 7 == CASTLER else code


def _written(code: int) -> str:
    return ("#" if code & STATUE else "") + "wrbg"[code & 3] + " PNBRQK"[code >> 2 & 7]


ENTRIES: dict[str, Entry] = {
    "quarto": _quarto,
    "quaro": _quaro,
    "kwartet": _kwartet,
    "quatro-chess": _quatro_chess,
}


def split(entries: str) -> Sequence[str]:
    """Return the entries of a film one by one."""
    return entries.split(SEPARATOR) if entries else ()
