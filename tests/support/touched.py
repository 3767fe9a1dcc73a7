"""The tests for a change: the files of tests that it can touch, nearest first, as many as a minute or so holds.

`python -m tests.support.touched [OPTIONS OF PYTEST]` is `make quick`. How near a file of tests is, is counted in steps
from a changed file: over imports, names of templates and static files, nouns, addresses. What that can miss stands in
`tests/README.md`.
"""

from __future__ import annotations

import heapq
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatch
from functools import cached_property
from itertools import combinations
from pathlib import Path, PurePosixPath

from tests.support.examples import whole_files
from tests.support.order import SECONDS

CHECKOUT = Path(__file__).resolve().parents[2]
LIMIT = 130.0
"""Processor seconds that are run: with starting, collecting and PostgreSQL at most 90 s on the clock of two cores."""
ALONE = 80.0
"""Of these at most for one file, which one worker runs from its first test to its last."""
STACK = 14.0
"""Seconds to start the whole application, which each of the two workers does that needs it."""
ONE_TEST, ONE_DATABASE_TEST, ONE_STACK_TEST = 0.05, 0.25, 2.0
"""Seconds of a test function in a file whose seconds are not known: of pure code, with a database, with the whole
application."""
SHOWN = 5

SCANNED = frozenset({".py", ".html", ".txt", ".xml", ".svg", ".js", ".css"})
IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]+)|import[ \t]+([\w., \t]+))", re.MULTILINE
)
WORD = re.compile(r"[\w./{}%-]{5,}+")
KINDS = (".html", ".txt", ".xml", ".svg", ".js", ".css", ".json", ".png", ".webp", ".ico", ".woff2")
HOLE = re.compile(r"\{[^}]*\}|^[^{}]*\}|%s")
LOAD = re.compile(r"\{% *load ([\w ]+?) *%\}")
ADDRESS = re.compile(r"""["']([\w/<>:.-]*)["'][,:]\s*\(?(\w+)\.\w+[^"'\n]*["'](\w+)["']""")
REVERSED = re.compile(r"""\breverse\(f?["'](?:\w+:(?:tournaments_)?)?(\w+)""")
SEGMENT = re.compile(r"([a-z][a-z-]{3,})/")
QUOTED = re.compile(r"""["']([\w./-]+)["']""")
TEST = re.compile(r"^[ \t]*(?:async )?def test_", re.MULTILINE)
NEEDS_STACK = re.compile(r"def \w+\([^)]*\b(?:stack|running_stack|open_page|page: Page)\b")


def is_test(path: str) -> bool:
    """Tell whether a path is a file of tests."""
    return path.startswith("tests/") and PurePosixPath(path).name.startswith("test_") and path.endswith(".py")


def noun(word: str) -> tuple[str, ...]:
    """Return the words of a file's name, each in the singular."""
    return tuple(part.removesuffix("s") for part in word.removeprefix("test_").split("_") if part)


def nouns_of(path: str) -> tuple[str, ...]:
    """Return the noun that a file is about; a package is about its folder's."""
    file = PurePosixPath(path)
    return noun(file.parent.name if file.stem == "__init__" else file.stem)


