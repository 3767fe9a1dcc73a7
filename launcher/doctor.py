"""`python -m launcher.doctor`: look at this machine as a hall needs it: clock, disk, memory, power, network, the site.

It changes nothing. Each remark says what was seen and, where it is not well, what to do.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

from config import environment
from config.commands import command, program
from config.data_folder import DataFolder, FolderClosed
from launcher.networks import Network, Wall, networks, wall
from launcher.programs.ports import FIRST_PORT
from launcher.supervisor import CHECKOUT, teller

GOOD, NOTE, BAD = "ok", "note", "wrong"

LITTLE_DISK = 1_000_000_000
NO_DISK = 200_000_000
"""Bytes; the site itself warns its staff below the second."""
LITTLE_MEMORY = 700_000_000
"""Bytes that a hall of a hundred people needs besides what the system uses; measured: docs/scale.md."""
LITTLE_BATTERY = 60
AHEAD = timedelta(minutes=2)
APART = timedelta(seconds=5)
"""How far the clocks of two servers may be apart."""
SPARED = frozenset({"clocks", "static", "mail"})
"""What a start of Viertal does not mend, or is told of by itself."""
STYLE = re.compile(r"/static/[^\s\"']+\.css")


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark on one thing that was seen: ``mark`` is GOOD, NOTE or BAD; ``advice`` says what to do."""

    mark: str
    thing: str
    seen: str
    advice: str = ""


def clock(now: datetime, newest: datetime | None, zone: str) -> Iterator[Remark]:
    """Judge the clock by the newest file of the data or the program: no clock is earlier than what it wrote.

    ``now`` is in this computer's own time zone, ``zone`` the site's.
    """
    if newest and newest - now > AHEAD:
        seen = f"It says {now:%d %B %Y, %H:%M}, but a file of Viertal is from {newest:%d %B %Y, %H:%M}."
        yield Remark(BAD, "Clock", seen, "Set the date and time of this computer before the first round.")
    else:
        yield Remark(GOOD, "Clock", f"{now:%d %B %Y, %H:%M}. Compare it with your own watch.")
    there = now.astimezone(ZoneInfo(zone))
    if there.utcoffset() != now.utcoffset():
        seen = f"Pages and papers say {there:%H:%M} ({zone}), this computer says {now:%H:%M}."
        yield Remark(
            NOTE, "Time zone", seen, "Set the environment variable TIME_ZONE to the hall's, such as Europe/London."
        )


def disk(free: int, inodes: int | None, trouble: str, folder: Path) -> Remark:
    """Judge the room for the data, in bytes. ``inodes``: files that may still be made, None where it is not known."""
    room = f"{free / 1e9:.1f} GB free for {folder}."
    advice = "Make room on the disk, or set VIERTAL_DATA to a folder on another one."
    if trouble:
        return Remark(BAD, "Disk", f"Nothing can be written to {folder}: {trouble}.", advice)
    if free < NO_DISK or inodes == 0:
        return Remark(BAD, "Disk", room if inodes != 0 else f"No more files can be made in {folder}.", advice)
    return Remark(NOTE if free < LITTLE_DISK else GOOD, "Disk", room, advice if free < LITTLE_DISK else "")


def memory(available: int | None) -> Iterator[Remark]:
    """Judge the memory that programs can still have, in bytes."""
    if available is None:
        return
    seen = f"{available / 1e9:.1f} GB free."
    if available < LITTLE_MEMORY:
        yield Remark(NOTE, "Memory", seen, "Close other programs, browsers first.")
    else:
        yield Remark(GOOD, "Memory", seen)


