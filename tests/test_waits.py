"""No test waits for time to pass: it waits for what it expects (`tests/support/waiting.py`) or drives a page's clock.

A pause proves nothing on a busy machine: what should come may come later, and what should not come, too. A line that
the browser emulates tells the page what no real loss tells it, and a slow one holds a moment open as long as it likes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent

WAITS = {"sleep", "wait_for_timeout", "networkidle", "set_offline", "emulateNetworkConditions"}
"""Names of calls that wait for time, or have the browser emulate a line. `networkidle` is half a second without a
request, `NOBODY_SETS_IT` with a number a pause by another name."""
NOBODY_SETS_IT = "Event().wait"

ALLOWED = {
    "support/waiting.py": ({"sleep"}, "the one pause between two looks at another process"),
    "support/stack.py": ({"sleep"}, "the start of the application, and what it says meanwhile"),
    "support/servers.py": ({"sleep"}, "the keeper of the servers, a process of its own that waits for their end"),
    "launcher/test_child.py": ({"sleep"}, "programs that do nothing, for a supervisor to keep and to end"),
    "launcher/test_up.py": ({"sleep"}, "a program that runs until it is told to stop"),
    "launcher/test_connections.py": ({"sleep"}, "clients that are slow on purpose: a piece now and then is the attack"),
    "launcher/test_full_disk.py": ({"sleep"}, "a supervisor that must not give up within its pauses"),
    # the next three look at tasks of their own loop, by the real clock
    "tournaments/live/test_feeds.py": ({"sleep"}, "tasks of the same loop get their turn"),
    "tournaments/live/test_front.py": ({"sleep"}, "tasks of the same loop, and the thread that makes a page"),
    "tournaments/live/test_hub.py": ({"sleep"}, "tasks of the same loop get their turn"),
    "config/http/test_body_limit.py": ({"sleep"}, "a client that sends the rest of its request a minute later"),
    # a channel that is open already is cut by nothing else; each goes on by a request, not because it is told
    "browser/test_everyone.py": ({"set_offline"}, "a desk that keeps its results"),
    "browser/test_layout.py": ({"set_offline"}, "a page that the phone kept"),
    "browser/test_live_pages.py": ({"set_offline"}, "an open channel that breaks"),
    "browser/test_me.py": ({"set_offline"}, "pages that the phone kept"),
    "browser/games/test_replay.py": ({"set_offline"}, "a game that is looked at without a connection"),
    "browser/games/test_touch.py": ({"set_offline"}, "entries that wait, beside an open channel"),
    "browser/games/test_touch_kwartet.py": ({"set_offline"}, "entries that wait, beside an open channel"),
    "browser/desk/test_typing_ahead.py": (
        {"set_offline", "emulateNetworkConditions"},
        "results that wait; typing against a line of 0, 150, 300 and 600 ms, which asserts nothing of a moment",
    ),
}
"""For each file what it may do, and why."""


def _is_a_turn(call: ast.Call) -> bool:
    """Return whether a call only lets other tasks of the loop have their turn: `asyncio.sleep(0)`."""
    return [getattr(argument, "value", None) for argument in call.args] == [0]


def _is_a_pause(call: ast.Call) -> bool:
    """Return whether a call waits a number of seconds for what nobody can bring about."""
    return bool(call.args or call.keywords) and ast.unparse(call.func).endswith(NOBODY_SETS_IT)


def waits(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of all that waits, also in the programs that a test keeps as text."""
    tree = ast.parse(source)
    turns = {id(call.func) for call in ast.walk(tree) if isinstance(call, ast.Call) and _is_a_turn(call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_a_pause(node):
            yield node.lineno, NOBODY_SETS_IT
        if id(node) in turns:
            continue
        if isinstance(node, ast.Attribute):
            names = {node.attr}
        elif isinstance(node, ast.Name):
            names = {node.id}
        elif isinstance(node, ast.alias):
            names = {node.name}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            # a program that a test keeps as text, or the name of a command
            names = {*re.findall(r"(\w+)\(", node.value), re.split(r"\W", node.value)[-1]}
        else:
            continue
        for name in names & WAITS:
            yield node.lineno, name


FILES = sorted(path.relative_to(TESTS).as_posix() for path in TESTS.rglob("*.py") if path != Path(__file__))


def test_no_test_waits_for_time_to_pass() -> None:
    troubles = []
    for file in FILES:
        allowed, _reason = ALLOWED.get(file, (set(), ""))
        source = (TESTS / file).read_text(encoding="utf-8")
        if not any(name in source for name in (*WAITS, NOBODY_SETS_IT)):  # no need to take it apart
            continue
        for line, name in waits(source):
            if name not in allowed:
                troubles.append(f"tests/{file}:{line}: {name}")
    assert not troubles, "These wait for time, or for what a browser emulates:\n" + "\n".join(troubles)


def test_no_page_begins_at_the_time_of_the_machine() -> None:
    starts = [
        (file, call.lineno)
        for file in FILES
        if "clock" in (source := (TESTS / file).read_text(encoding="utf-8"))
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("clock.install") and not call.keywords
    ]
    assert not starts, "tests/support/browser.py has drive_clock() for this"


def test_what_is_allowed_is_still_done() -> None:
    for file, (allowed, _reason) in ALLOWED.items():
        done = {name for _line, name in waits((TESTS / file).read_text(encoding="utf-8"))}
        assert done == allowed, file


@pytest.mark.parametrize(
    "source",
    [
        "import time\ntime.sleep(1)",
        "from time import sleep as nap",
        "page.wait_for_timeout(400)",
        "page.context.set_offline(True)",
        'network.send("Network.emulateNetworkConditions", slow)',
        'stack.python("import time; time.sleep(0.1)")',
        'stack.python(f"{start}; time.sleep(0.1)")',
        'monkeypatch.setattr(module, "pause", time.sleep)',
        "threading.Event().wait(1.5)",
        "threading.Event().wait(timeout=1.5)",
        'page.goto("style/", wait_until="networkidle")',
    ],
)
def test_each_way_to_wait_is_seen(source: str) -> None:
    assert list(waits(source))


def test_a_turn_of_the_loop_is_no_wait() -> None:
    assert list(waits("await asyncio.sleep(0)")) == []
