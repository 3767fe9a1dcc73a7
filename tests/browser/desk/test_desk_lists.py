"""The organiser's lists and forms: names are whole, nothing is cut or touches its neighbour, on any screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import Open
from tests.support.stack import Stack

LONG = "Winter Ladies’ and Gentlemen’s Verbandsmeisterschaftsvorrunde Oberpfalz-Nord"
WIDTHS = (320, 375, 768, 1280, 1920)

CUT = """selector => [...document.querySelectorAll(selector)].filter(cell => {
  const box = cell.getBoundingClientRect(), text = document.createRange();
  text.selectNodeContents(cell);
  const all = text.getBoundingClientRect();
  return box.width && (all.top < box.top - 1 || all.bottom > box.bottom + 1 || all.right > box.right + 1);
}).map(cell => cell.textContent.trim())"""
"""Return the cells with text that is taller or wider than they are."""

CUT_CHOICES = """() => [...document.querySelectorAll("#main form select:not([multiple])")]
  .filter(list => list.clientWidth > 2).flatMap(list => {
    const style = getComputedStyle(list), pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return [...list.options].map(option => option.text.trim()).filter(text => pen.measureText(text).width > room);
  })"""
"""Return the choices of closed lists that would not be whole if they were chosen: a list shows a single line."""


@pytest.fixture(scope="module")
def event(stack: Stack) -> str:
    """Return the number of a tournament with a long name, and of one of riichi with a round."""
    return stack.python(f"""
        from datetime import date
        from tests.tournaments import make
        from tournaments.models import Entry, Player, Tournament, User
        from tournaments.services.events.presets import OTHER_GAMES, create
        boss = User.objects.get(username="organiser")
        event = make.tournament(4, name={LONG!r}, slug="long-name-in-lists")
        make.published(event, boss)
        (riichi,) = create(OTHER_GAMES["riichi"], by=boss, name="Scores in lists", starts=date(2026, 12, 4),
            game="riichi", rounds=4)
        people = [Player.objects.create(name=f"Wind in lists {{n}}", home=riichi, register=riichi.club)
            for n in range(4)]
        Player.objects.create(name="Wolfeschlegelsteinhausenbergerdorff Max", home=riichi, register=riichi.club)
        Entry.objects.bulk_create(
            Entry(tournament=riichi, player=p, number=n) for n, p in enumerate(people, start=1))
        make.published(riichi, boss)
        print(event.pk, riichi.pk)
    """).strip()


def signed_in(open_page: Open, stack: Stack, width: int, **context: str) -> Page:
    return open_page(by=stack.username, viewport={"width": width, "height": 800}, **context)


@pytest.mark.parametrize("language", ["en-GB", "de"])
def test_lists_and_forms_cut_nothing(stack: Stack, open_page: Open, event: str, language: str) -> None:
    page = signed_in(open_page, stack, 375, locale=language)
    change = f"admin/tournaments/tournament/{event.split()[0]}/change/"
    for address in ("tournament/", "player/", "series/add/", "clubgame/add/"):
        page.goto(f"admin/tournaments/{address}")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(CUT, "#result_list :is(th, td)") == [], (width, address)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, address)
    page.goto(f"{change}#entries")
    rows = page.locator("#entries-group .formset-wrapper .simplebar-content-wrapper")
    expect(rows).to_be_visible()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert rows.evaluate("box => box.scrollWidth <= box.clientWidth"), width


@pytest.mark.parametrize("language", ["en-GB", "de", "fr", "nl"])
def test_whatever_is_chosen_in_a_form_is_whole_on_a_phone(stack: Stack, open_page: Open, language: str) -> None:
    page = signed_in(open_page, stack, 375, locale=language)
    radios = 0
    for address in ("player", "clubgame", "series", "ratinglist", "apitoken"):
        page.goto(f"admin/tournaments/{address}/add/")
        expect(page.locator("#main [name=name]")).to_be_visible()
        assert page.evaluate(CUT_CHOICES) == [], address
        assert page.evaluate(CUT, "#main label:has(> [type=radio]) > span") == [], address
        radios += page.locator("#main [type=radio]").count()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
    assert radios > 15


def test_a_seasons_and_a_lists_tournaments_are_named_in_full_on_a_phone(
    stack: Stack, open_page: Open, event: str
) -> None:
    addresses = stack.python(f"""
        from tournaments.models import RatedEvent, RatingList, Series, SeriesEvent
        series, _made = Series.objects.get_or_create(name="Chosen events", slug="chosen-events")
        SeriesEvent.objects.get_or_create(series=series, tournament_id={event.split()[0]})
        rated, _made = RatingList.objects.get_or_create(name="Chosen events", slug="chosen-events")
        RatedEvent.objects.get_or_create(rating_list=rated, tournament_id={event.split()[0]})
        print(f"series/{{series.pk}} ratinglist/{{rated.pk}}")
    """).split()
    page = signed_in(open_page, stack, 375)
    for address in addresses:
        page.goto(f"admin/tournaments/{address}/change/")
        expect(page.locator(".formset-wrapper .select2-selection__rendered").first).to_have_text(LONG)
        for width in (320, 375):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(CUT, ".formset-wrapper .select2-selection__rendered") == [], (width, address)
            assert page.evaluate(CUT, ".formset-wrapper .select2-selection") == [], (width, address)


def test_the_settings_say_on_a_phone_whose_they_are(stack: Stack, open_page: Open, event: str) -> None:
    page = signed_in(open_page, stack, 320)
    page.goto(f"admin/tournaments/tournament/{event.split()[0]}/change/")
    name = page.locator("#header-inner h1 > a").last
    expect(name).to_have_text(LONG)
    for width in (320, 375):
        page.set_viewport_size({"width": width, "height": 800})
        assert name.evaluate("name => name.scrollWidth <= name.clientWidth && name.clientWidth > 200"), width
        assert page.evaluate(CUT, "#header-inner h1 > a") == [], width
        room = page.get_by_role("link", name="Settings", exact=True).evaluate(
            "tab => tab.getBoundingClientRect().top"
            " - document.querySelector('#main > div:has(#header-inner)').getBoundingClientRect().bottom"
        )
        assert room >= 8, width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_settings_have_the_sites_colours_and_fields_at_one_height(
    stack: Stack, open_page: Open, event: str, scheme: str
) -> None:
    page = signed_in(open_page, stack, 1280, color_scheme=scheme)
    page.goto(f"admin/tournaments/tournament/{event.split()[0]}/change/")
    token = """name => {
      const probe = document.createElement("i");
      probe.style.color = `var(--${name})`;
      document.querySelector("#main").append(probe);
      return getComputedStyle(probe).color;
    }"""
    ground = "element => getComputedStyle(element).backgroundColor"
    assert page.locator("#id_published").evaluate(ground) == page.evaluate(token, "accent")
    assert page.locator(".form-rows").first.evaluate(ground) == page.evaluate(token, "sheet")
    assert page.locator("#main").evaluate(ground) == page.evaluate(token, "ground")
    tops = page.locator("#id_table_size, #id_rounds_planned").evaluate_all(
        "fields => fields.map(field => Math.round(field.getBoundingClientRect().top))"
    )
    assert len(tops) == 2 and tops[0] == tops[1]


@pytest.mark.parametrize("language", ["en-GB", "de"])
def test_the_line_for_scores_shows_its_example_whole_on_a_phone(
    stack: Stack, open_page: Open, event: str, language: str
) -> None:
    page = signed_in(open_page, stack, 320, locale=language)
    page.goto(f"admin/tournaments/tournament/{event.split()[1]}/desk/")
    line = page.locator("input[name=keys]")
    assert line.evaluate(
        """line => {
          const style = getComputedStyle(line), pen = document.createElement("canvas").getContext("2d");
          pen.font = `${style.fontSize} ${style.fontFamily}`;
          const room = line.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
          return pen.measureText(line.placeholder).width <= room;
        }"""
    )
    assert line.evaluate(
        """line => {
          const range = document.createRange();
          range.selectNode(line.parentElement.firstChild);
          const word = range.getBoundingClientRect(), field = line.getBoundingClientRect();
          return word.bottom <= field.top || word.right + 4 <= field.left;
        }"""
    )
    left = page.locator(".v-table input[name^=points]").evaluate_all(
        "fields => fields.map(field => Math.round(field.getBoundingClientRect().left))"
    )
    assert len(left) == 4 and len(set(left)) == 1


def test_forms_on_a_phone_and_by_night_can_be_read(stack: Stack, open_page: Open, event: str) -> None:
    page = signed_in(open_page, stack, 375, color_scheme="dark")
    page.goto("admin/tournaments/clubgame/add/")
    switch = page.locator("label[for=id_lower]")
    assert switch.evaluate("label => label.parentElement.clientWidth") > 250, "a switch's label has the whole width"

    page.goto("admin/tournaments/tournament/new/go/")
    ticks = page.locator("label.v-tick")
    assert ticks.count() and all(
        ticks.evaluate_all(
            """labels => labels.map(label => {
              const text = document.createRange();
              text.selectNode([...label.childNodes].findLast(node => node.textContent.trim()));
              return label.querySelector("input").getBoundingClientRect().right <= text.getBoundingClientRect().left;
            })"""
        )
    ), "a mark stands before its words"

    page.goto("admin/tournaments/player/")
    token = """() => {
      const probe = document.createElement("i");
      probe.style.color = "var(--firm)";
      probe.style.backgroundColor = "var(--soft)";
      document.querySelector("#main").append(probe);
      const style = getComputedStyle(probe);
      return [style.color, style.backgroundColor];
    }"""
    firm, soft = page.evaluate(token)
    icon = page.locator("#main .material-symbols-outlined", has_text="search").first
    assert icon.evaluate("icon => getComputedStyle(icon).color") == soft
    page.goto("admin/tournaments/club/1/change/")
    box = page.locator("#id_own_colour")
    expect(box).not_to_be_checked()
    assert box.evaluate("box => getComputedStyle(box).borderColor") == firm
