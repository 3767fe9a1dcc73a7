"""Mails as the desk lists them: to whom, how far each is, why not, and what it says; and the readers of those with
personal links: only who confirmed an address and agreed to get mails about the event.

The players who sit elsewhere than they were told, and the reports that somebody waits for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import formats, timezone, translation

from tournaments.models import (
    Entry,
    Mail,
    PersonalLink,
    PushDevice,
    Registration,
    ReportWish,
    Round,
    Seat,
    Standings,
    TableMail,
    Tournament,
)
from tournaments.models.mail import LISTS, Kind, stop_token
from tournaments.selectors.people import shown_names, teams
from tournaments.sentences import sentence
from tournaments.text import shown

LONGEST_SUBJECT = 150
LONGEST_NAME = 80
NAMES = ("name", "inviter", "sender", "username")
"""Parameters that a person chose and others get to read: nothing in them leads anywhere."""

_GAPS = re.compile(r"\n{3,}")
_ADDRESS = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")
_DOTS = re.compile(r"\.(?=\S)")


@dataclass(frozen=True, slots=True)
class Words:
    """A mail in words. ``stop`` is the address that ends mails of this kind; empty where there is none."""

    subject: str
    text: str
    html: str
    stop: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a mail's HTML: a paragraph, an ``address`` of this site, a ``table`` of text, or a ``rule``."""

    text: str
    address: str = ""
    table: bool = False
    rule: bool = False


def words(mail: Mail, root: str, *, by_hand: bool = False) -> Words:
    """Put a mail into words. ``root`` is scheme and host of this site, without a slash at the end; ``by_hand``: a
    person sends it in their own mail program, and reads the answers there."""
    stop = ""
    if mail.kind in LISTS:
        stop = f"{root}{reverse('mail_stop', args=[stop_token(mail.address_hash, mail.kind)])}?lang={mail.language}"
    path = _path(mail)
    with translation.override(mail.language):
        context: dict[str, Any] = {
            **{
                name: _plain(value) if name in NAMES and isinstance(value, str) else value
                for name, value in mail.parameters.items()
            },
            "site": urlsplit(root).netloc or root,
            "link": root + path if path else "",
            "path": path,
            "stop": stop,
            "by_hand": by_hand,
            "reply": reply_address(mail),
        }
        if mail.tournament is not None:
            context["tournament"] = _plain(mail.tournament.name)
            context["date"] = formats.date_format(mail.tournament.starts, "DATE_FORMAT")
        if mail.kind == Kind.PAIRING:
            context |= _at_the_table(mail)
        if mail.kind == Kind.INVITATION:
            context["until"] = formats.date_format(timezone.localtime(mail.expires_at), "DATETIME_FORMAT")
        subject, _newline, rest = render_to_string(f"mail/{mail.kind}.txt", context).strip().partition("\n")
        text = _GAPS.sub("\n\n", "\n".join(line.rstrip() for line in rest.splitlines())).strip() + "\n"
        subject = shown(subject, LONGEST_SUBJECT)
        frame = {"subject": subject, "language": mail.language, "parts": _parts(text, root)}
        return Words(subject, text, render_to_string("mail/frame.html", frame), stop)


def _at_the_table(mail: Mail) -> dict[str, str]:
    """Return team and board of a player who is told their table, their partners there, and what these may not."""
    tournament, entry = mail.tournament, mail.entry
    if tournament is None or entry is None:
        return {}
    sides = teams.sides(tournament)
    if not sides and not teams.of_teams(tournament.system):
        return {}
    there = Seat.objects.filter(
        table__round__tournament=tournament,
        table__round__number=mail.parameters["round"],
        table__number=mail.parameters["table"],
    )
    seated = list(there.order_by("position").values_list("entry__number", flat=True))
    people = shown_names.people(tournament.pk, only=[entry.number, *seated])
    mates = shown_names.partners(entry.number, seated, people, sides)
    return {
        "in_team": _plain(people[entry.number].in_team),
        "partners": ", ".join(_plain(mate.name) for mate in mates),
        "advice": teams.no_advice(tournament),
    }


def reply_address(mail: Mail) -> str:
    """Return where answers to a mail go: the address that an event's organisers name for questions; else empty."""
    settings = getattr(mail.tournament, "registration_settings", None)
    match = _ADDRESS.search(settings.contact) if settings is not None else None
    return match[0].rstrip(".") if match else ""


def _path(mail: Mail) -> str:
    """Return where a mail leads: the path it was given, or the player's own page as their link is now."""
    if "path" in mail.parameters:
        path = str(mail.parameters["path"])
        kind, _space, key = path.partition(" ")
        if kind != "registration":
            return path
        # the page of a registration is a key: it stands in no row
        row = Registration.objects.filter(pk=int(key)).first()
        if row is None:
            return ""
        page = reverse("registration", args=[row.token])
        return f"{page}?address={row.address_key}" if mail.parameters.get("state") == "address" else page
    if mail.entry is None or mail.tournament is None:
        return ""
    link = PersonalLink.objects.filter(entry=mail.entry_id).first()
    if link is None:
        return reverse("mine", args=[mail.tournament.slug, mail.entry.number])
    return reverse("personal", args=[mail.tournament.slug, link.token])