class Checkout:
    """The files of a checkout, and which depends on which; ``paths`` may name some that are gone."""

    def __init__(self, root: Path, paths: Iterable[str]) -> None:
        self.root = root
        self.paths = sorted(set(paths))
        self.tests = [path for path in self.paths if is_test(path) and (root / path).exists()]
        self._texts: dict[str, str] = {}

    def text(self, path: str) -> str:
        """Return what a file says; nothing where it is gone or no text."""
        if path not in self._texts:
            try:
                self._texts[path] = (self.root / path).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                self._texts[path] = ""
        return self._texts[path]

    @cached_property
    def modules(self) -> dict[str, str]:
        """The file of each module, by its dotted name."""
        named = {}
        for path in self.paths:
            if path.endswith(".py"):
                named[path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")] = path
        return named

    @cached_property
    def _commands(self) -> dict[str, set[str]]:
        places = (module.rpartition(".management.commands.") for module in self.modules)
        return {name: {self.modules[f"{room}{between}{name}"]} for room, between, name in places if room}

    @cached_property
    def names(self) -> dict[str, set[str]]:
        """The templates and static files by name, and static files by their last part, too."""
        found = defaultdict(set)
        for path in self.paths:
            for folder in ("templates", "static"):
                before, among, name = f"/{path}".partition(f"/{folder}/")
                if among and not before.startswith("/tests"):
                    found[name].add(path)
                    if folder == "static":
                        found[name.rpartition("/")[2]].add(path)
        return found

    def imported(self, path: str) -> set[str]:
        """Return the files that a Python file imports, in functions and for types, too."""
        package = PurePosixPath(path).parent.parts
        found = set()
        for origin, names, plain in IMPORT.findall(self.text(path)):
            for module in plain.split(","):
                found |= self._files(module.partition(" as ")[0].strip())
            if not origin:
                continue
            module = origin.lstrip(".")
            if dots := len(origin) - len(module):
                module = ".".join([*package[: len(package) - dots + 1], *([module] if module else [])])
            whole = self._files(module)
            inner = set()
            for word in re.findall(r"(?:^|[(,])\s*(\w+)", re.sub(r"#[^\n]*", "", names)):
                inner |= self._files(f"{module}.{word}")
            found |= whole | inner
        for word in self._quoted(path):  # imported by name, started as a program, called as a command
            found |= self._files(f"{word}.__main__") | (self._files(word) if "." in word else set())
            found |= self._commands.get(word, set())
        return found - {path}

    def _files(self, module: str) -> set[str]:
        return {self.modules[module]} if module in self.modules else set()

    def mentioned(self, path: str) -> set[str]:
        """Return the templates, static files and libraries of tags that a file names, also by names with holes."""
        text = self.text(path)
        found = set()
        for name in {word for word in WORD.findall(text) if word.endswith(KINDS)}:
            plain = name.lstrip("./")
            if HOLE.search(name):
                pattern = HOLE.sub("*", plain)
                if re.search(r"\w{2}.*\.", pattern.replace("*", "")):
                    found |= {path for known in self.names if fnmatch(known, pattern) for path in self.names[known]}
            else:
                found |= self.names.get(plain, set())
        for words in LOAD.findall(text):
            found |= {
                f for word in words.split() for m, f in self.modules.items() if m.endswith(f"templatetags.{word}")
            }
        return found - {path}

    @cached_property
    def dependents(self) -> dict[str, dict[str, int]]:
        """The files that depend on a file, and by how many steps."""
        edges: dict[str, dict[str, int]] = defaultdict(dict)

        def depend(path: str, on: Iterable[str], steps: int = 1) -> None:
            for other in on:
                edges[other][path] = min(steps, edges[other].get(path, steps))

        addresses: dict[str, set[str]] = defaultdict(set)
        for path in self.paths:
            if PurePosixPath(path).suffix not in SCANNED or "/migrations/" in path:
                continue
            depend(path, self.mentioned(path))
            if path.endswith(".py"):
                depend(path, self.imported(path))
                depend(path, self._listed(path), 2)
                if not path.startswith("tests/"):
                    for where, view in self._addresses(path):
                        addresses[where].add(view)
        for path in self.tests:
            depend(path, self._conftests(path))
            for where in {*REVERSED.findall(self.text(path)), *SEGMENT.findall(self.text(path))}:
                depend(path, addresses.get(where, ()), 2)
        for path in self.paths:
            if not path.startswith("tests/") and PurePosixPath(path).suffix in SCANNED:
                own = nouns_of(path)
                for size in range(1, len(own) + 1):  # of `event_standings` those of standings, too, a step further
                    for test, steps in self._nouns.get(own[-size:], {}).items():
                        depend(test, [path], steps + (size < len(own)))
        return edges

    def _addresses(self, path: str) -> Iterator[tuple[str, str]]:
        """Yield names and last words of addresses, each with the file of its view."""
        imported = {PurePosixPath(file).stem: file for file in self.imported(path)}
        for pattern, module, name in ADDRESS.findall(self.text(path)):
            if module in imported:
                yield name, imported[module]
                if words := SEGMENT.findall(pattern):
                    yield words[-1], imported[module]

    def _listed(self, path: str) -> Iterator[str]:
        """Yield the modules that a registry may find: it imports none by name, but lists its folder."""
        if not path.startswith("tests/") and "iter_modules(" in self.text(path):
            room = PurePosixPath(path).parent
            below = f"{room.parent if room.name == 'core' else room}/"
            yield from (other for other in self.modules.values() if other.startswith(below) and other != path)

    def _conftests(self, path: str) -> list[str]:
        return [f"{folder}/conftest.py" for folder in PurePosixPath(path).parents if str(folder) != "."]

    @cached_property
    def _nouns(self) -> dict[tuple[str, ...], dict[str, int]]:
        """The tests of a noun: in a file or folder of its name one step away, in a file of a longer name two."""
        found: dict[tuple[str, ...], dict[str, int]] = defaultdict(dict)
        for path in self.tests:
            own = nouns_of(path)
            for start, end in combinations(range(len(own) + 1), 2):
                found[own[start:end]][path] = 2
            for words in (own, *(noun(folder) for folder in PurePosixPath(path).parts[1:-1])):
                found[words][path] = 1
        return found

    def beginnings(self, changed: str) -> dict[str, int]:
        """Return the files that a changed one is near to by its place and name, with the steps; itself at none."""
        near = {changed: 0}
        file = PurePosixPath(changed)
        if file.name == "__init__.py":  # is run whenever something below it is imported
            below = f"{file.parent}/"
            for path, dependents in self.dependents.items():
                if path.startswith(below):
                    near |= {name: min(steps, near.get(name, steps)) for name, steps in dependents.items()}
        if not changed.startswith("tests/"):
            folder = file.parent.parts
            if folder[:1] == ("templates",):  # of that application
                folder = ("tournaments", *folder[1:])
            rooms = {
                "/".join(("tests", *some)): 2 + len(folder) - size
                for size in range(1, len(folder) + 1)
                for some in combinations(folder, size)
            }
            for path in self.tests:
                if (steps := rooms.get(str(PurePosixPath(path).parent))) is not None:
                    near[path] = min(steps, near.get(path, steps))
        is_code = file.suffix in SCANNED and file.parts[0] != "docs"
        for path in self.tests:
            quoted = self._quoted(path)
            if changed in quoted or (not is_code and file.name in quoted):
                near[path] = min(1, near.get(path, 1))
            elif file.parts[0] in quoted and len(file.parts) > 1 and path.count("/") == 1:
                near[path] = min(3 if is_code else 2, near.get(path, 3))
        return near

    def _quoted(self, path: str) -> set[str]:
        return set(QUOTED.findall(self.text(path)))

    def touched(self, changed: Iterable[str]) -> dict[str, int]:
        """Return the files of tests that a change can touch, with their steps from it."""
        steps: dict[str, int] = {}
        for path in changed:
            for near, away in self.beginnings(path).items():
                steps[near] = min(away, steps.get(near, away))
        heap = [(away, path) for path, away in steps.items()]
        heapq.heapify(heap)
        while heap:
            away, path = heapq.heappop(heap)
            if away > steps[path]:
                continue
            for dependent, more in self.dependents.get(path, {}).items():
                if away + more < steps.get(dependent, sys.maxsize):
                    steps[dependent] = away + more
                    heapq.heappush(heap, (away + more, dependent))
        return {path: steps[path] for path in self.tests if path in steps and path not in whole_files()}

    def seconds(self, path: str) -> float:
        """Return the processor seconds of a file of tests, as recorded or by its tests."""
        has_database = "django_db" in self.text(path) or "client" in self.text(path)
        each = ONE_STACK_TEST if self.needs_stack(path) else ONE_DATABASE_TEST if has_database else ONE_TEST
        return SECONDS.get(path.removeprefix("tests/"), each * len(TEST.findall(self.text(path))))

    def needs_stack(self, path: str) -> bool:
        """Tell whether a file of tests asks for the whole application."""
        return NEEDS_STACK.search(self.text(path)) is not None

    def chosen(
        self, changed: Iterable[str], touched: Mapping[str, int], limit: float = LIMIT
    ) -> tuple[list[str], list[str], float]:
        """Return what runs, nearest first and of those the dearest last, what is left out, and the seconds."""
        run, left, total, stacks = [], [], 0.0, 0
        folders = [set(PurePosixPath(path).parts[:-1]) for path in changed]

        def apart(path: str) -> int:
            """Return how many folders a file of tests has not of the change that is the most like it."""
            return min((len(folder.difference(path.split("/"))) for folder in folders), default=0)

        for path in sorted(touched, key=lambda path: (touched[path], apart(path), self.seconds(path), path)):
            alone = self.seconds(path) + (STACK if (stack := self.needs_stack(path)) else 0)
            more = alone if stacks < 2 else self.seconds(path)
            if total + more <= limit and alone <= ALONE:
                run.append(path)
                total += more
                stacks += stack
            else:
                left.append(path)
        return run, left, total


def git(root: Path, *arguments: str) -> list[str]:
    """Return the lines that a command of Git prints; none where it fails."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def changes(root: Path) -> tuple[str, list[str]]:
    """Return the commit that a change began at, and its files: committed, uncommitted, new, gone."""
    bases = [git(root, "merge-base", "HEAD", branch) for branch in ("origin/main", "main")]
    base = next((found[0] for found in bases if found), "HEAD")
    for begin in (base, "HEAD~1"):
        files = git(root, "diff", "--name-only", "--no-renames", "--relative", begin)
        files += git(root, "ls-files", "--others", "--exclude-standard")
        if files:
            break
    return (git(root, "rev-parse", "--short", begin) or [begin])[0], sorted(set(files))


def some(paths: list[str]) -> str:
    """Return the first of some paths, and how many more there are."""
    more = f" and {len(paths) - SHOWN} more" if len(paths) > SHOWN else ""
    return ", ".join(path.removeprefix("tests/") for path in paths[:SHOWN]) + more


def main(options: list[str]) -> None:
    """Say which tests run and why, and become pytest."""
    begin, changed = changes(CHECKOUT)
    checkout = Checkout(CHECKOUT, [*git(CHECKOUT, "ls-files"), *changed])
    touched = checkout.touched(changed)
    run, left, seconds = checkout.chosen(changed, touched)
    say = sys.stdout.write
    say(
        f"{len(changed)} files changed since {begin} ({some(changed)}); they can touch {len(touched)} files of tests.\n"
    )
    say(
        f"The nearest {len(run)} run, in some {seconds:.0f} s of processor time: {some(run)}."
        + (f" Left out: {some(left)}.\n" if left else "\n")
    )
    if own := [path for path in left if not touched[path]]:
        say(f"Changed themselves, but too long for this: {some(own)}. Run them by `python -m pytest -n 0`.\n")
    sys.stdout.flush()
    if run:
        workers = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "--as-given"]
        os.chdir(CHECKOUT)
        os.execv(sys.executable, [sys.executable, "-m", "pytest", "-q", *workers, *run, *options])


if __name__ == "__main__":
    main(sys.argv[1:])
