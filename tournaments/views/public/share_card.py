"""The share card: the picture that a link to a tournament brings along, made here and sent by nobody else."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import formats, translation
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe
from PIL import Image, ImageDraw, ImageFont

from games.core.signs import SIGNS
from tournaments.models import Tournament
from tournaments.selectors import public
from tournaments.web import variants
from tournaments.web.conditional import form_of

WIDTH, HEIGHT, EDGE = 1200, 630, 80
PAPER, INK, SOFT, ACCENT = "#f6f5f1", "#182024", "#566069", "#0c5f5b"
# the four seats around the table: the site's sign
SEATS = (
    ((110, 260, 210, 300), SIGNS["white"].fill),
    ((20, 110, 60, 210), SIGNS["red"].fill),
    ((110, 20, 210, 60), SIGNS["black"].fill),
    ((260, 110, 300, 210), SIGNS["green"].fill),
)


@require_safe
def card(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a PNG of 1200 × 630 with name, game, day and place. Of public tournaments only."""
    form = form_of(request)
    tournament = public.published().filter(slug=slug).only("name", "game", "starts", "venue").first()
    if tournament is None:
        raise Http404
    with translation.override(form.language):
        lines = facts(tournament)
    tag = f'"{hashlib.blake2b(repr((lines, variants.code_version())).encode(), digest_size=12).hexdigest()}"'
    if variants.matches(request.META.get("HTTP_IF_NONE_MATCH", ""), tag):
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(picture(*lines), content_type="image/png")
    response.headers["ETag"] = tag
    response.headers["Cache-Control"] = "no-cache"  # the address may be another tournament's by then
    response.headers["Vary"] = "Accept-Language"
    return response


def facts(tournament: Tournament) -> tuple[str, str, str]:
    """Return the name, the game, and the day with the place."""
    day = formats.date_format(tournament.starts, pgettext("date format", "j F Y"))
    return (
        tournament.name,
        public.game_name(tournament.game),
        f"{day} · {tournament.venue}" if tournament.venue else day,
    )


@lru_cache(maxsize=64)
def picture(name: str, game: str, when: str) -> bytes:
    """Return the card as PNG, of few colours so that it stays small."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, HEIGHT - 14, WIDTH, HEIGHT), fill=ACCENT)
    _logo(draw, WIDTH - EDGE - 150, 56, 150)
    room = WIDTH - 2 * EDGE
    _say(draw, game, 52, ACCENT, EDGE, 96, room - 230, 1)
    _say(draw, name, 88, INK, EDGE, 232, room, 2)
    _say(draw, when, 44, SOFT, EDGE, HEIGHT - 120, room, 1)
    output = BytesIO()
    image.quantize(48).save(output, "PNG", optimize=True)
    return output.getvalue()


def _logo(draw: ImageDraw.ImageDraw, x: int, y: int, size: int) -> None:
    scale = size / 320

    def box(corners: tuple[int, int, int, int]) -> tuple[float, float, float, float]:
        left, top, right, bottom = corners
        return x + left * scale, y + top * scale, x + right * scale, y + bottom * scale

    draw.rounded_rectangle(box((90, 90, 230, 230)), 40 * scale, "#e3f0ed", ACCENT, 6)
    for corners, colour in SEATS:
        draw.rounded_rectangle(box(corners), 20 * scale, colour, SOFT, 2)


def _say(draw: ImageDraw.ImageDraw, words: str, size: int, colour: str, x: int, y: int, room: int, most: int) -> None:
    """Draw a text in at most ``most`` lines, the last one cut where there is more."""
    font = _font(size)
    lines = [""]
    for word in "".join(c if can_draw(c) else "□" for c in words).split():
        tried = f"{lines[-1]} {word}".strip()
        if draw.textlength(tried, font) <= room or not lines[-1]:
            lines[-1] = tried
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]} …"]
    for at, line in enumerate(lines):
        while draw.textlength(line, font) > room and len(line) > 2:
            line = line.removesuffix("…")[:-1] + "…"
        draw.text((x, y + at * size * 1.15), line, fill=colour, font=font)


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont:
    # found without importing it: the package brings the file, and code that nobody needs
    spec = find_spec("font_manrope")
    assert spec is not None and spec.origin is not None
    return ImageFont.truetype(str(Path(spec.origin).parent / "files" / "Manrope-Bold.ttf"), size)


@lru_cache(maxsize=1024)
def can_draw(letter: str) -> bool:
    """Tell whether the typeface has the letter: Latin, Greek and Cyrillic. What it has not is drawn as a box."""
    font = _font(32)
    return letter.isspace() or bytes(font.getmask(letter)) != bytes(font.getmask("\U000f0000"))
