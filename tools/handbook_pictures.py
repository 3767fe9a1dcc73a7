"""Pictures for the handbook: `python -m tools.handbook_pictures`.

They are taken as those of the docs are (`tools.screenshots`), in each language, cut to the part that the handbook
speaks of, and written as small WebP files to `tournaments/static/tournaments/handbook`. `docs/images/handbook.json`
has the parts of their pages; `tests/tournaments/public/test_pictures.py` says when it is time to take them anew.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image
from playwright.sync_api import sync_playwright

from tools.screenshots import IMAGES, few_colours, launched, own_stack, parts, sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = Path(__file__).resolve().parents[1] / "tournaments" / "static" / "tournaments" / "handbook"
RECORDED = IMAGES / "handbook.json"
SCALE = 1.5
COLOURS = 48
HIGH = 1800
"""A window in which each page is whole: without a scroll bar, which would take some of its width."""
WIDE = 720
AIR = 8
SETTLED = 300
"""Milliseconds in which a page comes to rest."""
HALL = "http://192.168.1.20:8000"
"""The address that the pictures show: as a hall's router gives one out, not that of the machine that takes them."""
DESK = "admin/tournaments/tournament/{%s}/desk/"
NAMES = {
    "under-way": ["Anna", "Bert", "Cleo", "Daan", "Emma", "Finn", "Greta", "Henk"],
    "draft": ["Iris", "Jan", "Klara", "Leon", "Mara", "Noah", "Olga", "Piet", "Quinn", "Rosa", "Sven", "Tessa"],
}


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture: its name, the page, the window's width, the elements that it shows, and what is done before it is
    taken. One without words is the same for all languages."""

    name: str
    address: str
    wide: int
    shown: tuple[str, ...]
    before: Callable[[Page], None] = lambda page: None
    words: bool = True

    @property
    def desk(self) -> bool:
        return self.address.startswith("admin/")


def _type(page: Page) -> None:
    page.locator(".v-quick input").nth(1).type("084")


SHOTS = (
    Shot("publish", DESK % "draft", WIDE, (".v-step", "#table-2")),
    Shot("results", DESK % "under_way", WIDE, (".v-line-box", "#table-2"), _type),
    Shot("review", DESK % "draft" + "review/{round}/?pick={picked}", WIDE, ("#table-1", "#table-2")),
    Shot("hall", "hall/", 520, (".steps .code", ".steps .address"), words=False),
    Shot("my-table", "t/under-way/mine/{player}/", 360, ("#player-title", ".place")),
)


def prepare() -> dict[str, int]:
    """Make the two events of the pictures: one whose first results are in, one whose next round is a draft. Return the
    numbers in their addresses."""
    from tests.tournaments import make
    from tournaments.models import Player, Table, User
    from tournaments.services.results import results
    from tournaments.services.rounds import rounds

    by = User.objects.filter(is_superuser=True).order_by("pk")[0]
    made = {}
    for slug, names in NAMES.items():
        made[slug] = make.tournament(len(names), name="Club evening", slug=slug, rounds_planned=4)
        people = Player.objects.filter(home=made[slug]).order_by("pk")
        for name, player in zip(names, people, strict=True):
            player.name = name
            player.save()
    first = make.published(made["under-way"], by)
    reported, playing = Table.objects.filter(round=first).order_by("number")
    results.enter(reported.pk, by=by, points=make.points("2", "8", "0", "4"))
    played = make.published(made["draft"], by)
    make.play(played, by)
    rounds.close(played.pk, by=by)
    draft = make.draft(made["draft"], by)
    return {
        "draft": made["draft"].pk,
        "under_way": made["under-way"].pk,
        "round": draft.pk,
        "player": playing.seats.get(position=2).entry.number,
        "picked": draft.tables.get(number=1).seats.get(position=2).entry.number,
    }


def take(stack: Any) -> None:
    """Take all pictures of a running Viertal, in all languages."""
    from config.settings import LANGUAGES

    words = stack.python("import json; from tools.handbook_pictures import prepare; print(json.dumps(prepare()))")
    numbers = json.loads(words.strip().splitlines()[-1])
    port = stack.url.rstrip("/").rpartition(":")[2]
    written: dict[str, list[str]] = {}
    with sync_playwright() as playwright:
        browser = launched(playwright, f"--host-resolver-rules=MAP {HALL.partition('//')[2]} 127.0.0.1:{port}")
        entrance = browser.new_context(base_url=f"{HALL}/")
        sign_in(entrance.new_page())
        state = entrance.storage_state()
        for language, _name in LANGUAGES:
            for desk in (True, False):
                shots = [shot for shot in SHOTS if shot.desk == desk and (shot.words or language == "en")]
                context = browser.new_context(
                    base_url=f"{HALL}/",
                    device_scale_factor=SCALE,
                    reduced_motion="reduce",
                    locale="en-GB" if language == "en" else language,
                    storage_state=state if desk else None,
                )
                page = context.new_page()
                # a typeface that comes late is not shown at all: so it is fetched before
                for shot in (shots[0], *shots):
                    page.set_viewport_size({"width": shot.wide, "height": HIGH})
                    page.goto(shot.address.format(**numbers) + ("" if desk else f"?lang={language}"))
                    shot.before(page)
                    page.wait_for_timeout(SETTLED)
                    name = f"{shot.name}.{language}.webp" if shot.words else f"{shot.name}.webp"
                    save(page.screenshot(clip=around(page, shot.shown)), FOLDER / name)
                    if language == "en":
                        text = page.evaluate("fetch(location.href).then(answer => answer.text())")
                        written[shot.name] = parts(text)
                context.close()
        browser.close()
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(found)}" for name, found in sorted(written.items()))
    RECORDED.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


def around(page: Page, shown: tuple[str, ...]) -> Any:
    """Return the part of a page that has all these elements, with some air about them."""
    boxes = [box for selector in shown if (box := page.locator(selector).first.bounding_box())]
    left = max(0, min(box["x"] for box in boxes) - AIR)
    top = max(0, min(box["y"] for box in boxes) - AIR)
    right = max(box["x"] + box["width"] for box in boxes) + AIR
    bottom = max(box["y"] + box["height"] for box in boxes) + AIR
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def save(shot: bytes, path: Path) -> None:
    """Save a picture with few colours."""
    image = Image.open(BytesIO(shot)).convert("RGB")
    few_colours(image, COLOURS).convert("RGB").save(path, "WEBP", lossless=True, quality=100, method=6)
    print(f"{path.name}: {path.stat().st_size / 1024:.1f} kB")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with own_stack("--no-demo") as stack:
        take(stack)


if __name__ == "__main__":
    sys.exit(main())
