"""My table: what a player's phone shows. One frame a version, filled in for each player.

There are two ways to it: ``mine/<number>/`` for everyone, and ``me/<token>/``, a player's own link.
"""

from __future__ import annotations

import gzip
from fractions import Fraction
from html import escape as text

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments.selectors import labels
from tournaments.selectors.events.public import TableShown
from tournaments.selectors.hall.hall import Hall
from tournaments.selectors.people import shown_names, teams
from tournaments.selectors.rounds.colours import brought
from tournaments.selectors.rounds.rounds import round_name
from tournaments.sentences import places, players
from tournaments.sentences.places import labelled
from tournaments.sentences.players import unranked
from tournaments.sentences.points import written_for
from tournaments.web import cells, hall_cache, schedule, variants
from tournaments.web.conditional import FOR_ITS_PLAYER, GZIP_LEVEL, KEEP, render, said_in, site_page
from tournaments.web.hall_cache import Kept, kept_for, page_of
from tournaments.web.seats import Seat, points, seats_of, sign_of
from tournaments.web.standings import matches, player_rounds, tables
from tournaments.web.standings.table_cards import around
from tournaments.web.variants import GZIP, Variant

MOST_FRAMES = 50
MOST_PARTS = 4096
# No text of the database holds a NUL, so these stand nowhere else on a page.
NAME, CARDS, NUMBER = "\0name\0", "\0cards\0", "\0number\0"


@site_page
def table(request: HttpRequest, form: Variant, slug: str, number: int = 0, token: str = "") -> HttpResponse:
    """Show a player's table, by pairing number, or by the player's own link. 404 for a token that was never issued, or
    is revoked."""
    kept = kept_for(request, slug, form.language)
    hall = kept.hall
    tag = variants.tag(kept.hall.tournament.birth, kept.version, request.path, request.META.get("HTTP_HOST", ""), form)
    if token:
        number = hall.who_holds(token)
    if number not in hall.people:
        raise Http404
    shared = hall.tournament.published and not token
    if shared and variants.matches(request.META.get("HTTP_IF_NONE_MATCH", ""), tag):
        response: HttpResponse = HttpResponseNotModified()
    else:
        with written_for(hall.tournament):
            response = _page(kept, form, number, token)
    if token:
        response.headers["Referrer-Policy"] = "no-referrer"
    cache = "no-cache"
    if shared:
        response.headers["ETag"] = tag
        if response.status_code == 200:
            response.headers[KEEP] = FOR_ITS_PLAYER
    else:
        # the address of one's own page is a key: it stands in no browser's store
        cache = "no-store" if hall.tournament.published else "private, no-store"
    response.headers["X-Robots-Tag"] = "noindex"
    return said_in(form, response, cache=cache, vary="Accept-Encoding, Accept-Language")


def quick(birth: str, rest: str, version: int, form: Variant) -> bytes | None:
    """Return the body of a page of which everything but the player is at hand; None where the slow way must be gone.

    For what stands in front of Django when a thousand phones come at once. ``rest`` is the address from
    ``mine/`` or ``me/`` on.
    """
    kept = hall_cache.HALLS.peek(birth, form.language, version)
    frame = kept.frames.get((form.query, form.root)) if kept else None
    if kept is None or frame is None:
        return None
    kind, _slash, who = rest.strip("/").partition("/")
    number = kept.hall.who_holds(who) if kind == "me" else int(who) if who.isdigit() and len(who) <= 5 else 0
    if number not in kept.hall.people:
        return None
    with translation.override(form.language), written_for(kept.hall.tournament):
        return _body(kept.hall, frame, form, number, who if kind == "me" else "")


def _body(hall: Hall, frame: str, form: Variant, number: int, token: str) -> bytes:
    page = frame.replace(NAME, text(hall.people[number].name)).replace(NUMBER, str(number))
    body = page.replace(CARDS, cards(hall, number, form, token)).encode()
    return gzip.compress(body, GZIP_LEVEL, mtime=0) if form.encoding == GZIP else body


def _page(kept: Kept, form: Variant, number: int, token: str) -> HttpResponse:
    body = _body(kept.hall, _frame(kept, form), form, number, token)
    response = HttpResponse(body, content_type="text/html; charset=utf-8")
    if form.encoding == GZIP:
        response.headers["Content-Encoding"] = GZIP
    response.headers["Content-Length"] = str(len(body))
    return response


