"""A broker that is down must not hold up who enters a result."""

import socket
import time
from contextlib import closing

import pytest
from kombu import pools
from kombu.exceptions import OperationalError

from config.celery import app
from launcher.programs.ports import listen


@pytest.fixture
def send_to():
    kept = {name: app.conf[name] for name in ("broker_url", "broker_read_url", "broker_write_url")}

    def sender(address):
        for name in kept:
            app.conf[name] = address
        pools.reset()
        app._pool = app.amqp._producer_pool = None
        begun = time.monotonic()
        with pytest.raises(OperationalError):
            app.send_task("tournaments.tasks.sweep")
        return time.monotonic() - begun

    yield sender
    for name, value in kept.items():
        app.conf[name] = value
    pools.reset()
    app._pool = app.amqp._producer_pool = None


@pytest.mark.parametrize("form", ["redis://127.0.0.1:{}/0", "amqp://guest:guest@127.0.0.1:{}//"])
def test_sending_to_a_broker_that_is_not_there_fails_at_once(send_to, form):
    with closing(listen("127.0.0.1", 0)) as sock:
        port = sock.getsockname()[1]
    assert send_to(form.format(port)) < 3


def test_sending_to_a_socket_that_is_not_there_fails_at_once(send_to, tmp_path):
    assert send_to(f"redis+socket://{tmp_path}/none.sock") < 3


def test_sending_to_a_broker_that_accepts_and_never_answers_fails_in_bounded_time(send_to, monkeypatch):
    options = dict(app.conf.broker_transport_options) | {"socket_timeout": 0.5}
    kept = app.conf.broker_transport_options
    app.conf.broker_transport_options = options
    try:
        with closing(socket.create_server(("127.0.0.1", 0))) as silent:
            assert send_to(f"redis://127.0.0.1:{silent.getsockname()[1]}/0") < 6 * options["socket_timeout"] + 1
    finally:
        app.conf.broker_transport_options = kept


def test_a_task_that_is_sent_lies_in_the_queue_until_a_worker_takes_it(broker):
    broker.send_task("tournaments.tasks.sweep")
    with broker.connection_for_read() as connection:
        queue = connection.SimpleQueue(broker.conf.task_default_queue, no_ack=True)
        message = queue.get(timeout=5)
        queue.close()
    assert message.headers["task"] == "tournaments.tasks.sweep"
    assert message.content_type == "application/json"
