"""Pictures that people bring: read with care, and drawn anew, so that nothing of the file itself is ever sent on."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageOps, UnidentifiedImageError

MAX_BYTES = 1024 * 1024
MAX_SIDE = 4000
WIDTH, HEIGHT = 384, 160
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")

PHOTO_BYTES = 12 * 1024 * 1024
PHOTO_POINTS = 64_000_000
PHOTO_SIDE = 2000
PHOTO_FORMATS = ("JPEG", "PNG", "WEBP")
"""What a phone's camera makes; it stays readable at that size."""


def small_png(content: bytes) -> bytes:
    """Draw a picture anew as a small PNG. Raises ValueError for what is no picture, or a very large one."""
    if len(content) > MAX_BYTES:
        raise ValueError("bytes")
    try:
        with Image.open(BytesIO(content), formats=FORMATS) as picture:
            # before a single point of it is unpacked
            if max(picture.size) > MAX_SIDE:
                raise ValueError("side")
            drawn = picture.convert("RGBA")
            drawn.thumbnail((WIDTH, HEIGHT))
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError("picture") from error
    out = BytesIO()
    drawn.save(out, "PNG", optimize=True)
    return out.getvalue()


def photo_jpeg(content: bytes) -> bytes:
    """Draw a photo anew as a JPEG that is not too large, the right way up, without where and when it was taken.

    Raises ValueError for what is no photo, or a very large one.
    """
    if len(content) > PHOTO_BYTES:
        raise ValueError("bytes")
    try:
        with Image.open(BytesIO(content), formats=PHOTO_FORMATS) as picture:
            # before a single point of it is unpacked
            if picture.width * picture.height > PHOTO_POINTS:
                raise ValueError("points")
            picture.draft("RGB", (PHOTO_SIDE, PHOTO_SIDE))
            turned = ImageOps.exif_transpose(picture)
            drawn = Image.new("RGB", turned.size, "white")
            flat = turned.convert("RGBA")
            drawn.paste(flat, mask=flat.getchannel("A"))
            drawn.thumbnail((PHOTO_SIDE, PHOTO_SIDE))
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError) as error:
        raise ValueError("photo") from error
    out = BytesIO()
    drawn.save(out, "JPEG", quality=80, optimize=True)
    return out.getvalue()
