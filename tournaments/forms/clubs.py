"""The question for which club something new is, asked of those alone who organise several; and a club's members."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextInputWidget

from tournaments.models import Club, ClubMember, User


def ask_for_club(form: forms.BaseForm, clubs: QuerySet[Club]) -> None:
    """Give a form the field ``club`` where there are several to choose from."""
    if clubs.count() > 1:
        form.fields["club"] = ClubField(clubs)


class ClubField(forms.ModelChoiceField):
    def __init__(self, clubs: QuerySet[Club], **kwargs: Any) -> None:
        # Translators: the label of a choice: for which club the new tournament is
        super().__init__(queryset=clubs, label=_("Club"), **kwargs)


class MemberForm(forms.ModelForm):
    """A member, typed by their user name: a club is not shown the users of others to choose from."""

    user = forms.ModelChoiceField(
        User.objects.filter(is_active=True, is_temporary=False),
        label=_("user name"),
        to_field_name="username",
        widget=UnfoldAdminTextInputWidget,
        error_messages={"invalid_choice": _("There is no user of this name.")},
    )

    class Meta:
        model = ClubMember
        fields = ("user", "role")
