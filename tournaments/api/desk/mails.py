"""E-mails of a tournament."""

from __future__ import annotations

from typing import Annotated

from django.utils.translation import gettext as _
from rest_framework.request import Request

from tournaments.api.core.answers import Answer, Moment, Page, Source
from tournaments.api.core.enums import MailKind, MailState
from tournaments.api.core.fields import Nothing
from tournaments.api.core.openapi import operation
from tournaments.api.core.resource import Resource, TournamentResource, by_cursor, found
from tournaments.domain.access import Action
from tournaments.models import Mail
from tournaments.selectors.people.mails import line, mails_of
from tournaments.services import mails
from tournaments.web.addresses import public_root


class MailOut(Answer):
    id: int
    kind: MailKind
    to: Annotated[str, "Empty: forgotten, 30 days after it was written."]
    language: str
    state: MailState
    problem: Annotated[str, "The reason why it was not sent so far; empty: none."]
    attempts: int
    written_at: Annotated[Moment, Source("created_at")]
    next_at: Annotated[Moment | None, "When it is tried next."]
    sent_at: Moment | None
    subject: Annotated[str | None, "Null: forgotten."]
    text: str | None


class MailsOut(Page):
    results: list[MailOut]


def _mail(mail: Mail, root: str) -> MailOut:
    shown = line(mail, root)
    return MailOut.of(
        mail,
        problem=shown.problem,
        next_at=mail.next_at.isoformat() if mail.state == Mail.State.WAITING else None,
        subject=shown.words.subject if shown.words else None,
        text=shown.words.text if shown.words else None,
    )


class Mails(TournamentResource, Resource):
    """E-mails of a tournament, the newest first."""

    asks = Action.PLAYERS

    @operation("mails_list", "List the e-mails", pages=True)
    def get(self, request: Request, slug: str) -> MailsOut:
        """List what was sent, what waits, and what was given up, each with its text."""
        root = public_root(request._request)
        return by_cursor(MailsOut, request, mails_of(self.tournament(request, slug)), lambda mail: _mail(mail, root))


class MailOne(TournamentResource, Resource):
    """One e-mail."""

    asks = Action.PLAYERS
    http_method_names = ("post", "options")

    def mail(self, request: Request, slug: str, mail_id: int) -> Mail:
        return found(mails_of(self.tournament(request, slug)).filter(pk=mail_id), _("There is no such e-mail."))

    def answer(self, request: Request, mail: Mail) -> MailOut:
        return _mail(mails_of(mail.tournament).get(pk=mail.pk), public_root(request._request))


class MailAgain(MailOne):
    """An e-mail that was given up, sent again."""

    @operation("mails_resend", "Send an e-mail again", status=202, takes=Nothing)
    def post(self, request: Request, slug: str, mail_id: int) -> MailOut:
        """Have a worker send a mail that was given up, with all tries before it again."""
        mail = self.mail(request, slug, mail_id)
        mails.try_again(mail.pk, by=request.user)
        return self.answer(request, mail)


class MailByHand(MailOne):
    """An e-mail that a person sent themselves."""

    @operation("mails_mark_sent", "Mark an e-mail as sent by hand", takes=Nothing)
    def post(self, request: Request, slug: str, mail_id: int) -> MailOut:
        """Note that a person sent it; no worker sends it any more."""
        mail = self.mail(request, slug, mail_id)
        mails.sent_by_hand(mail.pk, by=request.user)
        return self.answer(request, mail)
