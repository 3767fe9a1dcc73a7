"""Handing a task over keeps nobody waiting who saved something."""

import socket
import threading

import pytest

from tournaments.domain import queue


@pytest.fixture
def sender(monkeypatch):
    monkeypatch.setattr(queue, "_sender", None)
    made = queue.send_in_background()
    yield made
    with made._news:
        made._waiting.clear()


def test_who_saves_does_not_wait_for_a_broker_that_is_frozen(sender, tmp_path):
    """It takes the connection, as the kernel does for a process that is stopped, and never says a word."""
    from kombu import pools

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
            for number in (1, 2, 2, 3, 2, 3):
                queue.send("compute_standings", number)
            frozen.settimeout(20)
            line, _ = frozen.accept()  # somebody is at it …
            with line:
                assert sender.waiting == 3  # … for one of three: nobody waited, nothing is sent twice
        finally:
            for name, value in kept.items():
                app.conf[name] = value
            pools.reset()
            app._pool = app.amqp._producer_pool = None


def test_the_order_is_kept_and_a_fault_ends_nothing(sender, monkeypatch):
    sent, over = [], threading.Event()

    def hand_over(name, args, expires):
        if args == (1,):
            raise ValueError("broken")
        sent.append((name, args, expires))
        if args == (3,):
            over.set()

    monkeypatch.setattr(queue, "_hand_over", hand_over)
    for number in (1, 2, 3):
        queue.send("pair_round", number, expires=5)
    assert over.wait(20)
    assert sent == [("pair_round", (2,), 5), ("pair_round", (3,), 5)]


def test_a_broker_that_never_comes_back_fills_no_memory(sender, monkeypatch):
    gate = threading.Event()
    monkeypatch.setattr(queue, "_hand_over", lambda *_arguments: gate.wait(20))
    for number in range(queue.MOST_WAITING + 50):
        queue.send("pair_round", number)
    assert sender.waiting <= queue.MOST_WAITING + 1
    gate.set()


def test_outside_a_web_server_a_task_is_handed_over_at_once(monkeypatch):
    sent = []
    monkeypatch.setattr(queue, "_sender", None)
    monkeypatch.setattr(queue, "_hand_over", lambda *arguments: sent.append(arguments))
    queue.send("deliver", 7)
    assert sent == [("deliver", (7,), None)]
