"""Documents agree with the code: paths and links exist, each page is in the index, the picture is up to date."""

from __future__ import annotations

import ast
import json
import re
import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands

from tools import data_model
from viertal.__main__ import MODULES, PARTS

CHECKOUT = Path(__file__).resolve().parents[2]
DOCS = CHECKOUT / "docs"
# The CHANGELOG speaks of what has been; everything else of what is.
PAGES = sorted(
    [
        *DOCS.rglob("*.md"),
        *(CHECKOUT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "tests/README.md")),
    ]
)
ROOMS = sorted(
    path.name for path in CHECKOUT.iterdir() if path.is_dir() and not path.name.startswith((".", "var", "_", "build"))
)
TOURNAMENT_ROOMS = sorted(path.name for path in (CHECKOUT / "tournaments").iterdir() if path.is_dir())
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
SUFFIXES = {"py", "js", "sql", "css", "html", "md", "json", "svg", "png", "toml", "sh", "conf", "service", "in", "txt"}
# Files that a page tells its reader to make, or that belong to the reader.
MADE_BY_READERS = (
    "games/take_four",
    "games/hearts",
    "tests/games/take_four",
    "tournaments/pairing/systems/neighbours.py",
    "scoring/tiebreaks/top.py",
)
SVG = "{http://www.w3.org/2000/svg}"


def name_of(page: Path) -> str:
    return str(page.relative_to(CHECKOUT))


def paths_in(text: str) -> set[str]:
    """Return the paths of the project's own files and folders that a page names in code marks."""
    paths = set()
    for code in CODE.findall(text):
        path = code.split("::")[0].removesuffix("/")
        if not re.fullmatch(r"[\w.-]+(/[\w.-]+)+", path):
            continue
        first, last = path.split("/")[0], path.rpartition("/")[2]
        is_file = last.rpartition(".")[2] in SUFFIXES and "." in last
        if first in ROOMS and (is_file or "." not in last):
            paths.add(path)
    return paths


def test_every_path_that_a_page_names_exists() -> None:
    missing = [
        f"{name_of(page)}: {path}"
        for page in PAGES
        for path in sorted(paths_in(page.read_text(encoding="utf-8")))
        if not (CHECKOUT / path).exists() and not path.startswith(MADE_BY_READERS)
    ]
    assert missing == []


def test_every_program_that_a_page_names_without_its_folder_is_there() -> None:
    """A module or script that was joined with another, or renamed, is none."""
    kinds = ("py", "js", "css", "sql")
    there = {path.name for room in ROOMS for kind in kinds for path in (CHECKOUT / room).rglob(f"*.{kind}")}
    there |= {path.name for path in CHECKOUT.glob("*.py")}
    named = {
        (name_of(page), code)
        for page in PAGES
        for code in CODE.findall(page.read_text(encoding="utf-8"))
        if re.fullmatch(rf"(?!test_other_)\w+\.({'|'.join(kinds)})", code)  # a made-up example is one of no file
    }
    assert len(named) > 10
    assert sorted(one for one in named if one[1] not in there) == []


