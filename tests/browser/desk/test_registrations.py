"""A player enters on their phone, the organiser accepts at the desk, the player withdraws by the same link."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.browser import Open
from tests.support.stack import Stack

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "java_script_enabled": False}


def test_entered_on_a_phone_accepted_at_the_desk_and_withdrawn(stack: Stack, open_page: Open) -> None:
    desk_address, key = stack.python("""
        from datetime import timedelta
        from itertools import count
        from django.urls import reverse
        from django.utils import timezone
        from tests.tournaments import make
        make._numbers = count(8501)  # names of their own in a database that all browser tests share
        from tournaments.models import User
        from tournaments.services.entries import registration_decisions
        boss = User.objects.get(username="organiser")
        day = timezone.localdate() + timedelta(days=3)
        made = make.duel(2, slug="way-in", name="Way in", places=3, starts=day)
        registration_decisions.set_up(made.pk, {"offered": True, "fee": "€ 5", "fee_note": "At the desk."}, by=boss)
        from time import time
        from unittest import mock
        from tournaments.views.player.registrations import form_key
        with mock.patch("django.core.signing.time.time", return_value=time() - 60):
            key = form_key("way-in")
        print(reverse("admin:tournaments_registrations", args=[made.pk]), key)
    """).split()

    phone = open_page("t/way-in/", **PHONE)
    phone.get_by_role("link", name="Enter this tournament").click()
    expect(phone.get_by_text("2 of 3 taken")).to_be_visible()
    assert phone.locator("body").evaluate("body => body.scrollWidth") <= 320
    phone.get_by_label("Name", exact=True).fill("Þórdís Jónsdóttir")
    phone.get_by_label("I agree").check()
    # no person fills a form in as fast as a test: the page is one that was opened a minute ago
    phone.locator("input[name=key]").evaluate("(field, key) => { field.value = key }", key)
    phone.get_by_role("button", name="Send my entry").click()
    expect(phone.get_by_role("heading", name="Your entry has arrived.")).to_be_visible()
    expect(phone.locator(".code")).to_have_text(re.compile(r"^[A-Z3-9]{4}-[A-Z3-9]{4}$"))
    own = phone.url
    assert not phone.context.cookies()

    desk = open_page(desk_address.lstrip("/"), by=stack.username)
    desk.get_by_role("button", name="Accept Þórdís Jónsdóttir").click()
    expect(desk.get_by_text("1 accepted entry")).to_be_visible()
    desk.get_by_role("button", name="Mark € 5 as paid").click()
    expect(desk.get_by_role("button", name="✓ paid")).to_be_visible()

    phone.goto(own)
    expect(phone.get_by_role("heading", name="You take part.")).to_be_visible()
    phone.locator("summary", has_text="Withdraw").click()
    phone.get_by_role("button", name="Withdraw my entry").click()
    expect(phone.get_by_role("heading", name="You have withdrawn.")).to_be_visible()
    desk.reload()
    expect(desk.get_by_text("1 entry refused or withdrawn")).to_be_visible()
