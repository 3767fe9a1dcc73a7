"""The documents as a site: `make docs` builds it, and a dead link is an error. See decisions/markdown.md."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING

from docutils import nodes

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "Viertal"
author = "Viertal"
extensions = ["myst_parser"]
root_doc = "README"
source_suffix = {".md": "markdown"}
include_patterns = ["*.md", "docs/**.md", "tests/README.md", "tournaments/handbook/*.en.md"]
myst_heading_anchors = 4
html_theme = "furo"
html_title = "Viertal"
html_copy_source = False
html_show_sphinx = False
nitpicky = True

LINK = re.compile(r"\]\(([^)#:\s]+\.md)(?:#[^)\s]*)?\)")
HANDBOOK = Path(__file__).parents[1] / "tournaments" / "handbook"
HIDDEN = "\n```{{toctree}}\n:hidden:\n{caption}\n{pages}\n```\n"


def contents(text: str, folder: str = "") -> str:
    """Return tables of contents: one for each heading of a page that lists others, from its own links."""
    tables, taken = "", set[str]()
    for part in re.split(r"^#+ ", text, flags=re.MULTILINE)[1:]:
        caption, _line, body = part.partition("\n")
        pages = [page for page in dict.fromkeys(LINK.findall(body)) if page not in taken]
        taken.update(pages)
        if pages:
            rows = "\n".join(normpath(folder + page) for page in pages)
            tables += HIDDEN.format(caption=f":caption: {caption}\n", pages=rows)
    return tables


def add_contents(app: Sphinx, docname: str, source: list[str]) -> None:
    if docname == root_doc:
        pages = "docs/README.md\nCHANGELOG.md\nSECURITY.md\nCONTRIBUTING.md"
        listed = (app.srcdir / "docs/README.md").read_text("utf-8")
        source[0] += HIDDEN.format(caption="", pages=pages) + contents(listed, "docs/")
    elif docname == "docs/decisions/README":
        source[0] += contents(source[0])
    elif docname.startswith("tournaments/handbook/"):
        source[0] = plain(source[0])


def plain(chapter: str) -> str:
    """Return a chapter of the handbook as a page of this site: its words in English, its pictures, its own links."""
    chapter = re.sub(r"\*\*(?:[^*|]*\|(?!\|))?([^*|]+)(?:\|\|[^*]+)?\*\*", r"**\1**", chapter)
    chapter = re.sub(r"%\(\w+\)[sd]|%[sd]", "1", chapter)
    chapter = re.sub(r"!\[([^]]*)\]\(([\w-]+)\)", picture, chapter)
    chapter = re.sub(r"\]\(\.\./([\w-]+)/(?:#[\w-]+)?\)", r"](\1.en.md)", chapter)
    return re.sub(r"\[([^]]+)\]\(/[^)]*\)", r"\1", chapter)


def picture(found: re.Match[str]) -> str:
    files = (f"../static/tournaments/handbook/{found[2]}{tag}.webp" for tag in (".en", ""))
    file = next(name for name in files if (HANDBOOK / name).exists())
    return f"![{found[1]}]({file})"


def drop_anchors(_app: Sphinx, page: nodes.document) -> None:
    """Take the handbook's own anchors, ``{#pair}``, out of its headings: links to them are made already."""
    for title in page.findall(nodes.title):
        last = title.children[-1]
        if isinstance(last, nodes.Text):
            title.replace(last, nodes.Text(re.sub(r"\s*\{#[\w-]+\}$", "", last)))


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", drop_anchors, priority=1)
    app.connect("source-read", add_contents)
