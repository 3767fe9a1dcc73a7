"""Records, event documents, spreadsheets and report files are damaged at random: each is answered or refused.

``python -m reliability.mutations [COUNT] [SEED]`` (default 10,000) takes the games' golden records, an event
document, lists of players, teams and results, workbooks, FIDE's report files, games and positions as text, changes
bytes, numbers, entries and their order, and hands them to the engines and readers. One in fifty is nested up to
100,000 levels deep, one in a thousand holds something huge: a number of a million figures, a text of a megabyte, a
list of 200,000. Prints how many were refused, how many were deep or huge, how many a second, and the slowest; stops
with the text that broke something.
"""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

from django.conf import settings

from benchmarks.programs import asked
from games.core import positions, texts
from games.core.errors import GameError
from games.core.record import Record
from games.core.replay import check, replay
from scoring.documents.document import DocumentError
from scoring.input.reading import read_event
from scoring.output import standings_document
from scoring.standings import standings
from scoring.trf.reading import TrfError, read_report
from tournaments.imports.players import read_players
from tournaments.imports.readers.lines import Unreadable
from tournaments.imports.results import read_results
from tournaments.imports.teams import read_teams

ROOT = Path(__file__).resolve().parents[1]
JUNK: tuple[Any, ...] = (
    None, True, -1, 0, 3, 10**30, 0.5, float("nan"), "", "x" * 300, "\u202e", "\x00", "٣", "7/2", [], {}, [[]],
    {"a": 1}, "resign", "e2-e4", "A1",
)  # fmt: skip
PIECES = (
    b"\n",
    b";",
    b"\t",
    b"\r",
    b"\x00",
    b"\xff\xfe",
    b"=1+1",
    b"0001",
    b"   ",
    b"1/2",
    b"999999999",
    "٣".encode(),
)
LISTS = (
    b"Name;Rating;Club;Team\nAnna;1640;Leiden;A\nBert;;;\n",
    b"Team;Short name\nAlpha;A\nBeta;B\n",
    b"Round,Table,1,2,3,4\n1,1,8,4,2,0\n1,2,4,4,2,2\n",
)
DEEP, HUGE = 0.02, 0.001
DEPTHS = (20, 40, 1_000, 5_000, 100_000)
NESTS = ((b"[", b"]"), (b'{"a":', b"}"), (b'{"moves":[', b"]}"))
BYTES = (b'"', b"{", b"]", b",", b"\\u0000", b"\xff", b"1e999", b"[[[[", b"-", b" ")


def damaged_value(value: Any, lots: random.Random) -> Any:
    """Damage a value: replace, leave out, double or exchange something in it."""
    if isinstance(value, dict) and value and lots.random() < 0.9:
        key = lots.choice(list(value))
        out = dict(value)
        luck = lots.random()
        if luck < 0.1:
            del out[key]
        elif luck < 0.2:
            out[lots.choice(("", "format", "moves", "id", "points"))] = lots.choice(JUNK)
        else:
            out[key] = damaged_value(value[key], lots)
        return out
    if isinstance(value, list) and value and lots.random() < 0.9:
        at = lots.randrange(len(value))
        out_list = list(value)
        luck = lots.random()
        if luck < 0.15:
            del out_list[at]
        elif luck < 0.3:
            out_list.insert(at, lots.choice(value))
        elif luck < 0.45:
            other = lots.randrange(len(value))
            out_list[at], out_list[other] = out_list[other], out_list[at]
        else:
            out_list[at] = damaged_value(value[at], lots)
        return out_list
    return lots.choice(JUNK)


def damaged_text(value: Any, lots: random.Random) -> bytes:
    """Damage a document one to three times, sometimes in its very bytes."""
    for _ in range(lots.randint(1, 3)):
        value = damaged_value(value, lots)
    text = json.dumps(value).encode()
    luck = lots.random()
    if luck < DEEP:
        return grown(text, deep(lots), lots)
    if luck < DEEP + HUGE:
        return grown(text, huge(lots), lots)
    if lots.random() < 0.3:
        at = lots.randrange(len(text) + 1)
        text = text[:at] + lots.choice(BYTES) + text[at + lots.randrange(4) :]
    return text


def deep(lots: random.Random) -> bytes:
    """Make a value nested so deep that a reader which calls itself comes to its end; sometimes it is not closed."""
    (begin, end), depth = lots.choice(NESTS), lots.choice(DEPTHS)
    return begin * depth + b"1" + end * lots.choice((depth, depth, depth - 1, 0))


def huge(lots: random.Random) -> bytes:
    """Make a value of about a megabyte."""
    return lots.choice(
        (
            b"9" * lots.choice((4_301, 1_000_000)),
            b"-1e" + b"9" * 10_000,
            b'"' + b"x" * 1_000_000 + b'"',
            b'"' + b"\\u0041" * 100_000 + b'"',
            b"[" + b",".join([b"1"] * 200_000) + b"]",
            b"{" + b",".join(b'"%d":0' % number for number in range(50_000)) + b"}",
        )
    )


def grown(text: bytes, value: bytes, lots: random.Random) -> bytes:
    """Put a value behind one of the colons or commas of a document, or in its place."""
    places = [at + 1 for at, letter in enumerate(text) if letter in b":,["]
    if not places or lots.random() < 0.1:
        return value
    at = lots.choice(places)
    return text[:at] + value + b"," * (text[at - 1] in b",[") + text[at:]


def try_record(text: bytes) -> bool:
    """Return whether the record is valid. Every answer must be JSON and name its error."""
    answer = check(text.decode("utf-8", "replace"))
    json.dumps(answer, allow_nan=False)
    if not answer["valid"]:
        assert answer["error"]["code"] and answer["error"]["message"].isprintable()
    return bool(answer["valid"])


