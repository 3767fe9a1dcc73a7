"""`python -m tools.release` (`make release`): everything of a release but its tag, in `build/release`.

It refuses where version and CHANGELOG disagree, where something is not committed, where a translation waits, and where
a migration is not on the list of those that are never edited again. Then it builds sdist and wheel, tries the wheel in
an empty environment (`tools/try_package.sh`), writes the notes from CHANGELOG.md and the sums of all files, and signs
the sums with the key that git signs with, OpenPGP or ssh. `--migrations` puts the migrations of today on the list.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
FOLDER = Path("build/release")
MIGRATIONS = Path("tournaments/migrations")
RELEASED = Path("tools/released_migrations.txt")
"""What `sha256sum` writes: a released file's sum and its path, a line each; empty before 1.0."""

HOLDS = (1, 0, 0)
"""The version from which on data are updated by every later one."""

PART = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)
DATED = re.compile(r"(?P<version>\d+\.\d+\.\d+) \(\d{1,2} [A-Z][a-z]+ \d{4}\)")
UNRELEASED = "Unreleased"
SUMS = "SHA256SUMS"


@dataclass(frozen=True, slots=True)
class Release:
    """The newest release that CHANGELOG.md tells of, with what it says of it."""

    version: str
    notes: str

    @property
    def tag(self) -> str:
        return f"v{self.version}"


class NotReady(Exception):
    """A reason why there is no release, as a sentence."""


def newest(changelog: str) -> Release:
    """Return the newest release. Raises NotReady where its part has no version and date, or one before it is full."""
    parts = list(PART.finditer(changelog))
    texts = [changelog[part.end() : after] for part, after in zip(parts, _ends(parts, changelog), strict=True)]
    if parts and parts[0]["title"] == UNRELEASED:
        if texts[0].strip():
            raise NotReady(f"CHANGELOG.md has lines under {UNRELEASED}: give them a version and a date.")
        parts, texts = parts[1:], texts[1:]
    dated = DATED.fullmatch(parts[0]["title"]) if parts else None
    if dated is None:
        raise NotReady("The newest part of CHANGELOG.md must be headed like this: ## 1.2.3 (4 May 2027)")
    if not texts[0].strip():
        raise NotReady(f"CHANGELOG.md says nothing of {dated['version']}.")
    return Release(dated["version"], texts[0].strip() + "\n")


def _ends(parts: list[re.Match[str]], text: str) -> list[int]:
    return [*(part.start() for part in parts[1:]), len(text)]