@cache
def parts_of(page: Path) -> set[str]:
    """Return the parts of a page, named after their headings as a forge and the documents' site name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_link_leads_somewhere_and_where_it_names_a_part_to_one_that_is_there() -> None:
    dead = []
    for page in PAGES:
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            path, _hash, part = link.partition("#")
            target = page.parent / path if path else page
            if not re.match(r"[a-z]+:", path) and not (target.exists() and (not part or part in parts_of(target))):
                dead.append(f"{name_of(page)}: {link}")
    assert dead == []


MARKED = re.compile(r"`([^`\n]+)`|^```(?:sh)?\n(.*?)^```", re.MULTILINE | re.DOTALL)
MODULE = re.compile(r"(?:^|[ /])python3? -m ([a-z_.]+)([^\n|>]*)")


def commands_in(text: str) -> list[str]:
    """Return the lines that a page has in code marks or in blocks for a shell."""
    return [line for inline, block in MARKED.findall(text) for line in (inline or block).splitlines()]


def source_of(module: str) -> str | None:
    """Return the text of a module of ours with its helpers beside it; nothing for one of others, None for none."""
    path = CHECKOUT / module.replace(".", "/")
    if not (CHECKOUT / module.split(".")[0]).exists():
        return ""
    files = [path.with_suffix(".py")] if path.with_suffix(".py").exists() else sorted(path.rglob("*.py"))
    return "".join(file.read_text(encoding="utf-8") for file in files) or None


def test_every_command_that_a_page_names_is_there() -> None:
    targets = set(re.findall(r"^([a-z]+):", (CHECKOUT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    own = {*MODULES, *PARTS, "manage", "version"}
    missing, seen = [], 0
    for page in PAGES:
        for line in commands_in(page.read_text(encoding="utf-8")):
            for module, rest in MODULE.findall(line):
                source = source_of(module)
                options = re.findall(r"(?<= )--[a-z][a-z-]*", rest.partition("#")[0]) if source else []
                seen += 1
                if source is None or any(f'"{option}"' not in source for option in options):
                    missing.append(f"{name_of(page)}: {line}")
            named = (
                (r"manage\.py ([a-z_]+)", set(get_commands())),
                (r"^make ([a-z]+)", targets),
                (r"^viertal ([a-z]+)", own),
            )
            for pattern, known in named:
                found = re.findall(pattern, line)
                seen += len(found)
                missing += [f"{name_of(page)}: {line}" for name in found if name not in known]
    assert missing == []
    assert seen > 120


TASKS = (
    "back up", "forgotten password", "print", "fee", "qr codes", "withdraw", "merge", "erase", "update", "certificate",
    "webhooks", "time zone", "waiting list", "check in", "latecomer", "lost link", "calendar", "restore",
    "second factor", "move to another computer",
)  # fmt: skip


def test_the_first_page_answers_the_usual_questions_in_one_click() -> None:
    tasks = [line.lower() for line in (DOCS / "README.md").read_text(encoding="utf-8").splitlines() if "](" in line]
    assert [task for task in TASKS if not any(task in line for line in tasks)] == []


def test_the_page_of_the_architecture_names_files_and_functions_that_exist() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert len(paths_in(text)) > 25, "the two ways name their files"
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", text)
    assert len(named) > 8, "and the functions in them"
    for path, function in named:
        tree = ast.parse((CHECKOUT / path).read_text(encoding="utf-8"))
        functions = {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        assert function in functions, f"{path} has no {function}"


def test_the_page_of_the_architecture_shows_every_room() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    rooms = [room for room in TOURNAMENT_ROOMS if (CHECKOUT / "tournaments" / room / "__init__.py").exists()]
    house = text.partition("```")[2].partition("```")[0]
    assert [room for room in rooms if not re.search(rf"\b{room}\b", house)] == ["migrations"]


@pytest.mark.parametrize("folder", [DOCS, DOCS / "decisions"], ids=["docs", "decisions"])
def test_every_document_is_in_the_index(folder: Path) -> None:
    index = folder / "README.md"
    linked = {(folder / link.split("#")[0]).resolve() for link in LINK.findall(index.read_text(encoding="utf-8"))}
    decisions = DOCS / "decisions"
    pages = {
        page.resolve()
        for page in folder.rglob("*.md")
        if page != index and (folder == decisions or page.parent != decisions or page.name == "README.md")
    }
    assert sorted(name_of(page) for page in pages - linked) == []


def test_each_line_of_the_index_is_a_task_or_says_what_its_page_is_about() -> None:
    tasks, _heading, pages = (DOCS / "README.md").read_text(encoding="utf-8").partition("## Know what is guaranteed")
    for part, wanted in ((tasks, r"- \[[^\]]{8,}\]\([^)]+\)"), (pages, r"- \[[^\]]+\]\([^)]+\): \S.{10,}")):
        lines = [line for line in part.splitlines() if line.startswith("- ")]
        assert len(lines) > 20
        assert [line for line in lines if not re.fullmatch(wanted, line)] == []


def test_the_readme_leads_to_the_index() -> None:
    links = set(LINK.findall((CHECKOUT / "README.md").read_text(encoding="utf-8")))
    assert {"docs/README.md", "docs/architecture.md"} <= links


def test_the_picture_of_the_tables_is_up_to_date() -> None:
    picture = ElementTree.fromstring(data_model.PICTURE.read_text(encoding="utf-8"))
    shown = picture.find(f"{SVG}metadata")
    assert shown is not None
    assert json.loads(shown.text or "") == data_model.tables(), "run python -m tools.data_model"


def test_the_picture_shows_each_table_and_field_inside_its_edges() -> None:
    model = data_model.tables() | {"Newcomer": [["id", "number"], ["round", "→ Round ?"]]}
    drawing = data_model.drawn(model)
    assert drawing == data_model.drawn(model), "the same models make the same picture"
    picture = ElementTree.fromstring(drawing)
    texts = [text.text or "" for text in picture.iter(f"{SVG}text")]
    for table, fields in model.items():
        at = texts.index(table)
        assert texts[at + 1 : at + 1 + 2 * len(fields)] == [text for field in fields for text in field], table
    width, height = int(picture.attrib["width"]), int(picture.attrib["height"])
    boxes = [
        tuple(int(box.attrib[side]) for side in ("x", "y", "width", "height"))
        for box in picture.iter(f"{SVG}rect")
        if "x" in box.attrib
    ]
    assert len(boxes) == len(model)
    for number, (x, y, wide, high) in enumerate(boxes):
        assert x >= 0 and x + wide <= width and y >= 0 and y + high <= height
        for other_x, other_y, other_wide, other_high in boxes[:number]:
            beside = x >= other_x + other_wide or other_x >= x + wide
            assert beside or y >= other_y + other_high or other_y >= y + high, "no table covers another"


def test_the_page_about_tests_has_a_line_for_every_folder_of_tests() -> None:
    page = (CHECKOUT / "tests" / "README.md").read_text(encoding="utf-8")
    tests = CHECKOUT / "tests"
    rooms = {path.relative_to(tests).parts[:-1] for path in tests.rglob("test_*.py")} - {(), ("tournaments",)}
    names = {"/".join(room[: 2 if room[0] == "tournaments" else 1]) for room in rooms}
    assert sorted(name for name in names if f"`tests/{name}`" not in page) == []