def power(supplies: Path = Path("/sys/class/power_supply")) -> Iterator[Remark]:
    """Judge battery and mains, as Linux knows them; nothing where there is no battery."""
    charge: int | None = None
    mains = False
    for supply in sorted(supplies.glob("*")):
        kind = _word(supply / "type")
        mains = mains or (kind in {"Mains", "USB"} and _word(supply / "online") == "1")
        if kind == "Battery" and _word(supply / "capacity").isdigit() and _word(supply / "scope") != "Device":
            charge = int(_word(supply / "capacity"))
    if charge is None:
        return
    if mains:
        yield Remark(GOOD, "Power", f"Plugged in; the battery is at {charge} %.")
    else:
        mark = BAD if charge < LITTLE_BATTERY else NOTE
        yield Remark(mark, "Power", f"On battery, at {charge} %.", "Plug the computer in, and turn its sleep off.")


def network(found: Sequence[Network], port: int, host: str) -> Iterator[Remark]:
    """Judge the addresses that phones can use, the likeliest first."""
    if host in {"127.0.0.1", "localhost", "::1"}:
        yield Remark(BAD, "Network", f"HOST is {host}, so no phone can reach this computer.", "Leave HOST out.")
        return
    real = [one for one in found if not one.virtual]
    if not real:
        advice = "Join the hall's Wi-Fi or make a hotspot, then start Viertal again."
        yield Remark(BAD, "Network", "This computer is on no network, so no phone can reach it.", advice)
        return
    for one in real:
        if one.unassigned:
            advice = "The router gave no address. Join the network again, or restart the router."
            yield Remark(BAD, "Network", f"{one.name}: {one.address} leads nowhere.", advice)
    usable = [one for one in real if not one.unassigned]
    addresses = ", ".join(f"http://{one.address}:{port}/ ({one.name})" for one in usable)
    if len(usable) > 1:
        advice = (
            "Phones reach the address of the network that they are on. Leave the other network, or tell people which "
            "one to join; links and QR codes lead to the address under which you open the desk."
        )
        yield Remark(NOTE, "Network", f"{len(usable)} networks: {addresses}.", advice)
    elif usable:
        yield Remark(GOOD, "Network", f"Phones on the same network open {addresses}.")
    if virtual := [f"{one.name} {one.address}" for one in found if one.virtual]:
        advice = "Phones in the hall do not reach these. Switch a VPN off if phones cannot open the site."
        yield Remark(NOTE, "Other networks", ", ".join(virtual) + ".", advice)


def firewall(wall: Wall | None, port: int) -> Remark:
    """Judge whether a firewall of this computer keeps phones out."""
    advice = "The sure test: open the address above on a phone, with its mobile data switched off."
    if wall is None or wall.blocks is False:
        return Remark(GOOD, "Firewall", f"None that closes port {port} was found. {advice}")
    if wall.blocks:
        return Remark(BAD, "Firewall", f"{wall.name} keeps port {port} closed.", f"Open it: {wall.way_out}")
    seen = f"{wall.name} runs; its rules are not read here, so whether port {port} is open is not known."
    return Remark(NOTE, "Firewall", seen, advice + (f" If it does not open: {wall.way_out}" if wall.way_out else ""))


def reached(found: Sequence[Network], port: int) -> Iterator[Remark]:
    """Ask the site by each of this computer's own addresses: a site that listens on one only is found so."""
    for one in found:
        if one.virtual or one.unassigned:
            continue
        try:
            socket.create_connection((one.address, port), timeout=3).close()
        except OSError as error:
            seen = f"It does not answer at http://{one.address}:{port}/ ({error.strerror or error})."
            yield Remark(BAD, "Site", seen, "Leave HOST out and start Viertal again.")