def _plain(text: str) -> str:
    """Return a name on one line, of which no mail program makes a link."""
    return _DOTS.sub(". ", shown(text, LONGEST_NAME).replace("://", " ")).replace("@", " @ ")


def _parts(text: str, root: str) -> list[Part]:
    parts = []
    for paragraph in text.strip().split("\n\n"):
        lines = paragraph.split("\n")
        if lines[0] == "--":
            parts.append(Part("", rule=True))
            lines = lines[1:]
        if lines and all(line.startswith("  ") for line in lines):
            parts.append(Part("\n".join(lines), table=True))
            continue
        while lines:
            if lines[-1].startswith(f"{root}/") and " " not in lines[-1]:
                address = lines.pop()
                if lines:
                    parts.append(Part("\n".join(lines)))
                parts.append(Part(address, address=address))
            else:
                parts.append(Part("\n".join(lines)))
            break
    return parts


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


@dataclass(frozen=True, slots=True)
class Reader:
    """A player to whom their link goes."""

    entry: Entry
    address: str
    language: str


@dataclass(slots=True)
class LinkMails:
    """The players by what becomes of their links: those to whom one goes, who have had theirs, who gave an address that
    they have not confirmed, and who gave none."""

    readers: list[Reader] = field(default_factory=list)
    mailed: list[Entry] = field(default_factory=list)
    unconfirmed: list[Entry] = field(default_factory=list)
    without: list[Entry] = field(default_factory=list)


def link_mails(tournament: Tournament) -> LinkMails:
    """Sort the players of a tournament. Without a mail server nobody can have confirmed an address: then it is enough
    that they gave it with their entry."""
    entries = tournament.entries.select_related("player", "personal_link", "table_mail")
    registered = {
        row.player_id: row
        for row in Registration.objects.filter(tournament=tournament, state=Registration.State.ACCEPTED)
        if row.email
    }
    sorted_ = LinkMails()
    for entry in entries.order_by("number"):
        if entry.left is not None:
            continue
        wish, row = getattr(entry, "table_mail", None), registered.get(entry.player_id)
        confirmed = row is not None and row.email_confirmed_at is not None
        given = row is not None and row.email_asked_at is None and settings.MAIL_SERVER is None
        if getattr(getattr(entry, "personal_link", None), "mailed_at", None) is not None:
            sorted_.mailed.append(entry)
        elif wish is not None and wish.confirmed_at is not None:
            sorted_.readers.append(Reader(entry, wish.address, wish.language))
        elif row is not None and (confirmed or given):
            sorted_.readers.append(Reader(entry, row.email, row.language))
        elif wish is not None or row is not None:
            sorted_.unconfirmed.append(entry)
        else:
            sorted_.without.append(entry)
    return sorted_


W = TypeVar("W", TableMail, PushDevice)


def place_of(entry_id: int) -> tuple[int | None, int | None]:
    """Return the newest published round and the table of a player there; None for either that there is not."""
    newest = Round.objects.filter(tournament__entries=entry_id, state__in=Round.SHOWN).order_by("-number").first()
    if newest is None:
        return None, None
    seat = Seat.objects.filter(round=newest, entry=entry_id).select_related("table").first()
    return newest.pk, seat.table.number if seat and seat.table else None


def moved(wishes: QuerySet[W]) -> QuerySet[W]:
    """Return the wishes of players whose place in the newest round is not the one that they were told of.

    Each has ``round_now`` (its row), ``number_now`` and ``table_now`` (None: a bye). Nobody is told of a round that is
    over, and of none in which they do not take part.
    """
    newest = Round.objects.filter(tournament=OuterRef("entry__tournament"), state__in=Round.SHOWN).order_by("-number")
    seat = Seat.objects.filter(round=OuterRef("round_now"), entry=OuterRef("entry"))
    placed = wishes.filter(entry__tournament__published=True, entry__tournament__state=Tournament.State.RUNNING)
    placed = placed.annotate(
        round_now=Subquery(newest.values("pk")[:1]),
        number_now=Subquery(newest.values("number")[:1]),
        state_now=Subquery(newest.values("state")[:1]),
    ).annotate(table_now=Subquery(seat.values("table__number")[:1]), takes_part=Exists(seat))
    told = Q(told_round=F("round_now")) & Q(told_as=F("table_as"))
    return (
        placed.filter(state_now=Round.State.PUBLISHED, takes_part=True)
        .annotate(told_as=Coalesce("told_table", 0), table_as=Coalesce("table_now", 0))
        .filter(Q(told_round__isnull=True) | ~told)
        .select_related("entry__tournament", "entry__player")
        .order_by("pk")
    )


def reports_due() -> QuerySet[ReportWish]:
    """Return the wishes for reports of tournaments that are over and whose standings are computed."""
    computed = Standings.objects.filter(
        tournament=OuterRef("tournament"), final=True, computed_for__gte=OuterRef("tournament__results_version")
    )
    over = ReportWish.objects.filter(Exists(computed), done_at=None, tournament__state=Tournament.State.FINISHED)
    return over.select_related("tournament", "user").order_by("pk")


def wishes_of(entry_id: int) -> dict[str, Any]:
    """Return what a player asked for: ``mail`` (their wish or None) and the number of their ``devices``."""
    return {
        "mail": TableMail.objects.filter(entry=entry_id).first(),
        "devices": PushDevice.objects.filter(entry=entry_id).count(),
    }
