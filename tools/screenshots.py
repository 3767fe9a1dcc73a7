"""Pictures of every page for the docs: `python -m tools.screenshots [folder]` (docs/images is the usual one).

Starts a Viertal of its own with the demonstration event, as the browser tests do, takes each page on a phone,
on a desktop, on a wall and in the dark, and writes small PNGs. Needs the development tools and Chromium.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.support.browser import ARGUMENTS
from tests.support.stack import Stack, clean_environment

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
PASSWORD = "only-for-pictures-9"  # noqa: S105
PHONE, DESKTOP, WALL = (360, 740), (1280, 800), (1920, 1080)
COLOURS = 96
EVENT = "t/demonstration/"
# name, address, size, dark
SHOTS = [
    ("tournaments-desktop", "", DESKTOP, False),
    ("calendar-desktop", "calendar/", DESKTOP, False),
    ("now-desktop", EVENT, DESKTOP, False),
    ("now-dark", EVENT, DESKTOP, True),
    ("now-phone", EVENT, PHONE, False),
    ("pairings-phone", f"{EVENT}rounds/3/", PHONE, False),
    ("pairings-by-name-phone", f"{EVENT}rounds/3/?by=name", PHONE, False),
    ("standings-phone", f"{EVENT}standings/", PHONE, False),
    ("standings-dark", f"{EVENT}standings/", DESKTOP, True),
    ("player-phone", f"{EVENT}players/3/", PHONE, False),
    ("my-table-phone", f"{EVENT}mine/3/", PHONE, False),
    ("my-table-dark", f"{EVENT}mine/3/", PHONE, True),
    ("find-phone", f"{EVENT}find/?q=hannecke", PHONE, False),
    ("about-desktop", f"{EVENT}about/", DESKTOP, False),
    ("rules-desktop", "rules/quatro-chess/", DESKTOP, False),
    ("wallboard", f"{EVENT}board/", WALL, False),
    ("wallboard-pairings", f"{EVENT}board/?show=pairings", WALL, False),
    ("wallboard-standings-dark", f"{EVENT}board/?show=standings", WALL, True),
    ("wallboard-clock", f"{EVENT}board/?show=clock", WALL, False),
    ("desk", "admin/tournaments/tournament/{pk}/desk/", DESKTOP, False),
    ("personal-links", "admin/tournaments/tournament/{pk}/desk/links/", DESKTOP, False),
]
PREPARE = """
from django.utils import timezone
from tournaments.models import Clock, Tournament, User
from tournaments.services import personal_links as links
one = Tournament.objects.get(slug="demonstration")
one.schedule = "19:30 Round 1\\n20:30 Round 2\\n21:30 Round 3"
one.save()
Clock.objects.create(tournament=one, seconds=3600, left_ms=2_714_000, started_at=timezone.now(), round=3)
links.make_missing(one.pk, by=User.objects.filter(is_superuser=True).first())
print(one.pk)
"""


def take(stack: Stack, folder: Path) -> None:
    """Take all pictures of a running Viertal."""
    pk = stack.python(PREPARE).strip()
    chromium = shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
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
            context.close()
        browser.close()


def sign_in(page: Any) -> None:
    page.goto("admin/")
    page.get_by_label("Username").fill("organiser")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("link", name="Tournaments").first.wait_for()


def save(shot: bytes, path: Path) -> None:
    """Save a picture with few colours, at most 1280 px wide."""
    image = Image.open(BytesIO(shot)).convert("RGB")
    image.thumbnail((1280, 1280), Image.Resampling.LANCZOS)
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(path, "PNG", optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1024} kB")


def main(arguments: list[str]) -> None:
    folder = Path(arguments[0]) if arguments else IMAGES
    folder.mkdir(parents=True, exist_ok=True)
    data = Path(tempfile.mkdtemp(prefix="viertal-pictures-"))
    stack = Stack(
        data / "data",
        clean_environment(VIERTAL_ORGANISER_PASSWORD=PASSWORD, HOST="127.0.0.1"),
        "--port",
        "0",
    )
    try:
        stack.start(patience=180)
        take(stack, folder)
    finally:
        stack.stop()
        shutil.rmtree(data, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])
