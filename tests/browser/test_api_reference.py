"""The reference of the API: shown by the site alone, and reading is all that it tries."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.support.examples import THOROUGH

OPERATIONS = [("start", "games_list", 1), ("presets", "presets_apply", 0)]
"""Of two groups one each, and whether it can be tried."""


def of_two_groups(route: Route) -> None:
    """Answer with the site's schema without the other groups: all of it takes a browser ten seconds."""
    schema, groups = route.fetch().json(), {group for group, _operation, _tried in OPERATIONS}
    for methods in schema["paths"].values():
        for method in [name for name, operation in methods.items() if not groups & {*operation["tags"]}]:
            del methods[method]
    route.fulfill(json=schema)


def test_the_reference_shows_the_operations_and_tries_those_that_read(page: Page) -> None:
    """A landing shows two groups, the thorough run all."""
    if not THOROUGH:
        page.route("**/api/v1/schema", of_two_groups)
    page.goto("api/v1/reference/")
    for group, operation, tried in OPERATIONS:
        page.locator(f"#operations-tag-{group}").click(timeout=30_000)
        block = page.locator(f"#operations-{group}-{operation}")
        block.locator(".opblock-summary").click()
        expect(block.locator(".opblock-body")).to_be_visible()
        expect(block.get_by_role("button", name="Try it out")).to_have_count(tried)
