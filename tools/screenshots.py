"""Pictures of every page for the docs: `python -m tools.screenshots [folder]` (docs/images is the usual one).

Starts a Viertal of its own with the demonstration event, as the browser tests do, takes each page on a phone,
on a desktop, on a wall and in the dark, and writes small PNGs. Beside them it writes `parts.json`: the parts that each
page had. `tests/tournaments/public/test_pictures.py` compares them with the pages as they are, and says when it is time
to take the pictures anew. Needs the development tools and Chromium.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.support.browser import ARGUMENTS
from tests.support.stack import Stack, clean_environment

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
PASSWORD = "only-for-pictures-9"  # noqa: S105
PHONE, DESKTOP, WALL = (360, 740), (1280, 800), (1920, 1080)
COLOURS = 128
EVENT = "t/demonstration/"
TEAMS = "t/full/"
# name, address, size, dark
SHOTS = [
    ("tournaments-desktop", "", DESKTOP, False),
    ("tournaments-phone", "", PHONE, False),
    ("now-desktop", EVENT, DESKTOP, False),
    ("now-dark", EVENT, DESKTOP, True),
    ("now-phone", EVENT, PHONE, False),
    ("pairings-phone", f"{EVENT}rounds/3/", PHONE, False),
    ("standings", f"{EVENT}standings/", DESKTOP, False),
    ("standings-phone", f"{EVENT}standings/", PHONE, False),
    ("player-phone", f"{EVENT}players/3/", PHONE, False),
    ("my-table-phone", f"{EVENT}mine/3/", PHONE, False),
    ("my-table-dark", f"{EVENT}mine/3/", PHONE, True),
    ("game-desktop", f"{TEAMS}rounds/3/tables/4/ply/40/", DESKTOP, False),
    ("game-phone", f"{TEAMS}rounds/3/tables/4/ply/40/", PHONE, True),
    ("about-desktop", f"{EVENT}about/", DESKTOP, False),
    ("rules-desktop", "rules/quatro-chess/", DESKTOP, False),
    ("wallboard", f"{EVENT}board/", WALL, False),
    ("wallboard-standings-dark", f"{EVENT}board/?show=standings", WALL, True),
    ("wallboard-clock", f"{EVENT}board/?show=clock", WALL, False),
    ("desk", "admin/tournaments/tournament/{pk}/desk/", DESKTOP, False),
]
STILL_THE_SAME = 0.75
"""A page is still the one of its picture while it shares so much of its parts: a class more or less is no reason to
take pictures, a new column is."""


def prepare() -> int:
    """Make ready what the pictures show beside the demonstration event, and return that event's number."""
    from django.utils import timezone

    from tests.tournaments.public.full import full
    from tournaments.models import Clock, Player, Tournament, User
    from tournaments.services.results import report_links

    shown = Tournament.objects.get(slug="demonstration")
    shown.schedule = "19:30 Round 1\n20:30 Round 2\n21:30 Round 3"
    shown.save()
    Clock.objects.create(tournament=shown, seconds=3600, left_ms=2_714_000, started_at=timezone.now(), round=3)
    report_links.make_missing_links(shown.pk, by=User.objects.filter(is_superuser=True).first())
    full("full")
    Tournament.objects.filter(slug="full").update(name="Team cup")
    Player.objects.filter(name__startswith="Wolfeschlegel").update(name="Rosa Ferreira")
    return shown.pk


def parts(html: str) -> list[str]:
    """Return what a page is made of, whatever names and figures are on it: the classes and headings' levels of it."""
    main = html.partition("<main")[2] or html
    classes = {name for given in re.findall(r'class="?([^">]+)"?', main) for name in given.split()}
    return sorted(
        classes | {f"<{tag}>" for tag in re.findall(r"<(h[1-6]|table|form|dialog|details|figure|svg)\b", main)}
    )


def likeness(one: list[str], other: list[str]) -> float:
    """Return how much of two pages' parts is the same, 0 to 1."""
    return len({*one} & {*other}) / max(1, len({*one} | {*other}))


def take(stack: Stack, folder: Path) -> None:
    """Take all pictures of a running Viertal."""
    pk = stack.python("from tools.screenshots import prepare; print(prepare())").strip().splitlines()[-1]
    written: dict[str, list[str]] = {}
    with sync_playwright() as playwright:
        browser = launched(playwright)
        for name, address, (width, height), dark in SHOTS:
            context = browser.new_context(
                base_url=stack.url,
                viewport={"width": width, "height": height},
                color_scheme="dark" if dark else "light",
                reduced_motion="reduce",
                locale="en-GB",
            )
            page = context.new_page()
            if address.startswith("admin/"):
                sign_in(page)
            page.goto(address.format(pk=pk))
            page.locator("[data-sign][data-state=live], h1").first.wait_for()
            if page.locator("[data-clock]").count():
                page.locator("[data-face]:not(:empty)").first.wait_for()
            save(page.screenshot(), folder / f"{name}.png")
            written[name] = parts(page.request.get(address.format(pk=pk)).text())
            context.close()
        browser.close()
    text = json.dumps(written, indent=0, sort_keys=True).replace(",\n", ", ").replace("[\n", "[").replace("\n]", "]")
    (folder / "parts.json").write_text(text.replace("], ", "],\n") + "\n", encoding="utf-8")


def launched(playwright: Playwright, *arguments: str) -> Browser:
    return playwright.chromium.launch(executable_path=shutil.which("chromium"), args=[*ARGUMENTS, *arguments])


def sign_in(page: Any) -> None:
    page.goto("admin/")
    page.get_by_label("Username").fill("organiser")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Tournaments").first.wait_for()


def few_colours(image: Image.Image, colours: int = COLOURS) -> Image.Image:
    """Return the picture in few colours, in which it is small."""
    return image.quantize(palette=_palette(image, colours), dither=Image.Dither.NONE)


def _palette(image: Image.Image, colours: int) -> Image.Image:
    """Return few colours for a picture: its commonest as they are, so that paper stays paper, and others so that small
    signs keep theirs."""
    counted = sorted(image.getcolors(image.width * image.height) or [], reverse=True)[:colours]
    rare = image.quantize(colours // 2, Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for _count, colour in counted for value in colour] + rare[: colours // 2 * 3])
    return palette


def save(shot: bytes, path: Path) -> None:
    """Save a picture with few colours, at most 1280 px wide."""
    image = Image.open(BytesIO(shot)).convert("RGB")
    image.thumbnail((1280, 1280), Image.Resampling.LANCZOS)
    few_colours(image).save(path, "PNG", optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1024} kB")


@contextmanager
def own_stack(*arguments: str) -> Iterator[Stack]:
    """Run a Viertal for the pictures, with data of its own; stop it at the end."""
    data = Path(tempfile.mkdtemp(prefix="viertal-pictures-"))
    environment = clean_environment(VIERTAL_ORGANISER_PASSWORD=PASSWORD, HOST="127.0.0.1")
    stack = Stack(data / "data", environment, "--port", "0", *arguments)
    try:
        stack.start(patience=180)
        yield stack
    finally:
        stack.stop()
        shutil.rmtree(data, ignore_errors=True)


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else IMAGES
    folder.mkdir(parents=True, exist_ok=True)
    with own_stack() as stack:
        take(stack, folder)


if __name__ == "__main__":
    main(sys.argv[1:])
