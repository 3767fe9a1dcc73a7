"""Requests about players who enter themselves."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.enums import sent
from tournaments.api.core.fields import Flag, Lines, Strict, Text, Whole
from tournaments.services.registration_mails import GROUPS


class RegistrationDecisionIn(Strict, s.Serializer):
    accept = Flag()
    known = Whole(required=False, min_value=1, help_text="The key of the known player who is meant.")
    new = Flag(required=False, default=False, help_text="It is somebody new, whoever else has this name.")
    reason = Text(required=False, max_length=200, allow_blank=True, help_text="What a refused player reads.")


class RegistrationPaymentIn(Strict, s.Serializer):
    paid = Flag()


class RegistrationSettingsIn(Strict, s.Serializer):
    offered = Flag(required=False)
    opens_at = s.DateTimeField(required=False, allow_null=True)
    closes_at = s.DateTimeField(required=False, allow_null=True)
    automatic = Flag(required=False)
    moves_up = Flag(required=False)
    fee = Text(required=False, max_length=60, allow_blank=True)
    fee_note = Text(required=False, max_length=300, allow_blank=True)
    sections = s.ListField(child=Text(max_length=60), required=False, max_length=20)
    asks_club = Flag(required=False)
    asks_rating = Flag(required=False)
    asks_team = Flag(required=False)
    asks_partner = Flag(required=False)
    asks_birth_year = Flag(required=False)
    birth_year_reason = Text(required=False, max_length=120, allow_blank=True)
    parent_below = Whole(required=False, min_value=13, max_value=18)
    contact = Text(required=False, max_length=200, allow_blank=True)
    notice = Lines(required=False, max_length=2000, allow_blank=True)


class RegistrationMessageIn(Strict, s.Serializer):
    to = s.ChoiceField(sent("RegistrationGroupEnum", GROUPS))
    subject = Text(max_length=150)
    text = Lines(max_length=5000)
