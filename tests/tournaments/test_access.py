"""The rights of every role, asked of `tournaments.domain.access` itself, for every action."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from tests.tournaments import make
from tournaments.domain import access
from tournaments.domain.access import Action
from tournaments.models import ApiToken, Appointment, Tournament, User

pytestmark = pytest.mark.django_db

VIEW = {Action.VIEW}
DESK = VIEW | {Action.WORK}
ARBITER = DESK | {Action.PRINT, Action.CHECK_IN, Action.RESULTS, Action.CORRECT, Action.PAIR}
CHIEF = ARBITER | {Action.DECIDE, Action.ROLL_BACK, Action.PLAYERS, Action.LOG}
ROLES: dict[str, set[Action]] = {
    Appointment.Role.ORGANISER: set(Action),
    Appointment.Role.CHIEF: CHIEF,
    Appointment.Role.ARBITER: ARBITER,
    Appointment.Role.JUDGE: DESK | {Action.RESULTS},
    Appointment.Role.HELPER: DESK | {Action.PRINT, Action.CHECK_IN},
}
SCOPES: dict[str, set[Action]] = {
    ApiToken.Scope.READ: DESK,
    ApiToken.Scope.REPORT: DESK | {Action.RESULTS},
    ApiToken.Scope.ARBITRATE: CHIEF,
    ApiToken.Scope.ORGANISE: set(Action),
}


@pytest.fixture
def event() -> Tournament:
    return make.duel(4)


def with_token(user: User, scope: str) -> Any:
    """The user as an API token of that scope signs them in."""
    user.token_scope = scope  # type: ignore[attr-defined]
    return user


def test_every_role_and_scope_is_declared_here() -> None:
    assert set(ROLES) == set(Appointment.Role.values)
    assert set(SCOPES) == set(ApiToken.Scope.values)


@pytest.mark.parametrize("role", sorted(ROLES))
def test_a_role_has_its_rights_at_its_own_tournament_and_the_publics_elsewhere(event: Tournament, role: str) -> None:
    person = make.arbiter(event, role)
    assert access.actions(person, event) == ROLES[role]
    assert access.actions(person, make.duel(4)) == VIEW


def test_an_organiser_of_the_installation_may_do_everything_everywhere(event: Tournament) -> None:
    assert access.actions(make.organiser(), event) == set(Action)


@pytest.mark.parametrize("scope", sorted(SCOPES))
def test_a_token_may_do_no_more_than_its_scope_holds(event: Tournament, scope: str) -> None:
    assert access.actions(with_token(make.organiser(), scope), event) == SCOPES[scope] | VIEW
    helper = with_token(make.arbiter(event, Appointment.Role.HELPER), scope)
    assert access.actions(helper, event) == (SCOPES[scope] & ROLES[Appointment.Role.HELPER]) | VIEW


def test_a_closed_account_has_the_rights_of_the_public(event: Tournament) -> None:
    for person in (make.organiser(), make.arbiter(event)):
        person.is_active = False
        assert access.actions(person, event) == VIEW
        assert not access.tournaments_for(person, Action.WORK).exists()


def test_the_public_sees_a_tournament_only_while_it_is_published(event: Tournament) -> None:
    stranger = make.arbiter(make.duel(2))
    for person in (None, AnonymousUser(), stranger):
        assert access.actions(person, event) == VIEW
        assert event in access.tournaments_for(person, Action.VIEW)
    event.published = False
    event.save(update_fields=["published"])
    for person in (None, AnonymousUser(), stranger):
        assert access.actions(person, event) == set()
        assert event not in access.tournaments_for(person, Action.VIEW)
    own = make.arbiter(event)
    assert access.actions(own, event) == ARBITER
    assert event in access.tournaments_for(own, Action.VIEW)


def test_an_archived_tournament_can_be_read_printed_and_opened_again_but_not_changed(event: Tournament) -> None:
    event.archived_at = timezone.now()
    kept = {Action.VIEW, Action.WORK, Action.PRINT, Action.LOG, Action.KEEP, Action.REOPEN}
    assert access.actions(make.organiser(), event) == kept
    assert access.actions(make.arbiter(event), event) == ARBITER & kept
    with pytest.raises(PermissionDenied, match="is archived"):
        access.require(make.organiser(), Action.RESULTS, event)


def test_a_table_judge_enters_results_at_their_own_tables_only(event: Tournament) -> None:
    judge = make.arbiter(event, Appointment.Role.JUDGE, tables=[2])
    assert access.may(judge, Action.RESULTS, event, table=2)
    assert not access.may(judge, Action.RESULTS, event, table=1)
    with pytest.raises(PermissionDenied, match="Table 1"):
        access.require(judge, Action.RESULTS, event, table=1)
    assert access.may(make.arbiter(event), Action.RESULTS, event, table=1)
