"""The drawn bracket: on its own page and on the event's first one."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import make
from tests.tournaments.public.reading import Page
from tests.tournaments.worlds import world
from tournaments.jobs.standings import compute_standings
from tournaments.models import NameShown, Table, Tournament
from tournaments.sentences import places
from tournaments.services.results import results
from tournaments.web.html_tree import Region

pytestmark = pytest.mark.django_db

CUP: dict[str, Any] = {"game": "quarto", "system": "knockout", "table_size": 2, "rounds_planned": 3}
HIGHER = {"pairing_options": {"tie": "higher-seed"}}


def play(made: Tournament, boss: Any, left_open: int = 0) -> None:
    """Play the next round; who has seat 1 wins."""
    round_ = make.published(made, boss)
    tables = list(Table.objects.filter(round=round_).order_by("number"))
    for table in tables[: len(tables) - left_open]:
        ending = make.QC_END if made.game == "quatro-chess" else ("1", "0")
        results.enter(table.pk, by=boss, points=make.points(*ending))
    compute_standings(made.pk)


@world
def cup(boss: Any) -> Tournament:
    """Eight in a knockout: two of four tables of the first round are in."""
    made = make.tournament(8, **CUP, **HIGHER)
    play(made, boss, left_open=2)
    return made


def source(client: Client, made: Tournament, where: str = "bracket/") -> str:
    answer = client.get(f"/t/{made.slug}/{where}")
    assert answer.status_code == 200, where
    html = answer.content.decode()
    page = Page(html)
    assert page.faults == [] and len(page.ids) == len(set(page.ids))
    Region(html)  # the live update can read it
    return html


def box(html: str, key: str) -> str:
    """The text of a table of the drawing."""
    part = re.sub(r"</[pi]>|</li>", " ", html).split(f"id={key}>")[1].split('<li class="duel')[0].split("</ol>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", part).split())


@pytest.mark.parametrize("where", ["bracket/", ""])
def test_each_table_says_who_goes_on_who_is_out_and_where_to(client: Client, cup: Tournament, where: str) -> None:
    html = source(client, cup, where)
    assert re.search(r"Table 1 .*goes on 1 .*out 0 Next: table 1", box(html, "m1r1t1"))
    assert re.search(r"Table 4 .*playing .*playing Next: table 1", box(html, "m1r1t4"))
    # who is to come is named by the place that leads there; tables have the same numbers in each round
    assert "Winner of table 4 (Quarter-finals)" in box(html, "m1r2t1")
    assert re.search(r"Winner of table 1 \(Semi-finals\) Winner of table 2 \(Semi-finals\)", box(html, "m1r3t1"))
    assert [*re.findall(r"<h3>([^<]*)</h3>(?:<svg|<ol)", html)] == ["Quarter-finals", "Semi-finals", "Final", "Winner"]


def test_the_way_on_is_drawn_and_not_told_by_colour_alone(client: Client, cup: Tournament) -> None:
    html = source(client, cup)
    assert html.count("<i class=tick></i><span class=v>goes on</span>") == 2
    assert html.count("class=joins") == 3 and html.count("class=sure") == 2
    assert not re.search(r"\sstyle=", html)


def test_the_rounds_can_be_gone_to_one_by_one_without_a_script(client: Client, cup: Tournament) -> None:
    html = source(client, cup)
    for target in re.findall(r'href="#(m1\w+)"', html):
        assert f"id={target}" in html
    assert '<a href="#m1r1" aria-current="true">' in html and "<li id=m1r1 class=here>" in html


def test_at_the_end_it_has_its_winner_and_everybodys_place(client: Client, cup: Tournament, boss: Any) -> None:
    for table in Table.objects.filter(round__tournament=cup, results__isnull=True):
        results.enter(table.pk, by=boss, points=make.points("1", "0"))
    play(cup, boss)
    play(cup, boss)
    html = source(client, cup)
    assert "not known yet" not in html and 'class="duel cup"' in html
    assert re.search(r"goes on 1 .*out, 5th 0", box(html, "m1r1t1"))
    assert re.search(r"1st 1 .*2nd 0", box(html, "m1r3t1"))
    assert "out, 3rd" in box(html, "m1r2t1") and "#" not in box(html, "m1r2t1")


def test_tables_of_four_of_which_two_go_on(client: Client, boss: Any) -> None:
    made = make.tournament(16, system="knockout", rounds_planned=3, **HIGHER)
    play(made, boss, left_open=1)
    html = source(client, made)
    assert "The first 2 of each table go on." in html
    assert re.search(
        r"White: .* goes on 8 .*Red: .* goes on 4 .*Black: .* out 2 .*Green: .* out 0", box(html, "m1r1t1")
    )
    assert "Second of table 4" in html


def test_a_double_elimination_has_two_brackets_and_says_who_plays_on(client: Client, boss: Any) -> None:
    made = make.tournament(8, **CUP | {"system": "double-elimination", "rounds_planned": 7}, **HIGHER)
    play(made, boss)
    play(made, boss)
    html = source(client, made)
    assert html.index("Winners’ bracket") < html.index("Losers’ bracket")
    assert "plays on in the second bracket 0" in box(html, "m1r1t1")


def test_groups_stand_beside_the_bracket_that_they_lead_to(client: Client, boss: Any) -> None:
    made = make.tournament(8, **CUP | {"system": "groups", "rounds_planned": 5}, pairing_options={"groups": 2})
    play(made, boss)
    html = source(client, made)
    assert "A final" in html and "Place 1 of group 1" in html and "Place 2 of group 2" in html
    assert html.index("Place 1 of group 1") < html.index("<h3>Group 1</h3>") < html.index("<h3>Group 2</h3>")


def test_the_place_in_the_group_stands_beside_the_rank_over_all_groups(client: Client, boss: Any) -> None:
    made = make.tournament(8, **CUP | {"system": "groups", "rounds_planned": 5}, pairing_options={"groups": 2})
    play(made, boss)
    standings = source(client, made, "standings/")
    second = standings.split("Group 2")[1]
    placed = re.findall(r"<tr id=p(\d+)[^>]*><td>(?:<[^>]*>)*(\d)", second)
    assert len(placed) == 4 and placed[0][1] == "1"
    for number, place in placed:
        said = f"Group 2: {places.ordinal(int(place))}"
        for where in (f"mine/{number}/", f"players/{number}/", f"standings/player/{number}/"):
            assert said in source(client, made, where), where


def test_other_events_have_none_and_before_the_first_round_it_says_so(client: Client, boss: Any) -> None:
    made = make.duel()
    make.published(made, boss)
    assert client.get(f"/t/{made.slug}/bracket/").status_code == 404
    assert "bracket/" not in source(client, made, "standings/")
    cup = make.tournament(4, **CUP)
    assert "There is no bracket yet" in source(client, cup)
    draft = make.draft(cup, boss)
    assert draft and "There is no bracket yet" in source(client, cup), "a draft is not shown"


def test_hidden_names_stay_hidden_in_it(client: Client, cup: Tournament) -> None:
    entry = cup.entries.select_related("player").get(number=1)
    assert entry.player.name in source(client, cup)
    Tournament.objects.filter(pk=cup.pk).update(names_shown=NameShown.NUMBER)
    cup.refresh_from_db()
    assert entry.player.name not in source(client, cup)


def test_of_an_unpublished_event_its_staff_alone_sees_it(client: Client, cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(published=False)
    assert client.get(f"/t/{cup.slug}/bracket/").status_code == 404
    client.force_login(make.arbiter(cup))
    assert client.get(f"/t/{cup.slug}/bracket/").status_code == 200


def test_the_style_of_a_bracket_is_there_before_round_1(client: Client, boss: Any) -> None:
    """A page that stays open gets the bracket by a live update, which brings no style."""
    made = make.tournament(4, **CUP)
    for where in ("", "bracket/", "board/"):
        assert "bracket.css" in client.get(f"/t/{made.slug}/{where}").content.decode(), where


def test_large_rounds_that_are_over_are_folded_until_the_event_is_over(client: Client, boss: Any) -> None:
    made = make.tournament(32, **CUP | {"rounds_planned": 5}, **HIGHER)
    play(made, boss)
    assert "Earlier rounds" not in source(client, made)
    play(made, boss, left_open=1)
    html = source(client, made)
    assert "Earlier rounds" in html and "<li id=m1r1 class=past>" in html and "<li id=m1r2 class=here>" in html
    for table in Table.objects.filter(round__tournament=made, results__isnull=True):
        results.enter(table.pk, by=boss, points=make.points("1", "0"))
    for _round in range(3):
        play(made, boss)
    html = source(client, made)
    assert "Earlier rounds" not in html and "class=past" not in html, "who has won it is seen from the first round on"


def test_the_wall_shows_each_table_of_the_round_that_is_played_and_where_it_leads(client: Client, boss: Any) -> None:
    made = make.tournament(32, **CUP | {"rounds_planned": 5}, **HIGHER)
    play(made, boss, left_open=9)
    html = source(client, made, "board/")
    assert html.count("<h2>Bracket</h2>") == 2, "pages are counted once, at the foot"
    played = re.findall(r'<li class="duel" id=m1p\dr1t(\d+)>', html)
    assert sorted(map(int, played)) == [*range(1, 17)]
    assert re.findall(r"<li id=m1p1r(\d)( class=here)?>", html) == [("1", " class=here"), ("2", ""), ("3", "")]
    assert "Winner of table 16 <small>(Round 1)" in html and "Winner of table 1 <small>(Round 2)" in html
    # somebody out has the same words on each page, also where all its tables are in
    assert html.count("<small>out</small>") == 7 and "out, " not in html


def test_the_wall_shows_the_end_with_what_led_there(client: Client, boss: Any) -> None:
    made = make.tournament(8, **CUP, **HIGHER)
    for _round in range(3):
        play(made, boss)
    html = source(client, made, "board/")
    heads = re.findall(r"<h3>([^<]*)</h3>", html.split("slide knockout")[1].split("</section>")[0])
    assert heads == ["Quarter-finals", "Semi-finals", "Final", "Winner"]


def level(made: Tournament, boss: Any, *ends: str) -> None:
    for table in make.published(made, boss).tables.order_by("number"):
        results.enter(table.pk, by=boss, points=make.points(*ends))
    compute_standings(made.pk)


def test_a_table_says_what_parted_those_who_were_level(client: Client, boss: Any) -> None:
    four = make.tournament(16, system="knockout", rounds_planned=3, **HIGHER)
    level(four, boss, "4", "4", "4", "4")
    assert "Table 1 level: the higher seeds go on" in box(source(client, four), "m1r1t1")
    assert "level" not in source(client, four, "board/"), "a screen has no room for it"
    one = make.tournament(8, **CUP, **HIGHER)
    play(one, boss)
    assert "level" not in source(client, one), "a table that is won needs no reason"
    level(one, boss, "1/2", "1/2")
    assert "level: the higher seed goes on" in box(source(client, one), "m1r2t1")
    lots = make.tournament(8, **CUP, pairing_options={"tie": "lot"})
    level(lots, boss, "1/2", "1/2")
    assert "level: the lot decided" in box(source(client, lots), "m1r1t1")


def test_a_double_elimination_explains_its_sign_its_rounds_and_its_second_final(client: Client, boss: Any) -> None:
    fields = CUP | {"system": "double-elimination", "rounds_planned": 7}
    made = make.tournament(4, **fields, **HIGHER)
    play(made, boss)
    html = source(client, made)
    key = html.split('<p class="key">')[1].split("</p>")[0]
    assert "plays on in the losers’ bracket" in key
    assert "all who are in it play a second final" in key
    for _round in range(2):
        play(made, boss)
    # whoever has lost once wins the final
    (final,) = make.published(made, boss).tables.all()
    beaten = [seat.entry_id for seat in final.seats.order_by("position")]
    assert len(beaten) == 2
    heads = re.findall(r"<h3>([^<]*)</h3>", source(client, made))
    assert "Final" in heads and "Second final" not in heads
    unbeaten = {entry.pk for entry in made.entries.all() if not lost(made, entry.pk)}
    ends = ("0", "1") if beaten[0] in unbeaten else ("1", "0")
    results.enter(final.pk, by=boss, points=make.points(*ends))
    compute_standings(made.pk)
    html = source(client, made)
    heads = re.findall(r"<h3>([^<]*)</h3>", html)
    assert heads.index("Final") + 1 == heads.index("Second final")
    assert "all who are in it play a second final" not in html
    once = make.tournament(4, **fields, pairing_options={"tie": "higher-seed", "reset": False})
    play(once, boss)
    assert "all who are in it play a second final" not in source(client, once)


def test_where_the_places_of_a_knockout_stand_it_is_said_what_puts_one_above_another(
    client: Client, cup: Tournament, boss: Any
) -> None:
    said = "Whoever reached a later round stands higher"
    for where in ("", "bracket/", "standings/"):
        assert said in source(client, cup, where), where
    shapes = {
        "Whoever has lost less often stands higher": CUP | {"system": "double-elimination", "rounds_planned": 7},
        "The main bracket stands above the consolation.": CUP,
    }
    for words, fields in shapes.items():
        options = {"tie": "higher-seed"} | ({"consolation": "first-match"} if fields is CUP else {})
        made = make.tournament(8, **fields, pairing_options=options)
        play(made, boss)
        for where in ("", "bracket/", "standings/"):
            html = source(client, made, where)
            assert words in html and said not in html, where
    evening = make.duel()
    play(evening, boss)
    assert said not in source(client, evening, "") + source(client, evening, "standings/")


def test_the_bracket_page_says_what_grey_ranks_are(client: Client, cup: Tournament, boss: Any) -> None:
    assert "A player whose table has no result yet has no rank." in source(client, cup)
    for table in Table.objects.filter(round__tournament=cup, results__isnull=True):
        results.enter(table.pk, by=boss, points=make.points("1", "0"))
    compute_standings(cup.pk)
    grey = "Grey rank: this player is still playing."
    assert grey not in source(client, cup)
    play(cup, boss, left_open=1)
    assert grey in source(client, cup)


def test_the_link_to_the_tables_and_the_tab_have_one_word_in_every_language(client: Client, cup: Tournament) -> None:
    for language in ("en", "es", "fr"):
        html = source(client, cup, f"?lang={language}")
        words = re.findall(rf'rounds/1/\?lang={language}"[^#>]*>(?:<svg.*?</svg>)?([^<>]+)</a>', html, re.DOTALL)
        assert len(words) == 2 and len({word.strip() for word in words}) == 1, (language, words)


def lost(made: Tournament, entry: int) -> bool:
    """Tell whether somebody has no point at a table."""
    for table in Table.objects.filter(round__tournament=made, results__is_current=True):
        points = table.results.get(is_current=True).points
        for seat in table.seats.filter(entry=entry):
            if points[seat.position - 1] == 0:
                return True
    return False


def test_a_round_has_one_name_on_every_page(client: Client, boss: Any) -> None:
    made = make.tournament(8, **CUP, schedule="13:00 Round 1\n14:00 Round 2\n15:00 Round 3", **HIGHER)
    play(made, boss)
    play(made, boss, left_open=1)
    said = {
        "": r'<p class="now" data-news>([^<]*?) <',
        "rounds/2/": r'<h2 id="pairings-title">([^<]*?) <',
        "board/": r'<h1 id="board-title">([^<]*?) <',
        "mine/1/": r'<div class="card place"><h3>([^<]*)</h3>',
        "players/1/": r'<div class="cards">\s*<div class="card"><h3>([^<]*)</h3>',
        "rounds/2/tables/1/": r'<small><a href="[^"]*#t1">([^<]*)</a>',
    }
    for where, pattern in said.items():
        assert re.findall(pattern, source(client, made, where)) == ["Semi-finals"], where
    steps = source(client, made, "rounds/2/").split("steps")[1].split("</nav>")[0]
    assert re.findall(r">([^<>]+)</a>", steps) == ["Quarter-finals", "Semi-finals"]
    assert [*re.findall(r"</span><b>|rounds/[12]/\">([^<]*)</a>", source(client, made, "about/"))][-2:] == [
        "Quarter-finals",
        "Semi-finals",
    ]
    assert source(client, made, "mine/1/").count("<small>Quarter-finals · ") == 1
    calendar = client.get(f"/t/{made.slug}/rounds.ics").content.decode()
    titles = re.findall(r"SUMMARY:.*\\, (.*)\r", calendar)
    assert titles == ["Quarter-finals", "Semi-finals", "Final"]
    news = re.findall("<title>(.*?)</title>", client.get(f"/t/{made.slug}/results.atom").content.decode())
    assert {re.split(", table|:", title)[0] for title in news[1:]} == {"Quarter-finals", "Semi-finals"}
    evening = make.duel(system="swiss")
    make.published(evening, boss)
    assert "Round 1 of " in source(client, evening, ""), "other events count"


def test_each_side_of_a_double_elimination_counts_its_own_rounds(client: Client, boss: Any) -> None:
    made = make.tournament(8, **CUP | {"system": "double-elimination", "rounds_planned": 7}, **HIGHER)
    play(made, boss)
    play(made, boss)
    html = source(client, made)
    heads = re.findall(r"<h3>([^<]*)(?: <small>([^<]*)</small>)?</h3>", html)
    winners = heads[: heads.index(("Losers’ round 1", "Round 2"))]
    assert winners[:3] == [
        ("Winners’ round 1", "Round 1"),
        ("Winners’ round 2", "Round 2"),
        ("Winners’ round 3", "Round 4"),
    ]
    assert winners[3][0] == "Final" and winners[3][1] == ""
    assert [title for title, _number in heads if title.startswith("Losers")] == [
        f"Losers’ round {number}" for number in range(1, 5)
    ]
    assert "Round 2 of 7" in source(client, made, "")
    steps = source(client, made, "rounds/2/").split("steps")[1].split("</nav>")[0]
    assert re.findall(r">([^<>]+)</a>", steps)[:2] == ["Round 1", "Round 2"], "beside names a number says what it is"
