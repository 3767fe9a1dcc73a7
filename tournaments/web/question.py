"""A question of Kwartet as a form sends it: whom, and for which card."""

from __future__ import annotations

from django.http import HttpRequest


def asked(request: HttpRequest) -> tuple[int, str]:
    """Return the number of entries that were seen, and the entry: a question, ``draw`` or ``pass``. What was not
    chosen is missing, and the game refuses it."""
    sent = request.POST
    number = sent.get("after", "")
    after = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else -1
    if pot := sent.get("pot", ""):
        return after, pot[:10]
    return after, f"{sent.get('player', '')[:2]}>{sent.get('card', '')[:3]}"
