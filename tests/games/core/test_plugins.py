"""Games, pairing systems and tie-breaks of other packages: a real distribution on the path, and the real commands."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.howtos import all_blocks
from tests.support.stack import CHECKOUT, clean_environment

ENTRY_POINTS = """\
[viertal.games]
hearth-quaro = our_club.hearth_quaro
hearth-four = our_club.hearth_four

[viertal.pairing_systems]
hearth-neighbours = our_club.neighbours

[viertal.tie_breaks]
our-club = our_club.top
"""


MOVED = {"games/take_four/": "hearth_four/", "tournaments/pairing/systems/": "", "scoring/tiebreaks/": ""}
"""Where the files of the how-tos stand in the package. Their keys get other names, so that nothing is there twice in a
checkout into which somebody copied them."""


def renamed(code: str) -> str:
    """Return a file of a how-to with keys of our club."""
    for old, new in (
        ("games.take_four", "our_club.hearth_four"),
        ('"take-four', '"hearth-four'),
        ('"TF', '"HF'),
        ('"neighbours', '"hearth-neighbours'),
        ('"TOP"', '"SUMMIT"'),
    ):
        code = code.replace(old, new)
    return code


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of packages with one distribution: the examples of the how-tos, and Quaro under another name."""
    folder = tmp_path_factory.mktemp("site")
    package = folder / "our_club"
    package.mkdir()
    (package / "__init__.py").write_text('"""Our club."""\n', encoding="utf-8")
    for path, code in all_blocks().items():
        if path.startswith(tuple(MOVED)):
            ours = package / path.replace(*next((old, new) for old, new in MOVED.items() if path.startswith(old)))
            ours.parent.mkdir(exist_ok=True)
            ours.write_text(renamed(code), encoding="utf-8")
    shutil.copytree(
        CHECKOUT / "games" / "quaro", package / "hearth_quaro", ignore=shutil.ignore_patterns("__pycache__")
    )
    (package / "hearth_quaro" / "__init__.py").write_text(
        "from dataclasses import replace\n\nfrom games.quaro.game import Quaro\n\n\n"
        "class Hearth(Quaro):\n"
        '    info = replace(Quaro.info, key="hearth-quaro", name="Hearth Quaro")\n\n\nGAME = Hearth()\n',
        encoding="utf-8",
    )
    distribution = folder / "our_club-1.2.dist-info"
    distribution.mkdir()
    (distribution / "METADATA").write_text("Metadata-Version: 2.1\nName: our-club\nVersion: 1.2\n", encoding="utf-8")
    (distribution / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    return folder


def run(site: Path, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command with the folder on Python's path."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=CHECKOUT,
        env=clean_environment() | {"PYTHONPATH": str(site)},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


def event(**pairing: object) -> str:
    """Return a small event document."""
    document = {
        "format": "viertal/event",
        "version": 1,
        "name": "Evening",
        "game": "hearth-quaro",
        "pairing": pairing,
        "tie_breaks": ["SUMMIT"],
        "players": [{"id": n, "name": f"Player {n}"} for n in range(1, 5)],
        "rounds": [],
    }
    return json.dumps(document)


def test_a_game_of_another_package_is_played(site: Path) -> None:
    golden = json.loads(next((CHECKOUT / "games" / "quaro" / "golden").glob("*.json")).read_text(encoding="utf-8"))
    record = golden["record"] | {"game": "hearth-quaro"}
    answer = run(site, "-m", "games", "check", "-", text=json.dumps(record))
    assert json.loads(answer.stdout)["game"] == "hearth-quaro", answer.stdout + answer.stderr
    plain = run(Path(site / "nothing"), "-m", "games", "check", "-", text=json.dumps(record))
    assert plain.returncode == 1 and "hearth-quaro" in plain.stdout


def test_the_game_of_the_how_to_is_played_from_a_package(site: Path) -> None:
    golden = json.loads(all_blocks()["games/take_four/golden/last-counter.json"])
    record = golden["record"] | {"game": "hearth-four"}
    answer = run(site, "-m", "games", "check", "-", text=json.dumps(record))
    assert json.loads(answer.stdout) == golden["expected"] | {"game": "hearth-four"}, answer.stdout + answer.stderr


RULES = """
import django
django.setup()
from django.test import Client
for key in ("hearth-four", "hearth-quaro"):
    answer = Client(SERVER_NAME="localhost").get(f"/rules/{key}/", headers={"accept-language": "nl"})
    text = answer.content.decode().partition("<main")[2]
    print(answer.status_code, 'lang="en">\\n<ul>' in text, "TF 2.1" in text, text.count('<div class="sketch"><svg'))
"""


def test_their_rules_have_a_page_and_without_one_their_own_words_in_short(site: Path, tmp_path: Path) -> None:
    start = f"import os; os.environ.update(DJANGO_SETTINGS_MODULE='config.settings', VIERTAL_DATA={str(tmp_path)!r})"
    answer = run(site, "-c", start + RULES)
    assert answer.stdout == "200 True True 0\n200 False False 4\n", answer.stdout + answer.stderr


def test_a_pairing_system_and_a_tie_break_of_another_package_are_known(site: Path) -> None:
    code = (
        "from tournaments.pairing.registry import systems; from scoring.core.registry import every; "
        "print('hearth-neighbours' in systems(), 'SUMMIT' in every(), len(systems()) > 10)"
    )
    assert run(site, "-c", code).stdout == "True True True\n"


def test_a_key_of_ours_is_not_taken(site: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(site, other)
    (other / "our_club-1.2.dist-info" / "entry_points.txt").write_text(
        "[viertal.games]\nquaro = our_club.hearth_quaro\n"
    )
    answer = run(other, "-c", "from games.core import registry; registry.keys(); registry.get('quaro')")
    assert "A package brings a game 'quaro', and that is one of Viertal's own. Rename it." in answer.stderr


def test_a_broken_part_is_named_with_its_package(site: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(site, other)
    (other / "our_club" / "top.py").write_text("import nothing_of_this_name\n")
    answer = run(other, "-c", "from scoring.core.registry import every; every()")
    assert "'our-club' of viertal.tie_breaks (our-club 1.2) cannot be imported: ModuleNotFoundError" in answer.stderr


def test_two_packages_with_one_key_are_refused(site: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(site, other)
    second = other / "second-1.dist-info"
    second.mkdir()
    (second / "METADATA").write_text("Metadata-Version: 2.1\nName: second\nVersion: 1\n", encoding="utf-8")
    (second / "entry_points.txt").write_text("[viertal.tie_breaks]\nour-club = our_club.else\n", encoding="utf-8")
    answer = run(other, "-c", "from scoring.core.registry import every; every()")
    assert "Two packages bring 'our-club' for viertal.tie_breaks. Uninstall one of them." in answer.stderr


def test_the_place_of_a_packages_code_is_told_without_importing_it(site: Path, tmp_path: Path) -> None:
    distribution = tmp_path / "lone-1.0.dist-info"
    distribution.mkdir()
    (tmp_path / "lone.py").write_text('raise RuntimeError("imported")\n', encoding="utf-8")
    (distribution / "METADATA").write_text("Metadata-Version: 2.1\nName: lone\nVersion: 1.0\n", encoding="utf-8")
    (distribution / "entry_points.txt").write_text(
        "[viertal.tie_breaks]\nlone = lone\n[viertal.pairing_systems]\ngone = gone.away\n", encoding="utf-8"
    )
    code = "import sys; from games.core import plugins; print(*plugins.places(), 'our_club' in sys.modules, sep='\\n')"
    answer = subprocess.run(
        [sys.executable, "-c", code],
        cwd=CHECKOUT,
        env=clean_environment() | {"PYTHONPATH": f"{site}:{tmp_path}"},
        capture_output=True,
        text=True,
        check=True,
    )
    *places, imported = answer.stdout.splitlines()
    assert (sorted(places), imported) == (sorted([str(site / "our_club"), str(tmp_path / "lone.py")]), "False")
