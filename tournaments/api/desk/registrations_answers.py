"""Answers about players who enter themselves."""

from __future__ import annotations

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import NameRule, RegistrationState


class RegistrationOut(Answer):
    id: int
    state: RegistrationState
    name: str
    club: str | None
    rating: int | None
    birth_year: int | None
    email: str | None
    section: str | None
    team: str | None
    partner: str | None
    remark: str | None
    name_shown: NameRule
    parent: str | None
    paid: bool
    player: int | None
    waiting: int | None
    asks_to_leave: bool
    reason: str | None
    sent_at: Moment


class RegistrationsOut(Answer):
    next: str | None
    results: list[RegistrationOut]


class RegistrationSettingsOut(Answer):
    offered: bool
    opens_at: Moment | None
    closes_at: Moment | None
    automatic: bool
    moves_up: bool
    fee: str
    fee_note: str
    sections: list[str]
    asks_club: bool
    asks_rating: bool
    asks_team: bool
    asks_partner: bool
    asks_birth_year: bool
    birth_year_reason: str
    parent_below: int
    contact: str
    notice: str


class MessageOut(Answer):
    addresses: int


class PaymentOut(Answer):
    id: int
    paid: bool
