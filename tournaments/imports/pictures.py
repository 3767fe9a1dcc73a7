"""Pictures that people bring: read with care, and drawn anew, so that nothing of the file itself is ever sent on.

Each states its size before a single point of it is unpacked; a larger one than the limit is refused by that.
"""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

from games.core.notices import Notice
from tournaments.imports.readers.lines import Unreadable

MAX_BYTES = 1024 * 1024
MAX_SIDE = 4000
WIDTH, HEIGHT = 384, 160
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")

PHOTO_BYTES = 12 * 1024 * 1024
PHOTO_POINTS = 24_000_000
"""Of a picture that is unpacked whole: at four bytes a point, 96 MB."""
REDUCED_POINTS = 64_000_000
"""Of a JPEG, which is unpacked at a fraction of its size; of a progressive one all is kept until its end."""
PHOTO_SIDE = 2000
PHOTO_FORMATS = ("JPEG", "PNG", "WEBP")
"""What a phone's camera makes; it stays readable at that size."""

_BROKEN = (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError)


def small_png(content: bytes) -> bytes:
    """Draw a picture anew as a small PNG. Raises Unreadable for what is no picture, or a very large one."""
    if len(content) > MAX_BYTES:
        raise Unreadable(Notice("logo-unusable"))
    try:
        with Image.open(BytesIO(content), formats=FORMATS) as picture:
            if max(picture.size) > MAX_SIDE:
                raise Unreadable(Notice("logo-unusable"))
            drawn = picture.convert("RGBA")
            drawn.thumbnail((WIDTH, HEIGHT))
    except _BROKEN as error:
        raise Unreadable(Notice("logo-unusable")) from error
    out = BytesIO()
    drawn.save(out, "PNG", optimize=True)
    return out.getvalue()


def photo_jpeg(content: bytes) -> bytes:
    """Draw a photo anew as a JPEG that is not too large, the right way up, without where and when it was taken.

    Raises Unreadable for what is no photo, or a very large one.
    """
    if len(content) > PHOTO_BYTES:
        raise Unreadable(Notice("photo-unusable"))
    try:
        with Image.open(BytesIO(content), formats=PHOTO_FORMATS) as picture:
            reduced = picture.format == "JPEG" and "progressive" not in picture.info
            most = REDUCED_POINTS if reduced else PHOTO_POINTS
            if picture.width * picture.height > most:
                raise Unreadable(Notice("photo-points", most=most // 1_000_000))
            picture.draft("RGB", (PHOTO_SIDE, PHOTO_SIDE))
            whole = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
            whole.thumbnail((PHOTO_SIDE, PHOTO_SIDE))
            flat = ImageOps.exif_transpose(whole).convert("RGBA")
            drawn = Image.new("RGB", flat.size, "white")
            drawn.paste(flat, mask=flat.getchannel("A"))
    except _BROKEN as error:
        raise Unreadable(Notice("photo-unusable")) from error
    out = BytesIO()
    drawn.save(out, "JPEG", quality=80, optimize=True)
    return out.getvalue()
