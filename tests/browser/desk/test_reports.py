"""A table's result from the players' own phones, with the arbiter's desk open beside them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.browser import Open
from tests.support.stack import Stack

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def evening(stack: Stack, slug: str, mode: str = "accept", names: int = 8001) -> list[str]:
    """A published round of a duel at which players report: the desk's address, then the tables'."""
    return stack.python(f"""
        from django.urls import reverse
        from itertools import count
        from tests.tournaments import make
        make._numbers = count({names})  # names of their own in a database that all browser tests share
        from tournaments.models import ReportRule, Round, Table, User
        from tournaments.services.results import reports
        from tournaments.services.rounds import rounds
        from tournaments.services.results.report_links import table_token
        boss = User.objects.get(username="organiser")
        made = make.duel(4, slug={slug!r}, name={slug!r})
        rule = reports.set_rule(made.pk, by=boss, mode={mode!r}, minutes=10)
        round_ = rounds.ask_for_pairing(made.pk, by=boss)
        make.drafted(round_)
        rounds.publish(round_.pk, by=boss)
        print(reverse("admin:tournaments_desk", args=[made.pk]))
        for table in Table.objects.filter(round=round_).order_by("number"):
            print(reverse("report", args=[table_token(rule, table.pk)]))
    """).split()


def sit_down(open_page: Open, address: str, seat: int, **options: object) -> Page:
    """A player's phone: the slip's code, then their own name."""
    phone = open_page(address.lstrip("/"), **PHONE, **options)
    phone.locator(".choices a").nth(seat - 1).click()
    return phone


def test_two_phones_report_and_confirm_a_table_and_dispute_another(stack: Stack, open_page: Open) -> None:
    desk_address, first, second = evening(stack, "phones")
    desk = open_page(desk_address.lstrip("/"), by=stack.username)

    anna, bert = sit_down(open_page, first, 1), sit_down(open_page, first, 2)
    winner = anna.locator(".ends button").first
    winner.click()
    expect(anna.locator("[data-news]")).to_contain_text("You reported this.")
    # the other phone turns by itself
    bert.get_by_role("button", name="Yes, that is right").click()
    expect(bert.locator("[data-news]")).to_contain_text("This is the table’s result.")
    expect(anna.locator("[data-news]")).to_contain_text("This is the table’s result.")
    expect(desk.locator("#table-1")).to_contain_text("players")

    # the second table, a phone without script
    carla = sit_down(open_page, second, 1, java_script_enabled=False)
    carla.get_by_role("button", name="A draw").click()
    expect(carla.locator("[data-news]")).to_contain_text("You reported this.")
    dirk = sit_down(open_page, second, 2)
    dirk.get_by_text("That is wrong").click()
    dirk.get_by_role("button", name="Call the arbiter").click()
    expect(dirk.locator("[data-news]")).to_contain_text("the arbiter has been called")
    call = desk.get_by_role("alert").filter(has_text="Table 2 calls the arbiter")
    expect(call).to_be_visible()
    expect(desk).to_have_title(re.compile("^⚑ 1 · "))
    call.get_by_role("button", name="Enter ½ – ½").click()
    expect(desk.locator("#table-2")).to_contain_text("organiser")
    expect(desk).to_have_title(re.compile("^(?!⚑)"))
    expect(dirk.locator("[data-news]")).to_contain_text("The arbiter has decided")
    assert not dirk.context.cookies()


def test_silence_falls_to_the_rule_by_the_worker(stack: Stack) -> None:
    """Nobody answers: the worker's sweep accepts the report of one evening and calls the arbiter at the other."""
    states = stack.python("""
        import time
        from itertools import count
        from django.utils import timezone
        from tests.tournaments import make
        from tests.support.waiting import until
        from tests.tournaments.reports.conftest import first_table, reporting, sitting_at
        from tournaments.models import Result, TableReport, User
        from tournaments.services.results import reports
        make._numbers = count(9001)
        boss = User.objects.get(username="organiser")
        tables = []
        for mode in ("accept", "ask"):
            made = make.duel(4)
            reporting(made, mode)
            tables.append(first_table(made, boss))
            reports.report(tables[-1].pk, sitting_at(tables[-1])[0], points=make.points("1", "0"))
        mine = TableReport.objects.filter(table__in=tables).order_by("table")
        mine.update(due_at=timezone.now())
        until(lambda: "open" not in mine.values_list("state", flat=True))
        print(*mine.values_list("state", flat=True), Result.objects.filter(table__in=tables).count())
    """).split()
    assert states == ["accepted", "called", "1"]
