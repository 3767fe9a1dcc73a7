"""Everything that can be done at the desk of an event, each with the words by which people look for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Round, Tournament
from tournaments.search import fold
from tournaments.selectors.people.teams import of_teams
from tournaments.selectors.rounds.evening import Evening


@dataclass(frozen=True, slots=True)
class DeskAction:
    """A page of the desk, or a thing done on it. ``part``: of the path; ``words``: others by which it is found;
    ``page``: whether it is a page of its own; ``elsewhere``: it opens in a window of its own."""

    key: str
    part: str
    title: str
    words: str
    address: str
    page: bool = True
    elsewhere: bool = False


def desk_actions(
    tournament: Tournament, evening: Evening, allowed: Collection[str], *, creates: bool = False
) -> tuple[DeskAction, ...]:
    """Return what somebody with these rights (names of actions) may do at an event as it stands. ``creates``: whether
    they may make tournaments. No query."""

    def at(name: str, *more: object) -> str:
        return reverse(f"admin:tournaments_{name}", args=[tournament.pk, *more])

    offered = (*_before(tournament, at), *_rounds(tournament, evening, at), *_after(tournament, evening, creates, at))
    rows = (*offered, *_settings(at), *_looks(tournament))
    return tuple(action for right, action in rows if right in allowed)


Offered = Iterator[tuple[str, DeskAction]]
At = Callable[..., str]
"""Gives the address of a page of the desk by its name, and what else stands in it."""


def _before(tournament: Tournament, at: At) -> Offered:
    people = at("players")
    words = pgettext("search words", "names, participants, list of players")
    yield "WORK", DeskAction("players", "before", _("Players"), words, people)
    words = pgettext("search words", "Excel, CSV, upload, paste, list of players")
    yield "PLAYERS", DeskAction("import", "before", _("Import players"), words, at("list_upload", "players"))
    words = pgettext("search words", "new player, latecomer, late entry, join")
    yield "PAIR", DeskAction("add", "before", _("Add a player"), words, people + "#new", page=False)
    words = pgettext("search words", "rename, spelling, wrong name, club, rating, year of birth, team")
    yield "PLAYERS", DeskAction("person", "before", _("Change a player’s name or details"), words, people, page=False)
    words = pgettext("search words", "leave, go home, ill, no-show, bring back")
    yield "PAIR", DeskAction("withdraw", "before", _("Withdraw a player"), words, people, page=False)
    words = pgettext("search words", "half bye, half-point bye, full-point bye, absent, sit out, skip a round")
    yield "PAIR", DeskAction("byes", "before", _("Requested byes"), words, at("byes"), page=False)
    words = pgettext("search words", "fixed table, wheelchair, always the same table")
    yield "PAIR", DeskAction("fixed", "before", _("Fixed table"), words, people, page=False)
    words = pgettext("search words", "registrations, sign up, applications, waiting list")
    title = pgettext("sent by players", "Entries")
    yield "PLAYERS", DeskAction("entries", "before", title, words, at("registrations"))
    words = pgettext("search words", "registration form, sign up, places, closing date")
    title = _("How players enter themselves")
    yield "EDIT", DeskAction("entry_form", "before", title, words, at("registration_settings"), page=False)
    if of_teams(tournament.system):
        words = pgettext("search words", "import teams, boards, line-up")
        yield "PLAYERS", DeskAction("teams", "before", _("Teams"), words, at("list_upload", "teams"))
    words = pgettext("search words", "attendance, presence, who is here, arrived, paid")
    yield "CHECK_IN", DeskAction("check_in", "before", _("Check-in"), words, at("check_in"))


def _rounds(tournament: Tournament, evening: Evening, at: At) -> Offered:
    newest = evening.newest
    if tournament.system == "groups":
        words = pgettext("search words", "qualify, finals, pools")
        yield "PAIR", DeskAction("groups", "rounds", _("Groups and finals"), words, at("groups"))
    if newest is not None and newest.state in (Round.State.DRAFT, Round.State.PUBLISHED):
        words = pgettext("search words", "swap players, exchange, move, seats, by hand, review")
        title = _("Change the pairing")
        yield "PAIR", DeskAction("review", "rounds", title, words, at("review", newest.pk), page=False)
    if newest is not None and newest.tables and newest.state in Round.SHOWN:
        words = pgettext("search words", "score, enter, type, missing results")
        yield "RESULTS", DeskAction("results", "rounds", _("Enter results"), words, at("desk") + "#tables", page=False)
        words = pgettext("search words", "wrong result, correct, mistake, appeal")
        yield (
            "CORRECT",
            DeskAction("correct", "rounds", _("Correct a result"), words, at("desk") + "#tables", page=False),
        )
    if not evening.finished:
        words = pgettext("search words", "timer, time, sand-glass, minutes")
        yield "PAIR", DeskAction("clock", "rounds", _("Clock"), words, at("desk") + "#clock", page=False)
    words = pgettext("search words", "screen, projector, beamer, next page, hold, pause, remote control")
    yield "PAIR", DeskAction("wall", "rounds", _("Wallboard"), words, at("wall"), page=False)
    # also where all rounds were put aside: they are brought back there
    if evening.state != Tournament.State.PLANNED:
        words = pgettext("search words", "take points off, punish, warning, late")
        yield "DECIDE", DeskAction("penalties", "rounds", _("Penalties"), words, at("penalties"))
        words = pgettext("search words", "roll back, discard, reopen a round, unpublish")
        yield "ROLL_BACK", DeskAction("undo", "rounds", _("Undo rounds"), words, at("rounds"))
    words = pgettext("search words", "import results, upload results, Excel, CSV")
    title = _("Import results")
    yield "CORRECT", DeskAction("import_results", "rounds", title, words, at("list_upload", "results"), page=False)


def _after(tournament: Tournament, evening: Evening, creates: bool, at: At) -> Offered:
    words = pgettext("search words", "money, awards, cup, winners, certificates")
    yield "LOG", DeskAction("prizes", "after", _("Prizes"), words, at("prizes"))
    words = pgettext(
        "search words", "paper, PDF, labels, name cards, place cards, score sheets, Excel, download, FIDE report"
    )
    yield "WORK", DeskAction("papers", "after", _("Print, lists, embed"), words, at("outputs"))
    words = pgettext("search words", "e-mail, message, write to all, newsletter, report")
    yield "PLAYERS", DeskAction("mail", "after", _("Mail"), words, at("mails"))
    if evening.finished and not evening.open and creates and tournament.system != "groups":
        words = pgettext("search words", "knockout, play-offs, next stage")
        yield "WORK", DeskAction("finals", "after", _("Create the finals"), words, at("finals"), page=False)
    words = pgettext("search words", "finish, close, end, lock, final standings")
    yield "EDIT", DeskAction("archive", "after", _("Archive"), words, at("end"))
    if evening.archived:
        words = pgettext("search words", "unlock, change after the end")
        title = _("Reopen the tournament")
        yield "REOPEN", DeskAction("reopen", "after", title, words, at("desk") + "#step", page=False)


def _settings(at: At) -> Offered:
    words = pgettext("search words", "format, rounds, tie-breaks, date, place, public, rename the tournament")
    yield "EDIT", DeskAction("settings", "settings", _("Settings and players"), words, at("tournament_change"))
    words = pgettext("search words", "arbiters, helpers, rights, invite, codes")
    yield "EDIT", DeskAction("staff", "settings", _("Staff"), words, at("staff"))
    words = pgettext("search words", "phones, results by phone, table slips, QR code for the table")
    yield "EDIT", DeskAction("report_rule", "settings", _("Players’ reports"), words, at("report_rule"))
    words = pgettext("search words", "QR codes, own page, phones, slips for players")
    yield "PAIR", DeskAction("links", "settings", _("Personal links"), words, at("links"))
    words = pgettext("search words", "history, who changed what, protocol")
    yield "LOG", DeskAction("log", "settings", _("Log"), words, at("log"))
    words = pgettext("search words", "backup, export, copy, file, JSON")
    yield "WORK", DeskAction("document", "settings", _("Event document"), words, at("document"), page=False)


def _looks(tournament: Tournament) -> Offered:
    """Offer what opens in a window of its own: the pages for everybody."""
    rules = reverse("rules", args=[tournament.game])
    if not tournament.has_engine:
        rules += "?" + urlencode({"event": tournament.slug})
    words = pgettext("search words", "ranking, table of results, order")
    standings = reverse("standings", args=[tournament.slug])
    yield "WORK", DeskAction("standings", "public", _("Standings"), words, standings, elsewhere=True)
    words = pgettext("search words", "how to play, laws of the game")
    yield "WORK", DeskAction("rules", "public", _("Rules"), words, rules, elsewhere=True)
    words = pgettext("search words", "website, spectators, share, wall")
    public = tournament.get_absolute_url()
    yield "WORK", DeskAction("public", "public", _("Public page"), words, public, elsewhere=True)


def found(asked: str, offered: Collection[DeskAction]) -> list[DeskAction]:
    """Return the actions that are found by what somebody typed: each of its words begins a word of the title or of the
    other words. All of them where nothing was typed. The desk's search in the browser does the same."""
    wanted = fold(asked).split()

    def fits(action: DeskAction) -> bool:
        words = fold(f"{action.title} {action.words}").split()
        return all(any(word.startswith(want) for word in words) for want in wanted)

    return [action for action in offered if fits(action)]
