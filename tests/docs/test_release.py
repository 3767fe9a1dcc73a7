"""A release: refused where something disagrees, signed by a real key, and its migrations are never edited again."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.support.stack import CHECKOUT
from tools import release
from tools.release import NotReady

CHANGELOG = "# Changelog\n\n## 1.2.0 (4 May 2027)\n\n- New.\n\n## 1.1.9 (1 May 2027)\n\n- Old.\n"
PROJECT = '[tool.hatch.version]\nfallback-version = "1.2.1.dev0"\n'
SCHEMA = release.MIGRATIONS / "0001_schema.py"


def git(root: Path, *arguments: str) -> str:
    author = [option for name in ("AUTHOR", "COMMITTER") for option in (f"GIT_{name}_NAME", f"GIT_{name}_EMAIL")]
    env = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull} | dict.fromkeys(author, "a@club.example")
    return subprocess.run(["git", *arguments], cwd=root, env=env, check=True, capture_output=True, text=True).stdout


def write(root: Path, path: Path | str, text: str, commit: bool = True) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")
    if commit:
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "a change")


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout of which 1.2.0 can be released."""
    root = tmp_path_factory.mktemp("ready")
    git(root, "init", "-q")
    for path, text in ((release.RELEASED, ""), (SCHEMA, "a = 1\n"), ("pyproject.toml", PROJECT)):
        write(root, path, text, commit=False)
    release.list_migrations(root)
    write(root, "CHANGELOG.md", CHANGELOG)
    return root


@pytest.fixture
def checkout(ready: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return Path(shutil.copytree(ready, tmp_path / "checkout"))


def refusal(root: Path) -> str:
    with pytest.raises(NotReady) as caught:
        release.release_of(root)
    return str(caught.value)


def test_the_newest_part_of_the_changelog_is_the_release_with_its_notes(checkout: Path) -> None:
    found = release.release_of(checkout)
    assert (found.version, found.tag, found.notes) == ("1.2.0", "v1.2.0", "- New.\n")
    write(checkout, "CHANGELOG.md", CHANGELOG.replace("## 1.2.0", "## Unreleased\n\n## 1.2.0"))
    git(checkout, "tag", "v1.2.0")
    assert release.release_of(checkout) == found, "tagged here it is the same release"


def test_what_is_not_committed_or_cannot_be_read_is_not_released(checkout: Path) -> None:
    write(checkout, "new.py", "", commit=False)
    git(checkout, "config", "status.showUntrackedFiles", "no")
    assert refusal(checkout) == "These files are not committed:\n?? new.py"
    (checkout / ".git").rename(checkout / "elsewhere")
    assert "git cannot read this checkout: fatal: not a git repository" in refusal(checkout)


@pytest.mark.parametrize(
    ("was", "becomes", "why"),
    [
        ("## 1.2.0", "## Unreleased\n\n- Not yet.\n\n## 1.2.0", "has lines under Unreleased"),
        ("## 1.2.0 (4 May 2027)", "## 1.2.0", "must be headed like this"),
        ("- New.\n\n", "", "says nothing of 1.2.0"),
        ("## 1.2.0", "## 1.3.0", "After 1.3.0 the fallback-version in pyproject.toml is 1.3.1.dev0, not 1.2.1.dev0"),
    ],
)
def test_version_and_changelog_must_agree(checkout: Path, was: str, becomes: str, why: str) -> None:
    write(checkout, "CHANGELOG.md", CHANGELOG.replace(was, becomes))
    assert why in refusal(checkout)


def test_a_version_is_released_once_and_none_before_it_later(checkout: Path) -> None:
    git(checkout, "tag", "v1.2.0")
    write(checkout, "more.py", "")
    assert "v1.2.0 is the tag of another commit" in refusal(checkout)
    git(checkout, "tag", "-d", "v1.2.0")
    git(checkout, "tag", "v1.9.0")
    git(checkout, "tag", "v1.10.0")
    assert refusal(checkout) == "v1.10.0 was released already, and 1.2.0 is older."


def test_a_released_migration_is_neither_edited_nor_taken_away_and_a_new_one_is_listed(checkout: Path) -> None:
    write(checkout, release.MIGRATIONS / "0002_more.py", "b = 1\n")
    assert "lacks tournaments/migrations/0002_more.py" in refusal(checkout)
    release.list_migrations(checkout)
    git(checkout, "commit", "-qam", "listed")
    assert release.release_of(checkout).version == "1.2.0"
    write(checkout, SCHEMA, "a = 2\n")
    release.list_migrations(checkout)
    assert "0001_schema.py was released and is edited" in "".join(release.edited(checkout)), "a sum on the list stays"
    (checkout / SCHEMA).unlink()
    assert "0001_schema.py was released and is gone" in "".join(release.edited(checkout))


def test_before_1_0_no_migration_is_listed(checkout: Path) -> None:
    for path, text in ((release.RELEASED, ""), ("pyproject.toml", PROJECT.replace("1.2.1", "0.9.1"))):
        write(checkout, path, text, commit=False)
    write(checkout, "CHANGELOG.md", CHANGELOG.replace("1.2.0", "0.9.0"))
    assert release.release_of(checkout).version == "0.9.0"


def test_no_migration_of_a_release_was_edited_here() -> None:
    assert list(release.edited(CHECKOUT)) == []


@pytest.mark.parametrize("kind", ["ssh", "openpgp"])
def test_the_sums_are_signed_by_the_key_that_git_signs_with(
    checkout: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    file = checkout / release.SUMS
    file.write_text("a sum\n")
    assert release.sign(checkout, file) == "", "git has no key"
    if kind == "ssh":
        key = checkout / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
        git(checkout, "config", "gpg.format", "ssh")
        verify = ["ssh-keygen", "-Y", "check-novalidate", "-n", "file", "-s", f"{file}.sig"]
    else:
        # the agent's sockets stand there: a path of theirs has a hundred letters at most
        monkeypatch.setenv("GNUPGHOME", tempfile.mkdtemp(prefix="gnupg-"))
        quick = ["gpg", "--batch", "--passphrase", "", "--quick-generate-key", "a@club.example", "ed25519", "sign"]
        subprocess.run(quick, check=True, capture_output=True)
        verify = ["gpg", "--verify", f"{file}.asc", str(file)]
    git(checkout, "config", "user.signingkey", str(checkout / "key") if kind == "ssh" else "a@club.example")
    assert kind.replace("openpgp", "OpenPGP") in release.sign(checkout, file)
    assert subprocess.run(verify, input=file.read_bytes(), capture_output=True, check=False).returncode == 0
    file.write_text("another sum\n")
    assert subprocess.run(verify, input=file.read_bytes(), capture_output=True, check=False).returncode != 0
    if kind == "openpgp":
        subprocess.run(["gpgconf", "--kill", "gpg-agent"], check=True)
        shutil.rmtree(os.environ["GNUPGHOME"])
