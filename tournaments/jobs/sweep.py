"""Finds the work that nobody wrote down: what time brings, what older versions left, what a task left half done."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Exists, F, Max, OuterRef, Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.jobs import game_records, mails, seasons, webhooks, wishes
from tournaments.models import (
    AtDesk,
    EventImport,
    GameRecord,
    KeptAnswer,
    PlayerImport,
    Round,
    SheetPhoto,
    Standings,
    Tournament,
)
from tournaments.models.round import SHAPE
from tournaments.services import printing
from tournaments.services.entries import registrations
from tournaments.services.results.reports import unanswered

PATIENCE = timedelta(seconds=3)
KEPT = timedelta(hours=24)
PHOTOS_KEPT = timedelta(days=30)


def left_undone() -> dict[str, list[int]]:
    """Return the work that waits, by the name of its task: rounds to pair, standings to compute, records to replay,
    reports that nobody answered in time, documents and lists to import, webhooks to send, seasons to add up, prints."""
    before = timezone.now() - PATIENCE
    rounds = Round.objects.filter(state=Round.State.PAIRING, asked_at__lt=before)
    records = GameRecord.objects.filter(state=GameRecord.State.WAITING, uploaded_at__lt=before)
    imports = EventImport.objects.filter(state__in=EventImport.OPEN, uploaded_at__lt=before)
    lists = PlayerImport.objects.filter(state__in=PlayerImport.OPEN, uploaded_at__lt=before)
    return {
        "pair_round": list(rounds.values_list("pk", flat=True)),
        "compute_standings": stale_tournaments(),
        "check_record": list(records.values_list("pk", flat=True)),
        "settle_report": list(unanswered().values_list("pk", flat=True)),
        "import_event": list(imports.values_list("pk", flat=True)),
        "import_list": list(lists.values_list("pk", flat=True)),
        "deliver": webhooks.due(),
        **seasons.stale(),
        "make_print": printing.left_undone(),
    }


def throw_away() -> None:
    """Delete expired rows: answers to requests that may be sent again, deliveries long done, mails of no use any more,
    what players sent who entered themselves, who was at a desk, and photos of score sheets of events that are over.
    Count what figures need of older records."""
    KeptAnswer.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
    AtDesk.objects.filter(at__lt=timezone.now() - KEPT).delete()
    webhooks.forget_old()
    mails.give_up_expired()
    mails.forget_old()
    wishes.forget_old()
    registrations.throw_away()
    over = {"table__round__tournament__state": Tournament.State.FINISHED, "sent_at__lt": timezone.now() - PHOTOS_KEPT}
    SheetPhoto.objects.filter(**over).delete()
    game_records.count_figures()


def stale_tournaments() -> list[int]:
    """Return the tournaments of which some standings are missing, or older than the last change that moves them, or of
    another shape."""
    shown = Round.objects.filter(tournament=OuterRef("tournament"), state__in=Round.SHOWN)
    newer = shown.filter(number__lte=OuterRef("after_round"), touched__gt=OuterRef("computed_for"))
    shown_still = Exists(shown.filter(number=OuterRef("after_round")))
    stale = Standings.objects.filter(Exists(newer) | ~Q(shape=SHAPE) & shown_still).values_list("tournament", flat=True)
    without = (
        Tournament.objects.annotate(
            last=Max("rounds__number", filter=Q(rounds__state__in=Round.SHOWN)),
            covered=Coalesce(Max("standings__after_round"), 0),
        )
        .filter(last__gt=F("covered"))
        .values_list("pk", flat=True)
    )
    return sorted({*stale, *without})
