"""The part of a public page that changes, as a tree like the one that a browser makes of it.

Pages leave out end tags that HTML lets one leave out (`tables`), so the tree is made by the rules of the standard for
what our pages use. What they do not use (scripts, misnested or foster-parented elements, comments) raises `Unreadable`:
a tree is right or it is none. Rows with an id are only read further when somebody asks what is in them.
"""

from __future__ import annotations

import re
from html import unescape

REGION = re.compile(r"<div (?:[^>]*? )?data-live(?=[ >])")
TITLE = re.compile(r"<title>([^<]*)</title>")
ASSET = re.compile(r'<(?:link rel="stylesheet" href|script src)="([^"]+)"')
TOKEN = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>|([^<]+)")
ATTRIBUTE = re.compile(r"([^\s=>/\"']+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+)))?")
ROW_END = re.compile(r"</tr>|<(?=(?:tr|/?tbody|/?thead|/?tfoot|/table)\b)")
TAG = re.compile(r"<[^>]*>")

VOID = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"))
FOREIGN = frozenset(
    ("iframe", "math", "noscript", "plaintext", "script", "style", "template", "textarea", "title", "xmp")
)
SECTIONS = frozenset({"thead", "tbody", "tfoot"})
CELLS = frozenset({"td", "th"})
# whose end tag may be left out where the parent ends
OPTIONAL = SECTIONS | CELLS | {"tr", "li", "dt", "dd", "p", "option"}
# what a start tag ends, innermost first, when it stands on top
ENDS = {
    "li": frozenset({"li"}),
    "dt": frozenset({"dt", "dd"}),
    "dd": frozenset({"dt", "dd"}),
    "option": frozenset({"option"}),
    "tr": CELLS | {"tr"},
    **dict.fromkeys(CELLS, CELLS),
    **dict.fromkeys(SECTIONS, SECTIONS | CELLS | {"tr"}),
}
ENDS_P = re.compile(
    r"(?:address|article|aside|blockquote|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form"
    r"|h[1-6]|header|hgroup|hr|li|main|menu|nav|ol|p|pre|section|summary|table|ul)\Z"
)
# the only children that an element may have, where the standard would move others elsewhere
ONLY = {
    "table": SECTIONS | {"caption", "colgroup", "tr"},
    "colgroup": frozenset({"col"}),
    "tr": CELLS,
    **dict.fromkeys(SECTIONS, frozenset({"tr"})),
}
NOT_IN_THEMSELVES = frozenset({"a", "button", "form"})


class Unreadable(Exception):
    """The page is none of those that this understands."""


class Element:
    """An element: ``source`` is the text from its start tag to its end, ``children`` elements and texts."""

    __slots__ = ("_children", "attributes", "begin", "name", "source")

    def __init__(self, name: str, attributes: dict[str, str], begin: int) -> None:
        self.name = name
        self.attributes = attributes
        self.begin = begin
        self.source = ""
        self._children: list[Node] | None = []

    @property
    def key(self) -> str:
        """Return the id, by which an element stays the same wherever it stands."""
        return self.attributes.get("id", "")

    @property
    def is_whole(self) -> bool:
        """Tell if it is changed as a whole only: a picture."""
        return self.name == "svg"

    @property
    def children(self) -> list[Node]:
        if self._children is None:
            self._children = element(self.source).children
        return self._children

    def close(self, html: str, end: int) -> None:
        """Set where it ends."""
        self.source = html[self.begin : end]

    def leave_unread(self) -> None:
        """Let the children be read when they are asked for."""
        self._children = None


Node = Element | str


class Region:
    """The changing part of a page: its tree, the page's title, and figures that tell it from a damaged copy.
    ``assets`` are the addresses of the page's styles and scripts."""

    __slots__ = ("assets", "elements", "root", "text", "title")

    def __init__(self, html: str) -> None:
        begin = REGION.search(html)
        title = TITLE.search(html)
        if begin is None or title is None:
            raise Unreadable
        reader = _Reader(html, begin.start())
        self.root = reader.first()
        self.title = unescape(title[1])
        self.assets = frozenset(ASSET.findall(html))
        self.elements = self.root.source.count("<") - self.root.source.count("</") + reader.implied
        self.text = unescape(TAG.sub("", self.root.source))

    @property
    def digest(self) -> str:
        """Return the page's own digest, which names its form and version."""
        return self.root.attributes.get("data-digest", "")

    @property
    def version(self) -> int:
        return int(self.root.attributes.get("data-version", "0"))


def element(source: str) -> Element:
    """Return the element that a text is; its last end tags may be left out as on a page."""
    return _Reader(source).first()


