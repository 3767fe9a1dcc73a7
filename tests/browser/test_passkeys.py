"""A passkey in a real browser, with the authenticator that Chromium has for tests."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.support.browser import Open, Watch
from tests.support.stack import Stack

PHONE = {"width": 320, "height": 640}
NAME, PASSWORD = "keyholder", "only-for-tests-9"
MINE = "admin/tournaments/user/second-factor/"


def authenticator(page: Page) -> tuple[object, str]:
    """A key in the page's browser that says yes by itself."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    return devtools, devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def knock(page: Page, home: str) -> None:
    page.goto(f"{home}admin/login/?next=/admin/")
    page.locator("[name=username]").fill(NAME)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("#login-form [type=submit]").click()


def test_a_passkey_is_made_signs_in_and_is_no_good_without_its_key(stack: Stack, open_page: Open, watch: Watch) -> None:
    # browsers make passkeys for names, and this machine's own is one that needs no certificate
    home = f"http://localhost:{urlsplit(stack.url).port}/"
    watch.allow("request to another host: http://localhost")
    watch.allow("status of 422")
    stack.python(f"""
        from tournaments.models import User
        User.objects.create_user({NAME!r}, password={PASSWORD!r}, is_staff=True)
    """)
    page = open_page(viewport=PHONE)
    devtools, key = authenticator(page)
    knock(page, home)
    expect(page).to_have_url(f"{home}admin/")
    page.goto(f"{home}{MINE}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_label("Name of the passkey").fill("My phone")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("My phone")).to_be_visible()
    page.get_by_role("button", name="Make new recovery codes").click()
    expect(page.locator("ol code")).to_have_count(10)
    recovery = page.locator("ol code").first.inner_text()

    page.context.clear_cookies()
    knock(page, home)
    expect(page).to_have_url(f"{home}admin/login/second/?next=%2Fadmin%2F")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page).to_have_url(f"{home}admin/")

    page.context.clear_cookies()
    kept = devtools.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"][0]
    devtools.send("WebAuthn.clearCredentials", {"authenticatorId": key})
    devtools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": key})
    devtools, key = authenticator(page)
    # a key of the same number that signs otherwise: the private half of another one
    made = page.evaluate(
        """async () => {
            const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
            const bytes = new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
            return btoa(String.fromCharCode(...bytes));
        }"""
    )
    devtools.send(
        "WebAuthn.addCredential", {"authenticatorId": key, "credential": {**kept, "privateKey": made, "signCount": 99}}
    )
    knock(page, home)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("does not belong to your account")
    page.goto(f"{home}admin/")
    expect(page.locator("#login-form")).to_be_visible()

    knock(page, home)
    page.get_by_label("A recovery code").fill(recovery)
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{home}admin/")
