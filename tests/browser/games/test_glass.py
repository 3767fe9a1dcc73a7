"""The sand-glass of a table, on a phone with a clock of its own that the test moves."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.desk.test_reports import PHONE, evening
from tests.support.browser import Open, Watch
from tests.support.stack import Stack
from tests.support.waiting import cut

AGAIN = 15_000  # ms between two tries to tell the arbiter

SOUNDS = """
  window.tones = 0; window.shakes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when) };
  navigator.vibrate = () => { window.shakes += 1; return true };
"""


def glass_of(phone: Page, address: str) -> None:
    """A phone on the table with the glass of a slip, its clock at noon."""
    phone.add_init_script(SOUNDS)
    phone.clock.install(time="2026-11-27T20:00:00")
    phone.goto(address.lstrip("/") + "glass/")
    phone.clock.pause_at("2026-11-27T20:05:00")


def test_a_glass_keeps_true_time_asleep_and_offline_and_tells_the_arbiter(
    stack: Stack, open_page: Open, watch: Watch
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    desk_address, slip, _other = evening(stack, "glasses", names=8101)
    desk = open_page(desk_address.lstrip("/"), by=stack.username)

    phone = open_page(**PHONE)
    glass_of(phone, slip)
    face, digits, say = phone.locator("[data-face]"), phone.locator("[data-digits]"), phone.locator("[data-say]")
    names = [button.get_attribute("data-name") for button in phone.locator("[data-seat]").all()]
    expect(digits).to_have_text("1:00")
    face.tap()
    expect(phone.locator("[data-who]")).to_have_text(names[0])
    phone.clock.run_for(20_000)
    expect(digits).to_have_text("0:40")
    face.tap()
    expect(phone.locator("[data-who]")).to_have_text(names[1])
    expect(digits).to_have_text("1:00")
    expect(say).to_have_text(f"{names[1]} to move")
    # touched by mistake: the glass stands where it would have stood
    phone.clock.run_for(5_000)
    phone.get_by_role("button", name="Undo the turn").tap()
    expect(phone.locator("[data-who]")).to_have_text(names[0])
    expect(digits).to_have_text("0:35")
    # a move entered on the same phone turns it, too
    phone.evaluate("document.dispatchEvent(new CustomEvent('viertal:moved', {detail: {seat: 2}}))")
    expect(phone.locator("[data-who]")).to_have_text(names[1])
    phone.clock.run_for(4_000)
    phone.evaluate("document.dispatchEvent(new CustomEvent('viertal:moved', {detail: {seat: 2, keep: true}}))")
    expect(digits).to_have_text("0:56")
    # a reload loses nothing
    phone.reload()
    expect(digits).to_have_text("0:56")
    face.click(trial=True)
    expect(phone.locator("html[data-kept]")).to_be_attached()
    # nor does it need a connection to be opened again
    with cut(phone.context):
        phone.reload()
        expect(digits).to_have_text("0:56")
        phone.get_by_role("button", name="Sound").tap()
        phone.get_by_role("button", name="Sound").tap()
        phone.clock.run_for(46_500)
        expect(say).to_have_text("10 seconds left")
        phone.clock.run_for(3_000)
        expect(say).to_have_text("7")
        expect(phone.locator("[data-tell]")).to_be_hidden()
        # the phone sleeps: its timers stand still, the time does not
        phone.clock.fast_forward(600_000)
        expect(digits).to_have_text("0:00")
        expect(say).to_have_text(f"Time is up for {names[1]}")
        assert phone.evaluate("[window.tones, window.shakes]") == [3, 1]
        phone.get_by_role("button", name="Time is up: tell the arbiter").tap()
        expect(phone.locator("[data-told-note]")).to_contain_text("No connection")
        # tried again by the page's own clock, and in vain
        phone.locator("[data-told-note]").evaluate("note => { note.textContent = '' }")
        phone.clock.run_for(AGAIN)
        expect(phone.locator("[data-told-note]")).to_contain_text("No connection")
    # nobody says that there is a connection again: the next try finds it
    phone.clock.run_for(AGAIN)
    expect(phone.locator("[data-told-note]")).to_have_text("The arbiter has been told.")

    call = desk.get_by_role("alert").filter(has_text="Table 1: time is up")
    call.get_by_role("button", name=f"Enter the forfeit of {names[1]}").click()
    expect(desk.locator("#table-1")).to_contain_text("organiser")
