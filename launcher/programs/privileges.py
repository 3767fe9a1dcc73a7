"""PostgreSQL refuses to run as root. Started by root, it runs as a system user of its own.

That user must be able to pass through the folders that lead to the data and to PostgreSQL's programs. Where
they do not let it, it alone is let pass (an access control entry), rather than opening root's folders to
everyone.
"""

from __future__ import annotations

import os
import pwd
import shlex
import struct
import subprocess
from dataclasses import dataclass
from pathlib import Path

USER = "viertal"
ACL = "system.posix_acl_access"
_USER_OBJ, _USER, _GROUP_OBJ, _GROUP, _MASK, _OTHER = 0x01, 0x02, 0x04, 0x08, 0x10, 0x20
_NO_ID = 0xFFFFFFFF


class NoSuitableUser(RuntimeError):
    """PostgreSQL cannot be run by anyone here. The message says what to do."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The system user that runs PostgreSQL: -1 and -1 for the user who started Viertal."""

    uid: int = -1
    gid: int = -1


NOBODY_ELSE = Owner()


def database_owner() -> Owner:
    """Return the starting user, or for root the system user `viertal`, made if need be."""
    if os.geteuid() != 0:
        return NOBODY_ELSE
    try:
        entry = pwd.getpwnam(USER)
    except KeyError:
        try:
            subprocess.run(
                [
                    "/usr/sbin/useradd",
                    "--system",
                    "--user-group",
                    "--no-create-home",
                    "--home-dir",
                    "/nonexistent",
                    "--shell",
                    "/usr/sbin/nologin",
                    USER,
                ],
                check=True,
                capture_output=True,
                text=True,
            )
        except (OSError, subprocess.CalledProcessError) as error:
            why = getattr(error, "stderr", "") or str(error)
            raise NoSuitableUser(
                f"PostgreSQL does not run as root, and the system user {USER!r} for it could not be made "
                f"({why.strip()}). Make that user, or start Viertal as an ordinary user."
            ) from None
        entry = pwd.getpwnam(USER)
    return Owner(entry.pw_uid, entry.pw_gid)


def may_enter(folder: Path, owner: Owner) -> bool:
    """Return whether that user can pass through the folder. Asked of the system itself, by trying."""
    done = subprocess.run(
        ["/usr/bin/test", "-x", str(folder)],
        user=owner.uid,
        group=owner.gid,
        extra_groups=[],
        cwd="/",
        check=False,
        capture_output=True,
    )
    return done.returncode == 0


def let_pass(folder: Path, owner: Owner) -> list[Path]:
    """Let that user pass through the folder and all above it. Returns the folders that were changed."""
    if owner.uid < 0 or may_enter(folder, owner):
        return []
    changed = []
    for step in [*reversed(folder.resolve().parents), folder.resolve()]:
        if not may_enter(step, owner):
            try:
                _grant(step, owner.uid)
            except OSError as error:
                raise NoSuitableUser(
                    f"PostgreSQL runs as the user {USER!r}, who may not pass through {step} "
                    f"({error.strerror}). "
                    f"Allow it (chmod o+x {shlex.quote(str(step))}), move the checkout elsewhere, or start "
                    "Viertal as an ordinary user."
                ) from None
            changed.append(step)
    return changed


def _grant(folder: Path, uid: int) -> None:
    """Add the right to pass for one user to a folder's access control list."""
    try:
        raw = os.getxattr(folder, ACL)
        entries = [struct.unpack_from("<HHI", raw, place) for place in range(4, len(raw), 8)]
    except OSError:
        mode = folder.stat().st_mode
        entries = [
            (_USER_OBJ, mode >> 6 & 7, _NO_ID),
            (_GROUP_OBJ, mode >> 3 & 7, _NO_ID),
            (_OTHER, mode & 7, _NO_ID),
        ]
    old = next((bits for tag, bits, who in entries if (tag, who) == (_USER, uid)), 0)
    group = next(bits for tag, bits, _ in entries if tag == _GROUP_OBJ)
    mask = next((bits for tag, bits, _ in entries if tag == _MASK), group)
    kept = [entry for entry in entries if entry[0] != _MASK and (entry[0], entry[2]) != (_USER, uid)]
    wanted = sorted([*kept, (_USER, old | 1, uid), (_MASK, mask | 1, _NO_ID)], key=lambda entry: (entry[0], entry[2]))
    os.setxattr(folder, ACL, struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in wanted))
