"""Root starts Viertal, and PostgreSQL runs as a user of its own."""

import os
import stat
import subprocess
import tempfile
from pathlib import Path

import pytest

from launcher.programs import privileges
from launcher.programs.privileges import NOBODY_ELSE, NoSuitableUser, Owner, database_owner, let_pass

ROOT = os.geteuid() == 0


def test_the_database_runs_as_who_starts_viertal_and_never_as_root():
    owner = database_owner()
    assert (owner.uid > 0 and owner.gid > 0) if ROOT else owner == NOBODY_ELSE


def test_an_ordinary_user_needs_to_be_let_pass_nowhere(tmp_path):
    assert let_pass(tmp_path, NOBODY_ELSE) == []


def test_one_user_is_let_pass_through_a_private_folder_and_nobody_else():
    if not ROOT:
        assert database_owner() == NOBODY_ELSE
        return
    owner = database_owner()
    top = Path(tempfile.mkdtemp())  # 0700, as pytest's own folders are
    folder = top / "with a space" / "data"
    folder.mkdir(parents=True)
    try:
        assert let_pass(folder, owner) == [top]
        assert privileges.may_enter(folder, owner)
        assert not privileges.may_enter(folder, Owner(65534, 65534))
        assert stat.S_IMODE(top.stat().st_mode) & 0o007 == 0
        assert let_pass(folder, owner) == []
        listed = subprocess.run(
            ["ls", top], user=owner.uid, group=owner.gid, extra_groups=[], check=False, capture_output=True
        )
        assert listed.returncode != 0  # passes through, sees nothing
    finally:
        folder.rmdir()
        folder.parent.rmdir()
        top.rmdir()


def test_where_access_cannot_be_granted_it_says_which_folder_and_what_to_do(tmp_path, monkeypatch):
    def refuse(folder, uid):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(privileges, "_grant", refuse)
    monkeypatch.setattr(privileges, "may_enter", lambda folder, owner: False)
    with pytest.raises(NoSuitableUser, match=r"chmod o\+x /\), move .* ordinary user"):
        let_pass(tmp_path, Owner(12345, 12345))
