"""A club's colour, whatever it is, made readable on the site's paper and slate. Pure; contrast as WCAG 2 counts it."""

from __future__ import annotations

import re
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import dataclass

HEX = re.compile(r"#[0-9a-f]{6}")
TEXT = 4.5
"""The least contrast of text on its ground; lines and signs need 3, which follows."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """The paper or the slate of the site: its ``grounds`` and ``inks``. ``tint``: how much of a colour its tint has;
    ``on``: the text on a button."""

    grounds: tuple[str, str]
    inks: tuple[str, str]
    tint: float
    on: str
    darker: bool


DAY = Scheme(("#ffffff", "#f5f4f0"), ("#172024", "#535e66"), 0.12, "#ffffff", darker=True)
NIGHT = Scheme(("#192126", "#10161a"), ("#eae8e2", "#a5b0b7"), 0.18, "#0b1114", darker=False)
"""As tokens.css has them, which a test compares."""


@dataclass(frozen=True, slots=True)
class Accent:
    """A colour for text, lines and buttons, the text on these, and the tint of a chosen row."""

    accent: str
    on: str
    tint: str


def light(colour: str) -> float:
    """Return the relative luminance of a colour such as ``#1f6632``, 0 to 1."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first: str, second: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    low, high = sorted((light(first), light(second)))
    return (high + 0.05) / (low + 0.05)


def readable(colour: str, scheme: Scheme) -> Accent:
    """Return a colour for a scheme: itself where it can be read there, else as near to it as can be: darker by day,
    lighter by night, of the same hue. Raises ValueError for what is no colour."""
    if not HEX.fullmatch(colour):
        raise ValueError(colour)
    hue, lightness, saturation = rgb_to_hls(*_parts(colour))
    steps = [lightness + (0 - lightness if scheme.darker else 1 - lightness) * step / 100 for step in range(1, 101)]
    tries = [colour, *(_hex(*hls_to_rgb(hue, each, saturation)) for each in steps)]
    return next(made for made in (_accent(each, scheme) for each in tries) if _is_read(made, scheme))


def style_sheet(colour: str) -> str:
    """Return the style sheet of a club's pages: the site's own tokens with the club's values."""
    day, night = (_rule(readable(colour, scheme)) for scheme in (DAY, NIGHT))
    return f":root {day}\n@media screen and (prefers-color-scheme: dark) {{ :root {night} }}\n"


def _rule(accent: Accent) -> str:
    return f"{{ --accent: {accent.accent}; --on-accent: {accent.on}; --tint: {accent.tint} }}"


def _accent(colour: str, scheme: Scheme) -> Accent:
    """Return a colour with its tint: as much of it as lets everything on the tint be read."""
    share = scheme.tint
    while share > 0.01 and min(contrast(ink, _mixed(colour, scheme, share)) for ink in scheme.inks) < TEXT:
        share -= 0.01
    return Accent(colour, scheme.on, _mixed(colour, scheme, share))


def _is_read(made: Accent, scheme: Scheme) -> bool:
    beside = (*scheme.grounds, made.tint, made.on)
    return min(contrast(made.accent, ground) for ground in beside) >= TEXT


def _mixed(colour: str, scheme: Scheme, share: float) -> str:
    pairs = zip(_parts(colour), _parts(scheme.grounds[0]), strict=True)
    red, green, blue = (own * share + ground * (1 - share) for own, ground in pairs)
    return _hex(red, green, blue)


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _hex(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in (red, green, blue))
