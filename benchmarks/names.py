"""The cost of a search of the whole site, with the people of it (1,000 … 50,000).

``python -m benchmarks.names [MOST PEOPLE]`` starts a database of its own, makes people of two hundred first and a
thousand last names, and prints, in milliseconds of processor time, the least of several turns of each kind of question,
with the exponent of growth, as `benchmarks.scale` does: 1 is in proportion, 0 does not grow. Then the plan of each
question with all of them: it fails where one does not use the index. Two minutes.
"""

from __future__ import annotations

import random
import sys

from benchmarks.programs import asked, own_site
from benchmarks.scale import least, report

PEOPLE = (1_000, 5_000, 10_000, 50_000)
QUESTIONS = {
    "a whole name": "katerina papadovic",
    "in another script": "Катерина Пападович",
    "a beginning": "papad",
    "a slip": "katerinna papadovich",
    "nobody": "qwertz uiop",
}
SYLLABLES = ("an", "ber", "ka", "lo", "mi", "ter", "son", "van", "del", "ro", "na", "pa", "ris", "ul", "ves", "dov")


def main() -> None:
    most = asked(__doc__, people=PEOPLE[-1]).people
    sizes = [size for size in PEOPLE if size <= most]
    with own_site():
        report("people", sizes, (of_a_site(size) for size in sizes))
        plans()


def of_a_site(size: int) -> dict[str, float]:
    """Make the site so large, and measure each question."""
    from django.db import connection

    from tournaments.jobs.name_index import read_names
    from tournaments.selectors.site.site_index import find

    fill(size)
    while read_names():
        pass
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return {name: least(lambda words=words: find(words)) for name, words in QUESTIONS.items()}  # type: ignore[misc]


def fill(size: int) -> None:
    """Make people until there are so many, a hundred to an event."""
    from tournaments.models import Club, Entry, Player, Tournament

    club = Club.objects.first()
    assert club is not None
    lots = random.Random(size)

    def word(parts: int) -> str:
        return "".join(lots.choice(SYLLABLES) for _ in range(parts)).title()

    firsts, lasts = [word(3) for _ in range(200)], [word(4) for _ in range(1_000)]
    missing = size - Player.objects.count()
    names = [f"{lots.choice(firsts)} {lots.choice(lasts)}" for _ in range(missing - 1)]
    names += ["Katerina Papadovic"]
    people = [Player(name=name, club=str(at), register=club) for at, name in enumerate(names, size)]
    people = Player.objects.bulk_create(people, batch_size=2_000)
    for at in range(0, len(people), 100):
        slug = f"e{size}-{at}"
        event = Tournament.objects.create(
            name=slug, slug=slug, club=club, game="quarto", system="berger", table_size=2, published=True
        )
        Entry.objects.bulk_create(
            Entry(tournament=event, player=player, number=number)
            for number, player in enumerate(people[at : at + 100], 1)
        )


def plans() -> None:
    """Print how each question is answered with all people, and fail where the index is not used."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from tournaments.selectors.site.site_index import candidates

    for name, question in QUESTIONS.items():
        with CaptureQueriesContext(connection) as captured:
            candidates(question)
        for sql in (at["sql"] for at in captured if "nameindex" in at["sql"]):
            with connection.cursor() as cursor:
                cursor.execute("SET pg_trgm.word_similarity_threshold = 0.3")
                cursor.execute(f"EXPLAIN {sql}")
                plan = [row[0].strip() for row in cursor.fetchall()]
            used = [line for line in plan if "name_index" in line]
            print(f"{name}: {used[0] if used else plan}")
            if not used:
                sys.exit(1)


if __name__ == "__main__":
    main()