def _frame(kept: Kept, form: Variant) -> str:
    """Return the page around a player's cards: made by the template once, then only filled in."""
    key = (form.query, form.root)
    frame = kept.frames.get(key)
    if frame is None:
        hall = kept.hall
        context = {**page_of(hall, "mine"), "name": NAME, "cards": CARDS, "number": NUMBER}
        frame = render("tournaments/hall/my_table.html", form, context)
        if len(kept.frames) >= MOST_FRAMES:
            kept.frames.clear()
        kept.frames[key] = frame
    return frame


def cards(hall: Hall, number: int, form: Variant, token: str = "") -> str:
    """Return round, table, seat, opponents, points, rank; on a player's own link (``token``) a link to the report."""
    table = _table_card(hall, number, form, token)
    far = _far(hall, number)
    rank, rounds = _rank_card(hall, number, far), _rounds_card(hall, number, form)
    # as it is said to a player, on every page of their phone (me.js); what is not news is shown there and not announced
    row = hall.ranks.get(number)
    settled = row is not None and not row.waits and bool(hall.order)
    said = f' data-{"place" if settled else "known"}="{text(_said(hall, number, form, far))}"'
    # nobody looks for their table any more: then their rank is what they come for
    if hall.tournament.is_over and number in hall.ranks:
        page = (
            f'<div class="mine over"{said}><div class=beside>{rank}</div>{table}<div class=beside>{rounds}</div></div>'
        )
    else:
        coming = ""
        if _stays(hall, number):  # nothing comes for who has left
            # by the minute, as what comes next is said otherwise once its hour is past
            key = "next", form.language, int(timezone.now().timestamp() // 60)
            coming = hall.parts[key] = hall.parts.get(key) or schedule.card(
                hall.tournament, hall.round.number if hall.round else 0
            )
        # where nothing is known of what comes next, the rounds stand beside the rank
        beside = f"{rank}{rounds}</div><div class=beside>{coming}"
        if "class=card" not in coming:
            beside = f"{rank}</div><div class=beside>{rounds}{coming}"
        page = f"<div class=mine{said}>{table}<div class=beside>{beside}</div></div>"
    if token and hall.tournament.published:
        suffix = form.suffix
        page += f'<p class=more><a href="person/{suffix}">{text(_("A page about me"))}</a></p>'
    if token and hall.tournament.published and (settings.MAIL_SERVER is not None or form.root.startswith("https:")):
        suffix = form.suffix
        address = reverse("tell", args=[hall.tournament.slug, token]) + suffix
        page += f'<p class=more><a href="{address}">{text(_("Be told of my table"))}</a></p>'
    return page


def _far(hall: Hall, number: int) -> str:
    """Return how far it is to the next place; nothing where points do not decide, and where a player has none yet or
    has left."""
    row = hall.ranks.get(number)
    known = _stays(hall, number) and row is not None and not row.nothing_yet and hall.order
    return places.distance(hall.order, hall.lines[number]) if known else ""


def _stays(hall: Hall, number: int) -> bool:
    return hall.people[number].left is None and number not in hall.expelled


def _fate(hall: Hall, number: int) -> tuple[str, str]:
    """Say how a player of a knockout goes on, and where to; two empty texts once the next round is there to see."""
    own = hall.onward.get(number)
    if own is None or not _stays(hall, number) or hall.gone(number):
        return "", ""
    return players.fate(own.way, double=own.double), players.following(own.round, own.table)


def _said(hall: Hall, number: int, form: Variant, far: str) -> str:
    """Return what is known of a player now, in a sentence or two: their place and how far it is to the next; while a
    table has no result the rank by the points so far, and where they sit."""
    row, shown, place = hall.ranks.get(number), hall.standings, hall.places.get(number)
    sits = ""
    if place and place.table is not None and place.table.end is None:
        seats = [seat.position for seat in place.table.seats if seat.number == number]
        names = ", ".join(sign_of(hall.colours, position, form.language).colour for position in seats)
        sits = _("You sit at table %(table)d: %(seat)s.") % {"table": place.table.number, "seat": names}
    if row is None and (none := hall.gone(number)):
        known = none
    elif row is None or shown is None or row.nothing_yet:
        known = "" if hall.tournament.is_over else _("Not ranked yet.")
    elif row.waits:
        known = _("Rank %(rank)s") % {"rank": row.rank} + "."
    elif hall.order:
        known = places.yours(hall.order, hall.lines[number], far)
    else:
        known = _("Rank %(rank)s") % {"rank": row.rank} + "."
    return " ".join(filter(None, (*_fate(hall, number), known, sits)))


def _table_card(hall: Hall, number: int, form: Variant, token: str) -> str:
    if hall.round is None:
        return (
            f'<div class="card place"><p class=big data-news>{text(_("No round is published yet."))}</p>'
            f"<p>{text(_('This page updates itself when a round is published.'))}</p></div>"
        )
    title = f"<h3>{text(round_name(hall.round.number, hall.round_names))}</h3>"
    fate, following = _fate(hall, number)
    if fate:
        title += f"<p class=fate data-news><b>{text(fate)}</b> {text(following)}</p>"
    place = hall.places.get(number)
    if place is None or place.table is None:
        none = _("You do not play in this round.")
        if word := hall.gone(number):
            more = f"<p>{text(unranked())}</p>" if hall.standings and number not in hall.ranks else ""
            return (
                f'<div class="card place"><p class=big data-news><span class=says>{text(word)}</span></p>{more}</div>'
            )
        word = labels.bye(place.bye) if place else ""
        more = f"<p>{text(none)}</p>" if word else ""
        big = f"<p class=big data-news><span class=says>{text(word or none)}</span></p>"
        return f'<div class="card place">{title}{big}{more}</div>'
    table, person = place.table, hall.people[number]
    seats = _seats(hall, table, form)
    mine = [f"{seat.sign.html} {text(seat.sign.colour)}" for seat in seats if seat.number == number]
    notes = f"<p class=chip>{text(_('fixed table'))}</p>" if person.fixed_table == table.number else ""
    if number in hall.expelled:
        notes += f'<p class="chip warn">{text(hall.gone(number))}</p>'
    if table.end is not None:
        total = brought((seat.points for seat in table.seats if seat.number == number), hall.two_colours)
        earned = "–" if total is None else text(total.sum) or points(str(total.value))
        notes += f"<p class=got>{text(labelled(_('Your points')))} <b>{earned}</b></p>"
        if table.end == "adjourned":
            notes += f'<p class="chip warn">{text(_("adjourned"))}</p>'
    met = matches.of_table(hall.matches, table.number)
    return (
        f'<div class="card place">{title}{met}<p class=big data-news><span class=word>{text(_("Table"))} </span>'
        f"<span class=no>{table.number}</span></p><p class=seat>{', '.join(mine)}</p>"
        f"{_beside(hall, table, number)}{around(table, seats, number, hall.counter_clockwise)}{notes}"
        f"{_doors(hall, table, number, form, token)}</div>"
    )


def _beside(hall: Hall, table: TableShown, number: int) -> str:
    """Return a player's team and board, and their partner at the table; nothing where everybody plays alone."""
    person = hall.people[number]
    words = [f"<b>{text(person.in_team)}</b>"] if person.in_team else []
    seated = [seat.number for seat in table.seats]
    names = [mate.name for mate in shown_names.partners(number, seated, hall.people, teams.sides(hall.tournament))]
    if names:
        words.append(text(_("Partner: %(names)s") % {"names": ", ".join(names)}))
    if not words:
        return ""
    advice = teams.no_advice(hall.tournament)
    more = f"<p class=advice>{text(advice)}</p>" if advice else ""
    return f"<p class=partner>{' · '.join(words)}</p>{more}"


def _seats(hall: Hall, table: TableShown, form: Variant) -> list[Seat]:
    """Return the seats of a table of the newest round: made once for all who sit there."""
    key = "seats", form.language, form.query, table.number
    seats: list[Seat] | None = hall.parts.get(key)
    if seats is None:
        link = tables.person_link(hall.tournament.slug, form, hall.people, seated=True)
        seats = seats_of(table, link, hall.colours, form.language, hall.two_colours)
        if len(hall.parts) >= MOST_PARTS:
            hall.parts.clear()
        hall.parts[key] = seats
    return seats


def _doors(hall: Hall, table: TableShown, number: int, form: Variant, token: str) -> str:
    """Return the ways on from one's table: to report, to the cards in one's hand, to the sand-glass, to the game."""
    suffix = form.suffix
    doors = ""
    if token and hall.reports and hall.tournament.published:
        word = _("Report the result") if table.end is None else _("The report of this table")
        doors += f'<p><a class=button href="{reverse("report", args=[token])}{suffix}">{text(word)}</a></p>'
    if token and table.end is None and hall.tournament.published:
        if hall.tournament.game == "kwartet":
            doors += f'<p><a class=button href="hand/{suffix}">{text(_("My cards"))}</a></p>'
        if hall.moves and hall.tournament.has_engine:
            address = reverse("own_game", args=[token])
            doors += f'<p><a class="button plain" href="{address}{suffix}">{text(_("Enter the moves"))}</a></p>'
        if hall.tournament.has_engine:
            doors += f'<p><a class="button plain" href="glass/{suffix}">{text(_("Sand-glass"))}</a></p>'
    if table.game and hall.round is not None:
        seat = next(seat.position for seat in table.seats if seat.number == number)
        where = [hall.tournament.slug, hall.round.number, table.number]
        to_game = f"{reverse('table', args=where)}?seat={seat}{f'&amp;{text(form.carried)}' if form.carried else ''}"
        word = _("Look at the game") if table.end is not None else _("Follow the game")
        picture = ""
        if (game := hall.boards.get(table.number)) is not None:
            source = reverse("table_diagram", args=[*where, game.plies]) + suffix
            picture = f'<a class=own-board href="{to_game}" tabindex=-1 aria-hidden=true>'
            picture += f'<img src="{text(source)}" width=320 height=320 alt=""></a>'
            if game.live:
                said = _("noted up to move %(ply)s") if table.over else _("being played, move %(ply)s")
                words = said % {"ply": game.plies}
                picture = f"<p class=chip>{text(words)}</p>{picture}"
        doors += f'{picture}<p><a class="button plain" href="{to_game}">{text(word)}</a></p>'
    return doors


def _rank_card(hall: Hall, number: int, far: str) -> str:
    row, shown = hall.ranks.get(number), hall.standings
    if row is None or shown is None:
        return ""
    earned = "" if row.nothing_yet else places.counted(Fraction(row.points))
    chip = note = ""
    rank = text(_("Rank %(rank)s") % {"rank": row.rank})
    if row.waits:
        rank = "–" if row.nothing_yet else f"<i class=wait>{rank}</i>"
        note = (
            _("Your table has no result yet.")
            if row.nothing_yet
            else _("Your table has no result yet; the rank counts the points so far.")
        )
        note = f"<p class=waits>{text(note)}</p>"
    far = f"<p class=far>{text(far[:1].upper() + far[1:])}</p>" if far else ""
    # later the rounds say it, each beside what it brought
    off = tables.penalties(row.penalties) if len(hall.rounds) < 2 else ""
    off = f"<p>{off.strip()}</p>" if off else ""
    group = f"<p>{text(hall.in_parts[number])}</p>" if number in hall.in_parts else ""
    if shown.warning:
        chip = f' <span class="chip warn">{text(shown.warning)}</span>'
    return (
        f"<div class=card><h3>{text(shown.after_title)}</h3>"
        f"<p class=big>{rank}</p>{note}{group}"
        f"<p>{text(earned)}{chip}</p>{cells.start_line(row)}{off}{far}"
        f"{matches.team_place(shown, hall.people[number])}</div>"
    )


def _rounds_card(hall: Hall, number: int, form: Variant) -> str:
    """Return the rounds so far, the newest first: before the second there is nothing that the table does not say."""
    row = hall.ranks.get(number)
    if row is None or len(hall.rounds) < 2:
        return ""
    left = hall.people[number].left
    # after a withdrawal rounds go on to count where the lowest score wins; others are among row.not_in
    newest = hall.rounds[-1].number if left is None else min(max(left, len(row.trail)), hall.rounds[-1].number)
    tournament, ways = hall.tournament, hall.ways.get(number, {})
    lines = player_rounds.lines(
        tournament.slug, form, row, ways, newest, hall.people, hall.colours, hall.two_colours, hall.round_names
    )
    return f"<div class=card><h3>{text(_('Rounds'))}</h3>{lines}</div>"
