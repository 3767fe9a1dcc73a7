"""Every form that saves over a row says what its author saw, or has a version of its own."""

from __future__ import annotations

import importlib
import pkgutil

import pytest
from django import forms
from django.contrib import admin
from django.urls import get_resolver

import tournaments
from tournaments.forms.seen_values import NAME, SeenForm
from tournaments.models import ApiToken, Delivery

NEW = "only makes something new"
READ = "stores nothing that it shows"
VERSION = "names the version of what its author saw"
BESIDES = {
    "clubs.ClubInvitationForm": NEW,
    "decisions.DecisionForm": VERSION,
    "decisions.PenaltyForm": NEW,
    "exports.DocumentForm": NEW,
    "results.SetupForm": NEW,
    "log.LogForm": READ,
    "presets.PlannerForm": READ,
    "players.ByeForm": NEW,
    "players.PlayerForm": NEW,
    "players.ProposalForm": "proposes, and changes nothing itself",
    "points.LeavingForm": "is a part of the event's form",
    "points.PointsForm": VERSION,
    "presets.FinalsForm": NEW,
    "presets.GroupsForm": NEW,
    "presets.PresetForm": NEW,
    "registrations.RegistrationForm": "is changed by its author alone, through the link in their mail",
    "results.PhotoOfSheet": NEW,
    "results.RecordOfPlayer": NEW,
    "season.EveningForm": NEW,
    "season.EveningsForm": "begins empty, and changes what is filled in",
    "season.SeasonForm": NEW,
    "accounts.AgainForm": READ,
    "accounts.CodeForm": READ,
    "accounts.LoginForm": READ,
    "uploads.ListForm": NEW,
    "uploads.RecordForm": NEW,
    "uploads.TrfForm": NEW,
    "accounts.AccountForm": NEW,
    "accounts.ForgottenForm": READ,
    "accounts.InvitationForm": NEW,
    "accounts.NewPasswordForm": READ,
    "accounts.NewUserForm": NEW,
    "accounts.StaffCodeForm": NEW,
}
"""The forms that need not say what was seen, and why."""
NEVER_CHANGED = {ApiToken: NEW, Delivery: READ}


def every_form():
    """Return all form classes that the program declares, by the ends of their modules' names."""
    for module in pkgutil.walk_packages(tournaments.__path__, "tournaments."):
        if module.name.startswith(("tournaments.forms.", "tournaments.views.", "tournaments.admin.")):
            importlib.import_module(module.name)
    assert get_resolver().url_patterns
    found, waiting = {}, [forms.BaseForm]
    while waiting:
        form = waiting.pop()
        waiting += form.__subclasses__()
        if form.__module__.startswith("tournaments."):
            found[f"{form.__module__.rpartition('.')[2]}.{form.__name__}"] = form
    return found


def test_each_form_says_what_was_seen_or_why_it_need_not():
    without = {name for name, form in every_form().items() if not issubclass(form, SeenForm)}
    assert not without - set(BESIDES), "Mix in SeenForm, or say in BESIDES why nothing can be lost"
    assert not set(BESIDES) - without, "BESIDES has forms that are no more, or say what was seen"


OURS = [page for page in admin.site._registry.values() if type(page).__module__.startswith("tournaments.")]


@pytest.mark.parametrize("page", OURS, ids=lambda page: page.model.__name__)
def test_each_page_of_the_admin_and_each_of_its_rows_says_what_was_seen(page):
    if page.model in NEVER_CHANGED:
        assert not page.has_change_permission(None, page.model())
        return
    assert issubclass(page.form, SeenForm)
    for rows in page.inlines:
        assert issubclass(rows.form, SeenForm), rows
        assert NAME in rows.fields, rows
