"""Pictures that people bring: read with care, and drawn anew, so that nothing of the file itself is ever sent on."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, UnidentifiedImageError

MAX_BYTES = 1024 * 1024
MAX_SIDE = 4000
WIDTH, HEIGHT = 384, 160
FORMATS = ("PNG", "JPEG", "WEBP", "GIF")


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
