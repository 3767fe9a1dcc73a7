"""The share card: the picture that a link to a tournament brings along, made here and sent by nobody else."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from PIL import Image, ImageDraw, ImageFont

from games.core.svg import SIGNS
from tournaments.domain import schedule
from tournaments.models import Series, Tournament
from tournaments.printing.typeface import FONTS as PAPERS
from tournaments.printing.typeface import RIGHT_TO_LEFT, written
from tournaments.selectors import clubs, labels, seasons
from tournaments.selectors.events import public
from tournaments.selectors.events.explanations import insight
from tournaments.selectors.games import replays
from tournaments.selectors.people.teams import team_list, teams_without_result
from tournaments.selectors.site import listing
from tournaments.selectors.standings.standings import StandingsShown
from tournaments.sentences.points import earned, readable
from tournaments.views.public.page import Page
from tournaments.views.public.replays import at_ply, game_there
from tournaments.views.public.tournament import STEPS, podium
from tournaments.web import variants
from tournaments.web.conditional import public_page, said_in, site_page, unless_known
from tournaments.web.games import pictures

WIDTH, HEIGHT, EDGE = 1200, 630, 80
# as in static/tournaments/tokens.css
PAPER, INK, SOFT, ACCENT, TINT, SUNK = "#f5f4f0", "#172024", "#535e66", "#0b5d59", "#dff0ec", "#eceae3"
# the site's typeface lies in two files, for the sake of browsers
FONTS = Path(__file__).resolve().parents[2] / "static/tournaments/fonts"
LATIN, OTHER = FONTS / "inter-latin.woff2", FONTS / "inter-greek-cyrillic.woff2"
# the papers' typeface has what the site's has not: Hebrew and Arabic letters, and others
WIDER = PAPERS / "DejaVuSansCondensed-Bold.ttf"
BOLD = 700
LEAD = 1.15
SMALLER = 0.62
"""A text that is too long for its line is drawn smaller, down to this, before it is cut."""
LINES = 4
"""The first lines of standings on a card; where more share a rank, they go on to STEPS."""
ROWS_TOP, ROWS_ROOM = 268, 234
"""Where the lines of a card begin, and their room above the day."""
GAMES_OF_FOUR = ("quarto", "quaro", "kwartet", "quatro-chess")
# the four seats around the table: the site's sign
SEATS = (
    ((110, 260, 210, 300), SIGNS["white"].fill),
    ((20, 110, 60, 210), SIGNS["red"].fill),
    ((110, 20, 210, 60), SIGNS["black"].fill),
    ((260, 110, 300, 210), SIGNS["green"].fill),
)


@site_page
def card(request: HttpRequest, form: variants.Variant, slug: str) -> HttpResponse:
    """Show a PNG of 1200 × 630 with name, game, day and place, and the podium once there is one. Of public tournaments
    only, with the names that everyone may read."""
    tournament = public.published().filter(slug=slug).first()
    if tournament is None:
        raise Http404
    return _sent(request, form, facts(tournament), winners(tournament, form) if tournament.is_over else ())


@site_page
def site_card(request: HttpRequest, form: variants.Variant) -> HttpResponse:
    """Show the card of the site: of its first page, and of whatever has none of its own."""
    lines = _("Tournaments for the games of four"), "Viertal", " · ".join(map(public.game_name, GAMES_OF_FOUR))
    return _sent(request, form, lines)


@site_page
def club_card(request: HttpRequest, form: variants.Variant, slug: str) -> HttpResponse:
    """Show a club's card: its name, and what runs there now or comes next. The only club's is that of the site."""
    club = clubs.shown(slug)
    if club is None:
        raise Http404
    if club.only:
        return redirect("site_card")
    near = listing.overview(timezone.localdate(), club=club.club.pk)
    events = [*near.running, *(event for line in near.coming for event in line.events)]
    lines = club.club.name, _("Club"), _next(events[0].name, events[0].starts) if events else ""
    return _sent(request, form, lines)


@site_page
def season_card(request: HttpRequest, form: variants.Variant, slug: str) -> HttpResponse:
    """Show a season's card: its name, and its next tournament."""
    season = Series.objects.filter(slug=slug, published=True).first()
    if season is None:
        raise Http404
    event = seasons.next_event(season)
    lines = season.name, _("Season"), _next(event.name, event.starts) if event else ""
    return _sent(request, form, lines)


