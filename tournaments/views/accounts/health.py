"""Is all well? For whoever looks after the installation: what runs, since when, what to do where it does not, and the
mails that belong to no tournament."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.defaultfilters import filesizeformat
from django.utils import formats, timezone
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.domain import disk
from tournaments.domain.access import organises
from tournaments.models import Mail
from tournaments.selectors.people import mails
from tournaments.selectors.people.mails import line, mails_of
from tournaments.selectors.site import health
from tournaments.selectors.site.health import Part
from tournaments.sentences import sentence
from tournaments.services import mails as services
from tournaments.web.addresses import public_root
from tournaments.web.staff_pages import refusal_shown, staff_page

A_PAGE = 25


@dataclass(frozen=True, slots=True)
class Line:
    """One part in words: how it is, and what to do where it is not well."""

    title: str
    ok: bool
    state: str
    advice: str = ""


@never_cache
@require_safe
def installation_health(request: HttpRequest) -> HttpResponse:
    """Show the running processes and their age, the last backup, the disk, the workers and the queue."""
    if not organises(request.user):
        raise PermissionDenied(_("Only an organiser of this installation can see how it is running."))
    lines = _lines(health.parts())
    context = {"lines": lines, "troubles": sum(not line.ok for line in lines)}
    return staff_page(request, "accounts/health.html", _("Is everything running well?"), context)


def _lines(parts: dict[str, Part]) -> list[Line]:
    return [
        Line(_("Web server"), True, _("Running since %(when)s.") % {"when": _when(parts["web"].facts["since"])}),
        _database(parts["database"]),
        _queue(parts["broker"], parts["work"]),
        _workers(parts["workers"]),
        _beat(parts["beat"]),
        _disk(),
        _backups(parts["backups"]),
        _static(parts["static"]),
        # what the database alone can tell
        *([_clocks(parts["clocks"]), _mails(parts["mail"])] if parts["database"].ok else []),
    ]


def _database(part: Part) -> Line:
    title = _("Database")
    if part.ok:
        return Line(title, True, _("Running since %(when)s.") % {"when": _when(part.facts["since"])})
    return Line(title, False, _("Not answering: nothing can be saved."), _restart("database.log"))


def _queue(broker: Part, work: Part) -> Line:
    title = _("Task queue")
    waiting, failing = work.facts.get("waiting", 0), work.facts.get("failing", 0)
    if failing:
        state = ngettext(
            "%(n)s task has failed and will be tried again: %(first)s.",
            "%(n)s tasks have failed and will be tried again, among them %(first)s.",
            failing,
        )
        return Line(title, False, state % {"n": failing, "first": work.facts["first"]}, _restart("worker.log"))
    state = (
        ngettext("%(n)s task waiting.", "%(n)s tasks waiting.", waiting) % {"n": waiting}
        if waiting
        else _("No tasks waiting.")
    )
    if waiting > health.MANY:
        advice = _("The workers cannot keep up, so standings are late. Wait a few minutes.")
        return Line(title, False, state, f"{advice} {_restart('worker.log')}")
    if broker.ok:
        return Line(title, True, state)
    away = _("The broker is not answering. The workers find their work without it.")
    return Line(title, False, f"{away} {state}", _restart("broker.log"))


def _workers(part: Part) -> Line:
    title = _("Workers")
    if part.ok:
        number = part.facts["number"]
        state = ngettext("%(n)s running. Last active: %(when)s.", "%(n)s running. Last active: %(when)s.", number)
        return Line(title, True, state % {"n": number, "when": _when(part.facts["last"])})
    state = _("None running. Results are saved; standings and pairings have to wait.")
    return Line(title, False, state, _restart("worker.log"))


def _beat(part: Part) -> Line:
    title = _("Recovery of lost tasks")
    state = _("Last check: %(when)s.") % {"when": _when(part.facts.get("last"))}
    if part.ok:
        return Line(title, True, state)
    advice = _("Lost tasks are not being recovered. Wait a minute and check again.")
    return Line(title, False, state, f"{advice} {_restart('worker.log')}")


def _disk() -> Line:
    title, space = _("Disk"), disk.free()
    if space is None:
        return Line(title, False, _("The free space cannot be read."), disk.sentence(to_staff=True))
    words = {"free": filesizeformat(space[0]), "total": filesizeformat(space[1])}
    state = _("%(free)s of %(total)s free.") % words
    if disk.takes_nothing():
        return Line(title, False, state, disk.sentence(to_staff=True))
    warning = disk.warning()
    return Line(title, not warning, state, warning)


def _backups(part: Part) -> Line:
    title, last = _("Backups"), part.facts["last"]
    run = {"command": settings.COMMANDS["backup"]}
    where = _("Backups are kept in %(folder)s.") % {"folder": settings.BACKUPS}
    state = f"{_('Last backup: %(when)s.') % {'when': _when(last)}} {where}" if last else _("There is no backup yet.")
    if part.ok:
        return Line(title, True, state, "" if settings.MAKES_BACKUPS else _("Run “%(command)s” to make one.") % run)
    if part.facts["running"]:
        advice = _(
            "An event is running, and there has been no backup for more than two hours. Run “%(command)s” to make one. "
            "The reason is in %(log)s."
        )
    else:
        advice = _(
            "There has been no backup for more than a day. Run “%(command)s” to make one. The reason is in %(log)s."
        )
    return Line(title, False, state, advice % (run | {"log": settings.DATA_FOLDER / "log" / "backups.log"}))


def _clocks(part: Part) -> Line:
    # Translators: the heading of a line about the clocks of the machines that Viertal runs on
    title = _("Clocks")
    if part.ok:
        return Line(title, True, _("All machines tell the same time."))
    apart = max((round(seconds) for seconds in part.facts.values() if seconds is not None), key=abs)
    state = ngettext(
        "The time of a machine is %(n)s second away from that of the database.",
        "The time of a machine is %(n)s seconds away from that of the database.",
        abs(apart),
    )
    return Line(title, False, state % {"n": abs(apart)}, _("Let all machines set their time by the network (NTP)."))


def _static(part: Part) -> Line:
    title = _("Styles and scripts")
    if part.ok:
        return Line(title, True, _("All files are there."))
    return Line(title, False, _("They are missing, so pages look wrong or do not open."), _restart("web.log"))


def _mails(part: Part) -> Line:
    # Translators: the heading of a line about e-mail
    title, figures = _("Mail"), mails.waiting()
    waiting = figures["waiting"]
    number = _("No e-mails waiting.")
    if waiting:
        number = ngettext("%(n)s e-mail waits.", "%(n)s e-mails wait.", waiting) % {"n": waiting}
    if settings.MAIL_SERVER is None:
        none = _("No mail server is set up, so nothing is sent.")
        return Line(title, True, f"{none} {number}" if waiting else none)
    if part.problem is not None:
        figures["problem"] = sentence(part.problem)
    elif not figures["failing"]:
        return Line(title, True, number)
    advice = _("They are tried again. The page Mail lists them; check EMAIL_URL and MAIL_FROM.")
    return Line(title, False, f"{number} {figures['problem']}", advice)


def _restart(log: str) -> str:
    """Return the advice for a process that is away."""
    path = settings.DATA_FOLDER / "log" / log
    return _("If this does not change, stop Viertal and start it again. The reason is in %(log)s.") % {"log": path}


def _when(moment: datetime | None) -> str:
    """Return the time for today, else date and time; “never” for None."""
    if moment is None:
        return _("never")
    local = timezone.localtime(moment)
    if local.date() == timezone.localdate():
        return formats.time_format(local, "TIME_FORMAT")
    return formats.date_format(local, "SHORT_DATETIME_FORMAT")


@never_cache
@require_safe
def installation_mails(request: HttpRequest) -> HttpResponse:
    """List invitations, password resets and tests, the newest first."""
    services.require_mails(request.user, None)
    page = Paginator(mails_of(None), A_PAGE).get_page(request.GET.get("page"))
    root = public_root(request)
    context = {
        "page": page,
        "lines": [line(mail, root) for mail in page],
        "server": settings.MAIL_SERVER,
        "sender": settings.MAIL_FROM,
        "own_address": request.user.email,  # type: ignore[union-attr]
    }
    return staff_page(request, "accounts/mails.html", _("Mail"), context)


@require_POST
def act_on_mails(request: HttpRequest) -> HttpResponse:
    """Send a test to the user's own address, or a mail again, or note that it was sent by hand."""
    services.require_mails(request.user, None)
    with refusal_shown(request):
        if request.POST.get("what") == "test":
            services.send_test(by=request.user, language=get_language() or settings.LANGUAGE_CODE)
            messages.success(request, _("A test e-mail is on its way. This page shows its status."))
        else:
            number = request.POST.get("mail", "")
            mail = get_object_or_404(Mail, number=number if len(number) == 36 else None, tournament=None)
            act = services.sent_by_hand if request.POST.get("what") == "by_hand" else services.try_again
            act(mail.pk, by=request.user)
    return redirect("installation_mails")