def release_of(root: Path) -> Release:
    """Return what can be released from a checkout. Raises NotReady with the first reason why it cannot."""
    if left := _git(root, "status", "--porcelain", "--untracked-files"):
        raise NotReady(f"These files are not committed:\n{left}")
    release = newest((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    numbers = _numbers(release.version)
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    fallback = settings["tool"]["hatch"]["version"]["fallback-version"]
    after = f"{numbers[0]}.{numbers[1]}.{numbers[2] + 1}.dev0"
    if fallback != after:
        raise NotReady(f"After {release.version} the fallback-version in pyproject.toml is {after}, not {fallback}.")
    if _tagged(root, release) not in ("", _git(root, "rev-parse", "HEAD")):
        raise NotReady(f"{release.tag} is the tag of another commit: a version is released once.")
    tags = [tag for tag in _git(root, "tag", "--list", "v*").split() if re.fullmatch(r"v\d+\.\d+\.\d+", tag)]
    if newer := sorted((tag for tag in tags if _numbers(tag[1:]) > numbers), key=lambda tag: _numbers(tag[1:])):
        raise NotReady(f"{newer[-1]} was released already, and {release.version} is older.")
    if troubles := list(edited(root)):
        raise NotReady("\n".join(troubles))
    if numbers >= HOLDS and (new := sorted(set(_migrations(root)) - set(released(root)))):
        raise NotReady(f"Run `python -m tools.release --migrations` and commit the list; it lacks {', '.join(new)}.")
    return release


def _tagged(root: Path, release: Release) -> str:
    """Return the commit that has the release's tag; nothing where there is none yet."""
    return _git(root, "rev-parse", "-q", "--verify", f"refs/tags/{release.tag}^{{commit}}")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.split("."))


def released(root: Path) -> dict[str, str]:
    """Return the sums of what was released, by path."""
    lines = (root / RELEASED).read_text(encoding="utf-8").splitlines()
    return {path: mark for mark, path in (line.split(maxsplit=1) for line in lines)}


def edited(root: Path) -> Iterator[str]:
    """Yield a sentence for each released migration that is another one now."""
    for path, mark in released(root).items():
        if not (root / path).is_file():
            yield f"{path} was released and is gone: servers that have it could not be updated."
        elif _sum(root / path) != mark:
            yield f"{path} was released and is edited: servers that have it would differ. Write a new migration."


def _migrations(root: Path) -> list[str]:
    """Return the paths of all migrations, with the files of SQL that they read."""
    files = [*(root / MIGRATIONS).glob("[0-9]*.py"), *(root / MIGRATIONS).glob("*.sql")]
    return sorted(file.relative_to(root).as_posix() for file in files)


def list_migrations(root: Path) -> None:
    """Put the migrations of today on the list; what is there stays as it is."""
    sums = {path: _sum(root / path) for path in _migrations(root)} | released(root)
    lines = "".join(f"{mark}  {path}\n" for path, mark in sorted(sums.items()))
    (root / RELEASED).write_text(lines, encoding="utf-8")


def _sum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def sign(root: Path, file: Path) -> str:
    """Sign a file with the key of git's settings, and return by what; nothing where no key is set."""
    key = _git(root, "config", "user.signingkey")
    if not key:
        return ""
    if _git(root, "config", "gpg.format") == "ssh":
        _run("ssh-keygen", "-q", "-Y", "sign", "-n", "file", "-f", str(Path(key).expanduser()), str(file))
        return f"by ssh, in {file.name}.sig"
    _run("gpg", "--batch", "--yes", "--armor", "--local-user", key, "--detach-sign", str(file))
    return f"by OpenPGP, in {file.name}.asc"


def make(root: Path, release: Release) -> None:
    """Build, try, describe and sign a release."""
    folder = root / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    # the tag comes last, on a commit whose package is known to work: until then its version is told
    env = os.environ | {"SETUPTOOLS_SCM_PRETEND_VERSION": release.version, "PYTHON": sys.executable}
    subprocess.run(["bash", "tools/try_package.sh", str(folder)], cwd=root, env=env, check=True)  # noqa: S607
    names = {file.name for file in folder.iterdir()}
    expected = {f"viertal-{release.version}.tar.gz", f"viertal-{release.version}-py3-none-any.whl"}
    if names != expected:
        raise NotReady(f"Built were {', '.join(sorted(names))}, not {', '.join(sorted(expected))}.")
    (folder / "notes.md").write_text(f"# Viertal {release.version}\n\n{release.notes}", encoding="utf-8")
    files = sorted(folder.iterdir())
    (folder / SUMS).write_text("".join(f"{_sum(file)}  {file.name}\n" for file in files), encoding="utf-8")


def _git(root: Path, *arguments: str) -> str:
    command = ["git", *arguments]
    answer = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    # 1: there is no such tag or setting; more: it could not look
    if answer.returncode > 1:
        raise NotReady(f"git cannot read this checkout: {answer.stderr.strip()}")
    return answer.stdout.strip()


def _run(*command: str) -> None:
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    if answer.returncode:
        raise NotReady(f"{command[0]} could not sign: {answer.stderr.strip()}")


def main() -> int:
    """Exit status 0 where the release is made, 1 with a sentence where it cannot be."""
    parser = argparse.ArgumentParser(prog="python -m tools.release", description="Make a release, but for its tag.")
    parser.add_argument("--migrations", action="store_true", help="put today's migrations on the list, and end")
    asked = parser.parse_args()
    if asked.migrations:
        list_migrations(CHECKOUT)
        return 0
    try:
        release = release_of(CHECKOUT)
        subprocess.run([sys.executable, "-m", "tools.messages", "--release"], cwd=CHECKOUT, check=True)
        make(CHECKOUT, release)
        signed = sign(CHECKOUT, CHECKOUT / FOLDER / SUMS)
    except NotReady as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"No release: {' '.join(map(str, error.cmd[1:]))} failed.", file=sys.stderr)
        return 1
    signature = f"signed {signed}" if signed else "not signed, git has no key"
    print(f"{release.version} is in {FOLDER}. {SUMS}: {signature}.")
    tag = f"git tag {'-s' if signed else '-a'} {release.tag} -m 'Viertal {release.version}' && "
    print(f"Its tag: {'' if _tagged(CHECKOUT, release) else tag}git push origin {release.tag}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
