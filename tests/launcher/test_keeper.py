"""When a backup is due, which are kept, and that nothing a person made is thrown away."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest

from config.data_folder import DataFolder
from launcher import keeper
from launcher.database import dumps
from launcher.keeper import DAY, HOUR, QUIET, ROOM, Keeper, Seen, superfluous

ANOTHER = "fedc9876"
NOW = datetime(2026, 11, 22, 20, 0).timestamp()  # noqa: DTZ001 — the hall's own time


def due(seen, after, *, last=NOW):
    """Return the reason why a backup is due so many seconds after the last one."""
    made = Keeper("postgresql://u@/d", DataFolder(Path("/nowhere")), {}, print)
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


def files(folder, every, count, name="auto-0123abcd"):
    """Backups of before, the newest first."""
    made = []
    for number in range(count):
        moment = datetime(2026, 11, 22, 19, 30) - every * number  # noqa: DTZ001
        path = folder / f"{name}-{count - number:06}-{moment:%Y%m%d-%H%M%S}.dump"
        path.write_bytes(b"x")
        made.append(path)
    return made


def test_the_last_24_hours_14_days_and_8_weeks_are_kept(tmp_path):
    hourly = files(tmp_path, timedelta(hours=1), 24 * 100)
    kept = sorted(set(hourly) - set(superfluous(hourly)), reverse=True)
    assert kept[:24] == hourly[:24]
    days = {dumps.order(path)[1][:8] for path in kept}
    assert {f"{datetime(2026, 11, 22) - timedelta(days=n):%Y%m%d}" for n in range(14)} <= days  # noqa: DTZ001
    weeks = {datetime.strptime(day, "%Y%m%d").isocalendar()[:2] for day in days}  # noqa: DTZ007
    assert len(weeks) == 8
    assert len(kept) <= 24 + 14 + 8


def test_rare_backups_are_kept_for_as_long(tmp_path):
    for every, count in ((timedelta(days=9), 8), (timedelta(minutes=1), 1)):
        made = files(tmp_path, every, count)
        assert superfluous(made) == []


def test_several_of_one_hour_leave_the_newest(tmp_path):
    made = files(tmp_path, timedelta(minutes=5), 5)
    assert superfluous(made) == made[1:]


def after(moments, there=()):
    """Make a backup at each of these moments and remove what is superfluous then: what is left, the newest last."""
    left = list(there)
    for number, moment in enumerate(moments, start=len(left) + 1):
        left.append(Path(f"auto-0123abcd-{number:06}-{moment:%Y%m%d-%H%M%S}.dump"))
        gone = set(superfluous(left))
        left = [path for path in left if path not in gone]
    return left


def hours(first, count):
    return [first + timedelta(hours=hour) for hour in range(count)]


@pytest.mark.parametrize("years", [-3, 3])
def test_a_clock_that_jumps_costs_no_new_backup_and_not_all_old_ones(tmp_path, years):
    before = sorted(files(tmp_path, timedelta(hours=1), 24 * 100), key=dumps.order)
    left = after(hours(datetime(2026 + years, 11, 22, 0, 30), 30), before)  # noqa: DTZ001
    assert [dumps.order(path)[0] for path in left[-24:]] == list(range(2407, 2431))
    assert len(set(before) & set(left)) >= 8


def test_evenings_at_which_a_clock_tells_the_same_hours_cost_each_other_nothing():
    """A laptop without a battery for its clock begins each evening at the same hour of the same day."""
    evening = hours(datetime(2010, 1, 1), 4)  # noqa: DTZ001
    left = after(evening * 5)
    assert len(left) == 4 * 5
    # of the eighth evening before, the newest
    assert len(after(evening * 20)) >= 14


def test_a_clock_that_is_wrong_at_each_start_costs_no_week():
    """Until the network sets it, at each of five starts of an evening."""
    evenings = [datetime(2026, 8, 3, 19) + timedelta(weeks=week) for week in range(12)]  # noqa: DTZ001
    moments = [time for evening in evenings for start in hours(evening, 5) for time in (datetime(2010, 1, 1), start)]  # noqa: DTZ001
    kept = {dumps.time_of(path).date() for path in after(moments)}
    assert {evening.date() for evening in evenings[-7:]} <= kept


def test_a_clock_that_was_set_back_holds_no_backup_up():
    assert due(Seen(None, True), -5 * HOUR) == "the clock was set back"
    made = Keeper("postgresql://u@/d", DataFolder(Path("/nowhere")), {}, print)
    made._last, made._not_before = NOW, NOW + DAY
    assert made.reason(Seen(None, True), NOW + HOUR)


@pytest.fixture
def kept(services, tmp_path, monkeypatch):
    told = []
    (tmp_path / "installation").write_text("0123abcd\n")
    made = Keeper(services.database_url, DataFolder(tmp_path), {}, told.append)
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


def test_two_installations_in_one_folder_leave_each_others_backups_alone(kept, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    own = files(folder, timedelta(minutes=5), 3)
    others = files(folder, timedelta(minutes=5), 3, name=f"auto-{ANOTHER}")
    assert kept.look(NOW).name.startswith("auto-0123abcd-000004-")
    assert [path.exists() for path in own] == [True, False, False]
    assert all(path.exists() for path in others)


def test_an_installation_has_one_mark_and_looks_at_its_own_backups_alone(tmp_path):
    here, there = (DataFolder(tmp_path / name) for name in ("here", "there"))
    for folder in (here, there):
        folder.make()
    assert here.own_backups() == ()
    assert here.installation() == here.installation() != there.installation()
    (pattern,) = here.own_backups()
    assert dumps.name(here).match(pattern) and not dumps.name(there).match(pattern)


def test_the_number_of_a_backup_only_grows(tmp_path):
    """It does also when the highest is gone; where it cannot be written down, it grows over those that are there."""
    folder = DataFolder(tmp_path)
    backups = folder.backups({})
    backups.mkdir()
    assert dumps.order(dumps.name(folder))[0] == dumps.order(dumps.name(folder, "auto"))[0] - 1 == 1
    (backups / f"before-update-{folder.installation()}-000041-20991231-235959.dump").touch()
    (backups / f"auto-{ANOTHER}-000077-20991231-235959.dump").touch()
    assert dumps.order(dumps.name(folder, "auto"))[0] == 42
    next(backups.glob("before-*")).unlink()
    assert dumps.order(dumps.name(folder))[0] == 43
    (tmp_path / "backup-number").unlink()
    (tmp_path / "backup-number").mkdir()
    dumps.name(folder).touch()
    assert dumps.order(dumps.name(folder))[0] == 2


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