def database(env: Mapping[str, str], clock: Callable[[], datetime]) -> Iterator[Remark]:
    """Judge the server that DATABASE_URL names: its answer, its clock, and whether who listens hears what is said."""
    import psycopg

    from config.database import listening

    if not env.get("DATABASE_URL"):
        return
    try:
        with psycopg.connect(env["DATABASE_URL"], connect_timeout=5) as line:
            row = line.execute("SELECT clock_timestamp()").fetchone()
            apart = row[0] - clock() if row else timedelta()
        is_heard = listening.hears(env)
    except psycopg.Error as error:
        advice = "Start it, or mend DATABASE_URL and DATABASE_LISTEN_URL."
        yield Remark(BAD, "Database", f"It does not answer: {' '.join(str(error).split())}.", advice)
        return
    if is_heard:
        yield Remark(GOOD, "Database", "It answers, and passes on what pages listen for.")
    else:
        yield Remark(BAD, "Database", listening.DEAF, listening.ADVICE)
    if abs(apart) > APART:
        side = "ahead" if apart > timedelta() else "behind"
        seen = f"The database's is {abs(apart).total_seconds():.0f} seconds {side} of this machine's."
        yield Remark(BAD, "Clocks", seen, "Let all machines keep their time by the network (NTP).")


def broker(env: Mapping[str, str]) -> Iterator[Remark]:
    """Judge the server that BROKER_URL names."""
    from kombu import Connection

    if not env.get("BROKER_URL"):
        return
    try:
        with Connection(environment.broker(env["BROKER_URL"]), connect_timeout=5) as line:
            line.ensure_connection(max_retries=1, interval_start=0.1, timeout=5)
            line.default_channel.close()
    except Exception as error:  # each kind of broker has errors of its own
        yield Remark(BAD, "Broker", f"It does not answer: {error}.", "Start it, or mend BROKER_URL.")
    else:
        yield Remark(GOOD, "Broker", "It answers.")


def mail(env: Mapping[str, str]) -> Iterator[Remark]:
    """Judge the server that EMAIL_URL names, by greeting it and signing in; nothing is sent."""
    server = environment.mail_server(env)
    if server is None:
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from tournaments.domain import outbound_mail
    from tournaments.sentences import mails  # noqa: F401 (what is said in English is declared there)

    problem = outbound_mail.trouble(server)
    if problem is None:
        yield Remark(GOOD, "Mail", "The mail server takes mails. None was sent.")
    else:
        yield Remark(BAD, "Mail", f"{problem}", "Mails wait meanwhile. Start the mail server, or mend EMAIL_URL.")


def python(path: Path, *, is_root: bool) -> Iterator[Remark]:
    """Judge whether another user, as whom root lets the database run, may execute this Python."""
    if not is_root:
        return
    real = path.resolve()
    for place in (real, *real.parents):
        if not place.stat().st_mode & 0o001:
            advice = "Install a Python for all users, such as the system's, and make .venv anew with it."
            yield Remark(BAD, "Python", f"Only its owner may use {place}, so no other user can run {real}.", advice)
            return


def site(port: int, runs: bool, name: str = "localhost") -> Iterator[Remark]:
    """Ask the running site, by a host's name that it answers to, for the state of its parts."""
    if not runs:
        yield Remark(NOTE, "Site", "Viertal is not running.", f"Start it: {command('up')}")
        return
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)

    def ask(path: str) -> tuple[int, bytes]:
        # A proxy asks like this; without it a redirect to https would look like a dead site.
        connection.request("GET", path, headers={"Host": name, "X-Forwarded-Proto": "https"})
        answer = connection.getresponse()
        return answer.status, answer.read()

    try:
        parts = json.loads(ask("/health/ready")[1]).get("parts", {})
        page = ask("/admin/login/")[1].decode()
        style = STYLE.search(page)
        is_styled = style is not None and ask(style[0])[0] == 200
    except (OSError, http.client.HTTPException, ValueError) as error:
        yield Remark(BAD, "Site", f"It runs but does not answer: {error}.", "Stop it with Ctrl-C and start it again.")
        return
    finally:
        connection.close()
    if is_styled:
        yield Remark(GOOD, "Static files", "A page and its style answer.")
    else:
        advice = f"Start Viertal again, or run `{program('launcher.prepare')}` on this machine."
        yield Remark(BAD, "Static files", "A page does not open, or its style is missing.", advice)
    away = [name for name, part in parts.items() if not part["ok"]]
    if away:
        advice = "Wait a minute. If it stays so, stop Viertal and start it again; the reason is in the logs."
        if SPARED.issuperset(away):
            advice = "Viertal goes on meanwhile. Its page “Is everything running well?” says what to do."
        yield Remark(BAD, "Site", f"Not well: {', '.join(away)}.", advice)
    else:
        yield Remark(GOOD, "Site", "Database, broker, workers, disk, clocks and mail are well.")