def _next(name: str, starts: date) -> str:
    return f"{name}\n{formats.date_format(starts, pgettext('date format', 'j F Y'))}"


def _sent(
    request: HttpRequest,
    form: variants.Variant,
    lines: tuple[str, str, str],
    first: tuple[tuple[int, str, str], ...] = (),
) -> HttpResponse:
    tag = f'"{hashlib.blake2b(repr((lines, first, variants.code_version())).encode(), digest_size=12).hexdigest()}"'
    sent = unless_known(request, tag, lambda: HttpResponse(picture(*lines, first), content_type="image/png"))
    return said_in(form, sent)  # asked for each time: the address may be another tournament's by then


@public_page("image/png")
def standings_card(tournament: Tournament, form: variants.Variant) -> bytes:
    """Show who stands first, and after which round: the names that the page itself shows."""
    page = Page(tournament, form, "card")
    ranks = page.standings()
    if ranks is None or not ranks.rows:
        raise Http404
    rows = _team_lines(page, ranks) if ranks.teams else _player_lines(page, ranks)
    name, game, _when = facts(tournament)
    when = " · ".join(filter(None, (ranks.after_title, ranks.warning)))
    return picture(name, game, when, rows)


def _player_lines(page: Page, ranks: StandingsShown) -> tuple[tuple[int, str, str], ...]:
    """Return the first players: rank, name and points. Who has no result yet has no rank either."""
    ranked = [row for row in ranks.rows if not row.nothing_yet]
    shown, more = whole_ranks([row.rank for row in ranked])
    people = page.narrowed({row.player for row in ranked[:shown]}).people
    first = [(row.rank, people[row.player].name, earned(row.points)) for row in ranked[:shown]]
    return _with_others(first, more)


def _team_lines(page: Page, ranks: StandingsShown) -> tuple[tuple[int, str, str], ...]:
    """Return the first teams: rank, name and points."""
    waits = any("waits" in line for line in ranks.teams)
    silent = teams_without_result(insight(page.tournament.pk, ranks.after_round)) if waits else frozenset()
    names = {team.key: team.name for team in team_list(page.tournament.pk)}
    ranked = [line for line in ranks.teams if line["team"] in names and line["team"] not in silent]
    shown, more = whole_ranks([line["rank"] for line in ranked])
    first = [(line["rank"], names[line["team"]], earned(line["points"])) for line in ranked[:shown]]
    return _with_others(first, more)


def whole_ranks(ranks: Sequence[int]) -> tuple[int, int]:
    """Return how many of these ranks a card shows, and how many more share the last of them: no tie ends unsaid."""
    end = min(LINES, len(ranks))
    while 0 < end < len(ranks) and ranks[end] == ranks[end - 1]:
        end += 1
    return (end, 0) if end <= STEPS else (STEPS - 1, end - STEPS + 1)


def _with_others(first: list[tuple[int, str, str]], more: int) -> tuple[tuple[int, str, str], ...]:
    """Return the lines, with one that counts those who share the last rank and have none of their own."""
    if not more:
        return tuple(first)
    return (*first, (first[-1][0], ngettext("and %(count)s more", "and %(count)s more", more) % {"count": more}, ""))


