"""Files that cost much to open: refused by what they state, and bounded by a process of its own."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import zlib
from io import BytesIO

import pytest
from PIL import Image

from games.core.notices import Notice, notice_of
from tournaments.forms import clubs as forms
from tournaments.imports import apart, pictures
from tournaments.imports.readers import spreadsheet
from tournaments.imports.readers.lines import MAX_COLUMNS, Unreadable
from tournaments.imports.writing import Sheet, write
from tournaments.services.lists import list_imports
from tournaments.services.results import reports

ROWS = [["Anna", 1500], ["Bert", "n.v.t."]]


def stated(width: int, height: int) -> bytes:
    """Write a PNG that states its size and has not a single point."""
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    sized = struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))
    empty = b"IDAT"
    return b"\x89PNG\r\n\x1a\n" + sized + struct.pack(">I", 0) + empty + struct.pack(">I", zlib.crc32(empty))


def refused(opener, content):
    with pytest.raises(Unreadable) as error:
        opener(content)
    return error.value.notice


@pytest.fixture
def unpacked(monkeypatch):
    """Note the sizes of all pictures whose points are unpacked."""
    sizes = []
    load = Image.Image.load

    def noted(self):
        sizes.append(self.size)
        return load(self)

    monkeypatch.setattr(Image.Image, "load", noted)
    return sizes


def test_a_photo_is_refused_by_the_size_that_it_states(unpacked):
    # what Pillow itself would stop at comes later
    assert refused(pictures.photo_jpeg, stated(8000, 8000)) == Notice("photo-points", most=24)
    progressive = BytesIO()
    Image.new("L", (5000, 5000)).save(progressive, "JPEG", progressive=True, quality=5)
    unpacked.clear()
    assert refused(pictures.photo_jpeg, progressive.getvalue()) == Notice("photo-points", most=24)
    assert unpacked == []


def test_a_large_jpeg_is_unpacked_at_a_fraction_of_its_size(monkeypatch):
    sizes = []
    convert = Image.Image.convert
    monkeypatch.setattr(Image.Image, "convert", lambda self, *how: sizes.append(self.size) or convert(self, *how))
    photo = BytesIO()
    Image.new("L", (5000, 6000)).save(photo, "JPEG", quality=5)
    sizes.clear()
    assert Image.open(BytesIO(pictures.photo_jpeg(photo.getvalue()))).size == (1667, 2000)
    assert max(sizes) == (2500, 3000)


@pytest.mark.parametrize("rest", ["", "x"], ids=["empty", "full"])
def test_of_a_line_without_end_the_columns_of_a_list_are_read(rest):
    content = b"Name;Rating" + f";{rest}".encode() * 500_000 + b"\nAnna;1500\n"
    grid = spreadsheet.read_book(content).grids[0]
    assert [len(line.cells) for line in grid.lines] == [MAX_COLUMNS, 2]
    assert grid.wide == bool(rest)


class TestAProcessOfItsOwn:
    @pytest.mark.parametrize("form", ["xlsx", "ods"])
    def test_gives_what_reading_here_would(self, form):
        content = write(Sheet("Players", ["Name", "Rating"], ROWS), form, "en")
        assert apart.read_book(content) == spreadsheet.read_book(content)

    def test_is_where_lists_logos_and_photos_are_opened(self):
        assert list_imports.read_book is apart.read_book
        assert reports.photo_jpeg is apart.photo_jpeg
        assert forms.small_png is apart.small_png

    def test_says_why_it_refuses(self):
        assert refused(apart.photo_jpeg, b"no photo") == Notice("photo-unusable")
        assert refused(apart.read_book, b"PK\x03\x04xl") == Notice("list-damaged")

    def test_ends_where_its_memory_does_and_says_so(self, monkeypatch):
        greedy = (
            "import sys; from tournaments.imports import apart; "
            "apart.OPENERS['photo'] = lambda content: bytes(2 * apart.MOST_MEMORY); sys.exit(apart.main('photo'))"
        )
        done = subprocess.run([sys.executable, "-c", greedy], input=b"", capture_output=True, cwd=apart._ROOT)
        assert done.returncode == apart._REFUSED
        assert notice_of(json.loads(done.stdout)) == Notice("file-too-much")

    def test_ends_where_its_time_does_and_says_so(self, monkeypatch):
        monkeypatch.setattr(sys, "executable", "/bin/false")
        assert refused(apart.photo_jpeg, b"") == Notice("file-too-much")
        endless = (
            "import sys; from tournaments.imports import apart; apart.MOST_SECONDS = 1\n"
            "def turn(content):\n    while True: pass\n"
            "apart.OPENERS['photo'] = turn; apart.main('photo')"
        )
        monkeypatch.undo()
        done = subprocess.run([sys.executable, "-c", endless], input=b"", capture_output=True, cwd=apart._ROOT)
        assert done.returncode < 0, "a signal ended it"

    def test_knows_no_secret(self, monkeypatch):
        monkeypatch.setenv("DATABASE_URL", "postgres://secret")
        assert "DATABASE_URL" not in apart._environment()
