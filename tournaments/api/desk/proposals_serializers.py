"""Requests about proposed changes of people."""

from __future__ import annotations

from rest_framework import serializers as s

from tournaments.api.core.fields import Flag, Strict, Text, Whole


class ProposalIn(Strict, s.Serializer):
    name = Text(required=False)
    club = Text(required=False, allow_blank=True)
    birth_year = Whole(required=False, min_value=1900, max_value=2100)


class ProposalDecisionIn(Strict, s.Serializer):
    accept = Flag()
    seen = Text(max_length=40, help_text="The proposal's `seen`: in which state it and the person were read.")
