"""A long document, made by the worker that every installation runs."""

from tests.support.stack import Stack

ASK = """
from django.db import transaction
from tournaments.models import Entry, Player, Tournament, User
from tournaments.services import printing as prints
prints.AT_ONCE = 0
made = Tournament.objects.create(name="Paper", slug="paper", game="quarto", system="berger", table_size=2)
people = Player.objects.bulk_create(Player(name=f"Paper {n}") for n in range(40))
Entry.objects.bulk_create(Entry(tournament=made, player=p, number=n) for n, p in enumerate(people, 1))
by = User.objects.filter(is_superuser=True).first()
with transaction.atomic():  # the worker sees it once it is committed
    job = prints.ask_for_print(made.pk, by=by, what="cards", number=None, paper="letter", language="de", site="http://x")
    job.refresh_from_db()
    print(job.pk, job.state)
"""
LOOK = """
from tournaments.models import PrintJob
job = PrintJob.objects.get(pk={pk})
print(job.state, bytes(job.content or b"")[:4].decode())
"""


def test_the_worker_makes_a_long_document(stack: Stack) -> None:
    pk, state = stack.python(ASK).split()
    assert state == "waiting"
    stack.wait_for(lambda: stack.python(LOOK.format(pk=pk)).split() == ["done", "%PDF"])
