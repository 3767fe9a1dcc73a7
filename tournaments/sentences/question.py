"""The question of Kwartet in words, as it is asked at a table, with its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _


def asked_for(seat: int, code: str, hit: bool, name: str, deck: Mapping[str, Sequence[str]]) -> str:
    """Return what the player on turn asked the one at ``seat``, and whether they got it. ``name`` is that player's,
    empty where it may not be known; ``deck`` holds the names of each quartet and its cards by letter, if there are any.
    """
    names = deck.get(code[0])
    if name and names:
        gaps = {"name": name, "quartet": names[0], "card": names[int(code[1])]}
        if hit:
            return _("asks “%(name)s, may I have %(quartet)s: %(card)s?” and gets it") % gaps
        return _("asks “%(name)s, may I have %(quartet)s: %(card)s?” and does not get it") % gaps
    told = {"name": name, "seat": seat, "card": card_name(deck, code)}
    if name and hit:
        return _("asks %(name)s for %(card)s and gets it") % told
    if name:
        return _("asks %(name)s for %(card)s and does not get it") % told
    if hit:
        return _("asks seat %(seat)d for %(card)s and gets it") % told
    return _("asks seat %(seat)d for %(card)s and does not get it") % told


def card_name(deck: Mapping[str, Sequence[str]], code: str) -> str:
    """Return a card by its quartet's name and its own, such as “Birds: robin”; its code where it has no name."""
    names = deck.get(code[0])
    return f"{names[0]}: {names[int(code[1])]}" if names else code
