"""Answers about mails."""

from __future__ import annotations

from typing import Annotated

from tournaments.api.core.answers import Answer, Moment
from tournaments.api.core.enums import MailKind, MailState


class MailOut(Answer):
    id: int
    kind: MailKind
    to: Annotated[str, "Empty: forgotten, 30 days after it was written."]
    language: str
    state: MailState
    problem: Annotated[str, "The reason why it was not sent so far; empty: none."]
    attempts: int
    written_at: Moment
    next_at: Annotated[Moment | None, "When it is tried next."]
    sent_at: Moment | None
    subject: Annotated[str | None, "Null: forgotten."]
    text: str | None


class MailsOut(Answer):
    next: str | None
    results: list[MailOut]
