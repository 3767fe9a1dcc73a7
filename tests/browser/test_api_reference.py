"""The reference of the API: shown by the site alone, and reading is all that it tries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_reference_shows_the_operations_and_tries_those_that_read(page: Page) -> None:
    page.goto("api/v1/reference/")
    for tag, operation, tried in (("start", "games_list", 1), ("presets", "presets_apply", 0)):
        page.locator(f"#operations-tag-{tag}").click(timeout=30_000)
        block = page.locator(f"#operations-{tag}-{operation}")
        block.locator(".opblock-summary").click()
        expect(block.locator(".opblock-body")).to_be_visible()
        expect(block.get_by_role("button", name="Try it out")).to_have_count(tried)
