"""An evening of a game without an engine, from its card to its standings, as people have it."""

from __future__ import annotations

import re
from fractions import Fraction

from playwright.sync_api import expect

from tests.browser import evenings
from tests.browser.test_evening import table
from tests.support.browser import Open, Watch
from tests.support.stack import Stack

NAME = "Riichi in the browser"
UMA = (15, 5, -5, -15)
SCORES = (
    (31_000, 40_200, -5_000, 53_800),
    (30_000, 30_000, 30_000, 30_000),
    (25_000, 45_000, 25_000, 25_000),
    (28_400, 61_600, 12_000, 18_000),
)


def brought(scores: tuple[int, ...]) -> list[Fraction]:
    """Return the points of a table in the plainest way: the score from 30,000 on, and the uma of the place."""
    points = []
    for score in scores:
        above, equal = sum(other > score for other in scores), scores.count(score)
        points.append(Fraction(score - 30_000, 1000) + Fraction(sum(UMA[above : above + equal]), equal))
    return points


def seated(stack: Stack) -> str:
    """Enter sixteen people and publish round 1; the event's public address."""
    return stack.python(f"""
        from tests.tournaments import make
        from tournaments.models import Entry, Player, Tournament, User
        event = Tournament.objects.get(name={NAME!r})
        people = Player.objects.bulk_create(
            Player(name=f"Wind {{n:02}}", home=event, register=event.club) for n in range(1, 17))
        Entry.objects.bulk_create(Entry(tournament=event, player=p, number=n) for n, p in enumerate(people, start=1))
        Tournament.objects.filter(pk=event.pk).update(published=True)
        make.published(event, User.objects.get(username="organiser"))
        print(event.get_absolute_url())
    """).strip()


def test_a_riichi_evening_from_its_card_to_the_standings(stack: Stack, open_page: Open, watch: Watch) -> None:
    desk = evenings.made_from_its_card(open_page, stack, "Riichi mahjong 4 rounds", NAME)
    public = seated(stack)
    desk.reload()

    # what is typed is a whole score, and a seat is a wind
    field = table(desk, 1).get_by_role("textbox").first
    expect(table(desk, 1).locator(".v-colour").first).to_have_text("East")
    field.fill("-120000")
    assert field.evaluate("box => box.scrollWidth <= box.clientWidth")
    field.fill("")

    # a wrong total is refused at its table, and nothing is lost of what was typed
    watch.allow("422")
    line = desk.locator("input[name=keys]")
    line.click()
    desk.keyboard.type("1:31000 40200 -5000 53900\n")
    expect(table(desk, 1)).to_contain_text("31000 40200 -5000 53900 is not saved")
    expect(table(desk, 1)).to_contain_text("The scores of a table add up to 120,000; these make 120,100.")
    names = {n: table(desk, n).locator(".v-name").all_inner_texts() for n in range(1, 5)}

    # the points with their uma are seen before the result is saved, and not at the next table
    line.fill("")
    line.click()
    desk.keyboard.type("1:" + " ".join(map(str, SCORES[0])))
    expect(desk.locator("[data-makes]").first).to_have_text("This brings: −4.0 · 15.2 · −50.0 · 38.8")
    desk.keyboard.press("Enter")
    expect(desk.locator("[data-makes]").first).to_have_text("")
    for number, scores in enumerate(SCORES[1:], start=2):
        desk.keyboard.type(f"{number}:{' '.join(map(str, scores))}\n")
    expect(table(desk, 1).locator(".v-brings")).to_have_text(["−4.0", "15.2", "−50.0", "38.8"])
    for number in range(1, 5):
        expect(table(desk, number)).to_have_class(re.compile("v-done"))

    expected = {name: points for n in names for name, points in zip(names[n], brought(SCORES[n - 1]), strict=True)}
    assert dict(evenings.standings(stack, NAME)) == expected
    guest = open_page(f"{public.lstrip('/')}standings/", viewport={"width": 320, "height": 700})
    best = max(expected, key=lambda name: expected[name])
    expect(guest.get_by_role("row").nth(1)).to_contain_text(best)
