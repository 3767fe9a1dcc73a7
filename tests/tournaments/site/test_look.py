"""One look for site, desk and wall: colours, typeface and logo have their values in one place, and can be read."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from games.core.svg import SIGNS
from tests.support.colours import CUSTOM, STATIC, contrast, tokens

SCHEMES = ["light", "dark"]
TEXT = [
    *((ink, ground) for ink in ("ink", "soft", "accent", "bad", "warn", "good") for ground in ("ground", "sheet")),
    *((ink, "sunk") for ink in ("ink", "soft")),
    *((ink, "tint") for ink in ("ink", "accent", "soft")),
    *((kind, f"{kind}-tint") for kind in ("warn", "good", "bad")),
    *(("ink", tint) for tint in ("warn-tint", "good-tint", "bad-tint", "flash")),
    ("on-accent", "accent"),
    ("white-ink", "white"),
]
SIGNS_AND_LINES = [
    *((mark, ground) for mark in ("firm", "accent", "white-edge") for ground in ("ground", "sheet")),
    *((seat, ground) for seat in ("red", "green") for ground in ("ground", "sheet")),
]
APART = {"tokens.css", "theme.css", "clubs.css", "charts.css", "replay.css", "board.css", "rules.css", "tap.css"}
"""The two with the values, the clubs' accents, the lines of charts, and what draws boards: paper in any light."""


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_is_read_on_its_ground_and_signs_are_seen(scheme: str) -> None:
    colours = tokens(scheme)
    pairs = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in TEXT}
    assert {pair: round(value, 2) for pair, value in pairs.items() if value < 4.5} == {}
    pairs = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in SIGNS_AND_LINES}
    assert {pair: round(value, 2) for pair, value in pairs.items() if value < 3} == {}
    # the letter in a seat's sign is white
    assert min(contrast("#fff", colours[seat]) for seat in ("black", "green")) >= 4.5
    assert contrast("#fff", colours["red"]) >= 4.2  # bold, and the letter is said beside it


def test_a_seat_is_painted_as_on_the_board() -> None:
    colours = tokens("light")
    for key in ("red", "black", "green"):
        assert colours[key] == SIGNS[key].fill


def test_day_and_night_have_the_same_tokens_and_the_desk_has_those_of_the_night() -> None:
    assert set(tokens("light")) == set(tokens("dark"))
    theme = (STATIC / "theme.css").read_text("utf-8")
    assert dict(CUSTOM.findall(theme)) == tokens("dark")
    base = settings.UNFOLD["COLORS"]["base"]
    light, dark = tokens("light"), tokens("dark")
    assert (base["50"], base["100"], base["200"]) == (light["ground"], light["sunk"], light["line"])
    assert (base["900"], base["950"]) == (dark["sheet"], dark["ground"])
    assert settings.UNFOLD["COLORS"]["primary"]["600"] == light["accent"]


def test_no_other_style_has_a_colour_of_its_own() -> None:
    """White and black are allowed: the paper of a code that is scanned, and what is printed."""
    own = {
        path.name: sorted(set(re.findall(r"#[0-9a-f]{3,8}\b", path.read_text("utf-8"))) - {"#fff", "#000"})
        for path in STATIC.glob("*.css")
        if path.name not in APART
    }
    printed = {"#333", "#999", "#0002"}
    assert {name: colours for name, colours in own.items() if set(colours) - printed} == {}


DIRECTED = ("data-turn=", "data-at=", ".W > i", ".E > i", ".SW, .NW", ".joins", ".run")
"""What lies as it does in the hall or in time, whichever way one reads: seats, sides of a board, charts, brackets."""


def test_what_is_laid_out_follows_the_way_one_reads() -> None:
    sided = re.compile(
        r"(?:margin|padding|border)-(?:left|right)\b|(?:text-align|float): (?:left|right)|[ {;](?:left|right): "
    )
    found = [
        f"{path.name}: {line.strip()[:80]}"
        for path in sorted(STATIC.glob("*.css"))
        for line in path.read_text("utf-8").splitlines()
        if sided.search(line) and not any(word in line for word in DIRECTED)
    ]
    assert found == []


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/admin/login/"])
def test_site_and_desk_load_the_tokens_and_no_typeface_of_a_foreign_host(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    styles = re.findall(r'<link[^>]+href="([^"]+\.css)"', page)
    assert any("tournaments/tokens" in style or "tournaments/page" in style for style in styles)
    assert all(style.startswith("/static/") for style in styles)


def test_the_typeface_is_small_and_its_licence_lies_beside_it() -> None:
    fonts = {path.name: path.stat().st_size for path in (STATIC / "fonts").iterdir()}
    assert set(fonts) == {"inter-latin.woff2", "inter-greek-cyrillic.woff2", "OFL.txt"}
    assert fonts["inter-latin.woff2"] < 32_000 and fonts["inter-greek-cyrillic.woff2"] < 24_000
    assert "SIL OPEN FONT LICENSE" in (STATIC / "fonts/OFL.txt").read_text("utf-8")
    faces = re.findall(r"@font-face \{(.*?)\}", (STATIC / "tokens.css").read_text("utf-8"))
    assert [re.search(r"url\(fonts/(.+?)\)", face)[1] for face in faces] == [  # type: ignore[index]
        "inter-latin.woff2",
        "inter-greek-cyrillic.woff2",
    ]


def test_the_icons_are_of_the_sizes_that_home_screens_ask_for() -> None:
    sizes = {"icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512, "icon-mask-512.png": 512}
    for name, side in sizes.items():
        with Image.open(STATIC / name) as icon:
            assert icon.size == (side, side) and icon.format == "PNG"
            solid = icon.convert("RGBA").getpixel((0, 0))[3] == 255  # type: ignore[index]
            assert solid == (name == "icon-mask-512.png"), "only the one that is masked is full to its corners"


def test_a_field_has_an_edge_that_is_seen() -> None:
    """`--line` only parts what is read; the edge of what is typed into needs 3 : 1."""
    rules = {
        path.name: re.findall(r"([^{}]*\b(?:input|select|textarea)\b[^{}]*)\{([^{}]*)\}", path.read_text("utf-8"))
        for path in STATIC.glob("*.css")
    }
    faint = {
        (name, selector.strip())
        for name, pairs in rules.items()
        for selector, rule in pairs
        if re.search(r"border: [\d.]+px solid var\(--line\)", rule)
    }
    assert faint == set()


def test_a_button_of_the_touch_page_has_its_colours_also_where_there_is_no_script() -> None:
    sheet = (STATIC / "tap.css").read_text("utf-8")
    (button,) = re.findall(r"^\.t-button \{(.*?)\}", sheet, re.MULTILINE)
    for around in ("tap", "tap-moves", "t-doors"):
        here = "".join(re.findall(rf"^\.{around} \{{(.*?)\}}", sheet, re.MULTILINE))
        assert set(re.findall(r"var\((--t-\w+)\)", button)) <= set(re.findall(r"(--t-\w+):", here)), around
