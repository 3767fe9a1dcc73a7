"""The script of the page that enters games by touch, against the engines: in positions of random games every entry can
be touched, and the picture after one that is not sent yet is the server's."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from games.core.errors import GameError
from games.core.game import Start
from games.core.registry import get
from games.core.surface import layout, surface
from games.quaro.material import COLOURS, HAND, of, size
from tests.support.browser import Open
from tests.support.examples import THOROUGH

SCRIPT = Path(__file__).parents[3] / "tournaments/static/tournaments/tap_games.js"
GAMES, PLIES = 12 if THOROUGH else 4, 70
CARDS = [f"{letter}{number}" for letter in "ABCDE" for number in range(1, 5)]
WALK = """([game, board, cases]) => cases.flatMap(([before, text, touches, item, after]) => {
    const own = window.tapGames[game], faults = [];
    const next = (path) => (own.next && own.next(before, path, board)) || window.tapWays(before, path);
    let path = [];
    for (const key of touches) {
        // whoever may go on placing says that they draw
        for (const choice of ["=pass", "=draw"])
            if (!key.startsWith("hand:") && next(path).keys.includes(choice)) path.push(choice);
        if (key === "=pass") continue;
        if (!next(path).keys.includes(key)) faults.push(`${text}: ${key} cannot be touched after ${path}`);
        path.push(key);
    }
    if (next(path).keys.includes("=draw")) path.push("=draw");
    if (game === "quatro-chess") {
        // without the server: every legal move, and no square that the piece cannot come to
        const free = (path) => own.next({ ...before, free: true }, path, board).keys;
        const [from, to] = touches;
        if (!free([]).includes(from) || !free([from]).includes(to)) faults.push(`${text}: not free`);
        if (free([from]).length > 40) faults.push(`${text}: free to go anywhere`);
    }
    if (next(path).done !== text) faults.push(`${text}: ${path} makes ${next(path).done}`);
    if (!after) return faults;
    const made = own.after(before, text, board, item);
    const trays = (position) => position.trays.map((part) => part.items.map((i) => i.look + i.count).sort());
    const rest = (position) => game === "kwartet" ? [position.more.cards, position.more.laid] : trays(position);
    const look = (position) =>
        JSON.stringify([Object.entries(position.pieces).sort(), position.turn, position.points, rest(position)]);
    if (look(made) !== look(after)) faults.push(`${text}: ${look(made)} is not ${look(after)}`);
    return faults;
})"""


SETUPS: dict[str, tuple[int, dict[str, Any]]] = {
    "quarto": (2, {}),
    "quaro": (3, {"hands": ["RRGB", "YGBB", "RGBY"]}),
    "quatro-chess": (4, {}),
}


def drawn(state: Any, text: str, chance: random.Random) -> str:
    """Return a placement of Quaro with the draw that follows it, mostly."""
    played = get("quaro").play(state, get("quaro").read(text))
    hand = played.hands[state.turn - 1]
    wanted = min(HAND - size(hand), size(state.bag))
    stones = [letter for colour, letter in enumerate(COLOURS) for _ in range(of(colour, state.bag))]
    if not wanted or chance.random() < 0.1:
        return text
    return f"{text} +{''.join(chance.sample(stones, wanted))}"


def a_turn(state: Any, text: str, chance: random.Random) -> str:
    """A turn of Quaro that goes on placing while it can, mostly, and draws, mostly."""
    engine = get("quaro")
    for _stone in range(3):
        other = chance.choice([engine.write(move) for move in engine.legal_moves(state)])
        try:
            engine.play(state, engine.read(f"{text} {other}"))
        except GameError:
            break
        text = f"{text} {other}"
    return drawn(state, text, chance)


def touched(key: str, text: str, ways: dict[str, tuple[str, ...]]) -> list[str]:
    """The touches that should make an entry."""
    if key == "quaro":
        placed, _plus, stones = text.partition("+")
        cells = [touch for word in placed.split() if word != "-" for touch in (f"hand:{word[0]}", word[1:])]
        return [*(cells or ["=pass"]), *(f"bag:{stone}" for stone in stones)]
    if key == "kwartet":
        return [f"seat:{text[0]}", f"quartet:{text[2]}", text[2:]]
    return list(ways[text])


def cases(key: str, seed: int) -> Iterator[list[Any]]:
    """Positions of a random game, each with an entry, its touches, what was heard, and the position after it."""
    engine, chance = get(key), random.Random(seed)
    if key == "kwartet":
        deck = chance.sample(CARDS, len(CARDS))
        seats, setup = 4, {"quartets": 5, "hands": [sorted(deck[seat::4]) for seat in range(4)]}
    else:
        seats, setup = SETUPS[key]
    state = engine.start(Start(seats, {}, setup))
    blind = seed % 2 == 1  # Kwartet: by whoever sees no hand
    for _ply in range(PLIES):
        moves = [engine.write(move) for move in engine.legal_moves(state)]
        moves = [text for text in moves if text != "end" and not text.startswith("call")]
        if not moves:
            return
        text = chance.choice(moves)
        if key == "quaro" and text != "-":
            text = a_turn(state, text, chance)
        eyes = None if blind else (engine.to_act(state) or (1,))[0]
        before = surface(engine, state, eyes if key == "kwartet" else None)
        after = engine.play(state, engine.read(text))
        item = {"key": "k"}
        if key == "kwartet":
            laid = sum(map(len, after.laid)) > sum(map(len, state.laid))
            item["heard"] = "no" if not after.log.last.hit else "laid" if laid and blind else "yes"
        touches = touched(key, text, {way.text: way.steps for way in before.ways})
        if key == "quaro" and "+" not in text:
            held = sum(i.count for tray in before.trays if tray.key == f"hand{state.turn}" for i in tray.items)
            bag = sum(i.count for tray in before.trays if tray.key == "bag" for i in tray.items)
            if min(4 - held + len(touches) // 2, bag):
                touches.append("=forgot")
        # of Quatro Chess without the server only the move itself is shown
        shown = surface(engine, after).plain() if key != "quatro-chess" and engine.outcome(after) is None else None
        yield json.loads(json.dumps([before.plain(), text, touches, item, shown]))
        state = after


@pytest.mark.parametrize("key", [*sorted(SETUPS), "kwartet"])
def test_every_entry_can_be_touched_and_looks_without_the_server_as_with_it(key: str, open_page: Open) -> None:
    page = open_page()
    page.evaluate(SCRIPT.read_text("utf-8"))
    made = layout(get(key), {})
    board = {
        "game": key,
        "columns": made.columns,
        "cells": [[cell.key, cell.column, cell.row] for cell in made.cells],
        "lines": made.lines,
        "names": {},
        "mine": [],
        **made.more,
    }
    for seed in range(GAMES):
        walked = list(cases(key, seed))
        assert len(walked) > 10
        assert page.evaluate(WALK, [key, json.loads(json.dumps(board)), walked]) == [], (key, seed)
