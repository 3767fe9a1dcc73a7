"""A change of the settings waits its turn, and says so when that does not come."""

from __future__ import annotations

import threading
from contextlib import contextmanager

import pytest
from django.db import connection, transaction
from django.urls import reverse

from tests.support.waiting import until
from tests.tournaments import make
from tests.tournaments.running.settings_form import change, on_the_form
from tournaments.domain.locks import lock
from tournaments.models import Tournament


@contextmanager
def held_elsewhere(event):
    """Somebody else holds the tournament for longer than the lock's time limit."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            lock(event.pk)
            held.set()
            done.wait(30)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(10)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '300ms'")
        yield
    finally:
        done.set()
        holder.join(10)
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")


def somebody_waits_for_me() -> bool:
    """Return whether another connection waits for what this one's transaction holds."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))")
        return cursor.fetchone() is not None


@pytest.mark.django_db(transaction=True)
def test_the_form_waits_its_turn_and_keeps_what_was_typed(desk, words):
    event = make.duel(4)
    with held_elsewhere(event):
        response = desk.post(change(event), on_the_form(event) | {"name": "Typed in vain?"})
    page = words(response)
    assert response.status_code == 200 and "Somebody else is changing this tournament. Save again" in page
    assert 'value="Typed in vain?"' in response.content.decode()
    assert Tournament.objects.get(pk=event.pk).name == event.name


@pytest.mark.django_db(transaction=True)
def test_deleting_waits_its_turn_and_says_that_somebody_else_is_changing_it(desk, words):
    event = make.duel(4)
    delete = reverse("admin:tournaments_tournament_delete", args=[event.pk])
    with held_elsewhere(event):
        response = desk.post(delete, {"post": "yes", "typed": event.name})
    assert response.status_code == 302 and response["Location"] == delete
    assert "Somebody else is changing this tournament. Try again in a moment." in words(desk.get(delete))
    assert Tournament.objects.filter(pk=event.pk).exists()
    desk.post(delete, {"post": "yes", "typed": event.name})
    assert not Tournament.objects.filter(pk=event.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_two_renames_to_one_address_at_once_end_in_a_sentence(boss, signed_in, words):
    """The other rename commits after the form was checked, and before it is written."""
    first, second = make.duel(4), make.duel(4)
    client, begun = signed_in(boss), threading.Event()

    def rename() -> None:
        with transaction.atomic():
            Tournament.objects.filter(pk=first.pk).update(slug="wanted")
            begun.set()
            until(somebody_waits_for_me)
        connection.close()

    other = threading.Thread(target=rename)
    other.start()
    begun.wait(10)
    answer = client.post(
        change(second), on_the_form(second) | {"slug": "wanted", "confirm": "address:wanted"}, follow=True
    )
    other.join(10)
    assert "Not saved: another tournament took this address a moment ago." in words(answer)
    assert Tournament.objects.get(slug="wanted") == first
