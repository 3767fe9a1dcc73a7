"""Telling the broker keeps nobody waiting who saved something."""

import socket
import threading

import pytest
from celery import current_app
from kombu import pools

from tournaments.domain import queue


@pytest.fixture
def waker(monkeypatch):
    monkeypatch.setattr(queue, "_waker", None)
    return queue.wake_by_the_broker()


def test_who_saves_does_not_wait_for_a_broker_that_is_frozen(waker, tmp_path):
    """It takes the connection, as the kernel does for a process that is stopped, and never says a word."""
    from config.celery import app

    kept = {name: app.conf[name] for name in ("broker_url", "broker_read_url", "broker_write_url")}
    with socket.socket(socket.AF_UNIX) as frozen:
        frozen.bind(str(tmp_path / "redis.sock"))
        frozen.listen(8)
        for name in kept:
            app.conf[name] = f"redis+socket://{tmp_path / 'redis.sock'}"
        pools.reset()
        app._pool = app.amqp._producer_pool = None
        try:
            queue.wake("compute_standings", 1)
            frozen.settimeout(60)
            line, _ = frozen.accept()  # somebody is at it …
            with line:
                for number in range(3000):
                    queue.wake("compute_standings", number)  # … and nobody waits for them
        finally:
            for name, value in kept.items():
                app.conf[name] = value
            pools.reset()
            app._pool = app.amqp._producer_pool = None


def test_a_fault_ends_nothing_and_outside_a_web_server_the_broker_is_told_nothing(monkeypatch):
    sent, again = [], threading.Event()

    def send(**options):
        sent.append(options)
        if len(sent) == 1:
            queue.wake("pair_round", 2)
            raise ValueError("broken")
        again.set()

    monkeypatch.setattr(current_app.tasks[f"{queue.TASKS}wake"], "apply_async", send)
    monkeypatch.setattr(queue, "_waker", None)
    queue.wake("pair_round", 1)
    assert sent == []
    queue.wake_by_the_broker()
    queue.wake("pair_round", 1)
    assert again.wait(60)
    assert sent == [{"expires": queue.STALE}] * 2
