"""Texts that people send: whether they can be seen, and what an address may be made of."""

from __future__ import annotations

import unicodedata

SLUG = r"[-a-zA-Z0-9_]{1,80}"
"""The part of an address that names a tournament, a rating list or a series."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}


def hidden_characters(text: str) -> bool:
    """Return whether a text holds what cannot be shown or turns other letters about: controls, marks of direction,
    lone surrogates, unassigned ones. The two joiners that some scripts need are let through."""
    return any(unicodedata.category(c) in _HIDDEN and c not in "\u200c\u200d" for c in text)


def same_name(text: str) -> str:
    """Return a name such that two are equal that differ in capitals and spaces alone."""
    return " ".join(text.split()).casefold()


def is_visible(text: str) -> bool:
    """Return whether there is anything to be seen in it, and nothing hidden."""
    return not hidden_characters(text) and any(unicodedata.category(c)[0] in "LNSP" for c in text)