def look(folder: DataFolder, env: Mapping[str, str]) -> list[Remark]:
    """Look at everything on this machine."""
    services = folder.recorded_services()
    runs = _is_running(services.get("pid"))
    port = _port(env, folder, str(services.get("url", "")))
    found = networks()
    return [
        *clock(datetime.now().astimezone(), _newest(folder), environment.time_zone(env)),
        _disk(folder.root),
        *memory(_available_memory()),
        *power(),
        *network(found, port, env.get("HOST", "0.0.0.0")),  # noqa: S104
        firewall(wall(port), port),
        *python(Path(sys.executable), is_root=os.geteuid() == 0),
        *database(env, partial(datetime.now, UTC)),
        *broker(env),
        *mail(env),
        *site(
            port, runs, next((name.lstrip(".*") for name in environment.names(env, "ALLOWED_HOSTS")), "") or "localhost"
        ),
        *(reached(found, port) if runs else ()),
    ]


def _port(env: Mapping[str, str], folder: DataFolder, address: str) -> int:
    for text in (address.rstrip("/").rpartition(":")[2], env.get("PORT", "")):
        if text.isdigit() and int(text):
            return int(text)
    return folder.recorded_port() or FIRST_PORT


def _is_running(pid: object) -> bool:
    if not isinstance(pid, int):
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # another user's
    return True


def _newest(folder: DataFolder) -> datetime | None:
    """Return when the newest file of the data or the program was written."""
    paths = [Path(__file__), *folder.root.glob("*"), *(folder.root / "backups").glob("*"), *folder.logs.glob("*")]
    times = []
    for path in paths:
        try:
            times.append(path.stat().st_mtime)
        except OSError:
            continue  # gone since, or not ours to read
    return datetime.fromtimestamp(max(times)).astimezone() if times else None


def _disk(root: Path) -> Remark:
    place = next(path for path in (root, *root.parents) if path.is_dir())
    trouble = ""
    try:
        with tempfile.TemporaryFile(dir=place) as file:
            file.write(b"x" * 65536)
    except OSError as error:
        trouble = error.strerror or str(error)
    inodes = os.statvfs(place)
    return disk(shutil.disk_usage(place).free, inodes.f_favail if inodes.f_files else None, trouble, root)


def _available_memory() -> int | None:
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    except OSError:
        return None  # not Linux
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable")), None)


def _word(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except OSError:
        return ""


def main() -> int:
    """Exit status 0 where nothing is wrong, 1 where something is."""
    parser = argparse.ArgumentParser(
        prog=program("launcher.doctor"),
        description="Look at this computer as a hall needs it, and say what to do. Changes nothing.",
    )
    parser.add_argument("--data", metavar="FOLDER", help="the data folder, before VIERTAL_DATA")
    options = parser.parse_args()
    env = dict(os.environ) | ({"VIERTAL_DATA": options.data} if options.data else {})
    tell = teller()
    try:
        environment.check(env)
    except environment.BadSetting as error:
        tell(f"wrong  Settings: {error}")
        return 1
    folder = DataFolder.from_environment(env, CHECKOUT)
    try:
        folder.is_there()
    except FolderClosed as error:
        tell(f"wrong  Data: {error}")
        return 1
    remarks = look(folder, env)
    for remark in remarks:
        tell(f"{remark.mark:<5}  {remark.thing}: {remark.seen}")
        if remark.advice:
            tell(f"       {remark.advice}")
    wrong = sum(remark.mark == BAD for remark in remarks)
    if wrong:
        tell(f"\n{wrong} thing{'' if wrong == 1 else 's'} to mend before the evening.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
