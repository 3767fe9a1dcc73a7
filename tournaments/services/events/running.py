"""Settings changed while an event runs: the impossible is refused, and each effect is asked about once; the steps from
the last round to the archive.

A page shows the questions with a tick for each; a program gets their keys and sends them back in ``confirm``. A key
holds the new value, so a yes to five rounds is none to three.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from hashlib import sha256
from typing import Any

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.input.rules import BURSTEIN
from tournaments import privacy
from tournaments.domain.access import Action
from tournaments.domain.errors import Refused, as_refusals
from tournaments.domain.locks import bump_version, locked_tournament
from tournaments.domain.logbook import audited
from tournaments.domain.setup import rounds_made
from tournaments.models import PersonalLink, Result, Round, Tournament
from tournaments.models.tournament import END_STEPS
from tournaments.pairing.dutch.opposition import seeding_rounds
from tournaments.selectors import labels
from tournaments.selectors.events.events import event_of, scoring_of
from tournaments.selectors.rounds import effects

FAR = timedelta(days=3)
SHOWN_MOVES = 6
DONE, SKIPPED, OPEN = "done", "skipped", "open"


@dataclass(frozen=True, slots=True)
class Question:
    """An effect of a change. ``key`` confirms it, with the new value: ``rounds:5``."""

    key: str
    sentence: str


class ImpossibleRounds(Refused):
    """The event cannot have this number of rounds."""


class Unconfirmed(Refused):
    """The change must be confirmed: it is made once the keys of its ``questions`` come with it."""

    def __init__(self, questions: tuple[Question, ...]) -> None:
        super().__init__(" ".join(question.sentence for question in questions))
        self.questions = questions


def make_sure(before: Tournament, after: Tournament, confirmed: Collection[str], let_go: Collection[str] = ()) -> None:
    """Check a change of the stored tournament ``before`` into ``after``, which gives up the addresses ``let_go``.

    Raises ImpossibleRounds or Refused for an impossible change, Unconfirmed where a question is open.
    """
    refuse_impossible(before, after)
    asked = questions(before, after, let_go)
    if any(question.key not in confirmed for question in asked):
        raise Unconfirmed(asked)


def refuse_impossible(before: Tournament, after: Tournament) -> None:
    """Raise ImpossibleRounds for fewer rounds than there are, and for more than the system makes with these players."""
    if after.rounds_planned == before.rounds_planned:
        return
    newest = _newest(before)
    if newest is not None and after.rounds_planned < newest.number:
        raise ImpossibleRounds(
            _(
                "Round %(number)d already exists. Enter %(number)d rounds or more, or take rounds back at the "
                "desk first."
            )
            % {"number": newest.number}
        )
    if before.state != Tournament.State.PLANNED and after.rounds_planned > before.rounds_planned:
        most = rounds_made(event_of(before), after.rounds_planned)
        if most is not None and after.rounds_planned > most:
            raise ImpossibleRounds(
                ngettext(
                    "With these players the pairing system can make %(most)d round, not %(asked)d. Enter at most "
                    "%(most)d.",
                    "With these players the pairing system can make %(most)d rounds, not %(asked)d. Enter at most "
                    "%(most)d.",
                    most,
                )
                % {"most": most, "asked": after.rounds_planned}
            )


def questions(before: Tournament, after: Tournament, let_go: Collection[str] = ()) -> tuple[Question, ...]:
    """Return the effects of a change. None for an event that has not begun and that nobody sees."""
    return tuple(Question(key, sentence) for key, sentence in _questions(before, after, let_go))


def _questions(before: Tournament, after: Tournament, let_go: Collection[str]) -> Iterator[tuple[str, str]]:
    begun = before.state != Tournament.State.PLANNED
    if begun:
        yield from _rounds(before, after)
        yield from _scoring(before, after)
        yield from _date(before, after)
        yield from _second_person(before, after)
    if after.slug != before.slug and (begun or before.published):
        words = {"before": before.slug, "after": after.slug}
        sentence = _(
            "The address changes from “%(before)s” to “%(after)s”. Links, posters and QR codes with the former one "
            "still lead here."
        )
        yield f"address:{after.slug}", sentence % words
    for slug in sorted(let_go):
        sentence = _(
            "Links, posters and QR codes with the former address “%(slug)s” stop working, and another tournament can "
            "take it."
        )
        yield f"former_slugs:{slug}", sentence % {"slug": slug}
    if before.published:
        yield from _seen_by_all(before, after, begun)


def _rounds(before: Tournament, after: Tournament) -> Iterator[tuple[str, str]]:
    if after.rounds_planned == before.rounds_planned:
        return
    words = {"before": before.rounds_planned, "after": after.rounds_planned}
    sentence = _("The event will have %(after)d rounds instead of %(before)d.") % words
    newest = _newest(before)
    if newest is not None and newest.number == after.rounds_planned and newest.state == Round.State.CLOSED:
        sentence += " " + _("It will be finished immediately, because round %(number)d is closed.") % {
            "number": newest.number
        }
    elif before.state == Tournament.State.FINISHED:
        sentence += " " + _("It was finished and will continue.")
    begins = {at: seeding_rounds(rounds) + 1 for at, rounds in words.items()}
    burstein = after.system == "swiss" and after.pairing_options.get("edition") == BURSTEIN
    moved = burstein and begins["before"] != begins["after"]
    if moved and newest is not None and min(begins.values()) <= newest.number:
        why = _(
            "The Burstein system then begins with round %(after)d instead of %(before)d. Rounds that are already "
            "paired stay as they are."
        )
        sentence += " " + why % begins
    yield f"rounds:{after.rounds_planned}", sentence


def _scoring(before: Tournament, after: Tournament) -> Iterator[tuple[str, str]]:
    if before.scoring == after.scoring:
        return
    touched = _reordered(before, after)
    ties = before.scoring.get("tie_breaks", []), after.scoring.get("tie_breaks", [])
    if ties[0] != ties[1]:
        none = _("none")
        words = {"before": " ".join(ties[0]) or none, "after": " ".join(ties[1]) or none}
        value = ",".join(ties[1])
        yield f"tie_breaks:{value}", _("The tie-breaks change from %(before)s to %(after)s.") % words + " " + touched
        yield (
            f"tie_breaks_announced:{value}",
            _("Tie-breaks are announced before round 1. Tick this once you have told the players that they change."),
        )
    if {**before.scoring, "tie_breaks": ties[1]} != {**after.scoring, "tie_breaks": ties[1]}:
        yield f"scoring:{_digest(after.scoring)}", _("The rules for the standings change.") + " " + touched


def _digest(value: Any) -> str:
    """Return a short name for a value that is too long for a key."""
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:12]


def _reordered(before: Tournament, after: Tournament) -> str:
    """Say how the change reorders the standings of the rounds so far."""
    now = event_of(before)
    if not now.rounds:
        return _("No round has been published yet.")
    with as_refusals():
        effect = effects.of_event(before, now, replace(now, scoring=scoring_of(after)))
    title = labels.standings_title(*effect.progress)
    if effect.nothing:
        return _("%(standings)s: the order stays the same.") % {"standings": title}
    moves = [*effect.moved, *effect.teams]
    shown = ", ".join(f"{move.name} {move.rank[0] or '–'} → {move.rank[1] or '–'}" for move in moves[:SHOWN_MOVES])
    if (more := len(moves) - SHOWN_MOVES) > 0:
        shown += " " + ngettext("and %(count)d more", "and %(count)d more", more) % {"count": more}
    return _("%(standings)s: the order changes (%(moves)s).") % {"standings": title, "moves": shown}


def _date(before: Tournament, after: Tournament) -> Iterator[tuple[str, str]]:
    first = Round.objects.filter(tournament=before, published_at__isnull=False).order_by("number").first()
    begun = timezone.localdate(first.published_at if first else None)
    if after.starts == before.starts or abs(after.starts - begun) <= FAR:
        return
    words = {"round": first.number if first else 1, "day": _day(begun), "date": _day(after.starts)}
    yield (
        f"date:{after.starts.isoformat()}",
        _("Round %(round)d was published on %(day)s; the event's date would be %(date)s.") % words
        if first
        else _("Today is %(day)s; the event's date would be %(date)s.") % words,
    )


def _day(day: date) -> str:
    return formats.date_format(day, pgettext("date format", "j F Y"))


def _second_person(before: Tournament, after: Tournament) -> Iterator[tuple[str, str]]:
    if after.two_person and not before.two_person:
        open_ = Result.objects.filter(
            table__round__tournament=before, is_current=True, confirmation__isnull=True
        ).count()
        yield (
            "two_person:yes",
            ngettext(
                "Each result will need a second arbiter's confirmation. Until then %(count)d existing result is "
                "provisional.",
                "Each result will need a second arbiter's confirmation. Until then %(count)d existing results are "
                "provisional.",
                open_,
            )
            % {"count": open_},
        )
    elif before.two_person and not after.two_person:
        yield "two_person:no", _("Results count without a second arbiter's confirmation.")


def _seen_by_all(before: Tournament, after: Tournament, begun: bool) -> Iterator[tuple[str, str]]:
    if not after.published and begun:
        links = PersonalLink.objects.filter(entry__tournament=before).count()
        sentence = _("Only arbiters will see the pages, even on phones and wallboards.")
        if links:
            sentence += " " + ngettext(
                "%(count)d personal link will stop working.",
                "%(count)d personal links will stop working.",
                links,
            ) % {"count": links}
        yield "public:no", sentence
    levels = privacy.LEVELS
    if after.published and levels.index(after.names_shown) < levels.index(before.names_shown):
        words = {"before": before.get_names_shown_display(), "after": after.get_names_shown_display()}
        yield (
            f"names:{after.names_shown}",
            _("Everybody sees more of the players' names: %(after)s instead of %(before)s.") % words,
        )


def _newest(tournament: Tournament) -> Round | None:
    """Return the newest round that has tables or is being paired."""
    without = (Round.State.DISCARDED, Round.State.FAILED)
    newest: Round | None = tournament.rounds.exclude(state__in=without).order_by("number").last()
    return newest


@audited
def mark_step(tournament_id: int, step: str, how: str, *, by: Any) -> Tournament:
    """Call one of `END_STEPS` done or skipped, or (``open``) take that back. Said twice it is said once. Raises Refused
    before the last round is closed, and PermissionDenied once the event is archived."""
    tournament = locked_tournament(tournament_id, by, Action.EDIT)
    if step not in END_STEPS or how not in (DONE, SKIPPED, OPEN):
        raise Refused(_("There is no such step."))
    if tournament.state != Tournament.State.FINISHED:
        raise Refused(_("This comes after the last round. Close it first."))
    lists = {DONE: set(tournament.end_done) - {step}, SKIPPED: set(tournament.end_skipped) - {step}}
    if how in lists:
        lists[how].add(step)
    done, skipped = ([each for each in END_STEPS if each in lists[name]] for name in (DONE, SKIPPED))
    if (done, skipped) != (tournament.end_done, tournament.end_skipped):
        tournament.end_done, tournament.end_skipped = done, skipped
        tournament.save(update_fields=["end_done", "end_skipped"])
        bump_version(tournament)
    return tournament
