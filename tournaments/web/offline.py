"""Pages that a phone may keep, so that they open without a connection (static/tournaments/worker.js)."""

KEEP = "Viertal-Keep"
KEPT = {KEEP: "page"}
"""The header of such a page. The phone's own worker keeps it, and shows it only where the network gives no answer."""
FOR_ITS_PLAYER = "mine"
"""The value of that header at an event's page: a phone keeps it that knows its player, and no other."""
