"""The path of an evening: its steps follow from facts alone, and path and page never name different next steps."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import make
from tournaments.models import Result, Tournament
from tournaments.selectors.hall.evening_facts import evening_at, evening_of, round_facts, with_tables
from tournaments.selectors.rounds.evening import Evening, RoundFacts, next_of, path_of
from tournaments.selectors.rounds.next_step import open_tables
from tournaments.services.events import tournaments
from tournaments.services.results import results
from tournaments.services.rounds import rounds
from tournaments.web.desk_actions import desk_actions, found

START = Evening("planned", False, 5, False, False)
BEGUN = replace(START, state="running", players=8)


def living(state: str, number: int = 1, **more: object) -> RoundFacts:
    return RoundFacts(number, number, state, 2, **({"by_hand": False} | more))


OVER = replace(BEGUN, state="finished", rounds=(living("closed", 5),))
FACTS = [
    (START, "import", None),
    (replace(START, players=8), "pair", None),
    (replace(START, players=8, check_in=True), "check_in", None),
    (replace(START, players=8, check_in=True, check_in_closed=True, first=1), "check_in", None),
    (replace(START, players=8, check_in=True, check_in_closed=True, first=2), "pair", None),
    (replace(START, expected=3), "check_in", None),
    (replace(BEGUN, rounds=(living("pairing"),)), "wait", 1),
    (replace(BEGUN, rounds=(living("failed"),)), "pair", 1),
    (replace(BEGUN, rounds=(living("draft"),)), "publish", 1),
    (replace(BEGUN, rounds=(living("draft", by_hand=True),)), "end", 1),
    (replace(BEGUN, rounds=(living("published", missing=(2,)),)), "results", 1),
    (replace(BEGUN, rounds=(living("published", missing=(2,)),), own=frozenset({1})), "results", 1),
    (replace(BEGUN, rounds=(living("published", adjourned=(2,)),)), "close", 1),
    (replace(BEGUN, rounds=(living("published"),), unconfirmed=1), "confirm", 1),
    (replace(BEGUN, rounds=(living("closed"),)), "pair", None),
    (replace(BEGUN, rounds=(living("closed"),), finals=True), "groups", None),
    (replace(BEGUN, rounds=(living("closed", 5),)), None, None),
    (replace(BEGUN, state="finished", rounds=(living("closed", 5, adjourned=(1,)),)), "open", 5),
    (replace(BEGUN, state="finished", rounds=(living("closed", 5),), calling=1), "calls", 5),
    (replace(OVER, prizes=True, entries=0), "prizes", None),
    (OVER, "papers", None),
    (replace(OVER, entries=0, done=frozenset({"papers"})), "mail", None),
    (replace(OVER, skipped=frozenset({"papers"})), "archive", None),
    (replace(BEGUN, state="finished", archived=True, rounds=(living("closed", 5),)), None, None),
]


@pytest.mark.parametrize(("evening", "action", "number"), FACTS)
def test_the_next_step_follows_from_the_facts_and_one_line_of_the_path_is_it(
    evening: Evening, action: str | None, number: int | None
) -> None:
    path = path_of(evening)
    assert path.next == next_of(evening)
    assert (path.next.action if path.next else None, path.next.round if path.next else None) == (action, number)
    (*marked,) = [line for line in path.lines if line.mark == "next"]
    assert len(marked) == (action is not None)
    if number is not None:
        assert marked[0].first == number


def test_of_a_long_event_the_first_rounds_share_a_line_and_none_that_is_open() -> None:
    many = tuple(living("closed", number) for number in range(1, 12))
    lines = [line for line in path_of(replace(BEGUN, planned=30, rounds=many)).lines if line.part == "rounds"]
    assert [(line.key, line.first, line.last) for line in lines][:2] == [("earlier", 1, 6), ("round", 7, 7)]
    assert [(line.key, line.first, line.last) for line in lines][-2:] == [("coming", 12, 12), ("later", 13, 30)]
    open_ = (*many[:3], living("closed", 4, adjourned=(2,)), *many[4:])
    lines = [line for line in path_of(replace(BEGUN, planned=30, rounds=open_)).lines if line.part == "rounds"]
    assert (lines[0].key, lines[0].last, lines[1].mark) == ("earlier", 3, "waits")


def test_what_is_not_needed_is_said_and_what_waits_too() -> None:
    marks = {line.key: line.mark for line in path_of(replace(BEGUN, state="finished")).lines}
    assert [marks[key] for key in ("entries", "check_in", "prizes", "mail")] == ["none"] * 4
    marks = {line.key: line.mark for line in path_of(replace(BEGUN, entries=2, prizes=True)).lines}
    assert (marks["entries"], marks["players"], marks["prizes"]) == ("waits", "done", "later")


def played(tournament: Tournament, boss: object) -> object:
    round_ = make.published(tournament, boss)
    make.play(round_, boss, ("1", "0"))
    return round_


def close_check_in(event: Tournament, boss: object) -> None:
    Tournament.objects.filter(pk=event.pk).update(check_in=True, check_in_closed_at=timezone.now())
    event.entries.update(absent=[1])


def adjourn(event: Tournament, boss: object) -> None:
    round_ = make.published(event, boss)
    first, *others = round_.tables.order_by("number")
    results.enter(first.pk, by=boss, points=(None, None), end=Result.End.ADJOURNED, reason="late")
    for table in others:
        results.enter(table.pk, by=boss, points=make.points("1", "0"))
    rounds.close(round_.pk, by=boss)


def finish(event: Tournament, boss: object) -> None:
    rounds.close(played(event, boss).pk, by=boss)


def archive(event: Tournament, boss: object) -> None:
    finish(event, boss)
    tournaments.archive(event.pk, by=boss)


SCENES = {
    "nobody entered": (0, {}, lambda event, boss: None, "Import players"),
    "to be paired": (4, {}, lambda event, boss: None, "Pair round 1"),
    "check-in": (4, {"check_in": True}, lambda event, boss: None, "Check in"),
    "closed, nobody here": (4, {}, close_check_in, "Go to the check-in"),
    "a draft": (4, {}, make.draft, "Publish round 1"),
    "published": (4, {}, make.published, "Enter results of round 1"),
    "all in": (4, {}, played, "Close round 1"),
    "between rounds": (4, {"rounds_planned": 2}, finish, "Pair round 2"),
    "adjourned at the end": (4, {}, adjourn, "Enter the result of round 1, table 1"),
    "finished": (4, {}, finish, "Print the papers"),
    "archived": (4, {}, archive, None),
}


def text(response: object) -> str:
    return response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("scene", SCENES)
def test_the_path_on_every_page_and_the_desk_name_one_next_step(signed_in, boss, scene):
    players, fields, act, label = SCENES[scene]
    event = make.duel(players, **({"rounds_planned": 1} | fields))
    act(event, boss)
    event = Tournament.objects.select_related("registration_settings").get(pk=event.pk)
    known = round_facts(with_tables(event.rounds), open_tables(event.pk))
    assert evening_of(event) == evening_at(event, known, None)  # read in one query or with the desk
    client = signed_in(boss)
    desk = text(client.get(reverse("admin:tournaments_desk", args=[event.pk])))
    step = desk.partition('id="step"')[2].partition("</section>")[0]
    page = text(client.get(reverse("admin:tournaments_players", args=[event.pk])))
    button = re.findall(r'data-path="menu"><a class="v-button" href="([^"]+)">([^<]+)<', page)
    assert [name for _address, name in button] == ([label] if label else [])
    for html in (desk, page):
        assert len(
            re.findall('class="v-mark-next"', html.partition('class="v-of-event"')[2].partition("</nav>")[0])
        ) == bool(label)
    if label:
        assert label in step
        assert client.get(button[0][0].partition("#")[0]).status_code == 200
    else:
        assert "Archived" in step and "v-button" not in step


@pytest.mark.django_db
def test_the_strip_leads_to_the_first_table_that_is_missing_and_a_judge_to_their_own(signed_in, boss):
    event = make.duel(8, rounds_planned=2)
    round_ = make.published(event, boss)
    results.enter(round_.tables.get(number=1).pk, by=boss, points=make.points("1", "0"))
    judge = make.arbiter(event, "judge")
    judge.appointments.update(tables=[3, 4])
    desk = reverse("admin:tournaments_desk_round", args=[event.pk, 1])
    for user, table in ((boss, 2), (judge, 3)):
        page = text(signed_in(user).get(reverse("admin:tournaments_players", args=[event.pk])))
        (strip,) = re.findall(r'class="v-now"><small>Round 1 of 2</small> <a href="([^"]+)">([^<]+)<', page)
        assert strip == (f"{desk}#table-{table}", "Round 1: 3 tables missing")


@pytest.mark.django_db
def test_two_who_wait_for_a_second_pair_of_eyes_are_the_next_step_everywhere(signed_in, boss):
    event = make.duel(4, rounds_planned=1, two_person=True)
    played(event, boss)
    assert next_of(evening_of(event)).label == "Confirm results of round 1"
    desk = text(signed_in(boss).get(reverse("admin:tournaments_desk", args=[event.pk])))
    assert "Confirm results of round 1" in desk.partition('id="step"')[2].partition("</section>")[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("half bye", "Requested byes"),
        ("rename", "Change a player’s name"),
        ("labels", "Print, lists, embed"),
        ("roll b", "Undo rounds"),
    ],
)
def test_an_action_is_found_by_the_words_that_people_use(signed_in, boss, words, asked, title):
    event = make.duel(4, rounds_planned=2)
    played(event, boss)
    page = reverse("admin:tournaments_actions", args=[event.pk])
    assert title in words(signed_in(boss).get(page, {"q": asked}))
    assert "Nothing is found" in words(signed_in(boss).get(page, {"q": "zzz"}))


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["organiser", "chief", "arbiter", "judge", "helper"])
def test_only_what_somebody_may_do_is_offered_and_all_of_it_opens(signed_in, boss, role):
    event = make.duel(4, rounds_planned=2, published=True)
    played(event, boss)
    client = signed_in(make.arbiter(event, role))
    page = text(client.get(reverse("admin:tournaments_actions", args=[event.pk])))
    links = re.findall(r'data-action="[^"]*"><a href="([^"#]+)', page)
    assert len(links) >= 7
    assert {client.get(link).status_code for link in set(links)} == {200}
    staff = reverse("admin:tournaments_staff", args=[event.pk])
    assert (staff in links) == (role == "organiser")


@pytest.mark.django_db
def test_words_are_found_without_their_accents_and_in_any_order():
    event = make.duel(4)
    everything = desk_actions(event, evening_of(event), {"WORK", "PLAYERS", "PAIR"})
    (byes,) = found("BÝE hálf", everything)
    assert byes.key == "byes"
    assert found("", everything) == list(everything)
