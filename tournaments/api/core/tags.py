"""The nouns of the API: what an operation's id begins with, and the tag under which its operations stand."""

from __future__ import annotations

from itertools import chain

TAGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "start": (
        "Where to begin: this site, you, the games, the pairing systems, the format of event documents.",
        ("home", "me", "games", "systems", "event_schema"),
    ),
    "tournaments": ("Tournaments, their settings and documents.", ("tournaments",)),
    "presets": (
        "Which format fits, ready-made kinds of tournaments, and finals of groups.",
        ("planner", "presets", "finals"),
    ),
    "imports": ("Tournaments from event documents, archives and report files (TRF).", ("imports", "trf")),
    "appointments": ("The people who work at a tournament.", ("appointments",)),
    "clubs": ("The clubs of this site, and their own games.", ("clubs", "club_games")),
    "players": (
        "The players of a tournament: what everybody sees, and what the desk changes.",
        ("players", "entries", "proposals"),
    ),
    "registrations": ("Players who enter themselves: what they sent, and how they may.", ("registrations",)),
    "teams": ("The teams of a tournament.", ("teams",)),
    "lists": ("Players, teams and results from a file, and to one.", ("lists", "player_lists")),
    "check-in": ("Before round 1: who is here, and the waiting list.", ("check_in", "waiting")),
    "desk": ("What an arbiter sees: the event, the current round, the next step.", ("desk",)),
    "rounds": ("Pair, review, publish, close and reopen rounds.", ("rounds", "review")),
    "results": ("Results of tables, decisions, confirmations and penalties.", ("results", "penalties")),
    "records": (
        "Game records: submitted, replayed, entered move by move; photos of score sheets.",
        ("records", "replays", "live_games", "photos"),
    ),
    "reports": (
        "Results that players report themselves, and the links with which they do it.",
        ("reports", "link", "links"),
    ),
    "standings": ("The standings, the crosstable and what explains them.", ("standings",)),
    "prizes": ("The prizes and their winners.", ("prizes",)),
    "clock": ("The clock of the hall.", ("clock",)),
    "prints": ("Documents to print.", ("prints",)),
    "ratings": ("Rating lists over several tournaments.", ("ratings",)),
    "series": ("Seasons: tournaments added up, and their tables. Addresses and members say `series`.", ("series",)),
    "mails": ("E-mails of a tournament: what is sent, what is not, and why.", ("mails",)),
    "webhooks": ("Addresses that are told what happens.", ("webhooks",)),
    "log": ("Who did what.", ("log",)),
}


def tag_of(operation_id: str) -> str:
    """Return the tag of an operation. Raises ValueError for an id that begins with no noun of the API."""
    nouns = chain.from_iterable(((noun, tag) for noun in nouns) for tag, (_about, nouns) in TAGS.items())
    fitting = [(noun, tag) for noun, tag in nouns if operation_id.startswith(f"{noun}_")]
    if not fitting:
        raise ValueError(f"{operation_id} begins with no noun of TAGS.")
    return max(fitting, key=lambda pair: len(pair[0]))[1]
