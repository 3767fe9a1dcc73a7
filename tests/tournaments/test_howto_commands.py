"""The commands of `manage.py` in the how-tos, to the letter and in their order."""

from __future__ import annotations

import io
import re
import shlex

import pytest
from django.core.management import call_command

from tests.support.stack import CHECKOUT
from tournaments.models import Club, ClubMember, Invitation, Tournament, User

pytestmark = pytest.mark.django_db
COMMAND = re.compile(r"^ *(?:.*`)?manage\.py ((?:club|event) --as anna [^`\n]+)", re.MULTILINE)


def commands(page: str) -> list[list[str]]:
    """Return the commands of a how-to that name somebody who does them."""
    return [shlex.split(line) for line in COMMAND.findall((CHECKOUT / "docs/howto" / page).read_text(encoding="utf-8"))]


@pytest.fixture
def anna(monkeypatch: pytest.MonkeyPatch) -> User:
    monkeypatch.setattr("tournaments.domain.queue.send", lambda *_args, **_more: None)
    return User.objects.create_superuser("anna", password="quite long 1")


@pytest.mark.usefixtures("anna")
def test_several_clubs_come_to_be_as_the_page_says() -> None:
    User.objects.create_user("bert")
    lines = commands("several-clubs.md")
    assert [line[3] for line in lines] == ["list", "rename", "new", "invite", "appoint", "new"]
    for line in lines:
        call_command(*line, stdout=io.StringIO())
    assert set(Club.objects.values_list("slug", "name")) == {("de-toren", "De Toren"), ("leiden", "LSG Leiden")}
    assert Invitation.objects.get().club.slug == ClubMember.objects.get(user__username="bert").club.slug == "leiden"
    assert Tournament.objects.get(name="Club evening").club.slug == "leiden"


@pytest.mark.usefixtures("anna")
def test_another_kind_of_event_is_made_from_the_command_line() -> None:
    (line,) = commands("run-other-events.md")
    call_command(*line, stdout=io.StringIO())
    cup = Tournament.objects.get(name="Double cup")
    assert (cup.game, cup.system) == ("quarto", "double-elimination")
