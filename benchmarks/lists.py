"""The cost of every list, search and home page of a server that many clubs share (1,250 … 125,000 events).

``python -m benchmarks.lists [MOST CLUBS]`` starts a database of its own, copies one evening by SQL until there are 500
clubs of 250 evenings, 1.6 million entries and 20,000 people, and prints the processor time of each page, of the program
and its database connection, with the exponent of growth: 1 is in proportion, 0 does not grow. Then, at the last size,
processor time, wall time and queries beside one another. Ten minutes, and 2 GB of disk.

Where ``DATABASE_URL`` and ``BROKER_URL`` name servers, those are used; clubs that are there already stay, so that a
second run only measures.
"""

from __future__ import annotations

import math
from time import perf_counter
from typing import TYPE_CHECKING, Any

from benchmarks.programs import asked, own_site
from benchmarks.scale import ask, least, report

if TYPE_CHECKING:
    from django.test import Client

EVENINGS, PEOPLE, ENTRIES, ROUNDS = 250, 40, 13, 3
SIZES = (5, 50, 500)
"""Clubs."""
FIRST = 1_000
"""The keys of what is copied begin here, a thousand for the events of each club."""
COMING = 4
"""Evenings of each club that are still to come; the next one runs, in every tenth club."""
TURNS = 4

CLUB = f"generate_series({FIRST} + %(from)s, {FIRST} + %(to)s - 1) c"
EVENING = f"{CLUB}, generate_series(1, {EVENINGS}) n"
PLAYED = f"{CLUB}, generate_series({COMING + 1}, {EVENINGS}) n"
SYLLABLES = "(ARRAY['an','ber','ka','lo','mi','ter','son','van','del','ro','na','pa','ris','ul','ves','dov'])"
FIRST_NAME = f"initcap({SYLLABLES}[1 + (c * 7 + n) %% 16] || {SYLLABLES}[1 + (c + n * 5) %% 16])"
LAST_NAME = (
    "initcap("
    + " || ".join(f"{SYLLABLES}[1 + {at}]" for at in ("c %% 16", "(c / 16 + n) %% 16", "n %% 16", "n / 16"))
    + ")"
)
STATE = (
    f"CASE WHEN n <= {COMING} THEN 'planned' WHEN n = {COMING + 1} AND c %% 10 = 0 THEN 'running' ELSE 'finished' END"
)
"""Each table with the rows whose copies fill it, and what is another in each copy."""
COPIES: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("club", CLUB, {"id": "c", "name": "'Club ' || c", "slug": "'club-' || c"}),
    (
        "player",
        f"{CLUB}, generate_series(0, {PEOPLE - 1}) n",
        {
            "id": f"{PEOPLE} * c + n",
            "name": f"{FIRST_NAME} || ' ' || {LAST_NAME}",
            "club": "'Club ' || c",
            "register_id": "c",
            "home_id": "NULL",
        },
    ),
    (
        "tournament",
        EVENING,
        {
            "id": "c * 1000 + n",
            "club_id": "c",
            "name": "'Evening ' || n || ' of club ' || c",
            "slug": "'evening-' || c || '-' || n",
            "venue": "'Hall ' || c",
            "starts": f"%(today)s::date - 7 * (n - {COMING + 1})",
            "state": STATE,
            "created_at": "now() - n * interval '7 days' - c * interval '1 minute'",
        },
    ),
    (
        "entry",
        f"{EVENING}, generate_series(1, {ENTRIES}) k",
        {
            "id": "(c * 1000 + n) * 20 + k",
            "tournament_id": "c * 1000 + n",
            "player_id": f"{PEOPLE} * c + (n * 7 + k * 3) %% {PEOPLE}",
            "number": "k",
        },
    ),
    (
        "round",
        f"{PLAYED}, generate_series(1, {ROUNDS}) k",
        {"id": "(c * 1000 + n) * 10 + k", "tournament_id": "c * 1000 + n", "number": "k"},
    ),
    (
        "table",
        f"{PLAYED}, generate_series(1, {ROUNDS}) k, generate_series(1, {ENTRIES // 4}) m",
        {
            "id": "((c * 1000 + n) * 10 + k) * 10 + m",
            "round_id": "(c * 1000 + n) * 10 + k",
            "number": "m",
        },
    ),
    ("standings", PLAYED, {"id": "c * 1000 + n", "tournament_id": "c * 1000 + n", "computed_for": "1"}),
)


def main() -> None:
    most = asked(__doc__, clubs=SIZES[-1]).clubs
    sizes = [size for size in SIZES if size <= most] or [most]
    with own_site():
        from django.conf import settings

        from config import warmup

        warmup.worker()
        settings.API_RATES = dict.fromkeys(settings.API_RATES, (1_000_000, 1))
        report("events", [size * EVENINGS for size in sizes], (of_a_server(size) for size in sizes))
        beside()


def of_a_server(clubs: int) -> dict[str, float]:
    """Make the server so large, and return what each page costs."""
    fill(clubs)
    return {name: least(ask(browser, address), turns=TURNS) for name, (browser, address) in pages().items()}