def try_document(text: bytes) -> bool:
    """Return whether the document is one; then it has standings."""
    try:
        event = read_event(text)
    except DocumentError as error:
        assert str(error).isprintable()
        return False
    try:
        json.dumps(standings_document(standings(event)), allow_nan=False)
    except DocumentError as error:
        assert str(error).isprintable()
    return True


def damaged_bytes(content: bytes, lots: random.Random) -> bytes:
    """Damage a file one to four times: put bytes and pieces in, take them out, double or exchange lines, cut the end
    off. Sometimes a line, a cell or the number of lines becomes huge."""
    if lots.random() < HUGE:
        at = lots.randrange(len(content) + 1)
        much = lots.choice(
            (b"x" * 1_000_000, b";" * 100_000, b"\n" * 100_000, b"9" * 1_000_000, b"Anna;1640\n" * 30_000)
        )
        return content[:at] + much + content[at:]
    for _ in range(lots.randint(1, 4)):
        at, luck = lots.randrange(len(content) + 1), lots.random()
        if luck < 0.4:
            content = content[:at] + lots.choice((*BYTES, *PIECES)) + content[at + lots.randrange(4) :]
        elif luck < 0.6:
            content = content[:at] + content[at + lots.randrange(1, 20) :]
        elif luck < 0.75:
            content = content[:at] + content[max(0, at - 30) :]
        elif luck < 0.95:
            lines = content.split(b"\n")
            first, second = lots.randrange(len(lines)), lots.randrange(len(lines))
            lines[first], lines[second] = lines[second], lines[first]
            content = b"\n".join(lines)
        else:
            content = content[:at]
    return content


def try_list(content: bytes) -> bool:
    """Return whether it is a list of players, teams or results."""
    fit = 0
    for read in (read_players, read_teams, read_results):
        try:
            read(content)
        except Unreadable as error:
            assert str(error).isprintable()
        else:
            fit += 1
    return fit > 0


def try_report(content: bytes) -> bool:
    """Return whether it is a report file; then it is an event or no event, and says why."""
    try:
        report = read_report(content)
    except TrfError as error:
        assert str(error)
        return False
    return report is not None


def try_text(content: bytes) -> bool:
    """Return whether it is a game as text, or else moves of Quatro Chess."""
    known = Record("quatro-chess", {}, (None,) * 4, {}, ())
    try:
        texts.record_of(content.decode("utf-8", "replace"), known)
    except GameError as error:
        assert error.message.isprintable()
        return False
    return True


def try_position(content: bytes) -> bool:
    """Return whether it is the short text of a position; then it is one whose moves can be listed."""
    try:
        game, state = positions.read(content.decode("utf-8", "replace"))
    except GameError as error:
        assert error.message.isprintable()
        return False
    game.legal_moves(state)
    return True


def games_as_text(records: list[dict[str, Any]]) -> tuple[list[bytes], list[bytes]]:
    """Return records as text, and the positions at their ends."""
    written, reached = [], []
    for value in records:
        record = Record(value["game"], value["options"], tuple(value["seats"]), value["setup"], tuple(value["moves"]))
        done = replay(record)
        written.append(texts.write(record).encode())
        reached.append(done.game.write_position(done.state).encode())
    return written, reached


def main() -> None:
    chosen = asked(__doc__, count=10_000, seed=1)
    count, lots = chosen.count, random.Random(chosen.seed)
    golden = [json.loads(path.read_text("utf-8"))["record"] for path in sorted(ROOT.glob("games/*/golden/*.json"))]
    records = [record for record in golden if len(json.dumps(record)) < 20_000]
    document = json.loads((ROOT / "tests" / "scoring" / "data" / "example-event.json").read_text("utf-8"))
    if not settings.configured:
        settings.configure(USE_I18N=False)
    written, reached = games_as_text([record for record in records if check(json.dumps(record))["valid"]])
    lists = [*LISTS, (ROOT / "tests" / "tournaments" / "data" / "club-players.csv").read_bytes()]
    files = [path.read_bytes() for path in sorted((ROOT / "tests" / "scoring" / "data" / "trf").glob("*.trf"))]
    sheets = ROOT / "tests" / "tournaments" / "data" / "lists"
    books = [path.read_bytes() for path in sorted(sheets.iterdir()) if path.suffix in (".xlsx", ".ods", ".xls")]
    begun, refused, large, slowest = time.monotonic(), 0, 0, (0.0, 0)
    for number in range(count):
        match number % 8:
            case 0 | 4:
                attempt, text = try_document, damaged_text(document, lots)
            case 1 if number % 200 == 1:
                attempt, text = try_list, damaged_bytes(lots.choice(books), lots)
            case 1:
                attempt, text = try_list, damaged_bytes(lots.choice(lists), lots)
            case 2:
                attempt, text = try_report, damaged_bytes(lots.choice(files), lots)
            case 3:
                attempt, text = try_text, damaged_bytes(lots.choice(written), lots)
            case 5:
                attempt, text = try_position, damaged_bytes(lots.choice(reached), lots)
            case _:
                attempt, text = try_record, damaged_text(lots.choice(records), lots)
        before = time.process_time()
        try:
            refused += not attempt(text)
        except Exception:
            print(f"Number {number} broke something:\n{text[:5000]!r}")
            raise
        slowest = max(slowest, (time.process_time() - before, number))
        large += len(text) > 100_000 or any(begin * DEPTHS[0] in text for begin, _end in NESTS)
    taken = time.monotonic() - begun
    print(
        f"{count} damaged texts, {large} of them deep or huge; {refused} refused, the others answered;"
        f" {count / taken:.0f} a second, the slowest (number {slowest[1]}) {slowest[0]:.2f} s of processor time"
    )


if __name__ == "__main__":
    main()
