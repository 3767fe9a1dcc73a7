"""Mails as the desk lists them: to whom, how far each is, why not, and what it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.db.models import Count, Q, QuerySet

from tournaments.models import Mail, Tournament
from tournaments.models.mail import Kind
from tournaments.selectors.mail_text import Words, words
from tournaments.sentences import sentence


@dataclass(frozen=True, slots=True)
class Line:
    """A mail at the desk. ``problem`` is a sentence; ``words`` None where they are forgotten; ``mailto`` opens it in
    the reader's own mail program."""

    mail: Mail
    problem: str
    words: Words | None
    mailto: str

    @property
    def may_be_tried(self) -> bool:
        return self.mail.state == Mail.State.GIVEN_UP and bool(self.mail.to) and self.words is not None

    @property
    def may_be_sent_by_hand(self) -> bool:
        return self.mail.state in (Mail.State.WAITING, Mail.State.GIVEN_UP) and self.words is not None


def mails_of(tournament: Tournament | None) -> QuerySet[Mail]:
    """Return the mails of a tournament, or (None) those of the installation alone, the newest first."""
    return (
        Mail.objects.filter(tournament=tournament)
        .select_related("tournament__registration_settings", "entry")
        .order_by("-id")
    )


def line(mail: Mail, root: str) -> Line:
    """Return a mail as the desk lists it. ``root`` is scheme and host of this site, where the settings name none."""
    # a mail whose parameters went has no words any more
    kept = bool(mail.to) and (bool(mail.parameters) or mail.kind == Kind.TEST)
    text = words(mail, settings.SITE_URL or root) if kept else None
    mailto = ""
    if text is not None:
        own = words(mail, settings.SITE_URL or root, by_hand=True)
        body = quote(own.text.replace("\n", "\r\n"))
        mailto = f"mailto:{quote(mail.to, safe='@')}?subject={quote(own.subject)}&body={body}"
        if settings.MAIL_SERVER is None or mail.state == Mail.State.BY_HAND:
            text = own
    return Line(mail, sentence(mail.problem), text, mailto)


def waiting() -> dict[str, Any]:
    """Return how many mails wait and were given up lately, over the installation, and why the last try failed."""
    figures = Mail.objects.aggregate(
        waiting=Count("pk", filter=Q(state=Mail.State.WAITING)),
        failing=Count("pk", filter=Q(state=Mail.State.WAITING, problem__isnull=False)),
    )
    last = Mail.objects.filter(state=Mail.State.WAITING, problem__isnull=False).order_by("-next_at").first()
    return {**figures, "problem": sentence(last.problem) if last else ""}
