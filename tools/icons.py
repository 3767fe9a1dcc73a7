"""Draw the site's icons from its sign, icon.svg: `python -m tools.icons`. Needs Chromium, as the browser tests do.

For home screens: 180 px for iOS, 192 and 512 px for a manifest, and one of 512 px with room for a mask.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.support.browser import ARGUMENTS

FOLDER = Path(__file__).resolve().parents[1] / "tournaments/static/tournaments"
PLAIN = {"icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512}
MASKED = {"icon-mask-512.png": 512}
GROUND = "#0e3b3a"
INNER = 0.76
"""The part of a masked icon's side that the sign takes: what lies outside the circle of 80 % may be cut off."""


def main() -> None:
    """Write the icons beside the sign."""
    sign = (FOLDER / "icon.svg").read_text("utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        page = browser.new_page()
        for name, side in (PLAIN | MASKED).items():
            inner = side * (INNER if name in MASKED else 1)
            page.set_viewport_size({"width": side, "height": side})
            page.set_content(
                f"<body style='margin:0;background:{GROUND if name in MASKED else 'transparent'};display:grid;"
                f"place-items:center;height:{side}px'><div style='width:{inner}px;height:{inner}px'>{sign}</div>"
            )
            page.screenshot(path=FOLDER / name, omit_background=name not in MASKED)
        browser.close()


if __name__ == "__main__":
    main()
