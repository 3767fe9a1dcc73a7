"""Static files: those that pages use are found, and those that pages load together are kept as one, so that a first
visit asks for few files and more is compressed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib.staticfiles.finders import AppDirectoriesFinder
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

_REFERENCE = "drf_spectacular_sidecar"
UNUSED = (
    f"{_REFERENCE}/redoc/*",
    f"{_REFERENCE}/swagger-ui-dist/oauth2-redirect.*",
    f"{_REFERENCE}/swagger-ui-dist/swagger-ui-standalone-preset.*",
    f"{_REFERENCE}/swagger-ui-dist/favicon-*",
)
"""Patterns of paths. Of the API's reference page one script and one style are used."""


class UsedFiles(AppDirectoriesFinder):
    """The files of all apps but those that no page asks for."""

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[Any]:
        """Return path and storage of each file."""
        return iter(super().list([*(ignore_patterns or ()), *UNUSED]))


_FOLDER = "tournaments/"
BUNDLES = {
    "page.css": ("tokens.css", "site.css", "parts.css", "print.css"),
    "first_page.css": ("front.css", "town.css"),
    "first_page.js": ("live.js", "clock.js"),
    "evening.css": ("hall.css", "clubs.css"),
    "evening.js": ("delta.js", "live.js", "clock.js", "me.js"),
    "featured_board.css": ("board.css", "games.css"),
    "featured_board.js": ("board.js", "film.js", "featured.js"),
    "replay_page.css": ("board.css", "replay.css"),
    "replay_page.js": ("board.js", "film.js", "film_words.js", "share.js", "marks.js", "replay.js"),
}
"""What is written when static files are collected: a file, and those that it is made of, in the order in which a page
would load them. All stand in one folder, so addresses inside them stay right."""


class Bundles(CompressedManifestStaticFilesStorage):
    """The storage of collected files: bundles beside them, then names by content, and all compressed."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Write the bundles, then do with them as with every file. Raises KeyError where a part is not there."""
        for name, parts in BUNDLES.items():
            if not dry_run:
                content = joined({part: _read(*paths[_FOLDER + part]) for part in parts})
                self.delete(_FOLDER + name)
                self._save(_FOLDER + name, ContentFile(content))
                paths[_FOLDER + name] = (self, _FOLDER + name)
        yield from super().post_process(paths, dry_run, **options)


def joined(parts: dict[str, bytes]) -> bytes:
    """Return the bundle of these files. An error at the start of one script is reported as it would be on a page that
    loads each for itself, and those after it run."""
    return b"\n".join(
        b"try{\n" + content + b"\n}catch(error){setTimeout(()=>{throw error})}" if name.endswith(".js") else content
        for name, content in parts.items()
    )


def _read(storage: Any, path: str) -> bytes:
    """Return what stands in a file; of a style sheet without its comments, a sixth of what is sent."""
    with storage.open(path) as file:
        content = bytes(file.read())
    return re.sub(rb"/\*.*?\*/\s*", b"", content, flags=re.DOTALL) if path.endswith(".css") else content