def fill(clubs: int) -> None:
    """Copy the first evening until there are so many clubs with their evenings; half of all names are read."""
    from django.db import connection
    from django.utils import timezone

    from tests.tournaments.public import build
    from tournaments.models import Club, Series, Tournament

    first = Tournament.objects.filter(slug="first-evening").first()
    if first is None:
        first = build.event("first-evening", ENTRIES, rounds=ROUNDS, state="finished", system="swiss-tables")
        first.rounds.update(state="closed")
        Series.objects.create(name="First season", slug="first-season", published=True)
    have = Club.objects.filter(pk__gte=FIRST).count()
    rows = {
        "club": first.club_id, "tournament": first.pk, "player": first.entries.earliest("pk").player_id,
        "entry": first.entries.earliest("pk").pk, "round": first.rounds.earliest("pk").pk,
        "table": first.rounds.earliest("pk").tables.earliest("pk").pk, "standings": first.standings.latest("pk").pk,
    }  # fmt: skip
    with connection.cursor() as cursor:
        for table, copies, changed in COPIES if have < clubs else ():
            cursor.execute(
                "SELECT attname FROM pg_attribute WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped "
                "AND attgenerated = ''",
                [f"tournaments_{table}"],
            )
            columns = [name for (name,) in cursor.fetchall()]
            named = ", ".join(f'"{name}"' for name in columns)
            values = ", ".join(changed.get(name, f't."{name}"') for name in columns)
            cursor.execute(f"ALTER TABLE tournaments_{table} DISABLE TRIGGER USER")
            cursor.execute(
                f"INSERT INTO tournaments_{table} ({named}) SELECT {values} "
                f"FROM tournaments_{table} t, {copies} WHERE t.id = %(row)s",
                {"row": rows[table], "from": have, "to": clubs, "today": timezone.localdate()},
            )
            cursor.execute(f"ALTER TABLE tournaments_{table} ENABLE TRIGGER USER")
        cursor.execute("INSERT INTO tournaments_nameindex SELECT id, '' FROM tournaments_player ON CONFLICT DO NOTHING")
    from tournaments.jobs.name_index import read_names

    while read_names():
        pass
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def pages() -> dict[str, tuple[Client, str]]:
    """Return the lists, searches and home pages by name: who asks, and the address."""
    from django.test import Client

    from benchmarks.scale import browsers
    from tournaments.models import Club, ClubMember, Player, User

    public, boss, _user = browsers()
    organiser = Client(SERVER_NAME="localhost", HTTP_ACCEPT_ENCODING="gzip")
    club = Club.objects.filter(pk__gte=FIRST).latest("pk")
    user, made = User.objects.get_or_create(username="organiser", defaults={"is_staff": True})
    if made:
        ClubMember.objects.create(user=user, club=club, role="organiser")
    organiser.force_login(user)
    player = Player.objects.filter(register=club).latest("pk")
    name = player.name.replace(" ", "+")
    event = club.tournaments.get(name__startswith="Evening 100 ")
    admin, api = "/admin/tournaments", "/api/v1"
    public_pages = {
        "first page": "/",
        "list of events": "/tournaments/",
        "page 100 of it": "/tournaments/?page=100",
        "of a kind and game": "/tournaments/?kind=past&game=quatro-chess",
        "of a year": "/tournaments/?year=2025",
        "of a club": f"/tournaments/?club={club.slug}",
        "search: a club": f"/tournaments/?q={club.name.replace(' ', '+')}",
        "search: a word of all": "/tournaments/?q=evening",
        "search: a slip": f"/tournaments/?q=evenning+{club.name.split()[-1]}",
        "search: a person": f"/tournaments/?q={name}",
        "search: nothing": "/tournaments/?q=qwertz+uiop",
        "club": f"/c/{club.slug}/",
        "club's figures": f"/c/{club.slug}/games/",
        "club's calendar": f"/c/{club.slug}/events.ics",
        "club's feed": f"/c/{club.slug}/events.atom",
        "site's feed": "/events.atom",
        "month": "/calendar/",
        "seasons": "/seasons/",
        "event": f"/t/{event.slug}/",
        "sitemap": "/sitemap.xml",
        "part of the sitemap": "/sitemap-1.xml",
        "API: events": f"{api}/tournaments/",
        "API: by name": f"{api}/tournaments/?ordering=name",
        "API: a search": f"{api}/tournaments/?search=club+{club.name.split()[-1]}",
        "API: a state and game": f"{api}/tournaments/?state=planned&game=quatro-chess",
        "API: of a club": f"{api}/tournaments/?club={club.slug}",
        "API: clubs": f"{api}/clubs/",
        "API: seasons": f"{api}/series/",
    }
    desk_pages = {
        "home": "/admin/",
        "events": f"{admin}/tournament/",
        "third page of events": f"{admin}/tournament/?p=3",
        "events searched": f"{admin}/tournament/?q=club+{club.name.split()[-1]}",
        "events of a state": f"{admin}/tournament/?state__exact=running",
        "players": f"{admin}/player/",
        "players searched": f"{admin}/player/?q={name}",
        "entries": f"{admin}/entry/",
        "clubs": f"{admin}/club/",
        "seasons": f"{admin}/series/",
        "log": f"{admin}/tournament/log/",
    }
    every = (
        {name: (public, address) for name, address in public_pages.items()}
        | {f"desk: {name}": (boss, address) for name, address in desk_pages.items()}
        | {f"organiser: {name}": (organiser, address) for name, address in desk_pages.items()}
    )
    return {name: (who, address) for name, (who, address) in every.items() if who.get(address).status_code == 200}


def beside() -> None:
    """Print processor time, wall time (the least of each) and queries of every page at the present size."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    print("| page | ms of processor | ms of wall | queries | kB |\n| --- | ---: | ---: | ---: | ---: |")
    for name, (browser, address) in pages().items():
        answer: Any = browser.get(address)
        wall, processor = math.inf, math.inf
        for _turn in range(TURNS):
            begun = perf_counter()
            processor = min(processor, least(ask(browser, address), turns=1))
            wall = min(wall, perf_counter() - begun)
        with CaptureQueriesContext(connection) as captured:
            browser.get(address)
        print(
            f"| {name} | {processor:.1f} | {wall * 1e3:.1f} | {len(captured)} | {len(answer.content) / 1e3:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
