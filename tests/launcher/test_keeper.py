"""When a backup is due, which are kept, and that nothing a person made is thrown away."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from config.data_folder import DataFolder
from launcher import dumps, keeper
from launcher.keeper import DAY, HOUR, QUIET, ROOM, Keeper, Seen, superfluous

MARK, ANOTHER = "0123abcd", "fedc9876"
NOW = datetime(2026, 11, 22, 20, 0).timestamp()  # noqa: DTZ001 — the hall's own time


def due(seen, after, *, last=NOW):
    """Return the reason why a backup is due so many seconds after the last one."""
    made = Keeper("postgresql://u@/d", Path("/nowhere"), print, mark=MARK)
    made._last = last
    return made.reason(seen, NOW + after)


def test_one_at_each_start():
    assert due(Seen(None, False), 0, last=None)


def test_one_after_a_closed_round_and_one_for_several_closed_together():
    closed = NOW + 100
    assert not due(Seen(closed, True), 100 + QUIET - 1)
    assert due(Seen(closed, True), 100 + QUIET) == "a round was closed"
    assert not due(Seen(closed + 15, True), 100 + QUIET)  # another section has just closed, too
    assert not due(Seen(NOW - 1, True), 60)  # closed before the last backup


def test_each_hour_while_an_event_runs_and_each_day_otherwise():
    assert not due(Seen(None, True), HOUR - 1)
    assert due(Seen(None, True), HOUR) == "an event runs"
    assert not due(Seen(None, False), DAY - 1)
    assert due(Seen(None, False), DAY) == "a day is over"


def files(folder, every, count, name="auto"):
    made = []
    for number in range(count):
        moment = datetime(2026, 11, 22, 19, 30) - every * number  # noqa: DTZ001
        path = folder / f"{name}-{moment:%Y%m%d-%H%M%S}.dump"
        path.write_bytes(b"x")
        made.append(path)
    return made


def test_the_last_24_hours_14_days_and_8_weeks_are_kept(tmp_path):
    hourly = files(tmp_path, timedelta(hours=1), 24 * 100)
    kept = sorted(set(hourly) - set(superfluous(hourly, hourly[0])), reverse=True)
    assert kept[:24] == hourly[:24]
    days = {path.name[5:13] for path in kept}
    assert {f"{datetime(2026, 11, 22) - timedelta(days=n):%Y%m%d}" for n in range(14)} <= days  # noqa: DTZ001
    weeks = {datetime.strptime(day, "%Y%m%d").isocalendar()[:2] for day in days}  # noqa: DTZ007
    assert len(weeks) == 8
    assert len(kept) <= 24 + 14 + 8


def test_rare_backups_are_kept_for_as_long(tmp_path):
    for every, count in ((timedelta(days=9), 8), (timedelta(minutes=1), 1)):
        made = files(tmp_path, every, count)
        assert superfluous(made, made[0]) == []


def test_several_of_one_hour_leave_the_newest(tmp_path):
    made = files(tmp_path, timedelta(minutes=5), 5)
    assert superfluous(made, made[0]) == made[1:]


@pytest.mark.parametrize("years", [-3, 3])
def test_a_clock_that_jumps_costs_no_new_backup_and_not_all_old_ones(tmp_path, years):
    before = files(tmp_path, timedelta(hours=1), 24 * 100)
    there = set(before) - set(superfluous(before, before[0]))
    new = []
    for hour in range(30):
        moment = datetime(2026 + years, 11, 22, 0, 30) + timedelta(hours=hour)  # noqa: DTZ001
        new.append(tmp_path / f"auto-{moment:%Y%m%d-%H%M%S}.dump")
        there |= {new[-1]}
        there -= set(superfluous(there, new[-1]))
        assert set(new[-24:]) <= there
    assert len(there & set(before)) >= 8


def test_a_clock_that_was_set_back_holds_no_backup_up():
    assert due(Seen(None, True), -5 * HOUR) == "the clock was set back"
    made = Keeper("postgresql://u@/d", Path("/nowhere"), print, mark=MARK)
    made._last, made._not_before = NOW, NOW + DAY
    assert made.reason(Seen(None, True), NOW + HOUR)


@pytest.fixture
def kept(services, tmp_path, monkeypatch):
    told = []
    made = Keeper(services.database_url, tmp_path / "backups", told.append, mark=MARK)
    monkeypatch.setattr(made, "seen", lambda: Seen(None, True))
    made.told = told
    return made


def test_a_backup_is_made_with_its_checksum_and_old_ones_go(kept, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    old = files(folder, timedelta(minutes=5), 3)
    by_hand = files(folder, timedelta(minutes=5), 3, name="viertal")
    file = kept.look(NOW)
    assert file is not None and file.parent == folder and "was started" in kept.told[0]
    digest, name = dumps.checksum_file(file).read_text().split()
    assert name == file.name and digest == dumps._digest(file)
    assert [path.exists() for path in old] == [True, False, False]
    assert all(path.exists() for path in by_hand)
    assert kept.look(NOW + 60) is None
    assert kept.look(NOW + HOUR) is not None


def test_two_installations_in_one_folder_leave_each_others_backups_alone(services, tmp_path, monkeypatch):
    folder = tmp_path / "shared"
    folder.mkdir()
    unmarked = files(folder, timedelta(minutes=5), 3)
    of_each = {mark: files(folder, timedelta(minutes=5), 3, name=f"auto-{mark}") for mark in (MARK, ANOTHER)}
    told = []
    own = Keeper(services.database_url, folder, told.append, mark=MARK, shared=True)
    monkeypatch.setattr(own, "seen", lambda: Seen(None, True))
    assert own.look(NOW).name.startswith(f"auto-{MARK}-")
    assert [path.exists() for path in of_each[MARK]] == [True, False, False]
    assert all(path.exists() for path in of_each[ANOTHER] + unmarked)


def test_an_installation_has_one_mark_and_looks_at_its_own_backups_alone(tmp_path):
    here, there = (DataFolder(tmp_path / name) for name in ("here", "there"))
    for folder in (here, there):
        folder.make()
    assert here.own_backups({"VIERTAL_BACKUPS": "/x"}) == ()
    assert here.installation() == here.installation() != there.installation()
    (pattern,) = here.own_backups({"VIERTAL_BACKUPS": "/x"})
    assert dumps.name(here).match(pattern) and not dumps.name(there).match(pattern)
    assert dumps.name(there).match(*here.own_backups({}))


def test_what_a_person_named_much_the_same_stays(kept, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    named = files(folder, timedelta(minutes=5), 3, name="auto-before-the-final")
    assert kept.look(NOW) is not None
    assert all(path.exists() for path in named)


def test_an_old_one_that_cannot_be_removed_ends_nothing(kept, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    old = files(folder, timedelta(minutes=5), 2)
    old[1].unlink()
    old[1].mkdir()  # cannot be unlinked, whoever runs this
    assert kept.look(NOW) is not None
    assert "An old backup stays" in kept.told[-1]
    assert kept.look(NOW + 60) is None


def test_one_that_cannot_be_made_is_tried_again_and_says_why(kept, monkeypatch):
    monkeypatch.setattr(keeper.shutil, "disk_usage", lambda _path: type("Usage", (), {"free": ROOM - 1})())
    assert kept.look(NOW) is None
    assert "VIERTAL_BACKUPS" in kept.told[0]
    assert kept.look(NOW + 10) is None and len(kept.told) == 1
    monkeypatch.undo()
    monkeypatch.setattr(kept, "seen", lambda: Seen(None, False))
    assert kept.look(NOW + keeper.AGAIN) is not None


def test_what_was_written_and_has_changed_since_is_refused(kept):
    file = kept.look(NOW)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(dumps.BackupTrouble, match="checksum"):
        dumps.check(file)
