"""Notices of the pairing, read by somebody who knows nothing but the page: who is named sits there, figures agree."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils.text import capfirst

from scoring.documents.document import DocumentError, Event, Round, Table
from scoring.documents.writing import event_text
from scoring.standings import standings
from tests.pairing.noticed import events, special
from tests.pairing.simulated import finished
from tournaments.imports.archive import read_archive
from tournaments.models import Club
from tournaments.models import Round as RoundRow
from tournaments.pairing.core import PairingError
from tournaments.pairing.engine import pair
from tournaments.sentences import sentence
from tournaments.services.events.event_builder import build

NAMED = re.compile(r"Zoe(\d+)x \((\d+)\)")


@dataclass(frozen=True)
class Said:
    """A sentence about a ``table`` of the round (None: about the round) that follows the event's others; ``group``: who
    is in the group of players that it is about as well."""

    event: Event
    round: Round
    table: Table | None
    text: str
    group: frozenset[int] = frozenset()


def starts() -> Iterator[Event]:
    """Every system with everybody there, and with who is late, absent, gone or kept apart."""
    for start in events():
        yield start
        yield special(start)


def said_of(event: Event, rounds: int = 4) -> Iterator[Said]:
    """Pair and play so many rounds, and give every sentence about them as an arbiter reads it."""
    chance = random.Random(11)
    names = {player.id: f"Zoe{player.id}x" for player in event.players}
    for _round in range(rounds):
        try:
            answer = pair(event)
        except (PairingError, DocumentError):
            return
        (made,) = answer.rounds
        reasons = {table: sentence(answer.reasons.get((made.number, table.number)), names) for table in made.tables}
        free = {bye.player for bye in made.byes}
        # of a level, but without an opponent there
        free |= {player for table, text in reasons.items() if "in their own groups" in text for player in table.seats}
        levels: dict[str, set[int]] = {}
        for table, text in reasons.items():
            levels.setdefault(text.partition(":")[0], set()).update(table.seats)
        for table, text in reasons.items():
            level = text.partition(":")[0] if text.startswith("Level ") else ""
            yield Said(event, made, table, text, frozenset(levels[level] | free if level else ()))
        for note in answer.notes:
            yield Said(event, made, None, sentence(note, names))
        event = replace(event, rounds=(*event.rounds, finished(made, event.game, chance)))


def wrong(said: Said) -> Iterator[str]:
    """Say what a sentence tells that the page does not show."""
    people = {player.id: player for player in said.event.players}
    named = [(int(name), int(number)) for name, number in NAMED.findall(said.text)]
    if any(name != number for name, number in named):
        yield "a name beside another's number"
    if said.text.count("Zoe") != len(named):
        yield "a name without its number"
    byes = {bye.player for bye in said.round.byes}
    if found := re.search(r"(?:has the bye|have a bye|has a bye|a bye for)", said.text):
        free = [number for number, _ in named]
        if said.table is None and not byes & set(free) and free:
            yield f"{found[0]}, and nobody of them has one"
    for number in re.findall(r"^Round (\d+)[:,]", said.text):
        if int(number) > said.round.number:
            yield "a round to come"
    if said.table is None:
        return
    here = set(said.table.seats)
    if strangers := {number for number, _ in named} - here - said.group:
        yield f"{sorted(strangers)} do not sit here"
    teams = {team.name: team.id for team in said.event.teams}
    for team in re.findall(r"Team [A-Z]\b", said.text):
        if not any(people[player].team == teams[team] for player in here):
            yield f"nobody of {team} sits here"
    for team, board in re.findall(r"(Team [A-Z]) (\d)\b(?! \+)", said.text):
        if (teams[team], int(board)) not in {(people[player].team, people[player].board) for player in here}:
            yield f"{team} {board} does not sit here"
    for board in re.findall(r"Board (\d)\b", said.text):
        if int(board) not in {people[player].board for player in here}:
            yield f"nobody of board {board}"
    for size in re.findall(r"A table of (\d)", said.text):
        if int(size) != len(here):
            yield f"{len(here)} sit here, not {size}"
    for number in re.findall(r"Players? Zoe\d+x \((\d+)\), the strongest of three, has two colours", said.text):
        if Counter(said.table.seats)[int(number)] != 2:
            yield "two colours, and one seat"
    if Counter(said.table.seats).most_common(1)[0][1] > 1 and "two colours" not in said.text:
        yield "somebody has two colours, and it is not said"
    if found := re.search(r"Players with equal points: ([\d½]+)[.;](?! player)", said.text):
        totals = {line.player: line.points for line in standings(said.event).standings} if said.event.rounds else {}
        points = sum(Fraction(1, 2) if sign == "½" else Fraction(sign) for sign in re.findall(r"\d+|½", found[1]))
        if not said.event.pairing.get("mcmahon") and {totals.get(player, Fraction(0)) for player in here} != {points}:
            yield f"not all have {found[1]}"


@pytest.mark.parametrize("start", [pytest.param(at, id=f"{at}-{e.pairing['system']}") for at, e in enumerate(starts())])
def test_who_is_named_sits_there_and_figures_agree(start: int) -> None:
    event = list(starts())[start]
    read = list(said_of(event))
    faults = [(said.text, fault) for said in read for fault in wrong(said)]
    assert not faults


CARD = re.compile(r'<li class="v-table.*?(?=<li class="v-table|</ol>|$)', re.DOTALL)
SYSTEMS = {event.pairing["system"] + event.game: special(event) for event in events()}


@pytest.mark.django_db
@pytest.mark.parametrize("start", SYSTEMS)
def test_the_desk_and_the_public_page_say_the_same_of_a_table(client, signed_in, boss, words, start):
    event = SYSTEMS[start]
    named = replace(event, players=tuple(replace(player, name=f"Zoe{player.id}x") for player in event.players))
    answer = pair(named)
    made = build(
        read_archive(event_text(replace(named, rounds=answer.rounds)).encode()), by=boss, club=Club.objects.get()
    )
    for table in RoundRow.objects.get(tournament=made).tables.all():
        table.reason = answer.reasons.get((1, table.number))
        table.save(update_fields=["reason"])
    page = words(signed_in(boss).get(reverse("admin:tournaments_desk", args=[made.pk])))
    cards = CARD.findall(page)
    assert len(cards) == len(answer.rounds[0].tables) > 1
    for table, card in zip(answer.rounds[0].tables, cards, strict=True):
        here = {f"Zoe{player}x" for player in table.seats}
        assert here <= set(re.findall(r"Zoe\d+x", card))
        assert set(re.findall(r"(Zoe\d+x) \(\d+\)", card)) <= here or "Level " in card, card
        assert ("plays two colours" in card) is (len(set(table.seats)) < len(table.seats)), card
    table = answer.rounds[0].tables[0]
    reason = capfirst(sentence(answer.reasons.get((1, table.number))))
    stays = next(player.id for player in event.players if player.id in table.seats and player.left is None)
    assert reason in words(client.get(reverse("player", args=[made.slug, stays])))