@public_page("image/png")
def table_card(tournament: Tournament, form: variants.Variant, number: int, table: int) -> bytes:
    """Show a position of a table's game beside who plays it: the newest of a live one; of one that is over a position
    on the way, for the picture must not tell the end."""
    shown, game = game_there(tournament, number, table)
    now = at_ply(game, game.plies if game.live else game.plies * 2 // 3)
    page = Page(tournament, form, "card", only={seat.number for seat in shown.seats})
    seats = []
    for position, taken in enumerate(shown.seats, 1):
        person = page.people.get(taken.number)
        seats.append((labels.seat(page.colours, position, form.language)[2], person.name if person else ""))
    round_, at = _("Round %(number)s") % {"number": number}, _("Table %(number)s") % {"number": table}
    return position_picture(tournament.name, f"{round_} · {at}", tuple(seats), pictures.drawn(replays.picture(now)))


@lru_cache(maxsize=32)
def position_picture(name: str, where: str, seats: tuple[tuple[str, str], ...], board: bytes) -> bytes:
    """Return a card with a drawn position at the left, and who sits where at the right."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, HEIGHT - 14, WIDTH, HEIGHT), fill=ACCENT)
    with Image.open(BytesIO(board)) as drawn:
        shown = drawn.convert("RGB")
    shown.thumbnail((560, 520), Image.Resampling.LANCZOS)
    image.paste(shown, (48, (HEIGHT - 14 - shown.height) // 2))
    left = 48 + shown.width + 48
    room = WIDTH - left - 48
    _say(draw, where, 40, ACCENT, left, 64, room)
    _say(draw, name, 48, INK, left, 124, room, 150)
    for at, (seat, player) in enumerate(seats):
        y = 284 + at * 78
        _say(draw, seat, 26, SOFT, left, y, room)
        _say(draw, player, 38, INK, left, y + 30, room)
    output = BytesIO()
    image.quantize(64).save(output, "PNG", optimize=True)
    return output.getvalue()


def facts(tournament: Tournament) -> tuple[str, str, str]:
    """Return the name, the game, and the day with the place; before the end with the hour, and the place below it."""
    day = formats.date_format(tournament.starts, pgettext("date format", "j F Y"))
    hours = None if tournament.is_over else schedule.span(tournament.starts, tournament.schedule)
    if hours:
        day = f"{day}, {timezone.localtime(hours[0]):%H:%M}"
    parts = [day, tournament.venue] if tournament.venue else [day]
    return (
        tournament.name,
        public.game_name(tournament.game, tournament.options),
        (" · " if tournament.is_over else "\n").join(parts),
    )


def winners(tournament: Tournament, form: variants.Variant) -> tuple[tuple[int, str, str], ...]:
    """Return who came first, second and third: rank, name and points; nobody before the order is final."""
    page = Page(tournament, form, "card")
    ranks = page.standings(first=STEPS + 1)
    page = page.narrowed({row.player for row in ranks.rows} if ranks else set())
    return tuple((step.rank, step.name, readable(step.worth)) for step in podium(page, ranks))


@lru_cache(maxsize=64)
def picture(name: str, game: str, when: str, first: tuple[tuple[int, str, str], ...] = ()) -> bytes:
    """Return the card as PNG, of few colours so that it stays small."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, HEIGHT - 14, WIDTH, HEIGHT), fill=ACCENT)
    _logo(draw, WIDTH - EDGE - 150, 56, 150)
    room = WIDTH - 2 * EDGE
    _say(draw, game, 52, ACCENT, EDGE, 84, room - 230)
    if first:
        _say(draw, name, 60, INK, EDGE, 178, room - 190, 92)
        _steps(draw, first)
    else:
        _say(draw, name, 88, INK, EDGE, 196, room, 236)
    lines = when.split("\n")
    for at, line in enumerate(lines, 1 - len(lines)):
        _say(draw, line, 44, SOFT, EDGE, HEIGHT - 116 + 58 * at, room)
    output = BytesIO()
    image.quantize(48).save(output, "PNG", optimize=True)
    return output.getvalue()


def _steps(draw: ImageDraw.ImageDraw, first: tuple[tuple[int, str, str], ...]) -> None:
    """Draw the podium as lines: the rank in its circle, the name, the points at the right. Many are drawn smaller."""
    size = 48 if len(first) <= 3 else min(34, int(ROWS_ROOM / len(first) / 1.5))
    figure = max(size - 14, 18)
    for at, (rank, name, worth) in enumerate(first):
        y = ROWS_TOP + at * round(size * 1.5)
        disc = (EDGE, y, EDGE + size * 1.25, y + size * 1.25)
        draw.ellipse(disc, fill=ACCENT if rank == 1 else SUNK)
        number, paint = str(rank), "#fff" if rank == 1 else INK
        left = EDGE + size * 0.625 - _length(number, figure) / 2
        _say(draw, number, figure, paint, round(left), y + round((size * 1.25 - figure) / 2 - size * 0.1), 100)
        wide = round(_length(worth, size))
        _say(
            draw,
            name,
            size,
            INK,
            EDGE + round(size * 1.7),
            y,
            WIDTH - 2 * EDGE - 32 - round(size * 1.7) - wide,
            round(size * 1.5),
        )
        _say(draw, worth, size, INK, WIDTH - EDGE - wide, y, wide + 1)


def _logo(draw: ImageDraw.ImageDraw, x: int, y: int, size: int) -> None:
    scale = size / 320

    def box(corners: tuple[int, int, int, int]) -> tuple[float, float, float, float]:
        left, top, right, bottom = corners
        return x + left * scale, y + top * scale, x + right * scale, y + bottom * scale

    draw.rounded_rectangle(box((90, 90, 230, 230)), 40 * scale, TINT, ACCENT, 6)
    for corners, colour in SEATS:
        draw.rounded_rectangle(box(corners), 20 * scale, colour, SOFT, 2)


def _say(
    draw: ImageDraw.ImageDraw, words: str, size: int, colour: str, x: int, y: int, room: int, tall: int = 0
) -> None:
    """Draw a text in lines that are ``room`` wide and ``tall`` together, or in one. Where it is too long it is drawn
    smaller, in as many lines as then have room; at last it is cut."""
    shown = "".join(c if can_draw(c) else "-" for c in words)
    tall = tall or round(size * LEAD)
    for smaller in range(size, round(size * SMALLER) - 1, -2):
        most = max(1, int(tall / (smaller * LEAD)))
        lines = _lines(shown, smaller, room)
        if len(lines) <= most and all(_length(line, smaller) <= room for line in lines):
            break
    else:
        lines = [part for line in lines for part in _torn(line, smaller, room)] if most > 1 else lines
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    # where one line is meant, its middle stays where it is
    top = y if tall >= 2 * size * LEAD else y + (size - smaller * (1 + LEAD * (len(lines) - 1))) / 2
    for at, line in enumerate(lines):
        while _length(line, smaller) > room and len(line) > 2:
            line = line.removesuffix("…")[:-1] + "…"
        left = float(x)
        for file, part in _runs(line):
            draw.text((left, top + at * smaller * LEAD), part, fill=colour, font=_font(file, smaller), anchor="la")
            left += _font(file, smaller).getlength(part)


def _lines(words: str, size: int, room: int) -> list[str]:
    """Return the text in lines, each as full as its words let it be."""
    lines = [""]
    for word in words.split():
        tried = f"{lines[-1]} {word}".strip()
        if _length(tried, size) <= room or not lines[-1]:
            lines[-1] = tried
        else:
            lines.append(word)
    return lines


def _torn(line: str, size: int, room: int) -> list[str]:
    """Return a line in pieces that have room; only a word longer than a line has several."""
    pieces = [""]
    for letter in line:
        if _length(pieces[-1] + letter, size) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def _runs(line: str) -> list[tuple[Path, str]]:
    """Return the line in the order in which it is drawn, in pieces that one file of letters can draw."""
    return [(file, "".join(letters)) for file, letters in groupby(written(line), key=_file)]


def _file(letter: str) -> Path:
    inter = OTHER if "\u0370" <= letter <= "\u052f" else LATIN
    return inter if letter.isspace() or _has(inter, letter) else WIDER


def _length(line: str, size: int) -> float:
    return sum(_font(file, size).getlength(part) for file, part in _runs(line))


@lru_cache(maxsize=64)
def _font(file: Path, size: int) -> ImageFont.FreeTypeFont:
    if file == WIDER:  # its letters come joined and in their order; to do so twice would undo it
        return ImageFont.truetype(str(file), size, layout_engine=ImageFont.Layout.BASIC)
    font = ImageFont.truetype(str(file), size)
    font.set_variation_by_axes([BOLD])
    return font


def can_draw(letter: str) -> bool:
    """Tell whether there are letters to draw it with. What there is none for is drawn as a dash."""
    return letter.isspace() or bool(RIGHT_TO_LEFT.match(letter)) or _has(_file(letter), letter)


@lru_cache(maxsize=2048)
def _has(file: Path, letter: str) -> bool:
    font = _font(file, 32)
    return bytes(font.getmask(letter)) != bytes(font.getmask("\U000f0000"))
