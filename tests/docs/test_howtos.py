"""The how-tos to the letter: their files are put where they say, into a copy of the checkout, and the gates run."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.core import registry
from scoring.standings import standings
from tests import test_style
from tests.scoring.values.test_larger_tables import event
from tests.support.howtos import PAGES, all_blocks, blocks
from tests.support.stack import CHECKOUT

LEFT_OUT = {"var", "staticfiles", "docs", "benchmarks", "reliability", "build", "deploy"}
NEW = [path for path in all_blocks() if path.endswith(".py")]
SHARED = (
    "tests/games/take_four",
    "tests/games/test_every_game.py",
    "tests/games/test_positions.py",
    "tests/games/test_words.py",
    "tests/games/test_written.py",
    "tests/games/core/test_docs.py",
    "tests/games/core/test_registry.py",
)
"""The tests that know no game and run for each; of the first five files only those of the new one."""


@pytest.fixture(scope="module")
def fork(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the checkout with the files of the how-tos in it and their messages collected."""
    folder = tmp_path_factory.mktemp("fork")
    for path in CHECKOUT.iterdir():
        if path.is_file() and not path.name.startswith("."):
            shutil.copy2(path, folder)
        elif path.is_dir() and not path.name.startswith(".") and path.name not in LEFT_OUT:
            shutil.copytree(path, folder / path.name, ignore=shutil.ignore_patterns("node_modules", "var"))
    for name, code in all_blocks().items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(code, encoding="utf-8")
    # one language more is enough: what a new message gets is the same in each
    settings = folder / "config" / "settings.py"
    text, times = re.subn(r'("en", "nl")(?:, "\w\w")+', r"\1", settings.read_text(encoding="utf-8"))
    assert times == 1
    settings.write_text(text, encoding="utf-8")
    # what else is wrong with the messages is for tests/docs/test_translations.py to say
    answer = run(folder, "-m", "tools.messages", "--wait")
    (folder / "collected").write_text(answer.stdout + answer.stderr, encoding="utf-8")
    return folder


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a module of Python in the copy."""
    foreign = {"DJANGO_SETTINGS_MODULE", "PYTHONDONTWRITEBYTECODE", "PYTEST_XDIST_WORKER"}
    environment = {key: value for key, value in os.environ.items() if key not in foreign}
    environment |= {"VIERTAL_DATA": str(folder.parent / "data"), "PYTHONPATH": "", "PYTHONUTF8": "1"}
    return subprocess.run([sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True)


def passes(folder: Path, *command: str) -> str:
    """Return the answer of a gate that passes in the copy."""
    answer = run(folder, *command)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return answer.stdout


def test_each_how_to_names_its_files_and_none_is_there_yet() -> None:
    assert [len(blocks(page)) for page in PAGES] == [7, 1, 1]
    assert [path for path in all_blocks() if (CHECKOUT / path).exists()] == []
    for page in PAGES:
        text = (CHECKOUT / "docs" / "howto" / page).read_text(encoding="utf-8")
        assert text.count("```python\n") == sum(path.endswith(".py") for path in blocks(page)), page


def test_the_files_pass_the_linter_the_types_and_the_layers(fork: Path) -> None:
    passes(fork, "-m", "ruff", "check", "--no-cache", *NEW)
    passes(fork, "-m", "ruff", "format", "--no-cache", "--check", *NEW)
    typed = [path for path in NEW if not path.startswith("tests/")]
    passes(fork, "-m", "mypy", "--no-error-summary", "--cache-dir", str(CHECKOUT / ".mypy_cache" / "howtos"), *typed)
    layers = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    assert "0 broken" in passes(fork, "-c", layers)


def test_the_files_keep_the_style(fork: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_style, "ROOT", fork)
    monkeypatch.setattr(test_style, "SOURCES", [fork / path for path in NEW])
    test_style.test_no_docstring_begins_with_a_fused_relative()
    test_style.test_the_docstring_of_every_function_begins_with_a_verb()
    test_style.test_a_person_is_they_in_the_code()


def test_new_messages_wait_for_translators_and_the_check_passes(fork: Path) -> None:
    answer = (fork / "collected").read_text(encoding="utf-8")
    assert "Traceback" not in answer and "not translated" not in answer, answer
    new = ("take-four", "Take Four", "Neighbours", "neighbours", "Rounds at the top", "last counter")
    assert [line for line in answer.splitlines() if any(text in line for text in new)] == []
    catalogue = (fork / "locale/nl/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    for text in ("Neighbours", "Rounds at the top", "The last counter loses", "%(player)s has won."):
        assert "# waits for a translator\n" in catalogue.partition(f'msgid "{text}"')[0][-400:], text


def test_the_tests_that_games_and_systems_share_pass(fork: Path) -> None:
    options = ("-q", "-n", "0", "-p", "no:cacheprovider")
    answer = passes(fork, "-m", "pytest", *options, *SHARED, "-k", "take or test_docs or test_registry")
    assert int(re.findall(r"(\d+) passed", answer)[-1]) > 40, answer
    code = (
        "from tournaments.pairing.registry import systems; from scoring.core.registry import every; "
        "from games.core import registry; "
        "print('neighbours' in systems(), 'TOP' in every(), 'take-four' in registry.keys())"
    )
    assert passes(fork, "-c", code) == "True True True\n"


def test_the_game_is_tried_as_the_how_to_says(fork: Path) -> None:
    text = (CHECKOUT / "docs" / "howto" / "add-a-game.md").read_text(encoding="utf-8")
    (tried,) = re.findall(r"^```sh\n(.*)^python -m pytest tests/games\n```$", text, re.MULTILINE | re.DOTALL)
    command = ["bash", "-euc", tried.replace("python ", f"{sys.executable} ")]
    answer = subprocess.run(command, cwd=fork, capture_output=True, text=True, check=True)
    record, leaves = map(json.loads, answer.stdout.splitlines())
    assert (record["valid"], record["plies"], leaves) == (True, 1, 4**3)


def test_the_tie_break_of_the_how_to_ranks() -> None:
    code = blocks("add-a-tie-break.md")["scoring/tiebreaks/top.py"]
    registry.every()
    try:
        exec(compile(code, "add-a-tie-break.md", "exec"), {"__name__": "example"})
        registry.every.cache_clear()
        lines = standings(event(tie_breaks=["TOP"])).standings
        assert [line.player for line in lines if line.tie_breaks["TOP"] == 1] == [5, 1, 2]
    finally:
        registry._FOUND.pop("TOP", None)
        registry.every.cache_clear()
