"""Two of one name in an event: told apart wherever they stand, by club or number, and nobody else's name grows."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from games.core.notices import Notice
from tests.tournaments import make
from tests.tournaments.printing.test_documents import pdf, words
from tests.tournaments.privacy.test_everywhere import bodies
from tests.tournaments.test_every_url import address, build, routes
from tests.tournaments.worlds import world
from tournaments.models import Entry, Player, Round, Table, Tournament, User
from tournaments.selectors.papers.lists import KINDS as SHEETS
from tournaments.selectors.papers.printing import KINDS
from tournaments.selectors.people import shown_names
from tournaments.services.rounds import rounds
from tournaments.text import told_apart

pytestmark = pytest.mark.django_db

NAME = "Anna Dubbel"
BARE = re.compile(rf"{NAME}(?! \((Leiden|\d)\))")
THEIRS = re.compile(rf'"name": ?"{NAME}", ?"display_name": ?"{NAME} \((Leiden|\d)\)"')
"""Somebody of the API, who has both names."""
OF_THE_PERSON = re.compile(
    r"^admin/tournaments/(player|ratinglist|tournament/<path:object_id>|tournament/log/)|^ratings/|^people/|proposals/"
    r"|api/v1/(ratings|log)/|/person/|players/<int:entry_id>/$"
)
"""Pages about people and their own data, over all events."""
TO_BE_READ_AGAIN = re.compile(r"/(document|trf)/")
"""Files that hold each name as it was entered."""


@world
def hall(param: None) -> dict[str, Any]:
    """Build one of everything, with two of one name at table 1, of whom one says a club."""
    made = build(make.organiser())
    here = made["tables"][0].seats.order_by("position").values_list("entry__player", flat=True)
    for player, club in zip(here, ("Leiden", ""), strict=True):
        Player.objects.filter(pk=player).update(name=NAME, club=club)
    Table.objects.filter(pk=made["table_id"]).update(reason=Notice("met-before", a=1, b=4, rounds=1))
    return made


def bare(answer: Any) -> Iterator[str]:
    """Return where the name stands alone in an answer, with what is around it."""
    kind = answer.headers.get("Content-Type", "")
    for text in bodies(b"".join(answer) if answer.streaming else answer.content, kind):
        text = THEIRS.sub("", html.unescape(text))
        for found in BARE.finditer(text):
            yield text[max(0, found.start() - 60) : found.end() + 20]


def test_no_address_has_the_name_alone(client: Client, hall: dict[str, Any]) -> None:
    client.force_login(User.objects.get(pk=hall["user"]))
    alone, told = {}, 0
    for route in routes(get_resolver().url_patterns):
        if OF_THE_PERSON.search(route) or TO_BE_READ_AGAIN.search(route):
            continue
        answer = client.get(address(route, hall))
        if answer.status_code == 200 and not answer.streaming:
            told += f"{NAME} (Leiden)".encode() in answer.content
            if found := list(bare(answer)):
                alone[route] = found[:3]
    assert not alone
    assert told > 40, "nobody was looked at"


def test_nor_has_a_draft_a_paper_or_a_sheet(client: Client, hall: dict[str, Any]) -> None:
    boss = User.objects.get(pk=hall["user"])
    evening = Tournament.objects.get(pk=hall["pk"])
    client.force_login(boss)
    make.play(Round.objects.get(pk=hall["round_id"]), boss, ("1", "0"))
    rounds.close(hall["round_id"], by=boss)
    draft = make.draft(evening, boss)
    pages = [client.get(reverse("admin:tournaments_desk", args=[evening.pk]))]
    pages.append(client.get(reverse("admin:tournaments_review", args=[evening.pk, draft.pk])))
    for page in pages:
        assert f"{NAME} (Leiden)" in page.content.decode() and not list(bare(page))
    for what in KINDS.keys() - {"prizes", "certificates"}:
        paper = words(pdf(evening, what, number=1))
        assert not BARE.search(paper), what
    for what in ("standings", "crosstable"):
        cells = {str(cell) for row in SHEETS[what].make(evening, boss).rows for cell in row}
        assert f"{NAME} (Leiden)" in cells and NAME not in cells, what


def test_people_are_told_apart_only_where_they_must_be() -> None:
    people = [(1, "Anna", "Leiden"), (2, "anna ", "Delft"), (3, "Anna", ""), (4, "Bert", "Leiden"), (5, "Anne", "")]
    assert told_apart(people) == {1: "Anna (Leiden)", 2: "anna  (Delft)", 3: "Anna (3)"}
    assert told_apart([(1, "Anna", "Leiden"), (2, "Anna", "LEIDEN")]) == {1: "Anna (1)", 2: "Anna (2)"}
    assert told_apart([(1, "Anna", "3"), (3, "Anna", "")]) == {1: "Anna (1)", 3: "Anna (3)"}, "a club that is a number"


def test_some_of_an_event_have_the_names_that_all_have(django_assert_num_queries) -> None:
    evening = make.duel(2)
    people = [("Anna Dubbel", "Leiden", ""), ("anna  dubbel", "Delft", "initial"), ("Anna D.", "", "full")]
    people += [("Bert", "", "number"), ("Zoë", "", ""), ("Zoe\u0308", "Gouda", "")]
    for number, (name, club, shown) in enumerate(people, 3):
        Entry.objects.create(
            tournament=evening, number=number, player=Player.objects.create(name=name, club=club, name_shown=shown)
        )
    every = shown_names.people(evening.pk)
    assert [every[number].name for number in range(3, 9)] == [
        "Anna Dubbel", "anna D. (4)", "Anna D. (5)", "No. 6", "Zoë (7)", "Zoe\u0308 (Gouda)"
    ]  # fmt: skip
    for number, person in every.items():
        assert shown_names.people(evening.pk, only=[number]) == {number: person}
        assert shown_names.people(evening.pk, number - 1, 1) == {number: person}
    assert shown_names.people(evening.pk, only=range(3, 100)) == {n: every[n] for n in range(3, 9)}
    with django_assert_num_queries(0):
        assert shown_names.people(evening.pk, only=()) == {}


def test_who_is_shown_by_an_initial_shares_it_without_a_club(hall: dict[str, Any]) -> None:
    Tournament.objects.update(names_shown="initial")
    named = {person.name for person in shown_names.people(hall["pk"]).values()}
    assert {"Anna D. (1)", "Anna D. (4)"} <= named and len(named) == 4
    assert shown_names.people(hall["pk"], only=[1])[1].name == "Anna D. (1)", "asked for alone it is the same name"