class _Reader:
    """Reads one element of a page, with all that is in it."""

    def __init__(self, html: str, begin: int = 0) -> None:
        self.html = html
        self.at = begin
        self.implied = 0
        self.open: list[Element] = []

    def first(self) -> Element:
        """Return the element that begins here."""
        root: Element | None = None
        while root is None or self.open:
            token = TOKEN.match(self.html, self.at)
            if token is None:
                if self.at < len(self.html) or root is None:
                    raise Unreadable(self.html[self.at : self.at + 40])
                self._close_rest()
                break
            closing, name, attributes, text = token.groups()
            if text is not None:
                self._text(text)
                self.at = token.end()
            elif closing:
                self._end(name.lower(), token)
            else:
                self._start(name.lower(), attributes, token)
                root = root or self._opened
        return root

    def _close_rest(self) -> None:
        """End a row that was cut out of its table, and what is open in it."""
        for element in self.open:
            if element.name not in OPTIONAL:
                raise Unreadable(element.name)
            element.close(self.html, len(self.html))

    def _text(self, text: str) -> None:
        if not self.open:
            raise Unreadable(text)
        top = self.open[-1]
        if top.name in ONLY and text.strip():
            raise Unreadable(text)
        top.children.append(unescape(text))

    def _start(self, name: str, attributes: str, token: re.Match[str]) -> None:
        if name in FOREIGN or (name in NOT_IN_THEMSELVES and any(element.name == name for element in self.open)):
            raise Unreadable(name)
        begin = token.start()
        self._make_way(name, begin)
        element = self._opened = Element(name, _attributes(attributes), begin)
        if self.open:
            top = self.open[-1]
            if top.name in ONLY and name not in ONLY[top.name]:
                raise Unreadable(f"{name} in {top.name}")
            top.children.append(element)
        self.at = token.end()
        if name == "svg":
            self.at = self.html.find("</svg>", self.at) + len("</svg>")
            if self.at < len("</svg>"):
                raise Unreadable(name)
            element.close(self.html, self.at)
        elif name in VOID:
            element.close(self.html, self.at)
        elif name == "tr" and element.key and self.open and self._skip_row(element):
            element.leave_unread()
        else:
            self.open.append(element)

    def _skip_row(self, element: Element) -> bool:
        """Pass over a row with an id; False where a table of its own is in it."""
        end = ROW_END.search(self.html, self.at)
        if end is None or "<table" in self.html[self.at : end.start()]:
            return False
        self.at = end.end() if end[0] == "</tr>" else end.start()
        element.close(self.html, self.at)
        return True

    def _make_way(self, name: str, begin: int) -> None:
        """End what this start tag ends, and begin what it takes for granted."""
        ends = ENDS.get(name, frozenset())
        if ENDS_P.match(name) and any(element.name == "p" for element in self.open):
            ends = ends | {"p"}
        while self.open and self.open[-1].name in ends and (len(self.open) > 1):
            self.open.pop().close(self.html, begin)
        if "p" in ends and any(element.name == "p" for element in self.open):
            raise Unreadable(f"{name} in p")
        top = self.open[-1].name if self.open else ""
        if name == "tr" and top == "table":
            self._imply("tbody", begin)
        elif name in CELLS and top in SECTIONS:
            self._imply("tr", begin)
        elif (name == "li" and self._within(name, "ul", "ol")) or (name in ("dt", "dd") and self._within(name, "dl")):
            raise Unreadable(f"{name} in {top}")

    def _within(self, name: str, *lists: str) -> bool:
        """Tell if an item of the innermost list is open, so that the standard would end it from within."""
        for element in reversed(self.open):
            if element.name in lists:
                return False
            if element.name in ENDS[name]:
                return True
        return False

    def _imply(self, name: str, begin: int) -> None:
        element = Element(name, {}, begin)
        self.open[-1].children.append(element)
        self.open.append(element)
        self.implied += 1

    def _end(self, name: str, token: re.Match[str]) -> None:
        while self.open and self.open[-1].name != name:
            if self.open[-1].name not in OPTIONAL:
                raise Unreadable(f"</{name}> in {self.open[-1].name}")
            self.open.pop().close(self.html, token.start())
        if not self.open:
            raise Unreadable(f"</{name}>")
        self.at = token.end()
        self.open.pop().close(self.html, self.at)


def _attributes(text: str) -> dict[str, str]:
    attributes: dict[str, str] = {}
    for name, double, single, bare in ATTRIBUTE.findall(text):
        attributes.setdefault(name.lower(), unescape(double or single or bare))
    return attributes
